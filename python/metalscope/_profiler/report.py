"""The text of a whole profile. Uses the modules that make columns and tables.

`text` is the only entry; it is given a log and knows nothing of where the text goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import fields, format, summary, trace
from .columns import Recording
from .hidden import shown_host_calls
from .render import Style, table

if TYPE_CHECKING:
    from .columns import Array, Log


def text(
    log: Log,
    *,
    one_row_each: bool = False,
    raw: bool = False,
    runs: int | None = None,
    partial: str | None = None,
    style: Style | None = None,
) -> str:
    """The report on `log`, ending in a line end.

    `one_row_each` gives a row per event instead of one per name; `raw` also shows the host calls
    that are hidden otherwise. `runs` is how often the profiled function ran, where that is counted,
    and `partial` names the exception that ended the profile early.
    """
    style = style or Style()
    recording = Recording.of(log)
    calls, operations = recording.host_calls(), recording.device_operations()
    parts = [_first_line(recording, runs, partial)]
    if not len(calls) and not len(operations):
        parts.append("No GPU operations or Objective-C calls were profiled.\n")
    else:
        calls = shown_host_calls(recording, raw)
        parts.append(_host_section(recording, calls, one_row_each, style))
    if len(operations):
        parts.append(_device_section(recording, operations, one_row_each, style))
    parts.append(_last_lines(log, recording, operations))
    result = "\n".join(part for part in parts if part)
    return format.ascii_only(result) if style.ascii else result


def _first_line(recording: Recording, runs: int | None, partial: str | None) -> str:
    line = f"Profiled over {format.time(recording.wall_clock)}"
    if runs is not None:
        line += f", {format.plural(runs, 'run')}"
    if partial is not None:
        line += f"; partial, ended by {partial}"
    return line + ".\n"


def _host_section(recording: Recording, calls: Array, one_row_each: bool, style: Style) -> str:
    if not len(calls):
        return "No host-side activity was recorded.\n"
    number = format.plural(len(calls), "Objective-C call")
    taken = _of_wall_clock(recording, calls)
    if one_row_each:
        columns = trace.rows(recording, calls)
        body = table(columns, fields.HOST_TRACE, columns["time"], style)
    else:
        body = _summary(recording, calls, style)
    return f"Host-side activity: {number} taking {taken}\n{body}\n"


def _device_section(
    recording: Recording, operations: Array, one_row_each: bool, style: Style
) -> str:
    taken = _of_wall_clock(recording, operations)
    if one_row_each:
        columns = trace.with_operations(recording, trace.rows(recording, operations))
        body = table(columns, fields.DEVICE_TRACE, columns["time"], style)
    else:
        body = _summary(recording, operations, style)
    return f"Device-side activity: GPU was busy {taken}\n{body}\n"


def _summary(recording: Recording, where: Array, style: Style) -> str:
    columns = summary.by_name(recording, where)
    times = np.where(columns["timed"] > 0, columns["total"], np.nan)
    return table(columns, fields.SUMMARY, times, style)


def _of_wall_clock(recording: Recording, where: Array) -> str:
    taken = summary.busy(recording, where)
    if not recording.wall_clock:
        return format.time(taken)
    return f"{format.time(taken)} ({format.percent(taken / recording.wall_clock)} of wall-clock)"


def _last_lines(log: Log, recording: Recording, operations: Array) -> str:
    """What limits the numbers above: missing times, dropped events, how times were taken."""
    lines = []
    without_time = operations[~recording.times(operations)[2]]
    lost = int(np.count_nonzero(recording.failed(without_time)))
    unstamped = len(without_time) - lost
    if lost:
        number = format.plural(lost, "operation")
        lines.append(f"Missing times: {number} failed before the device had stamped them.")
    if unstamped:
        number = format.plural(unstamped, "operation")
        lines.append(f"Missing times: the device gave no usable time stamps for {number}.")
    if log.dropped:
        number = format.plural(log.dropped, "event")
        lines.append(
            f"Not shown: {number} past the session's memory bound; all sums are without them."
        )
    if len(operations):
        batching = "was changed by it" if log.batching_changed else "was not changed"
        lines.append(f"Device times: {log.timing_method}; the program's batching {batching}.")
    return "".join(line + "\n" for line in lines)
