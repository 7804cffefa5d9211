"""Hidden matching pennies, rule by rule."""

import itertools
import struct

import pytest

from caravela.cext.core import CHANCE_PLAYER, TERMINAL_PLAYER, Rng
from caravela.engines.registry import load_game

HEADS, TAILS = 0, 1


def after(game, *steps):
    state = game.new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


@pytest.mark.parametrize("picks", list(itertools.product((HEADS, TAILS), repeat=2)))
def test_equal_coins_pay_seat_0(picks):
    game = load_game("pennies")
    state = after(game, *picks)
    assert state.current_player() == CHANCE_PLAYER
    assert state.chance_outcomes() == [(0, 1.0)]
    state.apply_action(0)
    assert state.current_player() == TERMINAL_PLAYER
    sign = 1.0 if picks[0] == picks[1] else -1.0
    assert state.returns() == [sign, -sign]
    assert state.ranks() == ([1, 2] if sign > 0 else [2, 1])


def test_returns_are_the_mean_of_the_rounds_and_ties_share_the_place():
    state = after(load_game("pennies", rounds=4), 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0)
    assert state.is_terminal()
    assert state.scores() == [2.0, 2.0]
    assert state.returns() == [0.0, 0.0]
    assert state.ranks() == [1, 1]
    assert after(load_game("pennies", rounds=2), 0, 0, 0, 1, 1, 0).returns() == [1.0, -1.0]


def test_the_stake_comes_from_the_data():
    game = load_game("pennies", data={"payoff": {"stake": 2.5}})
    assert (game.min_utility(), game.max_utility()) == (-2.5, 2.5)
    assert after(game, 0, 1, 0).returns() == [-2.5, 2.5]


@pytest.mark.parametrize("stake", [0, -1, 2e6])
def test_a_bad_stake_is_refused_with_its_value(stake):
    with pytest.raises(ValueError, match=r"payoff\.stake"):
        load_game("pennies", data={"payoff": {"stake": stake}})


def test_nothing_tells_a_seat_whether_the_other_has_chosen():
    game = load_game("pennies", rounds=2)
    for opening in ((), (0, 1, 0)):
        start = after(game, *opening)
        views = {start.view(1), after(game, *opening, HEADS).view(1), after(game, *opening, TAILS).view(1)}
        assert len(views) == 1
        view = views.pop()
        assert view.current_player() == 1
        assert view.legal_actions() == [HEADS, TAILS]
        # Seat 0 has chosen; seat 1 has not yet, has chosen heads, has chosen tails.
        views = {after(game, *opening, TAILS, *more).view(0) for more in ((), (HEADS,), (TAILS,))}
        assert len(views) == 1
        assert views.pop().current_player() == 1


def test_in_a_world_the_other_chooses_after_the_seat_that_was_asked():
    game = load_game("pennies", rounds=2)
    world = after(game, HEADS).view(1).determinize(Rng(1))
    assert world.current_player() == 1
    world.apply_action(TAILS)
    assert world.current_player() == 0
    assert world.log(0) == []
    world.apply_action(TAILS)
    assert world.is_chance_node()
    world.apply_action(0)
    assert world.current_player() == 0
    assert world.log(0)[-1] == world.log(1)[-1] == 2 + 2 * TAILS + TAILS


def test_each_seat_sees_its_own_choice_and_both_when_shown():
    state = after(load_game("pennies"), TAILS, HEADS, 0)
    assert state.log(0) == [TAILS, 2 + 2 * TAILS + HEADS]
    assert state.log(1) == [HEADS, 2 + 2 * TAILS + HEADS]
    assert "show:tails,heads" in state.information_state_string(1)


def test_sides_names_and_the_drawing():
    game = load_game("pennies", rounds=3)
    assert [game.action_to_string(a) for a in (0, 1)] == ["heads", "tails"]
    assert game.chance_to_string(0) == "show"
    state = after(game, 0, 0, 0, 1)
    assert "coin of seat 0: tails" in state.observation_string(0)
    assert "coin of seat 1: not chosen" in state.observation_string(1)
    assert "seat 0 1, seat 1 0" in state.observation_string(1)


@pytest.mark.parametrize(
    "fields",
    [
        (-1, 0, 0, 0, 0),
        (3, 0, 0, 0, 0),
        (1, 2, 0, 0, 0),
        (0, 0, 2, 0, 0),
        (0, 0, 0, 3, 0),
        (0, 0, 0, 1, 0),  # seat 0 has chosen and is asked again
        (0, 0, 1, 1, 2),  # nobody is asked once both have chosen
        (2, 0, 1, 0, 0),
        (2, 0, 0, 1, 2),  # coins on the table after the end
    ],
)
def test_foreign_bytes_are_checked(fields):
    game = load_game("pennies", rounds=2)
    with pytest.raises(ValueError, match="pennies"):
        game.state_from_bytes(struct.pack("=5i", *fields))


def test_a_view_that_shows_the_other_coin_is_refused():
    game = load_game("pennies")
    state = after(game, HEADS)
    assert game.state_from_bytes(state.to_bytes()) == state
    assert game.state_from_bytes(state.view(1).to_bytes(), player=1).to_bytes() == state.view(1).to_bytes()
    with pytest.raises(ValueError, match="pennies"):
        game.state_from_bytes(state.to_bytes(), player=1)
