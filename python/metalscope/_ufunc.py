"""Runs elementwise operations: chooses types, layout and kernel, allocates the result, launches.

One operation is one kernel dispatch. `unary` and `binary` look up what they need by the operands'
types and go straight to the launch when all arrays are contiguous; `apply` handles every other
case and fills the tables. _array, _operators, _elementwise and this module refer to each other, so
each imports the modules, not their names.
"""

from __future__ import annotations

from struct import pack

from metalscope import _array, _core, _errors, _kernels
from metalscope import _dtypes as dt
from metalscope._layout import (
    MAX_GRID,
    bounds,
    broadcast_shapes,
    broadcast_strides,
    collapse,
    contiguous_strides,
    cuts,
    grid,
    size_of,
)
from metalscope._operations import LOGICAL, OPERATIONS
from metalscope._promotion import can_cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from metalscope._array import Array
    from metalscope._dtypes import DType
    from metalscope._layout import Shape
    from metalscope._operations import Operation

_COPY = OPERATIONS["copy"]
_FILL = OPERATIONS["fill"]


class Plan:
    """An operation for operands of certain types, with its kernels as they are needed."""

    __slots__ = ("contiguous", "converted", "inputs", "kernels", "operation", "output", "result")

    def __init__(
        self,
        operation: Operation,
        inputs: tuple[DType | None, ...],
        converted: tuple[DType, ...],
        result: DType,
        output: DType,
    ) -> None:
        self.operation = operation
        self.inputs = inputs
        self.converted = converted
        self.result = result
        self.output = output
        self.kernels: dict[int, _core.Kernel] = {}
        self.contiguous: _core.Kernel | None = None  # kernels[0], once it was used

    def kernel(self, dimensions: int) -> _core.Kernel:
        """The kernel for contiguous arrays (0), up to 3 or up to 8 dimensions; compiles it."""
        found = self.kernels.get(dimensions)
        if found is None:
            found = self.kernels[dimensions] = _kernels.elementwise(
                self.operation,
                inputs=self.inputs,
                converted=self.converted,
                result=self.result,
                output=self.output,
                dimensions=dimensions,
            )
            if dimensions == 0:
                self.contiguous = found
        return found


def binary(  # noqa: PLR0911 (each condition that the fast path needs)
    operation: Operation, x1: Any, x2: Any, out: Array | None = None
) -> Array:
    """operation(x1, x2); at least one of them an array, the other one may be a Python number."""
    array = _array.Array
    if out is not None and type(out) is not array:
        raise _not_an_array(operation.name, out)
    t1 = type(x1)
    t2 = type(x2)
    plan = operation.plans.get(
        (
            x1.dtype.code if t1 is array else t1,
            x2.dtype.code if t2 is array else t2,
            None if out is None else out.dtype.code,
        )
    )
    if plan is None or plan.contiguous is None:
        return apply(operation, (x1, x2), out)
    if t1 is array:
        if not x1.contiguous:
            return apply(operation, (x1, x2), out)
        shape = x1.shape
        if t2 is array and (x2.shape != shape or not x2.contiguous):
            return apply(operation, (x1, x2), out)
        first = x1
    else:
        if not x2.contiguous:
            return apply(operation, (x1, x2), out)
        shape = x2.shape
        first = x2
    if out is None:
        if first.storage != "shared":
            return apply(operation, (x1, x2), out)
        out = array._empty(shape, plan.output)
    elif not (
        out.shape == shape
        and out.contiguous
        and out.writable
        and _apart(out, x1 if t1 is array else None)
        and _apart(out, x2 if t2 is array else None)
    ):
        return apply(operation, (x1, x2), out)
    size = out.size
    if not 0 < size <= MAX_GRID:
        return apply(operation, (x1, x2), out)
    plan.contiguous(x1, x2, out, threads=size)
    return out


def unary(operation: Operation, x: Any, out: Array | None = None) -> Array:
    """operation(x) of an array."""
    array = _array.Array
    if out is not None and type(out) is not array:
        raise _not_an_array(operation.name, out)
    if type(x) is not array:
        return apply(operation, (x,), out)
    plan = operation.plans.get((x.dtype.code, None if out is None else out.dtype.code))
    if plan is None or plan.contiguous is None or not x.contiguous:
        return apply(operation, (x,), out)
    if out is None:
        if x.storage != "shared":
            return apply(operation, (x,), out)
        out = array._empty(x.shape, plan.output)
    elif not (out.shape == x.shape and out.contiguous and out.writable and _apart(out, x)):
        return apply(operation, (x,), out)
    size = out.size
    if not 0 < size <= MAX_GRID:
        return apply(operation, (x,), out)
    plan.contiguous(x, out, threads=size)
    return out


def _apart(out: Array, x: Array | None) -> bool:
    """False unless it is plain that writing `out` cannot disturb reading `x`."""
    return x is None or out is x or out.buffer is not x.buffer


def apply(operation: Operation, inputs: Sequence[Any], out: Array | None = None) -> Array:
    """operation(*inputs) for operands of every kind; `out` takes the result if given."""
    if out is not None and type(out) is not _array.Array:
        raise _not_an_array(operation.name, out)
    operands = [_operand(operation, x) for x in inputs]
    plan = _plan(operation, operands, out)
    if operation.domain == LOGICAL:
        operands = [x if isinstance(x, _array.Array) else bool(x) for x in operands]
    arrays = [x for x in operands if isinstance(x, _array.Array)]
    shape = broadcast_shapes(*(a.shape for a in arrays))
    if out is None:
        private = all(a.storage == "private" for a in arrays)
        out = _array.Array._empty(shape, plan.output, "private" if private else "shared")
    else:
        check_out(operation.name, out, shape)
        operands = [_separate(x, out) if isinstance(x, _array.Array) else x for x in operands]
    launch(plan, operands, out)
    return out


def copy_into(target: Array, source: Array) -> None:
    """target[...] = source, which broadcasts and converts: a copy, or a kernel that copies."""
    if source.buffer is target.buffer and _same_elements(source, target):
        return
    source = _separate(source, target)
    if (
        source.dtype is target.dtype
        and source.shape == target.shape
        and source.contiguous
        and target.contiguous
    ):
        if target.nbytes:
            _core.copy(source.buffer, source.offset, target.buffer, target.offset, target.nbytes)
        return
    key = (source.dtype.code, target.dtype.code)
    plan = _COPY.plans.get(key)
    if plan is None:
        own = source.dtype
        plan = _COPY.plans[key] = Plan(_COPY, (own,), (own,), own, target.dtype)
    launch(plan, [source], target)


def fill(target: Array, value: bool | int | float) -> None:
    """target[...] = value: a fill where one byte repeats, else a kernel."""
    if not target.size:
        return
    if target.contiguous and (value is False or (value == 0 and _positive(value))):
        _core.fill(target.buffer, target.offset, target.nbytes, 0)
        return
    dtype = target.dtype
    plan = _FILL.plans.get((dtype.code,))
    if plan is None:
        plan = _FILL.plans[(dtype.code,)] = Plan(_FILL, (None,), (dtype,), dtype, dtype)
    launch(plan, [value], target)


def _positive(zero: float) -> bool:
    return not (isinstance(zero, float) and str(zero).startswith("-"))


def _operand(operation: Operation, x: Any) -> Any:
    """An Array or a Python number; NumPy's scalars as Python numbers. Refuses all else."""
    if isinstance(x, (_array.Array, bool, int, float)):
        # numpy.float64 is a float by inheritance; a plain one launches faster.
        return x
    if type(x).__module__ == "numpy" and getattr(x, "shape", None) == () and x.dtype.kind in "biuf":
        return x.item()
    hint = " (mtl.asarray converts it)" if hasattr(x, "__array__") or hasattr(x, "__len__") else ""
    raise _errors.type_error(
        f"{operation.name} takes metalscope arrays and Python numbers, got "
        f"{type(x).__module__}.{type(x).__qualname__}{hint}"
    )


def _plan(operation: Operation, operands: list[Any], out: Array | None) -> Plan:
    array = _array.Array
    key = (
        *(x.dtype.code if isinstance(x, array) else type(x) for x in operands),
        None if out is None else out.dtype.code,
    )
    plan: Plan | None = operation.plans.get(key)
    if plan is not None:
        return plan
    if not any(isinstance(x, array) for x in operands):
        raise _errors.type_error(
            f"{operation.name} needs at least one array (mtl.asarray converts numbers)"
        )
    # The condition of `where` takes no part in promotion.
    skip = 1 if operation.name == "where" else 0
    promoted = operands[skip:]
    common, result = operation.resolve(
        [x.dtype for x in promoted if isinstance(x, array)],
        [x for x in promoted if not isinstance(x, array)],
    )
    output = result
    if out is not None:
        output = out.dtype
        if not can_cast(result, output, casting="same_kind"):
            raise _errors.type_error(
                f"the result of {operation.name} is {result.name}; out= of {output.name} would "
                f"lose its kind (convert it with astype)"
            )
    converted = (dt.bool,) * skip + (common,) * len(promoted)
    inputs = tuple(x.dtype if isinstance(x, array) else None for x in operands)
    plan = operation.plans[key] = Plan(operation, inputs, converted, result, output)
    return plan


def _not_an_array(name: str, out: object) -> Exception:
    return _errors.type_error(
        f"out= of {name} must be a metalscope array, got {type(out).__qualname__}"
    )


def check_out(name: str, out: Any, shape: Shape) -> None:
    """Raises unless `out` is a writable array of that shape."""
    if not isinstance(out, _array.Array):
        raise _not_an_array(name, out)
    if out.shape != shape:
        raise _errors.value_error(f"out= of {name} has shape {out.shape}, the result has {shape}")
    if not out.writable:
        raise _errors.value_error(f"out= of {name} is read-only")


def _same_elements(a: Array, b: Array) -> bool:
    return a.offset == b.offset and a.shape == b.shape and a.strides == b.strides


def overlaps(a: Array, b: Array) -> bool:
    """Whether the memory between their first and last elements has bytes in common."""
    if a.buffer is not b.buffer or not a.size or not b.size:
        return False
    low_a, high_a = bounds(a.shape, a.strides, a.offset, a.dtype.itemsize)
    low_b, high_b = bounds(b.shape, b.strides, b.offset, b.dtype.itemsize)
    return low_a < high_b and low_b < high_a


def _separate(x: Array, out: Array) -> Array:
    """`x`, or a copy of it where writing `out` element by element would change what is read."""
    if x is out or not overlaps(x, out):
        return x
    if _same_elements(x, out) and x.dtype.itemsize == out.dtype.itemsize:
        return x
    return x.copy()


def launch(plan: Plan, operands: Sequence[Any], out: Array) -> None:
    """Encodes the plan's kernel; all arrays broadcast to the shape of `out`."""
    if not out.size:
        return
    shape = out.shape
    slots = [i for i, x in enumerate(operands) if isinstance(x, _array.Array)]
    arrays = [operands[i] for i in slots] + [out]
    if all(a.contiguous and a.shape == shape for a in arrays) and out.size <= MAX_GRID:
        plan.kernel(0)(*operands, out, threads=out.size)
        return
    strides = [broadcast_strides(a.shape, a.strides, shape) for a in arrays]
    shape, strides = collapse(shape, strides)
    offsets = [a.offset for a in arrays]
    sizes = [a.dtype.itemsize for a in arrays]
    flat = len(shape) <= 1 and all(
        s == contiguous_strides(shape, size) for s, size in zip(strides, sizes, strict=True)
    )
    dimensions = 0 if flat else (3 if len(shape) <= 3 else 8)
    kernel = plan.kernel(dimensions)
    arguments = [*operands, out]
    places = [*slots, len(operands)]
    for part, starts in cuts(shape, strides, offsets):
        if flat:
            for place, array, start in zip(places, arrays, starts, strict=True):
                arguments[place] = array._view(part, None, start)
            kernel(*arguments, threads=size_of(part))
            continue
        for place, array in zip(places, arrays, strict=True):
            arguments[place] = array.buffer
        layout = _pack_layout(part, strides, starts, sizes, dimensions)
        kernel(*arguments, layout, threads=grid(part))


def _pack_layout(
    shape: Shape,
    strides: Sequence[Shape],
    offsets: Sequence[int],
    sizes: Sequence[int],
    dimensions: int,
) -> bytes:
    """The Layout structure of elementwise.metal: in elements, fastest dimension first."""
    numbers = [o // size for o, size in zip(offsets, sizes, strict=True)]
    padding = [0] * (dimensions - len(shape))
    for array_strides, size in zip(strides, sizes, strict=True):
        numbers += [s // size for s in reversed(array_strides)]
        numbers += padding
    packed = pack(f"<{len(numbers)}q", *numbers)
    if dimensions > 3:
        extents = [*reversed(shape[:-2]), *([1] * (dimensions - len(shape)))]
        packed += pack(f"<{len(extents)}I", *extents)
    return packed
