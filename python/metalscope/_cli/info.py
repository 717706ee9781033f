"""`metalscope info`: versions, devices and their limits, the compiler, the cache folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .pipes import until_closed

if TYPE_CHECKING:
    from argparse import Namespace, _SubParsersAction

_PACKAGES = ("numpy", "tabulate", "ziglang")


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Declares the command."""
    text = "show versions, devices and their limits, the compiler and the cache folder"
    commands.add_parser("info", help=text, description=text).set_defaults(run=run)


@until_closed
def run(options: Namespace) -> int:
    """Prints what a report about metalscope should contain."""
    import metalscope

    metalscope.versioninfo()
    print(f"Packages: {', '.join(map(_package, _PACKAGES))}")
    print(f"Cache folder: {_cache_folder()}")
    return 0


def _package(name: str) -> str:
    from importlib import metadata

    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:
        return f"{name} not installed"


def _cache_folder() -> str:
    """Where compiled kernels are kept, by the rule of the code cache, and what it holds."""
    from metalscope._profiler import format

    home = os.environ.get("HOME", "")
    if named := os.environ.get("METALSCOPE_CACHE_DIR"):
        folder = Path(named).absolute()
    elif home and (caches := Path(home, "Library", "Caches")).is_dir():
        folder = caches / "metalscope"
    elif (base := os.environ.get("XDG_CACHE_HOME", "")).startswith("/"):
        folder = Path(base, "metalscope")
    elif home:
        folder = Path(home, ".cache", "metalscope")
    else:
        return "none that lasts, since no home folder is known"
    try:
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    except OSError as error:
        return f"{folder} (cannot be read: {error.strerror})"
    return f"{folder} ({format.plural(len(sizes), 'file')}, {format.size(sum(sizes))})"
