"""The chi-square tests against SciPy, and on made-up counts."""

import math
from collections import Counter

import pytest
from scipy import stats

from caravela.cext.core import Rng
from caravela.conformance.statistics import chi_square_tail, goodness_of_fit, normal_tail


@pytest.mark.parametrize("degrees", [1, 2, 3, 10, 99, 1000])
@pytest.mark.parametrize("factor", [0.1, 0.5, 0.9, 1.0, 1.1, 2.0, 5.0])
def test_chi_square_tail_agrees_with_scipy(degrees: int, factor: float) -> None:
    expected = stats.chi2.sf(degrees * factor, degrees)
    assert chi_square_tail(degrees * factor, degrees) == pytest.approx(expected, rel=1e-9, abs=1e-13)


def test_chi_square_tail_far_out() -> None:
    assert chi_square_tail(0.0, 3) == 1.0
    assert chi_square_tail(400.0, 2) == pytest.approx(math.exp(-200.0), rel=1e-9)
    assert chi_square_tail(1e5, 1) == 0.0
    with pytest.raises(ValueError, match="degrees is 0"):
        chi_square_tail(1.0, 0)


@pytest.mark.parametrize("z", [0.0, 0.5, -1.96, 6.0])
def test_normal_tail_agrees_with_scipy(z: float) -> None:
    assert normal_tail(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


def test_fair_counts_fit_and_unfair_ones_do_not() -> None:
    law = {kind: kind + 1.0 for kind in range(20)}
    cells = [kind for kind in law for _ in range(kind + 1)]
    rng = Rng(4)
    counts = dict.fromkeys(law, 0)
    for _ in range(5000):
        counts[cells[rng.bounded(len(cells))]] += 1
    p = goodness_of_fit(counts, law)
    assert p == pytest.approx(
        stats.chisquare([counts[k] for k in law], [5000 * law[k] / 210 for k in law]).pvalue, rel=1e-9
    )
    assert p > 0.001
    counts[19] += 400
    assert goodness_of_fit(counts, law) < 1e-9


def test_thin_cells_are_pooled() -> None:
    law = dict.fromkeys(range(1000), 1.0)
    assert goodness_of_fit({0: 40, 1: 60}, law) < 1e-9
    assert goodness_of_fit({0: 5}, law) == 1.0, "too few counts to tell"


def test_thin_cells_are_pooled_without_a_look_at_the_counts() -> None:
    law, values = dict.fromkeys(range(48), 1.0), []
    for seed in range(200):
        rng = Rng(seed)
        values.append(goodness_of_fit(Counter(rng.bounded(48) for _ in range(64)), law))
    assert min(values) > 1e-4
    assert 0.4 < sum(values) / len(values) < 0.6


def test_what_the_law_excludes_never_fits() -> None:
    assert goodness_of_fit({"a": 10, "b": 1}, {"a": 1.0}) == 0.0
    assert goodness_of_fit({"a": 10, "b": 0}, {"a": 1.0}) == 1.0
