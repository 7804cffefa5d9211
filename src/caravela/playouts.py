"""Batches of uniformly random games, from a state, a game or its spec."""

from caravela.cext import playout
from caravela.cext.core import Game, State
from caravela.engines.registry import load_game

__all__ = ["playouts"]


def playouts(source: State | Game | str, n: int, seed: int = 0, threads: int = 1) -> playout.Playouts:
    """`caravela.cext.playouts`, which also takes a spec such as "veracruz(players=3)".

    The result takes 16 bytes a player and 4 more for each playout; n is at most 2**28. ValueError for bad numbers and
    unknown games, TypeError for what is no start.
    """
    return playout.playouts(load_game(source) if isinstance(source, str) else source, n, seed, threads)
