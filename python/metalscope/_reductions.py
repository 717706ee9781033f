"""Reductions over any axes: sum, prod, mean, max, min, any, all.

Arrays are reduced one (merged) dimension at a time by reduce.metal; floating types are accumulated
in float32 by many short chains, integers in 64 bits. Launching waits for nothing.
"""

from __future__ import annotations

from struct import pack

from metalscope import _core, _errors, _kernels, _ufunc
from metalscope import _dtypes as dt
from metalscope._array import Array
from metalscope._dtypes import as_dtype
from metalscope._layout import MAX_GRID, collapse, normalize_axes
from metalscope._promotion import iinfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from metalscope._dtypes import DType, DTypeLike

    Axis: TypeAlias = int | tuple[int, ...] | None
    Dimension: TypeAlias = tuple[int, int]  # extent, stride in bytes

__all__ = ["all", "any", "max", "mean", "min", "prod", "sum"]

_STRUCTURES = {
    "sum": "Sum",
    "prod": "Product",
    "max": "Maximum",
    "min": "Minimum",
    "any": "Any",
    "all": "All",
}
_EMPTY = {"sum": 0, "prod": 1, "any": False, "all": True}
# Elements that one thread reduces when a dimension is split, at least.
_RUN = 1024
_compiled: dict[tuple[str, int, int, int, int, bool], _core.Kernel] = {}


def _limits(dtype: DType) -> tuple[str, str]:
    """MSL's lowest and highest value of the type."""
    if dtype.kind == "real floating":
        return "-INFINITY", "INFINITY"
    if dtype is dt.bool:
        return "false", "true"
    info = iinfo(dtype)
    suffix = "ul" if info.min == 0 else "l"
    lowest = f"({info.min + 1}{suffix} - 1)" if info.min else "0"
    return f"{dtype.metal}({lowest})", f"{dtype.metal}({info.max}{suffix})"


def _kernel(
    name: str, source: DType, accumulator: DType, output: DType, *, lanes: int, columns: bool
) -> _core.Kernel:
    key = (name, source.code, accumulator.code, output.code, lanes, columns)
    found = _compiled.get(key)
    if found is None:
        label = f"{name}_{source.short}"
        lowest, highest = _limits(accumulator)
        defines: dict[str, object] = {
            "NAME": label,
            "REDUCTION": _STRUCTURES[name],
            "INPUT": source.metal,
            "ACCUMULATOR": accumulator.metal,
            "OUTPUT": output.metal,
            "LOAD(value)": _kernels.convert("value", source, accumulator),
            "STORE(value)": _kernels.convert("value", accumulator, output),
            "LOWEST": lowest,
            "HIGHEST": highest,
            "LANES": lanes,
        }
        if columns:
            defines["COLUMNS"] = 1
        found = _compiled[key] = _kernels.build(("reduce.metal",), defines, label)
    return found


def _accumulator(name: str, source: DType, output: DType) -> DType:
    """The type that partial results have."""
    if name in ("any", "all"):
        return dt.bool
    if "real floating" in (source.kind, output.kind):
        return dt.float32
    if name in ("max", "min"):
        return source
    return dt.uint64 if output.kind == "unsigned integer" else dt.int64


def _reduce(
    name: str, x: Array, axis: Axis, *, keepdims: bool, output: DType, out: Array | None
) -> Array:
    """The reduction `name` of `x`; `output` is the type of the result."""
    axes = normalize_axes(axis, x.ndim)
    shape = tuple(1 if d in axes else n for d, n in enumerate(x.shape) if keepdims or d not in axes)
    if out is None:
        result = Array._empty(shape, output, x.storage)
    else:
        _ufunc.check_out(name, out, shape)
        result = out
        if out.dtype is not output:
            raise _errors.type_error(
                f"the result of {name} is {output.name}; out= has {out.dtype.name}"
            )
    if not result.size:
        return result
    if not x.size:
        if name not in _EMPTY:
            raise _errors.value_error(f"{name} of no elements is not defined")
        _ufunc.fill(result, _EMPTY[name])
        return result
    fits = result.contiguous and not _ufunc.overlaps(result, x)
    target = result if fits else Array._empty(shape, output, result.storage)
    _run(name, x, axes, _accumulator(name, x.dtype, output), target)
    if target is not result:
        _ufunc.copy_into(result, target)
    return result


def _run(name: str, x: Array, axes: tuple[int, ...], accumulator: DType, out: Array) -> None:
    """Reduces `axes` of `x` into `out`, which is contiguous."""
    kept = tuple(d for d in range(x.ndim) if d not in axes)
    extents, strides = collapse(
        tuple(x.shape[d] for d in axes), [tuple(x.strides[d] for d in axes)]
    )
    reduced = list(zip(extents, strides[0], strict=True))
    if not reduced:
        flat = x.reshape(out.shape)
        _ufunc.copy_into(out, flat)
        return
    outer = _merged(x, kept)
    if len(reduced) > 1:
        # The dimension of the smallest stride first; what it leaves is contiguous and small.
        shape = tuple(n for n, _ in outer + reduced[:-1])
        partial = Array._empty(shape, accumulator, x.storage)
        _along(
            name,
            x,
            kept=outer + reduced[:-1],
            reduced=reduced[-1],
            accumulator=accumulator,
            out=partial,
        )
        ndim = len(shape)
        _run(name, partial, tuple(range(len(outer), ndim)), accumulator, out)
        return
    _along(name, x, kept=outer, reduced=reduced[0], accumulator=accumulator, out=out)


def _merged(x: Array, dimensions: tuple[int, ...]) -> list[Dimension]:
    """These dimensions in order, neighbours merged where one stride runs through both."""
    result: list[Dimension] = []
    for d in dimensions:
        n, stride = x.shape[d], x.strides[d]
        if n == 1:
            continue
        if result and result[-1][1] == n * stride:
            result[-1] = (result[-1][0] * n, stride)
        else:
            result.append((n, stride))
    return result


def _along(
    name: str,
    x: Array,
    *,
    kept: list[Dimension],
    reduced: Dimension,
    accumulator: DType,
    out: Array,
) -> None:
    """Reduces one dimension of a view of `x` into `out`, contiguous over the kept ones."""
    itemsize = x.dtype.itemsize
    if len(kept) <= 1 and reduced[1] == itemsize:
        outer = kept[0] if kept else (1, 0)
        _launch(name, x, outer=outer, reduced=reduced, width=0, accumulator=accumulator, out=out)
        return
    if len(kept) in (1, 2) and kept[-1][1] == itemsize:
        outer = kept[0] if len(kept) == 2 else (1, 0)
        _launch(
            name,
            x,
            outer=outer,
            reduced=reduced,
            width=kept[-1][0],
            accumulator=accumulator,
            out=out,
        )
        return
    # Neither are the reduced elements adjacent nor the results: once more, from a copy that is.
    dimensions = [*kept, reduced]
    view = x._view(tuple(n for n, _ in dimensions), tuple(s for _, s in dimensions), x.offset)
    length = reduced[0]
    rows = (view.size // length, length * itemsize)
    _launch(
        name,
        view.copy(),
        outer=rows,
        reduced=(length, itemsize),
        width=0,
        accumulator=accumulator,
        out=out,
    )


def _launch(
    name: str,
    x: Array,
    *,
    outer: Dimension,
    reduced: Dimension,
    width: int,
    accumulator: DType,
    out: Array,
) -> None:
    """One or two launches of reduce.metal; `width` is 0 where the reduced elements are adjacent."""
    length = reduced[0]
    columns = width > 0
    lanes = 16 if columns or length >= 64 else 1
    run = _run_length(length, outer[0] * -(-width // lanes) if columns else outer[0])
    parts = -(-length // run)
    blocks = -(-width // lanes)
    threads = (blocks, parts, outer[0]) if columns else (parts, outer[0])
    if sorted(threads)[-1] > MAX_GRID:
        raise _errors.value_error(f"{name}: more than {MAX_GRID} results along one dimension")
    target = out
    if parts > 1:
        shape = (outer[0], parts, width) if columns else (outer[0], parts)
        target = Array._empty(shape, accumulator, x.storage)
    itemsize = x.dtype.itemsize
    access = pack(
        "<3q3Q",
        x.offset // itemsize,
        outer[1] // itemsize,
        reduced[1] // itemsize,
        length,
        run,
        width,
    )
    kernel = _kernel(name, x.dtype, accumulator, target.dtype, lanes=lanes, columns=columns)
    kernel(x.buffer, target.reshape(-1), access, threads=threads)
    if parts > 1:
        step = accumulator.itemsize
        if columns:
            following, stride = (outer[0], parts * width * step), (parts, width * step)
        else:
            following, stride = (outer[0], parts * step), (parts, step)
        _launch(
            name,
            target,
            outer=following,
            reduced=stride,
            width=width,
            accumulator=accumulator,
            out=out,
        )


def _run_length(length: int, threads: int) -> int:
    """How many elements one thread reduces: all where there are threads enough, else the root."""
    if length <= _RUN or (threads >= 256 and length <= 16 * _RUN):
        return length
    run = _RUN
    while run * run < length:
        run *= 2
    return run


def _element_type(name: str, x: Array) -> DType:
    """The type of the elements; raises unless `x` is an array."""
    if not isinstance(x, Array):
        raise _errors.type_error(
            f"{name} takes a metalscope array, got {type(x).__qualname__}; see mtl.asarray"
        )
    return x.dtype


def _accumulated(name: str, x: Array, dtype: DTypeLike | None) -> DType:
    """The type of a sum or product (array API standard, sum)."""
    own = _element_type(name, x)
    if dtype is not None:
        return as_dtype(dtype)
    if own.kind == "unsigned integer":
        return dt.uint64
    return own if own.kind == "real floating" else dt.int64


def sum(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """The sum over `axis` (all by default; an int or a tuple). Array API standard: sum.

    Integers and bool are summed as int64 or uint64, which wrap around; floating types keep their
    type and are accumulated in float32. Of no elements: 0.
    """
    output = _accumulated("sum", x, dtype)
    return _reduce("sum", x, axis, keepdims=keepdims, output=output, out=out)


def prod(
    x: Array,
    /,
    *,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """The product over `axis`, with the types of `sum`. Of no elements: 1. Array API: prod."""
    output = _accumulated("prod", x, dtype)
    return _reduce("prod", x, axis, keepdims=keepdims, output=output, out=out)


def max(
    x: Array, /, *, axis: Axis = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """The largest element over `axis`; NaN if there is one. Array API standard: max.

    Raises a ValueError where there are no elements.
    """
    output = _element_type("max", x)
    return _reduce("max", x, axis, keepdims=keepdims, output=output, out=out)


def min(
    x: Array, /, *, axis: Axis = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """The smallest element over `axis`; NaN if there is one. Array API standard: min.

    Raises a ValueError where there are no elements.
    """
    output = _element_type("min", x)
    return _reduce("min", x, axis, keepdims=keepdims, output=output, out=out)


def any(
    x: Array, /, *, axis: Axis = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """Whether an element over `axis` is true (not zero), as bool. Of no elements: False."""
    _element_type("any", x)
    return _reduce("any", x, axis, keepdims=keepdims, output=dt.bool, out=out)


def all(
    x: Array, /, *, axis: Axis = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """Whether all elements over `axis` are true (not zero), as bool. Of no elements: True."""
    _element_type("all", x)
    return _reduce("all", x, axis, keepdims=keepdims, output=dt.bool, out=out)


def mean(
    x: Array, /, *, axis: Axis = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """The mean over `axis`; of integers and bool as float32. NaN of no elements.

    Array API standard: mean.
    """
    from metalscope._elementwise import divide

    own = _element_type("mean", x)
    output = own if own.kind == "real floating" else dt.float32
    total = _reduce("sum", x, axis, keepdims=keepdims, output=dt.float32, out=None)
    count = 1
    for d in normalize_axes(axis, x.ndim):
        count *= x.shape[d]
    if out is None:
        out = Array._empty(total.shape, output, x.storage)
    elif out.dtype is not output:
        raise _errors.type_error(f"the result of mean is {output.name}; out= has {out.dtype.name}")
    return divide(total, count, out=out)
