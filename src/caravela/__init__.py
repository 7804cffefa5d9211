"""Caravela: AI opponents for modern board games."""

from caravela import bots
from caravela.cext import (
    CHANCE_PLAYER,
    TERMINAL_PLAYER,
    Game,
    Playouts,
    PythonGame,
    Rng,
    State,
    View,
    get_include,
    hash64,
    python_engine,
)
from caravela.conformance import CheckResult, check
from caravela.engines import engine_spec, load_game, registered_games
from caravela.play import play
from caravela.playouts import playouts
from caravela.record import Fault, Record
from caravela.replay import replay, replay_states

__all__ = [
    "CHANCE_PLAYER",
    "TERMINAL_PLAYER",
    "CheckResult",
    "Fault",
    "Game",
    "Playouts",
    "PythonGame",
    "Record",
    "Rng",
    "State",
    "View",
    "bots",
    "check",
    "engine_spec",
    "get_include",
    "hash64",
    "load_game",
    "play",
    "playouts",
    "python_engine",
    "registered_games",
    "replay",
    "replay_states",
]
