"""Which bots fix the scale of a game's ratings: `[anchors]` of `bots/heuristics/<game>.toml`.

They are frozen and versioned, so their ratings, once measured, are kept as given. One anchor alone would put its own
uncertainty into the interval of every other bot, so a scale is taken over only where two or more of them play.
"""

from collections.abc import Iterable, Sequence
from math import isfinite

from caravela.arena.results import GameResult
from caravela.bots.heuristics import settings


def anchors_for(results: Iterable[GameResult]) -> dict[str, float]:
    """The anchors of the game that was played, if two or more of them did; else none."""
    results = list(results)
    bots = {seat.bot for r in results for seat in r.seats}
    names = {r.game.partition("(")[0] for r in results}
    if len(names) != 1:
        return {}
    found = {bot: float(value) for bot, value in settings(names.pop()).anchors.items() if bot in bots}
    return found if len(found) > 1 else {}


def parse_anchors(texts: Sequence[str]) -> dict[str, float]:
    """`BOT=RATING` each; a bot's spec may hold `=` itself. ValueError for anything else."""
    anchors = {}
    for text in texts:
        bot, _, rating = text.rpartition("=")
        try:
            value = float(rating)
        except ValueError:
            value = float("nan")
        if not bot or not isfinite(value):
            raise ValueError(f"an anchor is BOT=RATING, such as random=1000, not {text!r}")
        if bot in anchors:
            raise ValueError(f"anchor {bot} is given twice")
        anchors[bot] = value
    return anchors
