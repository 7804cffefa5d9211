"""When enough is known: a tournament may stop once its ratings are exact enough.

Looked at are the first games of the plan, whole rounds of it, never those that happen to be finished: so a tournament
stops after the same game wherever and however fast it is played.
"""

from collections.abc import Sequence
from itertools import pairwise

from caravela.arena.anchors import anchors_for
from caravela.arena.ratings import rate
from caravela.arena.results import GameResult
from caravela.arena.schedule import Deal

__all__ = ["exact_enough", "milestones"]

_GROWTH = 1.2  # the next look is at this many times as many games
_FIRST = 8  # rounds before the first look: fewer deals tell nothing of how far they scatter


def milestones(plan: Sequence[Deal]) -> list[int]:
    """Numbers of games, ascending, after which it is worth looking. The end of the plan is none."""
    found: list[int] = []
    games = 0
    for before, after in pairwise(plan):
        games += len(before.line_up)
        if after.number > before.number and after.number >= _FIRST and (not found or games >= _GROWTH * found[-1]):
            found.append(games)
    return found


def exact_enough(results: Sequence[GameResult], width: float) -> bool:
    """Whether the interval of every bot's rating is at most so many points wide, on the scale of the game's anchors."""
    ratings = rate(results, anchors=anchors_for(results))
    return ratings is not None and all(rating.high - rating.low <= width for rating in ratings.bots.values())
