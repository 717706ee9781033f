"""Events grouped by name, and the time that intervals cover. Uses numpy and `columns`.

Sums, minima and maxima are int64 nanoseconds; only mean and deviation are floating point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .columns import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .columns import Array, Columns, Recording


def by_name(recording: Recording, where: Array) -> Columns:
    """One row per name and kind of the events at the places `where`, longest total first.

    Where totals are equal, names are in order.

    Columns: `name`, `kind`, `calls` (all events), `timed` (those with a time), `failed`; over the
    events with a time, in nanoseconds: `total`, `min`, `max` (0 if there is none), `mean` (NaN if
    there is none) and `std` (of the sample, n - 1; NaN for fewer than two); `share`, the total as a
    part of the wall-clock (NaN for a window without length or a row without a time).
    """
    ids, texts = _distinct(recording.names)
    key = ids[recording.events["name"][where]] * len(Kind) + recording.events["kind"][where]
    # Numbers of 16 bits are sorted by radix, ten times as fast.
    small = key.astype(np.uint16) if len(texts) * len(Kind) <= 1 << 16 else key
    order = np.argsort(small, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.diff(key, prepend=-1))  # where each row begins
    calls = np.diff(first, append=len(key))

    begin, end, has_time = (column[order] for column in recording.times(where))
    duration = np.where(has_time, end - begin, 0)
    count = _each(np.add, has_time.astype(np.int64), first)
    total = _each(np.add, duration, first)
    longest = _each(np.maximum, duration, first)
    shortest = _each(np.minimum, np.where(has_time, duration, np.iinfo(np.int64).max), first)

    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / count
        squares = np.where(has_time, (duration - np.repeat(mean, calls)) ** 2, 0.0)
        std = np.sqrt(_each(np.add, squares, first) / np.where(count > 1, count - 1, 0))
        share = np.where(count > 0, total / np.float64(recording.wall_clock), np.nan)
    share[~np.isfinite(share)] = np.nan

    rows = key[first]
    columns = {
        "name": np.array([texts[row // len(Kind)] for row in rows], dtype=object),
        "kind": rows % len(Kind),
        "calls": calls,
        "timed": count,
        "failed": _each(np.add, recording.failed(where)[order].astype(np.int64), first),
        "total": total,
        "mean": mean,
        "std": std,
        "min": np.where(count > 0, shortest, 0),
        "max": longest,
        "share": share,
    }
    names = columns["name"]
    place = sorted(range(len(rows)), key=lambda row: (count[row] == 0, -total[row], names[row]))
    return {title: column[place] for title, column in columns.items()}


def busy(recording: Recording, where: Array) -> int:
    """Nanoseconds of the window in which at least one of the events at `where` was running.

    It is the length of the union of their intervals, so it never exceeds the wall-clock, however
    the events overlap or nest.
    """
    begin, end, has_time = recording.times(where)
    begin = np.clip(begin[has_time], recording.start, recording.end)
    end = np.clip(end[has_time], recording.start, recording.end)
    order = np.argsort(begin, kind="stable")
    begin, end = begin[order], end[order]
    covered = np.maximum.accumulate(end)  # up to here, after each interval
    before = np.concatenate([np.array([recording.start]), covered[:-1]])[: len(begin)]
    return int(np.maximum(end - np.maximum(begin, before), 0).sum())


def _distinct(names: Sequence[str]) -> tuple[Array, list[str]]:
    """For each name the number of its text, and the texts by number."""
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(name, len(numbers)) for name in names]
    return np.array(ids, dtype=np.int64), list(numbers)


def _each(function: np.ufunc, values: Array, first: Array) -> Array:
    """`function` reduced over each row's part of `values`."""
    result: Array = function.reduceat(values, first) if len(first) else values[:0]
    return result
