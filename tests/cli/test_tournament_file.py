"""Tournaments in files: begun, gone on with, looked at."""

import json
from pathlib import Path

import pytest

from caravela.arena import Store
from tests.cli.conftest import Run

NEW = ("tournament", "veracruz", "-p", "2", "-n", "4", "-b", "random", "-b", "heuristic:samples=1", "-j", "1")

OWN = """\
class Eager:
    def __init__(self, last=False):
        self.last = last

    def choose(self, view):
        return view.legal_actions()[-1 if self.last else 0]


class Silent:
    def choose(self, view):
        return None
"""


def test_a_file_is_begun_once_and_gone_on_with(run: Run) -> None:
    code, first, _ = run(*NEW, "--store", "t.db")
    assert code == 0
    assert first.startswith("veracruz: 4 games, seed 0\n")
    code, _, error = run(*NEW, "--store", "t.db")
    assert (code, error) == (2, "Error: t.db exists; resume it, or name a new file\n")
    code, again, _ = run("tournament", "--resume", "t.db")
    assert (code, again) == (0, first)
    assert run("tournament", "veracruz", "-p", "2", "--resume", "t.db", "--seed", "0")[0] == 0


def test_what_is_said_on_resuming_must_be_as_it_was(run: Run) -> None:
    run(*NEW, "--store", "t.db")
    code, out, error = run("tournament", "--resume", "t.db", "--seed", "4", "--penalty", "random")
    assert (code, out) == (2, "")
    assert "seed: 0, now 4; penalty: forfeit, now random" in error
    assert "games: veracruz, now veracruz(players=3)" in run("tournament", "veracruz", "-p", "3", "--resume", "t.db")[2]


def test_two_processes_on_one_file_are_refused(run: Run, tmp_path: Path) -> None:
    run(*NEW, "--store", "t.db")
    with Store.open(tmp_path / "t.db", writable=True):
        code, _, error = run("tournament", "--resume", "t.db")
    assert (code, error) == (2, "Error: t.db is in use: another process is playing this tournament\n")


def test_games_can_be_looked_at(run: Run) -> None:
    run(*NEW, "--store", "t.db")
    code, out, _ = run("replay", "t.db", "--game", "2")
    assert code == 0
    assert "seat 0: random" in out
    assert out.endswith("all legal, the result as recorded.\n")
    assert json.loads(run("replay", "t.db", "--game", "3", "--json")[1])["bots"] == ["heuristic:samples=1", "random"]
    for arguments, message in (
        (("t.db",), "is a tournament of 4 games: choose one with --game"),
        (("t.db", "--game", "4"), "game 4 is not in t.db: 4 of its 4 games"),
    ):
        code, _, error = run("replay", *arguments)
        assert code == 2
        assert message in error


def test_steps_go_forth_and_back(run: Run) -> None:
    run(*NEW, "--store", "t.db")
    code, out, _ = run("replay", "t.db", "--game", "0", "--step", "--boards", "1", typed="\nd\nb\n30\nwhat\ne\n\nq\n")
    assert code == 0
    shown = [line.partition(" > ")[0] for line in out.splitlines() if line.startswith("step ")]
    last = shown[-1].split()[-1]
    assert shown[0] == f"step 0 of {last}"
    assert f"step 30 of {last}" in shown
    assert shown[-1] == f"step {last} of {last}"
    assert out.count("As seat 1 sees it") == 8
    assert out.count("Enter: next step") == 2
    assert "Finished: " in out


def test_games_of_other_rules_are_refused_or_verified(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file from a time with other rules: as it would look if only the number of the version had changed."""
    run(*NEW, "--store", "t.db")
    from caravela.arena import settings as module

    read = module.Settings.from_json.__func__  # type: ignore[attr-defined]

    def older(cls, text: str):  # type: ignore[no-untyped-def]
        return read(cls, text.replace('"rules of veracruz": "', '"rules of veracruz": "0.'))

    monkeypatch.setattr(module.Settings, "from_json", classmethod(older))
    code, _, error = run("replay", "t.db", "--game", "0")
    assert code == 2
    assert "was played with version 0." in error
    assert "verifies it move by move" in error
    code, out, _ = run("replay", "t.db", "--game", "0", "--no-strict")
    assert code == 0
    assert "Finished" in out


def test_bots_of_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    bots = ("-b", "mine.py:Eager(last=True)", "-b", "mine.py:Silent", "-b", "random")
    code, out, error = run("tournament", "veracruz", "-p", "2", "-n", "2", *bots, "--json", "--no-isolate", "-j", "1")
    assert (code, error) == (0, "")
    data = json.loads(out)
    assert data["bots"] == ["mine.py:Eager(last=True)", "mine.py:Silent", "random"]
    assert {fault["bot"] for fault in data["faults"]} == {"mine.py:Silent"}
    run("tournament", "veracruz", "-p", "2", "-n", "2", *bots[2:], "--store", "t.db", "--no-isolate", "-j", "1")
    seen = run("replay", "t.db", "--game", "0")[1]
    assert "Fault of seat 0 at step " in seen
    assert ", illegal: answered None" in seen
    assert "With forfeits the places were 2, 1." in seen
    assert "name one class" in run("tournament", "veracruz", "-b", "mine.py", "-b", "random", "--no-isolate")[2]


def test_a_gauntlet_and_a_duel(run: Run) -> None:
    bots = ("-b", "random", "-b", "random:seed=1", "-b", "random:seed=2")
    kept = ("-p", "2,3", "-n", "2", "--json", "-j", "1")
    code, out, _ = run("tournament", "veracruz", *bots, *kept, "--schedule", "gauntlet")
    assert code == 0
    games = {standing["bot"]: standing["games"] for standing in json.loads(out)["standings"]}
    assert games == {"random": 7, "random:seed=1": 5, "random:seed=2": 5}
    assert run("tournament", "veracruz", *bots[:4], *kept, "--schedule", "head-to-head")[0] == 0


def test_openspiel_bots_take_part(run: Run) -> None:
    pytest.importorskip("pyspiel")
    bots = ("-b", "openspiel:PythonISMCTS(max_simulations=3)", "-b", "random")
    code, out, _ = run("tournament", "kuhn_poker", "-p", "2", "-n", "2", *bots, "--json", "--no-isolate", "-j", "1")
    assert code == 0
    assert [s["faults"] for s in json.loads(out)["standings"]] == [0, 0]
