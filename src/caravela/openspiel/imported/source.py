"""OpenSpiel's games as a source of games: `load_game("openspiel:leduc_poker(players=3)")`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pyspiel

from caravela.cext.core import Game
from caravela.cext.names import shorten
from caravela.cext.python_engine import python_engine
from caravela.engines.registry import EngineSpec, load_game
from caravela.openspiel.imported.opening import game_type, game_types, refuse_unsupported
from caravela.openspiel.imported.parameters import game_options, option_name
from caravela.openspiel.imported.rules import PREFIX, Factory
from caravela.openspiel.imported.text import ImportedText


class OpenSpielSource:
    """The games of the open_spiel that is installed."""

    def names(self) -> list[str]:
        """The names of all games that OpenSpiel has, sorted; not all of them can be played here."""
        return sorted(game_types())

    def spec(self, name: str) -> EngineSpec:
        """The game of that name. ValueError shows close matches, or says why the game cannot be played here."""
        return _spec(name)


@cache
def _spec(name: str) -> EngineSpec:
    kind = game_type(name)
    if kind.default_loadable:  # else it depends on the game inside
        refuse_unsupported(kind)
    return EngineSpec(
        name=PREFIX + name,
        title=kind.long_name,
        engine=python_engine(PREFIX + name, Factory(name)),
        data_path=None,
        options=game_options(kind),
        text=ImportedText(name),
        variants=({},) if kind.default_loadable else (),
        reduced=({},) if kind.default_loadable else (),
    )


SOURCE = OpenSpielSource()
"""What `caravela.sources` names."""


def from_openspiel(game: str | pyspiel.Game, /, **parameters: Any) -> Game:
    """A game of OpenSpiel's as a Game: `from_openspiel("leduc_poker", players=3)`.

    `game`: a name, a name with parameters as OpenSpiel writes them, or a pyspiel.Game. `parameters`: OpenSpiel's, and
    `exact`, `worlds` and `effort` (see `parameters.SEARCH_OPTIONS`). ValueError if the game or a parameter is unknown,
    OpenSpiel refuses it, or the game cannot be played here; the message says why.
    """
    if isinstance(game, pyspiel.Game):
        text = str(game)
    elif isinstance(game, str):
        text = game.removeprefix(PREFIX)
    else:
        raise TypeError(f"a pyspiel.Game or the name of one is needed, not {shorten(game)}")
    try:
        given = pyspiel.game_parameters_from_string(text)
    except pyspiel.SpielError as error:
        raise ValueError(f"bad game {shorten(text)}: {' '.join(str(error).split())}") from error
    name = given.pop("name", text)
    options = {option_name(key): _as_option(value) for key, value in given.items()}
    for key, value in parameters.items():
        if option_name(key) in options:
            raise ValueError(f"parameter {key} is given twice: in {shorten(text)} and as {shorten(value)}")
        options[option_name(key)] = _as_option(value)
    return load_game(PREFIX + name, **options)


def _as_option(value: Any) -> Any:
    """A parameter as the value of an option: nested games as text."""
    if isinstance(value, pyspiel.Game):
        return str(value)
    if isinstance(value, Mapping):
        inner = ",".join(f"{key}={_as_option(item)}" for key, item in value.items() if key != "name")
        return f"{value['name']}({inner})"
    return value
