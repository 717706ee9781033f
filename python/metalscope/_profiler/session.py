"""metalscope.profile: a session as a context manager or around each call of a function.

Light to import: what makes reports is loaded when the first one is made, what makes decorators
when the first function is decorated.
"""

from __future__ import annotations

from .._errors import ProfilerError, type_error, value_error
from .output import Destination
from .profile import Profile
from .run import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from types import TracebackType
    from typing import ParamSpec, TextIO, TypeVar, overload

    from .decorator import Profiled

    P = ParamSpec("P")
    R = TypeVar("R")
else:

    def overload(fn):  # typing is not imported when a program runs
        return fn


@overload
def profile(
    fn: Callable[P, R],
    *,
    trace: bool = False,
    raw: bool = False,
    quiet: bool = False,
    file: TextIO | str | os.PathLike[str] | None = None,
) -> Profiled[P, R]: ...
@overload
def profile(  # noqa: F811
    fn: None = None,
    *,
    trace: bool = False,
    raw: bool = False,
    quiet: bool = False,
    file: TextIO | str | os.PathLike[str] | None = None,
) -> Profiling: ...
def profile(  # noqa: F811
    fn: Callable[P, R] | None = None,
    *,
    trace: bool = False,
    raw: bool = False,
    quiet: bool = False,
    file: TextIO | str | os.PathLike[str] | None = None,
) -> Profiled[P, R] | Profiling:
    """Record what Metal does on host and device, and report it.

    As a context manager it profiles a block, and gives its Profile::

        with metalscope.profile() as p:
            ...

    As a decorator, with or without arguments, it profiles each call of a function; the results of
    the last call are the function's attribute `profile`::

        @metalscope.profile(trace=True)
        def step(): ...

    On entry the work of all threads' streams is waited for, then the clock starts; on exit,
    likewise after an exception, it is waited for again, then the clock stops. Work from before is
    not counted, waiting for the device is. Sessions nest and overlap, in one thread and in several.

    A decorated function reports after each outermost call: a call that is made while another one
    is being profiled, by recursion or from another thread, is part of that one. Its signature and
    name stay. Coroutine and generator functions are refused, since their bodies run in pieces
    between which other code runs; profile the code that drives them, or a block inside.

    An exception passes through unchanged; what was recorded until then is kept and reported as
    partial.

    Percentages are of the wall-clock. Rows may sum past 100%, since operations may overlap; busy
    time is the union of their intervals. In each table, rows at or above the 75th percentile of the
    times have a yellow time and a bold name, at or above the 95th a red time, on a terminal that
    shows colours (NO_COLOR and FORCE_COLOR are respected).

    Args:
        fn: the function to decorate.
        trace: report one row per host call and per device operation, in time order, instead of one
            row per name.
        raw: report also the host calls that the runtime makes for itself: reference counts,
            strings, arrays, autorelease pools.
        quiet: report nothing; the results are in the Profile.
        file: a path or text stream for the report, instead of standard output. A file is replaced
            by the first report of this `profile`; the reports that follow are appended.

    Returns:
        `fn` with profiling around it; without `fn`, a context manager that is a decorator too.

    Raises:
        ArgumentError: an argument has the wrong type, the stream is closed, or `quiet` and `file`
            are both given.
    """
    profiling = Profiling(trace=trace, raw=raw, quiet=quiet, file=file)
    return profiling if fn is None else profiling(fn)


class Profiling:
    """What `metalscope.profile(...)` gives: enter it, or decorate a function with it.

    It may be entered again once it was left; two sessions at a time take two of them.
    """

    __slots__ = ("_destination", "_raw", "_run", "_trace")

    def __init__(
        self,
        *,
        trace: bool,
        raw: bool,
        quiet: bool,
        file: TextIO | str | os.PathLike[str] | None,
    ) -> None:
        check_bool("profile", "trace", trace)
        check_bool("profile", "raw", raw)
        check_bool("profile", "quiet", quiet)
        if quiet and file is not None:
            raise value_error("profile: quiet=True reports nowhere; give either it or file")
        self._trace = trace
        self._raw = raw
        self._destination = None if quiet else Destination(file, "profile")
        self._run: Run | None = None

    def __enter__(self) -> Profile:
        if self._run is not None:
            raise ProfilerError(
                "this profile is being recorded already; call metalscope.profile() for each session"
            )
        run = Run(Profile(trace=self._trace, raw=self._raw), self._destination)
        profile = run.__enter__()
        self._run = run
        return profile

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        run, self._run = self._run, None
        if run is None:
            raise ProfilerError("this profile is not being recorded; enter it first")
        run.__exit__(kind, error, traceback)

    def __call__(self, fn: Callable[P, R]) -> Profiled[P, R]:
        """`fn` with each of its outermost calls profiled."""
        from .decorator import decorate

        return decorate(fn, self._trace, self._raw, self._destination)


def check_bool(caller: str, name: str, value: object) -> None:
    """Raise ArgumentError unless `value` is True or False."""
    if not isinstance(value, bool):
        raise type_error(f"{caller}: {name} must be True or False, got {value!r}")


Profiling.__module__ = profile.__module__ = "metalscope"
