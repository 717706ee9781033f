"""The text of a profile, on logs made by hand."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profile_logs import COMPILE, COPY, FAILED, FILL, RANGE, UNTIMED, FakeLog

from metalscope._profiler import report
from metalscope._profiler.render import Style

COLOUR = Style(colour=True)
NOTHING = "No GPU operations or Objective-C calls were profiled."
NO_HOST = "No host-side activity was recorded."


def sample():
    log = FakeLog(wall=3_420_000)
    log.host("[MTLCommandBuffer commit]", 1_000, 12_800)
    log.host("[MTLCommandQueue commandBuffer]", 20_000, 20_937)
    log.host("[NSObject retain]", 21_000, 21_500)
    log.host("[MTLCommandBuffer commit]", 30_000, 42_500)
    log.device(
        "add_f32", 50_000, 1_800_000, threads=(1024, 1000, 1), per_group=(32, 32, 1), memory=4096
    )
    return log.device("copy", 1_800_000, 3_030_000, kind=COPY, nbytes=4 << 20)


def names(text):
    """The last cells of the table rows."""
    rows = [line for line in text.splitlines() if line.startswith(" ")]
    return [row.rsplit("   ", 1)[1] for row in rows]


def test_summary():
    assert report.text(sample()) == (
        "Profiled over 3.42 ms.\n"
        "\n"
        "Host-side activity: 3 Objective-C calls taking 25.2 µs (0.74% of wall-clock)\n"
        " Time (%)   Total time   Calls   Time distribution                      Name\n"
        "    0.71%      24.3 µs       2   12.2 µs ± 495 ns (11.8 µs ‥ 12.5 µs)   "
        "[MTLCommandBuffer commit]\n"
        "    0.03%       937 ns       1                                          "
        "[MTLCommandQueue commandBuffer]\n"
        "\n"
        "Device-side activity: GPU was busy 2.98 ms (87.13% of wall-clock)\n"
        " Time (%)   Total time   Calls   Time distribution   Name\n"
        "   51.17%      1.75 ms       1                       add_f32\n"
        "   35.96%      1.23 ms       1                       copy\n"
        "\n"
        "Device times: stamped at dispatch boundaries; the program's batching was not changed.\n"
    )


def test_trace():
    assert report.text(sample(), one_row_each=True) == (
        "Profiled over 3.42 ms.\n"
        "\n"
        "Host-side activity: 3 Objective-C calls taking 25.2 µs (0.74% of wall-clock)\n"
        " ID       Start      Time   Thread   Name\n"
        "  1    1.000 µs   11.8 µs   main     [MTLCommandBuffer commit]\n"
        "  2   20.000 µs    937 ns   main     [MTLCommandQueue commandBuffer]\n"
        "  4   30.000 µs   12.5 µs   main     [MTLCommandBuffer commit]\n"
        "\n"
        "Device-side activity: GPU was busy 2.98 ms (87.13% of wall-clock)\n"
        " ID        Start      Time   Queue     Threadgroups     Threads   Threads per group   "
        "Threadgroup memory       Size   Throughput   Name\n"
        "  5    50.000 µs   1.75 ms   queue 1          32×32   1024×1000               32×32   "
        "          4.00 KiB                           add_f32\n"
        "  6   1.80000 ms   1.23 ms   queue 1                                                  "
        "                     4.00 MiB    3.41 GB/s   copy\n"
        "\n"
        "Device times: stamped at dispatch boundaries; the program's batching was not changed.\n"
    )


def test_raw_shows_the_hidden_calls_and_counts_them():
    text = report.text(sample(), raw=True)
    assert "4 Objective-C calls taking 25.7 µs" in text
    assert "[NSObject retain]" in text
    assert "[NSObject retain]" in report.text(sample(), raw=True, one_row_each=True)


def test_parts_of_a_distribution_have_units_of_their_own_and_line_up():
    log = FakeLog(wall=10**9)
    for begin, length in ((0, 900), (1000, 1_500_000), (2_000_000, 40)):
        log.device("a", begin, begin + length)
    log.device("b", 10**8, 10**8 + 20).device("b", 10**8 + 50, 10**8 + 72)
    lines = report.text(log).splitlines()
    # Mean of 900, 1,500,000 and 40 is 500,313; the deviation of the sample 865,754.
    (first,) = [line for line in lines if line.endswith(" a")]
    (second,) = [line for line in lines if line.endswith(" b")]
    assert "500 µs ±  866 µs (40 ns ‥ 1.50 ms)" in first
    assert " 21 ns ± 1.41 ns (20 ns ‥   22 ns)" in second
    for mark in "±(‥)":
        assert first.index(mark) == second.index(mark)


def test_columns_that_are_empty_throughout_are_left_out_of_a_trace():
    log = FakeLog().device("a", 0, 10, threads=(64, 1, 1), per_group=(64, 1, 1))
    header = report.text(log, one_row_each=True).splitlines()[5]
    assert re.split("   +", header.strip()) == [
        *("ID", "Start", "Time", "Queue"),
        *("Threadgroups", "Threads", "Threads per group", "Name"),
    ]
    log = FakeLog().device("fill", 0, 10, kind=FILL, nbytes=512)
    text = report.text(log, one_row_each=True)
    assert "Threads" not in text
    assert "512 B" in text


def test_a_copy_that_took_no_time_has_no_throughput():
    text = report.text(FakeLog().device("copy", 5, 5, kind=COPY, nbytes=512), one_row_each=True)
    assert "Throughput" not in text
    assert "inf" not in text


@pytest.mark.parametrize("one_row_each", [False, True])
def test_nothing_to_show(one_row_each):
    log = FakeLog(wall=500).add(RANGE, "r", 0, 10).add(COMPILE, "c", 10, 20)
    text = report.text(log, one_row_each=one_row_each)
    assert text == f"Profiled over 500 ns.\n\n{NOTHING}\n"


def test_all_host_calls_hidden():
    log = FakeLog(wall=500).host("[NSObject retain]", 0, 10)
    assert report.text(log) == f"Profiled over 500 ns.\n\n{NO_HOST}\n"
    assert NO_HOST not in report.text(log, raw=True)
    text = report.text(log.device("a", 20, 30))
    assert text.startswith(f"Profiled over 500 ns.\n\n{NO_HOST}\n\nDevice-side activity: ")


def test_no_device_section_without_device_operations():
    text = report.text(FakeLog(wall=500).host("[A b]", 0, 10))
    assert "Device" not in text
    assert text.startswith(
        "Profiled over 500 ns.\n\n"
        "Host-side activity: 1 Objective-C call taking 10 ns (2.00% of wall-clock)\n"
    )


def test_a_session_without_length_has_no_percentages():
    text = report.text(FakeLog(wall=0).host("[A b]", 0, 0).device("a", 0, 0))
    assert "%" not in text.replace("Time (%)", "")


def test_how_device_times_were_taken_is_the_last_line():
    log = FakeLog().device("a", 0, 10)
    log.timing_method = "one command buffer per operation"
    log.batching_changed = True
    log.dropped = 3
    assert report.text(log).splitlines()[-2:] == [
        "Not shown: 3 events past the session's memory bound; all sums are without them.",
        "Device times: one command buffer per operation; the program's batching was changed by it.",
    ]


def test_dropped_events_are_told_even_if_nothing_else_was_recorded():
    log = FakeLog()
    log.dropped = 1
    assert "Not shown: 1 event past" in report.text(log)


def test_runs_and_partial():
    log = FakeLog(wall=1_000_000)
    assert report.text(log, runs=1).startswith("Profiled over 1.00 ms, 1 run.\n")
    assert report.text(log, runs=12).startswith("Profiled over 1.00 ms, 12 runs.\n")
    first = report.text(log, partial="ValueError").splitlines()[0]
    assert first == "Profiled over 1.00 ms; partial, ended by ValueError."


def test_failed_operations_are_marked():
    log = FakeLog().device("a", 0, 10).device("a", 10, 20, flags=FAILED)
    log.device("b", 20, 25, flags=FAILED)
    assert names(report.text(log)) == ["Name", "a (1 of 2 failed)", "b (failed)"]
    assert names(report.text(log, one_row_each=True)) == ["Name", "a", "a (failed)", "b (failed)"]


def test_a_missing_time_is_told_with_its_reason_and_is_not_zero():
    log = FakeLog().device("a", 0, 30).device("a", 0, 0, flags=UNTIMED)
    log.device("b", 0, 0, flags=UNTIMED | FAILED).device("c", 0, 0, flags=UNTIMED)
    text = report.text(log)
    assert names(text) == ["Name", "a (1 of 2 without a time)", "b (failed)", "c"]
    (row,) = [line for line in text.splitlines() if line.endswith("   c")]
    assert row.split() == ["missing", "1", "c"]
    assert "Missing times: 1 operation failed before the device had stamped them.\n" in text
    assert "Missing times: the device gave no usable time stamps for 2 operations.\n" in text
    trace = report.text(log, one_row_each=True)
    assert names(trace) == ["Name", "a", "a", "b (failed)", "c"]
    assert trace.count("missing   missing") == 3


def test_colours_mark_long_rows_and_nothing_else():
    log = FakeLog(wall=10_000)
    for place, name in enumerate("abcde", start=1):
        log.device(name, 1000 * place, 1000 * place + 100 * place)
    log.device("short", 9000, 9009)  # under 10 ns: left out
    plain = report.text(log)
    coloured = report.text(log, style=COLOUR)
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
    assert re.findall(r"\x1b\[(\d+)m(.*?)\x1b\[0m", coloured) == [
        ("31", "500 ns"),
        ("1", "e"),
        ("33", "400 ns"),
        ("1", "d"),
    ]
    single = report.text(log, style=COLOUR, one_row_each=True)
    assert re.findall(r"\x1b\[(\d+)m(.*?)\x1b\[0m", single) == [
        ("33", "400 ns"),
        ("1", "d"),
        ("31", "500 ns"),
        ("1", "e"),
    ]


def test_a_table_is_never_cropped():
    long = "matmul_" + "x" * 500
    text = report.text(FakeLog().device(long, 0, 10))
    assert names(text) == ["Name", long]


def test_wide_names_keep_the_columns_in_line():
    log = FakeLog(wall=1000)
    log.device("a", 0, 10, queue="列一", kind=COPY, nbytes=64)
    log.device("b", 10, 20, queue="queue 1", kind=COPY, nbytes=64)
    lines = report.text(log, one_row_each=True).splitlines()
    first, second = [line for line in lines if "64 B" in line]

    def columns_before(line):
        before = line[: line.index("64 B")]
        return sum(2 if unicodedata.east_asian_width(char) == "W" else 1 for char in before)

    assert columns_before(first) == columns_before(second)


def test_names_that_could_act_on_a_terminal_are_written_out():
    log = FakeLog().device("\x1b[2Jgone\n", 0, 10).device("", 10, 15)
    log.tracks[0] = ("q\r\x07", True)
    for text in (report.text(log), report.text(log, one_row_each=True)):
        assert "\x1b" not in text
        assert "\\x1b[2Jgone\\n" in text
        assert '""' in text
    assert "q\\r\\x07" in report.text(log, one_row_each=True)


def test_ascii_style():
    text = report.text(sample().device("é核", 0, 1), style=Style(ascii=True), one_row_each=True)
    assert text.isascii()
    assert "11.8 us" in text
    assert "32x32" in text
    assert "\\xe9\\u6838" in text


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=12), st.integers(0, 10**6)), max_size=8), st.booleans())
def test_any_names_give_one_line_per_row(entries, one_row_each):
    log = FakeLog(wall=10**7)
    for place, (name, length) in enumerate(entries):
        log.device(name, place, place + length)
    text = report.text(log, one_row_each=one_row_each)
    rows = [line for line in text.split("\n") if line.startswith(" ")]
    expected = len(entries) if one_row_each else len({name for name, _ in entries})
    assert len(rows) == (expected + 1 if entries else 0)
    assert text.isprintable() or "\n" in text
