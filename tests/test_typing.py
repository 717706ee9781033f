"""The public types, as type checkers see them: tests/typing holds programs with assert_type."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_public_calls_have_the_types_that_are_promised():
    # Configured in pyproject.toml: strict, the package itself and tests/typing.
    result = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
