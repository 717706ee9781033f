"""Where a report goes, and what can be shown there. Light to import."""

from __future__ import annotations

import io
import os
import sys

from .._errors import type_error, value_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from .render import Style


class Destination:
    """Standard output, a text stream, or a file by its path.

    The first report to a path replaces the file, those that follow are appended. A file is open
    only while it is written; `check` finds out beforehand what would fail then.
    """

    __slots__ = ("_file", "_mode")

    def __init__(self, file: TextIO | str | os.PathLike[str] | None, caller: str) -> None:
        binary = isinstance(file, (io.RawIOBase, io.BufferedIOBase))
        path = isinstance(file, (str, os.PathLike)) and isinstance(os.fspath(file), str)
        if not (file is None or path or (hasattr(file, "write") and not binary)):
            raise type_error(
                f"{caller}: file must be a path or a text stream, got "
                f"{'a binary stream' if binary else type(file).__name__}"
            )
        self._file = file
        self._mode = "w"

    def check(self, caller: str) -> None:
        """Raise what writing would, as far as it can be known before there is a report."""
        if isinstance(self._file, (str, os.PathLike)):
            with open(self._file, "a", encoding="utf-8"):  # noqa: PTH123
                pass
        elif getattr(self._file, "closed", False):
            raise value_error(f"{caller}: file is closed; open it for as long as reports go there")

    def write(self, text: Callable[[Style], str]) -> None:
        """Write the report that `text` gives for the style of this destination."""
        from .render import Style

        if isinstance(self._file, (str, os.PathLike)):
            report = text(Style())
            with open(self._file, self._mode, encoding="utf-8") as stream:  # noqa: PTH123
                stream.write(report)
            self._mode = "a"
            return
        stream = sys.stdout if self._file is None else self._file
        if stream is not None:  # a windowed program has no standard output
            stream.write(text(Style(colour=shows_colour(stream), ascii=not shows_unicode(stream))))


def shows_colour(stream: TextIO) -> bool:
    """Whether escape sequences may be written to `stream`.

    NO_COLOR forbids and then FORCE_COLOR demands them, as https://no-color.org and
    https://force-color.org define; otherwise it takes a terminal that is not dumb.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        return stream.isatty()
    except (AttributeError, OSError, ValueError):  # no such method; closed
        return False


def shows_unicode(stream: TextIO) -> bool:
    """Whether the characters of a report can be encoded for `stream`."""
    encoding = getattr(stream, "encoding", None)
    if not isinstance(encoding, str):
        return True  # takes text as it is
    try:
        "µ±‥×漢".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
