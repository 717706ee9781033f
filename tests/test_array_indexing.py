"""Views by basic indexing, assignment through them, shapes and copies, against NumPy."""

import numpy as np
import pytest
from array_strategies import arrays, assert_same, examples, view_keys
from hypothesis import given
from hypothesis import strategies as st

import metalscope as mtl


@examples(60)
@given(arrays(np.int32), st.data())
def test_views(a, data):
    key = data.draw(view_keys(a.shape))
    x = mtl.asarray(a)
    view, expected = x[key], a[key]
    assert view.shape == expected.shape
    assert view.buffer is x.buffer
    assert_same(view, expected)
    assert view.tolist() == np.asarray(expected).tolist()


@examples(60)
@given(arrays(np.float32), st.data())
def test_assignment_of_numbers_and_arrays(a, data):
    key = data.draw(view_keys(a.shape))
    x, expected = mtl.asarray(a), a.copy()
    x[key] = 2.5
    expected[key] = 2.5
    assert_same(x, expected)
    values = data.draw(arrays(np.float32, np.shape(expected[key])))
    x[key] = mtl.asarray(values)
    expected[key] = values
    assert_same(x, expected)


def test_assignment_converts_within_the_kind_and_broadcasts():
    x = mtl.zeros((2, 3), dtype=mtl.float32)
    x[...] = mtl.asarray([1, 2, 3])
    x[0] = np.array([4, 5, 6], np.float32)
    x[1, 1:] = [7, 8]
    x[:, 0] = True
    assert x.tolist() == [[1, 5, 6], [1, 7, 8]]
    h = mtl.zeros(2, dtype=mtl.float16)
    h[...] = mtl.asarray([1.0, 2.0])
    assert h.tolist() == [1, 2]
    i = mtl.zeros(3, dtype=mtl.int32)
    with pytest.raises(TypeError, match="astype"):
        i[...] = mtl.asarray([1.5, 2.5, 3.5])
    with pytest.raises(TypeError, match="float64"):
        x[0] = np.array([4.0, 5.0, 6.0])
    with pytest.raises(TypeError):
        i[0] = 1.5
    with pytest.raises(ValueError, match="broadcast"):
        x[...] = mtl.ones(2)
    with pytest.raises((ValueError, OverflowError)):
        i[0] = 2**31
    with pytest.raises(ValueError, match="read-only"):
        i._view((3,), writable=False)[...] = 1
    assert i.tolist() == [0, 0, 0]


def test_assignment_of_an_overlapping_view():
    x = mtl.arange(6)
    x[1:] = x[:-1]
    assert x.tolist() == [0, 0, 1, 2, 3, 4]
    x = mtl.arange(6)
    x[...] = x[::-1]
    assert x.tolist() == [5, 4, 3, 2, 1, 0]
    x[...] = x
    x[2:4] += 10
    assert x.tolist() == [5, 4, 13, 12, 1, 0]


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "float32"])
def test_fill_of_each_width(dtype):
    x = mtl.zeros(7, dtype=dtype)
    assert x.tolist() == [0] * 7
    x[::2] = 1
    assert x.tolist() == [1, 0, 1, 0, 1, 0, 1]
    if "float" in dtype:
        x[...] = -0.0
        assert np.signbit(mtl.asnumpy(x)).all()


def test_index_errors():
    x = mtl.zeros((2, 3))
    for key in (2, (0, 3), (0, 0, 0), -3):
        with pytest.raises(IndexError):
            x[key]
    for key in ([0, 1], np.array([0, 1]), "a", 1.5):
        with pytest.raises(IndexError, match="ints, slices"):
            x[key]
    with pytest.raises((IndexError, ValueError)):
        x[..., ...]


def test_iteration_and_length():
    x = mtl.asarray([[1, 2], [3, 4]])
    assert len(x) == 2
    assert [row.tolist() for row in x] == [[1, 2], [3, 4]]
    zero = mtl.asarray(1)
    with pytest.raises(TypeError, match="len"):
        len(zero)
    with pytest.raises(TypeError, match="iterated"):
        iter(zero)


@examples(60)
@given(arrays(np.int16), st.data())
def test_transpose(a, data):
    x = mtl.asarray(a)
    order = data.draw(st.permutations(range(a.ndim)))
    assert_same(x.transpose(*order), a.transpose(order))
    assert_same(x.transpose(), a.T)
    if a.ndim == 2:
        assert_same(x.T, a.T)
    else:
        with pytest.raises(ValueError, match="2 dimensions"):
            x.T  # noqa: B018
    if a.ndim >= 2:
        assert_same(x.mT, a.swapaxes(-1, -2))
    with pytest.raises(ValueError, match="permutation"):
        x.transpose(*range(1, a.ndim + 1), 0, 0)


@examples(60)
@given(st.data())
def test_reshape(data):
    a = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    order = data.draw(st.permutations(range(3)))
    step = data.draw(st.sampled_from([1, -1]))
    b, y = a.transpose(order)[::step], mtl.asarray(a).transpose(*order)[::step]
    shape = data.draw(st.sampled_from([(24,), (4, 6), (6, 4), (2, 3, 4), (1, 12, 2), (-1, 3), -1]))
    result, expected = y.reshape(shape), b.reshape(shape)
    assert_same(result, expected)
    assert_same(y.reshape(shape, copy=True), expected)
    if result.buffer is y.buffer:
        assert y.reshape(shape, copy=False).buffer is y.buffer
    else:
        with pytest.raises(ValueError, match="copy"):
            y.reshape(shape, copy=False)


def test_reshape_errors():
    x = mtl.arange(6)
    for shape in ((4,), (-1, 4), (-1, -1), (7, -1), (0, -1)):
        with pytest.raises(ValueError):
            x.reshape(shape)
    assert x.reshape(2, 3).shape == (2, 3)
    assert mtl.zeros((0, 3)).reshape(3, 0).shape == (3, 0)


@examples(60)
@given(arrays(np.float32), st.data())
def test_copy(a, data):
    x = mtl.asarray(a)[data.draw(view_keys(a.shape))]
    y = x.copy()
    assert y.contiguous
    assert y.buffer is not x.buffer
    assert_same(y, mtl.asnumpy(x))


@pytest.mark.parametrize("source", ["bool", "int8", "uint16", "int64", "float16", "float32"])
@pytest.mark.parametrize("target", ["bool", "uint8", "int32", "float16", "float32"])
def test_astype(source, target):
    a = np.array([0, 1, 2, 100, 7], source)
    assert_same(mtl.asarray(a).astype(target), a.astype(target))
    if source == "float16":
        assert_same(mtl.asarray(a)[::-2].astype(target), a[::-2].astype(target))


def test_astype_details():
    f = np.array([1.7, -1.7, 0.0, 1e10, np.nan, np.inf], np.float32)
    assert mtl.asarray(f[:3]).astype(mtl.int32).tolist() == [1, -1, 0]
    assert_same(mtl.asarray(f).astype(bool), f.astype(bool))
    with np.errstate(over="ignore"):
        assert_same(mtl.asarray(f).astype(mtl.float16), f.astype(np.float16))
    i = np.array([2**24 + 1, -(2**63), 2**63 - 1, 300, -1], np.int64)
    for target in ("int8", "uint32", "uint64", "float32"):
        assert_same(mtl.asarray(i).astype(target), i.astype(target))
    x = mtl.ones(2)
    assert x.astype(mtl.float32, copy=False) is x
    assert x.astype(mtl.float32).buffer is not x.buffer
    with pytest.raises(TypeError, match="float64"):
        x.astype("float64")


def test_bfloat16_rounds_to_nearest_even():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2**32, 2000, dtype=np.uint32).view(np.float32)
    a = a[np.isfinite(a)]
    bits = a.view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    expected = rounded.astype(np.uint32).view(np.float32)
    ours = mtl.asarray(a).astype(mtl.bfloat16).astype(mtl.float32)
    np.testing.assert_array_equal(mtl.asnumpy(ours), expected)
