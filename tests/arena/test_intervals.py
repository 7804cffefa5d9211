"""Intervals against published values and simulation."""

import numpy as np
import pytest

from caravela.arena.intervals import mean_interval, share_interval


def test_wilson_interval_of_a_textbook_case() -> None:
    # Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29 by the score method without continuity correction.
    table = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)]
    for wins, games, low, high in table:
        assert share_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_confidence_widens_and_halves_count() -> None:
    assert share_interval(10.5, 20, 0.99)[0] < share_interval(10.5, 20)[0] < 10.5 / 20


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (-1, 5), (6, 5)])
def test_impossible_shares_are_refused(wins: float, games: int) -> None:
    with pytest.raises(ValueError, match="are not a share"):
        share_interval(wins, games)


def test_bootstrap_of_single_values_is_near_the_normal_interval() -> None:
    values = np.random.default_rng(0).normal(5, 2, 400)
    low, high = mean_interval([[float(v)] for v in values])
    half = 1.96 * values.std() / 20
    assert (low, high) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.03)


def test_groups_stay_together() -> None:
    single = mean_interval([[0.0], [1.0]] * 50)
    grouped = mean_interval([[0.0] * 10, [1.0] * 10] * 5)
    assert grouped[1] - grouped[0] > 2 * (single[1] - single[0])


def test_no_values_no_mean() -> None:
    with pytest.raises(ValueError, match="no values"):
        mean_interval([[], []])
