"""Importing is cheap and creates nothing; the public names are what they say."""

from __future__ import annotations

import subprocess
import sys

import pytest

import metalscope as mtl

HEAVY = ("numpy", "tabulate", "importlib.metadata", "inspect", "dataclasses", "typing")


def run(program: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def newly_loaded(program: str) -> set[str]:
    """Modules that the program loads on top of what the interpreter starts with."""
    return set(
        run(
            f"import sys; before = set(sys.modules); {program}; "
            "print(*sorted(set(sys.modules) - before))"
        ).split()
    )


def test_import_loads_nothing_heavy():
    loaded = newly_loaded("import metalscope")
    assert not loaded.intersection(HEAVY)
    assert {name for name in loaded if name.startswith("metalscope.")} == set()


def test_a_first_kernel_needs_nothing_heavy():
    loaded = newly_loaded(
        "import metalscope as mtl; "
        "lib = mtl.compile('kernel void one(device float* p) { p[0] = 1; }'); "
        "a = mtl.empty(1, dtype=mtl.float32); lib.one(a, threads=1); mtl.synchronize(); "
        "assert a.tolist() == [1.0]"
    )
    assert not loaded.intersection(HEAVY)


def test_every_public_name_is_there():
    for name in mtl.__all__:
        assert getattr(mtl, name) is not None
    assert set(mtl.__all__) <= set(dir(mtl))
    assert len(mtl.__all__) == len(set(mtl.__all__))
    assert set(mtl.__all__) == set(mtl._MODULES)


def test_a_submodule_does_not_shadow_a_function():
    assert run("import metalscope as mtl; mtl.profile; print(callable(mtl.profile))") == "True\n"


def test_unknown_name():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = mtl.no_such_name


def test_star_import():
    assert "True" in run("from metalscope import *; print(callable(compile), devices is not None)")


def test_the_compiler_that_the_user_names_is_kept():
    program = (
        "import os; os.environ['METALSCOPE_CLANG'] = '/my/clang'; "
        "from metalscope._toolchain import provide; provide(); "
        "print(os.environ['METALSCOPE_CLANG'])"
    )
    assert run(program) == "/my/clang\n"


@pytest.mark.skipif(sys.platform == "darwin", reason="Metal brings its own compiler")
def test_the_compiler_is_found_without_importing_its_package():
    program = (
        "import os, sys; os.environ.pop('METALSCOPE_CLANG', None); "
        "from metalscope._toolchain import provide; provide(); "
        "print('ziglang' in sys.modules, os.access(os.environ['METALSCOPE_CLANG'], os.X_OK))"
    )
    assert run(program).split() == ["False", "True"]
