"""Elementwise functions, by the names and rules of the Python array API standard.

Arguments are arrays, of which at most all but one may be Python numbers; arrays broadcast. Types
promote as _promotion says, a Python number takes the arrays' type and must lie within it. Each
function launches one kernel and does not wait for it. `out=` takes the result: an array of the
result's shape whose type is of the same or a higher kind; it may be one of the arguments. All raise
a TypeError for types that they do not take and a ValueError for shapes that do not broadcast.
"""

from __future__ import annotations

from metalscope import _array, _errors, _ufunc
from metalscope._operations import OPERATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from metalscope._array import Array

    Operand: TypeAlias = Array | bool | int | float

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "not_equal",
    "positive",
    "pow",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
    "where",
]

_abs = OPERATIONS["abs"]
_acos = OPERATIONS["acos"]
_acosh = OPERATIONS["acosh"]
_add = OPERATIONS["add"]
_asin = OPERATIONS["asin"]
_asinh = OPERATIONS["asinh"]
_atan = OPERATIONS["atan"]
_atan2 = OPERATIONS["atan2"]
_atanh = OPERATIONS["atanh"]
_bitwise_and = OPERATIONS["bitwise_and"]
_bitwise_invert = OPERATIONS["bitwise_invert"]
_bitwise_left_shift = OPERATIONS["bitwise_left_shift"]
_bitwise_or = OPERATIONS["bitwise_or"]
_bitwise_right_shift = OPERATIONS["bitwise_right_shift"]
_bitwise_xor = OPERATIONS["bitwise_xor"]
_ceil = OPERATIONS["ceil"]
_clip = OPERATIONS["clip"]
_copysign = OPERATIONS["copysign"]
_cos = OPERATIONS["cos"]
_cosh = OPERATIONS["cosh"]
_divide = OPERATIONS["divide"]
_equal = OPERATIONS["equal"]
_exp = OPERATIONS["exp"]
_exp2 = OPERATIONS["exp2"]
_expm1 = OPERATIONS["expm1"]
_floor = OPERATIONS["floor"]
_floor_divide = OPERATIONS["floor_divide"]
_greater = OPERATIONS["greater"]
_greater_equal = OPERATIONS["greater_equal"]
_hypot = OPERATIONS["hypot"]
_isfinite = OPERATIONS["isfinite"]
_isinf = OPERATIONS["isinf"]
_isnan = OPERATIONS["isnan"]
_less = OPERATIONS["less"]
_less_equal = OPERATIONS["less_equal"]
_log = OPERATIONS["log"]
_log10 = OPERATIONS["log10"]
_log1p = OPERATIONS["log1p"]
_log2 = OPERATIONS["log2"]
_logaddexp = OPERATIONS["logaddexp"]
_logical_and = OPERATIONS["logical_and"]
_logical_not = OPERATIONS["logical_not"]
_logical_or = OPERATIONS["logical_or"]
_logical_xor = OPERATIONS["logical_xor"]
_maximum = OPERATIONS["maximum"]
_minimum = OPERATIONS["minimum"]
_multiply = OPERATIONS["multiply"]
_negative = OPERATIONS["negative"]
_not_equal = OPERATIONS["not_equal"]
_pow = OPERATIONS["pow"]
_reciprocal = OPERATIONS["reciprocal"]
_remainder = OPERATIONS["remainder"]
_round = OPERATIONS["round"]
_sign = OPERATIONS["sign"]
_signbit = OPERATIONS["signbit"]
_sin = OPERATIONS["sin"]
_sinh = OPERATIONS["sinh"]
_sqrt = OPERATIONS["sqrt"]
_square = OPERATIONS["square"]
_subtract = OPERATIONS["subtract"]
_tan = OPERATIONS["tan"]
_tanh = OPERATIONS["tanh"]
_trunc = OPERATIONS["trunc"]
_where = OPERATIONS["where"]


def add(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 + x2; for bool, or."""
    return _ufunc.binary(_add, x1, x2, out)


def subtract(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 - x2; not for bool."""
    return _ufunc.binary(_subtract, x1, x2, out)


def multiply(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 * x2; for bool, and."""
    return _ufunc.binary(_multiply, x1, x2, out)


def divide(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 / x2 as a floating-point number; integers are divided as float32."""
    return _ufunc.binary(_divide, x1, x2, out)


def floor_divide(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 / x2 rounded down; integers divided by zero give 0."""
    return _ufunc.binary(_floor_divide, x1, x2, out)


def remainder(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 - floor(x1 / x2) * x2, with the sign of x2; integers by zero give 0."""
    return _ufunc.binary(_remainder, x1, x2, out)


def maximum(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """The larger one; NaN where either is NaN."""
    return _ufunc.binary(_maximum, x1, x2, out)


def minimum(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """The smaller one; NaN where either is NaN."""
    return _ufunc.binary(_minimum, x1, x2, out)


def atan2(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """The angle of the point (x2, x1), in radians from -pi to pi; floating-point result."""
    return _ufunc.binary(_atan2, x1, x2, out)


def copysign(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """The magnitude of x1 with the sign of x2; floating-point result."""
    return _ufunc.binary(_copysign, x1, x2, out)


def hypot(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """sqrt(x1**2 + x2**2) without overflow in between; floating-point result."""
    return _ufunc.binary(_hypot, x1, x2, out)


def logaddexp(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """log(exp(x1) + exp(x2)) without overflow in between; floating-point result."""
    return _ufunc.binary(_logaddexp, x1, x2, out)


def equal(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 == x2, as bool."""
    return _ufunc.binary(_equal, x1, x2, out)


def not_equal(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 != x2, as bool."""
    return _ufunc.binary(_not_equal, x1, x2, out)


def less(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 < x2, as bool."""
    return _ufunc.binary(_less, x1, x2, out)


def less_equal(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 <= x2, as bool."""
    return _ufunc.binary(_less_equal, x1, x2, out)


def greater(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 > x2, as bool."""
    return _ufunc.binary(_greater, x1, x2, out)


def greater_equal(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 >= x2, as bool."""
    return _ufunc.binary(_greater_equal, x1, x2, out)


def logical_and(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Whether both are true (not zero; NaN is true)."""
    return _ufunc.binary(_logical_and, x1, x2, out)


def logical_or(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Whether either is true (not zero; NaN is true)."""
    return _ufunc.binary(_logical_or, x1, x2, out)


def logical_xor(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Whether exactly one is true (not zero; NaN is true)."""
    return _ufunc.binary(_logical_xor, x1, x2, out)


def bitwise_and(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 & x2, of integers or bool."""
    return _ufunc.binary(_bitwise_and, x1, x2, out)


def bitwise_or(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 | x2, of integers or bool."""
    return _ufunc.binary(_bitwise_or, x1, x2, out)


def bitwise_xor(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 ^ x2, of integers or bool."""
    return _ufunc.binary(_bitwise_xor, x1, x2, out)


def bitwise_left_shift(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 << x2, of integers; 0 from the type's width on."""
    return _ufunc.binary(_bitwise_left_shift, x1, x2, out)


def bitwise_right_shift(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 >> x2, of integers, filled with the sign."""
    return _ufunc.binary(_bitwise_right_shift, x1, x2, out)


def pow(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """x1 to the power x2; integers wrap around.

    Raises a ValueError for an integer array and a negative Python exponent; such exponents in
    arrays give the truncated result: 0, or 1 or -1 for those bases.
    """
    if type(x2) is int and isinstance(x1, _array.Array):
        if x2 == 2 and x1.dtype.kind != "bool":
            return _ufunc.unary(_square, x1, out)
        if x2 < 0 and x1.dtype.kind != "real floating":
            raise _errors.value_error("integers to negative integer powers are not allowed")
    return _ufunc.binary(_pow, x1, x2, out)


def abs(x: Array, /, *, out: Array | None = None) -> Array:
    """The absolute value; the lowest integer stays as it is."""
    return _ufunc.unary(_abs, x, out)


def negative(x: Array, /, *, out: Array | None = None) -> Array:
    """-x; integers wrap around, not for bool."""
    return _ufunc.unary(_negative, x, out)


def sign(x: Array, /, *, out: Array | None = None) -> Array:
    """-1, 0 or 1 by the sign of x; NaN stays NaN."""
    return _ufunc.unary(_sign, x, out)


def square(x: Array, /, *, out: Array | None = None) -> Array:
    """x * x."""
    return _ufunc.unary(_square, x, out)


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


def logical_not(x: Array, /, *, out: Array | None = None) -> Array:
    """Whether x is false (zero), as bool."""
    return _ufunc.unary(_logical_not, x, out)


def bitwise_invert(x: Array, /, *, out: Array | None = None) -> Array:
    """~x, of integers or bool."""
    return _ufunc.unary(_bitwise_invert, x, out)


def positive(x: Array, /, *, out: Array | None = None) -> Array:
    """x, as a copy."""
    return x.copy() if out is None else _ufunc.apply(OPERATIONS["copy"], (x,), out)


def where(
    condition: Array | bool, x1: Operand, x2: Operand, /, *, out: Array | None = None
) -> Array:
    """x1 where the condition holds (is not zero), x2 elsewhere."""
    return _ufunc.apply(_where, (condition, x1, x2), out)


def clip(
    x: Array,
    /,
    min: Operand | None = None,
    max: Operand | None = None,
    *,
    out: Array | None = None,
) -> Array:
    """x within [min, max]; None leaves a side open. Where min > max the result is max."""
    if min is None and max is None:
        return positive(x, out=out)
    if min is None or max is None:
        operation, bound = (_maximum, min) if max is None else (_minimum, max)
        return _ufunc.binary(operation, x, bound, out)
    return _ufunc.apply(_clip, (x, min, max), out)
