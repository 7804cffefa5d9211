"""Our games in OpenSpiel."""

from caravela.openspiel.exported.cached_tree import cached_tree
from caravela.openspiel.exported.game import ExportedGame
from caravela.openspiel.exported.registration import as_pyspiel_game, register
from caravela.openspiel.exported.state import ExportedState, complete_record

__all__ = ["ExportedGame", "ExportedState", "as_pyspiel_game", "cached_tree", "complete_record", "register"]
