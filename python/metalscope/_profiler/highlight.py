"""Which rows of a table stand out. Uses numpy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .columns import Array

SHORTEST = 10  # nanoseconds; shorter rows neither count nor stand out
PLAIN, LONG, LONGEST = 0, 1, 2  # below the 75th percentile, from it on, from the 95th on


def levels(times: Array) -> Array:
    """For each row PLAIN, LONG or LONGEST, by its time in nanoseconds (NaN: none).

    The percentiles are linearly interpolated over the rows of SHORTEST and more.
    """
    counted = times >= SHORTEST  # false for NaN
    result = np.zeros(len(times), dtype=np.int8)
    if counted.any():
        long, longest = np.quantile(times[counted], [0.75, 0.95])
        result += counted & (times >= long)
        result += counted & (times >= longest)
    return result
