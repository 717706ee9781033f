"""What a launch takes: arrays, scalars of every type, vectors, structures, unbound arguments."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading

import numpy as np
import pytest

import metalscope as mtl

HEADER = "#include <metal_stdlib>\nusing namespace metal;\n"


@pytest.fixture(scope="module")
def saxpy():
    return mtl.compile(
        HEADER
        + """
        kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                          constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]])
        { y[i] = a * x[i] + y[i]; }"""
    ).saxpy


def store(msl_type):
    """A kernel that stores its scalar argument of that type."""
    return mtl.compile(
        HEADER
        + f"kernel void store(device {msl_type}* out, constant {msl_type}& value) "
        + "{ out[0] = value; }"
    ).store


INTEGERS = {
    "char": "int8",
    "uchar": "uint8",
    "short": "int16",
    "ushort": "uint16",
    "int": "int32",
    "uint": "uint32",
    "long": "int64",
    "ulong": "uint64",
}


@pytest.mark.parametrize(("msl_type", "name"), INTEGERS.items())
def test_integers_take_the_kernels_type_and_are_range_checked(msl_type, name):
    kernel = store(msl_type)
    info = np.iinfo(name)
    out = mtl.zeros(1, dtype=getattr(mtl, name))
    for value in (0, 1, int(info.min), int(info.max)):
        kernel(out, value, threads=1)
        assert out.item() == value
    for value in (int(info.min) - 1, int(info.max) + 1, 10**40):
        with pytest.raises(ValueError, match="Argument 2 'value' of kernel 'store'"):
            kernel(out, value, threads=1)
    with pytest.raises(mtl.ArgumentError):
        kernel(out, 1.5, threads=1)
    kernel(out, np.array(7, dtype=name)[()], threads=1)
    assert out.item() == 7


@pytest.mark.parametrize(("msl_type", "name"), [("float", "float32"), ("half", "float16")])
def test_floats_are_range_checked(msl_type, name):
    kernel = store(msl_type)
    out = mtl.zeros(1, dtype=getattr(mtl, name))
    for value in (0.0, -1.5, float("inf"), float(np.finfo(name).max), 3, True):
        kernel(out, value, threads=1)
        assert out.item() == value
    kernel(out, float("nan"), threads=1)
    assert out.item() != out.item()
    kernel(out, np.float64(0.25), threads=1)
    assert out.item() == 0.25
    for value in (1e39, -1e300):
        with pytest.raises(ValueError, match="Argument 2 'value' of kernel 'store'"):
            kernel(out, value, threads=1)


def test_booleans():
    kernel = store("bool")
    out = mtl.zeros(1, dtype=mtl.bool)
    for value in (True, False, np.True_):
        kernel(out, value, threads=1)
        assert out.item() == bool(value)


def test_tuples_bind_vectors():
    lib = mtl.compile(
        HEADER
        + """
        kernel void vectors(device float* out, constant float3& a, constant int2& b,
                            constant float2x2& m)
        { out[0] = a.x; out[1] = a.y; out[2] = a.z; out[3] = b.x; out[4] = b.y;
          out[5] = m[0][0]; out[6] = m[0][1]; out[7] = m[1][0]; out[8] = m[1][1]; }"""
    )
    out = mtl.zeros(9, dtype=mtl.float32)
    lib.vectors(out, (1, 2.5, 3), (-4, 5), ((6, 7), (8, 9)), threads=1)
    assert out.tolist() == [1, 2.5, 3, -4, 5, 6, 7, 8, 9]
    for wrong in ((1, 2), (1, 2, 3, 4), 1.0, ()):
        with pytest.raises(mtl.ArgumentError, match="Argument 2 'a'"):
            lib.vectors(out, wrong, (-4, 5), ((6, 7), (8, 9)), threads=1)
    with pytest.raises(ValueError, match="Argument 3 'b'"):
        lib.vectors(out, (1, 2, 3), (2**31, 0), ((6, 7), (8, 9)), threads=1)


def test_structures():
    kernel = mtl.compile(
        HEADER
        + """
        struct Params { float scale; int shift; };
        kernel void affine(device float* data, constant Params& p,
                           uint i [[thread_position_in_grid]])
        { data[i] = data[i] * p.scale + p.shift; }"""
    ).affine
    record = np.zeros(1, dtype=[("scale", "f4"), ("shift", "i4")])
    record["scale"], record["shift"] = 2, 3

    class Params(ctypes.Structure):
        _fields_ = (("scale", ctypes.c_float), ("shift", ctypes.c_int))

    raw = record.tobytes()
    for params in (raw, bytearray(raw), memoryview(raw), record[0], record, Params(2, 3)):
        data = mtl.asarray(np.arange(4, dtype=np.float32))
        kernel(data, params, threads=4)
        assert data.tolist() == [3, 5, 7, 9]
    with pytest.raises(ValueError, match="Argument 2 'p' of kernel 'affine'"):
        kernel(data, raw + b"x", threads=4)


def test_none_leaves_an_argument_unbound():
    kernel = mtl.compile(
        HEADER
        + """
        kernel void maybe(device int* out, device const int* in, constant bool& use)
        { out[0] = use ? in[0] : 5; }"""
    ).maybe
    out = mtl.zeros(1, dtype=mtl.int32)
    kernel(out, None, False, threads=1)
    assert out.item() == 5


def test_views_bind_at_their_offset(saxpy):
    y = mtl.zeros((4, 8), dtype=mtl.float32)
    x = mtl.ones(8, dtype=mtl.float32)
    saxpy(x, y[2], 3.0, threads=8)
    expected = np.zeros((4, 8))
    expected[2] = 3
    np.testing.assert_array_equal(mtl.asnumpy(y), expected)
    with pytest.raises(ValueError, match=r"Argument 2 'y' of kernel 'saxpy'.*contiguous"):
        saxpy(x, y[:, ::2], 1.0, threads=8)


def test_a_buffer_binds_whatever_its_elements(saxpy):
    y = mtl.zeros(8, dtype=mtl.float32)
    saxpy(mtl.ones(8, dtype=mtl.float32), y.buffer, 3.0, threads=8)
    assert y.tolist() == [3.0] * 8


def test_launches_run_in_order_and_return_none(saxpy):
    x, y = mtl.ones(1000, dtype=mtl.float32), mtl.zeros(1000, dtype=mtl.float32)
    for _ in range(200):
        assert saxpy(x, y, 1.0, threads=1000) is None
    assert y.tolist() == [200.0] * 1000


def test_arguments_may_die_before_the_work_is_done(saxpy):
    y = mtl.zeros(1 << 16, dtype=mtl.float32)
    for _ in range(50):
        saxpy(mtl.ones(1 << 16, dtype=mtl.float32), y, 1.0, threads=1 << 16)
    np.testing.assert_array_equal(mtl.asnumpy(y), 50)


def test_threads_launch_side_by_side(saxpy):
    results = [mtl.zeros(4096, dtype=mtl.float32) for _ in range(4)]
    x = mtl.ones(4096, dtype=mtl.float32)
    mtl.synchronize()

    def work(y):
        for _ in range(50):
            saxpy(x, y, 1.0, threads=4096)
        mtl.synchronize()

    threads = [threading.Thread(target=work, args=(y,)) for y in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for y in results:
        np.testing.assert_array_equal(mtl.asnumpy(y), 50)


def test_work_of_a_thread_that_ended_is_waited_for(saxpy):
    x, y = mtl.ones(4096, dtype=mtl.float32), mtl.zeros(4096, dtype=mtl.float32)
    mtl.synchronize()
    thread = threading.Thread(target=lambda: saxpy(x, y, 2.0, threads=4096))
    thread.start()
    thread.join()
    mtl.device_synchronize()
    np.testing.assert_array_equal(mtl.asnumpy(y), 2)


def test_keywords_need_not_be_interned(saxpy):
    y = mtl.zeros(2, dtype=mtl.float32)
    saxpy(mtl.ones(2, dtype=mtl.float32), y, 1.0, **{"".join(["thr", "eads"]): 2})
    assert y.tolist() == [1, 1]


def test_the_interpreter_exits_while_daemon_threads_wait():
    code = """
import threading, time
import metalscope as mtl
x = mtl.ones(1000)
def work():
    while True:
        mtl.add(x, 1, out=x)
        mtl.synchronize()
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
"""
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert (run.returncode, run.stderr) == (0, b"")
