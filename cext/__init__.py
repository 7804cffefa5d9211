"""The native kernel: games, states and views over a C interface that knows no game's rules."""

from pathlib import Path

from caravela.cext.core import CHANCE_PLAYER, TERMINAL_PLAYER, Game, Rng, State, View
from caravela.cext.playout import Playouts, playouts
from caravela.cext.python_engine import hash64, python_engine
from caravela.cext.python_game import PythonGame
from caravela.cext.text import GameText

__all__ = [
    "CHANCE_PLAYER",
    "TERMINAL_PLAYER",
    "Game",
    "GameText",
    "Playouts",
    "PythonGame",
    "Rng",
    "State",
    "View",
    "get_include",
    "hash64",
    "playouts",
    "python_engine",
]


def get_include() -> str:
    """The folder of `caravela.h`, for compiling engines and heuristics of your own."""
    return str(Path(__file__).parent / "include")
