"""Tells the software Metal device where its compiler is, before the first use of a device."""

import os
import sys


def provide() -> None:
    """Sets METALSCOPE_CLANG to the compiler of the `ziglang` wheel, unless the user has set it.

    The wheel is looked up, not imported. Without it the variable stays unset, and the first
    compilation says what to install.
    """
    if sys.platform == "darwin" or "METALSCOPE_CLANG" in os.environ:
        return
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        spec = find_spec("ziglang", None) if find_spec else None
        for folder in (spec and spec.submodule_search_locations) or ():
            zig = os.path.join(folder, "zig.exe" if os.name == "nt" else "zig")  # noqa: PTH118
            if os.access(zig, os.X_OK):
                os.environ.setdefault("METALSCOPE_CLANG", zig)
                return
