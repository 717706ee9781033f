"""Array: a strided view of device memory, with indexing, assignment and ways in and out.

The extension's ArrayBase holds the fields, indexes, and exports the buffer protocol; operators come
from _operators. NumPy is imported only where one of its arrays is asked for.
"""

from __future__ import annotations

from metalscope import _core, _errors
from metalscope import _dtypes as dt
from metalscope._layout import as_shape, reshaped_strides, size_of
from metalscope._promotion import can_cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from metalscope._core import Storage
    from metalscope._dtypes import DType, DTypeLike

__all__ = ["Array", "asnumpy"]

_core.register_dtypes(dt.supported)

# The module first, then the class below: _operators and what it imports need this module's name
# only when they run.
from metalscope import _operators, _ufunc  # noqa: E402


class Array(_core.ArrayBase, _operators.Operators):
    """An array on the device: `shape`, `dtype`, `strides` (bytes), memory in a shared buffer.

    Made by the creation functions, `asarray`, and by computing. Operations are encoded and return
    at once; what reads elements on the host waits for them. Indexing by ints, slices, Ellipsis and
    None gives views of the same memory. Storage is "shared" (host and device see it) or "private"
    (the host sees copies only). Thread-safe but for the elements.
    """

    __slots__ = ()

    # NumPy leaves mixed expressions to us, which refuse its arrays with a hint to asarray.
    __array_ufunc__ = None
    __array_priority__ = 1000

    if TYPE_CHECKING:

        @property
        def dtype(self) -> DType:
            """The type of the elements."""

    @property
    def storage(self) -> Storage:
        """Where the memory lies: "shared" or "private" (MTLStorageMode)."""
        return self.buffer.storage

    @property
    def device(self) -> _core.Device:
        """The device whose memory this is."""
        return _core.default_device()

    @property
    def T(self) -> Array:  # noqa: N802 (the standard's name)
        """The transpose of a matrix, as a view. Raises a ValueError without 2 dimensions."""
        if self.ndim != 2:
            raise _errors.value_error(
                f"T is for 2 dimensions, got {self.ndim}; use mtl.permute_dims"
            )
        return self.transpose()

    @property
    def mT(self) -> Array:  # noqa: N802 (the standard's name)
        """The last two dimensions exchanged, as a view."""
        if self.ndim < 2:
            raise _errors.value_error(f"mT is for 2 or more dimensions, got {self.ndim}")
        return self.transpose(*range(self.ndim - 2), self.ndim - 1, self.ndim - 2)

    def transpose(self, *axes: int) -> Array:
        """A view with its dimensions in the order of `axes`; without axes, reversed."""
        ndim = self.ndim
        order = [a.__index__() for a in axes] if axes else list(range(ndim))[::-1]
        order = [a + ndim if a < 0 else a for a in order]
        if sorted(order) != list(range(ndim)):
            raise _errors.value_error(f"axes {axes} are no permutation of {ndim} dimensions")
        shape, strides = self.shape, self.strides
        return self._view(
            tuple(shape[a] for a in order), tuple(strides[a] for a in order), self.offset
        )

    def reshape(self, *shape: Any, copy: bool | None = None) -> Array:
        """The elements in C order under another shape; one extent may be -1.

        A view where strides can say it, else a copy. `copy=True` always copies; `copy=False` raises
        a ValueError instead of copying.
        """
        wanted = shape[0] if len(shape) == 1 else shape
        target = self._completed(wanted)
        if copy is not True:
            if not self.size or self.contiguous:
                return self._view(target, None, self.offset)
            strides = reshaped_strides(self.shape, self.strides, target)
            if strides is not None:
                return self._view(target, strides, self.offset)
            if copy is False:
                raise _errors.value_error(
                    f"an array of strides {self.strides} becomes {target} only by a copy"
                )
        return self.copy()._view(target, None, 0)

    def _completed(self, wanted: Any) -> tuple[int, ...]:
        """`wanted` as a shape of this size, with -1 filled in."""
        extents = [wanted] if hasattr(wanted, "__index__") else list(wanted)
        unknown = [i for i, n in enumerate(extents) if n == -1]
        if len(unknown) == 1:
            known = size_of(tuple(n for n in extents if n != -1))
            if known and self.size % known == 0:
                extents[unknown[0]] = self.size // known
        if -1 in extents or size_of(target := as_shape(tuple(extents))) != self.size:
            raise _errors.value_error(
                f"an array of {self.size} elements cannot become {tuple(extents)}"
            )
        return target

    # ---- indexing -----------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Array:
        view = self._index(key)
        if view is NotImplemented:
            raise _errors.index_error(
                f"an index is made of ints, slices, Ellipsis and None, got {_kind_of(key)}"
            )
        return view

    def __setitem__(self, key: Any, value: Any) -> None:
        target = self[key]
        if not target.writable:
            raise _errors.value_error("the array is read-only")
        if isinstance(value, (bool, int, float)):
            _check_kind(target.dtype, value)
            _ufunc.fill(target, bool(value) if target.dtype is dt.bool else value)
            return
        source = value if isinstance(value, Array) else _from_host(value, target.dtype)
        if not can_cast(source.dtype, target.dtype, casting="same_kind"):
            raise _errors.type_error(
                f"{source.dtype.name} elements do not fit into an array of {target.dtype.name}; "
                f"convert them with astype"
            )
        _ufunc.copy_into(target, source)

    def __len__(self) -> int:
        if not self.shape:
            raise _errors.type_error("an array of 0 dimensions has no len()")
        return self.shape[0]

    def __iter__(self) -> Iterator[Array]:
        if not self.shape:
            raise _errors.type_error("an array of 0 dimensions cannot be iterated over")
        return (self[i] for i in range(self.shape[0]))

    # ---- copies and conversions ---------------------------------------------------------------

    def copy(self) -> Array:
        """A contiguous copy in the same storage."""
        result = Array._empty(self.shape, self.dtype, self.storage)
        _ufunc.copy_into(result, self)
        return result

    def astype(self, dtype: DTypeLike, /, *, copy: bool = True) -> Array:
        """The elements as `dtype`, a copy; `copy=False` returns the array itself if it is already.

        Array API standard: astype. Floating-point numbers lose their fraction as integers; those
        outside the integer type, and NaN, give values that are not defined.
        """
        target = dt.as_dtype(dtype)
        if target is self.dtype and not copy:
            return self
        result = Array._empty(self.shape, target, self.storage)
        _ufunc.copy_into(result, self)
        return result

    # ---- values on the host: each waits for the device ------------------------------------------

    def _scalar(self, what: str) -> Any:
        if self.size != 1:
            raise _errors.type_error(
                f"only an array of one element becomes {what}, this one has shape {self.shape}"
            )
        return self.item()

    def __bool__(self) -> bool:
        return bool(self._scalar("a bool"))

    def __int__(self) -> int:
        return int(self._scalar("an int"))

    def __float__(self) -> float:
        return float(self._scalar("a float"))

    def __index__(self) -> int:
        if "integer" not in self.dtype.kind:
            raise _errors.type_error(f"only an integer array is an index, not {self.dtype.name}")
        return int(self._scalar("an index"))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """NumPy's array of the elements: a view of shared storage, a copy of private storage."""
        import numpy

        host = _host_view(self)
        return numpy.array(host, dtype=dtype, copy=copy)

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """The module metalscope. Array API standard: array.__array_namespace__."""
        import metalscope

        return metalscope

    def __dlpack_device__(self) -> tuple[int, int]:
        """(kDLCPU, 0): shared storage is memory of the host. Array API standard."""
        return 1, 0

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A DLPack capsule of the memory, after waiting for the device.

        Raises a BufferError for private storage and for bfloat16. Array API standard: __dlpack__.
        """
        if self.storage != "shared":
            raise BufferError("only shared storage can be exported; copy it with mtl.asnumpy")
        if self.dtype is dt.bfloat16:
            raise BufferError("bfloat16 cannot be exported; convert it with a.astype(mtl.float32)")
        host = _host_view(self)
        return host.__dlpack__(
            stream=stream, max_version=max_version, dl_device=dl_device, copy=copy
        )

    def __repr__(self) -> str:
        storage = "" if self.storage == "shared" else f", storage={self.storage!r}"
        tail = f"shape={self.shape}, dtype={self.dtype.name}{storage})"
        if not self.size:
            return f"Array([], {tail}"
        import numpy

        shown = self.astype(dt.float32) if self.dtype is dt.bfloat16 else self
        text = numpy.array2string(asnumpy(shown), separator=", ", prefix="Array(", threshold=200)
        return f"Array({text}, {tail}"

    def __str__(self) -> str:
        import numpy

        shown = self.astype(dt.float32) if self.dtype is dt.bfloat16 else self
        return str(numpy.asarray(asnumpy(shown)))

    def __format__(self, spec: str) -> str:
        return format(self.item() if not self.shape else str(self), spec)


def asnumpy(a: Array, /) -> Any:
    """A NumPy array with a copy of the elements, in C order. Waits for the device.

    `numpy.asarray(a)` gives a view of shared storage instead. bfloat16 needs ml_dtypes.
    """
    import numpy

    if not isinstance(a, Array):
        raise _errors.type_error(f"asnumpy takes a metalscope array, got {type(a).__qualname__}")
    return numpy.array(_host_view(a), order="C")


def shared(a: Array) -> Array:
    """`a`, or a copy of it in shared storage."""
    if a.storage == "shared":
        return a
    result = Array._empty(a.shape, a.dtype)
    _ufunc.copy_into(result, a)
    return result


def _host_view(a: Array) -> Any:
    """NumPy's view of the elements, or of a shared copy of private ones."""
    import numpy

    visible = shared(a)
    if a.dtype is not dt.bfloat16:
        return numpy.asarray(memoryview(visible))
    bits = visible._view(visible.shape, visible.strides, visible.offset, dt.uint16)
    return numpy.asarray(memoryview(bits)).view(dt.bfloat16.dtype)


def _from_host(value: Any, dtype: DType) -> Array:
    """An assigned NumPy array or sequence; sequences take the target's type."""
    from metalscope._creation import asarray

    return asarray(value) if hasattr(value, "dtype") else asarray(value, dtype=dtype)


def _check_kind(dtype: DType, value: bool | int | float) -> None:
    """Raises where a Python float would lose its fraction; all numbers have a truth value."""
    if isinstance(value, float) and "integer" in dtype.kind:
        raise _errors.type_error(
            f"{value!r} is no {dtype.name}; convert the number or the array first"
        )


def _kind_of(key: Any) -> str:
    parts = key if isinstance(key, tuple) else (key,)
    return ", ".join(type(p).__qualname__ for p in parts)
