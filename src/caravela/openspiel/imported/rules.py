"""Opens a game of OpenSpiel as a PythonGame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from caravela.openspiel.imported.game import parameters_of
from caravela.openspiel.imported.hidden_game import HiddenGame
from caravela.openspiel.imported.open_game import OpenGame
from caravela.openspiel.imported.opening import open_game
from caravela.openspiel.imported.parameters import search_options

PREFIX = "openspiel:"
"""What names of imported games begin with."""


def open_rules(name: str, options: Mapping[str, Any]) -> HiddenGame | OpenGame:
    """The rules of the game of that name. ValueError with the reason if it cannot be played."""
    game = open_game(name, options)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        search = {option.name: options.get(option.name, option.default) for option in search_options(name)}
        return HiddenGame(PREFIX + name, game, search["exact"], search["worlds"], search["effort"])
    return OpenGame(PREFIX + name, game)


class Factory:
    """Opens one game with the flat parameters of the C interface."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, parameters: Mapping[str, Any]) -> HiddenGame | OpenGame:
        """The rules for these parameters."""
        return open_rules(self.name, parameters_of(parameters))
