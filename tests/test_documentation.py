"""What README, docs and examples show is run: their Python blocks in order, and each example."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def python_blocks(page: Path) -> list[str]:
    """The fenced blocks marked as Python."""
    parts = page.read_text(encoding="utf-8").split("```python\n")[1:]
    return [part.split("```")[0] for part in parts]


@pytest.mark.parametrize("page", [p for p in PAGES if python_blocks(p)], ids=lambda p: p.name)
def test_blocks_run(page: Path) -> None:
    program = "\n".join(python_blocks(page))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_example_runs(example: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Profiled over" in done.stdout


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in page.read_text(encoding="utf-8").split("](")[1:]:
            path = target.split(")")[0]
            if "://" not in path:
                assert (page.parent / path).exists(), f"{page.name} links to {path}"
