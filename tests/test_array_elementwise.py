"""Elementwise functions against NumPy: values, types, layouts, out=, errors."""

import operator
import warnings

import numpy as np
import pytest
from array_strategies import arrays, assert_same, examples, pairs, values
from hypothesis import given
from hypothesis import strategies as st

import metalscope as mtl
from metalscope import _layout

ARITHMETIC = ["add", "subtract", "multiply", "maximum", "minimum", "floor_divide", "remainder"]
COMPARISONS = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]
BITS = ["bitwise_and", "bitwise_or", "bitwise_xor"]
EXACT = ["negative", "abs", "sign", "square", "floor", "ceil", "trunc", "sqrt", "isnan", "isinf"]
EXACT += ["isfinite", "signbit", "logical_not", "reciprocal"]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


@pytest.mark.parametrize("name", [*ARITHMETIC, "divide", "copysign", *COMPARISONS])
def test_binary_float32(name):
    @examples()
    @given(pairs(np.float32, 2))
    def check(operands):
        (a, x), (b, y) = operands
        assert_same(getattr(mtl, name)(x, y), getattr(np, name)(a, b), signs=name not in MINMAX)

    check()


MINMAX = ("maximum", "minimum")  # which of two equal zeros is not defined


@pytest.mark.parametrize("dtype", ["int8", "uint64"])
@pytest.mark.parametrize("name", ["add", "multiply", "floor_divide", "remainder", "less"])
def test_binary_integers(name, dtype):
    @examples(15)
    @given(pairs(dtype, 2))
    def check(operands):
        (a, x), (b, y) = operands
        assert_same(getattr(mtl, name)(x, y), getattr(np, name)(a, b))

    check()


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "less"])
def test_binary_float16(name):
    @examples()
    @given(pairs(np.float16, 2))
    def check(operands):
        (a, x), (b, y) = operands
        assert_same(getattr(mtl, name)(x, y), getattr(np, name)(a, b))

    check()


@pytest.mark.parametrize("name", BITS)
@pytest.mark.parametrize("dtype", ["bool", "int16"])
def test_bits(name, dtype):
    @examples(10)
    @given(pairs(dtype, 2))
    def check(operands):
        (a, x), (b, y) = operands
        assert_same(getattr(mtl, name)(x, y), getattr(np, name)(a, b))

    check()


@pytest.mark.parametrize("dtype", ["int8", "uint32"])
def test_shifts(dtype):
    @examples()
    @given(arrays(dtype, 7), st.integers(0, 70))
    def check(a, count):
        x = mtl.asarray(a)
        counts = np.full(7, count, dtype)
        for name, numpys in (("left", np.left_shift), ("right", np.right_shift)):
            ours = getattr(mtl, f"bitwise_{name}_shift")
            assert_same(ours(x, count), numpys(a, counts))

    check()


@pytest.mark.parametrize("name", ["logical_and", "logical_or", "logical_xor"])
def test_logic(name):
    a = np.array([0.0, -0.0, 1.5, np.nan, np.inf], np.float32)
    b = np.array([0, 1, 0, 2, 0], np.int32)
    for x, y in ((a, b), (b, a), (a, a[::-1]), (a > 0, b)):
        assert_same(getattr(mtl, name)(mtl.asarray(x), mtl.asarray(y)), getattr(np, name)(x, y))


@pytest.mark.parametrize("name", EXACT)
def test_unary_exact(name):
    @examples()
    @given(pairs(np.float32, 1))
    def check(operands):
        ((a, x),) = operands
        assert_same(getattr(mtl, name)(x), getattr(np, name)(a))

    check()


def test_round_halves_to_even():
    a = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 2.4999998, np.inf, np.nan, 1e30], np.float32)
    assert_same(mtl.round(mtl.asarray(a)), np.rint(a))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int64"])
@pytest.mark.parametrize("name", ["negative", "abs", "sign", "square", "floor", "bitwise_invert"])
def test_unary_integers(name, dtype):
    info = np.iinfo(dtype)
    a = np.array([info.min, info.max, 0, 1, 7, info.max // 2], dtype)
    assert_same(getattr(mtl, name)(mtl.asarray(a)), getattr(np, name)(a))


# Allowed error in units of the last place, for arguments where the function is defined.
FUNCTIONS = {
    "exp": (-80, 80, 4), "exp2": (-120, 120, 4), "expm1": (-10, 10, 8), "log": (1e-30, 1e30, 4),
    "log2": (1e-30, 1e30, 4), "log10": (1e-30, 1e30, 4), "log1p": (-0.9, 100, 8),
    "sin": (-100, 100, 4), "cos": (-100, 100, 4), "tan": (-1.5, 1.5, 6), "arcsin": (-1, 1, 6),
    "arccos": (-1, 1, 6), "arctan": (-50, 50, 6), "sinh": (-50, 50, 8), "cosh": (-50, 50, 8),
    "tanh": (-10, 10, 8), "arcsinh": (-1e6, 1e6, 8), "arccosh": (1.001, 1e6, 8),
    "arctanh": (-0.99, 0.99, 8),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    low, high, ulps = FUNCTIONS[name]
    a = np.linspace(low, high, 4099).astype(np.float32)
    a = a[(a >= low) & (a <= high)]
    ours = mtl.asnumpy(getattr(mtl, name.replace("arc", "a"))(mtl.asarray(a)))
    exact = getattr(np, name)(a.astype(np.float64))
    # Near a zero of the function the argument's own rounding counts: absolute there.
    spacing = np.maximum(np.spacing(np.abs(exact).astype(np.float32)), 2.0**-26)
    assert np.max(np.abs(ours - exact) / spacing) <= ulps


def test_functions_at_special_values():
    a = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -1.0, 1.0], np.float32)
    for name in ("exp", "log", "log1p", "expm1", "sqrt", "tanh", "atan"):
        theirs = getattr(np, name.replace("atan", "arctan"))(a)
        ours = mtl.asnumpy(getattr(mtl, name)(mtl.asarray(a)))
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, err_msg=name)


def test_atan2_hypot_logaddexp():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 1000)).astype(np.float32) * 10
    a[:3], b[:3] = [0.0, -0.0, 1e30], [-1.0, -1.0, 1e30]
    x, y = mtl.asarray(a), mtl.asarray(b)
    exact = (a.astype(np.float64), b.astype(np.float64))
    for ours, theirs in ((mtl.atan2, np.arctan2), (mtl.hypot, np.hypot)):
        np.testing.assert_allclose(mtl.asnumpy(ours(x, y)), theirs(*exact), rtol=1e-6)
    np.testing.assert_allclose(
        mtl.asnumpy(mtl.logaddexp(x[3:], y[3:])),
        np.logaddexp(exact[0][3:], exact[1][3:]),
        rtol=1e-5,
        atol=1e-6,
    )


def test_pow():
    a = np.array([0.0, 1.0, 2.0, 0.5, 10.0, np.nan, 1.0], np.float32)
    b = np.array([0.0, np.nan, 10.0, 3.0, -2.0, 0.0, np.inf], np.float32)
    np.testing.assert_allclose(
        mtl.asnumpy(mtl.pow(mtl.asarray(a), mtl.asarray(b))), np.power(a, b), rtol=1e-5
    )
    for dtype in ("int8", "uint64", "int32"):
        i = np.array([0, 1, 2, 3, 10, 100], dtype)
        j = np.array([0, 5, 7, 40, 9, 3], dtype)
        assert_same(mtl.asarray(i) ** mtl.asarray(j), i**j)
        assert_same(mtl.asarray(i) ** 2, i**2)
        assert_same(2 ** mtl.asarray(j % 7), dtype_power(2, j % 7))
    with pytest.raises(ValueError, match="negative integer powers"):
        mtl.asarray([1, 2]) ** -1


def dtype_power(base, exponents):
    return np.power(exponents.dtype.type(base), exponents)


@examples()
@given(pairs(np.float32, 3))
def test_where_and_clip(operands):
    (a, x), (b, y), (c, z) = operands
    assert_same(mtl.where(x > 0, y, z), np.where(a > 0, b, c))
    assert_same(mtl.where(x, 1.0, z), np.where(a, np.float32(1), c))
    assert_same(mtl.clip(x, y, z), np.minimum(np.maximum(a, b), c), signs=False)
    assert_same(mtl.clip(x, -1, 1), np.clip(a, np.float32(-1), np.float32(1)), signs=False)
    assert_same(mtl.clip(x, max=2.5), np.minimum(a, np.float32(2.5)), signs=False)


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv]
OPERATORS += [operator.mod, operator.lt, operator.ge, operator.eq, operator.ne]


@examples()
@given(arrays(np.float32, (3, 4)), st.sampled_from([2, -3.5, True, 0, float("inf"), 1e-3]))
def test_operators_with_numbers(a, number):
    x = mtl.asarray(a)
    for op in OPERATORS:
        assert_same(op(x, number), op(a, np.float32(number)))
        assert_same(op(number, x), op(np.float32(number), a))


def test_integer_operators():
    a = np.array([-7, -1, 0, 5, 120], np.int8)
    x = mtl.asarray(a)
    for op in (operator.and_, operator.or_, operator.xor, operator.floordiv, operator.mod):
        assert_same(op(x, 3), op(a, np.int8(3)))
        assert_same(op(3, x), op(np.int8(3), a))
    assert_same(~x, ~a)
    assert_same(-x, -a)
    assert_same(+x, a)
    assert_same(abs(x), abs(a))
    assert_same(x << 2, a << 2)
    assert_same(x >> 1, a >> 1)
    assert_same(x / 2, (a / 2).astype(np.float32))


def test_in_place_operators_write_into_the_array():
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    x = mtl.asarray(a)
    same, column = x, x[:, 1]
    x += 1
    x *= x
    x[:, 1] -= 5
    column /= 2
    expected = (a + 1) ** 2
    expected[:, 1] = (expected[:, 1] - 5) / 2
    assert x is same
    assert_same(x, expected)
    i = mtl.asarray([1, 2])
    with pytest.raises(TypeError, match="kind"):
        i += 0.5
    i += True
    assert i.tolist() == [2, 3]


@examples()
@given(arrays(np.float32, (4, 5)))
def test_out(a):
    x = mtl.asarray(a)
    out = mtl.zeros((4, 5))
    assert mtl.add(x, 1, out=out) is out
    assert_same(out, a + np.float32(1))
    mtl.multiply(out, out, out=out)
    wide = mtl.zeros((8, 5))
    mtl.subtract(x, 2, out=wide[::2])
    assert_same(wide[::2], a - np.float32(2))
    assert not mtl.asnumpy(wide[1::2]).any()
    integers = mtl.asarray([[1, 2, 3]])
    converted = mtl.zeros((1, 3), dtype=mtl.float32)
    mtl.add(integers, 1, out=converted)
    assert converted.tolist() == [[2.0, 3.0, 4.0]]


def test_out_that_overlaps_an_input():
    a = np.arange(10, dtype=np.int64)
    x = mtl.asarray(a)
    mtl.add(x[:-1], 1, out=x[1:])
    assert x.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    x = mtl.asarray(a)
    mtl.add(x, x[::-1], out=x)
    assert x.tolist() == [9] * 10
    x = mtl.asarray(a)
    mtl.negative(x[::-1], out=x)
    assert x.tolist() == [-9, -8, -7, -6, -5, -4, -3, -2, -1, 0]


def test_out_errors():
    x = mtl.ones((2, 3))
    with pytest.raises(ValueError, match=r"out= of add has shape \(3,\)"):
        mtl.add(x, 1, out=mtl.empty(3))
    with pytest.raises(TypeError, match="kind"):
        mtl.add(x, 1, out=mtl.empty((2, 3), dtype=mtl.int32))
    with pytest.raises(TypeError, match="metalscope array"):
        mtl.add(x, 1, out=np.empty((2, 3), np.float32))
    readonly = x._view(x.shape, writable=False)
    with pytest.raises(ValueError, match="read-only"):
        mtl.add(x, 1, out=readonly)
    assert mtl.asnumpy(x).sum() == 6


def test_mixed_types():
    i, f, h = mtl.asarray([1, 2]), mtl.asarray([0.5, 1.5]), mtl.asarray([1, 2], dtype=mtl.float16)
    assert (i + f).dtype is mtl.float32
    assert (i + f).tolist() == [1.5, 3.5]
    assert (i + h).dtype is mtl.float16
    assert (h + f).dtype is mtl.float32
    assert (i / i).dtype is mtl.float32
    assert (i + 0.5).tolist() == [1.5, 2.5]
    assert mtl.sqrt(mtl.asarray([4, 9])).tolist() == [2.0, 3.0]
    assert (mtl.asarray([True]) + 1).dtype is mtl.int64
    assert (mtl.asarray([True]) + mtl.asarray([True])).tolist() == [True]
    u = mtl.asarray([1], dtype=mtl.uint64)
    with pytest.raises(TypeError, match="no common type"):
        u + i


def test_bfloat16():
    x = mtl.asarray([1.0, 2.5, -3.0], dtype=mtl.bfloat16)
    assert (x + x).dtype is mtl.bfloat16
    assert (x * 2).tolist() == [2.0, 5.0, -6.0]
    # 1 + 2^-9 is not representable: rounds to even.
    assert (x[:1] + 2.0**-9).tolist() == [1.0]
    assert mtl.sum(x).item() == 0.5


def test_numbers_outside_the_type_raise():
    x = mtl.asarray([1, 2], dtype=mtl.int8)
    for number in (128, -129, 2**70):
        with pytest.raises((ValueError, OverflowError), match=r"add_i8"):
            x + number
    assert (x + 1).tolist() == [2, 3]
    u = mtl.asarray([1], dtype=mtl.uint8)
    with pytest.raises((ValueError, OverflowError)):
        u - (-1)


def test_what_is_refused():
    x = mtl.ones(3)
    with pytest.raises(TypeError, match="asarray"):
        x + np.ones(3, np.float32)
    with pytest.raises(TypeError, match="asarray"):
        np.ones(3, np.float32) + x
    with pytest.raises(TypeError, match="asarray"):
        mtl.add(x, [1, 2, 3])
    with pytest.raises(TypeError):
        x + "a"
    with pytest.raises(TypeError, match="at least one array"):
        mtl.add(1, 2)
    with pytest.raises(ValueError, match="do not broadcast"):
        x + mtl.ones(4)
    with pytest.raises(TypeError, match="not bool"):
        mtl.asarray([True]) - mtl.asarray([True])
    with pytest.raises(TypeError, match="integers"):
        x & 1
    with pytest.raises(TypeError):
        np.sqrt(x)
    assert_same(x + np.float32(1), np.full(3, 2, np.float32))
    assert_same(x + np.float64(1), np.full(3, 2, np.float32))


def test_many_dimensions():
    rng = np.random.default_rng(3)
    a = rng.integers(0, 100, (2, 3, 2, 2, 3, 2, 2, 2)).astype(np.int32)
    x = mtl.asarray(a)
    order = (7, 2, 5, 0, 3, 6, 1, 4)
    b, y = a.transpose(order)[::-1], x.transpose(*order)[::-1]
    assert_same(y + y, b + b)
    target = mtl.zeros(a.shape, dtype=mtl.int32).transpose(*order)
    target[...] = y
    assert_same(target, b)
    c, z = a[:, ::2, :, :, ::2, :, ::-1], x[:, ::2, :, :, ::2, :, ::-1]
    assert_same(z * 2 + z, c * 2 + c)


def test_grids_past_the_limit_are_cut(monkeypatch):
    monkeypatch.setattr(_layout, "MAX_GRID", 7)
    monkeypatch.setattr("metalscope._ufunc.MAX_GRID", 7)
    a = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    x = mtl.asarray(a)
    assert_same(x + 1, a + np.float32(1))
    assert_same(x.transpose() * x.transpose(), a.T * a.T)
    assert_same(x[:, ::2] + x[:, 1::2], a[:, ::2] + a[:, 1::2])


@pytest.mark.parametrize("size", [0, 1, 3, 31, 33, 1000, 100_003])
def test_sizes(size):
    a = np.arange(size, dtype=np.float32)
    x = mtl.asarray(a)
    assert_same(mtl.sqrt(x + 1), np.sqrt(a + np.float32(1)))


def test_private_storage():
    a = np.arange(6, dtype=np.float32)
    x = mtl.asarray(a, storage="private")
    assert x.storage == (x + 1).storage == mtl.sqrt(x).storage == x[::2].copy().storage == "private"
    assert (x + mtl.asarray(a)).storage == "shared"
    assert_same(x[::2] * 2, a[::2] * 2)
    x[1:3] = 7
    assert mtl.asnumpy(x).tolist() == [0, 7, 7, 3, 4, 5]


@examples()
@given(values(np.float32))
def test_filled_arrays(number):
    assert_same(mtl.full((2, 3), number, dtype=mtl.float32), np.full((2, 3), number, np.float32))
