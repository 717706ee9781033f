"""Data of the host into new arrays: nested sequences of Python numbers, buffers, NumPy arrays.

Sequences need no NumPy. Writing into a new array waits for nothing, since its buffer is not in use.
"""

from __future__ import annotations

from struct import error as struct_error
from struct import pack

from metalscope import _dtypes as dt
from metalscope import _errors, _ufunc
from metalscope._array import Array
from metalscope._dtypes import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from metalscope._core import Storage
    from metalscope._dtypes import DType


def to_storage(array: Array, storage: Storage) -> Array:
    """`array` itself, or a copy in the other storage."""
    if array.storage == storage:
        return array
    result = Array._empty(array.shape, array.dtype, storage)
    _ufunc.copy_into(result, array)
    return result


def from_buffer(obj: Any, target: DType | None) -> Array:
    """A shared array with the elements of a NumPy array or scalar, or of what NumPy can read."""
    import numpy

    host = numpy.asarray(obj)
    if target is None:
        target = as_dtype(_native(host.dtype))
    elif host.dtype.kind not in "biufV":
        raise _errors.type_error(f"elements of {host.dtype} do not become {target.name}")
    result = Array._empty(host.shape, target)
    if host.size:
        raw = numpy.frombuffer(memoryview(result.buffer), dtype=numpy.uint8)
        view = raw[: result.nbytes].view(target.dtype).reshape(host.shape)
        numpy.copyto(view, host, casting="unsafe")
    return result


def _native(dtype: Any) -> Any:
    """NumPy's dtype in native byte order, as the copy will have it."""
    if dtype.kind not in "biuf" and dtype.name != "bfloat16":
        raise _errors.type_error(
            f"arrays of {dtype} are not supported; there are bool, integers and floats"
        )
    return dtype.newbyteorder("=") if not dtype.isnative else dtype


def from_sequence(obj: Any, target: DType | None) -> Array:
    """A shared array from a Python number or nested sequences of numbers and 0-d arrays."""
    shape = _shape_of(obj)
    flat: list[Any] = []
    _flatten(obj, shape, 0, flat)
    if target is None:
        kinds = set(map(type, flat))
        if float in kinds or not flat:
            target = dt.default_float
        else:
            target = dt.default_int if int in kinds else dt.bool
    if target is dt.bfloat16:
        return from_sequence(obj, dt.float32).astype(dt.bfloat16)
    if target is dt.bool:
        flat = [bool(x) for x in flat]
    elif target.kind != "real floating" and any(isinstance(x, float) for x in flat):
        raise _errors.type_error(f"floats do not become {target.name} in silence; convert them")
    result = Array._empty(shape, target)
    if flat:
        try:
            data = pack(f"={len(flat)}{target.format}", *flat)
        except (struct_error, OverflowError):
            raise _errors.value_error(f"a number is outside the range of {target.name}") from None
        memoryview(result.buffer)[: len(data)] = data
    return result


def _is_sequence(x: Any) -> bool:
    return isinstance(x, (list, tuple, range)) or (isinstance(x, Array) and x.ndim > 0)


def _shape_of(obj: Any) -> tuple[int, ...]:
    """The shape by the first elements; _flatten checks the rest."""
    shape = []
    while _is_sequence(obj):
        shape.append(len(obj))
        if not shape[-1]:
            break
        obj = obj[0]
    return tuple(shape)


def _flatten(obj: Any, shape: tuple[int, ...], depth: int, flat: list[Any]) -> None:
    """Appends the numbers of `obj` in C order; raises where its shape is not regular."""
    if depth == len(shape):
        if isinstance(obj, (bool, int, float)):
            flat.append(obj)
        elif hasattr(obj, "item") and not _is_sequence(obj) and getattr(obj, "shape", ()) == ():
            flat.append(obj.item())
        elif _is_sequence(obj):
            raise _errors.value_error("nested sequences differ in length or depth")
        else:
            raise _errors.type_error(
                f"asarray takes arrays, numbers and sequences of numbers, got "
                f"{type(obj).__qualname__}"
            )
        return
    if not _is_sequence(obj) or len(obj) != shape[depth]:
        raise _errors.value_error("nested sequences differ in length or depth")
    for x in obj:
        _flatten(x, shape, depth + 1, flat)
