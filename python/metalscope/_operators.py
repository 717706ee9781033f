"""Python's operators for Array, in terms of the functions of _elementwise.

A mixin, so that _array holds only what an array is. In-place operators write into the array itself
and keep its dtype.
"""

from __future__ import annotations

from metalscope import _elementwise as ew

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from metalscope._array import Array

    Operand: TypeAlias = Array | bool | int | float


def _foreign(other: object) -> bool:
    """Whether `other` may know better what to do with an array than we do."""
    return not isinstance(other, (Operators, bool, int, float)) and not hasattr(other, "__array__")


class Operators:
    """The operators of the array API standard ("Operators"), element by element."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __add__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.add(self, other)

    def __radd__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.add(other, self)

    def __iadd__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.add(self, other, out=self)

    def __sub__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.subtract(self, other)

    def __rsub__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.subtract(other, self)

    def __isub__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.subtract(self, other, out=self)

    def __mul__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.multiply(self, other)

    def __rmul__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.multiply(other, self)

    def __imul__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.multiply(self, other, out=self)

    def __truediv__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.divide(self, other)

    def __rtruediv__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.divide(other, self)

    def __itruediv__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.divide(self, other, out=self)

    def __floordiv__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.floor_divide(self, other)

    def __rfloordiv__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.floor_divide(other, self)

    def __ifloordiv__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.floor_divide(self, other, out=self)

    def __mod__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.remainder(self, other)

    def __rmod__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.remainder(other, self)

    def __imod__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.remainder(self, other, out=self)

    def __pow__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.pow(self, other)

    def __rpow__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.pow(other, self)

    def __ipow__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.pow(self, other, out=self)

    def __and__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_and(self, other)

    def __rand__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_and(other, self)

    def __iand__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_and(self, other, out=self)

    def __or__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_or(self, other)

    def __ror__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_or(other, self)

    def __ior__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_or(self, other, out=self)

    def __xor__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_xor(self, other)

    def __rxor__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_xor(other, self)

    def __ixor__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_xor(self, other, out=self)

    def __lshift__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_left_shift(self, other)

    def __rlshift__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_left_shift(other, self)

    def __ilshift__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_left_shift(self, other, out=self)

    def __rshift__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_right_shift(self, other)

    def __rrshift__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_right_shift(other, self)

    def __irshift__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.bitwise_right_shift(self, other, out=self)

    def __lt__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.less(self, other)

    def __le__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.less_equal(self, other)

    def __gt__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.greater(self, other)

    def __ge__(self: Any, other: Operand) -> Array:
        return NotImplemented if _foreign(other) else ew.greater_equal(self, other)

    def __eq__(self: Any, other: Operand) -> Array:  # type: ignore[override]
        return NotImplemented if _foreign(other) else ew.equal(self, other)

    def __ne__(self: Any, other: Operand) -> Array:  # type: ignore[override]
        return NotImplemented if _foreign(other) else ew.not_equal(self, other)

    def __neg__(self: Any) -> Array:
        return ew.negative(self)

    def __pos__(self: Any) -> Array:
        return ew.positive(self)

    def __abs__(self: Any) -> Array:
        return ew.abs(self)

    def __invert__(self: Any) -> Array:
        return ew.bitwise_invert(self)

    def __matmul__(self: Any, other: Array) -> Array:
        from metalscope._linalg import matmul

        return NotImplemented if _foreign(other) else matmul(self, other)
