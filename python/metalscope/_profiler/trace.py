"""One row per event, in time order. Uses numpy and `columns`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .columns import Array, Columns, Recording


def rows(recording: Recording, where: Array) -> Columns:
    """The events at the places `where`, one row each; those without a time come last.

    Columns: `id`, the event's place in the whole log, counted from 1; `start` (nanoseconds since
    the session began; NaN without a time), `time` (nanoseconds; NaN without a time), `track`
    (thread or queue), `name`, `failed`, `correlation`.
    """
    has_time = recording.times(where)[2]
    where = where[np.argsort(~has_time, kind="stable")]  # the log is in time order already
    begin, end, has_time = recording.times(where)
    tracks = np.array([name for name, _ in recording.tracks], dtype=object)
    names = np.array(recording.names, dtype=object)
    return {
        "id": where + 1,
        "start": np.where(has_time, begin - recording.start, np.nan),
        "time": np.where(has_time, end - begin, np.nan),
        "track": tracks[recording.events["track"][where]],
        "name": names[recording.events["name"][where]],
        "failed": recording.failed(where),
        "correlation": recording.events["correlation"][where],
    }


def with_operations(recording: Recording, columns: Columns) -> Columns:
    """The rows of `rows` with what only device operations have.

    Columns added: `threads` (the grid) and `threads_per_threadgroup`, three numbers a row, all 0
    for copies and fills; `threadgroups`, likewise; `threadgroup_memory` and `bytes`, 0 where there
    is none or it is unknown.
    """
    operations = recording.operations
    correlation = columns["correlation"]
    at = np.searchsorted(operations["correlation"], correlation)
    at[at == len(operations)] = 0
    known = np.zeros(len(correlation), dtype=bool)
    if len(operations):
        known = (operations["correlation"][at] == correlation) & (correlation != 0)
    added = {}
    for field in ("threads", "threads_per_threadgroup", "threadgroup_memory", "bytes"):
        shape = (len(correlation), *operations.dtype[field].shape)
        added[field] = np.zeros(shape, dtype=np.int64)
        added[field][known] = operations[field][at[known]]
    per_group = np.maximum(added["threads_per_threadgroup"], 1)
    added["threadgroups"] = -(-added["threads"] // per_group)
    return columns | added
