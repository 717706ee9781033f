"""The columns of each table: titles and how a cell reads. Uses `format` and `render`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import format
from .render import Field

if TYPE_CHECKING:
    from collections.abc import Callable

    from .columns import Columns

_START_DIGITS = 6  # rows of a trace lie close together


def _each(key: str, text: Callable[..., str]) -> Callable[[Columns], list[str]]:
    """The cells of one column of numbers or names."""
    return lambda columns: [text(value) for value in columns[key].tolist()]


def _nonzero(key: str, text: Callable[..., str]) -> Callable[[Columns], list[str]]:
    """The same, empty where the value is zero."""
    return lambda columns: [text(value) if value else "" for value in columns[key].tolist()]


def _total(columns: Columns) -> list[str]:
    return [
        format.time(total) if has_time else format.MISSING
        for total, has_time in zip(
            columns["total"].tolist(), columns["timed"].tolist(), strict=True
        )
    ]


def _distribution(columns: Columns) -> list[str]:
    """'mean ± std (min ‥ max)' for rows of several times, like parts one below the other."""
    several = (columns["timed"] > 1).tolist()
    parts = []
    for key in ("mean", "std", "min", "max"):
        values = zip(columns[key].tolist(), several, strict=True)
        cells = [format.time(value) if shown else "" for value, shown in values]
        widest = max(map(len, cells), default=0)
        parts.append([cell.rjust(widest) for cell in cells])
    return [
        f"{mean} ± {std} ({low} ‥ {high})" if shown else ""
        for shown, mean, std, low, high in zip(several, *parts, strict=True)
    ]


def _summary_name(columns: Columns) -> list[str]:
    """The name, and how many of the row's events failed or have no time."""
    values = [columns[key].tolist() for key in ("name", "calls", "failed", "timed")]
    cells = []
    for name, calls, failures, has_time in zip(*values, strict=True):
        remarks = []
        if failures:
            remarks.append("failed" if calls == 1 else f"{failures} of {calls} failed")
        if 0 < has_time < calls:
            remarks.append(f"{calls - has_time} of {calls} without a time")
        cells.append(format.name(name) + (f" ({', '.join(remarks)})" if remarks else ""))
    return cells


def _trace_name(columns: Columns) -> list[str]:
    names = zip(columns["name"].tolist(), columns["failed"].tolist(), strict=True)
    return [format.name(name) + (" (failed)" if failed else "") for name, failed in names]


def _throughput(columns: Columns) -> list[str]:
    pairs = zip(columns["bytes"].tolist(), columns["time"].tolist(), strict=True)
    return [format.throughput(nbytes, nanoseconds) for nbytes, nanoseconds in pairs]


SUMMARY = (
    Field("Time (%)", _each("share", format.percent), right=True),
    Field("Total time", _total, right=True, is_time=True),
    Field("Calls", _each("calls", str), right=True),
    Field("Time distribution", _distribution),
    Field("Name", _summary_name, is_name=True),
)

_TRACE_HEAD = (
    Field("ID", _each("id", str), right=True),
    Field("Start", _each("start", lambda start: format.time(start, _START_DIGITS)), right=True),
    Field("Time", _each("time", format.time), right=True, is_time=True),
)
_TRACE_TAIL = (Field("Name", _trace_name, is_name=True),)

HOST_TRACE = (
    *_TRACE_HEAD,
    Field("Thread", _each("track", format.name), optional=True),
    *_TRACE_TAIL,
)

DEVICE_TRACE = (
    *_TRACE_HEAD,
    Field("Queue", _each("track", format.name), optional=True),
    Field("Threadgroups", _each("threadgroups", format.extent), right=True, optional=True),
    Field("Threads", _each("threads", format.extent), right=True, optional=True),
    Field(
        "Threads per group",
        _each("threads_per_threadgroup", format.extent),
        right=True,
        optional=True,
    ),
    Field(
        "Threadgroup memory",
        _nonzero("threadgroup_memory", format.size),
        right=True,
        optional=True,
    ),
    Field("Size", _nonzero("bytes", format.size), right=True, optional=True),
    Field("Throughput", _throughput, right=True, optional=True),
    *_TRACE_TAIL,
)
