"""`metalscope profile script.py`: the profile of a whole script or module.

The program runs as it would under `python`: as `__main__`, with its own arguments and import path,
its standard output untouched, its exit status and uncaught exceptions passed on.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import runpy
import sys
from io import open_code
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_USAGE_ERROR = 2


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Declares the command."""
    parser = commands.add_parser(
        "profile",
        help="run a script or module and report its profile on standard error",
        usage="%(prog)s [--trace] [--raw] [-o FILE] (SCRIPT | -m MODULE) [ARGUMENT ...]",
        description="Run a script or module and report its profile on standard error. "
        "The exit status is the program's.",
    )
    parser.add_argument(
        "--trace", action="store_true", help="one row per call and operation, in time order"
    )
    parser.add_argument(
        "--raw", action="store_true", help="show also what the runtime calls for itself"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where the report goes instead of standard error"
    )
    parser.add_argument(
        "-m", dest="module", action="store_true", help="run a module, found as by `python -m`"
    )
    parser.add_argument(
        "program", metavar="PROGRAM", nargs=argparse.REMAINDER, help="what to run, its arguments"
    )
    parser.set_defaults(run=run, usage_error=parser.error)


def run(options: argparse.Namespace) -> int:
    """Runs the program in a session; raises what the program raises."""
    from metalscope._profiler.output import Destination
    from metalscope._profiler.profile import Profile
    from metalscope._profiler.run import Run

    if not options.program:
        options.usage_error("name a script to run, or a module after -m")
    name, *arguments = options.program
    destination = Destination(options.output or sys.stderr, "profile")
    try:
        destination.check("profile")
        program = _module(name, arguments) if options.module else _script(name, arguments)
    except OSError as error:
        _complain(error)
        return _USAGE_ERROR

    profile = Profile(trace=options.trace, raw=options.raw)
    leave: SystemExit | None = None
    try:
        with Run(profile, None):
            try:
                program()
            except SystemExit as request:  # a usual way to end, so nothing is partial
                leave = request
    finally:
        if profile.finished:
            try:
                profile._print(destination)
            except OSError as error:
                _complain(error)
    if leave is not None:
        raise leave
    return 0


def _complain(error: OSError) -> None:
    """Says on standard error, if that is possible, why the report or the program is missing."""
    with contextlib.suppress(OSError):  # nobody may be reading it any more
        print(f"metalscope profile: {error}", file=sys.stderr)


def _script(name: str, arguments: list[str]) -> Callable[[], object]:
    """The program in a file; a folder or archive with a `__main__` is run by runpy."""
    path = Path(name)
    sys.argv[:] = [name, *arguments]
    if path.is_dir() or path.suffix in (".zip", ".pyz", ".pyc"):
        return lambda: runpy.run_path(name, run_name="__main__")
    with open_code(str(path.absolute())) as stream:
        code = compile(stream.read(), name, "exec", dont_inherit=True)
    _first_on_path(str(path.resolve().parent))

    def start() -> None:
        # The module stays, unlike with runpy: functions that the program has registered to run at
        # exit, its threads and pickle find their globals there.
        module = ModuleType("__main__")
        module.__file__ = name
        module.__dict__["__cached__"] = None
        sys.modules["__main__"] = module
        exec(code, module.__dict__)

    return start


def _module(name: str, arguments: list[str]) -> Callable[[], object]:
    """The program in a module or package, found on the import path."""
    sys.argv[:] = [name, *arguments]  # runpy replaces the first by the module's file
    _first_on_path(os.getcwd())  # noqa: PTH109
    return lambda: runpy.run_module(name, run_name="__main__", alter_sys=True)


def _first_on_path(folder: str) -> None:
    """Puts the program's folder where Python put ours, unless it was told not to (-P, -I)."""
    if not getattr(sys.flags, "safe_path", False) and not sys.flags.isolated:
        sys.path[0] = folder
