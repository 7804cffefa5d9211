"""Exact enumeration on games whose answer is known by heart."""

import pytest

from caravela.cext.core import Game, Rng, State
from caravela.conformance.posterior import Posterior, TooLargeError
from caravela.conformance.twins import twins
from caravela.engines.registry import load_game
from tests.conformance.lantern import HIDDEN, choice_weight, hand, open_lantern


def test_monty_hall_favours_the_other_door() -> None:
    """The host never opens the guest's door nor the prize's: the other door has the prize with 2/3."""
    game = load_game("monty_hall")
    state = game.new_initial_state()
    posterior = Posterior(game, 0, 1000)
    for action in (0, 1, 2):  # the prize is behind door 0; the guest picks 1; the host opens 2
        state.apply_action(action)
        posterior.advance(state.log(0))
    (stage,) = posterior.stages.values()
    weights = {world.history()[0]: weight for world, weight in stage.values()}
    total = sum(weights.values())
    assert {door: weight / total for door, weight in weights.items()} == pytest.approx({0: 2 / 3, 1: 1 / 3})


def test_secret_choices_leave_several_stages_open() -> None:
    """At pennies seat 1 does not notice whether seat 0 has chosen."""
    posterior = Posterior(load_game("pennies"), 1, 1000)
    assert {steps: len(stage) for steps, stage in posterior.stages.items()} == {0: 1, 1: 2}
    (first, second) = (weight for _, weight in posterior.stages[1].values())
    assert first == second == 0.5


def test_cards_are_exchangeable() -> None:
    """After a hidden card was played, the other hidden one is any card not seen, by their numbers."""
    game = open_lantern()
    state = game.new_initial_state()
    for action in (1, 1, 0, 2, 3 + 1, 0):  # seat 0 holds two of kind 1, seat 1 a 0 and a 2; seat 1 starts, plays 0
        state.apply_action(action)
    posterior = Posterior(game, 0, 1000, choice_weight)
    posterior.advance(state.log(0))
    (stage,) = posterior.stages.values()
    total = sum(weight for _, weight in stage.values())
    by_kind = {hand(world.to_bytes(), HIDDEN, 1).index(1): weight / total for world, weight in stage.values()}
    # Of eight cards (3, 3, 2) seat 0 has seen one 0 and two 1: five are left.
    assert by_kind == pytest.approx({0: 2 / 5, 1: 1 / 5, 2: 2 / 5})


def test_bound_is_kept() -> None:
    game = open_lantern()
    posterior = Posterior(game, 0, 10)
    with pytest.raises(TooLargeError, match="more than 10 moves"):
        posterior.advance(_played(game).log(0))


def test_log_must_go_on() -> None:
    game = open_lantern()
    state = _played(game)
    posterior = Posterior(game, 0, 10_000)
    posterior.advance(state.log(0))
    with pytest.raises(ValueError, match="does not continue"):
        posterior.advance(state.log(1))


def _played(game: Game) -> State:
    state = game.new_initial_state()
    for action in (0, 1, 1, 2, 3):
        state.apply_action(action)
    return state


def test_twins_have_equal_codes_and_mostly_other_hands() -> None:
    game = open_lantern()
    pairs = different = 0
    for i in range(50):
        for state, twin in twins(game, i % 2, Rng(1, i)):
            assert twin.log(i % 2) == state.log(i % 2)
            different += twin.to_bytes() != state.to_bytes()
            pairs += 1
    assert pairs > 400
    assert different > pairs / 3
