"""setup.py finds packages and extension modules by folder: a new game or bot needs no entry anywhere."""

import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The package folders and setup.py, with one more game and one more heuristic."""
    ignore = shutil.ignore_patterns("*.so", "__pycache__")
    for folder in ("cext", "engines", "bots", "src"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    shutil.copy(ROOT / "setup.py", tmp_path)
    game = tmp_path / "engines" / "new_game"
    game.mkdir()
    for name in ("__init__.py", "rules.pyx", "data.toml"):
        (game / name).touch()
    (tmp_path / "bots" / "heuristics" / "new_game.pyx").touch()
    return tmp_path


def load(house: Path) -> dict[str, Any]:
    """The functions of setup.py, without running it."""
    return runpy.run_path(str(house / "setup.py"))


def test_new_folder_is_a_package(house: Path) -> None:
    packages = load(house)["packages"]()
    assert {"caravela", "caravela.cext", "caravela.engines", "caravela.bots", "caravela.bots.heuristics"} <= set(
        packages
    )
    assert "caravela.engines.new_game" in packages
    assert "caravela.cext.include" in packages
    assert len(packages) == len(set(packages))


def test_new_pyx_is_an_extension(house: Path) -> None:
    names = {extension.name for extension in load(house)["extensions"]()}
    assert {"caravela.cext.core", "caravela.engines.new_game.rules", "caravela.bots.heuristics.new_game"} <= names
    assert len(names) == len(list(house.rglob("*.pyx")))


@pytest.mark.parametrize("sanitize", [False, True])
def test_no_flag_changes_arithmetic(sanitize: bool, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVELA_SANITIZE", "1" if sanitize else "0")
    setup = load(house)
    flags = setup["compile_args"]()
    assert "-ffp-contract=off" in flags
    assert not {"-ffast-math", "-march=native", "-Ofast"} & set(flags)
    assert ("-fsanitize=address,undefined" in flags) == sanitize
