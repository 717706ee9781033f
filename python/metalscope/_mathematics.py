"""Elementwise functions of floating-point numbers: roots, powers of e, angles, rounding, classes.

By the names and rules of the Python array API standard; types, `out=` and errors are as in
_elementwise. Integers and bool become float32, but for rounding and classification, which take them
as they are. The errors of the functions are those of MSL (specification, "Numerical Compliance").
"""

from __future__ import annotations

from metalscope import _ufunc
from metalscope._operations import OPERATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metalscope._array import Array

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log1p",
    "log2",
    "log10",
    "reciprocal",
    "round",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
]

_acos = OPERATIONS["acos"]
_acosh = OPERATIONS["acosh"]
_asin = OPERATIONS["asin"]
_asinh = OPERATIONS["asinh"]
_atan = OPERATIONS["atan"]
_atanh = OPERATIONS["atanh"]
_ceil = OPERATIONS["ceil"]
_cos = OPERATIONS["cos"]
_cosh = OPERATIONS["cosh"]
_exp = OPERATIONS["exp"]
_exp2 = OPERATIONS["exp2"]
_expm1 = OPERATIONS["expm1"]
_floor = OPERATIONS["floor"]
_isfinite = OPERATIONS["isfinite"]
_isinf = OPERATIONS["isinf"]
_isnan = OPERATIONS["isnan"]
_log = OPERATIONS["log"]
_log10 = OPERATIONS["log10"]
_log1p = OPERATIONS["log1p"]
_log2 = OPERATIONS["log2"]
_reciprocal = OPERATIONS["reciprocal"]
_round = OPERATIONS["round"]
_signbit = OPERATIONS["signbit"]
_sin = OPERATIONS["sin"]
_sinh = OPERATIONS["sinh"]
_sqrt = OPERATIONS["sqrt"]
_tan = OPERATIONS["tan"]
_tanh = OPERATIONS["tanh"]
_trunc = OPERATIONS["trunc"]


def sqrt(x: Array, /, *, out: Array | None = None) -> Array:
    """The square root; NaN below 0."""
    return _ufunc.unary(_sqrt, x, out)


def exp(x: Array, /, *, out: Array | None = None) -> Array:
    """e to the power x."""
    return _ufunc.unary(_exp, x, out)


def exp2(x: Array, /, *, out: Array | None = None) -> Array:
    """2 to the power x."""
    return _ufunc.unary(_exp2, x, out)


def expm1(x: Array, /, *, out: Array | None = None) -> Array:
    """exp(x) - 1, accurate near 0."""
    return _ufunc.unary(_expm1, x, out)


def log(x: Array, /, *, out: Array | None = None) -> Array:
    """The natural logarithm; -inf at 0, NaN below."""
    return _ufunc.unary(_log, x, out)


def log1p(x: Array, /, *, out: Array | None = None) -> Array:
    """log(1 + x), accurate near 0."""
    return _ufunc.unary(_log1p, x, out)


def log2(x: Array, /, *, out: Array | None = None) -> Array:
    """The logarithm to base 2."""
    return _ufunc.unary(_log2, x, out)


def log10(x: Array, /, *, out: Array | None = None) -> Array:
    """The logarithm to base 10."""
    return _ufunc.unary(_log10, x, out)


def reciprocal(x: Array, /, *, out: Array | None = None) -> Array:
    """1 / x as a floating-point number."""
    return _ufunc.unary(_reciprocal, x, out)


def sin(x: Array, /, *, out: Array | None = None) -> Array:
    """The sine of x in radians."""
    return _ufunc.unary(_sin, x, out)


def cos(x: Array, /, *, out: Array | None = None) -> Array:
    """The cosine of x in radians."""
    return _ufunc.unary(_cos, x, out)


def tan(x: Array, /, *, out: Array | None = None) -> Array:
    """The tangent of x in radians."""
    return _ufunc.unary(_tan, x, out)


def asin(x: Array, /, *, out: Array | None = None) -> Array:
    """The angle in radians whose sine is x."""
    return _ufunc.unary(_asin, x, out)


def acos(x: Array, /, *, out: Array | None = None) -> Array:
    """The angle in radians whose cosine is x."""
    return _ufunc.unary(_acos, x, out)


def atan(x: Array, /, *, out: Array | None = None) -> Array:
    """The angle in radians whose tangent is x."""
    return _ufunc.unary(_atan, x, out)


def sinh(x: Array, /, *, out: Array | None = None) -> Array:
    """The hyperbolic sine."""
    return _ufunc.unary(_sinh, x, out)


def cosh(x: Array, /, *, out: Array | None = None) -> Array:
    """The hyperbolic cosine."""
    return _ufunc.unary(_cosh, x, out)


def tanh(x: Array, /, *, out: Array | None = None) -> Array:
    """The hyperbolic tangent."""
    return _ufunc.unary(_tanh, x, out)


def asinh(x: Array, /, *, out: Array | None = None) -> Array:
    """The inverse hyperbolic sine."""
    return _ufunc.unary(_asinh, x, out)


def acosh(x: Array, /, *, out: Array | None = None) -> Array:
    """The inverse hyperbolic cosine; NaN below 1."""
    return _ufunc.unary(_acosh, x, out)


def atanh(x: Array, /, *, out: Array | None = None) -> Array:
    """The inverse hyperbolic tangent."""
    return _ufunc.unary(_atanh, x, out)


def floor(x: Array, /, *, out: Array | None = None) -> Array:
    """The largest whole number that is not above x."""
    return _ufunc.unary(_floor, x, out)


def ceil(x: Array, /, *, out: Array | None = None) -> Array:
    """The smallest whole number that is not below x."""
    return _ufunc.unary(_ceil, x, out)


def trunc(x: Array, /, *, out: Array | None = None) -> Array:
    """x without its fraction."""
    return _ufunc.unary(_trunc, x, out)


def round(x: Array, /, *, out: Array | None = None) -> Array:
    """The nearest whole number; halves go to the even one."""
    return _ufunc.unary(_round, x, out)


def isnan(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether x is NaN, as bool."""
    return _ufunc.unary(_isnan, x, out)


def isinf(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether x is an infinity, as bool."""
    return _ufunc.unary(_isinf, x, out)


def isfinite(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether x is neither NaN nor an infinity, as bool."""
    return _ufunc.unary(_isfinite, x, out)


def signbit(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether the sign bit is set (of -0.0 too), as bool."""
    return _ufunc.unary(_signbit, x, out)
