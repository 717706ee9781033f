"""The records of a log as NumPy structured arrays. Uses numpy and the extension's Log.

The arrays are views: they own no memory, are read-only, and keep the log alive.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
# A table: columns of equal length by name.
Columns: TypeAlias = dict[str, Array]


class Kind(IntEnum):
    """What an event is; the values are those of the C++ EventKind."""

    HOST_CALL = 0
    KERNEL = 1
    COPY = 2
    FILL = 3
    RANGE = 4
    MARK = 5
    COMPILE = 6
    ALLOC = 7
    FREE = 8
    WAIT = 9


FAILED = 1  # event flag: the command buffer it belongs to failed
UNTIMED = 2  # event flag: start and end could not be had

# metalscope::Event. Times are nanoseconds of the log's clock.
EVENT = np.dtype(
    {
        "names": ["start", "end", "correlation", "name", "track", "kind", "flags"],
        "formats": ["<i8", "<i8", "<u8", "<u4", "<u4", "u1", "u1"],
        "offsets": [0, 8, 16, 24, 28, 32, 33],
        "itemsize": 40,
    }
)

# metalscope::Operation. `bytes` is 0 where the traffic is unknown.
OPERATION = np.dtype(
    {
        "names": [
            "correlation",
            "bytes",
            "threads",
            "threads_per_threadgroup",
            "threadgroup_memory",
        ],
        "formats": ["<u8", "<u8", ("<u4", 3), ("<u4", 3), "<u4"],
        "offsets": [0, 8, 16, 28, 40],
        "itemsize": 48,
    }
)


class Log(Protocol):
    """The part of the extension's Log that reports are made from."""

    @property
    def events(self) -> memoryview: ...
    @property
    def operations(self) -> memoryview: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def tracks(self) -> list[tuple[str, bool]]: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def dropped(self) -> int: ...
    @property
    def timing_method(self) -> str: ...
    @property
    def batching_changed(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Recording:
    """One log: its records as arrays, its names and tracks, its window in nanoseconds."""

    events: Array  # of EVENT, ordered by start
    operations: Array  # of OPERATION, ordered by correlation
    names: Sequence[str]
    tracks: Sequence[tuple[str, bool]]  # name, is a device queue
    start: int
    end: int

    @classmethod
    def of(cls, log: Log) -> Recording:
        """The records of `log`, without a copy."""
        return cls(
            events=np.frombuffer(log.events, dtype=EVENT),
            operations=np.frombuffer(log.operations, dtype=OPERATION),
            names=log.names,
            tracks=log.tracks,
            start=log.start,
            end=log.end,
        )

    @property
    def wall_clock(self) -> int:
        """Length of the window in nanoseconds."""
        return self.end - self.start

    def host_calls(self) -> Array:
        """Where in `events` the Objective-C calls are."""
        found: Array = np.flatnonzero(self.events["kind"] == Kind.HOST_CALL)
        return found

    def device_operations(self) -> Array:
        """Where in `events` the kernels, copies and fills are."""
        kinds = self.events["kind"]
        found: Array = np.flatnonzero((kinds >= Kind.KERNEL) & (kinds <= Kind.FILL))
        return found

    def times(self, where: Array) -> tuple[Array, Array, Array]:
        """Start and end of the events at `where`, and which of them have a time.

        An event has one if it was stamped and the stamps do not run backwards.
        """
        start, end = self.events["start"][where], self.events["end"][where]
        return start, end, ((self.events["flags"][where] & UNTIMED) == 0) & (end >= start)

    def failed(self, where: Array) -> Array:
        """Which of the events at `where` belong to a command buffer that failed."""
        has_failed: Array = (self.events["flags"][where] & FAILED) != 0
        return has_failed
