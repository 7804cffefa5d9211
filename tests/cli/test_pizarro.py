"""Pizarro & Co. on the command line, as a person meets it: whole games on every board, transcripts word for word."""

import json
import random
import re
from pathlib import Path

import pytest

from caravela.cext.core import View
from caravela.cli.menu import Menu
from caravela.cli.session import PERSON, Session
from caravela.engines import load_game
from tests.cli.conftest import Run, Snapshot

START = ["play", "pizarro", "--players", "3", "--bot", "random"]


def typed(view: View, dice: random.Random) -> str:
    """What a person might type: mostly low bids, as they say them."""
    names = [view.action_to_string(action) for action in view.legal_actions()]
    return dice.choice(names[:4]).replace(":", " ")


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("board", ["AA", "AB", "BA", "BB"])
def test_whole_games(run: Run, board: str, players: int) -> None:
    """The answers are found by playing the same game beside it."""
    game = load_game("pizarro", players=players, board=board)
    session = Session(game, [PERSON, *["random"] * (players - 1)], 5)
    dice = random.Random(players)
    answers = []
    session.advance()
    while not session.state.is_terminal():
        answers.append(typed(session.view, dice))
        session.act(Menu(session.view).choose(answers[-1]))
        session.advance()
    code, out, err = run(
        "play", game.spec, "--bot", "random", "--seed", "5", typed="".join(f"{answer}\n" for answer in answers)
    )
    assert (code, err) == (0, "")
    assert f"Game over on board {board}. You are seat 0." in out
    for seat, (score, rank) in enumerate(zip(session.state.scores(), session.state.ranks(), strict=True)):
        assert re.search(rf"^seat {seat} \((you|random)\): {score:g} points?, place {rank}$", out, re.MULTILINE)
    assert "not possible" not in out
    assert not re.search(r"\b(paid|shown|money|card):|@\d", out), "codes instead of words"


def begun(board: str, *steps: str) -> str:
    """A saved game of a person in seat 0 and two others."""
    head = ["caravela-record 1", f"game: pizarro(board={board},players=3)", "seed: 5"]
    return "\n".join([*head, "bot 0: person", "bot 1: random", "bot 2: random", "", *steps, ""])


def test_vetoes_payments_and_tucks(run: Run, snapshot: Snapshot) -> None:
    Path("game.txt").write_text(
        begun(
            "AA",
            *("* card:columbus", "0 bid:1", "1 pass", "2 pass", "0 pay:1", "* card:vasco_da_gama", "0 decline"),
            *("0 pass", "1 bid:9", "2 pass", "1 pay:9", "* money:2", "* card:cook", "0 veto", "* card:magellan"),
            *("1 pass", "2 pass"),
        )
    )
    code, out, _ = run("play", "--resume", "game.txt", typed="13\n3\n3\n9\n3\nbid 4\ntuck 4\nlog\nquit\n")
    assert code == 0
    snapshot("play-pizarro-aa.txt", out)


def test_side_b(run: Run, snapshot: Snapshot) -> None:
    Path("game.txt").write_text(
        begun("BB", "* card:magellan", "0 bid:13", "1 pass", "2 pass", "0 pay:8", "0 pay:4", "0 tuck:1")
    )
    code, out, _ = run("play", "--resume", "game.txt", typed="30\npay 9\nlog\nquit\n")
    assert code == 0
    snapshot("play-pizarro-bb.txt", out)


def test_veracruz(run: Run, snapshot: Snapshot) -> None:
    code, out, _ = run("play", "veracruz", "--bot", "random", "--seed", "4", typed="1\n1\n9\nquit\n")
    assert code == 0
    snapshot("play-veracruz.txt", out)


def test_analyze_tells_the_line_in_words(run: Run) -> None:
    code, out, _ = run(
        "analyze", "pizarro", "--players", "3", "--bot", "ismcts:iterations=300", "--seed", "1",
        "--moves", "card:cook bid:40", "--top", "4",
    )  # fmt: skip
    assert code == 0
    assert "Cook is up for auction, highest bid 40, by seat 0. You are to bid." in out
    assert re.search(r"^and 2 more with \d+ visits in all; --top 0 shows them$", out, re.MULTILINE)
    values = re.search(r"^values: seat 0 (\S+), seat 1 (\S+), seat 2 (\S+)$", out, re.MULTILINE)
    assert values is not None
    assert sum(map(float, values.groups())) == pytest.approx(1, abs=0.01)
    assert re.search(r"^line:\n  seat 1: (Pass  \[pass\]|Bid (\d+)  \[bid:\2\])$", out, re.MULTILINE)
    assert run("analyze", "pizarro", "--top", "-1")[2] == "Error: --top must be at least 0, not -1\n"


def test_a_tournament_takes_the_numbers_of_players_there_are(run: Run) -> None:
    """The option allows 2, for other data; the data of the box do not."""
    bots = ["--bot", "random", "--bot", "flatmc:iterations=2"]
    code, out, err = run("tournament", "pizarro(phases=1)", *bots, "--games", "1", "--jobs", "1", "--json")
    assert (code, err) == (0, "")
    assert [table["players"] for table in json.loads(out)["tables"]] == [3, 4, 5, 6]


def test_replay_tells_what_a_seat_noticed(run: Run) -> None:
    run(*START, "--seed", "5", typed="12\n3\n3\nsave game.txt\nquit\n")
    code, out, err = run("replay", "game.txt", "--story", "1")
    assert (code, err) == (0, "")
    told = out.splitlines()
    assert told[4].startswith("  Marco Polo is turned up. ")
    assert told[-1].startswith("Not finished: ")
    assert run("replay", "game.txt", "--story", "3")[2] == "Error: --story must be a seat from 0 to 2, not 3\n"
    assert run("replay", "game.txt", "--story", "1", "--boards", "1")[0] == 2
