"""Linear algebra: matmul.

Array API standard, "Linear Algebra Functions". Launching waits for nothing.
"""

from __future__ import annotations

from struct import pack

from metalscope import _core, _errors, _kernels, _ufunc
from metalscope import _dtypes as dt
from metalscope._array import Array
from metalscope._layout import MAX_GRID, broadcast_shapes, broadcast_strides, size_of
from metalscope._promotion import promote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metalscope._dtypes import DType
    from metalscope._layout import Shape

__all__ = ["matmul"]

# The tile of one thread, as in matmul.metal.
_ROWS = 4
_COLUMNS = 16
_compiled: dict[tuple[int, int], _core.Kernel] = {}


def _kernel(a: DType, b: DType, output: DType) -> _core.Kernel:
    key = (a.code, b.code)
    found = _compiled.get(key)
    if found is None:
        name = f"matmul_{output.short}"
        accumulator = dt.float32 if output.kind == "real floating" else output
        defines = {
            "NAME": name,
            "INPUT_A": a.metal,
            "INPUT_B": b.metal,
            "OUTPUT": output.metal,
            "ACCUMULATOR": accumulator.metal,
            "LOAD_A(value)": _kernels.convert("value", a, accumulator),
            "LOAD_B(value)": _kernels.convert("value", b, accumulator),
            "STORE(value)": _kernels.convert("value", accumulator, output),
        }
        found = _compiled[key] = _kernels.build(("matmul.metal",), defines, name)
    return found


def matmul(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """The matrix product over the last two dimensions; the ones before broadcast.

    (..., n, k) and (..., k, m) give (..., n, m); a vector is a row on the left and a column on the
    right, and that dimension is left out of the result. Types promote, bool is refused; both
    halves are accumulated in float32. Array API standard: matmul. Raises a ValueError for shapes
    that do not match.
    """
    for x in (x1, x2):
        if not isinstance(x, Array):
            raise _errors.type_error(
                f"matmul takes metalscope arrays, got {type(x).__qualname__}; see mtl.asarray"
            )
    output = promote(x1.dtype, x2.dtype)
    if output is dt.bool:
        raise _errors.type_error("matmul takes numbers, not bool")
    if not x1.ndim or not x2.ndim:
        raise _errors.value_error("matmul needs at least one dimension; use multiply for numbers")
    a = x1.reshape(1, -1) if x1.ndim == 1 else x1
    b = x2.reshape(-1, 1) if x2.ndim == 1 else x2
    if a.shape[-1] != b.shape[-2]:
        raise _errors.value_error(
            f"matmul: shapes {x1.shape} and {x2.shape} differ in the summed dimension "
            f"({a.shape[-1]} and {b.shape[-2]})"
        )
    batch = broadcast_shapes(a.shape[:-2], b.shape[:-2])
    full = (*batch, a.shape[-2], b.shape[-1])
    shape = (*batch, *full[-2:][x1.ndim == 1 : 2 - (x2.ndim == 1)])
    if out is None:
        private = x1.storage == x2.storage == "private"
        result = Array._empty(shape, output, "private" if private else "shared")
    else:
        _ufunc.check_out("matmul", out, shape)
        if out.dtype is not output:
            raise _errors.type_error(
                f"the result of matmul is {output.name}; out= has {out.dtype.name}"
            )
        result = out
    fits = result.contiguous and not (_ufunc.overlaps(result, x1) or _ufunc.overlaps(result, x2))
    target = result if fits else Array._empty(shape, output, result.storage)
    _launch(a, b, target._view(full, None, target.offset), batch)
    if target is not result:
        _ufunc.copy_into(result, target)
    return result


def _launch(a: Array, b: Array, out: Array, batch: Shape) -> None:
    """out = a @ b, where `out` is contiguous; batches past two dimensions are looped over."""
    if not out.size:
        return
    if not a.shape[-1]:
        _ufunc.fill(out, 0)
        return
    if b.strides[-1] != b.dtype.itemsize and b.shape[-1] > 1:
        b = b.copy()
    a = _over(a, batch)
    b = _over(b, batch)
    if len(batch) > 2:
        for i in range(batch[0]):
            _launch(a[i], b[i], out[i], batch[1:])
        return
    rows, columns = out.shape[-2:]
    inner = a.shape[-1]
    sizes = (a.dtype.itemsize, b.dtype.itemsize)
    a_strides = [s // sizes[0] for s in a.strides]
    b_strides = [s // sizes[1] for s in b.strides]
    a_batch = [*reversed(a_strides[:-2]), 0, 0][:2]
    b_batch = [*reversed(b_strides[:-2]), 0, 0][:2]
    threads = (-(-columns // _COLUMNS), -(-rows // _ROWS), size_of(batch))
    for extent in (rows, columns, inner, threads[2]):
        if extent > MAX_GRID:
            raise _errors.value_error(f"matmul: an extent of {extent} is past {MAX_GRID}")
    product = pack(
        "<4I9q",
        rows,
        columns,
        inner,
        batch[-1] if batch else 1,
        a.offset // sizes[0],
        b.offset // sizes[1],
        *a_strides[-2:],
        *a_batch,
        b_strides[-2],
        *b_batch,
    )
    kernel = _kernel(a.dtype, b.dtype, out.dtype)
    kernel(a.buffer, b.buffer, out, product, threads=threads)


def _over(x: Array, batch: Shape) -> Array:
    """A view of a stack of matrices that repeats it over `batch`."""
    shape = (*batch, *x.shape[-2:])
    return x._view(shape, broadcast_strides(x.shape, x.strides, shape), x.offset)
