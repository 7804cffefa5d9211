"""Leduc poker is OpenSpiel's, position by position."""

from itertools import product

import pytest

from caravela.engines.registry import load_game

pyspiel = pytest.importorskip("pyspiel")

from tests.openspiel.yardsticks.walks import (  # noqa: E402
    Twin,
    know_returns_too,
    load_theirs,
    same_numbers,
    walk_at_random,
    walk_everything,
)

FORMS = [
    {"action_mapping": mapped, "suit_isomorphism": merged, "starting_player": start}
    for mapped, merged, start in product((False, True), (False, True), (0, 1))
]


def twin(**options) -> Twin:
    # Their information states tell at the end how much money each seat has.
    return Twin(load_game("leduc_poker", **options), load_theirs("leduc_poker", **options), ours_known=know_returns_too)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_whole_game_of_two(form):
    known = 144 if form["suit_isomorphism"] else 468
    assert walk_everything(twin(players=2, **form)).information_sets == [known, known]


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("players", [3, 4, 5, 8])
def test_random_games(players, form):
    assert walk_at_random(twin(players=players, **form), games=100, seed=players).ends == 100


@pytest.mark.slow
def test_the_whole_game_of_three():
    walk_everything(twin(players=3, suit_isomorphism=True, starting_player=1))


@pytest.mark.parametrize("players", range(2, 9))
def test_sizes_and_bounds(players):
    for form in FORMS:
        same_numbers(twin(players=players, **form))


def test_defaults():
    assert load_game("leduc_poker").options == pyspiel.load_game("leduc_poker").get_parameters()


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("players", [2, 3, 8])
def test_tensors(players, merged):
    options = {"players": players, "suit_isomorphism": merged}
    ours, theirs = (load("leduc_poker", **options).new_initial_state() for load in (load_game, load_theirs))
    # Each seat gets another rank; one raises, all call; an open card; all check.
    cards = [rank if merged else 2 * rank for rank in range(players)]
    for action in [*cards, 2, *[1] * (players - 1), 1, *[1] * players]:
        for seat in range(players):
            assert ours.observation_tensor(seat).tolist() == theirs.observation_tensor(seat)
        ours.apply_action(action)
        theirs.apply_action(action)
    assert ours.is_terminal()
