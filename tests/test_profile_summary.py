"""Events grouped by name, and busy time: numbers computed by hand, and what holds for any log."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profile_logs import COPY, FAILED, FILL, HOST_CALL, KERNEL, UNTIMED, FakeLog

from metalscope._profiler import summary
from metalscope._profiler.columns import Recording
from metalscope._profiler.hidden import is_hidden, shown_host_calls


def device_rows(log):
    recording = Recording.of(log)
    columns = summary.by_name(recording, recording.device_operations())
    titles = list(columns)
    return [
        dict(zip(titles, row, strict=True))
        for row in zip(*(columns[title].tolist() for title in titles), strict=True)
    ]


def device_busy(log):
    recording = Recording.of(log)
    return summary.busy(recording, recording.device_operations())


def test_the_columns_are_views_and_read_only():
    log = FakeLog().device("k", 0, 10)
    recording = Recording.of(log)
    assert not recording.events.flags.owndata
    assert not recording.events.flags.writeable
    assert recording.events["end"][0] - recording.events["start"][0] == 10
    assert recording.events["kind"].tolist() == [KERNEL]
    assert recording.wall_clock == 1000


def test_events_of_one_name_are_one_row():
    log = FakeLog(wall=1000)
    log.device("a", 0, 100).device("b", 100, 150).device("a", 200, 500).device("a", 500, 700)
    first, second = device_rows(log)
    assert first["name"] == "a"
    assert first["calls"] == first["timed"] == 3
    assert first["total"] == 600
    assert first["share"] == pytest.approx(0.6)
    assert first["mean"] == pytest.approx(200)
    assert first["std"] == pytest.approx(100)  # of the sample: sqrt((100² + 100² + 0²) / 2)
    assert (first["min"], first["max"]) == (100, 300)
    assert second["name"] == "b"
    assert second["total"] == 50
    assert np.isnan(second["std"])


def test_a_kernel_named_like_a_copy_is_a_row_of_its_own():
    log = FakeLog().device("copy", 0, 10).device("copy", 10, 30, kind=COPY)
    assert [(row["kind"], row["total"]) for row in device_rows(log)] == [(COPY, 20), (KERNEL, 10)]


def test_a_name_that_was_interned_twice_is_one_row():
    log = FakeLog().device("a", 0, 10).device("b", 10, 20)
    log.names = ["a", "a"]
    assert [row["calls"] for row in device_rows(log)] == [2]


def test_rows_with_equal_totals_come_by_name():
    log = FakeLog().device("z", 0, 10).device("a", 10, 20).device("m", 20, 30)
    assert [row["name"] for row in device_rows(log)] == ["a", "m", "z"]


def test_failed_and_untimed_events_are_counted_but_not_summed():
    log = FakeLog().device("a", 0, 100).device("a", 0, 0, flags=FAILED | UNTIMED)
    log.device("a", 100, 120, flags=FAILED).device("b", 0, 0, flags=UNTIMED)
    first, second = device_rows(log)
    assert (first["calls"], first["timed"], first["failed"], first["total"]) == (3, 2, 2, 120)
    assert (first["min"], first["max"]) == (20, 100)
    assert (second["calls"], second["timed"], second["total"]) == (1, 0, 0)
    assert np.isnan(second["share"])
    assert np.isnan(second["mean"])
    assert device_busy(log) == 120


def test_a_time_that_runs_backwards_is_no_time():
    log = FakeLog().device("a", 50, 40)
    assert device_rows(log)[0]["timed"] == 0
    assert device_busy(log) == 0


def test_long_times_are_summed_exactly():
    big = 2**53 + 1  # not a float64
    log = FakeLog(wall=2**56).device("a", 0, big).device("a", big, 2 * big)
    assert device_rows(log)[0]["total"] == 2 * big
    assert device_busy(log) == 2 * big


def test_a_session_without_length_has_no_shares():
    log = FakeLog(wall=0).device("a", 0, 0)
    assert np.isnan(device_rows(log)[0]["share"])


def test_no_events():
    assert device_rows(FakeLog()) == []
    assert device_busy(FakeLog()) == 0


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        ([(0, 100), (200, 300)], 200),  # a gap
        ([(0, 100), (100, 200)], 200),  # one after the other
        ([(0, 100), (50, 150)], 150),  # overlapping
        ([(0, 300), (100, 200)], 300),  # nested
        ([(0, 300), (100, 200), (250, 400)], 400),  # a long one over two others
        ([(0, 100), (0, 100)], 100),  # the same
        ([(50, 50)], 0),
        ([(-100, 50), (900, 2000)], 150),  # beyond the window of 1000
        ([(-100, 2000)], 1000),
        ([(-100, -50), (1100, 1200)], 0),
    ],
)
def test_busy_time_is_the_union_of_the_intervals(intervals, expected):
    log = FakeLog(wall=1000)
    for begin, end in intervals:
        log.device("a", begin, end)
    assert device_busy(log) == expected


def test_hidden_calls():
    log = FakeLog().host("[NSObject retain]", 0, 1).host("[NSAutoreleasePool drain]", 1, 2)
    log.host("[MTLCommandBuffer commit]", 2, 3).host("[MTLCommandBuffer status]", 3, 4)
    recording = Recording.of(log)
    assert len(shown_host_calls(recording, raw=True)) == 4
    shown = shown_host_calls(recording, raw=False)
    assert [recording.names[name] for name in recording.events["name"][shown]] == [
        "[MTLCommandBuffer commit]"
    ]


@pytest.mark.parametrize(
    ("name", "hidden"),
    [
        ("[MTLCommandBuffer status]", True),
        ("[NSObject retain]", True),
        ("[NSObject release]", True),
        ("[NSString stringWithUTF8String:]", True),
        ("[NSString UTF8String]", True),
        ("[NSArray count]", True),
        ("[NSArray objectAtIndex:]", True),
        ("[NSBlock copy]", True),
        ("[NSAutoreleasePool new]", True),
        ("[NSAutoreleasePool drain]", True),
        ("[NSAutoreleasePoolLike new]", False),
        ("[MTLCommandBuffer commit]", False),
        ("[NSArray countByEnumerating]", False),
        ("", False),
    ],
)
def test_which_calls_are_hidden(name, hidden):
    assert is_hidden(name) is hidden


events = st.tuples(
    st.sampled_from([HOST_CALL, KERNEL, COPY, FILL]),
    st.sampled_from(["a", "b", "copy", "核"]),
    st.integers(-2000, 3000),
    st.integers(-50, 2000),
    st.sampled_from([0, FAILED, UNTIMED, FAILED | UNTIMED]),
)


@settings(deadline=None)
@given(st.lists(events, max_size=30), st.integers(0, 1500))
def test_what_holds_for_any_log(entries, wall):
    log = FakeLog(wall=wall)
    for kind, name, begin, length, flags in entries:
        end = begin + length
        log.add(kind, name, *((0, 0) if flags & UNTIMED else (begin, end)), flags=flags)
    recording = Recording.of(log)
    for where in (recording.host_calls(), recording.device_operations()):
        rows = summary.by_name(recording, where)
        chosen = recording.events[where]
        has_time = (chosen["flags"] & UNTIMED == 0) & (chosen["end"] >= chosen["start"])
        durations = (chosen["end"] - chosen["start"])[has_time]
        busy = summary.busy(recording, where)
        assert 0 <= busy <= wall
        assert busy <= durations.sum()
        assert rows["calls"].sum() == len(chosen)
        assert rows["timed"].sum() == len(durations)
        assert rows["total"].sum() == durations.sum()
        assert rows["failed"].sum() == np.count_nonzero(chosen["flags"] & FAILED)
        shares = rows["share"][~np.isnan(rows["share"])]
        assert (shares >= 0).all()
        several = rows["timed"] > 0
        assert (rows["min"][several] <= rows["mean"][several]).all()
        assert (rows["mean"][several] <= rows["max"][several]).all()
        assert (np.diff(rows["total"][rows["timed"] > 0]) <= 0).all()
