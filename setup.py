"""The compiled part of the build: every `.pyx` of a package becomes an extension module."""

import os
from pathlib import Path

from setuptools import Extension, setup

KERNELS = [*sorted(Path("physics/kernels").glob("*.pyx")), Path("client_protocol/packing.pyx")]
# Results must be the same bits on every machine: no fused multiply-add, no fast-math, no tuning for this very CPU.
UNIX_FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno"]
WINDOWS_FLAGS = ["/O2", "/fp:precise"]
JOBS = os.cpu_count() or 1


def kernels() -> list[Extension]:
    """Return one extension per kernel source, translated to C below `build/`."""
    if not KERNELS:
        return []
    from Cython.Build import cythonize  # only where there is something to translate

    flags = WINDOWS_FLAGS if os.name == "nt" else UNIX_FLAGS
    extensions = [
        Extension(".".join(source.with_suffix("").parts), [str(source)], extra_compile_args=flags) for source in KERNELS
    ]
    translated: list[Extension] = cythonize(
        extensions,
        build_dir="build/c",
        nthreads=JOBS if len(extensions) > 1 else 0,
        compiler_directives={"language_level": "3"},
    )
    return translated


if __name__ == "__main__":
    setup(ext_modules=kernels(), options={"build_ext": {"parallel": JOBS}})
