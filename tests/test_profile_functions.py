"""metalscope.profile as a decorator, and bprofile, on the device; their bad arguments."""

import asyncio
import functools
import inspect
import threading
import types

import pytest
from profile_kernels import Launcher, kernels

import metalscope as mtl


@pytest.fixture(scope="module")
def launch():
    return Launcher()


@pytest.fixture(autouse=True)
def idle():
    yield
    mtl.device_synchronize()


def test_decorator_without_arguments(launch, capsys):
    @mtl.profile
    def step(n: int, *, name: str = "first") -> int:
        """What it does."""
        for _ in range(n):
            launch(name)
        return n

    assert isinstance(step, types.FunctionType)
    assert step.__name__ == "step"
    assert step.__qualname__.endswith("<locals>.step")
    assert step.__doc__ == "What it does."
    assert list(inspect.signature(step).parameters) == ["n", "name"]
    with pytest.raises(mtl.ProfilerError, match="no call has finished yet"):
        str(step.profile)
    assert step(3, name="second") == 3
    assert kernels(step.profile) == {"second": 3}
    assert capsys.readouterr().out == f"{step.profile}\n"
    step(1)
    assert kernels(step.profile) == {"first": 1}


def test_decorator_with_arguments(launch, tmp_path, capsys):
    @mtl.profile(trace=True, raw=True, file=tmp_path / "report.txt")
    def step():
        launch()

    step()
    first = str(step.profile)
    step()
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == f"{first}\n{step.profile}\n"
    assert "Threads per group" in first
    assert capsys.readouterr().out == ""


def test_methods_can_be_decorated(launch):
    class Model:
        @mtl.profile(quiet=True)
        def step(self):
            launch()
            return self

        @mtl.profile(quiet=True)
        @classmethod
        def make(cls):
            launch()
            return cls

        @mtl.profile(quiet=True)
        @staticmethod
        def help():
            launch()
            return 5

    model = Model()
    assert model.step() is model
    assert Model.make() is Model
    assert model.help() == 5
    for method in (Model.step, model.make, model.help):
        assert kernels(method.profile) == {"first": 1}


def test_recursion_is_part_of_the_outermost_call(launch, capsys):
    @mtl.profile
    def step(n):
        launch()
        return step(n - 1) + 1 if n else 0

    assert step(4) == 4
    assert kernels(step.profile) == {"first": 5}
    assert capsys.readouterr().out.count("Profiled over") == 1


def test_a_call_from_another_thread_is_part_of_the_running_one(launch, capsys):
    inside = threading.Event()

    @mtl.profile
    def step(outermost):
        launch()
        if outermost:
            inside.set()
            other.join()

    def from_other_thread():
        inside.wait()
        step(False)

    other = threading.Thread(target=from_other_thread)
    other.start()
    step(True)
    assert kernels(step.profile) == {"first": 2}
    assert capsys.readouterr().out.count("Profiled over") == 1


def test_an_exception_in_a_decorated_function(launch, capsys):
    error = ValueError()

    @mtl.profile
    def step():
        launch()
        raise error

    for _ in range(2):
        with pytest.raises(ValueError) as caught:
            step()
        assert caught.value is error
        assert step.profile.partial == "ValueError"
        assert kernels(step.profile) == {"first": 1}
    assert capsys.readouterr().out.count("; partial, ended by ValueError.\n") == 2


def test_functions_whose_body_runs_later_are_refused():
    async def coroutine():
        pass

    async def async_generator():
        yield

    def generator():
        yield

    class Called:
        async def __call__(self):
            pass

    for fn, kind in (
        (coroutine, "a coroutine function"),
        (functools.partial(coroutine), "a coroutine function"),
        (Called(), "a coroutine function"),
        (async_generator, "an asynchronous generator function"),
        (generator, "a generator function"),
    ):
        with pytest.raises(mtl.ArgumentError, match=f"is {kind}: .*with metalscope.profile"):
            mtl.profile(fn)
        with pytest.raises(mtl.ArgumentError, match=kind):
            mtl.profile(quiet=True)(fn)


def test_a_block_inside_a_coroutine(launch):
    async def step():
        with mtl.profile(quiet=True) as p:
            launch()
            await asyncio.sleep(0)
            launch("second")
        return p

    assert kernels(asyncio.run(step())) == {"first": 1, "second": 1}


# bprofile


def test_bprofile_counts_its_runs_without_the_warm_up(launch, capsys):
    runs = 0

    def step(name):
        nonlocal runs
        runs += 1
        launch(name)

    p = mtl.bprofile(step, "second", time=0.02)
    assert p.runs == runs - 1 >= 1
    assert kernels(p) == {"second": p.runs}
    assert p.wall_clock >= 20_000_000
    assert str(p).splitlines()[0].endswith("1 run." if p.runs == 1 else f", {p.runs} runs.")
    assert capsys.readouterr().out == ""


def test_bprofile_runs_once_however_short_the_time(launch):
    assert mtl.bprofile(launch, time=1e-12).runs == 1
    assert "Start" in str(mtl.bprofile(launch, time=1e-12, trace=True))


def test_an_exception_in_bprofile_keeps_what_was_recorded(launch, capsys):
    left = 4

    def step():
        nonlocal left
        left -= 1
        if not left:
            raise ValueError("why")
        launch()

    with pytest.raises(ValueError, match="why"):
        mtl.bprofile(step)
    out = capsys.readouterr().out
    assert ", 2 runs; partial, ended by ValueError.\n" in out
    assert "first" in out


# Bad input


@pytest.mark.parametrize(
    ("call", "message", "kind"),
    [
        (lambda: mtl.profile(trace=1), "trace must be True or False, got 1", TypeError),
        (lambda: mtl.profile(raw="yes"), "raw must be True or False, got 'yes'", TypeError),
        (lambda: mtl.profile(quiet=None), "quiet must be True or False", TypeError),
        (lambda: mtl.profile(3), "expected a function to decorate, got 3", TypeError),
        (lambda: mtl.profile(int), "decorate the methods of int", TypeError),
        (lambda: mtl.profile(file=3), "file must be a path or a text stream", TypeError),
        (lambda: mtl.profile(quiet=True, file="x"), "either it or file", ValueError),
        (lambda: mtl.bprofile(3), "expected a function to run, got 3", TypeError),
        (lambda: mtl.bprofile(print, time=0), "positive and finite, got 0", ValueError),
        (lambda: mtl.bprofile(print, time=-1.0), "positive and finite", ValueError),
        (lambda: mtl.bprofile(print, time=float("nan")), "positive and finite", ValueError),
        (lambda: mtl.bprofile(print, time=float("inf")), "positive and finite", ValueError),
        (lambda: mtl.bprofile(print, time=True), "time must be a number of seconds", TypeError),
        (lambda: mtl.bprofile(print, time="1"), "time must be a number of seconds", TypeError),
        (lambda: mtl.bprofile(print, trace=1), "bprofile: trace must be True or False", TypeError),
        (lambda: mtl.bprofile(print, raw=0), "bprofile: raw must be True or False", TypeError),
    ],
)
def test_bad_arguments(call, message, kind):
    with pytest.raises(mtl.ArgumentError, match=message) as caught:
        call()
    assert isinstance(caught.value, kind)
