"""Index arithmetic: broadcasting, collapsed and cut accesses, strides of reshaped views."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metalscope import _layout as layout

SHAPES = st.lists(st.integers(1, 4), max_size=5).map(tuple)


def addresses(shape, strides, offset=0):
    """Byte addresses of all elements, in C order."""
    index = itertools.product(*map(range, shape))
    return [offset + sum(i * s for i, s in zip(i, strides, strict=True)) for i in index]


@st.composite
def views(draw):
    """A NumPy view with its shape, strides and offset as by slicing and transposing."""
    base = np.arange(4**4, dtype=np.int32).reshape(4, 4, 4, 4)
    view = base[
        tuple(
            slice(*s)
            for s in draw(
                st.lists(
                    st.sampled_from([(None,), (None, None, -1), (1, 3), (0, 4, 2), (3, None, -2)]),
                    max_size=4,
                )
            )
        )
    ]
    return view.transpose(draw(st.permutations(range(4))))


@given(st.lists(SHAPES, min_size=1, max_size=3))
def test_broadcast_shapes(shapes):
    try:
        expected = np.broadcast_shapes(*shapes)
    except ValueError:
        with pytest.raises(ValueError, match="do not broadcast"):
            layout.broadcast_shapes(*shapes)
    else:
        assert layout.broadcast_shapes(*shapes) == expected


@given(views(), st.integers(1, 3))
def test_broadcast_strides(view, n):
    target = (n, *view.shape)
    strides = layout.broadcast_strides(view.shape, view.strides, target)
    expected = np.broadcast_to(view, target)
    assert addresses(target, strides) == addresses(target, expected.strides)
    with pytest.raises(ValueError, match="does not broadcast"):
        layout.broadcast_strides((2, 3), (12, 4), (3, 2))
    with pytest.raises(ValueError, match="does not broadcast"):
        layout.broadcast_strides((2, 3), (12, 4), (3,))


@given(views(), views())
def test_collapse_keeps_the_pairs_of_addresses(a, b):
    shape = tuple(map(min, a.shape, b.shape))
    small, strides = layout.collapse(shape, [a.strides, b.strides])
    before = zip(addresses(shape, a.strides), addresses(shape, b.strides), strict=True)
    after = zip(addresses(small, strides[0]), addresses(small, strides[1]), strict=True)
    assert sorted(before) == sorted(after)
    assert len(small) <= len(shape)
    assert 1 not in small


def test_collapse_finds_what_is_contiguous():
    assert layout.collapse((3, 4, 5), [(80, 20, 4)]) == ((60,), [(4,)])
    assert layout.collapse((5, 4, 3), [(4, 20, 80)]) == ((60,), [(4,)])
    assert layout.collapse((3, 4), [(0, 4), (16, 4)]) == ((3, 4), [(0, 4), (16, 4)])
    assert layout.collapse((1, 1), [(0, 0)]) == ((), [()])
    assert layout.collapse((), [()]) == ((), [()])


@given(views(), st.integers(1, 20))
def test_cuts_cover_everything_once(view, limit):
    strides = [view.strides]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "MAX_GRID", limit)
        parts = list(layout.cuts(view.shape, strides, [1000]))
        assert all(max(layout.grid(shape)) <= limit for shape, _ in parts)
    found = [x for shape, (offset,) in parts for x in addresses(shape, view.strides, offset)]
    assert sorted(found) == sorted(addresses(view.shape, view.strides, 1000))


@given(views())
def test_bounds(view):
    low, high = layout.bounds(view.shape, view.strides, 1000, 4)
    all_addresses = addresses(view.shape, view.strides, 1000)
    assert (low, high) == (min(all_addresses), max(all_addresses) + 4)


@given(views(), st.data())
def test_reshaped_strides(view, data):
    size = view.size
    first = data.draw(st.sampled_from([n for n in range(1, size + 1) if size % n == 0]))
    rest = size // first
    second = data.draw(st.sampled_from([n for n in range(1, rest + 1) if rest % n == 0]))
    target = (first, 1, second, rest // second)
    strides = layout.reshaped_strides(view.shape, view.strides, target)
    if strides is not None:
        assert addresses(target, strides) == addresses(view.shape, view.strides)
    else:
        assert not np.shares_memory(view.reshape(target), view)


def test_shapes():
    assert layout.as_shape(3) == (3,)
    assert layout.as_shape(np.int64(3)) == (3,)
    assert layout.as_shape([2, np.int8(3)]) == (2, 3)
    assert layout.size_of(()) == 1
    assert layout.contiguous_strides((2, 3), 4) == (12, 4)
    for bad in (2.5, "ab", None, (1.5,)):
        with pytest.raises(TypeError, match="shape"):
            layout.as_shape(bad)
    with pytest.raises(ValueError, match="negative"):
        layout.as_shape((2, -1))
    with pytest.raises(ValueError, match="at most 8"):
        layout.as_shape((1,) * 9)


def test_axes():
    assert layout.normalize_axes(None, 3) == (0, 1, 2)
    assert layout.normalize_axes(-1, 3) == (2,)
    assert layout.normalize_axes((2, 0), 3) == (0, 2)
    assert layout.normalize_axes((), 3) == ()
    with pytest.raises(IndexError, match="out of range"):
        layout.normalize_axes(3, 3)
    with pytest.raises(ValueError, match="twice"):
        layout.normalize_axes((0, -3), 3)
