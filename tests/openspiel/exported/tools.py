"""Games in several sizes, and random walks through them."""

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from caravela.engines.registry import engine_spec, format_spec, load_game, registered_games

pyspiel = pytest.importorskip("pyspiel")

from caravela.openspiel import as_pyspiel_game  # noqa: E402

SMALL = [
    "pennies",
    "pennies(rounds=2)",
    "monty_hall",
    "kuhn_poker",
    # Hidden cards, chance and 192 information sets.
    (
        "veracruz(bets=0,copies=2,deck_size=1,empties=false,galleons=1,goods=2,hand_size=1,max_value=1,stones=false,"
        "weight_cap=4)"
    ),
]
"""Games for exact algorithms."""


def several_sizes() -> list[str]:
    """Every game that ships: its first and last variant, its first and last reduced size."""
    names = []
    for name in registered_games():
        spec = engine_spec(name)
        for chosen in (spec.variants[0], spec.variants[-1], spec.reduced[0], spec.reduced[-1]):
            options = {option.name: chosen.get(option.name, option.default) for option in spec.options}
            names.append(format_spec(spec, options))
    return sorted(set(names))


def exported(name: str) -> Any:
    return as_pyspiel_game(load_game(name))


def step(state: Any, rng: random.Random) -> int:
    """Plays something at random and returns it."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        action = rng.choices(outcomes, chances)[0]
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return int(action)


def walk(game: Any, seed: int = 0) -> Iterator[Any]:
    """One random game: the same state object before every step and at the end."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        step(state, rng)
    yield state


def decision(game: Any, seed: int = 0, number: int = 0) -> Any:
    """The state at a decision of a random game."""
    for state in walk(game, seed):
        if state.is_player_node():
            number -= 1
            if number < 0:
                return state
    raise AssertionError("the game ended before")


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a process of its own, which may die."""
    return subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=100)
