"""metalscope.bprofile: the profile of a function run again and again. Light to import."""

from __future__ import annotations

from .. import _core
from .._errors import type_error, value_error
from .output import Destination
from .profile import Profile
from .run import Run, show
from .session import check_bool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import TypeVarTuple, Unpack

    Arguments = TypeVarTuple("Arguments")


def bprofile(
    fn: Callable[[Unpack[Arguments]], object],
    *args: Unpack[Arguments],
    time: float = 1.0,
    trace: bool = False,
    raw: bool = False,
) -> Profile:
    """Profile a function that is run again and again for a given time.

    It runs once and is waited for before the session, so that compilations and first allocations
    are not counted; then `fn(*args)` and `metalscope.synchronize()` follow each other until the
    time is over, at least once.

    An exception in `fn` passes through unchanged; what was recorded until then is printed to
    standard output, marked partial.

    Args:
        fn: what to run; its results are thrown away.
        *args: its arguments.
        time: seconds after which no further run starts; more than 0.
        trace: as for `metalscope.profile`.
        raw: as for `metalscope.profile`.

    Returns:
        The results. Their text is the report, `runs` is the number of runs.

    Raises:
        ArgumentError: an argument has the wrong type, or the time is not positive and finite.
    """
    if not callable(fn):
        raise type_error(f"bprofile: expected a function to run, got {fn!r}")
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise type_error(f"bprofile: time must be a number of seconds, got {time!r}")
    if not 0 < time < float("inf"):
        raise value_error(f"bprofile: time must be positive and finite, got {time!r} seconds")
    check_bool("bprofile", "trace", trace)
    check_bool("bprofile", "raw", raw)

    fn(*args)
    _core.synchronize()
    profile = Profile(trace=trace, raw=raw, runs=0)
    try:
        with Run(profile, None):
            over = _core.now() + int(time * 1e9)
            while True:
                fn(*args)
                _core.synchronize()
                profile._count_run()
                if _core.now() >= over:
                    break
    except BaseException as error:
        if profile.finished:
            show(profile, Destination(None, "bprofile"), error)
        raise
    return profile


bprofile.__module__ = "metalscope"
