"""The engine of docs/abi.md as a package from elsewhere: built on the installed header, found by its entry point."""

import os
import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import caravela as cv

DOCUMENT = Path(__file__).parents[2] / "docs" / "abi.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package `liar`, as its installation would leave it."""
    site = tmp_path_factory.mktemp("site")
    (site / "liar").mkdir()
    text = DOCUMENT.read_text()
    files = re.findall(r"^`(liar/[\w.]+)`[^`]*\n```\w+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert {path for path, _ in files} == {"liar/rules.c", "liar/__init__.py", "liar/text.py", "liar/data.toml"}
    for path, content in files:
        (site / path).write_text(content)

    entry_points = re.search(r'^\[project\.entry-points\."caravela\.games"\]\n(\w+) = "([\w:]+)"$', text, re.MULTILINE)
    assert entry_points
    metadata = site / "liar-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: liar\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[caravela.games]\n{entry_points[1]} = {entry_points[2]}\n")

    link = shlex.split(sysconfig.get_config_var("LDSHARED")) + shlex.split(sysconfig.get_config_var("CCSHARED"))
    includes = [f"-I{sysconfig.get_path('include')}", f"-I{cv.get_include()}"]
    module = f"liar/rules{sysconfig.get_config_var('EXT_SUFFIX')}"
    warnings = ["-std=c99", "-Wall", "-Werror", "-Wno-unused-parameter"]
    subprocess.run([*link, *warnings, *includes, "liar/rules.c", "-o", module], cwd=site, check=True)
    return site


def caravela(site: Path, *arguments: str) -> str:
    """Output of a command that must succeed, run where `liar` is installed."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "caravela", *arguments]
    done = subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_game_is_listed(site: Path) -> None:
    assert "liar" in caravela(site, "games")


def test_conformance_suite_passes(site: Path) -> None:
    assert "FAIL" not in caravela(site, "check", "liar").upper()


def test_worker_processes_find_it(site: Path) -> None:
    arguments = ["match", "liar", "ismcts:iterations=200", "random", "--games", "8", "--jobs", "2", "--seed", "1"]
    assert "ismcts" in caravela(site, *arguments)


def test_bad_option_is_a_clean_error(site: Path) -> None:
    program = (
        "import caravela as cv\ntry:\n    cv.load_game('liar', cards=99)\nexcept ValueError as error:\n    print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "99" in done.stdout
    assert "13" in done.stdout


@pytest.mark.parametrize("standard", ["-std=c99", "-std=c11"])
def test_header_stands_alone_in_c(standard: str, tmp_path: Path) -> None:
    source = tmp_path / "alone.c"
    source.write_text('#include "caravela.h"\nint abi(void) { return CARAVELA_ABI; }\n')
    compiler = shlex.split(sysconfig.get_config_var("CC"))
    flags = [standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{cv.get_include()}"]
    done = subprocess.run([*compiler, *flags, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
