"""Confidence intervals for shares and means."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import NormalDist

import numpy as np


def share_interval(wins: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for a share. Shared wins may count as parts of one; that makes it wider than need be.

    Raises ValueError unless 0 <= wins <= games and games >= 1.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games are not a share")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_interval(
    groups: Sequence[Sequence[float]], *, samples: int = 1000, seed: int = 0, confidence: float = 0.95
) -> tuple[float, float]:
    """Bootstrap interval for the mean of all values; values of one group (the games of a deal) are drawn together.

    Raises ValueError without any value.
    """
    sums = np.array([fsum(group) for group in groups], dtype=np.float64)
    sizes = np.array([len(group) for group in groups], dtype=np.float64)
    kept = sizes > 0
    sums, sizes = sums[kept], sizes[kept]
    if not len(sums):
        raise ValueError("no values, so no mean")
    draws = np.random.default_rng(seed).integers(0, len(sums), (samples, len(sums)))
    means = sums[draws].sum(axis=1) / sizes[draws].sum(axis=1)
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)
