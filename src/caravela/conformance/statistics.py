"""Chi-square tests without SciPy, strict enough to be run thousands of times."""

import math
from collections.abc import Hashable, Mapping
from typing import TypeVar

Cell = TypeVar("Cell", bound=Hashable)

ALPHA = 1e-9
"""Below this a difference is no accident. A run makes up to some thousands of tests, so that a sound game
fails one run in about a million; as seeds are fixed, it then fails that seed always."""

SMALLEST_CELL = 10.0
"""Cells that expect fewer counts are thrown together: the approximation is poor in thin cells."""


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Probability that a chi-square variable with `degrees` degrees of freedom exceeds `statistic`.

    The regularized incomplete gamma function Q(degrees/2, statistic/2) by series or continued fraction
    (Abramowitz & Stegun 6.5.29 and 6.5.31).
    """
    if degrees < 1:
        raise ValueError(f"degrees is {degrees}; it must be at least 1")
    if statistic <= 0.0:
        return 1.0
    a, x = degrees / 2.0, statistic / 2.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1.0:
        term = total = 1.0 / a
        n = a
        while term > total * 1e-16:
            n += 1.0
            term *= x / n
            total += term
        return max(0.0, 1.0 - scale * total)
    return scale * _upper_fraction(a, x)


def _upper_fraction(a: float, x: float) -> float:
    """The continued fraction of the upper incomplete gamma function by Lentz's method; x >= a + 1."""
    b = x + 1.0 - a
    c, d = math.inf, 1.0 / b
    value = d
    for i in range(1, 10_000):
        factor = -i * (i - a)
        b += 2.0
        d = 1.0 / (factor * d + b)
        c = b + factor / c
        value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def goodness_of_fit(counts: Mapping[Cell, int], law: Mapping[Cell, float]) -> float:
    """p-value of the counts under the law (weights, in any scale); 0.0 if a cell outside the law was seen.

    Cells expecting less than SMALLEST_CELL are pooled, the thinnest first.
    """
    if any(cell not in law for cell, count in counts.items() if count):
        return 0.0
    n, mass = sum(counts.values()), math.fsum(law.values())
    # Never by what was seen: pools of rare and of frequent cells would differ from any law.
    cells = sorted(((n * weight / mass, counts.get(cell, 0)) for cell, weight in law.items()), key=lambda cell: cell[0])
    pooled: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    for cell_expected, cell_seen in cells:
        expected, seen = expected + cell_expected, seen + cell_seen
        if expected >= SMALLEST_CELL:
            pooled.append((expected, seen))
            expected, seen = 0.0, 0
    if pooled and expected:
        pooled[-1] = (pooled[-1][0] + expected, pooled[-1][1] + seen)
    if len(pooled) < 2:
        return 1.0
    statistic = math.fsum((seen - expected) ** 2 / expected for expected, seen in pooled)
    return chi_square_tail(statistic, len(pooled) - 1)


def normal_tail(z: float) -> float:
    """Two-sided tail probability of a standard normal variable."""
    return math.erfc(abs(z) / math.sqrt(2.0))
