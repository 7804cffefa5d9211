"""The tuning script, on budgets too small to find anything."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "tune_heuristic.py"


def tune(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments, "--check", "4"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_it_changes_the_chosen_weights_and_can_be_repeated() -> None:
    arguments = ["veracruz", "veracruz(players=3)", "--only", "load_*", "--keep", "load_end*"]
    arguments += ["--generations", "3", "--pairs", "2", "--deals", "6"]
    first, again = tune(*arguments), tune(*arguments)
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    tables = tomllib.loads(first.stdout[first.stdout.index("[weights.tuned]") :])
    names = set(tables["weights"]["tuned"])
    assert {"load_own", "load_others"} <= names
    assert all(name.startswith("load_") and not name.startswith("load_end") for name in names)


def test_it_fits_the_evaluation() -> None:
    done = tune("veracruz", "--by", "outcome", "--only", "evaluate_*", "--positions", "80", "--evaluations", "30")
    assert done.returncode == 0, done.stderr
    before, after = (float(word) for word in done.stdout.splitlines()[0].split() if word[0].isdigit())
    assert after <= before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["pennies", "--generations", "1"], "one game with a heuristic"), (["veracruz"], "says when to stop")],
)
def test_it_says_what_it_needs(arguments: list[str], message: str) -> None:
    done = tune(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
