"""OpenSpiel's games, played by everything that plays Caravela's."""

from caravela.openspiel.imported.opening import UnsupportedGameError
from caravela.openspiel.imported.source import SOURCE, from_openspiel
from caravela.openspiel.imported.worlds import NoWorldError

__all__ = ["SOURCE", "NoWorldError", "UnsupportedGameError", "from_openspiel"]
