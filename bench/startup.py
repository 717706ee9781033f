"""Whole processes from start to the end, in turn: bare Python, NumPy, a first kernel cold and warm.

    python bench/startup.py [--runs N]

`first kernel` imports metalscope, compiles one kernel, runs it, waits and reads one element; `warm`
finds it in the code cache, `cold` starts with an empty cache folder. The ratio that matters is
`warm / import numpy`: it stays below 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FIRST_KERNEL = """
import metalscope as mtl
lib = mtl.compile('''
    #include <metal_stdlib>
    using namespace metal;
    kernel void twice(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        x[i] *= 2;
    }
''')
x = mtl.ones(1000)
lib.twice(x, threads=1000)
mtl.synchronize()
assert float(x[999]) == 2.0
"""


def milliseconds(code: str, cache: Path) -> float:
    """Wall-clock of one `python -c code`."""
    environment = {**os.environ, "METALSCOPE_CACHE_DIR": str(cache)}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return (time.perf_counter() - start) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        warm, cold = Path(folder, "warm"), Path(folder, "cold")
        milliseconds(FIRST_KERNEL, warm)
        for _ in range(runs):
            shutil.rmtree(cold, ignore_errors=True)
            for name, code, cache in (
                ("bare python", "pass", warm),
                ("import metalscope", "import metalscope", warm),
                ("import numpy", "import numpy", warm),
                ("first kernel, warm", FIRST_KERNEL, warm),
                ("first kernel, cold", FIRST_KERNEL, cold),
            ):
                times.setdefault(name, []).append(milliseconds(code, cache))
    print(f"{'process':<22}{'min ms':>9}{'median ms':>11}{'/ import numpy':>16}")
    numpy = statistics.median(times["import numpy"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:<22}{min(values):>9.1f}{median:>11.1f}{median / numpy:>16.2f}")


if __name__ == "__main__":
    main()
