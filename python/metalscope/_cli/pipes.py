"""For commands whose output may be cut short by its reader, as in `... | head -1`."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

_CLOSED_PIPE = 128 + 13  # what a shell reports for a process that SIGPIPE ended


def until_closed(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """`run`, ending in silence when standard output has no reader any more."""

    @functools.wraps(run)
    def guarded(options: Namespace) -> int:
        try:
            status = run(options)
            sys.stdout.flush()
        except BrokenPipeError:
            # Python writes what is buffered once more when it exits.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
            return _CLOSED_PIPE
        return status

    return guarded
