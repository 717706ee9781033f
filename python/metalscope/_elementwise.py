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
    "add",
    "atan2",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "clip",
    "copysign",
    "divide",
    "equal",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "less",
    "less_equal",
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
    "remainder",
    "sign",
    "square",
    "subtract",
    "where",
]

_abs = OPERATIONS["abs"]
_add = OPERATIONS["add"]
_atan2 = OPERATIONS["atan2"]
_bitwise_and = OPERATIONS["bitwise_and"]
_bitwise_invert = OPERATIONS["bitwise_invert"]
_bitwise_left_shift = OPERATIONS["bitwise_left_shift"]
_bitwise_or = OPERATIONS["bitwise_or"]
_bitwise_right_shift = OPERATIONS["bitwise_right_shift"]
_bitwise_xor = OPERATIONS["bitwise_xor"]
_clip = OPERATIONS["clip"]
_copysign = OPERATIONS["copysign"]
_divide = OPERATIONS["divide"]
_equal = OPERATIONS["equal"]
_floor_divide = OPERATIONS["floor_divide"]
_greater = OPERATIONS["greater"]
_greater_equal = OPERATIONS["greater_equal"]
_hypot = OPERATIONS["hypot"]
_less = OPERATIONS["less"]
_less_equal = OPERATIONS["less_equal"]
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
_remainder = OPERATIONS["remainder"]
_sign = OPERATIONS["sign"]
_square = OPERATIONS["square"]
_subtract = OPERATIONS["subtract"]
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
