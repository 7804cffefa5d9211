"""Every command with a game of a source, written in Python."""

import json
from pathlib import Path

import pytest

import caravela as cv
from caravela.cli import measure
from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("toys")

GAME = "toys:monty_hall(doors=4)"


def test_games(run: Run) -> None:
    code, out, _ = run("games", "toys:monty_hall")
    assert code == 0
    assert out.splitlines()[1].startswith("toys:monty_hall")
    assert "how many doors there are" in out
    (listed,) = json.loads(run("games", "toys:pennies", "--json")[1])
    assert [variant["spec"] for variant in listed["variants"]] == ["toys:pennies", "toys:pennies(rounds=5)"]


def test_games_of_a_source(run: Run) -> None:
    assert run("games", "toys:") == (0, "toys:monty_hall\ntoys:pennies\n", "")
    assert json.loads(run("games", "toys:", "--json")[1]) == ["toys:monty_hall", "toys:pennies"]
    code, _, err = run("games", "boys:")
    assert code == 2
    assert err.startswith("Error: unknown source of games 'boys'; there are ")


def test_bad_names_are_told_in_one_line(run: Run) -> None:
    code, _, err = run("match", "toys:penies", "random", "random")
    assert (code, err) == (2, "Error: toys has no game 'penies'; did you mean pennies?\n")


def test_play_and_resume(run: Run, tmp_path: Path) -> None:
    code, out, err = run("play", GAME, "--bot", "random", "--seed", "1", typed="hint\n1\nsave game.txt\nquit\n")
    assert code == 0, out + err
    assert (tmp_path / "game.txt").read_text().splitlines()[1] == f"game: {GAME}"
    code, out, err = run("play", "--resume", "game.txt", typed="1\n")
    assert code == 0, out + err
    assert "place" in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_match(run: Run, jobs: str) -> None:
    bots = ("ismcts:iterations=300", "random")
    code, out, err = run("match", GAME, *bots, "--games", "8", "--jobs", jobs, "--seed", "1", "--json")
    assert code == 0, err
    native = json.loads(run("match", GAME.removeprefix("toys:"), *bots, "--games", "8", "--seed", "1", "--json")[1])
    assert json.loads(out)["bots"] == native["bots"], "the same game, move for move"


def test_tournament(run: Run) -> None:
    bots = ("--bot", "random", "--bot", "flatmc:iterations=20", "--bot", "ismcts:iterations=20")
    code, out, err = run("tournament", "toys:pennies(rounds=2)", *bots, "--games", "4", "--jobs", "1")
    assert code == 0, err
    assert "toys:pennies(rounds=2)" in out


def test_records(run: Run, tmp_path: Path) -> None:
    record = cv.play(cv.load_game(GAME), [cv.bots.RandomBot(), cv.bots.RandomBot()], seed=5)
    assert record.game == GAME
    for name, text in (("game.txt", record.to_text()), ("game.json", record.to_json())):
        assert cv.Record.from_text(text) == record
        (tmp_path / name).write_text(text)
        code, out, err = run("replay", name)
        assert code == 0, err
        assert "the result as recorded" in out
        code, _, err = run("analyze", "--file", name, "--steps", "1", "--bot", "ismcts:iterations=10")
        assert code == 0, err


def test_analyze(run: Run) -> None:
    code, out, err = run("analyze", GAME, "--seed", "3", "--bot", "ismcts:iterations=500", "--json")
    assert code == 0, err
    native = run("analyze", GAME.removeprefix("toys:"), "--seed", "3", "--bot", "ismcts:iterations=500", "--json")[1]
    mine, other = json.loads(out), json.loads(native)
    assert mine["actions"] == other["actions"]
    assert mine["game"] == GAME


def test_bench(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SEARCH_ITERATIONS", 1000)
    monkeypatch.setattr(measure, "PLAYOUT_SECONDS", 0.01)
    code, out, err = run("bench", GAME, "--repeats", "1", "--json")
    assert code == 0, err
    measured = json.loads(out)
    assert measured["game"] == GAME
    assert measured["search_iterations"] == 1000
    assert all(ns > 0 for ns in measured["operations_ns"].values())


def test_bench_gives_slow_games_fewer_iterations(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SEARCH_SECONDS", 1e-6)
    monkeypatch.setattr(measure, "PLAYOUT_SECONDS", 0.01)
    assert json.loads(run("bench", GAME, "--repeats", "1", "--json")[1])["search_iterations"] == 100


@pytest.mark.parametrize("game", ["toys:monty_hall", "toys:pennies"])
def test_check(run: Run, game: str) -> None:
    """Memory is not a foreign game's matter; everything else is checked."""
    code, out, err = run("check", game, "--games", "8", "--json")
    assert code == 0, out + err
    for entry in json.loads(out)["report"]:
        assert entry["game"].startswith(game)
        assert [check["passed"] for check in entry["checks"]] == [True] * 11 + [None]
