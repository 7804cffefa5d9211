"""A small game held in memory by OpenSpiel, for exact algorithms at the speed of C++."""

import pyspiel

from caravela.cext import Game
from caravela.openspiel.exported.registration import as_pyspiel_game

__all__ = ["cached_tree"]


def cached_tree(game: Game | pyspiel.Game) -> pyspiel.Game:
    """`game` with every position kept that was ever visited, so that each asks our engine only once.

    For games small enough to hold: CFR, best responses and exploitability become as quick as on a game in C++ after
    the first pass. Positions are never dropped, and there is no resampler: no ISMCTS on it.
    """
    if isinstance(game, Game):
        game = as_pyspiel_game(game)
    return pyspiel.convert_to_cached_tree(game)
