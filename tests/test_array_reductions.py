"""Reductions and matrix products, against NumPy."""

import warnings

import numpy as np
import pytest
from array_strategies import arrays, assert_same, examples, pairs
from hypothesis import given
from hypothesis import strategies as st

import metalscope as mtl
from metalscope import _reductions


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


def draw_axes(data, ndim):
    if not ndim or data.draw(st.booleans()):
        return None
    axes = data.draw(st.lists(st.integers(0, ndim - 1), unique=True, max_size=ndim))
    return axes[0] - ndim if len(axes) == 1 else tuple(axes)


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "any", "all"])
@pytest.mark.parametrize("dtype", ["int16", "uint8", "int64", "bool"])
def test_integers(name, dtype):
    @examples(40)
    @given(pairs(dtype, 1), st.data())
    def check(operands, data):
        ((a, x),) = operands
        axis = draw_axes(data, a.ndim)
        keepdims = data.draw(st.booleans())
        theirs = getattr(np, name)(a, axis=axis, keepdims=keepdims)
        assert_same(getattr(mtl, name)(x, axis=axis, keepdims=keepdims), theirs)

    check()


@pytest.mark.parametrize("name", ["max", "min", "any", "all"])
def test_floats(name):
    @examples(40)
    @given(pairs(np.float32, 1), st.data())
    def check(operands, data):
        ((a, x),) = operands
        axis = draw_axes(data, a.ndim)
        theirs = getattr(np, name)(a, axis=axis)
        assert_same(getattr(mtl, name)(x, axis=axis), theirs, signs=False)

    check()


@examples(40)
@given(pairs(np.float32, 1), st.data())
def test_float_sums(operands, data):
    ((a, x),) = operands
    axis = draw_axes(data, a.ndim)
    exact = np.sum(a.astype(np.float64), axis=axis)
    bound = 4e-7 * np.sum(np.abs(a.astype(np.float64)), axis=axis)
    ours = mtl.asnumpy(mtl.sum(x, axis=axis))
    assert ours.dtype == np.float32
    finite = np.isfinite(exact) & (np.abs(exact) < 3e38) & (bound < 1e32)
    assert np.all(np.abs(ours - exact)[finite] <= bound[finite])
    np.testing.assert_array_equal(np.isnan(ours)[np.isnan(exact)], True)


SHAPES = [(1,), (63,), (64,), (1000,), (1025,), (100_000,), (3, 5000), (5000, 3), (300, 70)]
SHAPES += [(7, 40, 33), (2, 3, 5, 7, 2), (1, 17, 1), (2000, 17)]


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_and_axes(shape):
    rng = np.random.default_rng(7)
    a = rng.integers(-1000, 1000, shape)
    f = rng.normal(size=shape).astype(np.float32)
    x, y = mtl.asarray(a), mtl.asarray(f)
    axes = [None, *range(len(shape))]
    if len(shape) > 2:
        axes += [(0, 2), (0, 1), (1, 2), (0, len(shape) - 1)]
    for axis in axes:
        assert_same(mtl.sum(x, axis=axis), np.sum(a, axis=axis))
        assert_same(mtl.max(y, axis=axis), np.max(f, axis=axis))
        for order in (slice(None), slice(None, None, -1), slice(None, None, 2)):
            assert_same(mtl.sum(x[order], axis=axis), np.sum(a[order], axis=axis))
        assert_same(mtl.sum(x.transpose(), axis=axis), np.sum(a.T, axis=axis))


def test_float32_sums_are_accurate():
    rng = np.random.default_rng(5)
    a = rng.random(1_000_000, dtype=np.float32)
    exact = a.astype(np.float64).sum()
    assert abs(mtl.sum(mtl.asarray(a)).item() - exact) <= 2e-7 * exact
    ones = mtl.ones(2**25)
    assert mtl.sum(ones).item() == 2**25
    columns = mtl.asarray(a.reshape(-1, 4))
    exact = a.reshape(-1, 4).astype(np.float64).sum(axis=0)
    np.testing.assert_allclose(mtl.asnumpy(mtl.sum(columns, axis=0)), exact, rtol=1e-6)


def test_nan_wherever_it_is():
    for n in (1, 5, 64, 100, 5000):
        for i in {0, n // 2, n - 1}:
            a = np.zeros(n, np.float32)
            a[i] = np.nan
            x = mtl.asarray(a)
            for f in (mtl.max, mtl.min, mtl.sum):
                assert np.isnan(f(x).item())


def test_types():
    i8, u8 = mtl.asarray([100, 100], dtype=mtl.int8), mtl.asarray([200, 200], dtype=mtl.uint8)
    assert mtl.sum(i8).dtype is mtl.int64
    assert mtl.sum(u8).dtype is mtl.uint64
    assert mtl.sum(i8).item() == 200
    assert mtl.sum(i8, dtype=mtl.int8).item() == -56
    assert mtl.sum(i8, dtype=mtl.float32).item() == 200.0
    assert mtl.sum(mtl.asarray([True, True])).item() == 2
    h = mtl.full(4096, 1, dtype=mtl.float16)
    assert mtl.sum(h).dtype is mtl.float16
    assert mtl.sum(h).item() == 4096
    assert mtl.prod(mtl.asarray([2, 3, 4])).item() == 24
    big = mtl.asarray([2**62, 2**62])
    assert mtl.sum(big).item() == -(2**63)


def test_empty():
    x = mtl.zeros((0, 3))
    assert mtl.sum(x).item() == 0
    assert mtl.prod(x, axis=0).tolist() == [1, 1, 1]
    assert mtl.any(x).item() is False
    assert mtl.all(x).item() is True
    assert mtl.max(x, axis=1).shape == (0,)
    for f in (mtl.max, mtl.min):
        with pytest.raises(ValueError, match="no elements"):
            f(x)
        with pytest.raises(ValueError, match="no elements"):
            f(x, axis=0)
    assert np.isnan(mtl.mean(x).item())


def test_negative_zero_sums_to_itself():
    x = mtl.full(3, -0.0, dtype=mtl.float32)
    assert np.signbit(mtl.asnumpy(mtl.sum(x)))


def test_mean():
    a = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    for axis in (None, 0, (1, 2), -1):
        assert_same(mtl.mean(mtl.asarray(a), axis=axis), np.mean(a, axis=axis))
    assert mtl.mean(mtl.asarray([1, 2])).item() == 1.5
    h = mtl.full(5000, 60000, dtype=mtl.float16)
    assert mtl.mean(h).item() == 60000
    assert mtl.mean(h).dtype is mtl.float16


def test_out():
    x = mtl.asarray([[1, 2], [3, 4]])
    out = mtl.zeros(4, dtype=mtl.int64)
    assert mtl.sum(x, axis=0, out=out[::2]).tolist() == [4, 6]
    assert out.tolist() == [4, 0, 6, 0]
    mtl.max(x, axis=1, out=x[0])
    assert x.tolist() == [[2, 4], [3, 4]]
    with pytest.raises(ValueError, match="shape"):
        mtl.sum(x, out=out)
    with pytest.raises(TypeError, match="int64"):
        mtl.sum(x, axis=0, out=mtl.zeros(2))
    with pytest.raises(IndexError, match="axis"):
        mtl.sum(x, axis=2)
    with pytest.raises(TypeError, match="asarray"):
        mtl.sum([1, 2])


def test_one_launch_per_small_reduction(monkeypatch):
    launches = []
    original = _reductions._launch
    monkeypatch.setattr(
        _reductions, "_launch", lambda *a, **k: (launches.append(a), original(*a, **k))
    )
    mtl.sum(mtl.ones((500, 1000)), axis=1)
    assert len(launches) == 1


MATRICES = [((3, 4), (4, 5)), ((1, 1), (1, 1)), ((17, 33), (33, 50)), ((64, 64), (64, 64))]
MATRICES += [((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((2, 3, 4), (4, 5))]
MATRICES += [
    ((2, 1, 3, 4), (5, 4, 2)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
    ((2, 1, 2, 2, 3), (3, 1, 3, 2)),
]


@pytest.mark.parametrize(("left", "right"), MATRICES)
@pytest.mark.parametrize("dtype", ["float32", "int32", "float16"])
def test_matmul(left, right, dtype):
    rng = np.random.default_rng(2)
    a = rng.integers(-8, 8, left).astype(dtype)
    b = rng.integers(-8, 8, right).astype(dtype)
    assert_same(mtl.asarray(a) @ mtl.asarray(b), a @ b, signs=False)


def test_matmul_layouts_types_and_errors():
    rng = np.random.default_rng(4)
    a, b = rng.integers(-9, 9, (2, 20, 20)).astype(np.float32)
    x, y = mtl.asarray(a), mtl.asarray(b)
    assert_same(x.T @ y.T, a.T @ b.T, signs=False)
    assert_same(x[::2, ::-1] @ y[:, 3:], a[::2, ::-1] @ b[:, 3:], signs=False)
    mtl.matmul(x, y, out=x)
    assert_same(x, a @ b, signs=False)
    i = mtl.asarray([[1, 2], [3, 4]])
    assert (i @ mtl.ones((2, 2))).tolist() == [[3, 3], [7, 7]]
    with pytest.raises(ValueError, match="summed dimension"):
        i @ mtl.ones((3, 2))
    with pytest.raises(ValueError, match="one dimension"):
        i @ mtl.asarray(1)
    with pytest.raises(TypeError, match="asarray"):
        mtl.matmul(i, [[1, 2], [3, 4]])
    with pytest.raises(TypeError, match="bool"):
        mtl.asarray([True]) @ mtl.asarray([True])


@examples(40)
@given(arrays(np.float32, (6, 7)))
def test_views_reduce_like_copies(a):
    x = mtl.asarray(a)
    assert_same(mtl.max(x[1::2, ::-2], axis=0), np.max(a[1::2, ::-2], axis=0), signs=False)
    assert_same(mtl.min(x.T[2:], axis=1), np.min(a.T[2:], axis=1), signs=False)
