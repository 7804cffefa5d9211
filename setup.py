"""Finds and compiles every .pyx; everything else about the package is in pyproject.toml."""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent.resolve()
PACKAGES = ("cext", "engines", "bots")
SANITIZE = os.environ.get("CARAVELA_SANITIZE") == "1"


def compile_args() -> list[str]:
    """No fast-math and no fused arithmetic: visit counts must not differ between machines."""
    if sys.platform == "win32":
        return ["/O2", "/fp:precise"]
    if SANITIZE:
        return ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-ffp-contract=off"]
    return ["-O3", "-ffp-contract=off"]


def extensions() -> list[Extension]:
    sources = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.pyx"))
    return [
        Extension(
            "caravela." + ".".join(path.relative_to(ROOT).with_suffix("").parts),
            [str(path.relative_to(ROOT))],
            include_dirs=["cext/include"],
            extra_compile_args=compile_args(),
            extra_link_args=["-fsanitize=address,undefined"] if SANITIZE else [],
        )
        for path in sources
    ]


# Extension modules share structs and inline functions through .pxd files on this path; they never
# import one another when compiled.
INCLUDE_PATH = ["cext", *sorted({str(path.parent.relative_to(ROOT)) for path in (ROOT / "engines").rglob("*.pxd")})]

setup(
    ext_modules=cythonize(
        extensions(),
        include_path=INCLUDE_PATH,
        build_dir="build/cython",
        language_level=3,
        annotate=os.environ.get("CARAVELA_ANNOTATE") == "1",
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )
)
