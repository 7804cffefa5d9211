"""Batches of uniformly random games, played without the GIL."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caravela.cext.core import Game, State

@dataclass(frozen=True, eq=False)
class Playouts:
    """Result of playouts(): row i is playout i."""

    returns: npt.NDArray[np.float64]  # (n, players)
    scores: npt.NDArray[np.float64]  # (n, players)
    lengths: npt.NDArray[np.int32]  # (n,) decisions made, chance not counted

def playouts(source: State | Game, n: int, seed: int = 0, threads: int = 1) -> Playouts:
    """n uniformly random games from a State, or from a Game's start, to the end.

    Playout i takes all its numbers from Rng(seed, i), chance and decisions in the order they come up, a decision with
    one legal action none: the result does not depend on `threads`. The result takes 16 bytes a player and 4 more for
    each playout; n is at most 2**28. ValueError for bad numbers.
    """
