"""Numbers and names of a report."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metalscope._profiler import format


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "0 ns"),
        (7, "7 ns"),
        (0.5, "0.500 ns"),
        (0.004, "0.00 ns"),
        (12.25, "12.2 ns"),
        (999, "999 ns"),
        (999.9, "1.00 µs"),
        (1000, "1.00 µs"),
        (61_300, "61.3 µs"),
        (999_499, "999 µs"),
        (999_500, "1.00 ms"),
        (1_750_000, "1.75 ms"),
        (9_996_000, "10.0 ms"),
        (10**9, "1.00 s"),
        (75_250_000_000, "75.2 s"),
        (12_345 * 10**9, "12345 s"),
        (math.nan, "missing"),
    ],
)
def test_a_time_has_its_own_unit_and_three_digits(nanoseconds, text):
    assert format.time(nanoseconds) == text


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (5, "5 ns"),
        (1000, "1.000 µs"),
        (30_123, "30.123 µs"),
        (1_234_567, "1.23457 ms"),
        (3 * 10**9, "3.00000 s"),
    ],
)
def test_more_digits_stop_at_a_nanosecond(nanoseconds, text):
    assert format.time(nanoseconds, 6) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0.00%"), (0.8713, "87.13%"), (1.5, "150.00%"), (math.nan, "")],
)
def test_percent(share, text):
    assert format.percent(share) == text


@pytest.mark.parametrize(
    ("nbytes", "text"),
    [
        (0, "0 B"),
        (1, "1 B"),
        (1023, "1023 B"),
        (1024, "1.00 KiB"),
        (1023 * 1024, "1023 KiB"),
        (2**20 - 1, "1.00 MiB"),
        (4 << 20, "4.00 MiB"),
        (3 << 40, "3.00 TiB"),
    ],
)
def test_size(nbytes, text):
    assert format.size(nbytes) == text


@pytest.mark.parametrize(
    ("nbytes", "nanoseconds", "text"),
    [
        (4096, 1000, "4.10 GB/s"),
        (1, 10**9, "1.00 B/s"),
        (2**40, 10**9, "1.10 TB/s"),
        (4096, 0, ""),  # not infinite
        (0, 1000, ""),
        (4096, math.nan, ""),
    ],
)
def test_throughput(nbytes, nanoseconds, text):
    assert format.throughput(nbytes, nanoseconds) == text


@pytest.mark.parametrize(
    ("sizes", "text"),
    [
        ((0, 0, 0), ""),
        ((1, 1, 1), "1"),
        ((1024, 1, 1), "1024"),
        ((64, 32, 1), "64×32"),
        ((1, 1, 5), "1×1×5"),
    ],
)
def test_extent(sizes, text):
    assert format.extent(sizes) == text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("add_f32", "add_f32"),
        ("two words", "two words"),
        ("", '""'),
        ("   ", '"   "'),
        (" lead", '" lead"'),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202eabc", "\\u202eabc"),  # right-to-left override
        ("\ue000", "\\ue000"),
        ("\ud800", "\\ud800"),  # lone surrogate
        ("\u0301", '"\u0301"'),  # an accent alone takes no column
        ("核函数", "核函数"),
        ("🚀", "🚀"),
        ("C:\\x", "C:\\x"),
    ],
)
def test_a_name_cannot_act_on_a_terminal(name, shown):
    assert format.name(name) == shown


@settings(deadline=None)
@given(st.text())
def test_every_name_prints_on_one_line_and_is_seen(name):
    shown = format.name(name)
    assert shown.isprintable()
    assert format.width(shown) > 0
    assert shown.strip() == shown
    shown.encode()


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("µ", 1), ("核函数", 6), ("e\u0301", 1), ("Ａ", 2), ("🚀", 2)]
)
def test_width_counts_terminal_columns(text, columns):
    assert format.width(text) == columns


def test_ascii_only_keeps_units_readable():
    assert (
        format.ascii_only("12.1 µs ± 4 ns (1 ‥ 2) 4×4 é") == "12.1 us +/- 4 ns (1 .. 2) 4x4 \\xe9"
    )


@settings(deadline=None)
@given(st.integers(0, 2**62))
def test_a_time_reads_back_within_its_digits(nanoseconds):
    number, unit = format.time(nanoseconds).split()
    scale = {"ns": 1, "µs": 10**3, "ms": 10**6, "s": 10**9}[unit]
    assert float(number) * scale == pytest.approx(nanoseconds, rel=0.0051)
    assert unit == "s" or float(number) < 1000
