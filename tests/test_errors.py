"""Bad input gives the right exception, says what was wrong, and the next call works."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys

import numpy as np
import pytest

import metalscope as mtl

HEADER = "#include <metal_stdlib>\nusing namespace metal;\n"
SOURCE = (
    HEADER
    + """
kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                  constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]])
{ y[i] = a * x[i] + y[i]; }
kernel void with_scratch(device float* y, threadgroup float* scratch [[threadgroup(0)]],
                         uint i [[thread_position_in_grid]])
{ scratch[0] = 1; y[i] = scratch[0]; }
kernel void stray(device int* p, constant long& offset) { p[offset] = 1; }
"""
)


@pytest.fixture(scope="module")
def lib():
    return mtl.compile(SOURCE)


@pytest.fixture
def x():
    return mtl.ones(16, dtype=mtl.float32)


@pytest.fixture
def y(lib, x):
    """An output; afterwards the device still computes."""
    yield mtl.zeros(16, dtype=mtl.float32)
    after = mtl.zeros(16, dtype=mtl.float32)
    lib.saxpy(x, after, 2.0, threads=16)
    mtl.synchronize()
    assert after.tolist() == [2.0] * 16


# ---- the hierarchy -------------------------------------------------------------------------------


def test_all_derive_from_error():
    for name in (
        "CompileError",
        "ArgumentError",
        "OutOfMemoryError",
        "CommandBufferError",
        "CaptureError",
        "ProfilerError",
    ):
        error = getattr(mtl, name)
        assert issubclass(error, mtl.Error)
        assert error.__module__ == "metalscope"
    assert issubclass(mtl.OutOfMemoryError, MemoryError)


def test_errors_survive_pickling(lib):
    with pytest.raises(mtl.ArgumentError) as caught:
        lib.saxpy(threads=-1)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is type(caught.value)
    assert str(copy) == str(caught.value)
    with pytest.raises(mtl.CompileError) as caught:
        mtl.compile("kernel void broken( {}")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert len(copy.diagnostics) == len(caught.value.diagnostics)


# ---- compiling -----------------------------------------------------------------------------------


def test_syntax_error_points_at_the_line_and_column(y):
    source = HEADER + "kernel void broken(device float* y)\n{\n    y[0] = nope + 1;\n}\n"
    with pytest.raises(mtl.CompileError) as caught:
        mtl.compile(source)
    error = next(d for d in caught.value.diagnostics if d.severity == "error")
    assert (error.line, error.column) == (5, 12)
    assert "nope" in error.message
    assert error.source_line == "    y[0] = nope + 1;"
    assert "    y[0] = nope + 1;\n           ^" in str(caught.value)


def test_missing_include(tmp_path):
    with pytest.raises(mtl.CompileError, match=r"nowhere\.h"):
        mtl.compile('#include "nowhere.h"\n', include_dirs=[tmp_path])


def test_unknown_kernel_names_what_there_is(lib):
    for look_up in (lambda: lib.sapxy, lambda: lib["sapxy"], lambda: lib.kernel("sapxy")):
        with pytest.raises(mtl.ArgumentError, match=r"Did you mean 'saxpy'.*\? .*with_scratch"):
            look_up()
    with pytest.raises(AttributeError):
        _ = lib.nothing_like_it
    with pytest.raises(KeyError):
        _ = lib["nothing like it"]
    assert not hasattr(lib, "nothing_like_it")
    with pytest.raises(TypeError):
        lib.kernel(3)
    with pytest.raises(mtl.ArgumentError, match="holds none"):
        _ = mtl.compile(HEADER).anything


@pytest.mark.parametrize(
    "options",
    [
        {"math_mode": "sloppy"},
        {"language_version": "99.9"},
        {"language_version": "new"},
        {"defines": {"not a name": 1}},
        {"defines": {1: 1}},
        {"defines": {"A": "1\n2"}},
    ],
)
def test_unusable_compile_options(options):
    with pytest.raises(mtl.ArgumentError):
        mtl.compile(SOURCE, **options)
    with pytest.raises(TypeError):
        mtl.compile(SOURCE.encode())


CONSTANTS = (
    HEADER
    + """
constant bool flag [[function_constant(0)]];
constant uchar small [[function_constant(1)]];
kernel void uses(device int* out) { out[0] = flag ? small : 0; }
"""
)


def test_function_constants_are_checked():
    lib = mtl.compile(CONSTANTS)
    out = mtl.zeros(1, dtype=mtl.int32)
    with pytest.raises(mtl.ArgumentError, match="small"):
        lib.kernel("uses", constants={"flag": True})(out, threads=1)
    with pytest.raises(mtl.ArgumentError, match="flag"):
        lib.uses(out, threads=1)
    with pytest.raises(mtl.ArgumentError, match="unknown"):
        lib.kernel("uses", constants={"flag": True, "small": 1, "unknown": 1})
    with pytest.raises(ValueError, match="small"):
        lib.kernel("uses", constants={"flag": True, "small": 256})
    with pytest.raises(TypeError, match="small"):
        lib.kernel("uses", constants={"flag": True, "small": "1"})
    with pytest.raises(TypeError, match="constants"):
        lib.kernel("uses", constants=[1])
    lib.kernel("uses", constants={"flag": True, "small": 255})(out, threads=1)
    assert out.item() == 255


# ---- launching -----------------------------------------------------------------------------------


def test_wrong_count(lib, x, y):
    for arguments in ((), (x,), (x, y), (x, y, 1.0, 2.0)):
        with pytest.raises(TypeError, match="saxpy"):
            lib.saxpy(*arguments, threads=16)
    with pytest.raises(TypeError, match="saxpy"):
        lib.saxpy(*[1] * 40, threads=16)


def test_wrong_dtype(lib, x, y):
    with pytest.raises(mtl.ArgumentError, match=r"Argument 1 'x' of kernel 'saxpy'.*int"):
        lib.saxpy(mtl.ones(16, dtype=mtl.int32), y, 1.0, threads=16)
    with pytest.raises(mtl.ArgumentError, match="Argument 2 'y' of kernel 'saxpy'"):
        lib.saxpy(x, mtl.ones(16, dtype=mtl.float16), 1.0, threads=16)


def test_numpy_arrays_are_refused_with_a_hint(lib, x, y):
    with pytest.raises(TypeError, match=r"Argument 2 'y' of kernel 'saxpy'.*metalscope\.asarray"):
        lib.saxpy(x, np.zeros(16, dtype=np.float32), 1.0, threads=16)


@pytest.mark.parametrize("value", ["text", [1.0], {}, 1j, object(), np.complex64(1)])
def test_what_is_no_argument_is_refused(lib, x, y, value):
    with pytest.raises(TypeError, match="Argument 3 'a' of kernel 'saxpy'"):
        lib.saxpy(x, y, value, threads=16)


def test_read_only_array(lib, x, y):
    frozen = y._view(y.shape, writable=False)
    with pytest.raises(mtl.ArgumentError, match=r"Argument 2 'y' of kernel 'saxpy'.*read-only"):
        lib.saxpy(x, frozen, 1.0, threads=16)
    lib.saxpy(frozen, y, 1.0, threads=16)


def test_what_the_kernel_writes_is_no_value(lib, x, y):
    for value in (1.0, b"1234", (1.0,)):
        with pytest.raises(mtl.ArgumentError, match="Argument 2 'y' of kernel 'saxpy'"):
            lib.saxpy(x, value, 1.0, threads=16)


def test_scalar_past_its_type(lib, x, y):
    with pytest.raises(ValueError, match="Argument 3 'a' of kernel 'saxpy'"):
        lib.saxpy(x, y, 1e300, threads=16)


@pytest.mark.parametrize(
    ("keywords", "named"),
    [
        ({}, "threads="),
        ({"threads": 1, "groups": 1}, "threads="),
        ({"groups": 1}, "threads_per_threadgroup"),
        ({"threads": -1}, "threads"),
        ({"threads": 1.0}, "threads"),
        ({"threads": True}, "threads"),
        ({"threads": "16"}, "threads"),
        ({"threads": ()}, "threads"),
        ({"threads": (1, 2, 3, 4)}, "threads"),
        ({"threads": (1, None)}, "threads"),
        ({"threads": 2**32}, "threads"),
        ({"threads": 10**40}, "threads"),
        ({"groups": (-1,), "threads_per_threadgroup": 1}, "groups"),
        ({"threads": 16, "threads_per_threadgroup": 0}, "threads_per_threadgroup"),
        ({"threads": 16, "threads_per_threadgroup": (16, 0)}, "threads_per_threadgroup"),
        ({"threads": 16, "threads_per_threadgroup": 1025}, "1,?024"),
        ({"threads": 16, "threads_per_threadgroup": (64, 64)}, "1,?024"),
        ({"threads": 16, "threads_per_threadgroup": 2**31}, "1,?024"),
        ({"threads": 16, "thread_groups": 1}, "thread_groups"),
        ({"threads": 16, "threadgroup_memory": 1024}, "threadgroup_memory"),
        ({"threads": 16, "threadgroup_memory": {0: -16}}, "threadgroup_memory"),
        ({"threads": 16, "threadgroup_memory": {0: 1.5}}, "threadgroup_memory"),
    ],
)
def test_unusable_grids(lib, x, y, keywords, named):
    with pytest.raises(mtl.ArgumentError, match=named):
        lib.saxpy(x, y, 1.0, **keywords)


def test_threadgroup_memory_is_checked(lib, y):
    with pytest.raises(mtl.ArgumentError, match="scratch"):
        lib.with_scratch(y, threads=16)
    with pytest.raises(mtl.ArgumentError, match="threadgroup"):
        lib.with_scratch(y, threads=16, threadgroup_memory={0: 1 << 20})
    with pytest.raises(mtl.ArgumentError, match="threadgroup"):
        lib.with_scratch(y, threads=16, threadgroup_memory={0: 16, 5: 16})
    lib.with_scratch(y, threads=16, threadgroup_memory={0: 16})
    assert y.tolist() == [1.0] * 16


# ---- memory and the device -----------------------------------------------------------------------


def test_allocation_past_the_limit(y):
    limit = mtl.default_device().max_buffer_length
    with pytest.raises(mtl.ArgumentError, match="larger than the device allows"):
        mtl.Buffer(limit + 1)
    for size in (-1, 10**30):
        with pytest.raises(ValueError):
            mtl.Buffer(size)
    with pytest.raises(TypeError):
        mtl.Buffer(1.5)
    with pytest.raises(ValueError, match="storage"):
        mtl.Buffer(16, "managed")


def test_access_outside_device_memory_fails_the_command_buffer(lib, y):
    lib.stray(mtl.zeros(1, dtype=mtl.int32), -(1 << 45), threads=1)
    with pytest.raises(mtl.CommandBufferError) as caught:
        mtl.synchronize()
    assert caught.value.kernel == "stray"
    assert caught.value.code == 3  # MTLCommandBufferErrorPageFault
    assert "stray" in str(caught.value)
    mtl.synchronize()  # told once


INTERRUPTED = (
    HEADER
    + """
kernel void spin(device atomic_uint* go, device uint* out)
{ while (atomic_load_explicit(go, memory_order_relaxed) == 0) {} out[0] = 7; }
"""
)

PROGRAM = f"""
import os, signal, threading
import metalscope as mtl
spin = mtl.compile('''{INTERRUPTED}''').spin
go, out = mtl.zeros(1, dtype=mtl.uint32), mtl.zeros(1, dtype=mtl.uint32)
mtl.synchronize()
flag = memoryview(go.buffer).cast("I")
spin(go, out, threads=1)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    mtl.WAIT()
    print("no interrupt")
except KeyboardInterrupt:
    print("interrupted")
flag[0] = 1
mtl.synchronize()
print(out.tolist())
"""


@pytest.mark.parametrize("wait", ["synchronize", "device_synchronize"])
def test_ctrl_c_ends_a_wait_and_the_library_goes_on(wait):
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("WAIT", wait)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert result.stdout.split() == ["interrupted", "[7]"], result.stderr
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ("// \udc80", {}, "source: the text holds a lone surrogate"),
        ("", {"math_mode": None}, "math_mode: expected a str, not NoneType"),
        ("", {"language_version": 3.1}, "language_version: expected a str, not float"),
        ("", {"label": 1}, "label: expected a str, not int"),
    ],
)
def test_arguments_of_compile(source, options, message):
    with pytest.raises(mtl.ArgumentError, match=message):
        mtl.compile(source, **options)


def test_a_byte_order_mark_is_no_error():
    assert mtl.compile("\ufeff#include <metal_stdlib>\nkernel void k() {}").kernel_names == ["k"]
