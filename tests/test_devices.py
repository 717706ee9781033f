"""Devices, buffers, and waits that create nothing."""

from __future__ import annotations

import io
import mmap
import subprocess
import sys

import pytest

import metalscope as mtl


def run(program: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_devices_say_what_they_are():
    devices = mtl.devices()
    assert devices
    device = mtl.default_device()
    assert device.name in [d.name for d in devices]
    assert device.max_buffer_length > 1 << 20
    assert device.recommended_working_set > 1 << 20
    assert device.max_threadgroup_memory >= 32768
    assert len(device.max_threads_per_threadgroup) == 3
    assert device.max_threads_per_threadgroup[0] >= 512
    assert device.name in repr(device)


def test_memory_figures_follow_allocations():
    device = mtl.default_device()
    before = device.memory()
    buffer = mtl.Buffer(1 << 20)
    during = device.memory()
    assert during["live_bytes"] >= before["live_bytes"] + (1 << 20)
    assert during["live_buffers"] == before["live_buffers"] + 1
    assert during["peak_bytes"] >= during["live_bytes"]
    del buffer
    assert device.memory()["live_bytes"] == before["live_bytes"]
    device.empty_cache()
    assert device.memory()["pooled_bytes"] == 0


def test_buffers():
    buffer = mtl.Buffer(100)
    assert (buffer.nbytes, buffer.storage) == (100, "shared")
    memoryview(buffer)[:] = bytes(range(100))
    assert bytes(buffer) == bytes(range(100))
    assert mtl.Buffer(0).nbytes == 0
    private = mtl.Buffer(64, "private")
    assert (private.storage, private.address) == ("private", 0)
    with pytest.raises(BufferError):
        memoryview(private)


def test_wrapping_memory_of_ours():
    memory = mmap.mmap(-1, 4 * mmap.PAGESIZE)
    memory[:4] = b"\x01\x02\x03\x04"
    buffer = mtl.Buffer.wrap(memory)
    assert bytes(buffer)[:4] == b"\x01\x02\x03\x04"
    with pytest.raises(BufferError):
        memory.close()  # the buffer keeps it
    del buffer
    memory.close()
    with pytest.raises(mtl.ArgumentError):
        mtl.Buffer.wrap(bytearray(100))
    with pytest.raises(TypeError):
        mtl.Buffer.wrap(b"read-only")
    with pytest.raises(TypeError):
        mtl.Buffer.wrap(3)


def test_versioninfo_prints_what_a_report_needs():
    text = io.StringIO()
    mtl.versioninfo(file=text)
    assert f"metalscope {mtl.__version__}" in text.getvalue()
    assert mtl.default_device().name in text.getvalue()


THREADS = """
import os
def threads(): return len(os.listdir("/proc/self/task"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads through /proc")
def test_waiting_in_a_fresh_process_creates_nothing():
    program = THREADS + (
        "import metalscope as mtl, threading, time\n"
        "before = threads()\n"
        "mtl.synchronize(); mtl.device_synchronize()\n"
        "thread = threading.Thread(target=lambda: (mtl.synchronize(), mtl.device_synchronize()))\n"
        "thread.start(); thread.join()\n"
        "deadline = time.monotonic() + 10  # a joined thread may take a moment to vanish\n"
        "while threads() > before and time.monotonic() < deadline: time.sleep(0.01)\n"
        "maps = open('/proc/self/maps').read()\n"
        "print(threads() - before, max(int(b, 16) - int(a, 16) for a, b in "
        "(line.split()[0].split('-') for line in maps.splitlines())) < 1 << 34)\n"
    )
    assert run(program).split() == ["0", "True"]


def test_waiting_in_a_thread_without_a_stream():
    run(
        "import metalscope as mtl, threading\n"
        "a = mtl.ones(10) + 1\n"
        "thread = threading.Thread(target=mtl.device_synchronize)\n"
        "thread.start(); thread.join()\n"
        "assert a.tolist() == [2.0] * 10\n"
    )


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
def test_a_forked_child_ends_in_peace():
    run(
        "import os, metalscope as mtl\n"
        "a = mtl.ones(10) + 1; mtl.synchronize()\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    del a\n"
        "    os._exit(0)\n"
        "assert os.waitpid(pid, 0)[1] == 0\n"
        "assert (a + 1).tolist() == [3.0] * 10\n"
    )


def test_work_may_be_pending_at_exit():
    run("import metalscope as mtl\na = mtl.ones(1 << 20) + 1\n")
