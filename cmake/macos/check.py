"""Compiles the core, unchanged, for arm64 macOS against Apple's own metal-cpp headers.

Runs anywhere: the compiler is `zig c++` of the ziglang wheel; the headers come from METAL_CPP_DIR,
or by pip out of the mlx-metal wheel into a cache folder outside the repository. Nothing is linked
or run. Exits with 1 when a file does not compile.

    python cmake/macos/check.py [--jobs N] [file...]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUBS = Path(__file__).resolve().parent / "stubs"
TARGET = "aarch64-macos.14.0"
HEADERS_IN_WHEEL = "mlx/include/metal_cpp/"
WHEEL = ("mlx-metal", "--python-version", "3.12", "--platform", "macosx_15_0_arm64")

# What CMake compiles on other platforms only.
ELSEWHERE = {"cpp/core/clock_tsc.cpp", "cpp/core/guard.cpp"}


def cache_folder() -> Path:
    """Where the headers stay between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "metalscope-build"


def metal_cpp() -> Path:
    """The folder with Foundation/ and Metal/, downloaded at the first call."""
    if chosen := os.environ.get("METAL_CPP_DIR"):
        return Path(chosen)
    folder = cache_folder() / "metal-cpp"
    if not (folder / "Metal" / "Metal.hpp").is_file():
        download(folder)
    return folder


def download(folder: Path) -> None:
    """Fills the folder from the wheel, 45 MB."""
    with tempfile.TemporaryDirectory() as temporary:
        name, *options = WHEEL
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
                *("--only-binary=:all:", *options, "--dest", temporary, name),
            ],
            check=True,
        )
        (wheel,) = Path(temporary).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                if member.startswith(HEADERS_IN_WHEEL) and not member.endswith("/"):
                    target = folder / member.removeprefix(HEADERS_IN_WHEEL)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(member))


def sources() -> list[Path]:
    """Every file that CMake compiles on a Mac."""
    found = [*ROOT.glob("cpp/core/**/*.cpp"), *ROOT.glob("cpp/core/**/*.mm")]
    return sorted(f for f in found if f.relative_to(ROOT).as_posix() not in ELSEWHERE)


def compile_file(source: Path, headers: Path, output: Path) -> tuple[Path, float, str]:
    """The source, the seconds it took, and what went wrong (empty: nothing)."""
    import ziglang

    zig = Path(ziglang.__file__).parent / "zig"
    start = time.monotonic()
    # Without an optimisation level zig turns on UBSan, whose null check fires on messages to nil.
    command = [str(zig), "c++", "-target", TARGET, "-O1", "-std=c++20"]
    command += ["-Wall", "-Wextra", "-Werror", "-fblocks"]
    command += ["-fvisibility=hidden", "-fvisibility-inlines-hidden"]
    if source.suffix == ".mm":
        command.append("-fobjc-exceptions")
    command += ["-isystem", str(headers), "-isystem", str(STUBS), f"-I{ROOT / 'cpp/include'}"]
    command += ["-c", str(source), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    problem = done.stdout + done.stderr if done.returncode != 0 else ""
    # A failing zig may leave an empty object file behind.
    if not problem and (not output.is_file() or output.stat().st_size == 0):
        problem = "the compiler wrote no object file"
    return source, time.monotonic() - start, problem


def main() -> int:
    """Compiles all files, prints a line for each."""
    parser = argparse.ArgumentParser(description="Compile the core for arm64 macOS.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("files", nargs="*", type=Path, help="default: every file of the core")
    options = parser.parse_args()
    headers = metal_cpp()
    files = [file.resolve() for file in options.files] or sources()
    failures = 0
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        jobs = [
            pool.submit(compile_file, file, headers, Path(temporary) / f"{number}.o")
            for number, file in enumerate(files)
        ]
        for job in jobs:
            source, seconds, problem = job.result()
            state = "FAILED" if problem else "ok"
            print(f"{state:6} {seconds:5.1f} s  {source.relative_to(ROOT)}", flush=True)
            if problem:
                failures += 1
                print(problem, flush=True)
    print(f"{len(files) - failures} of {len(files)} files compile for {TARGET}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
