"""`python -m metalscope`, also installed as the command `metalscope`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; `arguments` default to the process's."""
    import argparse
    from pathlib import Path

    from ._cli import demo, info, profile

    started_as_module = Path(sys.argv[0]).name == "__main__.py"
    parser = argparse.ArgumentParser(
        prog="python -m metalscope" if started_as_module else "metalscope",
        description="Apple's Metal for Python, with an in-process GPU profiler.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (demo, info, profile):
        command.add_to(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
