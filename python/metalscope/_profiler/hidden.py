"""Which host calls a report leaves out unless `raw=True`. Uses numpy and `columns`.

They are what the runtime does for itself: reference counts, strings, containers, pools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .columns import Array, Recording

_CALLS = frozenset(
    {
        "[MTLCommandBuffer status]",
        "[NSObject retain]",
        "[NSObject release]",
        "[NSString stringWithUTF8String:]",
        "[NSString stringWithCString:encoding:]",  # what metal-cpp makes strings with
        "[NSString UTF8String]",
        "[NSArray count]",
        "[NSArray objectAtIndex:]",
        "[NSBlock copy]",
    }
)
_CLASSES = ("[NSAutoreleasePool ",)


def is_hidden(name: str) -> bool:
    """Whether a report without `raw` leaves this host call out."""
    return name in _CALLS or name.startswith(_CLASSES)


def shown_host_calls(recording: Recording, raw: bool) -> Array:
    """Where in the events the host calls are that a report shows; all of them if `raw`."""
    calls = recording.host_calls()
    if raw:
        return calls
    hidden = np.fromiter(map(is_hidden, recording.names), dtype=bool, count=len(recording.names))
    shown: Array = calls[~hidden[recording.events["name"][calls]]]
    return shown
