"""Random arrays, made on the device from a counter (Philox 4x32-10).

The numbers depend on the seed and on what was drawn before, never on how the device cut the work.
The functions of the module draw from one generator, which is seeded by the operating system unless
`seed` is called; `default_rng` gives independent ones. Launching waits for nothing.
"""

from __future__ import annotations

from _thread import allocate_lock
from os import urandom

from metalscope import _core, _errors, _kernels, _ufunc
from metalscope import _dtypes as dt
from metalscope._array import Array
from metalscope._layout import MAX_GRID, as_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metalscope._dtypes import DType, DTypeLike

__all__ = ["Generator", "default_rng", "integers", "random", "seed", "standard_normal"]

# Significand lengths: uniform numbers are multiples of 2^-bits.
_BITS = {"float16": 11, "bfloat16": 8, "float32": 24}
_compiled: dict[tuple[str, int], _core.Kernel] = {}


def _kernel(kind: str, dtype: DType) -> _core.Kernel:
    """A kernel of philox.metal for results of `dtype`."""
    key = (kind, dtype.code)
    found = _compiled.get(key)
    if found is None:
        names = {"UNIFORM": "random", "NORMAL": "standard_normal"}
        name = f"{names.get(kind, 'integers')}_{dtype.short}"
        defines = {kind: 1, "NAME": name, "OUTPUT": dtype.metal, "BITS": _BITS.get(dtype.name, 0)}
        found = _compiled[key] = _kernels.build(("philox.metal",), defines, name)
    return found


class Generator:
    """A stream of random numbers: the seed is Philox's key, each call takes the next counters.

    `seed` is an int from 0 to 2^64 - 1; without one the operating system chooses. Thread-safe.
    """

    __slots__ = ("_counter", "_key", "_lock")

    def __init__(self, seed: int | None = None) -> None:
        """Raises a ValueError for a seed outside that range."""
        if seed is None:
            seed = int.from_bytes(urandom(8), "little")
        if not 0 <= seed.__index__() < 2**64:
            raise _errors.value_error(f"a seed is from 0 to 2**64 - 1, got {seed}")
        self._key = seed.__index__()
        self._counter = 0
        self._lock = allocate_lock()

    def random(
        self,
        size: int | tuple[int, ...] | None = None,
        *,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Floating-point numbers from [0, 1), evenly spaced (float32: multiples of 2^-24).

        `size` is a shape, () by default or that of `out`. Raises a TypeError for other types.
        """
        return self._floating("UNIFORM", size, dtype, out)

    def standard_normal(
        self,
        size: int | tuple[int, ...] | None = None,
        *,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Normally distributed numbers of mean 0 and standard deviation 1.

        `size` is a shape, () by default or that of `out`. Raises a TypeError for other types.
        """
        return self._floating("NORMAL", size, dtype, out)

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: int | tuple[int, ...] | None = None,
        *,
        dtype: DTypeLike | None = None,
        endpoint: bool = False,
        out: Array | None = None,
    ) -> Array:
        """Integers from [low, high), or [low, high] with `endpoint`; from [0, low) without `high`.

        int64 by default. Raises a ValueError for an empty range and for one outside the type.
        """
        if high is None:
            low, high = 0, low
        last = high if endpoint else high - 1
        target, result = _result(size, dtype, out, dt.default_int)
        if target.kind not in ("signed integer", "unsigned integer"):
            raise _errors.type_error(f"integers has integer types, not {target.name}")
        signed = target.kind == "signed integer"
        lowest = -(1 << (target.bits - 1)) if signed else 0
        highest = (1 << (target.bits - signed)) - 1
        if low > last or low < lowest or last > highest:
            raise _errors.value_error(
                f"the range {low} to {last} is empty or outside {target.name} "
                f"({lowest} to {highest})"
            )
        count = last - low + 1
        per_block = 2 if count <= 2**32 else 1
        kernel = _kernel("NARROW" if per_block == 2 else "WIDE", target)
        return self._fill(kernel, per_block, result, (low % 2**64, count % 2**64))

    def _floating(
        self,
        kind: str,
        size: int | tuple[int, ...] | None,
        dtype: DTypeLike | None,
        out: Array | None,
    ) -> Array:
        target, result = _result(size, dtype, out, dt.default_float)
        if target.kind != "real floating":
            raise _errors.type_error(f"random numbers have floating types, not {target.name}")
        return self._fill(_kernel(kind, target), 4, result, ())

    def _fill(
        self, kernel: _core.Kernel, per_block: int, result: Array, parameters: tuple[int, ...]
    ) -> Array:
        """Fills `result`, each thread with one block's numbers."""
        target = result if result.contiguous else Array._empty(result.shape, result.dtype)
        flat = target.reshape(-1)
        with self._lock:
            counter = self._counter
            self._counter = (counter + -(-flat.size // per_block)) % 2**64
        for first in range(0, flat.size, MAX_GRID * per_block):
            part = flat[first : first + MAX_GRID * per_block]
            kernel(
                self._key,
                (counter + first // per_block) % 2**64,
                part.size,
                *parameters,
                part,
                threads=-(-part.size // per_block),
            )
        if target is not result:
            _ufunc.copy_into(result, target)
        return result


def _result(
    size: int | tuple[int, ...] | None,
    dtype: DTypeLike | None,
    out: Array | None,
    default: DType,
) -> tuple[DType, Array]:
    """The element type, and `out` or a new array."""
    wanted = None if dtype is None else dt.as_dtype(dtype)
    if out is None:
        target = wanted or default
        return target, Array._empty(() if size is None else as_shape(size), target)
    _ufunc.check_out("random numbers", out, out.shape if size is None else as_shape(size))
    if wanted not in (None, out.dtype):
        raise _errors.type_error(f"dtype is {wanted}, but out= has {out.dtype.name}")
    return out.dtype, out


def default_rng(seed: int | None = None) -> Generator:
    """A new generator; equal seeds give equal numbers."""
    return Generator(seed)


_shared = Generator()


def seed(seed: int | None = None) -> None:
    """Starts the module's generator anew, from `seed` or from the operating system's choice."""
    global _shared  # noqa: PLW0603
    _shared = Generator(seed)


def random(
    size: int | tuple[int, ...] | None = None,
    *,
    dtype: DTypeLike | None = None,
    out: Array | None = None,
) -> Array:
    """Generator.random of the module's generator."""
    return _shared.random(size, dtype=dtype, out=out)


def standard_normal(
    size: int | tuple[int, ...] | None = None,
    *,
    dtype: DTypeLike | None = None,
    out: Array | None = None,
) -> Array:
    """Generator.standard_normal of the module's generator."""
    return _shared.standard_normal(size, dtype=dtype, out=out)


def integers(
    low: int,
    high: int | None = None,
    size: int | tuple[int, ...] | None = None,
    *,
    dtype: DTypeLike | None = None,
    endpoint: bool = False,
    out: Array | None = None,
) -> Array:
    """Generator.integers of the module's generator."""
    return _shared.integers(low, high, size, dtype=dtype, endpoint=endpoint, out=out)
