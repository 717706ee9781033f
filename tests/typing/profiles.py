"""What the profiler's public calls return, for type checkers; never run."""

import io
from collections.abc import Callable
from pathlib import Path

from typing_extensions import assert_type

import metalscope as mtl


def blocks() -> int:
    with mtl.profile() as p:
        pass
    assert_type(p, mtl.Profile)
    with mtl.profile(trace=True, raw=True, file=Path("report.txt")) as p:
        return 1  # exceptions are never swallowed, so nothing is reached after the block


@mtl.profile
def plain(x: int, *, name: str = "") -> float:
    return x / 2


@mtl.profile(trace=True, raw=False, quiet=True)
def with_options(x: int) -> list[str]:
    return [str(x)]


@mtl.profile(file=io.StringIO())
def without_result() -> None: ...


class Model:
    @mtl.profile
    def step(self, n: int) -> bytes:
        return bytes(n)


def decorated(model: Model) -> None:
    assert_type(plain(3, name="x"), float)
    assert_type(with_options(3), list[str])
    assert_type(plain.profile, mtl.Profile)
    assert_type(plain.__name__, str)
    assert_type(model.step(3), bytes)
    assert_type(Model.step(model, 3), bytes)
    assert_type(Model.step.profile, mtl.Profile)
    plain("3")  # type: ignore[arg-type]
    plain(3, unknown=1)  # type: ignore[call-arg]
    model.step("3")  # type: ignore[arg-type]
    still_callable: Callable[[int], list[str]] = with_options
    still_callable(3)


def arguments() -> None:
    mtl.profile(trace=1)  # type: ignore[call-overload]
    mtl.profile(file=b"report.txt")  # type: ignore[call-overload]
    mtl.profile(3)  # type: ignore[call-overload]


def repeated(x: mtl.Array) -> None:
    def step(x: mtl.Array, n: int) -> mtl.Array:
        return x

    assert_type(mtl.bprofile(step, x, 3), mtl.Profile)
    assert_type(mtl.bprofile(step, x, 3, time=0.5, trace=True, raw=True), mtl.Profile)
    mtl.bprofile(step, x, "3")  # type: ignore[arg-type]
    mtl.bprofile(step, x)  # type: ignore[arg-type]
    mtl.bprofile(step, x, 3, time="1")  # type: ignore[arg-type]


def results(p: mtl.Profile) -> None:
    assert_type(p.wall_clock, int)
    assert_type(p.busy, int)
    assert_type(p.dropped, int)
    assert_type(p.timing_method, str)
    assert_type(p.batching_changed, bool)
    assert_type(p.finished, bool)
    assert_type(p.partial, str | None)
    assert_type(p.runs, int | None)
    assert_type(str(p), str)
