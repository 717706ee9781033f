"""Kernels from MSL source: `compile` and the Library it returns."""

from __future__ import annotations

from . import _core
from ._errors import lookup_error, type_error, value_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Literal

    from ._errors import Diagnostic


def compile(
    source: str,
    *,
    math_mode: Literal["safe", "relaxed", "fast"] = "fast",
    language_version: str | None = None,
    defines: Mapping[str, object] | None = None,
    include_dirs: Sequence[str | PathLike[str]] = (),
    label: str = "",
) -> Library:
    """Compiles Metal Shading Language source and returns its kernels.

    Args:
        source: the text of one MSL file.
        math_mode: how far floating point may be rearranged (MTLMathMode): "safe" keeps IEEE 754,
            "relaxed" rearranges but keeps infinities and NaNs, "fast" assumes there are none.
        language_version: MSL version such as "3.1" (MTLLanguageVersion); None is the newest.
        defines: preprocessor macros. True is 1, False is 0, None defines the name as empty text;
            any other value is inserted as str() writes it.
        include_dirs: folders where `#include "..."` is looked up, in order.
        label: a name that tools show.

    Raises:
        CompileError: the source does not compile; the exception holds and shows the diagnostics.
        ArgumentError: an argument is unusable.
    """
    if not isinstance(source, str):
        raise type_error(f"source: expected MSL text as a str, not {type(source).__name__}")
    for argument, value in (
        ("source", source),
        ("math_mode", math_mode),
        ("language_version", language_version or ""),
        ("label", label),
    ):
        _check_text(argument, value)
    folders = [include_dirs] if isinstance(include_dirs, str) else list(include_dirs)
    handle = _core.Library(
        source.removeprefix("\ufeff"),  # a byte order mark
        math_mode=math_mode,
        language_version=language_version or "",
        defines={_macro_name(name): _macro_text(value) for name, value in (defines or {}).items()},
        include_dirs=[folder if isinstance(folder, str) else str(folder) for folder in folders],
        label=label,
    )
    return Library(handle)


class Library:
    """The kernels of one compiled source; `compile` makes it.

    `library.name` and `library["any name"]` give the kernel of that name, `library.kernel` one that
    is specialised by function constants. Names that Library itself uses, such as "kernel", are
    reached through `library["kernel"]`.
    """

    def __init__(self, handle: _core.Library) -> None:
        self._handle = handle
        self._kernels: dict[str, _core.Kernel] = {}

    @property
    def kernel_names(self) -> list[str]:
        """The names of the kernels, in the order of the source."""
        return self._handle.kernel_names

    @property
    def warnings(self) -> list[Diagnostic]:
        """What the compiler warned of."""
        return self._handle.warnings

    def kernel(self, name: str, constants: Mapping[str, object] | None = None) -> _core.Kernel:
        """The kernel `name`, specialised by function constants.

        Args:
            name: the function's name, or its `[[host_name("...")]]`.
            constants: values of `[[function_constant(n)]]` variables by their names: bool, int or
                float, a tuple of them for a vector. They take the constant's own type and are
                range checked. Each constant that the kernel uses needs one (MSL specification,
                "Function Constants").

        Raises:
            ArgumentError: there is no such kernel or constant, a value does not fit its type, or a
                constant that the kernel uses has none.
            CompileError: the pipeline cannot be built.
        """
        if constants:
            self._check_name(name)
            return self._handle.kernel(name, constants)
        kernel = self._kernels.get(name)
        if kernel is None:
            self._check_name(name)
            kernel = self._kernels[name] = self._handle.kernel(name)
        return kernel

    def __getitem__(self, name: str) -> _core.Kernel:
        return self.kernel(name)

    def __getattr__(self, name: str) -> _core.Kernel:
        if name.startswith("__"):  # protocols that Python asks for, such as __deepcopy__
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        kernel = self.kernel(name)
        self.__dict__[name] = kernel  # found without this function from now on
        return kernel

    def __contains__(self, name: object) -> bool:
        return name in self._handle.kernel_names

    def __iter__(self) -> Iterator[str]:
        return iter(self._handle.kernel_names)

    def __len__(self) -> int:
        return len(self._handle.kernel_names)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *filter(str.isidentifier, self._handle.kernel_names)})

    def __repr__(self) -> str:
        return f"<metalscope.Library: {', '.join(self._handle.kernel_names) or 'no kernels'}>"

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str):
            raise type_error(f"kernel name: expected a str, not {type(name).__name__}")
        names = self._handle.kernel_names
        if name in names:
            return
        if not names:
            raise lookup_error(
                f"there is no kernel {name!r}: the library holds none; "
                "mark functions as `kernel void` or `[[kernel]] void` to launch them"
            )
        import difflib

        close = difflib.get_close_matches(name, names, n=3)
        hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
        raise lookup_error(
            f"there is no kernel {name!r} in the library.{hint} It holds: {', '.join(names)}"
        )


def _check_text(argument: str, value: object) -> None:
    if not isinstance(value, str):
        raise type_error(f"{argument}: expected a str, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise value_error(f"{argument}: the text holds a lone surrogate; decode it anew") from None


def _macro_name(name: object) -> str:
    if not isinstance(name, str):
        raise type_error(f"defines: macro names are str, not {type(name).__name__}")
    if not (name.isascii() and name.isidentifier()):
        raise value_error(f"defines: {name!r} is not a macro name; expected a C identifier")
    return name


def _macro_text(value: object) -> str:
    if value is None:
        return ""
    text = str(int(value)) if isinstance(value, bool) else str(value)
    if "\n" in text or "\r" in text:
        raise value_error(f"defines: a macro's text is one line, not {text!r}")
    return text
