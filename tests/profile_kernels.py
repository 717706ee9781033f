"""Two small kernels for tests of profile sessions."""

from __future__ import annotations

from collections import Counter

import metalscope as mtl

SOURCE = """
#include <metal_stdlib>
kernel void first(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] += 1; }
kernel void second(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] *= 2; }
kernel void stray(device float* x [[buffer(0)]], constant long& at [[buffer(1)]]) { x[at] = 1; }
"""


class Launcher:
    """Launches the kernels above, compiled and warm, on 256 numbers."""

    def __init__(self) -> None:
        self._library = mtl.compile(SOURCE)
        self._x = mtl.zeros(256, dtype=mtl.float32)
        self("first")
        self("second")
        mtl.synchronize()

    def __call__(self, name: str = "first") -> None:
        self._library[name](self._x, threads=256)

    def fail(self) -> None:
        """Launches a kernel that writes far outside all device memory."""
        self._library.stray(self._x, -(1 << 45), threads=1)


def kernels(profile: mtl.Profile) -> Counter[str]:
    """How often each kernel was run."""
    events = profile.events
    return Counter(profile.names[name] for name in events["name"][events["kind"] == 1])
