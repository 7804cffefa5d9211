"""Is one bot better than another by a margin? A test that may be looked at after every deal and stops by itself.

The outcome of a deal is a number from 0 to 1: the share of pairings that the first bot won in all its games
(`pair_score`). Its mean less a half is the margin. Two claims compete: "the margin is above `low`" and "the margin is
below `high`". Against the opposite of each runs a bet: capital starts at 1 and is multiplied by 1 + stake * (outcome -
mean under that hypothesis) after each deal, with a stake fixed before the outcome is known. If the hypothesis is true
the capital is a supermartingale, so it ever reaches 1 / alpha with a probability of at most alpha (Ville's inequality),
whatever the distribution of outcomes, and however often one looks: Waudby-Smith & Ramdas, "Estimating means of bounded
random variables by betting", JRSS B 86 (2024). There is no approximation in the error rates.

The capital is split once between two ways to stake: as is best if the margin is the other bound, and as is best if it
is what was seen so far (their section 5, "approximate GRAPA").
"""

from math import ceil, exp, inf, log, log1p
from statistics import NormalDist
from typing import Literal

from caravela.arena.pairs import GAMES_FOR_SMALL_MARGINS, SMALL_MARGIN

Verdict = Literal["better", "not better", "undecided"]

GREATEST_LOSS = 0.75
"""No stake can lose more than this part of the capital in one deal."""
LIMIT_WITH_EQUAL_BOUNDS = 10_000
LIMIT_FACTOR = 4


class SequentialTest:
    """Decides between "better by more than `low`" and "better by less than `high`" deal by deal.

    `low` and `high` are margins: shares of pairings above a half, so 0.05 means 55 of 100. Whatever outcomes are, as
    long as no deal depends on those before it,

    - with a true margin of `low` or less "better" is said with probability `alpha` at most;
    - with a true margin of `high` or more "not better" is said with probability `beta` at most;
    - after `limit` deals, if not before, it ends with "undecided", which claims nothing. By default the limit is 4
      times what a test of a fixed size would need in the worst case; 10,000 with equal bounds.

    "better" is held back until the mean shows 5 points of margin or 1,000 games were played. Raises ValueError unless
    -0.5 < low <= high < 0.5, error rates lie between 0 and 0.5, and the limit is 1 or more.
    """

    def __init__(
        self, low: float = 0.0, high: float = 0.05, *, alpha: float = 0.05, beta: float = 0.05, limit: int | None = None
    ) -> None:
        if not -0.5 < low <= high < 0.5:
            raise ValueError(f"bounds {low:g} and {high:g}: margins must rise and lie between -0.5 and 0.5")
        for name, value in (("alpha", alpha), ("beta", beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name}={value:g}: an error rate must lie between 0 and 0.5")
        if limit is not None and limit < 1:
            raise ValueError(f"limit={limit}: a test needs at least one deal")
        self.low, self.high, self.alpha, self.beta = low, high, alpha, beta
        self.limit = default_limit(low, high, alpha, beta) if limit is None else limit
        self.deals = 0
        self.games = 0
        self.verdict: Verdict | None = None
        self._sum = 0.0
        self._better = _Bet(0.5 + low, 0.5 + high)
        self._worse = _Bet(0.5 - high, 0.5 - low)  # of the mirrored outcomes
        self._found: Verdict | None = None

    @property
    def margin(self) -> float:
        """The mean of the outcomes so far, less a half; 0 before the first."""
        return self._sum / self.deals - 0.5 if self.deals else 0.0

    @property
    def evidence(self) -> tuple[float, float]:
        """What the bets against "not above `low`" and "not below `high`" have won: they decide at 1/alpha, 1/beta."""
        return self._better.capital, self._worse.capital

    def update(self, score: float, games: int = 1) -> Verdict | None:
        """Takes the outcome of one deal, played in `games` games. The verdict once there is one; it never changes.

        Raises ValueError for an outcome outside 0 to 1.
        """
        if not 0 <= score <= 1:
            raise ValueError(f"the outcome of a deal lies between 0 and 1, not {score}")
        if self.verdict is not None:
            return self.verdict
        self.deals += 1
        self.games += games
        self._sum += score
        self._better.settle(score)
        self._worse.settle(1 - score)
        if self._found is None and self._better.log_capital >= -log(self.alpha):
            self._found = "better"
        if self._found is None and self._worse.log_capital >= -log(self.beta):
            self._found = "not better"
        if self._found == "not better" or (self._found == "better" and self._may_claim()):
            self.verdict = self._found
        elif self.deals >= self.limit:
            self.verdict = "undecided"
        return self.verdict

    def _may_claim(self) -> bool:
        return self.margin >= SMALL_MARGIN or self.games >= GAMES_FOR_SMALL_MARGINS


def default_limit(low: float, high: float, alpha: float, beta: float) -> int:
    """Deals after which a test ends undecided, if nobody says otherwise."""
    if high == low:
        return LIMIT_WITH_EQUAL_BOUNDS
    quantiles = NormalDist().inv_cdf(1 - alpha) + NormalDist().inv_cdf(1 - beta)
    return ceil(LIMIT_FACTOR * (quantiles / (2 * (high - low))) ** 2)


class _Bet:
    """Capital staked on the mean being above `mean`, in case it is `aim`."""

    def __init__(self, mean: float, aim: float) -> None:
        self._mean = mean
        self._gap = aim - mean
        self._logs = [0.0, 0.0] if self._gap else [0.0]
        # Half an outcome of a half and its spread beforehand, so that the first stakes are small.
        self._count, self._total, self._squares = 1, 0.5, 0.25

    @property
    def log_capital(self) -> float:
        most = max(self._logs)
        return most + log(sum(exp(one - most) for one in self._logs) / len(self._logs))

    @property
    def capital(self) -> float:
        return exp(self.log_capital) if self.log_capital < 700 else inf

    def settle(self, outcome: float) -> None:
        """Pays for an outcome; stakes depend on those before it alone."""
        seen = self._total / self._count
        spread = self._squares / self._count
        for i, gap in enumerate((seen - self._mean, self._gap)[: len(self._logs)]):
            stake = min(gap / (spread + gap * gap), GREATEST_LOSS / self._mean) if gap > 0 else 0.0
            self._logs[i] += log1p(stake * (outcome - self._mean))
        self._count += 1
        self._total += outcome
        self._squares += (outcome - self._total / self._count) ** 2
