"""Profiling around each call of a function. Loaded when the first function is decorated."""

from __future__ import annotations

import functools
import inspect
from _thread import allocate_lock
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, TypeVar, overload

from .._errors import type_error
from .profile import Profile
from .run import Run

if TYPE_CHECKING:
    from collections.abc import Callable

    from .output import Destination

P = ParamSpec("P")
R = TypeVar("R")


if TYPE_CHECKING:
    Self = TypeVar("Self")
    Rest = ParamSpec("Rest")

    class Profiled(Generic[P, R]):
        """How type checkers see a decorated function; when it runs it is a plain function."""

        profile: Profile
        __name__: str
        __qualname__: str
        __wrapped__: Callable[P, R]

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...
        @overload
        def __get__(self, instance: None, owner: type) -> Profiled[P, R]: ...
        @overload
        def __get__(
            self: Profiled[Concatenate[Self, Rest], R], instance: Self, owner: type
        ) -> Profiled[Rest, R]: ...
        def __get__(self, instance: object, owner: type) -> object: ...


def decorate(
    fn: Callable[P, R], trace: bool, raw: bool, destination: Destination | None
) -> Profiled[P, R]:
    """`fn` with a session around each outermost call, reported to `destination` (None: nowhere)."""
    if isinstance(fn, (staticmethod, classmethod)):
        return type(fn)(decorate(fn.__func__, trace, raw, destination))  # type: ignore[return-value]
    _check(fn)
    running = allocate_lock()  # held by the outermost call, which the others are part of

    @functools.wraps(fn)
    def profiled(*args: P.args, **kwargs: P.kwargs) -> R:
        if not running.acquire(blocking=False):
            return fn(*args, **kwargs)
        results = Profile(trace=trace, raw=raw)
        try:
            with Run(results, destination):
                return fn(*args, **kwargs)
        finally:
            if results.finished:
                profiled.profile = results  # type: ignore[attr-defined]
            running.release()

    profiled.profile = Profile(state="no call has finished yet")  # type: ignore[attr-defined]
    return profiled  # type: ignore[return-value]


def _check(fn: object) -> None:
    """Refuse what cannot be profiled by timing its calls."""
    if not callable(fn):
        raise type_error(
            f"profile: expected a function to decorate, got {fn!r}; options are given by keyword"
        )
    if inspect.isclass(fn):
        raise type_error(f"profile: decorate the methods of {fn.__qualname__}, not the class")
    body = fn if inspect.isroutine(fn) or isinstance(fn, functools.partial) else fn.__call__
    for is_such, kind in (
        (inspect.iscoroutinefunction, "a coroutine function"),
        (inspect.isasyncgenfunction, "an asynchronous generator function"),
        (inspect.isgeneratorfunction, "a generator function"),
    ):
        if is_such(body):
            name = getattr(fn, "__qualname__", repr(fn))
            raise type_error(
                f"profile: {name} is {kind}: a call only creates the object, and its body runs in "
                "pieces later. Use `with metalscope.profile():` around the code that runs it, or "
                "inside it"
            )
