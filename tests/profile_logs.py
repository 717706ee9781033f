"""Logs made by hand, with the attributes of the extension's Log, for tests of the reports.

Records are packed with struct from the layout in profile.hpp, not with the dtypes under test.
"""

from __future__ import annotations

import struct

HOST_CALL, KERNEL, COPY, FILL, RANGE, MARK, COMPILE, ALLOC, FREE, WAIT = range(10)
FAILED, UNTIMED = 1, 2


class FakeLog:
    """A window of `wall` nanoseconds from `start` on; methods take times that count from it."""

    def __init__(self, wall: int = 1000, start: int = 5_000_000_000) -> None:
        self.start = start
        self.end = start + wall
        self.names: list[str] = []
        self.tracks: list[tuple[str, bool]] = []
        self.dropped = 0
        self.timing_method = "stamped at dispatch boundaries"
        self.batching_changed = False
        self._events: list[tuple[int, ...]] = []
        self._operations: list[tuple[int, ...]] = []

    def add(
        self,
        kind: int,
        name: str,
        begin: int,
        end: int,
        *,
        track: tuple[str, bool] = ("main", False),
        correlation: int = 0,
        flags: int = 0,
    ) -> FakeLog:
        if not flags & UNTIMED:
            begin, end = begin + self.start, end + self.start
        place = (_index(self.names, name), _index(self.tracks, track))
        self._events.append((begin, end, correlation, *place, kind, flags, 0, 0))
        return self

    def host(self, name: str, begin: int, end: int, **more: object) -> FakeLog:
        return self.add(HOST_CALL, name, begin, end, **more)  # type: ignore[arg-type]

    def device(
        self,
        name: str,
        begin: int,
        end: int,
        *,
        kind: int = KERNEL,
        threads: tuple[int, int, int] = (0, 0, 0),
        per_group: tuple[int, int, int] = (0, 0, 0),
        memory: int = 0,
        nbytes: int = 0,
        queue: str = "queue 1",
        flags: int = 0,
    ) -> FakeLog:
        correlation = len(self._operations) + 1
        self._operations.append((correlation, nbytes, *threads, *per_group, memory, 0))
        return self.add(
            kind,
            name,
            begin,
            end,
            track=(queue, True),
            correlation=correlation,
            flags=flags,
        )

    @property
    def events(self) -> memoryview:
        ordered = sorted(self._events, key=lambda event: event[0])
        return memoryview(b"".join(struct.pack("<qqQIIBBHI", *event) for event in ordered))

    @property
    def operations(self) -> memoryview:
        return memoryview(b"".join(struct.pack("<QQIIIIIIII", *op) for op in self._operations))


def _index(values: list, value: object) -> int:
    if value not in values:
        values.append(value)
    return values.index(value)
