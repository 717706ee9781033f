"""Kernels of every kind that MSL offers so far, against NumPy or a closed form."""

from __future__ import annotations

import numpy as np
import pytest

import metalscope as mtl

HEADER = "#include <metal_stdlib>\nusing namespace metal;\n"
SIZES = [0, 1, 2, 31, 33, 255, 1000, 1001, 100_003, 1 << 20]


def compile_msl(text: str, **options):
    return mtl.compile(HEADER + text, **options)


def random_floats(shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


# ---- grids ---------------------------------------------------------------------------------------

SAXPY = """
kernel void saxpy(device const float* x [[buffer(0)]], device float* y [[buffer(1)]],
                  constant float& a [[buffer(2)]], uint i [[thread_position_in_grid]])
{ y[i] = a * x[i] + y[i]; }
"""


@pytest.mark.parametrize("size", SIZES)
def test_saxpy(size):
    x, y = random_floats(size, 1), random_floats(size, 2)
    result = mtl.asarray(y)
    compile_msl(SAXPY, math_mode="safe").saxpy(mtl.asarray(x), result, 2.0, threads=size)
    np.testing.assert_allclose(mtl.asnumpy(result), np.float32(2) * x + y, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("shape", [(7, 11), (1, 1), (64, 64), (100, 37)])
@pytest.mark.parametrize("group", [(4, 4), (8, 2), (16, 16)])
def test_grid_of_two_dimensions_not_a_multiple_of_the_threadgroup(shape, group):
    rows, columns = shape
    source = random_floats(shape)
    lib = compile_msl("""
        kernel void transpose(device const float* in, device float* out,
                              uint2 p [[thread_position_in_grid]], uint2 n [[threads_per_grid]])
        { out[p.x * n.y + p.y] = in[p.y * n.x + p.x]; }""")
    out = mtl.zeros((columns, rows), dtype=mtl.float32)
    lib.transpose(mtl.asarray(source), out, threads=(columns, rows), threads_per_threadgroup=group)
    np.testing.assert_array_equal(mtl.asnumpy(out), source.T)


def test_threadgroups_at_the_edges_are_smaller():
    lib = compile_msl("""
        kernel void shapes(device uint4* out, uint2 p [[thread_position_in_grid]],
                           uint2 n [[threads_per_grid]], uint2 size [[threads_per_threadgroup]],
                           uint2 group [[threadgroup_position_in_grid]])
        { out[p.y * n.x + p.x] = uint4(size, group); }""")
    out = mtl.zeros((7, 11, 4), dtype=mtl.uint32)
    lib.shapes(out, threads=(11, 7), threads_per_threadgroup=(4, 4))
    result = mtl.asnumpy(out)
    for y in range(7):
        for x in range(11):
            expected = [3 if x >= 8 else 4, 3 if y >= 4 else 4, x // 4, y // 4]
            assert result[y, x].tolist() == expected


def test_grid_in_threadgroups():
    lib = compile_msl("""
        kernel void positions(device uint* out, uint i [[thread_position_in_grid]],
                              uint t [[thread_position_in_threadgroup]],
                              uint g [[threadgroup_position_in_grid]],
                              uint n [[threads_per_threadgroup]])
        { out[i] = g * n + t; }""")
    out = mtl.zeros(30, dtype=mtl.uint32)
    lib.positions(out, groups=3, threads_per_threadgroup=10)
    assert mtl.asnumpy(out).tolist() == list(range(30))


def test_grid_of_three_dimensions():
    lib = compile_msl("""
        kernel void index(device uint* out, uint3 p [[thread_position_in_grid]],
                          uint3 n [[threads_per_grid]])
        { out[(p.z * n.y + p.y) * n.x + p.x] = p.x + 100 * p.y + 10000 * p.z; }""")
    out = mtl.zeros((3, 4, 5), dtype=mtl.uint32)
    lib.index(out, threads=(5, 4, 3))
    z, y, x = np.indices((3, 4, 5))
    np.testing.assert_array_equal(mtl.asnumpy(out), x + 100 * y + 10000 * z)


# ---- threads that work together ------------------------------------------------------------------

TREE_SUM = """
kernel void tree_sum(device const float* in, device float* out, constant uint& n,
                     threadgroup float* scratch [[threadgroup(0)]],
                     uint i [[thread_position_in_grid]], uint t [[thread_index_in_threadgroup]],
                     uint size [[threads_per_threadgroup]],
                     uint group [[threadgroup_position_in_grid]])
{
    scratch[t] = i < n ? in[i] : 0.0f;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint step = size / 2; step > 0; step /= 2) {
        if (t < step) scratch[t] += scratch[t + step];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (t == 0) out[group] = scratch[0];
}
"""


@pytest.mark.parametrize("size", [1, 31, 256, 1000, 10_001])
@pytest.mark.parametrize("group", [1, 32, 256])
def test_tree_reduction_in_threadgroup_memory(size, group):
    values = np.random.default_rng(0).integers(-100, 100, size).astype(np.float32)
    groups = -(-size // group)
    out = mtl.zeros(groups, dtype=mtl.float32)
    compile_msl(TREE_SUM).tree_sum(
        mtl.asarray(values),
        out,
        size,
        groups=groups,
        threads_per_threadgroup=group,
        threadgroup_memory={0: 4 * group},
    )
    padded = np.pad(values, (0, groups * group - size)).reshape(groups, group)
    np.testing.assert_array_equal(mtl.asnumpy(out), padded.sum(axis=1))


def test_barrier_in_a_helper_and_threadgroup_memory_in_the_body():
    lib = compile_msl("""
        static void meet() { threadgroup_barrier(mem_flags::mem_threadgroup); }
        kernel void reverse(device int* data, uint i [[thread_position_in_grid]],
                            uint t [[thread_index_in_threadgroup]],
                            uint n [[threads_per_threadgroup]])
        {
            threadgroup int tile[64];
            tile[t] = data[i];
            meet();
            data[i] = tile[n - 1 - t];
        }""")
    assert lib.reverse.static_threadgroup_memory == 256
    data = mtl.asarray(np.arange(256, dtype=np.int32))
    lib.reverse(data, threads=256, threads_per_threadgroup=64)
    np.testing.assert_array_equal(mtl.asnumpy(data), np.arange(256).reshape(4, 64)[:, ::-1].ravel())


@pytest.mark.parametrize("size", [1, 1000, 100_001])
def test_histogram_with_atomics(size):
    values = np.random.default_rng(3).integers(0, 16, size, dtype=np.uint32)
    lib = compile_msl("""
        kernel void histogram(device const uint* in, device atomic_uint* bins,
                              uint i [[thread_position_in_grid]])
        { atomic_fetch_add_explicit(&bins[in[i]], 1u, memory_order_relaxed); }""")
    bins = mtl.zeros(16, dtype=mtl.uint32)
    lib.histogram(mtl.asarray(values), bins, threads=size)
    np.testing.assert_array_equal(mtl.asnumpy(bins), np.bincount(values, minlength=16))


def test_simd_group_reduction():
    values = np.arange(256, dtype=np.int32)
    lib = compile_msl("""
        kernel void sums(device const int* in, device int* out,
                         uint i [[thread_position_in_grid]])
        { out[i] = simd_sum(in[i]) + 1000000 * int(in[i] == simd_max(in[i])); }""")
    out = mtl.zeros(256, dtype=mtl.int32)
    lib.sums(mtl.asarray(values), out, threads=256, threads_per_threadgroup=64)
    groups = values.reshape(-1, 32)
    expected = np.repeat(groups.sum(axis=1), 32) + 1_000_000 * (values % 32 == 31)
    np.testing.assert_array_equal(mtl.asnumpy(out), expected)


LANE = np.arange(64) % 32
MEETINGS = {  # body of the kernel: what s is for each thread
    "if (lane < 11) s = simd_sum(1u);": np.where(LANE < 11, 11, 0),
    "if (lane < 11) s = simd_sum(1u); else s = simd_sum(1u);": np.where(LANE < 11, 11, 21),
    "if (lane < 11) s = one(); if (lane > 3) s += 100 * one();": (
        np.where(LANE < 11, 11, 0) + np.where(LANE > 3, 2800, 0)
    ),
    "s = each<4>(lane) * 1000 + each<2>(lane);": np.full(64, 8016),
    "for (uint j = 0; j <= lane; ++j) s += simd_sum(1u);": (LANE + 1) * (64 - LANE) // 2,
    "for (uint j = 0; j < 3; ++j) { s += simd_sum(1u); if (lane < 5) s += 100 * simd_sum(1u); }": (
        np.where(LANE < 5, 1596, 96)
    ),
    "uint j = 0; while (j++ < 3) { if (lane < 14) continue; s += one(); s += simd_max(j); }": (
        np.where(LANE < 14, 0, 60)
    ),
    "uint j = 0; do { if (lane & 1) s += simd_sum(1u); s += one(); } while (++j < 3);": (
        np.where(LANE & 1, 144, 96)
    ),
}


@pytest.mark.parametrize("body", MEETINGS)
def test_simd_group_functions_in_divergent_code(body):
    library = compile_msl(
        """
        __attribute__((noinline)) uint once(uint value) { return simd_sum(value); }
        uint one() { return once(1); }
        template <int N> uint each(uint lane) {
          uint s = 0;
          for (int j = 0; j < N; ++j) { if (lane % N == uint(j)) s += simd_sum(1u); }
          return s;
        }
        kernel void f(device uint* out, uint i [[thread_position_in_grid]],
                      uint lane [[thread_index_in_simdgroup]]) {
          uint s = 0;
          { BODY }
          out[i] = s;
          out[i + 64] = simd_sum(1u);
        }""".replace("BODY", body)
    )
    out = mtl.zeros(128, dtype=mtl.uint32)
    library.f(out, threads=64, threads_per_threadgroup=64)
    assert mtl.asnumpy(out)[:64].tolist() == MEETINGS[body].tolist()
    assert mtl.asnumpy(out)[64:].tolist() == [32] * 64  # together again


def test_bfloat_literals():
    library = compile_msl(
        "kernel void f(device float* x) { x[0] = float(1.5bf + 2bf); x[1] = true ? 1e2bf :-3.bf; }"
    )
    x = mtl.zeros(2)
    library.f(x, threads=1)
    assert x.tolist() == [3.5, 100]


def test_simd_group_shuffle():
    values = random_floats(128)
    lib = compile_msl("""
        kernel void shuffle(device const float* in, device float* out,
                            uint i [[thread_position_in_grid]],
                            ushort lane [[thread_index_in_simdgroup]])
        { out[i] = simd_shuffle_xor(in[i], 1) + simd_shuffle(in[i], ushort(31 - lane)); }""")
    out = mtl.zeros(128, dtype=mtl.float32)
    lib.shuffle(mtl.asarray(values), out, threads=128, threads_per_threadgroup=128)
    lanes = values.reshape(-1, 32)
    expected = lanes[:, np.arange(32) ^ 1] + lanes[:, ::-1]
    np.testing.assert_array_equal(mtl.asnumpy(out).reshape(-1, 32), expected)


@pytest.mark.parametrize(("m", "k", "n"), [(16, 16, 16), (33, 50, 17), (64, 48, 80)])
def test_tiled_matrix_product(m, k, n):
    a, b = random_floats((m, k), 4), random_floats((k, n), 5)
    lib = compile_msl("""
        constant uint tile = 8;
        kernel void matmul(device const float* a, device const float* b, device float* c,
                           constant uint3& size, uint2 t [[thread_position_in_threadgroup]],
                           uint2 g [[threadgroup_position_in_grid]])
        {
            threadgroup float ta[tile][tile], tb[tile][tile];
            uint row = g.y * tile + t.y, column = g.x * tile + t.x;
            float sum = 0;
            for (uint start = 0; start < size.y; start += tile) {
                uint ka = start + t.x, kb = start + t.y;
                ta[t.y][t.x] = row < size.x && ka < size.y ? a[row * size.y + ka] : 0.0;
                tb[t.y][t.x] = kb < size.y && column < size.z ? b[kb * size.z + column] : 0.0;
                threadgroup_barrier(mem_flags::mem_threadgroup);
                for (uint i = 0; i < tile; ++i) sum += ta[t.y][i] * tb[i][t.x];
                threadgroup_barrier(mem_flags::mem_threadgroup);
            }
            if (row < size.x && column < size.z) c[row * size.z + column] = sum;
        }""")
    c = mtl.zeros((m, n), dtype=mtl.float32)
    lib.matmul(
        mtl.asarray(a),
        mtl.asarray(b),
        c,
        (m, k, n),
        groups=(-(-n // 8), -(-m // 8)),
        threads_per_threadgroup=(8, 8),
    )
    np.testing.assert_allclose(mtl.asnumpy(c), a @ b, rtol=1e-4, atol=1e-4)


# ---- names, constants, macros, includes ----------------------------------------------------------


def test_template_kernels_through_host_name():
    lib = compile_msl("""
        template <typename T>
        kernel void twice(device T* data, uint i [[thread_position_in_grid]])
        { data[i] = data[i] + data[i]; }
        template [[host_name("twice float")]] kernel void twice<float>(device float*, uint);
        template [[host_name("twice_" "int")]] kernel void twice<int>(device int*, uint);
        """)
    assert sorted(lib.kernel_names) == ["twice float", "twice_int"]
    assert "twice_int" in dir(lib)
    floats = mtl.asarray(np.arange(5, dtype=np.float32))
    ints = mtl.asarray(np.arange(5, dtype=np.int32))
    lib["twice float"](floats, threads=5)
    lib.twice_int(ints, threads=5)
    assert mtl.asnumpy(floats).tolist() == mtl.asnumpy(ints).tolist() == [0, 2, 4, 6, 8]


CONSTANTS = """
constant bool negate [[function_constant(0)]];
constant float scale [[function_constant(1)]];
constant int2 shift [[function_constant(2)]];
kernel void apply(device float* data, uint i [[thread_position_in_grid]])
{
    float value = data[i] * scale + float(shift.x + 10 * shift.y);
    data[i] = negate ? -value : value;
}
"""


@pytest.mark.parametrize("negate", [False, True])
def test_function_constants(negate):
    kernel = compile_msl(CONSTANTS).kernel(
        "apply", constants={"negate": negate, "scale": 0.5, "shift": (1, 2)}
    )
    data = mtl.asarray(np.arange(8, dtype=np.float32))
    kernel(data, threads=8)
    expected = (np.arange(8) * 0.5 + 21) * (-1 if negate else 1)
    assert mtl.asnumpy(data).tolist() == expected.tolist()


def test_defines():
    lib = compile_msl(
        """
        #ifdef EMPTY
        kernel void value(device int* out) { out[0] = NUMBER + (FLAG ? 100 : 0); }
        #endif
        """,
        defines={"NUMBER": 7, "FLAG": True, "EMPTY": None},
    )
    out = mtl.zeros(1, dtype=mtl.int32)
    lib.value(out, threads=1)
    assert out.tolist() == [107]


def test_include_files(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "scale.h").write_text('#pragma once\n#include "sub/factor.h"\n')
    (tmp_path / "sub" / "factor.h").write_text(
        "#pragma once\ninline int scaled(int x) { return 3 * x; }\n"
    )
    lib = compile_msl(
        """
        #include "scale.h"
        #include "scale.h"
        kernel void triple(device int* data, uint i [[thread_position_in_grid]])
        { data[i] = scaled(data[i]); }""",
        include_dirs=[tmp_path],
    )
    data = mtl.asarray(np.arange(4, dtype=np.int32))
    lib.triple(data, threads=4)
    assert data.tolist() == [0, 3, 6, 9]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"int a;\0"])
def test_include_files_that_are_no_text(tmp_path, content):
    (tmp_path / "a.h").write_bytes(content)
    with pytest.raises(mtl.CompileError, match=r"a\.h' is not UTF-8 text"):
        mtl.compile('#include "a.h"', include_dirs=[tmp_path])


def test_a_changed_source_of_the_same_name_is_another_kernel():
    out = mtl.zeros(1, dtype=mtl.int32)
    for value in (1, 2):
        compile_msl(f"kernel void same(device int* out) {{ out[0] = {value}; }}").same(
            out, threads=1
        )
        assert out.tolist() == [value]


def test_warnings_are_kept():
    lib = compile_msl("""
        kernel void warned(device int* out) { int unused = 0 == 1 ? 1 : out[0]; return; out[0]; }
        #warning look here
        """)
    assert any("look here" in str(warning) for warning in lib.warnings)


def test_the_signature_is_told():
    kernel = compile_msl("""
        struct Params { float4 origin; uint count; };
        kernel void described(device const half4* in [[buffer(1)]], device int* out [[buffer(3)]],
                              constant Params& params [[buffer(2)]],
                              threadgroup float* scratch [[threadgroup(0)]],
                              uint i [[thread_position_in_grid]])
        { scratch[0] = params.origin.x; out[i] = int(in[i].x) + int(params.count); }""").described
    assert kernel.name == kernel.__name__ == "described"
    assert [(a.name, a.kind, a.index, a.writable) for a in kernel.arguments] == [
        ("in", "buffer", 1, False),
        ("params", "buffer", 2, False),
        ("out", "buffer", 3, True),
        ("scratch", "threadgroup", 0, True),
    ]
    assert kernel.arguments[0].type == "half4"
    assert kernel.arguments[1].itemsize == 32
    assert kernel.thread_execution_width == 32
    assert kernel.max_total_threads_per_threadgroup >= 32
    assert "described" in repr(kernel)
