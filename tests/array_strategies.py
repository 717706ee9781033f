"""Hypothesis strategies for arrays and views, and comparison with NumPy, NaN and zeros included."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import metalscope as mtl

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, np.inf, -np.inf, np.nan, 3.4e38, 1e-30, 65504.0]
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5)


def examples(count=30):
    """Settings for that many examples; compiling kernels may take one of them long."""
    return settings(max_examples=count, deadline=None)


def values(dtype):
    """Elements of a NumPy dtype, special ones often."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        top = float(np.finfo(dtype).max)
        special = [x for x in SPECIAL if not np.isfinite(x) or abs(x) <= top]
        small = st.floats(-100, 100, width=32).map(lambda x: float(dtype.type(x)))
        return st.sampled_from([float(dtype.type(x)) for x in special]) | small
    if dtype.kind == "b":
        return st.booleans()
    info = np.iinfo(dtype)
    edges = [info.min, info.max, 0, 1, info.max - 1]
    return st.sampled_from(edges) | st.integers(max(info.min, -20), 20)


def arrays(dtype, shape=SHAPES):
    """NumPy arrays of such elements."""
    return hnp.arrays(dtype, shape, elements=values(dtype), fill=values(dtype))


@st.composite
def view_keys(draw, shape):
    """A basic index into `shape`: ints, slices with steps of both signs, None, Ellipsis."""
    key = []
    for n in shape:
        kind = draw(st.sampled_from(["all", "all", "slice", "int", "new"]))
        if kind == "new":
            key.append(None)
            kind = "all"
        if kind == "int" and n:
            key.append(draw(st.integers(-n, n - 1)))
        elif kind == "slice":
            key.append(draw(st.slices(n)) if n else slice(None))
        else:
            key.append(slice(None))
    if draw(st.booleans()):
        cut = draw(st.integers(0, len(key)))
        while key[cut:] and key[-1] == slice(None):
            key.pop()
        key.append(Ellipsis)
    return tuple(key) if sum(k is None for k in key) + len(shape) <= 8 else ()


@st.composite
def pairs(draw, dtype, count):
    """`count` pairs of equal NumPy and metalscope arrays of any layout that broadcast together."""
    shapes = draw(
        hnp.mutually_broadcastable_shapes(num_shapes=count, max_dims=4, max_side=4)
    ).input_shapes
    result = []
    for shape in shapes:
        # A larger array whose view has that shape: steps, offsets, reversed and permuted axes.
        steps = [draw(st.sampled_from([1, 1, 2, -1])) for _ in shape]
        order = draw(st.permutations(range(len(shape)))) if draw(st.booleans()) else None
        whole = tuple(n * abs(s) for n, s in zip(shape, steps, strict=True))
        if order is not None:
            whole = tuple(whole[a] for a in order)
        host = draw(arrays(dtype, whole))
        device = mtl.asarray(host)
        if order is not None:
            inverse = [list(order).index(i) for i in range(len(order))]
            host, device = host.transpose(inverse), device.transpose(*inverse)
        key = tuple(slice(None, None, s) for s in steps)
        host, device = host[key], device[key]
        assert host.shape == device.shape == tuple(shape)
        result.append((host, device))
    return result


def assert_same(ours, theirs, *, signs=True):
    """Equal dtype, shape and elements; NaN equals NaN, and zeros have equal signs."""
    found = mtl.asnumpy(ours)
    theirs = np.asarray(theirs)
    assert ours.dtype == theirs.dtype
    assert found.shape == theirs.shape
    np.testing.assert_array_equal(found, theirs)
    if signs and theirs.dtype.kind == "f":
        numbers = ~np.isnan(theirs)
        np.testing.assert_array_equal(np.signbit(found)[numbers], np.signbit(theirs)[numbers])
