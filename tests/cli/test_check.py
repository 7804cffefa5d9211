"""`caravela check` shows each invariant and fails when one of them does."""

import json
from collections.abc import Iterator

import pytest

import caravela as cv
from caravela.cli import check as command
from caravela.conformance import CheckResult
from tests.cli.conftest import Run


def test_every_variant_is_checked_once(run: Run) -> None:
    code, out, _ = run("check", "pennies", "--games", "5", "--json")
    report = json.loads(out)
    assert code == 0
    assert report["failed"] == 0
    spec = cv.engine_spec("pennies")
    wanted = {cv.load_game("pennies", **options).spec for options in (*spec.variants, *spec.reduced)}
    assert sorted(entry["game"] for entry in report["report"]) == sorted(wanted)
    for entry in report["report"]:
        assert [check["number"] for check in entry["checks"]] == list(range(1, 13))


def test_options_choose_one_configuration(run: Run) -> None:
    code, out, _ = run("check", "monty_hall", "--option", "doors=4", "--games", "5")
    assert code == 0
    heading, *lines, total = out.splitlines()
    assert heading == "monty_hall(doors=4)"
    assert [int(line[6:10]) for line in lines] == list(range(1, 13))
    assert "checks passed" in total


def results(game: cv.Game, *, games: int, seed: int) -> Iterator[CheckResult]:
    yield CheckResult(1, "first", True, "fine")
    yield CheckResult(2, "second", False, "seat 1 knows too much")
    yield CheckResult(3, "third", None, "too large")


def test_a_failure_is_shown_and_gives_exit_code_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "run_checks", results)
    code, out, err = run("check", "pennies(rounds=2)")
    assert (code, err) == (1, "")
    assert "  FAIL   2  second: seat 1 knows too much\n" in out
    assert out.endswith("1 of 2 checks passed, 1 did not apply.\n")
    code, out, _ = run("check", "pennies(rounds=2)", "--json")
    assert code == 1
    assert json.loads(out)["failed"] == 1
