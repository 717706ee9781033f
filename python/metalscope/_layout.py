"""Shapes and strides: broadcasting, the fewest dimensions that describe an access, cuts of it.

Pure index arithmetic on tuples; uses nothing but _errors. Strides and offsets are in bytes.
"""

from __future__ import annotations

from metalscope import _errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    Shape: TypeAlias = tuple[int, ...]
    # A shape, slowest dimension first, with per array its strides over that shape.
    Access: TypeAlias = tuple[Shape, list[Shape]]

MAX_DIMENSIONS = 8
# Threads that Metal counts along one dimension of a grid (a uint, thread_position_in_grid).
MAX_GRID = 2**32 - 1


def as_shape(shape: Any) -> Shape:
    """A shape from an int or a sequence of ints; raises for negative and for too many extents."""
    try:
        result = (
            (shape.__index__(),)
            if hasattr(shape, "__index__")
            else tuple(n.__index__() for n in shape)
        )
    except (TypeError, AttributeError):
        raise _errors.type_error(f"a shape is an int or a tuple of ints, not {shape!r}") from None
    if any(n < 0 for n in result):
        raise _errors.value_error(f"negative extent in shape {result}")
    if len(result) > MAX_DIMENSIONS:
        raise _errors.value_error(
            f"arrays have at most {MAX_DIMENSIONS} dimensions, got {len(result)}: {result}"
        )
    return result


def size_of(shape: Shape) -> int:
    """The number of elements."""
    size = 1
    for n in shape:
        size *= n
    return size


def contiguous_strides(shape: Shape, itemsize: int) -> Shape:
    """C order."""
    strides = []
    stride = itemsize
    for n in reversed(shape):
        strides.append(stride)
        stride *= n
    return tuple(reversed(strides))


def broadcast_shapes(*shapes: Shape) -> Shape:
    """The shape that all of them broadcast to (array API standard, "Broadcasting")."""
    ndim = max(map(len, shapes), default=0)
    result = [1] * ndim
    for shape in shapes:
        for i, n in enumerate(shape, ndim - len(shape)):
            if n != 1 and n != result[i]:
                if result[i] != 1:
                    listed = ", ".join(map(str, shapes))
                    raise _errors.value_error(f"shapes {listed} do not broadcast together")
                result[i] = n
    return tuple(result)


def broadcast_strides(shape: Shape, strides: Shape, target: Shape) -> Shape:
    """Strides over `target`, 0 where `shape` is repeated; `shape` must broadcast to it."""
    missing = len(target) - len(shape)
    if missing < 0 or any(n not in (1, m) for n, m in zip(shape, target[missing:], strict=True)):
        raise _errors.value_error(f"shape {shape} does not broadcast to {target}")
    own = [0 if n == 1 else s for n, s in zip(shape, strides, strict=True)]
    return tuple([0] * missing + own)


def collapse(shape: Shape, strides: Sequence[Shape]) -> Access:
    """The same set of accesses in as few dimensions as possible.

    Dimensions are ordered by the strides of the last array (the result), extents of 1 are dropped,
    and neighbours merge where every array runs through both in one stride.
    """
    last = strides[-1]
    order = sorted(
        (d for d in range(len(shape)) if shape[d] != 1), key=lambda d: abs(last[d]), reverse=True
    )
    extents: list[int] = []
    columns: list[list[int]] = []  # per dimension, the stride of each array
    for d in order:
        column = [s[d] for s in strides]
        n = shape[d]
        if extents and all(
            outer == inner * n for outer, inner in zip(columns[-1], column, strict=True)
        ):
            extents[-1] *= n
            columns[-1] = column
        else:
            extents.append(n)
            columns.append(column)
    return tuple(extents), [tuple(c[k] for c in columns) for k in range(len(strides))]


def grid(shape: Shape) -> tuple[int, int, int]:
    """Threads in x, y, z: the two fastest dimensions, and the product of all others."""
    padded = (1, 1, *shape)
    return padded[-1], padded[-2], size_of(padded[:-2])


def cuts(
    shape: Shape, strides: Sequence[Shape], offsets: Sequence[int]
) -> Iterator[tuple[Shape, Sequence[int]]]:
    """Cuts an access, along its largest dimension, into pieces that one grid can hold.

    Yields the shape of each piece and the arrays' offsets to its first element.
    """
    if max(grid(shape)) <= MAX_GRID:
        yield shape, offsets
        return
    d = shape.index(max(shape))
    half = shape[d] // 2
    yield from cuts((*shape[:d], half, *shape[d + 1 :]), strides, offsets)
    yield from cuts(
        (*shape[:d], shape[d] - half, *shape[d + 1 :]),
        strides,
        [o + half * s[d] for o, s in zip(offsets, strides, strict=True)],
    )


def bounds(shape: Shape, strides: Shape, offset: int, itemsize: int) -> tuple[int, int]:
    """First byte of an array that is not empty, and the one past its last."""
    low = high = offset
    for n, s in zip(shape, strides, strict=True):
        if s < 0:
            low += (n - 1) * s
        else:
            high += (n - 1) * s
    return low, high + itemsize


def reshaped_strides(shape: Shape, strides: Shape, target: Shape) -> Shape | None:
    """Strides by which an array of `shape` reads as `target`; None where only a copy can.

    Both have the same number of elements, at least one.
    """
    old = [(n, s) for n, s in zip(shape, strides, strict=True) if n != 1]
    result: list[int] = []
    i = 0
    d = 0
    while d < len(target):
        if target[d] == 1:
            result.append(0)
            d += 1
            continue
        # The shortest runs of old and new dimensions that hold equally many elements.
        first, start = i, d
        have, want = old[i][0], target[d]
        i += 1
        d += 1
        while have != want:
            if have < want:
                have *= old[i][0]
                i += 1
            else:
                want *= target[d]
                d += 1
        for (_, outer), (n, inner) in zip(old[first : i - 1], old[first + 1 : i], strict=True):
            if outer != n * inner:
                return None
        stride = old[i - 1][1]
        run: list[int] = []
        for n in reversed(target[start:d]):
            run.append(stride)
            stride *= n
        result.extend(reversed(run))
    return tuple(result)


def normalize_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Sorted non-negative axes from None (all), an int or a tuple of ints."""
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    result = set()
    for a in axes:
        index = a.__index__()
        if not -ndim <= index < ndim:
            raise _errors.index_error(f"axis {index} is out of range for {ndim} dimensions")
        if index % ndim in result:
            raise _errors.value_error(f"axis {index} is given twice")
        result.add(index % ndim)
    return tuple(sorted(result))
