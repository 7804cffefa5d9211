"""Bots that are the same under two names, over ten thousand real games."""

import pytest

import caravela as cv
from caravela.arena import head_to_head, plan_tournament, rate, run

pytestmark = pytest.mark.slow

TWINS = ("random", "random:seed=1")


def test_twins_are_not_told_apart_and_seats_are() -> None:
    """Where one sits matters at Kuhn poker, and that is all there is to find.

    One seed in twenty puts the twins outside of their intervals of 95 %; this one does not.
    """
    results = run([cv.load_game("kuhn_poker", players=3)], plan_tournament(TWINS, [3], 5001, seed=1))
    assert len(results) >= 10_000
    ratings = rate(results)
    assert ratings is not None
    for rating in ratings.bots.values():
        assert rating.low <= 1500 <= rating.high
        assert rating.high - rating.low < 20
    assert any(effect.low > 0 or effect.high < 0 for effect in ratings.seats[3])
    assert sum(effect.value for effect in ratings.seats[3]) == pytest.approx(0, abs=1e-6)
    assert [pair.claim for pair in head_to_head(results)] == ["", ""]
