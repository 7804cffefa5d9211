"""`caravela report`: which files it writes, and what it refuses."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import caravela as cv
from caravela.arena import GameResult, Settings, Store, deals, run
from tests.cli.conftest import Run

BOTS = ("random", "flatmc:iterations=5")


def played(players: int, games: int = 12, seed: int = 0) -> list[GameResult]:
    game = cv.load_game("pennies" if players == 2 else "kuhn_poker", **({} if players == 2 else {"players": players}))
    line_up = (BOTS * players)[:players]
    return run([game], deals(line_up, games, seed))


def write(path: Path, results: Sequence[GameResult], game: str = "pennies", players: int = 2) -> None:
    settings = Settings(BOTS, (game,), (players,), games_each=12, versions={"caravela": "1.2"})
    with Store.create(path, settings, planned=len(results) + 1) as store:
        store.add(enumerate(results))


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "my.tournament"
    write(path, played(2))
    return path


def test_all_formats_beside_the_file(run: Run, file: Path) -> None:
    pytest.importorskip("matplotlib")
    code, out, err = run("report", str(file), "--samples", "20")
    assert (code, err) == (0, "")
    names = ["my.html", "my.md", "my.standings.csv", "my.seats.csv", "my.pairs.csv", "my.games.csv", "my.json"]
    assert [Path(line).name for line in out.splitlines()] == names
    assert all((file.parent / name).stat().st_size > 100 for name in names)
    data = json.loads((file.parent / "my.json").read_text())
    assert data["games"] == 12
    assert data["settings"]["played"] == "12 of 13 games"
    assert data["settings"]["version of caravela"] == "1.2"
    assert "pennies, 2 players" in (file.parent / "my.html").read_text()


def test_where_and_what(run: Run, file: Path, tmp_path: Path) -> None:
    _, out, _ = run("report", str(file), "--out", "one.md")
    assert out.split() == ["one.md"]
    _, out, _ = run("report", str(file), "--out", "deep/folder", "--format", "json,md")
    assert [Path(line) for line in out.split()] == [Path("deep/folder/my.json"), Path("deep/folder/my.md")]
    same = [(tmp_path / name).read_text() for name in ("one.md", "deep/folder/my.md")]
    assert same[0] == same[1]


def test_anchors_and_online_ratings(run: Run, file: Path) -> None:
    pytest.importorskip("openskill")
    run("report", str(file), "--format", "json", "--anchor", "random=1000", "--online", "--samples", "20")
    data = json.loads(file.with_suffix(".json").read_text())
    assert data["anchors"] == [{"bot": "random", "rating": 1000.0, "free": pytest.approx(1000.0)}]
    assert {entry["bot"] for entry in data["online"]} == set(BOTS)
    run("report", str(file), "--format", "json", "--anchor", "none", "--samples", "20")
    data = json.loads(file.with_suffix(".json").read_text())
    assert (data["anchors"], data["online"]) == ([], None)


def test_several_files_are_one_tournament(run: Run, file: Path, tmp_path: Path) -> None:
    write(tmp_path / "more.tournament", played(2, seed=1))
    run("report", str(file), "more.tournament", "--format", "json", "--out", "both.json")
    data = json.loads((tmp_path / "both.json").read_text())
    assert data["games"] == 24
    assert {"1: bots", "2: bots"} <= set(data["settings"])
    alone = [run("report", name, "--out", f"{name}.json")[0] for name in (str(file), "more.tournament")]
    assert alone == [0, 0]
    write(tmp_path / "other.tournament", played(3), "kuhn_poker(players=3)", 3)
    code, _, err = run("report", str(file), "other.tournament")
    assert (code, err) == (2, "Error: these are tournaments of different games: pennies, kuhn_poker\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "pdf"], "--format takes html, md, csv, json, png, not 'pdf'"),
        (["--out", "x.html", "--format", "md,html"], "--out x.html is one file, but --format asks for md, html"),
        (["--anchor", "random"], "an anchor is BOT=RATING"),
        (["--samples", "1"], "--samples must be at least 2, not 1"),
        (["--seed", "-1"], "--seed must be at least 0"),
    ],
)
def test_mistakes(run: Run, file: Path, arguments: list[str], message: str) -> None:
    code, out, err = run("report", str(file), *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_files_that_are_no_tournaments(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("hello")
    for name in ("missing.tournament", "empty.txt"):
        code, _, err = run("report", name)
        assert (code, err.count("\n")) == (2, 1)
    write(tmp_path / "nothing.tournament", [])
    assert run("report", "nothing.tournament")[2] == "Error: no game has been played, so there is nothing to report\n"


def test_a_missing_extra_is_named(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(report: object) -> str:
        raise ModuleNotFoundError("HTML pages need jinja2: pip install 'caravela[report]'")

    monkeypatch.setattr("caravela.cli.report.to_html", missing)
    code, out, err = run("report", str(file))
    assert (code, out, err) == (2, "", "Error: HTML pages need jinja2: pip install 'caravela[report]'\n")
