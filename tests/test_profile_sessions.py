"""metalscope.profile around a block, on the device: what is counted, printed and passed on."""

import gc
import io
import subprocess
import sys
import threading
from collections import Counter

import pytest
from profile_kernels import Launcher, kernels

import metalscope as mtl

DEVICE_KINDS = {1: "kernel", 2: "copy", 3: "fill"}


@pytest.fixture(scope="module")
def launch():
    return Launcher()


def kinds(profile):
    """How many device operations of each kind there were."""
    return Counter(DEVICE_KINDS[kind] for kind in profile.events["kind"] if kind in DEVICE_KINDS)


@pytest.fixture(autouse=True)
def idle():
    yield
    mtl.device_synchronize()


def test_a_block_is_profiled_and_reported_once(launch, capsys):
    with mtl.profile() as p:
        launch("first")
        launch("second")
        launch("first")
    out = capsys.readouterr().out
    assert out == f"{p}\n"
    assert out.startswith("Profiled over ")
    assert out.count("Host-side activity: ") == out.count("Device-side activity: ") == 1
    assert "[MTLCommandBuffer commit]" in out
    assert kernels(p) == {"first": 2, "second": 1}
    assert 0 < p.busy <= p.wall_clock
    assert not p.dropped
    assert p.partial is None
    assert p.runs is None
    assert repr(p) == str(p)


def test_work_from_before_is_not_counted(launch):
    for _ in range(20):
        launch("second")
    with mtl.profile(quiet=True) as p:
        launch("first")
    assert kernels(p) == {"first": 1}


def test_work_is_waited_for_at_the_end(launch):
    with mtl.profile(quiet=True) as p:
        for _ in range(50):
            launch()
    assert kernels(p) == {"first": 50}
    assert (p.events["end"] <= p.events["start"][0] + p.wall_clock).all()


def test_results_are_not_there_before_the_end(launch):
    with mtl.profile(quiet=True) as p:
        launch()
        assert repr(p) == "<metalscope.Profile: it is still being recorded>"
        assert not p.finished
        for read in (str, lambda p: p.events, lambda p: p.busy, lambda p: p.wall_clock):
            with pytest.raises(mtl.ProfilerError, match="still being recorded"):
                read(p)
    assert p.finished
    assert len(p.operations) == 1


def test_nothing_to_profile(capsys):
    with mtl.profile():
        pass
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Profiled over ")
    assert lines[1:] in (
        ["", "No GPU operations or Objective-C calls were profiled."],
        ["", "No host-side activity was recorded."],
    )


def test_trace_shows_one_row_per_operation(launch, capsys):
    with mtl.profile(trace=True):
        launch()
        launch()
    out = capsys.readouterr().out
    device = out[out.index("Device-side") :].splitlines()
    assert device[1].split()[:2] == ["ID", "Start"]
    assert "Threads per group" in device[1]
    assert [line.split()[-1] for line in device[2:4]] == ["first", "first"]
    assert "256" in device[2]


def test_two_array_functions_are_two_kernels():
    a = mtl.random.random((64, 64), dtype=mtl.float32)
    b, c = mtl.empty_like(a), mtl.empty_like(a)
    mtl.add(a, 1, out=b)
    mtl.sqrt(b, out=c)
    mtl.synchronize()
    with mtl.profile(quiet=True) as p:
        mtl.add(a, 1, out=b)
        mtl.sqrt(b, out=c)
    assert kernels(p) == {"add_f32": 1, "sqrt_f32": 1}
    assert kinds(p) == {"kernel": 2}


def test_an_assigned_expression_is_a_kernel_and_a_copy():
    a, b = mtl.ones((64, 64), dtype=mtl.float32), mtl.zeros((64, 64), dtype=mtl.float32)
    b[...] = a + 1
    mtl.synchronize()
    with mtl.profile(quiet=True) as p:
        b[...] = a + 1
    assert kinds(p) == {"kernel": 1, "copy": 1}
    assert p.operations["bytes"].max() == b.nbytes


def test_a_failed_kernel_is_in_the_tables(launch):
    with mtl.profile(quiet=True) as p:
        launch.fail()
    with pytest.raises(mtl.CommandBufferError, match="stray"):
        mtl.synchronize()
    assert "stray (failed)" in str(p)
    assert p.partial is None
    with mtl.profile(quiet=True) as q:
        launch()
    assert "failed" not in str(q)


def test_sessions_nest(launch):
    with mtl.profile(quiet=True) as outer:
        launch("first")
        with mtl.profile(quiet=True) as inner:
            launch("second")
        launch("first")
    assert kernels(inner) == {"second": 1}
    assert kernels(outer) == {"first": 2, "second": 1}
    assert inner.wall_clock < outer.wall_clock


def test_sessions_overlap(launch):
    one, two = mtl.profile(quiet=True), mtl.profile(quiet=True)
    p = one.__enter__()
    launch("first")
    q = two.__enter__()
    launch("second")
    one.__exit__(None, None, None)
    launch("first")
    two.__exit__(None, None, None)
    assert kernels(p) == {"first": 1, "second": 1}
    assert kernels(q) == {"first": 1, "second": 1}


def test_work_of_other_threads_is_seen(launch):
    with mtl.profile(quiet=True) as p:
        threads = [threading.Thread(target=launch, args=("second",)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        launch("first")
    assert kernels(p) == {"first": 1, "second": 4}


def test_one_profile_is_entered_once_at_a_time(launch):
    profiling = mtl.profile(quiet=True)
    with profiling as p:
        with pytest.raises(mtl.ProfilerError, match="recorded already"):
            profiling.__enter__()
        launch()
    with pytest.raises(mtl.ProfilerError, match="enter it first"):
        profiling.__exit__(None, None, None)
    with profiling as q:
        launch("second")
    assert kernels(p) == {"first": 1}
    assert kernels(q) == {"second": 1}


def test_quiet_prints_nothing(launch, capsys):
    with mtl.profile(quiet=True):
        launch()
    assert capsys.readouterr() == ("", "")


def test_file_takes_the_report_instead(launch, tmp_path, capsys):
    stream = io.StringIO()
    with mtl.profile(file=stream) as p:
        launch()
    assert stream.getvalue() == f"{p}\n"
    with mtl.profile(file=tmp_path / "report.txt") as p:
        launch()
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == f"{p}\n"
    p.print(tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text(encoding="utf-8") == f"{p}\n"
    assert capsys.readouterr() == ("", "")
    p.print()
    assert capsys.readouterr().out == f"{p}\n"


def test_a_file_that_cannot_be_written_is_found_before_the_block_runs(tmp_path):
    with pytest.raises(FileNotFoundError), mtl.profile(file=tmp_path / "no" / "report.txt"):
        pytest.fail("the block ran")


# Exceptions


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_exception_passes_unchanged_and_the_results_are_kept(launch, capsys, kind):
    error = kind("why")
    with pytest.raises(kind) as caught, mtl.profile() as p:
        launch()
        raise error
    assert caught.value is error
    assert error.__context__ is None
    assert p.partial == kind.__name__
    assert kernels(p) == {"first": 1}
    assert f"; partial, ended by {kind.__name__}.\n" in capsys.readouterr().out
    with mtl.profile(quiet=True) as q:  # and the next session works
        launch()
    assert q.partial is None


def test_a_report_that_fails_does_not_take_the_place_of_the_exception(launch):
    class Full(io.StringIO):
        def write(self, text):
            raise OSError("no space left")

    error = ValueError()
    with pytest.raises(ValueError) as caught, mtl.profile(file=Full()) as p:
        raise error
    assert caught.value is error
    assert p.finished
    with pytest.raises(OSError, match="no space left"), mtl.profile(file=Full()) as p:
        launch()
    assert kernels(p) == {"first": 1}


# Resources


def run_python(program):
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return result.stdout


def test_an_interrupt_of_the_wait_at_the_end_gives_the_session_up():
    program = """
import os, signal, threading
import metalscope as mtl
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore it
spin = mtl.compile('''
#include <metal_stdlib>
using namespace metal;
kernel void spin(device atomic_uint* go, device uint* out)
{ while (atomic_load_explicit(go, memory_order_relaxed) == 0) {} out[0] = 7; }
''').spin
go, out = mtl.zeros(1, dtype=mtl.uint32), mtl.zeros(1, dtype=mtl.uint32)
mtl.synchronize()
flag = memoryview(go.buffer).cast("I")
try:
    with mtl.profile() as p:
        spin(go, out, threads=1)
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
except KeyboardInterrupt:
    print(repr(p))
flag[0] = 1
mtl.synchronize()
with mtl.profile(quiet=True) as q:
    spin(go, out, threads=1)
print(out.tolist(), q.finished, len(q.operations))
"""
    assert run_python(program).splitlines() == [
        "<metalscope.Profile: the wait for the device at its end was interrupted>",
        "[7] True 1",
    ]


def test_threads_profile_at_the_same_time(launch):
    counts = []

    def work():
        for _ in range(25):
            with mtl.profile(quiet=True) as p:
                launch()
            counts.append(len(p.operations))

    threads = [threading.Thread(target=work) for _ in range(3)]
    with mtl.profile(quiet=True) as whole:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(counts) == 75
    assert min(counts) >= 1  # its own, and what others did meanwhile
    assert kernels(whole) == {"first": 75}


def test_a_hundred_sessions_leave_memory_where_it_was():
    program = """
import resource, sys
sys.path.insert(0, "tests")
import metalscope as mtl
from profile_kernels import Launcher
launch = Launcher()
def sessions(count):
    for _ in range(count):
        with mtl.profile(quiet=True) as p:
            for _ in range(200):
                launch()
        assert len(p.operations) == 200
sessions(20)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
sessions(100)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    growth = int(run_python(program)) * (1 if sys.platform == "darwin" else 1024)
    # A session holds over 40 KiB of events; to leak them all would be more than 4 MiB.
    assert growth < 2 << 20


def test_arrays_of_a_profile_outlive_it(launch):
    with mtl.profile(quiet=True) as p:
        launch()
    events = p.events
    starts = events["start"].tolist()
    del p
    gc.collect()
    with mtl.profile(quiet=True):
        for _ in range(100):
            launch()
    assert events["start"].tolist() == starts
    assert not events.flags.writeable


def test_profiling_imports_nothing_heavy_before_there_is_a_report():
    program = (
        "import sys, metalscope as m\n"
        "with m.profile(quiet=True): pass\n"
        "m.bprofile\n"
        "heavy = {'numpy', 'tabulate', 'typing', 'inspect', 'dataclasses', 'importlib.metadata'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    assert run_python(program) == "[]\n"
