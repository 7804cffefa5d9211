"""Finds the packages and the extension modules by folder; everything else is in pyproject.toml.

Nothing here names a game or a bot: a new folder under engines/ or bots/ is found by what it holds.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()
# Top-level folders that install inside caravela, besides src/caravela itself (see package-dir in pyproject.toml).
FOLDERS = ("cext", "engines", "bots")
SANITIZE = os.environ.get("CARAVELA_SANITIZE") == "1"


def packages() -> list[str]:
    """Every folder that holds a module or a header, as a dotted name under caravela."""
    found = {"caravela"}
    for base, prefix in [(ROOT / "src" / "caravela", "caravela"), *((ROOT / f, f"caravela.{f}") for f in FOLDERS)]:
        for module in (path for suffix in ("py", "pyx", "h") for path in base.rglob(f"*.{suffix}")):
            found.add(".".join((prefix, *module.parent.relative_to(base).parts)))
    return sorted(found)


def compile_args() -> list[str]:
    """No fast-math and no fused arithmetic: visit counts must not differ between machines."""
    if sys.platform == "win32":
        return ["/O2", "/fp:precise"]
    if SANITIZE:
        return ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-ffp-contract=off"]
    return ["-O3", "-ffp-contract=off"]


def extensions() -> list[Extension]:
    """One extension module for every .pyx file."""
    headers = sorted(str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / folder).rglob("*.h"))
    return [
        Extension(
            "caravela." + ".".join(path.relative_to(ROOT).with_suffix("").parts),
            [str(path.relative_to(ROOT))],
            depends=headers,
            include_dirs=["cext/include"],
            extra_compile_args=compile_args(),
            extra_link_args=["-fsanitize=address,undefined"] if SANITIZE else [],
        )
        for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.pyx"))
    ]


class BuildExtensions(build_ext):
    """Translates the .pyx files only when they are about to be compiled, so that metadata and sdists are quick."""

    def initialize_options(self) -> None:
        """Compile on every core; CARAVELA_JOBS asks for another number."""
        super().initialize_options()
        self.parallel = int(os.environ.get("CARAVELA_JOBS") or os.cpu_count() or 1)

    def run(self) -> None:
        """Turn Cython sources into C under build/, never beside the sources, then compile."""
        from Cython.Build import cythonize

        # Extension modules share structs and inline functions through .pxd files on this path; they never
        # cimport one another.
        include_path = sorted({str(p.parent.relative_to(ROOT)) for f in FOLDERS for p in (ROOT / f).rglob("*.pxd")})
        translated = cythonize(
            self.extensions,
            nthreads=int(self.parallel) if sys.platform != "win32" else 0,
            include_path=include_path,
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
        for extension, c in zip(self.extensions, translated, strict=True):
            extension.sources, extension.depends = c.sources, c.depends
        super().run()


if __name__ == "__main__":
    setup(
        packages=packages(),
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildExtensions},
        # Instrumented objects must never be taken for ordinary ones, nor the other way round.
        options={"build": {"build_base": "build/sanitize"}} if SANITIZE else {},
    )
