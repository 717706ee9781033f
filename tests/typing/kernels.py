"""What compiling and launching return, for type checkers; never run."""

from typing_extensions import assert_type

import metalscope as mtl


def compiled(x: mtl.Array) -> None:
    library = mtl.compile("", math_mode="safe", defines={"N": 4}, include_dirs=["."])
    assert_type(library, mtl.Library)
    assert_type(library.saxpy, mtl.Kernel)
    assert_type(library["any name"], mtl.Kernel)
    assert_type(library.kernel("name", constants={"flag": True}), mtl.Kernel)
    assert_type(library.kernel_names, list[str])
    mtl.compile("", math_mode="quick")  # type: ignore[arg-type]
    mtl.compile(b"")  # type: ignore[arg-type]


def launched(kernel: mtl.Kernel, x: mtl.Array) -> None:
    assert_type(kernel(x, 2.0, (1, 2), b"", None, threads=4), None)
    assert_type(kernel(x, groups=(2, 2), threads_per_threadgroup=(8, 8)), None)
    kernel(x, threads=8, threadgroup_memory={0: 1024})
    kernel(x, threads="8")  # type: ignore[arg-type]
    kernel(x, threads=(1, 2, 3, 4))  # type: ignore[arg-type]


def waited() -> None:
    assert_type(mtl.synchronize(), None)
    assert_type(mtl.device_synchronize(), None)
    assert_type(mtl.versioninfo(), None)


def devices() -> None:
    assert_type(mtl.devices(), list[mtl.Device])
    assert_type(mtl.default_device(), mtl.Device)
    assert_type(mtl.default_device().name, str)
    assert_type(mtl.default_device().max_threads_per_threadgroup, tuple[int, int, int])
    assert_type(mtl.__version__, str)


def errors() -> None:
    try:
        mtl.synchronize()
    except mtl.CommandBufferError as error:
        assert_type(error.code, int)
        assert_type(error.kernel, str)
