"""Creation functions and asarray, against NumPy."""

import array

import numpy as np
import pytest
from array_strategies import assert_same, examples
from hypothesis import given
from hypothesis import strategies as st

import metalscope as mtl

DTYPES = ["bool", "int8", "int32", "int64", "uint8", "uint64", "float16", "float32"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("storage", ["shared", "private"])
def test_zeros_ones_full(dtype, storage):
    for name in ("zeros", "ones"):
        x = getattr(mtl, name)((2, 3), dtype=dtype, storage=storage)
        assert x.storage == storage
        assert_same(x, getattr(np, name)((2, 3), dtype))
    x = mtl.full((2, 0), 1, dtype=dtype, storage=storage)
    assert_same(x, np.full((2, 0), 1, dtype))
    assert_same(mtl.full_like(x, 1), np.full((2, 0), 1, dtype))


def test_defaults():
    assert mtl.zeros(3).dtype is mtl.ones(3).dtype is mtl.empty(3).dtype is mtl.float32
    assert mtl.full(2, 7).dtype is mtl.int64
    assert mtl.full(2, 7.0).dtype is mtl.float32
    assert mtl.full(2, True).dtype is mtl.bool
    assert mtl.empty((2, 3)).shape == (2, 3)
    assert mtl.empty(()).shape == ()


def test_like():
    x = mtl.zeros((2, 3), dtype=mtl.int16, storage="private")
    for y in (mtl.empty_like(x), mtl.zeros_like(x), mtl.ones_like(x), mtl.full_like(x, 3)):
        assert (y.shape, y.dtype, y.storage) == ((2, 3), mtl.int16, "private")
    assert mtl.ones_like(x, dtype=mtl.float32, storage="shared").tolist() == [[1.0] * 3] * 2


def test_bad_arguments():
    with pytest.raises(TypeError, match=r"dtype=mtl\.float32"):
        mtl.zeros(3, dtype=mtl.float64)
    with pytest.raises(ValueError, match="negative"):
        mtl.zeros((2, -1))
    with pytest.raises(ValueError, match="8"):
        mtl.zeros((1,) * 9)
    with pytest.raises(ValueError):
        mtl.zeros(3, storage="managed")
    with pytest.raises(TypeError):
        mtl.full(3, 1.5, dtype=mtl.int32)
    with pytest.raises((ValueError, OverflowError)):
        mtl.full(3, 256, dtype=mtl.uint8)


@examples(40)
@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-7, 7).filter(bool))
def test_arange_of_ints(start, stop, step):
    assert_same(mtl.arange(start, stop, step), np.arange(start, stop, step, np.int64))
    assert_same(mtl.arange(stop), np.arange(stop, dtype=np.int64))
    assert_same(
        mtl.arange(start, stop, step, dtype=mtl.float32), np.arange(start, stop, step, np.float32)
    )


def test_arange():
    assert_same(mtl.arange(10, 0, -3, dtype=mtl.uint8), np.arange(10, 0, -3, dtype=np.uint8))
    ours = mtl.asnumpy(mtl.arange(0.5, 3.0, 0.1))
    np.testing.assert_allclose(ours, np.arange(0.5, 3.0, 0.1), rtol=1e-6)
    assert mtl.arange(0.5).dtype is mtl.float32
    with pytest.raises(ValueError, match="step"):
        mtl.arange(0, 3, 0)
    with pytest.raises(ValueError, match="uint8"):
        mtl.arange(300, dtype=mtl.uint8)
    with pytest.raises(TypeError, match="floats"):
        mtl.arange(0.5, dtype=mtl.int32)


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("num", [0, 1, 2, 50])
def test_linspace(num, endpoint):
    ours = mtl.linspace(-1, 2.5, num, endpoint=endpoint)
    theirs = np.linspace(-1, 2.5, num, endpoint=endpoint)
    np.testing.assert_allclose(mtl.asnumpy(ours), theirs, rtol=1e-6, atol=1e-6)
    if num > 1 and endpoint:
        assert ours[-1].item() == 2.5
    with pytest.raises(TypeError, match="floating"):
        mtl.linspace(0, 1, 3, dtype=mtl.int32)


@pytest.mark.parametrize("shape", [(3,), (2, 4), (4, 2), (0, 3)])
@pytest.mark.parametrize("k", [-5, -1, 0, 1, 3])
def test_eye(shape, k):
    assert_same(mtl.eye(*shape, k=k), np.eye(*shape, k=k, dtype=np.float32))


def test_asarray_of_sequences():
    for obj in (1, 2.5, True, [], [1, 2], [1, 2.5], [[1], [2]], [[], []], (True, False), range(3)):
        x = mtl.asarray(obj)
        expected = np.asarray(obj)
        if expected.dtype == np.float64:
            expected = expected.astype(np.float32)
        assert_same(x, expected)
    assert mtl.asarray([mtl.asarray(1), 2]).tolist() == [1, 2]
    assert mtl.asarray([1, 2], dtype=mtl.uint8).dtype is mtl.uint8
    assert mtl.asarray([0, 2], dtype=mtl.bool).tolist() == [False, True]
    assert mtl.asarray([1, 2.5], dtype=mtl.bfloat16).tolist() == [1.0, 2.5]
    assert mtl.asarray([1, 2.5], dtype=mtl.float16).tolist() == [1.0, 2.5]
    for bad in ([1, [2]], [[1], 2], [[1, 2], [3]]):
        with pytest.raises(ValueError, match="differ"):
            mtl.asarray(bad)
    for bad in ("abc", object(), [None], {1: 2}, ["a"]):
        with pytest.raises(TypeError):
            mtl.asarray(bad)
    with pytest.raises(ValueError, match="range of int8"):
        mtl.asarray([1, 128], dtype=mtl.int8)
    with pytest.raises(ValueError, match="range of int64"):
        mtl.asarray([2**63])
    with pytest.raises(TypeError, match="int8"):
        mtl.asarray([1.5], dtype=mtl.int8)


@pytest.mark.parametrize("dtype", DTYPES)
def test_asarray_of_numpy_arrays(dtype):
    a = np.arange(12).reshape(3, 4).astype(dtype)
    for host in (a, a.T, a[::2, ::-1], a[1, 2], a[:0], a.astype(a.dtype.newbyteorder())):
        x = mtl.asarray(host)
        assert x.contiguous
        assert_same(x, np.asarray(host).astype(dtype))
    assert_same(mtl.asarray(a, dtype=mtl.float32), a.astype(np.float32))


def test_asarray_of_float64_names_the_way_out():
    a = np.array([1.5, 2.5])
    with pytest.raises(TypeError, match=r"dtype=mtl\.float32"):
        mtl.asarray(a)
    assert mtl.asarray(a, dtype=mtl.float32).tolist() == [1.5, 2.5]
    with pytest.raises(TypeError, match=r"dtype=mtl\.float32"):
        mtl.asarray(array.array("d", [1.0]))
    for bad in (np.array([1j]), np.array(["a"]), np.array([object()])):
        with pytest.raises(TypeError):
            mtl.asarray(bad)


def test_asarray_of_buffers():
    assert mtl.asarray(array.array("f", [1, 2])).tolist() == [1.0, 2.0]
    assert mtl.asarray(memoryview(b"\x01\x02")).dtype is mtl.uint8
    assert mtl.asarray(bytearray(b"\x01\x02")).tolist() == [1, 2]


def test_asarray_of_arrays():
    x = mtl.ones((2, 2))
    assert mtl.asarray(x) is x
    assert mtl.asarray(x, copy=True).buffer is not x.buffer
    assert mtl.asarray(x, dtype=mtl.int32).dtype is mtl.int32
    private = mtl.asarray(x, storage="private")
    assert private.storage == "private"
    assert mtl.asarray(private, storage="shared").tolist() == x.tolist()
    for obj in (np.ones(2, np.float32), [1, 2]):
        with pytest.raises(ValueError, match="copy=False"):
            mtl.asarray(obj, copy=False)
    with pytest.raises(ValueError, match="copy=False"):
        mtl.asarray(x, dtype=mtl.int32, copy=False)
    assert mtl.ascontiguousarray(x) is x
    y = mtl.ascontiguousarray(mtl.asarray([[1, 2], [3, 4]]).T)
    assert y.contiguous
    assert y.tolist() == [[1, 3], [2, 4]]


def test_what_is_no_number_and_no_array():
    for value in (None, "x", (2, 3), object()):
        with pytest.raises(TypeError, match="expected"):
            mtl.arange(value)
        with pytest.raises(TypeError, match=r"expected a metalscope\.Array"):
            mtl.zeros_like(value)
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            mtl.arange(value)
    assert mtl.arange(np.int32(3)).dtype == mtl.int64
