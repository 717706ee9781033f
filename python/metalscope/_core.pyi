"""The compiled extension: handles over the C++ embedding API, and the parts of Array that must be fast.

Private: users see it through metalscope's own names. Every call that waits releases the GIL, wakes
on Ctrl-C, and raises CommandBufferError for work that failed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Size: TypeAlias = int | tuple[int] | tuple[int, int] | tuple[int, int, int]

class Buffer:
    """Device memory of `nbytes` bytes; pooled, uninitialised."""

    def __init__(self, nbytes: int, storage: str = "shared") -> None: ...
    @staticmethod
    def wrap(owner: object) -> Buffer:
        """Page-aligned memory of a buffer-protocol object, without a copy; keeps `owner` alive."""
    @property
    def nbytes(self) -> int: ...
    @property
    def storage(self) -> str: ...  # "shared" or "private"
    @property
    def address(self) -> int: ...  # host address; 0 for private storage

class ArrayBase:
    """A strided view of a Buffer: what launches, the buffer protocol and indexing see of an Array.

    `dtype` is one of the objects given to `register_dtypes`; strides are in bytes.
    """

    def __new__(
        cls,
        buffer: Buffer,
        dtype: Any,
        shape: tuple[int, ...],
        strides: tuple[int, ...] | None = None,  # None: C-contiguous
        offset: int = 0,  # bytes
        writable: bool = True,
    ) -> ArrayBase: ...
    @property
    def buffer(self) -> Buffer: ...
    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def offset(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def writable(self) -> bool: ...
    @property
    def contiguous(self) -> bool: ...  # C order
    def __buffer__(self, flags: int, /) -> memoryview:
        """Shared storage only; synchronizes first (all streams)."""

def register_dtypes(dtypes: Sequence[Any]) -> None:
    """The dtype objects, each with `name` ("float32"), `itemsize` and `format` (struct module)."""

class Library:
    """Compiled MSL."""

    def __init__(
        self,
        source: str,
        *,
        math_mode: str = "fast",
        language_version: str = "",
        defines: Mapping[str, object] | None = None,
        include_dirs: Sequence[str] = (),
        label: str = "",
    ) -> None: ...
    @property
    def kernel_names(self) -> list[str]: ...
    @property
    def warnings(self) -> list[Any]: ...  # of metalscope.Diagnostic
    def kernel(self, name: str, constants: Mapping[str, object] | None = None) -> Kernel: ...

class Kernel:
    """A launchable kernel: a vectorcall callable that encodes on the calling thread's stream."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> list[Any]: ...
    @property
    def max_total_threads_per_threadgroup(self) -> int: ...
    @property
    def thread_execution_width(self) -> int: ...
    @property
    def static_threadgroup_memory(self) -> int: ...
    def __call__(
        self,
        *args: object,
        threads: Size | None = None,
        groups: Size | None = None,
        threads_per_threadgroup: Size | None = None,
        threadgroup_memory: Mapping[int, int] | None = None,
    ) -> None: ...

def copy(
    source: Buffer, source_offset: int, destination: Buffer, destination_offset: int, nbytes: int
) -> None: ...
def fill(buffer: Buffer, offset: int, nbytes: int, value: int) -> None: ...
def synchronize() -> None: ...
def device_synchronize() -> None: ...

class Device:
    """A GPU of this machine (or the software device); `info` holds DeviceInfo's fields."""

    @property
    def info(self) -> dict[str, Any]: ...
    def memory(self) -> dict[str, int]: ...
    def empty_cache(self) -> None: ...

def devices() -> list[Device]: ...
def default_device() -> Device: ...

class Log:
    """What a session recorded. `events` and `operations` export read-only buffers of the C++
    records (metalscope/profile.hpp: Event, 40 bytes; Operation, 48 bytes) that the Log keeps alive."""

    @property
    def events(self) -> memoryview: ...
    @property
    def operations(self) -> memoryview: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def tracks(self) -> list[tuple[str, bool]]: ...  # name, is a device queue
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def dropped(self) -> int: ...
    @property
    def timing_method(self) -> str: ...
    @property
    def batching_changed(self) -> bool: ...

class Session:
    """Waits for all streams, starts recording; `end` waits again, stops and merges."""

    def __init__(self, max_bytes: int = 268435456) -> None: ...
    def end(self) -> Log: ...
    def close(self) -> None: ...  # gives an open session up without waiting

def now() -> int: ...  # nanoseconds, the log's clock
