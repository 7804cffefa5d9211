"""The sequential test: it always ends, and it errs no more often than it says, by simulation."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import repeat
from math import sqrt

import numpy as np
import pytest

from caravela.arena.sequential import SequentialTest, Verdict, default_limit

Draw = Callable[[np.random.Generator, float], float]
"""One outcome with a given mean."""


def verdict(test: SequentialTest, outcomes: Iterator[float], games: int = 1000) -> Verdict:
    for outcome in outcomes:
        if (found := test.update(outcome, games)) is not None:
            return found
    raise AssertionError("the outcomes ended before the test")


def coin(rng: np.random.Generator, mean: float) -> float:
    """Two players, one game."""
    return float(rng.random() < mean)


def rotations(rng: np.random.Generator, mean: float) -> float:
    """Four games that share their cards, so their results go together."""
    luck = rng.beta(20 * mean, 20 * (1 - mean))
    return float(rng.binomial(4, luck)) / 4


def mostly_ties(rng: np.random.Generator, mean: float) -> float:
    """Nine of ten games are tied; the others decide."""
    return 0.5 if rng.random() < 0.9 else float(rng.random() < 0.5 + 10 * (mean - 0.5))


def rare_disasters(rng: np.random.Generator, mean: float) -> float:
    """Nearly always a little better than the mean, now and then far worse: what flatters a normal approximation."""
    return 0.0 if rng.random() < 0.02 else mean / 0.98


def decisions(draw: Draw, mean: float, runs: int, seed: int, **options: float) -> Counter[Verdict]:
    rng = np.random.default_rng(seed)
    found: Counter[Verdict] = Counter()
    for _ in range(runs):
        test = SequentialTest(**options)  # type: ignore[arg-type]
        found[verdict(test, iter(lambda: draw(rng, mean), None))] += 1
    return found


def at_most(rate: float, runs: int) -> float:
    """Errors beyond which a rate is not kept: three standard deviations."""
    return runs * rate + 3 * sqrt(runs * rate * (1 - rate))


@pytest.mark.parametrize("draw", [coin, rotations, mostly_ties, rare_disasters])
@pytest.mark.parametrize("runs", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_error_rates_hold_at_both_bounds(draw: Draw, runs: int) -> None:
    bounds = {"low": 0.0, "high": 0.1 if draw is not mostly_ties else 0.03}
    for alpha, beta in ((0.05, 0.05), (0.2, 0.1)):
        null = decisions(draw, 0.5, runs, 1, alpha=alpha, beta=beta, **bounds)
        assert null["better"] <= at_most(alpha, runs)
        assert null["not better"] >= 0.7 * runs
        true = decisions(draw, 0.5 + bounds["high"], runs, 2, alpha=alpha, beta=beta, **bounds)
        assert true["not better"] <= at_most(beta, runs)
        assert true["better"] >= 0.7 * runs


@pytest.mark.slow
def test_error_rates_hold_with_equal_bounds_and_other_limits() -> None:
    for limit in (50, 400):
        found = decisions(coin, 0.5, 1000, 3, low=0.0, high=0.0, limit=limit)
        assert found["better"] <= at_most(0.05, 1000)
        assert found["not better"] <= at_most(0.05, 1000)
        assert found["undecided"] > 850


@pytest.mark.slow
def test_it_needs_fewer_deals_than_a_test_of_a_fixed_size() -> None:
    rng = np.random.default_rng(4)
    fixed = default_limit(0.0, 0.05, 0.05, 0.05) / 4
    for mean in (0.5, 0.55):
        used = []
        for _ in range(200):
            test = SequentialTest(0.0, 0.05)
            verdict(test, iter(lambda mean=mean: coin(rng, mean), None))
            used.append(test.deals)
        assert np.mean(used) < 0.75 * fixed


@pytest.mark.parametrize("bounds", [(0.0, 0.05), (0.0, 0.0), (0.02, 0.02), (-0.03, 0.0), (0.0, 0.01), (0.4, 0.45)])
def test_one_sided_data_end_soon(bounds: tuple[float, float]) -> None:
    for outcome, expected in ((1.0, "better"), (0.0, "not better")):
        test = SequentialTest(*bounds)
        assert verdict(test, repeat(outcome)) == expected
        assert test.deals < 50


def test_all_ties() -> None:
    assert verdict(SequentialTest(0.0, 0.05), repeat(0.5)) == "not better"
    assert verdict(SequentialTest(0.02, 0.02), repeat(0.5)) == "not better"
    assert verdict(SequentialTest(-0.05, -0.02), repeat(0.5)) == "better"
    equal = SequentialTest(0.0, 0.0, limit=200)
    assert verdict(equal, repeat(0.5)) == "undecided"
    assert (equal.deals, equal.margin, equal.evidence) == (200, 0.0, (1.0, 1.0))


def test_small_margins_wait_for_1000_games() -> None:
    for games, deals in ((1, 1000), (4, 250)):
        test = SequentialTest(0.0, 0.02)
        assert verdict(test, repeat(0.53), games) == "better"
        assert test.deals == deals
    few = SequentialTest(0.0, 0.02, limit=300)
    assert verdict(few, repeat(0.53), 1) == "undecided"
    assert few.evidence[0] > 20
    assert verdict(SequentialTest(0.0, 0.02), repeat(0.56), 1) == "better"


def test_a_verdict_stays() -> None:
    test = SequentialTest(0.0, 0.1)
    assert verdict(test, repeat(1.0)) == "better"
    deals = test.deals
    assert [test.update(0.0) for _ in range(50)] == ["better"] * 50
    assert test.deals == deals


def test_long_one_sided_series_do_not_overflow() -> None:
    test = SequentialTest(0.0, 0.01, limit=3000)
    for _ in range(900):
        test.update(0.549, 1)
    held = SequentialTest(0.0, 0.0, alpha=1e-300, beta=1e-300)
    assert verdict(held, repeat(1.0)) == "better"
    assert held.evidence[0] > 1e299


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"low": 0.1, "high": 0.05}, "bounds 0.1 and 0.05"),
        ({"low": -0.5}, "between -0.5 and 0.5"),
        ({"high": 0.5}, "between -0.5 and 0.5"),
        ({"high": float("nan")}, "bounds 0 and nan"),
        ({"alpha": 0.0}, "alpha=0"),
        ({"beta": 0.5}, "beta=0.5"),
        ({"limit": 0}, "limit=0"),
    ],
)
def test_bad_designs_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SequentialTest(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_impossible_outcomes_are_refused(score: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        SequentialTest().update(score)
