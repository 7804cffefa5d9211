"""Kuhn poker is OpenSpiel's, position by position."""

import pytest

from caravela.engines.registry import load_game

pyspiel = pytest.importorskip("pyspiel")

from tests.openspiel.yardsticks.walks import (  # noqa: E402
    Twin,
    load_theirs,
    same_numbers,
    walk_at_random,
    walk_everything,
)


def twin(players: int) -> Twin:
    return Twin(load_game("kuhn_poker", players=players), load_theirs("kuhn_poker", players=players))


@pytest.mark.parametrize(
    ("players", "ends", "information_sets"), [(2, 30, [6, 6]), (3, 312, [16, 16, 16]), (4, 3960, [40, 40, 40, 40])]
)
def test_the_whole_game(players, ends, information_sets):
    count = walk_everything(twin(players))
    assert count.ends == ends
    assert count.information_sets == information_sets


@pytest.mark.parametrize("players", range(5, 9))
def test_random_games(players):
    assert walk_at_random(twin(players), games=200, seed=players).ends == 200


@pytest.mark.parametrize("players", range(2, 9))
def test_sizes_bounds_and_defaults(players):
    same_numbers(twin(players))
    assert load_game("kuhn_poker").options == pyspiel.load_game("kuhn_poker").get_parameters()


@pytest.mark.parametrize("players", [2, 3, 8])
def test_tensors(players):
    game = load_game("kuhn_poker", players=players)
    for history in ([], range(players), [*range(players), 0, 1], [*range(players), *[0] * players]):
        ours, theirs = game.new_initial_state(), load_theirs("kuhn_poker", players=players).new_initial_state()
        for action in history:
            ours.apply_action(action)
            theirs.apply_action(action)
        for seat in range(players):
            assert ours.observation_tensor(seat).tolist() == theirs.observation_tensor(seat)
