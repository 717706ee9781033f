"""Our dtypes beside NumPy's; promotion by the array API standard's tables."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import metalscope as mtl
from metalscope import _dtypes as dt

NAMES = [d.name for d in dt.supported if d.name != "bfloat16"]


@pytest.mark.parametrize("name", NAMES)
def test_equals_and_hashes_like_numpys(name):
    ours, theirs = getattr(mtl, name), np.dtype(name)
    assert ours == theirs
    assert theirs == ours
    assert ours == theirs.type
    assert hash(ours) == hash(theirs)
    assert np.dtype(ours) == theirs
    assert np.zeros(2, dtype=ours).dtype == theirs
    assert (ours.itemsize, ours.bits) == (theirs.itemsize, 8 * theirs.itemsize)
    assert {ours: 1}[theirs] == 1
    assert mtl.result_type(theirs) is ours
    assert mtl.result_type(theirs.type) is ours
    assert mtl.result_type(name) is ours


def test_differs_from_other_dtypes():
    for a in dt.supported:
        assert [b for b in dt.supported if a == b] == [a]
    assert mtl.int32 != np.dtype(">i4")
    assert np.dtype("float64") != mtl.float32
    assert mtl.float32 != np.dtype("float64")
    assert mtl.float32 != "float32"
    assert mtl.bfloat16 != np.dtype("float16")


def test_one_object_each():
    for d in (*dt.supported, dt.float64):
        assert copy.copy(d) is d
        assert copy.deepcopy(d) is d
        assert pickle.loads(pickle.dumps(d)) is d
        with pytest.raises(AttributeError, match="immutable"):
            d.name = "other"
        with pytest.raises(AttributeError, match="immutable"):
            del d.name
    assert repr(mtl.float32) == "metalscope.float32"
    assert str(mtl.uint8) == "uint8"


@pytest.mark.parametrize("wanted", [mtl.float64, "float64", np.float64, np.dtype("float64")])
def test_float64_names_the_way_out(wanted):
    with pytest.raises(TypeError, match=r"dtype=mtl\.float32"):
        dt.as_dtype(wanted)
    with pytest.raises(mtl.ArgumentError):
        dt.as_dtype(wanted)


@pytest.mark.parametrize(
    "wanted", ["complex128", "complex64", "U3", object, np.dtype(">i4"), 3, None]
)
def test_other_types_are_refused(wanted):
    with pytest.raises(TypeError):
        dt.as_dtype(wanted)


def test_python_types_stand_for_the_defaults():
    assert dt.as_dtype(bool) is mtl.bool
    assert dt.as_dtype(int) is mtl.int64
    assert dt.as_dtype(float) is mtl.float32


def test_promotion_agrees_with_numpy_where_the_standard_defines_it():
    for a in NAMES:
        for b in NAMES:
            ours, theirs = (getattr(mtl, a), getattr(mtl, b)), np.result_type(a, b)
            kinds = {x.kind for x in ours}
            mixed = "real floating" in kinds and len(kinds) > 1
            if mixed:
                floating = ours[0] if ours[0].kind == "real floating" else ours[1]
                assert mtl.result_type(*ours) is floating
            elif theirs == np.float64:
                with pytest.raises(TypeError, match="no common type"):
                    mtl.result_type(*ours)
            else:
                assert mtl.result_type(*ours) == theirs


def test_promotion_of_bfloat16():
    assert mtl.result_type(mtl.bfloat16, mtl.float16) is mtl.float32
    assert mtl.result_type(mtl.bfloat16, mtl.int64) is mtl.bfloat16
    assert mtl.result_type(mtl.bfloat16, mtl.float32) is mtl.float32


def test_python_numbers_are_weak():
    assert mtl.result_type(mtl.int8, 1) is mtl.int8
    assert mtl.result_type(mtl.float16, 1.5) is mtl.float16
    assert mtl.result_type(mtl.uint8, True) is mtl.uint8
    assert mtl.result_type(mtl.int8, 1.5) is mtl.float32
    assert mtl.result_type(mtl.bool, 1) is mtl.int64
    assert mtl.result_type(1, 2.5) is mtl.float32
    assert mtl.result_type(1) is mtl.int64
    with pytest.raises(ValueError, match="at least one"):
        mtl.result_type()


def test_can_cast():
    assert mtl.can_cast(mtl.int8, mtl.int16)
    assert mtl.can_cast(mtl.uint8, mtl.int16)
    assert not mtl.can_cast(mtl.int16, mtl.int8)
    assert not mtl.can_cast(mtl.int64, mtl.uint64)
    assert mtl.can_cast(mtl.float32, mtl.float16, casting="same_kind")
    assert mtl.can_cast(mtl.int64, mtl.float16, casting="same_kind")
    assert not mtl.can_cast(mtl.float32, mtl.int64, casting="same_kind")
    with pytest.raises(ValueError, match="casting"):
        mtl.can_cast(mtl.int8, mtl.int8, casting="unsafe")


def test_isdtype():
    assert mtl.isdtype(mtl.int8, "integral")
    assert mtl.isdtype(mtl.bfloat16, ("bool", "real floating"))
    assert not mtl.isdtype(mtl.bool, "numeric")
    assert mtl.isdtype(mtl.uint8, mtl.uint8)
    with pytest.raises(ValueError, match="unknown kind"):
        mtl.isdtype(mtl.uint8, "number")


@pytest.mark.parametrize("name", ["float16", "float32"])
def test_finfo(name):
    ours, theirs = mtl.finfo(getattr(mtl, name)), np.finfo(name)
    for field in ("bits", "eps", "max", "min", "smallest_normal"):
        assert getattr(ours, field) == float(getattr(theirs, field))
    assert ours.dtype == np.dtype(name)
    with pytest.raises(TypeError, match="floating"):
        mtl.finfo(mtl.int8)


@pytest.mark.parametrize("name", [n for n in NAMES if "int" in n])
def test_iinfo(name):
    ours, theirs = mtl.iinfo(name), np.iinfo(name)
    assert (ours.bits, ours.max, ours.min) == (theirs.bits, theirs.max, theirs.min)
    with pytest.raises(TypeError, match="integer"):
        mtl.iinfo(mtl.float32)


def test_dtypes_load_no_numpy():
    code = (
        "import sys, metalscope as mtl; mtl.float32 == 1; mtl.result_type(mtl.int8, 1.0);"
        "assert not {'numpy', 'inspect', 'dataclasses', 'typing'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
