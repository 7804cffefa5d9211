"""OpenSpiel, both ways: our games and players there, its games and bots here.

Needs OpenSpiel: `pip install 'caravela[openspiel]'`.
"""

try:
    import pyspiel as _pyspiel  # noqa: F401 - everything below needs it
except ImportError as error:
    raise ImportError(
        "caravela.openspiel needs OpenSpiel: pip install 'caravela[openspiel]'", name="pyspiel"
    ) from error

from caravela.openspiel.bots import as_pyspiel_bot, from_pyspiel_bot
from caravela.openspiel.exported import as_pyspiel_game, cached_tree, complete_record, register
from caravela.openspiel.imported import SOURCE, NoWorldError, UnsupportedGameError, from_openspiel

__all__ = [
    "SOURCE",
    "NoWorldError",
    "UnsupportedGameError",
    "as_pyspiel_bot",
    "as_pyspiel_game",
    "cached_tree",
    "complete_record",
    "from_openspiel",
    "from_pyspiel_bot",
    "register",
]
