"""Which rows of a table stand out."""

import numpy as np
import pytest

from metalscope._profiler import highlight


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([], []),
        ([5], [0]),  # below 10 ns nothing counts
        ([9, 9, 9], [0, 0, 0]),
        ([10], [2]),
        ([100], [2]),
        ([100, 100], [2, 2]),
        # 75th percentile of 1..5 (hundreds) is 400, the 95th 480.
        ([100, 200, 300, 400, 500], [0, 0, 0, 1, 2]),
        ([500, 100, 400, 200, 300], [2, 0, 1, 0, 0]),
        # Interpolated: of 100 and 200 they are 175 and 195.
        ([100, 200], [0, 2]),
        # The row under 10 ns is left out: otherwise the 75th percentile would be 150.
        ([5, 100, 200, 176], [0, 0, 2, 0]),
        ([np.nan, 100, 200], [0, 0, 2]),
    ],
)
def test_levels(times, expected):
    assert highlight.levels(np.array(times, dtype=np.float64)).tolist() == expected


def test_levels_of_integers():
    times = np.arange(1, 21, dtype=np.int64) * 1000  # percentiles 15,250 and 19,050
    assert highlight.levels(times).tolist() == [0] * 15 + [1] * 4 + [2]
