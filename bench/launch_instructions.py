"""`kernel/launch` counted in instructions of the launching thread (valgrind --tool=callgrind).

    python bench/launch_instructions.py [--check | --store]

The difference between a run of 4,000 and one of 2,000 launches, so that start-up drops out. A
count does not depend on how busy the machine is; it does depend on the Python and the compiler.
`--check` fails when it is more than 10% above the figure in bench/launch_instructions.json,
`--store` replaces that figure.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FIGURE = Path(__file__).with_suffix(".json")
TOLERANCE = 1.10
PROGRAM = """
import sys
import metalscope as mtl
kernel = mtl.compile('''
    #include <metal_stdlib>
    kernel void nothing(device float* a [[buffer(0)]], device float* b [[buffer(1)]],
                        device float* c [[buffer(2)]]) {}
''').nothing
a, b, c = mtl.empty(1), mtl.empty(1), mtl.empty(1)
for _ in range(int(sys.argv[1])):
    kernel(a, b, c, threads=1)
mtl.synchronize()
"""


def instructions(launches: int) -> int:
    """Instructions that the main thread of PROGRAM executes."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind")
        valgrind = ["valgrind", "--tool=callgrind", "--separate-threads=yes"]
        command = [*valgrind, f"--callgrind-out-file={out}", sys.executable, "-c", PROGRAM]
        done = subprocess.run(
            [*command, str(launches)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"the counted program failed:\n{done.stdout}{done.stderr}")
        first_thread = next(Path(folder).glob("callgrind-01"))
        totals = re.search(r"^(?:summary|totals): (\d+)", first_thread.read_text(), re.MULTILINE)
        assert totals is not None, "callgrind's output has no totals"
        return int(totals[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the stored figure")
    parser.add_argument("--store", action="store_true", help="store this figure")
    arguments = parser.parse_args()
    subprocess.run([sys.executable, "-c", PROGRAM, "1"], check=True)  # fill the code cache
    count = (instructions(4_000) - instructions(2_000)) / 2_000
    print(
        f"{count:.0f} instructions per launch ({platform.python_version()}, {platform.machine()})"
    )
    if arguments.store:
        FIGURE.write_text(json.dumps({"instructions_per_launch": round(count)}) + "\n")
    if arguments.check:
        stored = json.loads(FIGURE.read_text())["instructions_per_launch"]
        print(f"stored figure: {stored}; ratio {count / stored:.3f}, allowed {TOLERANCE}")
        if count > stored * TOLERANCE:
            sys.exit("launching became more expensive: find out why, or store the new figure")


if __name__ == "__main__":
    main()
