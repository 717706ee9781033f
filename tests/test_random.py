"""Random numbers: published vectors, distributions by bounds, independence of how work is cut."""

import numpy as np
import pytest

import metalscope as mtl
from metalscope import _kernels
from metalscope import random as mtl_random

# Bounds are at six standard deviations of the statistic, so a correct generator fails one test in
# 10^8 seeds; and the seeds are fixed.
SIGMAS = 6


def philox(counter, key):
    """Philox 4x32-10 on Python's integers."""
    c, k = list(counter), list(key)
    for _ in range(10):
        even, odd = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [
            (odd >> 32) ^ c[1] ^ k[0],
            odd & 0xFFFFFFFF,
            (even >> 32) ^ c[3] ^ k[1],
            even & 0xFFFFFFFF,
        ]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def words(seed, blocks):
    """The words that blocks 0, 1, ... of a seed give."""
    key = (seed & 0xFFFFFFFF, seed >> 32)
    return [w for i in range(blocks) for w in philox((i, 0, 0, 0), key)]


def test_reference_has_the_published_vectors():
    ones = 0xFFFFFFFF
    assert philox((0, 0, 0, 0), (0, 0)) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert philox((ones,) * 4, (ones,) * 2) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]


@pytest.mark.parametrize("seed", [0, 1, 0x123456789ABCDEF0, 2**64 - 1])
def test_words(seed):
    rng = mtl.random.default_rng(seed)
    # Over the whole of 64 bits the upper half of a block comes out as it is.
    w = words(seed, 5)
    expected = [w[4 * i + 3] << 32 | w[4 * i + 2] for i in range(5)]
    assert rng.integers(0, 2**64, 5, dtype=mtl.uint64).tolist() == expected
    rng = mtl.random.default_rng(seed)
    uniform = [(x >> 8) * 2.0**-24 for x in w]
    assert rng.random(20).tolist() == uniform
    rng = mtl.random.default_rng(seed)
    assert rng.random((3, 3), dtype=mtl.float16).tolist() == (
        np.array([(x >> 21) * 2.0**-11 for x in w[:9]]).reshape(3, 3).tolist()
    )


@pytest.mark.parametrize(
    "low, high", [(0, 1), (-5, 5), (0, 2**32), (0, 2**33 + 7), (-(2**63), 2**63)]
)
def test_integers_follow_the_words(low, high):
    w = words(42, 6)
    ours = mtl.random.default_rng(42).integers(low, high, 6).tolist()
    span = high - low
    if span <= 2**32:
        pair = [w[2 * i + 1] << 32 | w[2 * i] for i in range(6)]
        assert ours == [low + (x * span >> 64) for x in pair]
    elif span < 2**64:
        block = [sum(w[4 * i + k] << (32 * k) for k in range(4)) for i in range(6)]
        assert ours == [low + (x * span >> 128) for x in block]
    else:
        assert ours == [low + (w[4 * i + 3] << 32 | w[4 * i + 2]) for i in range(6)]


def test_numbers_do_not_depend_on_the_cuts(monkeypatch):
    whole = mtl.random.default_rng(9).standard_normal(1001).tolist()
    integers = mtl.random.default_rng(9).integers(100, size=1001).tolist()
    monkeypatch.setattr(mtl_random, "MAX_GRID", 13)
    assert mtl.random.default_rng(9).standard_normal(1001).tolist() == whole
    assert mtl.random.default_rng(9).integers(100, size=1001).tolist() == integers
    assert mtl.random.default_rng(9).standard_normal((7, 11, 13)).reshape(-1).tolist() == whole


def test_calls_continue_the_stream():
    first, second = mtl.random.default_rng(3), mtl.random.default_rng(3)
    a = first.random(8).tolist() + first.random(4).tolist()
    assert a == second.random(12).tolist()
    assert mtl.random.default_rng(4).random(8).tolist() != a[:8]
    mtl.random.seed(3)
    assert mtl.random.random(8).tolist() == a[:8]
    mtl.random.seed()
    assert mtl.random.random(8).tolist() != a[:8]
    assert (
        mtl.random.default_rng().random(8).tolist() != mtl.random.default_rng().random(8).tolist()
    )


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_uniform(dtype):
    n = 200_000
    x = mtl.random.default_rng(11).random(n, dtype=dtype)
    a = mtl.asnumpy(x.astype(mtl.float32)).astype(np.float64)
    assert a.min() >= 0
    assert a.max() < 1
    step = {"float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}[dtype]
    assert np.all(a % step == 0)
    mean = 0.5 - step / 2
    assert abs(a.mean() - mean) < SIGMAS * np.sqrt(1 / 12 / n)
    assert abs(a.var() - 1 / 12) < SIGMAS * np.sqrt(1 / 180 / n) + step
    counts = np.bincount((a * 64).astype(int), minlength=64)
    chi2 = np.sum((counts - n / 64) ** 2) / (n / 64)
    assert abs(chi2 - 63) < SIGMAS * np.sqrt(2 * 63)
    correlation = np.mean((a[1:] - mean) * (a[:-1] - mean)) * 12
    assert abs(correlation) < SIGMAS / np.sqrt(n)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_normal(dtype):
    n = 200_000
    x = mtl.random.default_rng(12).standard_normal(n, dtype=dtype)
    a = mtl.asnumpy(x).astype(np.float64)
    # Moments 1 to 4 of the normal distribution with the standard deviations of their estimates.
    for power, moment, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):
        assert abs(np.mean(a**power) - moment) < SIGMAS * np.sqrt(variance / n) + 1e-3
    for z, share in ((1, 0.682689), (2, 0.954500), (3, 0.997300)):
        deviation = np.sqrt(share * (1 - share) / n)
        assert abs(np.mean(np.abs(a) < z) - share) < SIGMAS * deviation + 1e-3
    assert abs(np.mean(a[1:] * a[:-1])) < SIGMAS / np.sqrt(n)
    assert 3.5 < np.abs(a).max() < 7


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64", "int64"])
def test_integers(dtype):
    n = 100_000
    rng = mtl.random.default_rng(13)
    x = rng.integers(3, 13, n, dtype=dtype)
    assert x.dtype == np.dtype(dtype)
    counts = np.bincount(mtl.asnumpy(x).astype(int), minlength=13)
    assert counts[:3].sum() == 0
    chi2 = np.sum((counts[3:] - n / 10) ** 2) / (n / 10)
    assert chi2 < 9 + SIGMAS * np.sqrt(18) * 2
    info = mtl.iinfo(dtype)
    edge = rng.integers(info.max - 1, info.max, 1000, dtype=dtype, endpoint=True)
    assert set(edge.tolist()) == {info.max - 1, info.max}
    assert set(rng.integers(2, size=100, dtype=dtype).tolist()) == {0, 1}


def test_shapes_and_out():
    assert mtl.random.random().shape == ()
    assert mtl.random.random((2, 3), dtype=mtl.float32).shape == (2, 3)
    assert mtl.random.random(0).shape == (0,)
    out = mtl.zeros((4, 6))
    assert mtl.random.standard_normal(out=out) is out
    assert len(set(mtl.asnumpy(out).ravel().tolist())) == 24
    wide = mtl.zeros((4, 6))
    mtl.random.default_rng(5).random(out=wide[:, ::2])
    assert wide[:, ::2].tolist() == mtl.random.default_rng(5).random((4, 3)).tolist()
    assert not mtl.any(wide[:, 1::2]).item()
    counts = mtl.zeros(10, dtype=mtl.int16)
    assert mtl.random.integers(5, 6, out=counts).tolist() == [5] * 10


def test_errors():
    with pytest.raises(TypeError, match=r"dtype=mtl\.float32"):
        mtl.random.random(3, dtype=mtl.float64)
    with pytest.raises(TypeError, match="floating"):
        mtl.random.random(3, dtype=mtl.int32)
    with pytest.raises(TypeError, match="integer"):
        mtl.random.integers(3, dtype=mtl.float32)
    with pytest.raises(ValueError, match="shape"):
        mtl.random.random(3, out=mtl.zeros(4))
    with pytest.raises(TypeError, match="float32"):
        mtl.random.random(dtype=mtl.float16, out=mtl.zeros(4))
    for low, high in ((3, 3), (5, 2), (-1, 3)):
        with pytest.raises(ValueError, match="empty or outside"):
            mtl.random.integers(low, high, 3, dtype=mtl.uint8)
    with pytest.raises(ValueError, match="empty or outside uint8"):
        mtl.random.integers(0, 257, 3, dtype=mtl.uint8)
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            mtl.random.default_rng(seed)


def test_kernels_are_named_by_type():
    assert "philox" in _kernels.text("philox.metal")
    assert mtl_random._kernel("UNIFORM", mtl.float32).name == "random_f32"
    assert mtl_random._kernel("NORMAL", mtl.float32).name == "standard_normal_f32"
    assert mtl_random._kernel("NARROW", mtl.int64).name == "integers_i64"
