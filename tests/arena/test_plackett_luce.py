"""The fit against closed forms, a general optimiser and simulated tournaments."""

from itertools import permutations
from math import exp, log

import numpy as np
import pytest
from scipy.optimize import minimize

from caravela.arena.plackett_luce import PRIOR_SD, SEAT_PRIOR_SD, Outcome, PlackettLuce
from tests.arena.made import games, simulated


def strengths(outcomes: list[Outcome], bots: int) -> np.ndarray:
    return PlackettLuce(outcomes, bots, seats=False).fit().strengths


def test_two_bots_without_ties_get_the_log_odds() -> None:
    found = strengths(games((1, 2), 7500) + games((2, 1), 2500), 2)
    assert found[0] - found[1] == pytest.approx(log(3), abs=0.002)


def test_ties_draw_two_bots_together_and_are_symmetric() -> None:
    won = strengths(games((1, 2), 60) + games((2, 1), 20), 2)
    tied = strengths(games((1, 2), 60) + games((2, 1), 20) + games((1, 1), 200), 2)
    assert 0 < tied[0] < won[0]
    assert strengths(games((1, 1), 10), 2) == pytest.approx([0, 0])


@pytest.mark.parametrize("seats", [False, True])
def test_agrees_with_a_general_optimiser(seats: bool) -> None:
    table = {(1, 2, 3): 5, (2, 1, 3): 3, (1, 1, 3): 2, (3, 1, 1): 2, (2, 1, 2): 1}
    turned = {(1, 2, 3): 2, (3, 1, 2): 2}
    outcomes = [outcome for places, count in table.items() for outcome in games(places, count)]
    outcomes += [outcome for places, count in turned.items() for outcome in games(places, count, (2, 0, 1))]

    def chance(powers: np.ndarray, tie: float, places: tuple[int, ...]) -> float:
        p, left = 1.0, list(range(3))
        while len(left) > 1:
            best = [i for i in left if places[i] == min(places[j] for j in left)]
            weights = {(i,): powers[i] for i in left}
            weights |= {(i, j): tie * np.sqrt(powers[i] * powers[j]) for i in left for j in left if i < j}
            p *= weights[tuple(best)] / sum(weights.values())
            left = [i for i in left if i not in best]
        return float(p)

    def loss(x: np.ndarray) -> float:
        prior = np.array([PRIOR_SD] * 3 + [SEAT_PRIOR_SD] * 3 + [PRIOR_SD])
        value = 0.5 * float(((x / prior) ** 2).sum())
        for o in outcomes:
            powers = np.exp(x[list(o.bots)] + (x[3:6] if seats else 0))
            value -= log(chance(powers, exp(x[6]), o.places))
        return value

    best = minimize(loss, np.zeros(7), tol=1e-12).x
    found = PlackettLuce(outcomes, 3, seats=seats).fit()
    assert found.strengths == pytest.approx(best[:3] - best[:3].mean(), abs=1e-4)
    if seats:
        assert found.seats[3] == pytest.approx(best[3:6] - best[3:6].mean(), abs=1e-4)
        assert abs(found.seats[3]).max() > 0.01


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    found = strengths(games((1, 2), 1000), 2)
    assert 3 < found[0] - found[1] < 15
    assert np.isfinite([d.strengths for d in PlackettLuce(games((1, 2), 10), 2).bootstrap(20, 0)]).all()


def test_the_same_bot_in_two_seats_counts_for_itself() -> None:
    """One seat twice as strong as two equal ones: first in half of all games, else second in two thirds."""
    table = {(1, 2, 3): 600, (1, 3, 2): 600, (2, 1, 3): 400, (3, 1, 2): 200, (2, 3, 1): 400, (3, 2, 1): 200}
    outcomes = [outcome for places, count in table.items() for outcome in games(places, count, (0, 1, 1))]
    found = strengths(outcomes, 2)
    assert found[0] - found[1] == pytest.approx(log(2), abs=0.005)


@pytest.mark.parametrize("seats", [False, True])
def test_four_way_ties_move_nobody_apart(seats: bool) -> None:
    model = PlackettLuce(games((1, 1, 1, 1), 3) + games((2, 2), 1, (0, 1)), 4, seats=seats)
    assert model.fit().strengths == pytest.approx([0] * 4, abs=1e-12)


def test_two_and_two_ties_move_nobody_apart_who_tied() -> None:
    found = strengths(games((1, 1, 3, 3), 30), 4)
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert found[2] == pytest.approx(found[3], abs=1e-9)
    pairings = [(1, 1, 3, 3), (3, 3, 1, 1), (1, 3, 1, 3), (3, 1, 3, 1), (1, 3, 3, 1), (3, 1, 1, 3)]
    everyone = [o for places in pairings for o in games(places, 5)]
    assert strengths(everyone, 4) == pytest.approx([0] * 4, abs=1e-9)


def test_four_way_ties_leave_a_gap_as_it_is() -> None:
    orders = list(permutations(range(4)))
    orders += 2 * [order for order in orders if order.index(0) < order.index(1)]
    won = [Outcome(0, order, (1, 2, 3, 4)) for order in orders]
    before, after = strengths(won, 4), strengths(won + games((1, 1, 1, 1), 100), 4)
    assert before[0] - before[1] > 0.5
    assert after == pytest.approx(before, abs=0.005)


def test_seats_and_bots_are_told_apart() -> None:
    rng = np.random.default_rng(2)
    truth, effect = np.array([0.0, 0.4, 0.8]), np.array([0.5, 0.0, -0.5])
    found = PlackettLuce(simulated(rng, truth, effect, 1500), 3).fit()
    assert found.strengths == pytest.approx(truth - truth.mean(), abs=0.08)
    assert found.seats[3] == pytest.approx(effect, abs=0.08)
    assert found.seats[3].sum() == pytest.approx(0, abs=1e-9)


def test_held_bots_stay_and_the_others_follow() -> None:
    outcomes = games((1, 2), 7500) + games((2, 1), 2500)
    found = PlackettLuce(outcomes, 2, held={1: -2.0}, seats=False).fit().strengths
    assert found == pytest.approx([log(3) - 2.0, -2.0], abs=0.002)
    assert PlackettLuce(outcomes, 2, held={0: 1.0, 1: 0.5}).fit().strengths == pytest.approx([1.0, 0.5])


def test_no_games_no_differences() -> None:
    model = PlackettLuce([], 3)
    assert model.fit().strengths == pytest.approx([0.0] * 3)
    assert [d.strengths.tolist() for d in model.bootstrap(2, 0)] == [[0.0] * 3] * 2


def test_the_order_of_games_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    outcomes = simulated(rng, np.array([0.0, 0.5, 1.0]), np.zeros(3), 40, tie=0.3)
    shuffled = [outcomes[i] for i in rng.permutation(len(outcomes))]
    one, other = PlackettLuce(outcomes, 3), PlackettLuce(shuffled, 3)
    assert (one.fit().strengths == other.fit().strengths).all()
    for a, b in zip(one.bootstrap(5, 7), other.bootstrap(5, 7), strict=True):
        assert (a.strengths == b.strengths).all()


def test_a_replicate_is_the_fit_to_its_draw() -> None:
    """The short way to a replicate ends where Newton's method does."""
    outcomes = simulated(np.random.default_rng(4), np.array([0.0, 0.7, 1.4, 0.2]), np.zeros(4), 30, tie=0.2)
    model = PlackettLuce(outcomes, 4)
    rng = np.random.default_rng(5)
    for drawn in model.bootstrap(10, 5):
        exact = model.fit(np.bincount(rng.integers(0, 30, 30), minlength=30).astype(float))
        assert drawn.strengths == pytest.approx(exact.strengths, abs=2e-3)
        assert drawn.seats[4] == pytest.approx(exact.seats[4], abs=2e-3)
