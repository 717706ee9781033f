"""What this machine computes with: `devices`, `default_device`, `versioninfo`."""

from __future__ import annotations

import os
import sys

from . import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def devices() -> list[_core.Device]:
    """The GPUs of this machine (MTLCopyAllDevices), or the one software device where Metal is not.

    Opens them if nothing has before.
    """
    return _core.devices()


def default_device() -> _core.Device:
    """The device that arrays and kernels use (MTLCreateSystemDefaultDevice)."""
    return _core.default_device()


def versioninfo(*, file: TextIO | None = None) -> None:
    """Prints what a report about metalscope should contain: versions, platform, compiler, devices.

    Args:
        file: where to; None is standard output.
    """
    import platform

    lines = [
        f"metalscope {_core.__version__}",
        f"Python {platform.python_version()} on {platform.system()} {platform.release()} "
        f"({platform.machine()})",
    ]
    found = _core.devices()  # also looks for the compiler
    if sys.platform != "darwin":
        lines.append(f"MSL compiler: {os.environ.get('METALSCOPE_CLANG', 'not found')}")
    for device in found:
        x, y, z = device.max_threads_per_threadgroup
        lines += [
            f"Device: {device.name} ({device.architecture})",
            f"  unified memory: {'yes' if device.unified_memory else 'no'}, "
            f"working set {_size(device.recommended_working_set)}, "
            f"largest buffer {_size(device.max_buffer_length)}",
            f"  threadgroups up to {x} x {y} x {z} threads, {_size(device.max_threadgroup_memory)}",
            f"  counter sampling: {_sampling(device)}",
        ]
    print("\n".join(lines), file=file)


def _sampling(device: _core.Device) -> str:
    boundaries = [
        name
        for name, supported in (
            ("dispatches", device.samples_dispatch_boundaries),
            ("passes", device.samples_stage_boundaries),
        )
        if supported
    ]
    return f"around {' and '.join(boundaries)}" if boundaries else "none"


def _size(nbytes: int) -> str:
    size = float(nbytes)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.4g} {unit}"
        size /= 1024
    return f"{size:.4g} TiB"
