"""A game's options and edited data as parameters that OpenSpiel's text form can carry.

OpenSpiel writes a game as `name(key=value,...)` and reads it back without any quoting. Edited data therefore travels as
one word: the tables that differ from the engine's own, as JSON, deflated, in base64 of letters, digits, `-` and `_`.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

import pyspiel

from caravela.cext import Game
from caravela.cext.names import shorten
from caravela.engines.registry import EngineSpec, load_game

__all__ = ["DATA", "load", "parameters_of", "specification"]

DATA = "data"
"""The parameter of edited data; empty for the engine's own."""

LARGEST = 4_000_000
"""Characters of JSON that are unpacked at most."""


def specification(spec: EngineSpec) -> dict[str, Any]:
    """Every parameter with its default: the engine's options, and `data`."""
    return {option.name: option.default for option in spec.options} | {DATA: ""}


def load(spec: EngineSpec, parameters: Mapping[str, Any]) -> Game:
    """The game with these parameters. ValueError for bad ones, naming the good ones."""
    options = {name: value for name, value in parameters.items() if name != DATA}
    text = parameters.get(DATA, "")
    return load_game(spec.name, data=decode(text) if text else None, **options)


def parameters_of(spec: EngineSpec, game: Game) -> dict[str, Any]:
    """The parameters in which `game` differs from the default. ValueError if OpenSpiel's text form would lose one."""
    found = {
        option.name: game.options[option.name] for option in spec.options if game.options[option.name] != option.default
    }
    own = spec.data()
    changed = {key: table for key, table in game.data.items() if own.get(key) != table}
    if changed:
        found[DATA] = encode(changed)
    for name, value in found.items():
        text = pyspiel.game_parameters_to_string({"name": "game", name: value})
        if pyspiel.game_parameters_from_string(text).get(name) != value:
            raise ValueError(f"OpenSpiel's text form of games cannot carry {name}={shorten(value)}")
    return found


def encode(tables: Mapping[str, Any]) -> str:
    """Data tables as one word."""
    packed = zlib.compress(json.dumps(tables, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decode(text: str) -> dict[str, Any]:
    """The tables that `encode` wrote. ValueError for anything else."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        plain = inflate.decompress(packed, LARGEST)
        tables = json.loads(plain) if inflate.eof else None
    except (ValueError, zlib.error, RecursionError):
        tables = None
    if not isinstance(tables, dict):
        raise ValueError(f"data={shorten(text)} is not what as_pyspiel_game(game) writes for a game with edited data")
    return tables
