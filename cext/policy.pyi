"""Native heuristics from Python: what one expects a seat to play, by its view, and what it expects of a state."""

from collections.abc import Sequence
from typing import NamedTuple

from caravela.cext.core import State, View

class HeuristicInfo(NamedTuple):
    """What a heuristic says of itself."""

    game: str  # the engine's name
    layout: int  # the state layout it was compiled for
    names: tuple[str, ...]  # of the weights
    weights: tuple[float, ...]  # their defaults

def heuristic_info(heuristic: object) -> HeuristicInfo:
    """Reads a PyCapsule "caravela.heuristic". ValueError if it is none, or was compiled for another interface."""

def average_prior(
    view: View, heuristic: object, samples: int, seed: int, weights: Sequence[float] | None = None
) -> tuple[list[int], list[float]]:
    """The legal actions of `view` in ascending order, and the probability the heuristic gives to each.

    The heuristic works on complete worlds; probabilities are its mean over `samples` worlds drawn from `view` with
    `Rng(seed)`. `weights`: all weights in order, None = its defaults. Runs without the GIL.

    ValueError: not a View, the seat is not to act, `samples` outside 1 .. 1000000, a heuristic for another state
    layout, another number of weights, or one that is not finite.
    """

def evaluate_state(state: State, heuristic: object, weights: Sequence[float] | None = None) -> list[float]:
    """The utility that the heuristic expects for every seat at a complete state, chance and the end included.

    `weights`: all weights in order, None = its defaults.

    ValueError: not a State, a heuristic for another state layout, another number of weights, or one that is not finite.
    """
