"""Adds two vectors with a kernel of its own and profiles it: `python examples/vadd.py`."""

import metalscope as mtl

lib = mtl.compile("""
    #include <metal_stdlib>
    using namespace metal;
    kernel void vadd(device const float* a, device const float* b, device float* c,
                     uint i [[thread_position_in_grid]])
    { c[i] = a[i] + b[i]; }""")

n = 1_000_000
a, b = mtl.random.random(n), mtl.random.random(n)
c = mtl.empty(n)
lib.vadd(a, b, c, threads=n)  # compiled and run once, so that the profile shows the kernel alone
mtl.synchronize()

with mtl.profile(trace=True):
    lib.vadd(a, b, c, threads=n)

assert c[:3].tolist() == (a + b)[:3].tolist()
