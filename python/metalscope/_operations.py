"""The table of elementwise operations: name, MSL structure, accepted types, type of the result.

Pure data over _dtypes and _promotion; the structures lie in the files of kernels/ that are named.
"""

from __future__ import annotations

from metalscope import _dtypes as dt
from metalscope import _errors
from metalscope._promotion import common_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from metalscope._dtypes import DType

# Which types an operation takes, after promotion.
ANY = "any"
NUMERIC = "numeric"  # all but bool
FLOATING = "floating"  # integers and bool become float32
INTEGRAL = "integral"  # integers
BITS = "bits"  # integers and bool
LOGICAL = "logical"  # whatever it is becomes bool


class Operation:
    """One elementwise function.

    `plans` caches, by the types of the operands, what it takes to launch it (see _ufunc.Plan).
    """

    __slots__ = ("arity", "domain", "file", "name", "plans", "predicate", "structure")

    def __init__(self, names: tuple[str, str, str], arity: int, domain: str) -> None:
        name, structure, file = names
        self.name = name
        self.structure = structure
        self.arity = arity
        self.domain = domain
        self.file = file
        self.predicate = file == "comparison.metal" or domain == LOGICAL  # gives bool
        self.plans: dict[tuple[Any, ...], Any] = {}

    def __repr__(self) -> str:
        return f"Operation({self.name!r})"

    def resolve(self, dtypes: list[DType], scalars: list[object]) -> tuple[DType, DType]:
        """The type that the operands are converted to, and that of the result."""
        common = common_dtype(dtypes, scalars)
        domain = self.domain
        if domain == LOGICAL:
            return dt.bool, dt.bool
        if domain == FLOATING and common.kind != "real floating":
            common = dt.float32
        elif (domain in (NUMERIC, INTEGRAL) and common is dt.bool) or (
            domain in (INTEGRAL, BITS) and common.kind == "real floating"
        ):
            wanted = {
                NUMERIC: "numbers, not bool",
                INTEGRAL: "integers",
                BITS: "integers or bool",
            }[domain]
            raise _errors.type_error(f"{self.name} takes {wanted}; got {common.name}")
        return common, dt.bool if self.predicate else common


def _table(file: str, domain: str, arity: int, names: str) -> dict[str, Operation]:
    pairs = (entry.split(":") for entry in names.split())
    return {
        name: Operation((name, structure, f"{file}.metal"), arity, domain)
        for name, structure in pairs
    }


OPERATIONS: dict[str, Operation] = {
    **_table("arithmetic", ANY, 1, "copy:Copy fill:Copy"),
    **_table("arithmetic", NUMERIC, 1, "negative:Negative abs:Absolute sign:Sign square:Square"),
    **_table("arithmetic", NUMERIC, 1, "floor:Floor ceil:Ceil trunc:Trunc round:Round"),
    **_table("arithmetic", ANY, 2, "add:Add multiply:Multiply maximum:Maximum minimum:Minimum"),
    **_table("arithmetic", NUMERIC, 2, "subtract:Subtract floor_divide:FloorDivide pow:Power"),
    **_table("arithmetic", NUMERIC, 2, "remainder:Remainder"),
    **_table("arithmetic", FLOATING, 2, "divide:Divide"),
    **_table("arithmetic", ANY, 3, "where:Where clip:Clip"),
    **_table("comparison", ANY, 2, "equal:Equal not_equal:NotEqual less:Less greater:Greater"),
    **_table("comparison", ANY, 2, "less_equal:LessEqual greater_equal:GreaterEqual"),
    **_table("comparison", NUMERIC, 1, "isnan:IsNan isinf:IsInf isfinite:IsFinite"),
    **_table("comparison", FLOATING, 1, "signbit:SignBit"),
    **_table("bits", LOGICAL, 1, "logical_not:LogicalNot"),
    **_table("bits", LOGICAL, 2, "logical_and:LogicalAnd logical_or:LogicalOr"),
    **_table("bits", LOGICAL, 2, "logical_xor:LogicalXor"),
    **_table("bits", BITS, 1, "bitwise_invert:BitwiseInvert"),
    **_table("bits", BITS, 2, "bitwise_and:BitwiseAnd bitwise_or:BitwiseOr"),
    **_table("bits", BITS, 2, "bitwise_xor:BitwiseXor"),
    **_table("bits", INTEGRAL, 2, "bitwise_left_shift:BitwiseLeftShift"),
    **_table("bits", INTEGRAL, 2, "bitwise_right_shift:BitwiseRightShift"),
    **_table(
        "functions", FLOATING, 1, "sqrt:Sqrt exp:Exp exp2:Exp2 expm1:Expm1 log:Log log1p:Log1p"
    ),
    **_table("functions", FLOATING, 1, "log2:Log2 log10:Log10 reciprocal:Reciprocal"),
    **_table("functions", FLOATING, 1, "sin:Sin cos:Cos tan:Tan asin:Asin acos:Acos atan:Atan"),
    **_table("functions", FLOATING, 1, "sinh:Sinh cosh:Cosh tanh:Tanh"),
    **_table("functions", FLOATING, 1, "asinh:Asinh acosh:Acosh atanh:Atanh"),
    **_table("functions", FLOATING, 2, "atan2:Atan2 copysign:CopySign hypot:Hypot"),
    **_table("functions", FLOATING, 2, "logaddexp:LogAddExp"),
}
