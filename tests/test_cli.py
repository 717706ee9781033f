"""The command line, as processes."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from metalscope._cli.demo import EXAMPLE

PROGRAM = """
import atexit, sys
import metalscope as mtl

LIBRARY = mtl.compile('''
#include <metal_stdlib>
kernel void twice(device float* x [[buffer(0)]], uint i [[thread_position_in_grid]]) { x[i] *= 2; }
''')

def at_exit():
    print("bye", LIBRARY is not None)

atexit.register(at_exit)
x = mtl.zeros(64, dtype=mtl.float32)
LIBRARY.twice(x, threads=64)
print(__name__, sys.argv[0], *sys.argv[1:])
"""
REPORT = re.compile(r"Profiled over .*\n\nHost-side activity: .*\n(.*\n)+\nDevice-side .*\n(.*\n)+")


def metalscope(*arguments, environment=None, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "metalscope", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
        check=False,
        timeout=100,
    )


@pytest.fixture
def script(tmp_path):
    def write(ending=""):
        path = tmp_path / "program.py"
        path.write_text(PROGRAM + ending)
        return path

    return write


def test_demo_shows_code_result_and_both_tables():
    result = metalscope("demo")
    assert result.returncode == 0
    assert result.stderr == ""
    assert result.stdout.startswith(EXAMPLE)
    report = result.stdout[len(EXAMPLE) :]
    device = report[report.index("Device-side activity: GPU was busy ") :].splitlines()
    rows = [line.split() for line in device[2:4]]
    assert sorted((row[-1], row[3]) for row in rows) == [("add_f32", "1"), ("sqrt_f32", "1")]
    assert device[4] == ""
    assert "[MTLCommandBuffer commit]" in report
    assert re.search(r"^Right: 1048576 numbers compared with NumPy's", report, re.MULTILINE)


def test_info():
    result = metalscope("info", environment={"METALSCOPE_CACHE_DIR": "/nonexistent/cache"})
    assert result.returncode == 0
    for text in ("metalscope ", "Python ", "Device: ", "Packages: numpy ", "tabulate "):
        assert text in result.stdout
    assert "Cache folder: /nonexistent/cache (0 files, 0 B)\n" in result.stdout


def test_profile_runs_a_script_as_python_does(script):
    path = script()
    result = metalscope("profile", path, "--trace", "-o", "x")
    assert result.returncode == 0
    assert result.stdout == f"__main__ {path} --trace -o x\nbye True\n"
    assert REPORT.fullmatch(result.stderr)
    assert result.stderr.splitlines()[0].endswith("s.")
    assert "   twice\n" in result.stderr


def test_profile_options(script, tmp_path):
    report = tmp_path / "report.txt"
    result = metalscope("profile", "--trace", "--raw", "-o", report, script())
    assert (result.returncode, result.stderr) == (0, "")
    text = report.read_text(encoding="utf-8")
    assert REPORT.fullmatch(text)
    assert "Threads per group" in text


def test_profile_runs_a_module(tmp_path):
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(PROGRAM + "from pack import other\n")
    (package / "other.py").write_text("print(__name__)\n")
    result = metalscope("profile", "-m", "pack", "a", "-m", cwd=tmp_path)
    main = package / "__main__.py"
    assert result.stdout == f"__main__ {main} a -m\npack.other\nbye True\n"
    assert result.returncode == 0
    assert REPORT.fullmatch(result.stderr)


def test_a_script_imports_its_neighbours(script, tmp_path):
    (tmp_path / "neighbour.py").write_text("value = 5\n")
    result = metalscope("profile", script("import neighbour\nprint(neighbour.value)\n"))
    assert result.stdout.splitlines()[1] == "5"


def test_a_folder_with_a_main_runs(tmp_path):
    (tmp_path / "__main__.py").write_text(PROGRAM)
    result = metalscope("profile", tmp_path)
    assert result.returncode == 0
    assert REPORT.fullmatch(result.stderr)


@pytest.mark.parametrize(
    ("ending", "status"),
    [("sys.exit(7)", 7), ("sys.exit()", 0), ("sys.exit('why')", 1), ("raise SystemExit(3)", 3)],
)
def test_the_exit_status_passes_through(script, ending, status):
    result = metalscope("profile", script(ending))
    assert result.returncode == status
    assert "Profiled over" in result.stderr
    assert "partial" not in result.stderr
    assert result.stderr.endswith("why\n") == ("why" in ending)


def test_an_exception_passes_through_after_a_partial_report(script):
    result = metalscope("profile", script("1 / 0\n"))
    assert result.returncode == 1
    first = result.stderr.splitlines()[0]
    assert first.endswith("; partial, ended by ZeroDivisionError.")
    assert "   twice\n" in result.stderr
    assert result.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_an_interrupt_passes_through(script):
    ending = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # background jobs ignore it
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "print('not')\n"
    )
    result = metalscope("profile", script(ending))
    assert result.returncode in (-signal.SIGINT, 128 + signal.SIGINT)
    assert "not" not in result.stdout
    assert "; partial, ended by KeyboardInterrupt." in result.stderr


def test_a_fork_that_leaves_the_script_reports_nothing(script):
    ending = "import os\nif os.fork() == 0: sys.exit()\nos.wait()\n"
    result = metalscope("profile", script(ending))
    assert result.returncode == 0
    assert result.stderr.count("Profiled over") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["profile"], "name a script to run"),
        (["profile", "-m"], "name a script to run"),
        (["profile", "nowhere.py"], "No such file or directory: .*nowhere.py"),
        (["profile", "-o", "/nowhere/report.txt", __file__], "No such file or directory"),
        (["profile", "--unknown", __file__], "unrecognized arguments|No such file"),
        (["nothing"], "invalid choice"),
        ([], "arguments are required"),
    ],
)
def test_wrong_use_says_so(arguments, message):
    result = metalscope(*arguments)
    assert result.returncode == 2
    assert re.search(message, result.stderr)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_a_script_that_does_not_compile(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("def (:\n")
    result = metalscope("profile", path)
    assert result.returncode == 1
    assert "SyntaxError" in result.stderr


@pytest.mark.parametrize("command", ["info", "demo"])
def test_a_reader_that_leaves_early_is_no_error(command):
    with subprocess.Popen(
        [sys.executable, "-m", "metalscope", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdout.close()
        errors = process.stderr.read()
    assert errors == ""
    assert process.returncode == 141


def test_colours_on_request(script):
    coloured = metalscope("profile", script(), environment={"FORCE_COLOR": "1", "NO_COLOR": ""})
    assert "\x1b[31m" in coloured.stderr
    plain = metalscope("profile", script(), environment={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert "\x1b" not in plain.stderr


def test_a_stream_without_the_characters_of_a_report(script):
    result = metalscope("profile", script(), environment={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert result.stderr.isascii()
    assert " us " in result.stderr


def test_help_is_quick_and_loads_no_device():
    program = (
        "import sys; from metalscope.__main__ import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'tabulate', 'metalscope._core'} & set(sys.modules)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"
    assert "profile" in result.stdout


def test_the_readme_shows_what_the_demo_runs():
    readme = Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8")
    code = re.sub(r"\s*#.*", "", EXAMPLE)
    for line in filter(None, code.splitlines()):
        assert line.strip() in readme
