"""The compiled extension: the C++ embedding API, and the parts of Array that must be fast.

Users see it through metalscope's own names. Every call that waits releases the GIL, wakes on
Ctrl-C, and raises CommandBufferError for work that failed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, final

from typing_extensions import Self

from ._errors import Diagnostic

Size: TypeAlias = int | tuple[int] | tuple[int, int] | tuple[int, int, int]
Storage: TypeAlias = Literal["shared", "private"]

__version__: str

@final
class Buffer:
    """Device memory of `nbytes` bytes; pooled, uninitialised."""

    def __new__(cls, nbytes: int, storage: Storage = "shared") -> Buffer: ...
    @staticmethod
    def wrap(owner: object, /) -> Buffer:
        """Page-aligned memory of a buffer-protocol object, without a copy; keeps `owner` alive."""
    @property
    def nbytes(self) -> int: ...
    @property
    def storage(self) -> Storage: ...
    def __buffer__(self, flags: int, /) -> memoryview:
        """The bytes of shared storage, writable; pending work is not waited for."""
    @property
    def address(self) -> int: ...  # host address; 0 for private storage and size 0

class ArrayBase:
    """A strided view of a Buffer: what launches, the buffer protocol and indexing see of an Array.

    Immutable but for the elements. `dtype` is one of the objects given to `register_dtypes`;
    strides are in bytes; at most 8 dimensions. Methods that make another array return the Python
    type that they are called on, without its `__new__` and `__init__`.
    """

    def __new__(
        cls,
        buffer: Buffer,
        dtype: Any,
        shape: tuple[int, ...],
        strides: tuple[int, ...] | None = None,  # None: C-contiguous
        offset: int = 0,  # bytes
        writable: bool = True,
    ) -> Self: ...
    @classmethod
    def _empty(cls, shape: tuple[int, ...], dtype: Any, storage: Storage = "shared") -> Self:
        """A C-contiguous array of uninitialised memory of its own."""
    def _view(
        self,
        shape: tuple[int, ...],
        strides: tuple[int, ...] | None = None,  # None: C-contiguous
        offset: int | None = None,  # bytes from the buffer's start; None: this array's
        dtype: Any = None,
        writable: bool | None = None,
    ) -> Self:
        """The same buffer, laid out otherwise."""
    def _index(self, key: Any, /) -> Self:
        """The view that ints, slices, Ellipsis and None select; NotImplemented for other keys.

        Raises IndexError for an index out of range.
        """
    def item(self, *index: int) -> bool | int | float | complex:
        """One element as a Python scalar; waits. Without an index the array has one element."""
    def tolist(self) -> Any:
        """The elements as nested lists of Python scalars, one scalar for 0 dimensions; waits."""
    @property
    def buffer(self) -> Buffer: ...  # views of one array share one object
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
    def itemsize(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def writable(self) -> bool: ...
    @property
    def contiguous(self) -> bool: ...  # C order
    def __buffer__(self, flags: int, /) -> memoryview:
        """Shared storage only; waits for all pending work first. BufferError without a format."""

def register_dtypes(dtypes: Sequence[Any]) -> None:
    """The dtype objects, each with `name` ("float32"), `itemsize` and `format`.

    `format` is the struct module's, "" where that has none.
    """

class Library:
    """Compiled MSL."""

    def __init__(
        self,
        source: str,
        *,
        math_mode: str = "fast",
        language_version: str = "",
        defines: Mapping[str, str] = ...,
        include_dirs: Sequence[str] = ...,
        label: str = "",
    ) -> None: ...
    @property
    def kernel_names(self) -> list[str]: ...
    @property
    def warnings(self) -> list[Diagnostic]: ...
    def kernel(self, name: str, constants: Mapping[str, object] | None = None) -> Kernel: ...

class KernelArgument:
    """An argument of a kernel, as MSL declares it."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Literal["buffer", "threadgroup", "texture", "sampler"]: ...
    @property
    def index(self) -> int: ...
    @property
    def writable(self) -> bool: ...
    @property
    def type(self) -> str: ...  # of what it points or refers to: "float4", "struct"
    @property
    def itemsize(self) -> int: ...  # bytes of it

@final
class Kernel:
    """A launchable kernel: a vectorcall callable that encodes on the calling thread's stream."""

    @property
    def name(self) -> str: ...
    @property
    def __name__(self) -> str: ...
    @property
    def arguments(self) -> list[KernelArgument]: ...
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
        threadgroup_memory: dict[int, int] | None = None,
    ) -> None: ...

def copy(
    source: Buffer,
    source_offset: int,
    destination: Buffer,
    destination_offset: int,
    nbytes: int,
) -> None: ...
def fill(buffer: Buffer, offset: int, nbytes: int, value: int) -> None: ...
def synchronize() -> None:
    """Waits until all work of the calling thread's stream is done.

    Raises:
        CommandBufferError: the first failure since the last wait.
    """

def device_synchronize() -> None:
    """Waits until all work of all threads is done; creates nothing.

    Raises:
        CommandBufferError: the first failure since the last wait.
    """

class Device:
    """A GPU of this machine, or the software device (MTLDevice). Sizes in bytes."""

    @property
    def name(self) -> str: ...
    @property
    def architecture(self) -> str: ...
    @property
    def registry_id(self) -> int: ...
    @property
    def unified_memory(self) -> bool: ...
    @property
    def max_buffer_length(self) -> int: ...
    @property
    def recommended_working_set(self) -> int: ...
    @property
    def max_threadgroup_memory(self) -> int: ...
    @property
    def max_threads_per_threadgroup(self) -> tuple[int, int, int]: ...
    @property
    def samples_dispatch_boundaries(self) -> bool: ...  # counters around each dispatch
    @property
    def samples_stage_boundaries(self) -> bool: ...  # counters around each pass
    def memory(self) -> dict[str, int]:
        """live_bytes, peak_bytes, pooled_bytes, live_buffers, allocations of this process."""
    def empty_cache(self) -> None:
        """Gives pooled memory back to the system."""

def devices() -> list[Device]: ...
def default_device() -> Device: ...

class Log:
    """What a session recorded.

    `events` and `operations` are read-only bytes of the C++ records (metalscope/profile.hpp: Event,
    40 bytes; Operation, 48 bytes) that keep the log's data alive.
    """

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
