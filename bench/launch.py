"""`kernel/launch`: what launching costs, paired in one process with NumPy's smallest call.

    python bench/launch.py [--repeats N]

An empty one-thread kernel with three arrays, without waiting (the wait for all of them is part of
the figure), launched and waited for, and `mtl.add` on one element; beside them `numpy.add` on one
element. Figures are µs per call: minimum and median over the repeats.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

import metalscope as mtl

SOURCE = """
#include <metal_stdlib>
using namespace metal;
kernel void nothing(device float* a [[buffer(0)]], device float* b [[buffer(1)]],
                    device float* c [[buffer(2)]]) {}
"""


def per_call(body: Callable[[], object], calls: int) -> float:
    """µs per call of `body`, the wait for what it launched included."""
    start = time.perf_counter_ns()
    for _ in range(calls):
        body()
    mtl.synchronize()
    return (time.perf_counter_ns() - start) / calls / 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=20)
    repeats = parser.parse_args().repeats
    kernel = mtl.compile(SOURCE).nothing
    a, b, c = mtl.ones(1), mtl.ones(1), mtl.ones(1)
    x = np.ones(1, np.float32)

    def launch_and_wait() -> None:
        kernel(a, b, c, threads=1)
        mtl.synchronize()

    cases: dict[str, tuple[Callable[[], object], int]] = {
        "launch": (lambda: kernel(a, b, c, threads=1), 10_000),
        "launch and wait": (launch_and_wait, 1_000),
        "mtl.add, one element, out=": (lambda: mtl.add(a, b, out=c), 10_000),
        "numpy.add, one element, out=": (lambda: np.add(x, x, out=x), 10_000),
        "synchronize, nothing pending": (mtl.synchronize, 10_000),
    }
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(repeats):
        for name, (body, calls) in cases.items():
            times[name].append(per_call(body, calls))
    print(f"{'µs per call':<32}{'min':>9}{'median':>9}")
    for name, values in times.items():
        print(f"{name:<32}{min(values):>9.3f}{statistics.median(values):>9.3f}")


if __name__ == "__main__":
    main()
