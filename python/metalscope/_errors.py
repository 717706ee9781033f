"""The exceptions of metalscope. Uses nothing but builtins; loaded with the first error.

A message says what was wrong, what was expected and what to do.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Error(Exception):
    """Base of all exceptions that metalscope raises."""


class Diagnostic:
    """One message of the MSL compiler.

    `line` and `column` count from 1 and are 0 when unknown; `file` is empty for the compiled source
    itself; `source_line` is the text of the line, empty when unknown.
    """

    __slots__ = ("column", "file", "line", "message", "severity", "source_line")

    def __init__(  # noqa: PLR0917
        self,
        severity: str,
        file: str,
        line: int,
        column: int,
        message: str,
        source_line: str = "",
    ) -> None:
        self.severity = severity  # "note", "warning" or "error"
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.source_line = source_line

    def __str__(self) -> str:
        where = self.file or "source"
        if self.line:
            where += f":{self.line}"
            if self.column:
                where += f":{self.column}"
        text = f"{where}: {self.severity}: {self.message}"
        if self.source_line:
            text += f"\n{self.source_line}"
            if self.column:
                # Tabs stay tabs, so that the caret stands where a terminal shows the column.
                before = self.source_line[: self.column - 1]
                text += "\n" + "".join("\t" if c == "\t" else " " for c in before) + "^"
        return text

    def __repr__(self) -> str:
        return (
            f"Diagnostic({self.severity!r}, {self.file!r}, {self.line}, {self.column}, "
            f"{self.message!r})"
        )


class CompileError(Error):
    """MSL that does not compile, or a pipeline that cannot be built from it.

    `diagnostics` holds the compiler's messages in order; the text of the exception, `message`,
    shows them all.
    """

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.message = message
        self.diagnostics: Sequence[Diagnostic] = tuple(diagnostics)
        super().__init__(message, self.diagnostics)

    def __str__(self) -> str:
        return self.message


class ArgumentError(Error):
    """An argument of the wrong type or with an unusable value.

    Each instance is a ValueError, TypeError, IndexError or KeyError too, whichever Python's own
    functions would raise.
    """


class _ArgumentValueError(ArgumentError, ValueError):
    def __reduce__(self) -> tuple[object, ...]:
        return value_error, self.args


class _ArgumentTypeError(ArgumentError, TypeError):
    def __reduce__(self) -> tuple[object, ...]:
        return type_error, self.args


class _ArgumentIndexError(ArgumentError, IndexError):
    def __reduce__(self) -> tuple[object, ...]:
        return index_error, self.args


class _ArgumentLookupError(ArgumentError, ValueError, AttributeError, KeyError):
    def __str__(self) -> str:  # KeyError would show the repr
        return str(self.args[0])

    def __reduce__(self) -> tuple[object, ...]:
        return lookup_error, self.args


class OutOfMemoryError(Error, MemoryError):
    """Device memory ran out, also after the pool gave back what it held."""


class CommandBufferError(Error):
    """Work that the device could not finish.

    `code` is Metal's MTLCommandBufferError; `kernel` names the kernel that failed, empty when that
    is not known.
    """

    def __init__(self, message: str, code: int = 0, kernel: str = "") -> None:
        super().__init__(message, code, kernel)
        self.code = code
        self.kernel = kernel

    def __str__(self) -> str:
        return str(self.args[0])


class CaptureError(Error):
    """A frame capture that could not be started or stopped."""


class ProfilerError(Error):
    """A profiler call that its state does not allow."""


def value_error(message: str) -> ArgumentError:
    """An ArgumentError that is a ValueError, to be raised."""
    return _ArgumentValueError(message)


def type_error(message: str) -> ArgumentError:
    """An ArgumentError that is a TypeError, to be raised."""
    return _ArgumentTypeError(message)


def index_error(message: str) -> ArgumentError:
    """An ArgumentError that is an IndexError, to be raised."""
    return _ArgumentIndexError(message)


def lookup_error(message: str) -> ArgumentError:
    """An ArgumentError for a name that is not there: an AttributeError and a KeyError too."""
    return _ArgumentLookupError(message)


# Tracebacks and reprs show the public names; the private subclasses are pickled by their makers.
for _class in (
    Error,
    Diagnostic,
    CompileError,
    ArgumentError,
    _ArgumentValueError,
    _ArgumentTypeError,
    _ArgumentIndexError,
    _ArgumentLookupError,
    OutOfMemoryError,
    CommandBufferError,
    CaptureError,
    ProfilerError,
):
    _class.__module__ = "metalscope"
    if issubclass(_class, ArgumentError):
        _class.__name__ = _class.__qualname__ = "ArgumentError"
del _class
