"""Rating points, their intervals, anchors and likelihoods of superiority."""

import numpy as np
import pytest

from caravela.arena import GameResult, rate
from caravela.arena.plackett_luce import Outcome
from caravela.arena.ratings import ELO, MEAN_RATING, Ratings, likelihoods, quick_ratings
from tests.arena.made import games, results, seat, simulated


def rated(outcomes: list[Outcome], **options: object) -> Ratings:
    found = rate(results(outcomes), **options)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_intervals_hold_the_truth_and_narrow_with_more_deals() -> None:
    rng = np.random.default_rng(1)
    truth, effect = np.array([0.0, 0.6, 1.2]), np.array([0.3, 0.0, -0.3])
    target = MEAN_RATING + ELO * (truth - truth.mean())
    small, large = (rated(simulated(rng, truth, effect, n), samples=100) for n in (30, 480))
    for bot, value in zip("abc", target, strict=True):
        few, many = small.bots[bot], large.bots[bot]
        assert many.low < value < many.high
        assert many.low < many.value < many.high
        assert 2 < (few.high - few.low) / (many.high - many.low) < 8
    for found, value in zip(large.seats[3], ELO * effect, strict=True):
        assert found.low < value < found.high
        assert found.high - found.low < 60


@pytest.mark.slow
def test_intervals_of_95_per_cent_hold_nearly_that_from_60_deals_on() -> None:
    rng = np.random.default_rng(8)
    truth, effect = np.array([0.0, 0.3, 1.0]), np.array([0.2, 0.0, -0.2])
    target = MEAN_RATING + ELO * (truth - truth.mean())
    bots, seats = [], []
    for _ in range(100):
        found = rated(simulated(rng, truth, effect, 60, tie=0.3), samples=200)
        bots += [found.bots[bot].low < value < found.bots[bot].high for bot, value in zip("abc", target, strict=True)]
        seats += [r.low < value < r.high for r, value in zip(found.seats[3], ELO * effect, strict=True)]
    assert 0.88 < np.mean(bots) < 0.99
    assert 0.88 < np.mean(seats) < 0.99


def test_identical_bots_over_ten_thousand_games() -> None:
    """Their difference is inside its interval; who sits first has an advantage, and it is found."""
    rng = np.random.default_rng(6)
    found = rated(simulated(rng, np.zeros(4), np.array([0.2, 0.0, 0.0, -0.2]), 2500), samples=100)
    for rating in found.bots.values():
        assert rating.low <= MEAN_RATING <= rating.high
        assert rating.high - rating.low < 25
    first, *_, last = found.seats[4]
    assert first.low > 0 > last.high
    assert first.value == pytest.approx(ELO * 0.2, abs=10)


def test_deals_are_resampled_whole() -> None:
    """Repeating every game inside its deal adds no information, so the interval stays."""
    outcomes = games((1, 2), 60) + [Outcome(60 + i, (0, 1), (2, 1)) for i in range(40)]
    once, often = rated(outcomes).bots["a"], rated(outcomes * 20).bots["a"]
    assert often.high - often.low == pytest.approx(once.high - once.low, rel=0.1)


def test_the_same_seed_gives_the_same_interval() -> None:
    outcomes = simulated(np.random.default_rng(3), np.array([0.0, 0.5, 1.0]), np.zeros(3), 20)
    assert rated(outcomes, seed=1) == rated(outcomes, seed=1)
    assert rated(outcomes, seed=1) != rated(outcomes, seed=2)


def test_the_order_of_games_and_of_seats_in_the_list_changes_nothing() -> None:
    played = results(simulated(np.random.default_rng(3), np.array([0.0, 0.5, 1.0]), np.zeros(3), 40))
    assert rate(played, samples=20) == rate(played[::-1], samples=20)


def test_nobody_to_compare_with() -> None:
    assert rate([]) is None
    assert rate(results(games((1, 2), 3, (0, 0)))) is None
    assert rate([GameResult(0, (seat("a", 1), seat("b", 1)))]) is None
    assert quick_ratings([]) == {}


def test_anchors_fix_the_scale() -> None:
    outcomes = simulated(np.random.default_rng(9), np.array([0.0, 0.6, 1.2]), np.zeros(3), 200)
    alone = rated(outcomes, samples=50)
    one = rated(outcomes, samples=50, anchors={"a": 1000.0, "nobody": 3.0})
    assert one.anchors == {"a": 1000.0}
    assert (one.bots["a"].low, one.bots["a"].value, one.bots["a"].high) == (1000.0, 1000.0, 1000.0)
    for bot in "bc":
        gap = alone.bots[bot].value - alone.bots["a"].value
        assert one.bots[bot].value - 1000 == pytest.approx(gap, abs=0.01)
    assert one.superiority == alone.superiority
    two = rated(outcomes, samples=50, anchors={"a": 1000.0, "c": 1400.0})
    assert (two.bots["a"].value, two.bots["c"].value) == (1000.0, 1400.0)
    assert 1000 < two.bots["b"].value < 1400
    assert two.free["a"] + two.free["c"] == pytest.approx(2400)
    assert two.free["c"] - two.free["a"] == pytest.approx(alone.bots["c"].value - alone.bots["a"].value)


def test_likelihood_of_superiority() -> None:
    draws = np.array([[1.0, 2.0, 2.0], [3.0, 1.0, 1.0], [5.0, 0.0, 4.0], [0.0, 1.0, 2.0]])
    assert likelihoods(draws).tolist() == [[0.5, 0.5, 0.5], [0.5, 0.5, 0.25], [0.5, 0.75, 0.5]]
    found = rated(games((1, 2), 100) + [Outcome(100 + i, (0, 1), (2, 1)) for i in range(20)], samples=50)
    assert found.superiority["a"] == {"a": 0.5, "b": 1.0}


def test_quick_ratings_are_the_ratings() -> None:
    played = results(simulated(np.random.default_rng(3), np.array([0.0, 0.5, 1.0]), np.zeros(3), 40))
    for anchors in ({}, {"b": 1200.0}):
        found = rate(played, samples=2, anchors=anchors)
        assert found is not None
        assert quick_ratings(played, anchors) == {bot: rating.value for bot, rating in found.bots.items()}
