"""1500: The New World on the command line, as a person meets it: whole games, and only what there is to decide."""

import random
import re
from pathlib import Path

import pytest

from caravela.cext.core import View
from caravela.cli.menu import Menu
from caravela.cli.session import PERSON, Session
from caravela.engines import load_game
from tests.cli.conftest import Run


def typed(view: View, dice: random.Random) -> str:
    """What a person might type."""
    return dice.choice([view.action_to_string(action) for action in view.legal_actions()]).replace(":", " ")


@pytest.mark.parametrize("players", [2, 6])
def test_whole_games(run: Run, players: int) -> None:
    """The answers are found by playing the same game beside it."""
    game = load_game("newworld", players=players, turns=3)
    session = Session(game, [PERSON, *["random"] * (players - 1)], 5)
    dice = random.Random(players)
    answers = []
    session.advance()
    while not session.state.is_terminal():
        assert session.view.legal_actions() != [game.string_to_action("pass")], "nothing to decide"
        answers.append(typed(session.view, dice))
        session.act(Menu(session.view).choose(answers[-1]))
        session.advance()
    code, out, err = run(
        "play", game.spec, "--bot", "random", "--seed", "5", typed="".join(f"{answer}\n" for answer in answers)
    )
    assert (code, err) == (0, "")
    assert "1500: The New World, game over. You are seat 0." in out
    assert out.count("The game is over.") == 1
    for seat, (score, rank) in enumerate(zip(session.state.scores(), session.state.ranks(), strict=True)):
        assert re.search(rf"^seat {seat} \((you|random)\): {score:g} points?, place {rank}$", out, re.MULTILINE)
    assert "not possible" not in out
    told = re.sub(r"\[[^\]]*\]", "", out)
    assert not re.search(r"\b(drawn|site|card|play|support):[a-z]|@\d", told), "codes instead of words"


def test_taking_back_leads_to_a_decision() -> None:
    """Passes that were played for the person are gone through."""
    game = load_game("newworld", players=3)
    session = Session(game, [PERSON, "heuristic:samples=1", "heuristic:samples=1"], 4)
    session.advance()
    before = session.state.to_bytes()
    session.act(game.string_to_action("end"))
    session.advance()
    assert session.state.history().count(game.string_to_action("pass")) > 3
    assert session.undo()
    assert session.state.to_bytes() == before
    assert not session.undo()


def test_a_saved_game_is_told(run: Run) -> None:
    game = load_game("newworld", players=2, turns=1, first=0)
    session = Session(game, [PERSON, "heuristic:samples=1"], 3)
    session.advance()
    while not session.state.is_terminal():
        session.act(session.view.legal_actions()[-1])
        session.advance()
    Path("game.txt").write_text(session.record.to_text(game))
    code, out, err = run("replay", "game.txt", "--story", "1")
    assert (code, err) == (0, "")
    assert "Game turn 1 (1500) begins." in out
    assert "Seat 0's turn begins." in out
    assert "Your turn begins." in out
