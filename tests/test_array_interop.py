"""Arrays and the rest of Python: NumPy, buffer protocol, DLPack, scalars, printing, start-up."""

import gc
import subprocess
import sys

import numpy as np
import pytest

import metalscope as mtl

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
DTYPES += ["float16", "float32"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_sees_the_memory(dtype):
    x = mtl.asarray(np.arange(6).reshape(2, 3).astype(dtype))
    view = np.asarray(x)
    assert view.dtype == dtype
    x[0, 1] = 0
    mtl.synchronize()
    assert view[0, 1] == 0
    view[1, 2] = 1
    assert x.tolist()[1][2] == 1
    assert np.shares_memory(np.asarray(x[:, ::-1].T), view)
    np.testing.assert_array_equal(np.asarray(x[:, ::-1].T), view[:, ::-1].T)


def test_asnumpy_copies():
    x = mtl.arange(4)
    a = mtl.asnumpy(x)
    a[0] = 100
    assert x.tolist() == [0, 1, 2, 3]
    assert mtl.asnumpy(x[::-2]).flags.c_contiguous
    with pytest.raises(TypeError, match="asnumpy"):
        mtl.asnumpy([1])


def test_array_protocol():
    x = mtl.asarray([1.5, 2.5])
    assert np.array(x, dtype=np.float64).dtype == np.float64
    assert np.array(x).tolist() == [1.5, 2.5]
    assert x.__array__().dtype == np.float32
    private = mtl.asarray(x, storage="private")
    assert np.asarray(private).tolist() == [1.5, 2.5]
    with pytest.raises(BufferError):
        memoryview(private)


def test_buffer_protocol_keeps_the_memory_alive():
    view = memoryview(mtl.asarray([[1, 2], [3, 4]]))
    array = np.asarray(mtl.full(1000, 7))
    gc.collect()
    other = [mtl.zeros(1000) for _ in range(10)]
    mtl.synchronize()
    assert view.tolist() == [[1, 2], [3, 4]]
    assert (view.shape, view.format, view.itemsize) == ((2, 2), "q", 8)
    assert (array == 7).all()
    del other


def test_read_only_arrays_export_read_only():
    x = mtl.arange(3)._view((3,), writable=False)
    assert memoryview(x).readonly
    assert not np.asarray(x).flags.writeable


@pytest.mark.parametrize("dtype", DTYPES)
def test_dlpack(dtype):
    x = mtl.asarray(np.arange(6).reshape(2, 3).astype(dtype))
    assert x.__dlpack_device__() == (1, 0)
    a = np.from_dlpack(x[:, 1:])
    np.testing.assert_array_equal(a, mtl.asnumpy(x)[:, 1:])
    assert np.shares_memory(a, np.asarray(x))
    del x
    gc.collect()
    back = mtl.from_dlpack(a)
    np.testing.assert_array_equal(mtl.asnumpy(back), a)


def test_dlpack_errors_and_copies():
    with pytest.raises(BufferError, match="shared"):
        np.from_dlpack(mtl.zeros(2, storage="private"))
    with pytest.raises(BufferError, match="bfloat16"):
        np.from_dlpack(mtl.zeros(2, dtype=mtl.bfloat16))
    with pytest.raises(TypeError, match="__dlpack__"):
        mtl.from_dlpack([1])
    with pytest.raises(TypeError, match="float64"):
        mtl.from_dlpack(np.ones(2))
    x = mtl.ones(2)
    assert mtl.from_dlpack(x) is x
    assert mtl.from_dlpack(x, copy=True).buffer is not x.buffer
    with pytest.raises(ValueError, match="copy=False"):
        mtl.from_dlpack(np.ones(3, np.float32), copy=False)


def test_page_aligned_memory_is_shared():
    raw = np.zeros(3 * 16384, np.uint8)
    start = -raw.ctypes.data % 16384
    host = raw[start : start + 16384].view(np.float32)
    x = mtl.from_dlpack(host, copy=False)
    x[...] = 3
    mtl.synchronize()
    assert (host == 3).all()
    host[0] = 4
    assert x[0].item() == 4


def test_scalars():
    assert float(mtl.asarray(1.5)) == 1.5
    assert int(mtl.asarray([[7]])) == 7
    assert bool(mtl.asarray(0.0)) is False
    assert [10, 11, 12][mtl.asarray(1)] == 11
    assert mtl.asarray(2.5).item() == 2.5
    assert mtl.asarray([[1, 2], [3, 4]]).item(1, 0) == 3
    assert f"{mtl.asarray(1.5):.2f}" == "1.50"
    with pytest.raises(TypeError, match="one element"):
        float(mtl.ones(2))
    with pytest.raises(TypeError, match="one element"):
        bool(mtl.ones(2))
    with pytest.raises(TypeError, match="integer array"):
        [1][mtl.asarray(0.0)]
    with pytest.raises(TypeError):
        hash(mtl.ones(1))


@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
def test_tolist(dtype):
    x = mtl.asarray([[0, 1], [1, 0]], dtype=dtype)
    assert x.tolist() == [[0, 1], [1, 0]]
    assert x.T[0].tolist() == [0, 1]
    assert mtl.asarray(1, dtype=dtype).tolist() == 1
    kinds = {"bool": bool, "f": float, "bf": float}
    expected = kinds.get(dtype.partition("loat")[0], int)
    assert type(x.tolist()[0][0]) is expected


def test_repr():
    x = mtl.asarray([[1.5, 2], [3, 4]])
    assert repr(x) == ("Array([[1.5, 2. ],\n       [3. , 4. ]], shape=(2, 2), dtype=float32)")
    assert repr(mtl.zeros(1, dtype=mtl.int8, storage="private")) == (
        "Array([0], shape=(1,), dtype=int8, storage='private')"
    )
    assert repr(mtl.zeros((0, 3))) == "Array([], shape=(0, 3), dtype=float32)"
    assert repr(mtl.asarray(1)) == "Array(1, shape=(), dtype=int64)"
    assert "..." in repr(mtl.arange(1000))
    assert "bfloat16" in repr(mtl.ones(2, dtype=mtl.bfloat16))
    assert str(x) == "[[1.5 2. ]\n [3.  4. ]]"


def test_namespace():
    x = mtl.ones(2)
    assert x.__array_namespace__() is mtl
    assert x.device.name == mtl.default_device().name
    for name in mtl.__all__:
        assert getattr(mtl, name) is not None


def test_computing_loads_no_numpy():
    code = """
import sys
import metalscope as mtl
x = mtl.asarray([[1.0, 2.0], [3.0, 4.0]])
y = mtl.sqrt(x + 1) * mtl.arange(2)
y[0] = 0.5
assert y.tolist()[0] == [0.5, 0.5] and float(mtl.sum(y)) > 0
mtl.random.random(10)
unwanted = {"numpy", "inspect", "dataclasses", "importlib.metadata", "typing", "pathlib"}
assert not unwanted & set(sys.modules), unwanted & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
