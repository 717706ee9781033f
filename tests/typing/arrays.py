"""What array functions return, for type checkers; never run."""

from typing_extensions import assert_type

import metalscope as mtl


def created() -> None:
    assert_type(mtl.empty((2, 3)), mtl.Array)
    assert_type(mtl.zeros(5, dtype=mtl.int32), mtl.Array)
    assert_type(mtl.ones((2,), dtype="float16", storage="private"), mtl.Array)
    assert_type(mtl.full((2, 2), 1.5), mtl.Array)
    assert_type(mtl.arange(10), mtl.Array)
    assert_type(mtl.asarray([1, 2, 3]), mtl.Array)
    assert_type(mtl.random.random((4, 4), dtype=mtl.float32), mtl.Array)
    assert_type(mtl.random.standard_normal(3), mtl.Array)
    assert_type(mtl.random.integers(0, 10, 5), mtl.Array)


def computed(a: mtl.Array) -> None:
    b = mtl.empty_like(a)
    assert_type(b, mtl.Array)
    assert_type(mtl.add(a, 1, out=b), mtl.Array)
    assert_type(mtl.sqrt(b, out=b), mtl.Array)
    assert_type(a + 1, mtl.Array)
    assert_type(2.0 * a, mtl.Array)
    assert_type(-a, mtl.Array)
    assert_type(a < b, mtl.Array)
    assert_type(mtl.sum(a), mtl.Array)
    assert_type(mtl.max(a), mtl.Array)
    assert_type(mtl.min(a), mtl.Array)
    b[...] = a + 1
    a += 1
    assert_type(a, mtl.Array)


def seen(a: mtl.Array) -> None:
    assert_type(a.dtype, mtl.DType)
    assert_type(a.shape, tuple[int, ...])
    assert_type(a.ndim, int)
    assert_type(a.nbytes, int)
    assert_type(len(a), int)
    assert_type(a[0, ::2], mtl.Array)
    assert_type(a.reshape(-1), mtl.Array)
    assert_type(a.astype(mtl.float16), mtl.Array)
    assert_type(float(a), float)
