"""The element types of arrays: immutable objects of our own that compare equal to NumPy's dtypes.

Uses nothing but builtins and _errors; NumPy is imported only by what returns or hashes like one of
its objects. Metal has no double precision, so `float64` and `complex128` exist only to say so.
"""

from __future__ import annotations

import builtins

from metalscope import _errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    # What functions take for a dtype: ours, NumPy's, a name, or Python's bool, int, float.
    DTypeLike: TypeAlias = "DType | str | type[int | float] | Any"

__all__ = [
    "DType",
    "as_dtype",
    "bfloat16",
    "bool",
    "complex128",
    "default_float",
    "default_int",
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "supported",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]


class DType:
    """The type of an array's elements.

    There is one object per type. It equals NumPy's dtype of the same name and hashes like it
    (hashing imports NumPy), and `numpy.dtype(metalscope.float32)` works. `kind` is one of the
    array API standard's names: "bool", "signed integer", "unsigned integer", "real floating".
    """

    __slots__ = ("bits", "code", "format", "itemsize", "kind", "metal", "name", "short")

    name: str  # "float32"
    itemsize: int  # bytes
    kind: str
    code: int  # position in the table that the extension knows; -1: not supported by Metal
    short: str  # in kernel names: "f32"
    metal: str  # MSL's name: "float"
    format: str  # of the struct module; empty where it has none
    bits: int

    def __init__(self, code: int, names: tuple[str, str, str], format: str, kind: str) -> None:
        name, short, metal = names
        bits = int("".join(c for c in name if c.isdigit()) or 8)
        for field, value in (
            ("bits", bits),
            ("code", code),
            ("format", format),
            ("itemsize", bits // 8),
            ("kind", kind),
            ("metal", metal),
            ("name", name),
            ("short", short),
        ):
            object.__setattr__(self, field, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"dtype {self.name} is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"dtype {self.name} is immutable")

    @property
    def dtype(self) -> Any:
        """NumPy's dtype of the same name, by which NumPy understands this object."""
        return _numpy_dtype(self)

    @property
    def __numpy_dtype__(self) -> Any:
        """The same under the name that NumPy 2.4 and later look for."""
        return _numpy_dtype(self)

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if isinstance(other, DType):
            return False
        # NumPy's dtypes and its scalar types (numpy.float32) are recognised without importing it; a
        # byte-swapped dtype differs.
        if type(other).__module__.partition(".")[0] == "numpy":
            return getattr(other, "name", None) == self.name and builtins.bool(
                getattr(other, "isnative", False)
            )
        if isinstance(other, type) and other.__module__ in ("numpy", "ml_dtypes"):
            return other.__name__.rstrip("_") == self.name
        return NotImplemented

    def __hash__(self) -> int:
        return hash(_numpy_dtype(self))

    def __repr__(self) -> str:
        return f"metalscope.{self.name}"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name

    def __copy__(self) -> DType:
        return self

    def __deepcopy__(self, memo: object) -> DType:
        return self


# Within this module, `bool` is the dtype from here on.
bool = DType(0, ("bool", "bool", "bool"), "?", "bool")
int8 = DType(1, ("int8", "i8", "char"), "b", "signed integer")
int16 = DType(2, ("int16", "i16", "short"), "h", "signed integer")
int32 = DType(3, ("int32", "i32", "int"), "i", "signed integer")
int64 = DType(4, ("int64", "i64", "long"), "q", "signed integer")
uint8 = DType(5, ("uint8", "u8", "uchar"), "B", "unsigned integer")
uint16 = DType(6, ("uint16", "u16", "ushort"), "H", "unsigned integer")
uint32 = DType(7, ("uint32", "u32", "uint"), "I", "unsigned integer")
uint64 = DType(8, ("uint64", "u64", "ulong"), "Q", "unsigned integer")
float16 = DType(9, ("float16", "f16", "half"), "e", "real floating")
bfloat16 = DType(10, ("bfloat16", "bf16", "bfloat"), "", "real floating")
float32 = DType(11, ("float32", "f32", "float"), "f", "real floating")

float64 = DType(-1, ("float64", "f64", ""), "d", "real floating")
complex128 = DType(-1, ("complex128", "c128", ""), "", "complex floating")

supported: tuple[DType, ...] = (
    bool,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float32,
)

# What Python's numbers become. int64 is NumPy's choice and the type of sums and indices.
default_int = int64
default_float = float32

_by_name: dict[str, DType] = {d.name: d for d in (*supported, float64, complex128)}
_by_python_type: dict[object, DType] = {builtins.bool: bool, int: default_int, float: default_float}


def as_dtype(dtype: DTypeLike) -> DType:
    """The dtype object for ours, NumPy's, a name, or Python's bool, int (int64), float (float32).

    Raises a TypeError for what is no dtype, and for types that Metal does not have.
    """
    if type(dtype) is DType:
        found: DType | None = dtype
    elif isinstance(dtype, str):
        found = _by_name.get(dtype)
    elif isinstance(dtype, type):
        found = _by_python_type.get(dtype)
        if found is None and dtype.__module__ in ("numpy", "ml_dtypes"):
            found = _by_name.get(dtype.__name__.rstrip("_"))
    elif getattr(dtype, "isnative", False):
        found = _by_name.get(dtype.name)
    else:
        found = None
    if found is None:
        names = ", ".join(d.name for d in supported)
        raise _errors.type_error(f"{dtype!r} is no dtype of metalscope; there are {names}")
    if found.code < 0:
        raise _unsupported(found)
    return found


def _unsupported(dtype: DType) -> Exception:
    if dtype is float64:
        return _errors.type_error(
            "float64: Metal has no double precision; ask for dtype=mtl.float32, or convert the "
            "data to float32 first"
        )
    return _errors.type_error(f"{dtype.name} is not supported; the widest type is mtl.float32")


def _numpy_dtype(dtype: DType) -> Any:
    import numpy

    if dtype is not bfloat16:
        return numpy.dtype(dtype.name)
    try:
        import ml_dtypes  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise _errors.type_error(
            "NumPy has no bfloat16 of its own; install ml_dtypes, or convert with "
            "a.astype(mtl.float32)"
        ) from None
    return numpy.dtype(ml_dtypes.bfloat16)
