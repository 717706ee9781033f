"""Creation functions, by the names and rules of the Python array API standard.

`storage` is "shared" (default; host and device see the memory) or "private" (the device alone). The
default types are float32 for floating-point numbers and int64 for integers, as NumPy's on all
platforms and as those of sums and indices; Metal's integer types all work, and dtype=mtl.int32
halves the memory. NumPy is imported only to read NumPy's and other libraries' arrays.
"""

from __future__ import annotations

import math

from metalscope import _core, _errors, _kernels, _ufunc
from metalscope import _dtypes as dt
from metalscope._array import Array
from metalscope._dtypes import as_dtype
from metalscope._host import from_buffer, from_sequence, to_storage
from metalscope._layout import MAX_GRID, as_shape
from metalscope._promotion import scalar_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from metalscope._core import Storage
    from metalscope._dtypes import DType, DTypeLike

__all__ = [
    "arange",
    "asarray",
    "ascontiguousarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
]

_compiled: dict[tuple[str, int], _core.Kernel] = {}


def _kernel(rule: str, dtype: DType, compute: str) -> _core.Kernel:
    """A kernel of creation.metal for results of `dtype`."""
    key = (rule, dtype.code)
    found = _compiled.get(key)
    if found is None:
        name = f"{rule}_{dtype.short}"
        defines = {rule.upper(): 1, "NAME": name, "OUTPUT": dtype.metal, "COMPUTE": compute}
        found = _compiled[key] = _kernels.build(("creation.metal",), defines, name)
    return found


def empty(
    shape: int | tuple[int, ...], *, dtype: DTypeLike | None = None, storage: Storage = "shared"
) -> Array:
    """An array of `shape` whose elements are whatever the memory holds; float32 by default."""
    return Array._empty(as_shape(shape), _or_float(dtype), storage)


def zeros(
    shape: int | tuple[int, ...], *, dtype: DTypeLike | None = None, storage: Storage = "shared"
) -> Array:
    """An array of zeros; float32 by default."""
    return full(shape, 0, dtype=_or_float(dtype), storage=storage)


def ones(
    shape: int | tuple[int, ...], *, dtype: DTypeLike | None = None, storage: Storage = "shared"
) -> Array:
    """An array of ones; float32 by default."""
    return full(shape, 1, dtype=_or_float(dtype), storage=storage)


def full(
    shape: int | tuple[int, ...],
    fill_value: bool | int | float,
    *,
    dtype: DTypeLike | None = None,
    storage: Storage = "shared",
) -> Array:
    """An array with every element `fill_value`, of the number's own type by default.

    Raises for a number that the type cannot hold.
    """
    target = scalar_dtype(fill_value) if dtype is None else as_dtype(dtype)
    result = Array._empty(as_shape(shape), target, storage)
    result[...] = bool(fill_value) if target is dt.bool else fill_value
    return result


def _check_array(x: object) -> None:
    if not isinstance(x, Array):
        raise _errors.type_error(
            f"expected a metalscope.Array, not {type(x).__name__}; metalscope.asarray makes one"
        )


def empty_like(
    x: Array, /, *, dtype: DTypeLike | None = None, storage: Storage | None = None
) -> Array:
    """An uninitialised array with the shape of `x`, and its type and storage unless given."""
    _check_array(x)
    return Array._empty(x.shape, _or_like(dtype, x), storage or x.storage)


def zeros_like(
    x: Array, /, *, dtype: DTypeLike | None = None, storage: Storage | None = None
) -> Array:
    """Zeros with the shape of `x`, and its type and storage unless given."""
    return full_like(x, 0, dtype=dtype, storage=storage)


def ones_like(
    x: Array, /, *, dtype: DTypeLike | None = None, storage: Storage | None = None
) -> Array:
    """Ones with the shape of `x`, and its type and storage unless given."""
    return full_like(x, 1, dtype=dtype, storage=storage)


def full_like(
    x: Array,
    /,
    fill_value: bool | int | float,
    *,
    dtype: DTypeLike | None = None,
    storage: Storage | None = None,
) -> Array:
    """`fill_value` everywhere, with the shape of `x`, and its type and storage unless given."""
    _check_array(x)
    return full(x.shape, fill_value, dtype=_or_like(dtype, x), storage=storage or x.storage)


def arange(
    start: int | float,
    /,
    stop: int | float | None = None,
    step: int | float = 1,
    *,
    dtype: DTypeLike | None = None,
    storage: Storage = "shared",
) -> Array:
    """The numbers start, start + step, ... before `stop`; arange(n) counts from 0.

    int64 when all arguments are ints, else float32. Raises a ValueError for a step of 0.
    """
    if stop is None:
        start, stop = 0, start
    start, stop, step = map(_finite_number, (start, stop, step))
    if step == 0:
        raise _errors.value_error("arange needs a step that is not 0")
    whole = all(isinstance(n, int) for n in (start, stop, step))
    target = as_dtype(dtype) if dtype is not None else (dt.default_int if whole else dt.float32)
    if target is dt.bool:
        raise _errors.type_error("arange has no bool; take an integer type")
    size = max(0, -((start - stop) // step) if whole else math.ceil((stop - start) / step))
    result = Array._empty((int(size),), target, storage)
    floating = target.kind == "real floating"
    if not (whole or floating):
        raise _errors.type_error(f"arange of {target.name} needs ints, got floats")
    if size and not floating:
        _check_range(target, int(start), int(start + (size - 1) * step))
        if target.kind == "unsigned integer" and step < 0:
            step += 2**64
    compute = "float" if floating else ("long" if target.kind == "signed integer" else "ulong")
    for first in range(0, int(size), MAX_GRID):
        part = result[first : first + MAX_GRID]
        _kernel("arange", target, compute)(start + first * step, step, part, threads=part.size)
    return result


def _finite_number(value: object) -> int | float:
    """What arange counts with; integers of other types (NumPy's) are ints."""
    if hasattr(value, "__index__"):
        return value.__index__()  # type: ignore[no-any-return]
    if not hasattr(value, "__float__"):
        raise _errors.type_error(f"arange: expected numbers, not {type(value).__name__}")
    number = value.__float__()
    if not math.isfinite(number):
        raise _errors.value_error(f"arange: expected finite numbers, not {number}")
    return number  # type: ignore[no-any-return]


def _check_range(dtype: DType, *values: int) -> None:
    signed = dtype.kind == "signed integer"
    low = -(1 << (dtype.bits - 1)) if signed else 0
    high = (1 << (dtype.bits - signed)) - 1
    for value in values:
        if not low <= value <= high:
            raise _errors.value_error(f"{value} is outside {dtype.name} ({low} to {high})")


def linspace(
    start: int | float,
    stop: int | float,
    /,
    num: int,
    *,
    dtype: DTypeLike | None = None,
    endpoint: bool = True,
    storage: Storage = "shared",
) -> Array:
    """`num` evenly spaced numbers from `start` to `stop`, the last one exactly `stop`.

    `endpoint=False` leaves `stop` out. The type is a floating one, float32 by default.
    """
    target = _or_float(dtype)
    if target.kind != "real floating":
        raise _errors.type_error(f"linspace has floating types, not {target.name}")
    if not 0 <= num <= MAX_GRID:
        raise _errors.value_error(f"num is from 0 to {MAX_GRID}, got {num}")
    result = Array._empty((num,), target, storage)
    if num:
        gaps = num - 1 if endpoint else num
        step = (stop - start) / gaps if gaps else 0.0
        last = num - 1 if endpoint and num > 1 else MAX_GRID
        kernel = _kernel("linspace", target, "float")
        kernel(float(start), step, float(stop), last, result, threads=num)
    return result


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: DTypeLike | None = None,
    storage: Storage = "shared",
) -> Array:
    """Ones on the k-th diagonal of a matrix (above the main one for k > 0), zeros elsewhere."""
    shape = as_shape((n_rows, n_rows if n_cols is None else n_cols))
    result = Array._empty(shape, _or_float(dtype), storage)
    if result.size:
        kernel = _kernel("eye", result.dtype, "long")
        kernel(k, result, threads=(shape[1], shape[0]))
    return result


def asarray(
    obj: Any,
    /,
    *,
    dtype: DTypeLike | None = None,
    copy: bool | None = None,
    storage: Storage | None = None,
) -> Array:
    """`obj` as an array: a metalscope or NumPy array, a number, nested sequences, a buffer.

    A metalscope array that needs no conversion is returned itself unless `copy=True`; all else is
    copied to the device, and `copy=False` raises a ValueError. Python floats become float32 and
    ints int64. A float64 array raises a TypeError: ask for dtype=mtl.float32. Other types convert
    to `dtype` as by astype. `storage` is "shared" by default, or that of the array.
    """
    target = None if dtype is None else as_dtype(dtype)
    if isinstance(obj, Array):
        same = target in (None, obj.dtype) and storage in (None, obj.storage)
        if same and copy is not True:
            return obj
        _refuse_copy(copy, same)
        result = Array._empty(obj.shape, target or obj.dtype, storage or obj.storage)
        _ufunc.copy_into(result, obj)
        return result
    _refuse_copy(copy, False)
    if isinstance(obj, (bool, int, float, list, tuple, range)):
        result = from_sequence(obj, target)
    else:
        result = from_buffer(obj, target)
    return to_storage(result, storage or "shared")


def _refuse_copy(copy: bool | None, same: bool) -> None:
    if copy is False and not same:
        raise _errors.value_error("copy=False, but the data must be copied to become this array")


def ascontiguousarray(
    obj: Any, /, *, dtype: DTypeLike | None = None, storage: Storage | None = None
) -> Array:
    """`asarray`, and a copy in C order where that is not contiguous. Kernels take such arrays."""
    result = asarray(obj, dtype=dtype, storage=storage)
    return result if result.contiguous else result.copy()


def from_dlpack(x: Any, /, *, copy: bool | None = None) -> Array:
    """An array from another library's array in host memory, by DLPack.

    The memory is shared where it is page-aligned (in address and length) and contiguous, which
    large allocations rarely are; otherwise it is copied. `copy=True` always copies, `copy=False`
    raises a ValueError instead. Array API standard: from_dlpack.
    """
    if isinstance(x, Array):
        return x.copy() if copy else x
    if not hasattr(x, "__dlpack__"):
        raise _errors.type_error(f"{type(x).__qualname__} has no __dlpack__")
    import numpy

    host = numpy.from_dlpack(x)
    page = 16384
    if (
        copy is not True
        and host.nbytes
        and host.flags.c_contiguous
        and host.flags.writeable
        and host.ctypes.data % page == 0
        and host.nbytes % page == 0
    ):
        return Array(_core.Buffer.wrap(host), as_dtype(host.dtype), host.shape)
    _refuse_copy(copy, False)
    return from_buffer(host, None)


def _or_float(dtype: DTypeLike | None) -> DType:
    return dt.default_float if dtype is None else as_dtype(dtype)


def _or_like(dtype: DTypeLike | None, x: Array) -> DType:
    return x.dtype if dtype is None else as_dtype(dtype)
