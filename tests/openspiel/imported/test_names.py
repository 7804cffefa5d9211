"""Names of actions and outcomes."""

import pytest

pytest.importorskip("pyspiel")

import caravela as cv
from caravela.openspiel.imported.names import _common, _distinct


@pytest.mark.parametrize(
    ("name", "action", "expected"),
    [
        ("kuhn_poker", 1, "Bet"),
        ("leduc_poker", 0, "Fold"),
        ("tic_tac_toe", 4, "(1,1)"),
        ("matrix_rps", 2, "Scissors"),
        ("battleship", 0, "shoot_at_(0,_0)"),
        ("chess", 0, "action:0"),
    ],
)
def test_names(name: str, action: int, expected: str) -> None:
    game = cv.load_game(f"openspiel:{name}")
    assert game.action_to_string(action) == expected
    assert game.string_to_action(expected) == action


@pytest.mark.parametrize("name", ["euchre", "hearts", "blackjack", "bargaining", "sheriff", "deep_sea", "goofspiel"])
def test_every_name_leads_back(name: str) -> None:
    game = cv.load_game(f"openspiel:{name}")
    for action in range(game.num_distinct_actions()):
        assert game.string_to_action(game.action_to_string(action)) == action
    for outcome in range(game.max_chance_outcomes()):
        assert game.string_to_chance(game.chance_to_string(outcome)) == outcome


def test_what_tells_seats_apart_is_left_out() -> None:
    assert _common({0: {"x(0,0)"}, 1: {"o(0,0)"}}) == "(0,0)"
    assert _common({0: {"Pl0: shoot at (0, 0)"}, 1: {"Pl1: shoot at (0, 0)"}}) == "shoot_at_(0,_0)"
    assert _common({0: {"Bet"}, 1: {"Bet"}}) == "Bet"
    assert _common({0: {"Nf3"}, 1: {"Nf6", "Nxf6"}}) == ""
    assert _common({}) == ""


def test_missing_and_repeated_names_are_numbers() -> None:
    assert _distinct("action", ["a", "", "a", "action:0"]) == ["a", "action:1", "action:2", "action:3"]
