"""Profile: what one session recorded. Light to import; numpy and tabulate come with the first use.

A Profile exists from the start of its session, so that `with metalscope.profile() as p` can name
it, and holds the log from the session's end on.
"""

from __future__ import annotations

from .._errors import ProfilerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import TextIO

    from .columns import Array, Log, Recording
    from .output import Destination


class Profile:
    """What a profile session recorded; its text is the report.

    Sessions make it: `with metalscope.profile() as p`, `fn.profile` of a decorated function, the
    result of `metalscope.bprofile`. Times are nanoseconds of the log's own monotonic clock. While
    the session still runs, everything that reads results raises ProfilerError.

    It may be read from any thread. It owns the log, so its memory goes when it goes.
    """

    __slots__ = ("_log", "_partial", "_raw", "_runs", "_state", "_trace")

    def __init__(
        self,
        *,
        trace: bool = False,
        raw: bool = False,
        runs: int | None = None,
        state: str = "it is still being recorded",
    ) -> None:
        self._trace = trace
        self._raw = raw
        self._state = state  # why there is no log yet
        self._log: Log | None = None
        self._partial: str | None = None
        self._runs = runs

    def _finish(self, log: Log, *, partial: str | None) -> None:
        self._partial = partial
        self._log = log

    def _count_run(self) -> None:
        self._runs = (self._runs or 0) + 1

    def _give_up(self, reason: str) -> None:
        self._state = reason

    def _finished(self) -> Log:
        if self._log is None:
            raise ProfilerError(f"this profile has no results: {self._state}")
        return self._log

    def _recording(self) -> Recording:
        from .columns import Recording

        return Recording.of(self._finished())

    @property
    def finished(self) -> bool:
        """Whether the session has ended, so that there are results."""
        return self._log is not None

    @property
    def wall_clock(self) -> int:
        """The length of the session in nanoseconds, waiting for the device included."""
        log = self._finished()
        return log.end - log.start

    @property
    def busy(self) -> int:
        """Nanoseconds in which the device was working: the union of its operations' times."""
        from . import summary

        recording = self._recording()
        return summary.busy(recording, recording.device_operations())

    @property
    def events(self) -> Array:
        """All that was recorded, ordered by start: a read-only NumPy array without a copy.

        Fields: `start` and `end` (int64 nanoseconds), `correlation` (joins a launch with what the
        device did for it, 0: none), `name` and `track` (places in `names` and `tracks`), `kind`
        (0 host call, 1 kernel, 2 copy, 3 fill, 4 range, 5 mark, 6 compilation, 7 allocation, 8
        free, 9 wait), `flags` (1 failed, 2 without a time: start and end are 0).
        """
        return self._recording().events

    @property
    def operations(self) -> Array:
        """What only device operations have, by correlation: a read-only NumPy array, no copy.

        Fields: `correlation`, `bytes` (copied or filled; 0 if unknown), `threads` (the grid, three
        numbers), `threads_per_threadgroup` (three numbers), `threadgroup_memory` (bytes).
        """
        return self._recording().operations

    @property
    def names(self) -> Sequence[str]:
        """The names that events refer to."""
        return self._finished().names

    @property
    def tracks(self) -> Sequence[tuple[str, bool]]:
        """The host threads and device queues that events refer to: name, whether it is a queue."""
        return self._finished().tracks

    @property
    def dropped(self) -> int:
        """How many events are missing since the session's memory bound was reached."""
        return self._finished().dropped

    @property
    def timing_method(self) -> str:
        """How device times were taken, in words."""
        return self._finished().timing_method

    @property
    def batching_changed(self) -> bool:
        """Whether taking device times changed how operations were batched."""
        return self._finished().batching_changed

    @property
    def partial(self) -> str | None:
        """The name of the exception that ended the session early, or None."""
        self._finished()
        return self._partial

    @property
    def runs(self) -> int | None:
        """How often `bprofile` ran the function; None for other sessions."""
        self._finished()
        return self._runs

    def print(self, file: TextIO | str | os.PathLike[str] | None = None) -> None:
        """Print the report.

        `file` is a text stream or the path of a file to be replaced; standard output if None.
        Colours are used as for `metalscope.profile`.
        """
        from .output import Destination

        self._print(Destination(file, "print"))

    def _print(self, destination: Destination) -> None:
        from . import report

        log = self._finished()
        destination.write(
            lambda style: report.text(
                log,
                one_row_each=self._trace,
                raw=self._raw,
                runs=self._runs,
                partial=self._partial,
                style=style,
            )
        )

    def __str__(self) -> str:
        from . import report

        return report.text(
            self._finished(),
            one_row_each=self._trace,
            raw=self._raw,
            runs=self._runs,
            partial=self._partial,
        ).rstrip("\n")

    def __repr__(self) -> str:
        """The report, so that an interactive session shows it."""
        return f"<metalscope.Profile: {self._state}>" if self._log is None else str(self)


Profile.__module__ = "metalscope"
