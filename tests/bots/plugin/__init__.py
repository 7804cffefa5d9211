"""A heuristic for Monty Hall from elsewhere: it knows the prize of the world it is shown, and says so."""

from collections.abc import Sequence

from caravela.engines.registry import load_game
from tests.bots.native import heuristic


def prior(world: Sequence[int], seat: int, actions: Sequence[int], weights: Sequence[float]) -> list[float]:
    """The prize's door gets `insight`, the rest is spread over all doors; `first` pulls to the lowest door."""
    insight, first = weights
    shares = [(1 - insight) / len(actions) + insight * (action + 1 == world[1]) for action in actions]
    shares[0] += first
    return [share / sum(shares) for share in shares]


HEURISTIC = heuristic(load_game("monty_hall"), {"insight": 0.75, "first": 0.0}, prior)
