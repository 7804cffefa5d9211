"""No shipped game slips past a suite: each of these fails if one does."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from caravela.engines.registry import engine_spec, load_game, registered_games
from tests.conformance import test_all_games
from tests.conformance.configurations import CORE
from tests.fuzz import test_options, test_play, test_snapshots

ROOT = Path(__file__).parents[1]
ParameterSet = type(pytest.param(None))
SHIPPED = sorted(path.parent.name for path in (ROOT / "engines").glob("*/rules.pyx"))

# Suites that must run on every configuration, on every full-size one, and on every game.
CONFIGURATIONS = [
    test_all_games.test_invariant,
    test_play.test_random_games_end_within_bounds,
    test_play.test_extreme_games_end_within_bounds,
    test_snapshots.test_snapshots_and_pickles_come_back,
]
VARIANTS = [
    test_snapshots.test_mutated_state_blocks_are_refused_or_sound,
    test_snapshots.test_exchanged_state_bytes_are_refused_or_sound,
    test_snapshots.test_random_bytes_are_refused_or_sound,
]
INVARIANTS = [test_all_games.test_invariant, test_all_games.test_invariant_over_many_games]
NAMES = [
    test_options.test_odd_options_are_refused_or_make_a_game,
    test_options.test_odd_specs_are_refused_or_make_a_game,
    test_options.test_damaged_data_is_refused_or_makes_a_game,
]


def cases(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The arguments of every case of a parametrized test."""
    marks = [mark.args for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    for values in product(*(options for _, options in marks)):
        # A case that is marked comes wrapped with its mark.
        plain = [value.values[0] if isinstance(value, ParameterSet) else value for value in values]
        yield dict(zip((name for name, _ in marks), plain, strict=True))


def test_every_folder_is_a_registered_game() -> None:
    assert SHIPPED
    assert set(SHIPPED) <= set(registered_games())


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("suite", CONFIGURATIONS, ids=lambda suite: suite.__name__)
def test_suite_runs_every_configuration(suite: Callable[..., None], game: str) -> None:
    spec = engine_spec(game)
    wanted = {load_game(game, **options).spec for options in (*spec.variants, *spec.reduced)}
    assert wanted <= {case["spec"] for case in cases(suite)}


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("suite", VARIANTS, ids=lambda suite: suite.__name__)
def test_suite_runs_every_variant(suite: Callable[..., None], game: str) -> None:
    wanted = {load_game(game, **options).spec for options in engine_spec(game).variants}
    assert wanted <= {case["spec"] for case in cases(suite)}


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("suite", NAMES, ids=lambda suite: suite.__name__)
def test_suite_runs_every_game(suite: Callable[..., None], game: str) -> None:
    assert game in {case["name"] for case in cases(suite)}


@pytest.mark.parametrize("suite", INVARIANTS, ids=lambda suite: suite.__name__)
def test_every_invariant_is_checked(suite: Callable[..., None]) -> None:
    assert {case["number"] for case in cases(suite)} == set(range(1, 13))


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("suite", INVARIANTS, ids=lambda suite: suite.__name__)
def test_invariants_hold_for_every_value_of_every_option(suite: Callable[..., None], game: str) -> None:
    """Where the quick suite and the long one leave variants out, none of these values is lost."""
    quick = {case["spec"] for case in cases(suite)} & CORE
    for configurations in (engine_spec(game).variants, engine_spec(game).reduced):
        played = [options for options in configurations if load_game(game, **options).spec in quick]
        assert {item for options in configurations for item in options.items()} == {
            item for options in played for item in options.items()
        }


@pytest.mark.parametrize("game", SHIPPED)
def test_rules_have_tests_of_their_own(game: str) -> None:
    assert list((ROOT / "tests" / "engines" / game).glob("test_*.py"))
