"""`caravela match --margin`: question and answer."""

import json

import pytest

from tests.cli.conftest import Run


def test_better(run: Run) -> None:
    code, out, err = run("match", "veracruz", "heuristic", "random", "random", "--margin", "10", "-j1")
    assert (code, err) == (0, "")
    assert "Better: heuristic beats random by more than 0 points (error 0.05; " in out
    code, out, _ = run("match", "veracruz", "heuristic", "random", "random", "--margin", "10", "-j1", "--json")
    data = json.loads(out)
    assert data["test"].items() >= {"verdict": "better", "low": 0.0, "high": 10.0, "rival": "random"}.items()
    assert data["games"] == 3 * data["test"]["deals"]


def test_not_better(run: Run) -> None:
    _, out, _ = run("match", "pennies", "random", "random:seed=1", "--margin", "5,20", "--beta", "0.1", "-j1")
    assert "Not better: random beats random:seed=1 by less than 20 points (error 0.1; " in out


def test_the_limit_is_in_games(run: Run) -> None:
    arguments = ["match", "pennies", "random", "random:seed=1", "--margin", "0,0", "--games", "11", "-j1"]
    _, out, _ = run(*arguments)
    assert "pennies: 12 games" in out
    assert "Undecided: whether random is better than random:seed=1 is not known after the limit (6 deals" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--margin", "much"], "--margin takes points such as 5 or 2,6, not 'much'"),
        (["--margin", "1,2,3"], "--margin takes points such as 5 or 2,6, not '1,2,3'"),
        (["--margin", "6,2"], "bounds 0.06 and 0.02"),
        (["--margin", "60"], "margins must rise and lie between -0.5 and 0.5"),
        (["--margin", "5", "--alpha", "2"], "alpha=2: an error rate must lie between 0 and 0.5"),
        (["--margin", "5", "--games", "0"], "the number of games must be at least 1, not 0"),
    ],
)
def test_mistakes(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run("match", "pennies", "random", "random:seed=1", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_one_bot_is_not_compared(run: Run) -> None:
    code, _, err = run("match", "pennies", "random", "random", "--margin", "5")
    assert (code, err) == (2, "Error: a comparison needs two different bots, not random, random\n")
