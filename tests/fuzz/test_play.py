"""Random legal play to the end, and illegal actions on the way."""

import pytest

from caravela.cext.core import Rng, State
from caravela.conformance.bounds import bounds_hold
from caravela.conformance.replay import illegal_moves, legal_moves
from caravela.conformance.subject import subject_of
from caravela.engines.registry import load_game
from tests.conformance.configurations import ALL, games_for, quick_first
from tests.fuzz.tools import play_on, somewhere

ILLEGAL = 10_000


def extreme(state: State, style: int, rng: Rng) -> int:
    """Games far from those of uniform play: always the first move, always the last, one of the two, mostly one kind."""
    legal = legal_moves(state)
    return legal[(0, -1, -(rng.next() & 1), rng.bounded(1 + len(legal) // 4))[style]]


@pytest.mark.parametrize("spec", quick_first(ALL))
def test_random_games_end_within_bounds(spec: str) -> None:
    game = load_game(spec)
    assert bounds_hold(subject_of(game, games_for(game, 50), 11))


@pytest.mark.parametrize("spec", quick_first(ALL))
@pytest.mark.parametrize("style", range(4))
def test_extreme_games_end_within_bounds(spec: str, style: int) -> None:
    game = load_game(spec)
    for i in range(10):
        rng = Rng(style, i)
        state = game.new_initial_state()
        decisions = steps = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            # Chance stays fair, or all hands would be alike.
            move = state.sample_chance(rng) if state.is_chance_node() else extreme(state, style, rng)
            state.apply_action(move)
            steps += 1
        assert decisions <= game.max_game_length()
        assert steps <= game.max_history_length()


def test_illegal_actions_raise_and_change_nothing() -> None:
    tried = 0
    rng = Rng(12)
    games = [load_game(spec) for spec in ALL]
    while tried < ILLEGAL:
        state = somewhere(games[rng.bounded(len(games))], rng)
        before = state.to_bytes(), state.history(), [state.log(p) for p in range(state.game.num_players())]
        for action in illegal_moves(state, rng):
            with pytest.raises(ValueError, match=r"illegal action|impossible outcome|the game is over"):
                state.apply_action(action)
            with pytest.raises(ValueError, match=r"illegal action|impossible outcome|the game is over"):
                state.child(action)
            tried += 1
        assert before == (state.to_bytes(), state.history(), [state.log(p) for p in range(state.game.num_players())])
        play_on(state, rng)


@pytest.mark.parametrize("seat", [-1, 2, 100, 2**40, -(2**70)])
def test_seats_that_are_not_there(seat: int) -> None:
    state = load_game("veracruz").new_initial_state()
    for ask in (state.view, state.log, state.legal_actions, state.observation_string, state.information_state_string):
        with pytest.raises(ValueError, match="no seat"):
            ask(seat)
