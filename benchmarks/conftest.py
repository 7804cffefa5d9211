"""What the benchmarks run on: `pytest benchmarks` measures these games."""

import pytest

import caravela as cv

GAMES = ["veracruz", "veracruz(players=3)", "veracruz(players=4)"]
SEED = 1


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> cv.Game:
    """A game to measure."""
    return cv.load_game(request.param)


@pytest.fixture
def opening(game: cv.Game) -> cv.State:
    """The first decision of one deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.sample_chance(cv.Rng(SEED, state.chance_key())))
    return state
