"""`metalscope demo`: a small computation, checked against NumPy, and its profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .pipes import until_closed

if TYPE_CHECKING:
    from argparse import Namespace, _SubParsersAction

EXAMPLE = """\
import metalscope as mtl

a = mtl.random.random((1024, 1024), dtype=mtl.float32)
b, c = mtl.empty_like(a), mtl.empty_like(a)
mtl.add(a, 1, out=b)  # warm up: the kernels are compiled here
mtl.sqrt(b, out=c)
mtl.synchronize()

with mtl.profile():
    mtl.add(a, 1, out=b)
    mtl.sqrt(b, out=c)
"""

# fast-math square roots may be off by a unit in the last place or two
_TOLERANCE = 1e-6


def add_to(commands: _SubParsersAction[Any]) -> None:
    """Declares the command."""
    text = "compute something, check it against NumPy, and show its profile"
    commands.add_parser("demo", help=text, description=text).set_defaults(run=run)


@until_closed
def run(options: Namespace) -> int:
    """Runs EXAMPLE; 1 if its result is wrong."""
    print(EXAMPLE)
    variables: dict[str, Any] = {}
    exec(EXAMPLE, variables)

    import numpy as np

    a, c = (np.asarray(variables[name]) for name in ("a", "c"))
    difference = float(np.max(np.abs(c - np.sqrt(a + np.float32(1)))))
    compared = f"{c.size} numbers compared with NumPy's, largest difference {difference:.2g}"
    if not difference <= _TOLERANCE:  # NaN too
        print(f"\nWrong: {compared}.")
        return 1
    print(f"\nRight: {compared}.")
    return 0
