"""Apple's Metal for Python, with an in-process GPU profiler.

Importing is cheap and creates nothing: each public name is loaded from its module when it is first
used, and no device, queue, thread or cache file exists before the first operation.
"""

import sys

TYPE_CHECKING = False  # type checkers take this name for true; `typing` costs 8 ms to import
if TYPE_CHECKING:
    from ._core import Buffer, Device, Kernel, __version__, device_synchronize, synchronize
    from ._devices import default_device, devices, versioninfo
    from ._errors import (
        ArgumentError,
        CaptureError,
        CommandBufferError,
        CompileError,
        Diagnostic,
        Error,
        OutOfMemoryError,
        ProfilerError,
    )
    from ._library import Library, compile
    from ._profiler.profile import Profile
    from ._profiler.repeat import bprofile
    from ._profiler.session import profile

# Where each public name is defined. A name mapped to "" is a submodule of that name.
_MODULES = {
    "ArgumentError": "_errors",
    "Buffer": "_core",
    "CaptureError": "_errors",
    "CommandBufferError": "_errors",
    "CompileError": "_errors",
    "Device": "_core",
    "Diagnostic": "_errors",
    "Error": "_errors",
    "Kernel": "_core",
    "Library": "_library",
    "OutOfMemoryError": "_errors",
    "Profile": "_profiler.profile",
    "ProfilerError": "_errors",
    "__version__": "_core",
    "bprofile": "_profiler.repeat",
    "compile": "_library",
    "default_device": "_devices",
    "device_synchronize": "_core",
    "devices": "_devices",
    "profile": "_profiler.session",
    "synchronize": "_core",
    "versioninfo": "_devices",
}

__all__ = [
    "ArgumentError",
    "Buffer",
    "CaptureError",
    "CommandBufferError",
    "CompileError",
    "Device",
    "Diagnostic",
    "Error",
    "Kernel",
    "Library",
    "OutOfMemoryError",
    "Profile",
    "ProfilerError",
    "__version__",
    "bprofile",
    "compile",
    "default_device",
    "device_synchronize",
    "devices",
    "profile",
    "synchronize",
    "versioninfo",
]


def __getattr__(name: str) -> object:
    module_name = _MODULES.get(name)
    if module_name is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    full_name = f"{__name__}.{module_name or name}"
    __import__(full_name)
    module = sys.modules[full_name]
    value = getattr(module, name) if module_name else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
