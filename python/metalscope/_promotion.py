"""Which dtype results from which: promotion, casting rules, and limits of the types.

Defined by the Python array API standard ("Type Promotion Rules", "Data Type Functions"); uses
nothing but _dtypes and _errors. Beyond the standard, an integer or bool together with a floating
type gives that floating type, since Metal has no wider one; float16 with bfloat16 gives float32;
int with uint64 has no common type and raises.
"""

from __future__ import annotations

from metalscope import _dtypes as dt
from metalscope import _errors
from metalscope._dtypes import DType, as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metalscope._dtypes import DTypeLike

__all__ = [
    "can_cast",
    "common_dtype",
    "finfo",
    "iinfo",
    "isdtype",
    "promote",
    "result_type",
    "weak_dtype",
]

_SIGNED = (dt.int8, dt.int16, dt.int32, dt.int64)
_UNSIGNED = (dt.uint8, dt.uint16, dt.uint32, dt.uint64)
_KINDS = {
    "bool": ("bool",),
    "signed integer": ("signed integer",),
    "unsigned integer": ("unsigned integer",),
    "integral": ("signed integer", "unsigned integer"),
    "real floating": ("real floating",),
    "complex floating": ("complex floating",),
    "numeric": ("signed integer", "unsigned integer", "real floating", "complex floating"),
}
# NumPy's order of kinds for "same_kind" casts: a cast may go up or stay.
_RANK = {"bool": 0, "unsigned integer": 1, "signed integer": 2, "real floating": 3}


def _pair(a: DType, b: DType) -> DType | None:
    if a is b:
        return a
    if a.kind == "real floating" and b.kind == "real floating":
        return dt.float32
    if _RANK[a.kind] > _RANK[b.kind]:
        a, b = b, a
    # b is now of the higher kind.
    if b.kind == "real floating" or a is dt.bool:
        return b
    if a.kind == b.kind:
        return a if a.bits > b.bits else b
    # unsigned a, signed b: the signed type that holds both, if there is one.
    if a.bits < b.bits:
        return b
    return None if a.bits == 64 else _SIGNED[_UNSIGNED.index(a) + 1]


# Indexed by the codes of both types; None where they have no common type.
_TABLE: tuple[tuple[DType | None, ...], ...] = tuple(
    tuple(_pair(a, b) for b in dt.supported) for a in dt.supported
)


def promote(a: DType, b: DType) -> DType:
    """The type that holds the values of both. Raises a TypeError for signed with uint64."""
    result = _TABLE[a.code][b.code]
    if result is None:
        raise _errors.type_error(
            f"{a.name} and {b.name} have no common type; convert one of them with astype"
        )
    return result


def weak_dtype(scalar: object, other: DType) -> DType:
    """The type of an operation between an array of `other` and a Python number.

    The number takes the array's type, unless it is of a higher kind: then the default type of its
    own kind (array API standard, "Mixing arrays with Python scalars").
    """
    if isinstance(scalar, bool):
        return other
    if isinstance(scalar, int):
        return dt.default_int if other is dt.bool else other
    if isinstance(scalar, float):
        return other if other.kind == "real floating" else dt.default_float
    raise _errors.type_error(
        f"expected an array or a Python bool, int or float, got {type(scalar).__name__}"
    )


def scalar_dtype(scalar: object) -> DType:
    """The type that a Python number has by itself: bool, int64, float32."""
    for kind, dtype in ((bool, dt.bool), (int, dt.default_int), (float, dt.default_float)):
        if isinstance(scalar, kind):
            return dtype
    raise _errors.type_error(
        f"expected an array or a Python bool, int or float, got {type(scalar).__name__}"
    )


def common_dtype(dtypes: list[DType], scalars: list[object]) -> DType:
    """The type that results from arrays of `dtypes` and Python numbers; one of them not empty."""
    if dtypes:
        result = dtypes[0]
        for dtype in dtypes[1:]:
            result = promote(result, dtype)
    else:
        result = scalar_dtype(scalars[0])
        scalars = scalars[1:]
    for scalar in scalars:
        result = weak_dtype(scalar, result)
    return result


def result_type(*arrays_and_dtypes: object) -> DType:
    """The dtype that results from combining arrays, dtypes and Python numbers.

    Array API standard: result_type. Python numbers are weak: they take the type of the others.
    """
    if not arrays_and_dtypes:
        raise _errors.value_error("result_type needs at least one array, dtype or number")
    dtypes: list[DType] = []
    scalars: list[object] = []
    for x in arrays_and_dtypes:
        if isinstance(x, (bool, int, float)):
            scalars.append(x)
        elif isinstance(x, (DType, str, type)):
            dtypes.append(as_dtype(x))
        else:
            dtypes.append(as_dtype(getattr(x, "dtype", x)))
    return common_dtype(dtypes, scalars)


def can_cast(from_: object, to: DTypeLike, /, *, casting: str = "safe") -> bool:
    """Whether a value of `from_` (a dtype or an array) may become `to`.

    Array API standard: can_cast. `casting` "safe" follows type promotion; "same_kind" also allows
    narrower types of the same kind and higher kinds, as `out=` does.
    """
    source = as_dtype(from_ if isinstance(from_, (DType, str, type)) else _dtype_of(from_))
    target = as_dtype(to)
    if casting == "safe":
        return _TABLE[source.code][target.code] is target
    if casting != "same_kind":
        raise _errors.value_error(f'casting is "safe" or "same_kind", not {casting!r}')
    return _RANK[source.kind] <= _RANK[target.kind]


def _dtype_of(x: object) -> object:
    return getattr(x, "dtype", x)


def isdtype(dtype: DTypeLike, kind: DTypeLike | tuple[DTypeLike, ...]) -> bool:
    """Whether `dtype` is of a kind: "integral", "real floating", ..., a dtype, or one of a tuple.

    Array API standard: isdtype.
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    own = as_dtype(dtype)
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise _errors.value_error(f"unknown kind {kind!r}; there are {', '.join(_KINDS)}")
        return own.kind in _KINDS[kind]
    return own is as_dtype(kind)


class finfo:  # noqa: N801 (the standard's name)
    """Limits of a floating type: bits, eps, max, min, smallest_normal, dtype (all Python floats).

    Array API standard: finfo. Takes a dtype or an array; raises a TypeError for other types.
    """

    __slots__ = ("bits", "dtype", "eps", "max", "min", "smallest_normal")

    def __init__(self, type: object, /) -> None:
        dtype = as_dtype(type if isinstance(type, (DType, str)) else _dtype_of(type))
        if dtype.kind != "real floating":
            raise _errors.type_error(f"finfo needs a floating type, got {dtype.name}; see iinfo")
        # Digits of the significand (with the hidden one) and the exponent of the largest value.
        digits, top = {"float16": (11, 15), "bfloat16": (8, 127), "float32": (24, 127)}[dtype.name]
        self.dtype = dtype
        self.bits = dtype.bits
        self.eps = 2.0 ** (1 - digits)
        self.max = (2.0 - self.eps) * 2.0**top
        self.min = -self.max
        self.smallest_normal = 2.0 ** (1 - top)

    def __repr__(self) -> str:
        return (
            f"finfo(bits={self.bits}, eps={self.eps}, max={self.max}, min={self.min}, "
            f"smallest_normal={self.smallest_normal}, dtype={self.dtype})"
        )


class iinfo:  # noqa: N801 (the standard's name)
    """Limits of an integer type: bits, max, min, dtype.

    Array API standard: iinfo. Takes a dtype or an array; raises a TypeError for other types.
    """

    __slots__ = ("bits", "dtype", "max", "min")

    def __init__(self, type: object, /) -> None:
        dtype = as_dtype(type if isinstance(type, (DType, str)) else _dtype_of(type))
        if dtype not in _SIGNED and dtype not in _UNSIGNED:
            raise _errors.type_error(f"iinfo needs an integer type, got {dtype.name}; see finfo")
        signed = dtype.kind == "signed integer"
        self.dtype = dtype
        self.bits = dtype.bits
        self.max = (1 << (dtype.bits - signed)) - 1
        self.min = -(1 << (dtype.bits - 1)) if signed else 0

    def __repr__(self) -> str:
        return f"iinfo(bits={self.bits}, max={self.max}, min={self.min}, dtype={self.dtype})"
