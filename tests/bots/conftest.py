"""Fixtures for tests of bots: games at a decision, and a heuristic from elsewhere."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from caravela.bots import heuristics
from caravela.cext.core import CHANCE_PLAYER, Game, Rng, State, View
from caravela.engines.registry import load_game


def deal(game: Game, seed: int = 1) -> State:
    """The first state in which a player is to act."""
    state = game.new_initial_state()
    while state.current_player() == CHANCE_PLAYER:
        state.apply_action(state.sample_chance(Rng(seed, state.chance_key())))
    return state


@pytest.fixture
def veracruz() -> Game:
    return load_game("veracruz")


@pytest.fixture
def view(veracruz: Game) -> View:
    """The first decision of a game of Veracruz."""
    state = deal(veracruz)
    return state.view(state.current_player())


@pytest.fixture
def last_word() -> View:
    """Monty Hall, three doors: the guest stands at door 1, door 2 or 3 is open."""
    state = load_game("monty_hall").new_initial_state()
    state.apply_action(state.string_to_action("at:3"))
    state.apply_action(state.string_to_action("door:1"))
    state.apply_action(state.string_to_action("at:2"))
    return state.view(0)


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A heuristic and settings for Monty Hall, as if another package had installed them."""
    points = EntryPoints([EntryPoint("monty_hall", "tests.bots.plugin", heuristics.GROUP)])
    monkeypatch.setattr(heuristics, "entry_points", points.select)
    heuristics.find.cache_clear()
    heuristics.settings.cache_clear()
    yield
    heuristics.find.cache_clear()
    heuristics.settings.cache_clear()
