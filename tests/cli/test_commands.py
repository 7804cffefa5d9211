"""Commands that print data: what is in it, and that the same seed gives the same."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import caravela as cv
from tests.cli.conftest import Run


def data(run: Run, *arguments: str) -> Any:
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A finished random game as a script."""
    path = tmp_path / "game.txt"
    path.write_text(cv.play(cv.load_game("veracruz"), ["random", "random"], seed=3).to_text())
    return path


def test_games(run: Run) -> None:
    listed = {entry["name"]: entry for entry in data(run, "games")}
    assert set(listed) == set(cv.registered_games())
    variants = {variant["spec"]: variant for variant in listed["veracruz"]["variants"]}
    game = cv.load_game("veracruz", players=4)
    assert variants[game.spec]["players"] == 4
    assert variants[game.spec]["actions"] == game.num_distinct_actions()
    assert variants[game.spec]["state_bytes"] == game.state_size
    assert listed["veracruz"]["options"][0]["name"] == "players"


def test_games_as_text(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert re.search(r"^veracruz +Veracruz 1631 +2-4 +\d+", out, re.MULTILINE)
    code, out, _ = run("games", "veracruz")
    assert "players     a whole number from 2 to 4" in out
    assert "pennies" not in out


def test_match(run: Run) -> None:
    result = data(
        run, "match", "veracruz", "flatmc:iterations=30", "random", "random", "--games", "4", "--seed", "5", "-j1"
    )
    assert result["game"] == "veracruz(players=3)"
    assert result["games"] == 6
    assert {s["bot"]: s["games"] for s in result["standings"]} == {"flatmc:iterations=30": 6, "random": 12}
    assert result["tables"][0]["players"] == 3
    assert result["faults"] == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_tournament_is_the_same_for_any_jobs(run: Run, jobs: str) -> None:
    arguments = [
        "tournament",
        "veracruz",
        "--bot",
        "random",
        "--bot",
        "ismcts:iterations=20",
        "--bot",
        "flatmc:iterations=20",
    ]
    arguments += ["--games", "2", "--seed", "3"]
    result, again = (data(run, *arguments, "--jobs", j) for j in ("1", jobs))
    assert result.pop("speeds") != []
    again.pop("speeds")
    assert result == again
    assert [table["players"] for table in result["tables"]] == [2, 3, 4]
    assert [table["games"] for table in result["tables"]] == [6, 3, 12]


def test_tournament_prints_ratings_that_do_not_depend_on_time(run: Run) -> None:
    arguments = ["tournament", "veracruz", "--players", "2", "--bot", "random", "--bot", "flatmc:iterations=20"]
    _, first, _ = run(*arguments, "--jobs", "1", "--games", "10")
    _, second, _ = run(*arguments, "--jobs", "2", "--games", "10")
    ratings, times = first.split("\nbot   ", 1)[0], first.rpartition("\nbot")[2]
    assert second.startswith(first.rpartition("\nbot")[0])
    assert "veracruz: 10 games, seed 0" in ratings
    assert "moves/s" in times
    assert re.search(r"^flatmc:iterations=20 +1\d{3} +1\d{3} to 1\d{3} +10 ", first, re.MULTILINE)
    assert re.search(r"Games without a winner, .*: \d+ of 10 with 2 players\.", first)


def test_faults_are_shown(run: Run) -> None:
    _, out, _ = run("match", "veracruz", "tests.bots.mocks:Crasher", "random", "--games", "2", "-j1")
    (line,) = (line for line in out.splitlines() if line.startswith("Fault of"))
    assert re.fullmatch(
        r"Fault of tests.bots.mocks:Crasher, raised: RuntimeError: no idea at \d+ actions \(and \d+ more\)", line
    )


def test_each_faulty_bot_has_a_line(run: Run) -> None:
    crasher, floats = "tests.bots.mocks:Crasher", "tests.bots.mocks:Floats"
    _, out, _ = run("match", "veracruz", crasher, floats, "--games", "2", "-j1")
    lines = [line for line in out.splitlines() if line.startswith("Fault of")]
    assert sorted(line.partition(":")[0] + line.partition(":")[2].partition(":")[0] for line in lines) == [
        "Fault of tests.bots.mocksCrasher, raised",
        "Fault of tests.bots.mocksFloats, illegal",
    ]


def test_a_default_tournament_leaves_out_bots_that_cannot_play(run: Run) -> None:
    result = data(run, "tournament", "pennies", "--games", "2", "--jobs", "1")
    assert result["bots"] == ["random", "flatmc:iterations=1000", "ismcts:iterations=500"]
    code, _, err = run("tournament", "pennies", "--bot", "random", "--bot", "heuristic")
    assert (code, "heuristic" in err) == (2, True)


def test_analyze(run: Run) -> None:
    result = data(run, "analyze", "veracruz", "--seed", "2", "--bot", "ismcts:iterations=300")
    assert result == data(run, "analyze", "veracruz", "--seed", "2", "--bot", "ismcts:iterations=300") | {
        "seconds": result["seconds"]
    }
    assert result["iterations"] == 300
    assert sum(action["visits"] for action in result["actions"]) == 300
    assert result["move"] in [action["action"] for action in result["actions"]]
    assert result["principal_line"][0] == {"seat": result["seat"], "action": result["move"]}


def test_analyze_follows_moves_with_and_without_chance(run: Run) -> None:
    """Chance outcomes may be named or left to the seed."""
    start = ["analyze", "veracruz", "--option", "start=0", "--seed", "1", "--bot", "ismcts:iterations=50"]
    first = data(run, *start)["actions"][0]["action"]
    after = data(run, *start, "--moves", f"{first} draw:2")
    assert after["seat"] == 1
    named = data(run, *start, "--moves", "invest:gold invest:corn")
    assert named["seat"] == 0


def test_analyze_goes_to_any_step_of_a_record(run: Run, script: Path) -> None:
    record = cv.Record.from_text(script.read_text())
    step = next(i for i, player in enumerate(record.players) if i > 30 and player == 1)
    result = data(
        run, "analyze", "veracruz", "--file", str(script), "--steps", str(step), "--bot", "flatmc:iterations=100"
    )
    assert result["seat"] == 1
    played = cv.load_game("veracruz").action_to_string(record.actions[step])
    assert played in [action["action"] for action in result["actions"]]
    code, out, err = run("analyze", "veracruz", "--file", str(script))
    assert (code, out) == (2, "")
    assert "the game is over in this position" in err


def test_analyze_takes_the_game_from_the_record(run: Run, tmp_path: Path) -> None:
    game = cv.load_game("veracruz", players=3)
    path = tmp_path / "three.txt"
    path.write_text(cv.play(game, ["random"] * 3, seed=3).to_text())
    search = ["--file", str(path), "--steps", "40", "--bot", "flatmc:iterations=50"]
    for named in ([], ["veracruz"], ["veracruz(players=3)"], ["veracruz", "--players", "3"]):
        assert data(run, "analyze", *named, *search)["game"] == game.spec
    code, _, err = run("analyze", "veracruz(players=2)", *search)
    assert code == 2
    assert err.startswith(f"Error: {path}: the record is of veracruz(players=3) with options and data")
    assert "strict=" not in err


@pytest.mark.parametrize("form", ["to_text", "to_json"])
@pytest.mark.parametrize("command", [["analyze", "pennies", "--file"], ["play", "pennies", "--resume"]])
def test_a_record_of_another_game_is_named(run: Run, tmp_path: Path, form: str, command: list[str]) -> None:
    record = cv.play(cv.load_game("veracruz"), ["random", "random"], seed=3)
    path = tmp_path / "game"
    path.write_text(getattr(record, form)())
    code, out, err = run(*command, str(path))
    assert (code, out) == (2, "")
    assert err == f"Error: {path}: the record is of veracruz, not of pennies\n"


def test_analyze_as_text(run: Run) -> None:
    code, out, _ = run("analyze", "veracruz", "--bot", "ismcts:iterations=200")
    assert code == 0
    assert re.search(r"Seat \d to move, ismcts:iterations=200: 200 iterations in", out)
    assert re.search(r"^action +visits +value +availability +prior$", out, re.MULTILINE)
    assert re.search(r"^move: +\S+$", out, re.MULTILINE)


def test_replay(run: Run, script: Path) -> None:
    record = cv.Record.from_text(script.read_text())
    result = data(run, "replay", str(script))
    assert [step["player"] for step in result["steps"]] == list(record.players)
    assert result["scores"] == list(record.scores)
    assert result["finished"]
    code, out, _ = run("replay", str(script), "--boards", "1")
    assert code == 0
    assert f"Finished: {len(record.actions)} steps, all legal, the result as recorded." in out
    assert out.count("Open decks") >= sum(player >= 0 for player in record.players) - 1


def test_replay_takes_json_and_checks_the_result(run: Run, script: Path, tmp_path: Path) -> None:
    record = cv.Record.from_text(script.read_text())
    saved = tmp_path / "game.json"
    saved.write_text(record.to_json())
    assert data(run, "replay", str(saved))["scores"] == list(record.scores)
    script.write_text(re.sub(r"scores: \S+", "scores: 77.0", script.read_text()))
    code, _, err = run("replay", str(script))
    assert code == 2
    assert "scores: the record says 77.0" in err


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"a": ' + b"[" * 200_000, b"caravela-record 9"])
def test_what_is_no_record_is_named_by_its_file(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    code, _, err = run("replay", str(path))
    assert code == 2
    assert "bad.txt" in err
    assert "Traceback" not in err


def test_bench(run: Run) -> None:
    result = data(run, "bench", "veracruz", "--option", "galleons=2", "--repeats", "1")
    assert result["command"].startswith("caravela bench 'veracruz(galleons=2)'")
    assert result["machine"]["cores"] >= 1
    assert set(result["operations_ns"]) == {
        "clone", "legal_actions", "apply", "chance", "observe", "redact", "determinize", "hash"
    }  # fmt: skip
    assert all(1 < ns < 100_000 for ns in result["operations_ns"].values())
    assert result["random_play"]["decisions_per_second"] > 20 * result["random_play"]["playouts_per_second"] > 0
    assert set(result["search_iterations_per_second"]) == {"so", "mo", "infoset", "pimc"}
    assert all(speed > 0 for by in result["search_iterations_per_second"].values() for speed in by.values())
    assert result["state_bytes"] == cv.load_game("veracruz").state_size
    assert result["search"]["bytes_per_node"] > 32


def test_bench_as_text(run: Run) -> None:
    code, out, _ = run("bench", "pennies", "--repeats", "1")
    assert code == 0
    assert re.search(r"^determinize +\d+\.\d$", out, re.MULTILINE)
    assert re.search(r"^infoset +[\d,]+", out, re.MULTILINE)
