"""Heuristics as policies: means over worlds, checks of foreign capsules."""

import math
from typing import Any

import pytest

from caravela.cext.core import Rng, State, View
from caravela.cext.policy import average_prior, evaluate_state, heuristic_info
from caravela.engines.registry import load_game
from tests.bots.native import heuristic
from tests.bots.plugin import HEURISTIC, prior


@pytest.fixture
def stage() -> State:
    """Monty Hall, three doors: the guest stands at door 1, the host opened door 2."""
    state = load_game("monty_hall").new_initial_state()
    for name in ("at:3", "door:1", "at:2"):
        state.apply_action(state.string_to_action(name))
    return state


@pytest.fixture
def last_word(stage: State) -> View:
    return stage.view(0)


def test_a_heuristic_says_what_it_is() -> None:
    info = heuristic_info(HEURISTIC)
    assert info.game == "monty_hall"
    assert info.names == ("insight", "first")
    assert info.weights == (0.75, 0.0)


def test_the_mean_runs_over_worlds_by_their_law(last_word: View) -> None:
    # The prize is behind door 1 in a third of the worlds (M7), and full insight names it in each.
    actions, probabilities = average_prior(last_word, HEURISTIC, 6000, 1, [1.0, 0.0])
    assert actions == last_word.legal_actions() == [0, 2]
    assert probabilities == pytest.approx([1 / 3, 2 / 3], abs=0.03)
    assert math.fsum(probabilities) == pytest.approx(1)


def test_default_weights(last_word: View) -> None:
    _, own = average_prior(last_word, HEURISTIC, 50, 1)
    _, same = average_prior(last_word, HEURISTIC, 50, 1, [0.75, 0.0])
    _, blind = average_prior(last_word, HEURISTIC, 50, 1, [0.0, 0.0])
    assert own == same
    assert blind == [0.5, 0.5]


def test_the_seed_decides(last_word: View) -> None:
    results = [average_prior(last_word, HEURISTIC, 20, seed, [1.0, 0.0])[1] for seed in (3, 3, 4, 5, 6)]
    assert results[0] == results[1]
    assert len({tuple(result) for result in results}) > 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"samples": 0}, "samples=0: it must be at least 1"),
        ({"samples": 1_000_001}, "at most 1000000"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**64}, "below"),
        ({"weights": [1.0]}, "2 finite numbers"),
        ({"weights": [1.0, math.nan]}, "2 finite numbers"),
        ({"heuristic": object()}, "not a caravela.heuristic capsule"),
        ({"heuristic": load_game("pennies").capsule}, "not a caravela.heuristic capsule"),
        ({"view": "a view"}, "not a View: 'a view'"),
    ],
)
def test_bad_arguments(change: dict[str, Any], message: str, last_word: View) -> None:
    arguments: dict[str, Any] = {"view": last_word, "heuristic": HEURISTIC, "samples": 4, "seed": 0} | change
    with pytest.raises(ValueError, match=message):
        average_prior(**arguments)


def test_only_the_seat_to_act(stage: State) -> None:
    with pytest.raises(ValueError, match="seat 1 is not to act in this view; the game waits for 0"):
        average_prior(stage.view(1), HEURISTIC, 4, 0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [({"layout": 5}, "knows another state layout"), ({"abi": 9}, "interface 9"), ({"size": 8}, "with 8 bytes")],
)
def test_heuristics_for_something_else(fields: dict[str, Any], message: str, last_word: View) -> None:
    wrong = heuristic(last_word.game, {"insight": 0.5, "first": 0.0}, prior, **fields)
    with pytest.raises(ValueError, match=message):
        average_prior(last_word, wrong, 4, 0)
    with pytest.raises(ValueError, match=message):
        evaluate_state(last_word.determinize(Rng(1)), wrong)


def test_evaluations_take_complete_states(stage: State) -> None:
    assert evaluate_state(stage, HEURISTIC) == [0.75, -0.75]
    assert evaluate_state(stage.view(0).determinize(Rng(1)), HEURISTIC, [0.25, 1.0]) == [0.25, -0.25]
    with pytest.raises(ValueError, match="not a State"):
        evaluate_state(stage.view(0), HEURISTIC)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 finite numbers"):
        evaluate_state(stage, HEURISTIC, [1.0])
