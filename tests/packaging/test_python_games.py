"""The game of docs/python-games.md as a package from elsewhere: found by its entry point, in worker processes too."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "python-games.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the module `parley`, as its installation would leave it."""
    site = tmp_path_factory.mktemp("site")
    text = DOCUMENT.read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (site / "parley.py").write_text(program)
    entry_points = re.search(r'^\[project\.entry-points\."caravela\.games"\]\n(\w+) = "([\w:]+)"$', text, re.MULTILINE)
    assert entry_points
    metadata = site / "parley-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: parley\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[caravela.games]\n{entry_points[1]} = {entry_points[2]}\n")
    return site


def run(site: Path, *arguments: str) -> str:
    """Output of a program that must succeed, run where `parley` is installed."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_game_is_listed(site: Path) -> None:
    assert re.search(r"^parley +Parley +2 +2 +2 +8 +cards *$", run(site, "-m", "caravela", "games"), re.MULTILINE)


def test_conformance_suite_passes(site: Path) -> None:
    out = run(site, "-m", "caravela", "check", "parley", "--games", "60")
    assert "FAIL" not in out
    assert "33 of 33 checks passed, 3 did not apply." in out


def test_worker_processes_find_it(site: Path) -> None:
    arguments = ["match", "parley", "ismcts:iterations=300", "random", "--games", "40", "--jobs", "2", "--seed", "1"]
    assert "ismcts" in run(site, "-m", "caravela", *arguments)


PROGRAM = """
import caravela as cv
from caravela.cext.search import Search

game = cv.load_game("parley")
values = []
for card in (1, 6):
    state = game.new_initial_state()
    for outcome in (card - 1, 2):
        state.apply_action(outcome)
    values.append(state.action_to_string(0, Search(game).run(state.view(0), iterations=2000).action))
print(*values)
"""


def test_it_is_played_well(site: Path) -> None:
    assert run(site, "-c", PROGRAM) == "swap keep\n"
