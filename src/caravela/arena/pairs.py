"""Two bots compared in the games where both sat: who came in before whom."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

import numpy as np

from caravela.arena.plackett_luce import resample
from caravela.arena.results import GameResult

SMALL_MARGIN = 0.05
"""5 points: a share of pairings nearer than this to a half is claimed ..."""
GAMES_FOR_SMALL_MARGINS = 1000
"""... only from so many games on."""
DEALS_FOR_CLAIMS = 30
"""With fewer the bootstrap promises more than it holds."""


@dataclass(frozen=True)
class Pair:
    """One bot against another. Each game counts once, however many seats the two had."""

    bot: str
    rival: str
    games: int
    """Games in which both sat."""
    share: float
    """Of pairings in which the bot came in before the rival; shared places, and games that nobody won, count half."""
    low: float
    """Ends of a bootstrap interval of 95 % over deals."""
    high: float
    claim: str
    """"better" or "worse" if these games show it, else ""."""


def pair_score(games: Iterable[GameResult], bot: str, rival: str) -> float:
    """The mean over `games` of how often, seat against seat, `bot` came in before `rival`; 0 to 1, ties half.

    ValueError if they never sat together.
    """
    scores = [_score(game, bot, rival) for game in games]
    met = [score for score in scores if score is not None]
    if not met:
        raise ValueError(f"{bot} and {rival} sat in no game together")
    return fsum(met) / len(met)


def claim(share: float, low: float, high: float, *, games: int, deals: int) -> str:
    """What may be said of a share with its interval: "better", "worse" or nothing.

    Margins under 5 points are claimed from 1,000 games or more; nothing is claimed from fewer than 30 deals.
    """
    if deals < DEALS_FOR_CLAIMS:
        return ""
    if abs(share - 0.5) < SMALL_MARGIN and games < GAMES_FOR_SMALL_MARGINS:
        return ""
    return "better" if low > 0.5 else "worse" if high < 0.5 else ""


def head_to_head(results: Sequence[GameResult], *, samples: int = 1000, seed: int = 0) -> list[Pair]:
    """Every two bots that met, in both directions, in alphabetical order."""
    bots = sorted({seat.bot for r in results for seat in r.seats})
    met: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for r in results:
        for bot, rival in combinations(sorted({seat.bot for seat in r.seats}), 2):
            met[bot, rival][r.deal].append(pair_score([r], bot, rival))
    deals = sorted({r.deal for r in results})
    row = {deal: i for i, deal in enumerate(deals)}
    names = [pair for pair in combinations(bots, 2) if pair in met]
    sums, counts = np.zeros((len(deals), len(names))), np.zeros((len(deals), len(names)))
    for column, pair in enumerate(names):
        for deal in sorted(met[pair]):
            scores = met[pair][deal]
            sums[row[deal], column], counts[row[deal], column] = fsum(scores), len(scores)
    rng = np.random.default_rng(seed)
    weights = (resample(rng, len(deals)) for _ in range(samples))
    with np.errstate(invalid="ignore"):  # a draw may miss every deal of a pair
        drawn = np.array([(w @ sums) / (w @ counts) for w in weights])
    pairs = []
    for column, (bot, rival) in enumerate(names):
        size = {"games": int(counts[:, column].sum()), "deals": len(met[bot, rival])}
        share = float(sums[:, column].sum() / size["games"])
        low, high = (float(end) for end in np.nanquantile(drawn[:, column], [0.025, 0.975]))
        for one, other, ends in ((bot, rival, (share, low, high)), (rival, bot, (1 - share, 1 - high, 1 - low))):
            pairs.append(Pair(one, other, size["games"], *ends, claim(*ends, **size)))
    return sorted(pairs, key=lambda pair: (pair.bot, pair.rival))


def _score(game: GameResult, bot: str, rival: str) -> float | None:
    own = [seat.place for seat in game.seats if seat.bot == bot]
    others = [seat.place for seat in game.seats if seat.bot == rival]
    if not own or not others:
        return None
    if not game.decided:
        return 0.5
    return sum((a < b) + (a == b) / 2 for a in own for b in others) / (len(own) * len(others))
