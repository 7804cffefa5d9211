"""The Plackett-Luce fit against closed forms, a general optimiser and simulated tournaments."""

from math import exp, log

import numpy as np
import pytest
from scipy.optimize import minimize

from caravela.arena.ratings import ELO, MEAN_RATING, PRIOR_SD, Outcome, PlackettLuce


def games(places: tuple[int, ...], count: int, bots: tuple[int, ...] | None = None) -> list[Outcome]:
    return [Outcome(i, bots or tuple(range(len(places))), places) for i in range(count)]


def test_two_bots_without_ties_get_the_log_odds() -> None:
    strengths = PlackettLuce(games((1, 2), 7500) + games((2, 1), 2500), 2).fit()
    assert strengths[0] - strengths[1] == pytest.approx(log(3), abs=0.002)


def test_ties_draw_two_bots_together_and_are_symmetric() -> None:
    won = PlackettLuce(games((1, 2), 60) + games((2, 1), 20), 2).fit()
    tied = PlackettLuce(games((1, 2), 60) + games((2, 1), 20) + games((1, 1), 200), 2).fit()
    assert 0 < tied[0] < won[0]
    assert PlackettLuce(games((1, 1), 10), 2).fit() == pytest.approx([0, 0])


def test_agrees_with_a_general_optimiser() -> None:
    table = {(1, 2, 3): 5, (2, 1, 3): 3, (1, 1, 3): 2, (3, 1, 1): 2, (2, 1, 2): 1}
    outcomes = [outcome for places, count in table.items() for outcome in games(places, count)]

    def loss(x: np.ndarray) -> float:
        s, tie = np.exp(x[:3]), exp(x[3])
        three = s.sum() + tie * sum(np.sqrt(s[i] * s[j]) for i, j in [(0, 1), (0, 2), (1, 2)])

        def two(i: int, j: int) -> float:
            return float(s[i] + s[j] + tie * np.sqrt(s[i] * s[j]))

        chances = [
            (5, s[0] / three * s[1] / two(1, 2)),
            (3, s[1] / three * s[0] / two(0, 2)),
            (2, tie * np.sqrt(s[0] * s[1]) / three),
            (2, tie * np.sqrt(s[1] * s[2]) / three),
            (1, s[1] / three * tie * np.sqrt(s[0] * s[2]) / two(0, 2)),
        ]
        return float(0.5 * x @ x / PRIOR_SD**2 - sum(n * log(p) for n, p in chances))

    best = minimize(loss, np.zeros(4), tol=1e-12).x[:3]
    assert PlackettLuce(outcomes, 3).fit() == pytest.approx(best - best.mean(), abs=1e-4)


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    strengths = PlackettLuce(games((1, 2), 1000), 2).fit()
    assert 3 < strengths[0] - strengths[1] < 15


def test_the_same_bot_in_two_seats_counts_for_itself() -> None:
    """One seat twice as strong as two equal ones: first in half of all games, else second in two thirds."""
    table = {(1, 2, 3): 600, (1, 3, 2): 600, (2, 1, 3): 400, (3, 1, 2): 200, (2, 3, 1): 400, (3, 2, 1): 200}
    outcomes = [outcome for places, count in table.items() for outcome in games(places, count, (0, 1, 1))]
    strengths = PlackettLuce(outcomes, 2).fit()
    assert strengths[0] - strengths[1] == pytest.approx(log(2), abs=0.005)


def test_complete_ties_at_every_table_size() -> None:
    assert PlackettLuce(games((1, 1, 1, 1), 3) + games((2, 2), 1, (0, 1)), 4).fit() == pytest.approx([0] * 4)


def test_no_games_no_differences() -> None:
    ratings = PlackettLuce([], 3).ratings(samples=5)
    assert [r.value for r in ratings] == [MEAN_RATING] * 3


def test_intervals_hold_the_truth_and_narrow_with_more_deals() -> None:
    rng = np.random.default_rng(1)
    truth = np.array([0.0, 0.6, 1.2])
    target = MEAN_RATING + ELO * (truth - truth.mean())

    def simulate(count: int) -> list[Outcome]:
        orders = (truth + rng.gumbel(size=(count, 3))).argsort(axis=1)[:, ::-1].argsort(axis=1)
        return [Outcome(i, (0, 1, 2), tuple(int(p) + 1 for p in order)) for i, order in enumerate(orders)]

    small, large = (PlackettLuce(simulate(n), 3).ratings(samples=100) for n in (100, 1600))
    for few, many, value in zip(small, large, target, strict=True):
        assert many.low < value < many.high
        assert many.low < many.value < many.high
        assert 2 < (few.high - few.low) / (many.high - many.low) < 8


def test_deals_are_resampled_whole() -> None:
    """Repeating every game inside its deal adds no information, so the interval stays."""
    outcomes = games((1, 2), 60) + [Outcome(60 + i, (0, 1), (2, 1)) for i in range(40)]
    once, often = PlackettLuce(outcomes, 2).ratings(), PlackettLuce(outcomes * 20, 2).ratings()
    assert often[0].high - often[0].low == pytest.approx(once[0].high - once[0].low, rel=0.1)


def test_the_same_seed_gives_the_same_interval() -> None:
    model = PlackettLuce(games((1, 2), 30) + [Outcome(30 + i, (0, 1), (2, 1)) for i in range(10)], 2)
    assert model.ratings(seed=1) == model.ratings(seed=1)
    assert model.ratings(seed=1) != model.ratings(seed=2)
