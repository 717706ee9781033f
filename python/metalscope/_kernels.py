"""The package's own kernels: MSL text from kernels/*.metal with a prologue of macros, compiled.

Uses _core, _dtypes and _operations. The core caches compiled libraries by content.
"""

from __future__ import annotations

from metalscope import _core
from metalscope import _dtypes as dt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metalscope._dtypes import DType
    from metalscope._operations import Operation

_FOLDER = f"{__file__.rpartition('/')[0]}/kernels"
_texts: dict[str, str] = {}
_HALVES = (dt.float16, dt.bfloat16)


def text(file: str) -> str:
    """The text of one of the package's MSL files."""
    found = _texts.get(file)
    if found is None:
        # pathlib would cost 5 ms at start-up.
        with open(f"{_FOLDER}/{file}", encoding="utf-8") as f:  # noqa: PTH123
            found = _texts[file] = f.read()
    return found


def build(files: Iterable[str], defines: Mapping[str, object], name: str) -> _core.Kernel:
    """The kernel `name` of the files' joined text, with macros defined before them.

    Math is safe: NaN, infinities and signed zeros follow IEEE 754.
    """
    prologue = "".join(f"#define {key} {value}\n" for key, value in defines.items())
    source = prologue + "".join(map(text, files))
    return _core.Library(source, math_mode="safe", label=name).kernel(name)


def compute_type(dtype: DType) -> str:
    """The MSL type in which elements of `dtype` are computed with: both halves as float."""
    return "float" if dtype in _HALVES else dtype.metal


def convert(value: str, source: DType, target: DType) -> str:
    """An MSL expression that converts `value`; to and from halves by way of float."""
    if source is target:
        return value
    if source in _HALVES or target in _HALVES:
        return f"{target.metal}(float({value}))"
    return f"{target.metal}({value})"


def elementwise(
    operation: Operation,
    *,
    inputs: tuple[DType | None, ...],
    converted: tuple[DType, ...],
    result: DType,
    output: DType,
    dimensions: int,
) -> _core.Kernel:
    """A kernel of elementwise.metal.

    `inputs` are the arrays' types, None for a number; `converted` what each becomes before it is
    computed with; `result` what the operation gives and `output` what is stored; `dimensions` 0
    for contiguous arrays, else 3 or 8.
    """
    parameters = []
    values = []
    arrays = 0
    for i, (own, to) in enumerate(zip(inputs, converted, strict=True)):
        if own is None:
            parameters.append(f"constant {to.metal}& x{i} [[buffer({i})]]")
            value = f"x{i}"
        else:
            parameters.append(f"device const {own.metal}* x{i} [[buffer({i})]]")
            value = convert(f"x{i}[INDEX({arrays})]", own, to)
            arrays += 1
        values.append(f"{compute_type(to)}({value})")
    name = kernel_name(operation.name, inputs, converted, result, output)
    if dimensions:
        name += "_strided"
    defines = {
        "NAME": name,
        "OPERATION": operation.structure,
        "PARAMETERS": ", ".join(parameters),
        "VALUES": ", ".join(values),
        "RESULT(value)": convert("value", result, output),
        "OUTPUT": output.metal,
        "OUTPUT_INDEX": len(inputs),
        "ARRAYS": arrays + 1,
        "DIMENSIONS": dimensions,
    }
    return build((operation.file, "elementwise.metal"), defines, name)


def kernel_name(
    operation: str,
    inputs: tuple[DType | None, ...],
    converted: tuple[DType, ...],
    result: DType,
    output: DType,
) -> str:
    """What the profiler shows: `add_f32`; with conversions every type: `add_i32_f32_f32`."""
    common = converted[-1]
    plain = all(own is None or own is to for own, to in zip(inputs, converted, strict=True))
    if plain and output is result:
        return f"{operation}_{common.short}"
    types = [(own or to).short for own, to in zip(inputs, converted, strict=True)]
    return "_".join([operation, *types, output.short])
