"""Options, specs and data tables at random: a clear ValueError, or a game that can be played, named and searched."""

import contextlib
import random
from copy import deepcopy
from typing import Any

import pytest

from caravela.bots import ISMCTSBot
from caravela.cext.core import Game, Rng
from caravela.conformance.memory import memory_is_respected
from caravela.conformance.subject import Subject
from caravela.engines.registry import engine_spec, load_game, registered_games
from tests.engines.veracruz.totals import add_totals
from tests.fuzz.tools import play_on, somewhere

TRIES = 400
STEPS = 10_000
"""Games that were opened are tried out until so many steps were played: of long ones fewer."""
ODD: list[Any] = [None, "", "x", "3", -1, 0, 1, 2, 5, 10**6, 2**31, 2**63, -(2**70), 0.5, 1e300, float("nan")]
ODD += [True, False, [], [1], {}, {"a": 1}, b"b", object(), float("inf")]


def try_out(game: Game, seed: int) -> int:
    """Every name, a few games, one of them in guarded buffers, and a short search; how many steps were played."""
    for action in range(game.num_distinct_actions()):
        assert game.string_to_action(game.action_to_string(action)) == action
    for outcome in range(game.max_chance_outcomes()):
        assert game.string_to_chance(game.chance_to_string(outcome)) == outcome
    steps = 0
    for i in range(3):
        state = game.new_initial_state()
        play_on(state, Rng(seed, i))
        steps += len(state.history())
    assert memory_is_respected(Subject(game, 1, seed))
    rng = Rng(seed)
    state = somewhere(game, rng)
    while not state.is_terminal() and state.current_player() < 0:
        state.apply_action(state.sample_chance(rng))
    if not state.is_terminal():
        view = state.view(state.current_player())
        assert ISMCTSBot(iterations=8).choose(view) in view.legal_actions()
    return steps


@pytest.mark.parametrize("name", registered_games())
def test_odd_options_are_refused_or_make_a_game(name: str) -> None:
    rng = random.Random(1)
    spec = engine_spec(name)
    opened = steps = 0
    for i in range(TRIES):
        chosen: dict[str, Any] = {}
        for option in rng.sample(spec.options, rng.randint(1, min(4, len(spec.options)))):
            low, high = option.low or 0, option.high if option.high is not None else 5
            inside = rng.choice((True, False)) if option.type is bool else rng.randint(low, min(high, low + 6))
            chosen[option.name] = inside if rng.random() < 0.9 else rng.choice(ODD)
        if rng.random() < 0.05:
            chosen[rng.choice(("Players", "seats", "self", ""))] = 2
        try:
            game = load_game(name, **chosen)
        except ValueError:
            continue
        opened += 1
        assert load_game(game.spec) == game
        if opened <= 60 and steps < STEPS:
            steps += try_out(game, i)
    assert opened > 10


@pytest.mark.parametrize("name", registered_games())
def test_odd_specs_are_refused_or_make_a_game(name: str) -> None:
    rng = random.Random(2)
    spec = engine_spec(name)
    alphabet = [name, *(option.name for option in spec.options), *"(),= \n\"'-.{}[]\\;", "3", "-1", "true", "é", "\0"]
    for _ in range(TRIES):
        text = name + "(" * rng.randint(0, 2) + "".join(rng.choices(alphabet, k=rng.randint(0, 8)))
        try:
            game = load_game(text + ")" * rng.randint(0, 2))
        except ValueError:
            continue
        assert load_game(game.spec) == game


def leaves(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values of a data table, arrays and their values included."""
    found: list[tuple[Any, ...]] = []
    items = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    for key, value in items:
        found.append((*path, key))
        found += leaves(value, (*path, key))
    return found


def damage(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The data with one value replaced, or one array cut, doubled or lengthened."""
    made = deepcopy(data)
    path = rng.choice(leaves(made))
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    old = at[path[-1]]
    if isinstance(old, list) and old and rng.random() < 0.7:
        at[path[-1]] = rng.choice((old[:-1], old[1:], old + old, [*old, old[0]], old * 40, old[::-1]))
    elif isinstance(old, int) and not isinstance(old, bool) and rng.random() < 0.7:
        at[path[-1]] = old + rng.choice((-3, -2, -1, 1, 2, 3, 20, 200))
    else:
        at[path[-1]] = rng.choice(ODD)
    return made


@pytest.mark.parametrize("name", registered_games())
def test_damaged_data_is_refused_or_makes_a_game(name: str) -> None:
    rng = random.Random(3)
    spec = engine_spec(name)
    opened = steps = 0
    for i in range(TRIES):
        options = rng.choice((*spec.variants, *spec.reduced))
        data = spec.data()
        for _ in range(rng.choice((1, 1, 2))):
            data = damage(data, rng)
        if name == "veracruz" and rng.random() < 0.7:  # else hardly any change agrees with the sums
            with contextlib.suppress(TypeError, ValueError, KeyError):
                add_totals(data)
        try:
            game = load_game(name, data=data, **options)
        except ValueError:
            continue
        opened += 1
        if opened <= 80 and steps < STEPS:
            steps += try_out(game, i)
    assert opened > 10


@pytest.mark.parametrize("name", [None, 3, "", "nothing", "veracruz\0", "../veracruz", "veracruz.rules", b"veracruz"])
def test_unknown_games_are_refused(name: Any) -> None:
    with pytest.raises(ValueError, match=r"unknown game|bad game"):
        load_game(name)
