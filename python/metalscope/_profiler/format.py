"""Numbers and names as a report shows them. Uses nothing but the standard library.

Each number carries its own unit and three significant digits, unless more are asked for.
"""

from __future__ import annotations

import functools
import math
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MISSING = "missing"  # a time that could not be had

# What a stream without these characters gets instead.
_ASCII = str.maketrans({"µ": "u", "±": "+/-", "‥": "..", "×": "x"})


def time(nanoseconds: float, digits: int = 3) -> str:
    """A time in ns, µs, ms or s: '400 ns', '1.75 ms'; NaN is 'missing'.

    More than three digits are given only as far as they do not claim parts of a nanosecond.
    """
    if math.isnan(nanoseconds):
        return MISSING
    if nanoseconds < 1000 and nanoseconds == int(nanoseconds):
        return f"{int(nanoseconds)} ns"
    digits = max(3, min(digits, len(str(int(nanoseconds)))))
    return _scaled(nanoseconds, ("ns", "µs", "ms", "s"), 1000, digits)


def percent(share: float) -> str:
    """A part of a whole: '12.34%'; empty if there is no whole."""
    return "" if math.isnan(share) else f"{100 * share:.2f}%"


def size(nbytes: int) -> str:
    """A number of bytes: '512 B', '4.00 MiB'."""
    if nbytes < 1024:
        return f"{nbytes} B"
    return _scaled(nbytes, ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"), 1024, 3)


def throughput(nbytes: int, nanoseconds: float) -> str:
    """Bytes per time: '12.3 GB/s'; empty where either is unknown or zero."""
    if not nbytes or not nanoseconds > 0:  # NaN too
        return ""
    return _scaled(nbytes / nanoseconds * 1e9, ("B/s", "kB/s", "MB/s", "GB/s", "TB/s"), 1000, 3)


def extent(dimensions: Iterable[int]) -> str:
    """A grid or threadgroup size without trailing ones: '64×64'; empty if it is zero."""
    sizes = [int(dimension) for dimension in dimensions]
    if 0 in sizes:
        return ""
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    return "×".join(map(str, sizes))


def plural(count: int, thing: str) -> str:
    """'1 run', '2 runs'."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def name(text: str) -> str:
    """A name on one line that cannot act on a terminal.

    Control characters, escapes, direction overrides and whatever else does not print are written
    as escapes; a name that would not be seen, or whose ends would not, is quoted.
    """
    shown = "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
    return shown if shown == shown.strip() and width(shown) else f'"{shown}"'


def width(text: str) -> int:
    """Terminal columns that `text` takes: two for wide East Asian characters, none for marks."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def ascii_only(text: str) -> str:
    """`text` for a stream that has only ASCII."""
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()


@functools.cache
def _char_width(char: str) -> int:
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    joins = unicodedata.category(char) in ("Mn", "Me") or "\u1160" <= char <= "\u11ff"
    return 0 if joins else 1


def _scaled(value: float, units: tuple[str, ...], step: int, digits: int) -> str:
    """`value` in the largest unit of which it is at least one, after rounding."""
    for unit in units[:-1]:
        text = _significant(value, digits)
        if float(text) < step:
            return f"{text} {unit}"
        value /= step
    return f"{_significant(value, digits)} {units[-1]}"


def _significant(value: float, digits: int) -> str:
    """`value` with that many significant digits, never as a power; all digits of its whole part."""
    if value < 0.1:
        return f"{value:.{digits - 1}f}"
    text = f"{value:#.{digits}g}"
    return f"{value:.0f}" if "e" in text else text.rstrip(".")
