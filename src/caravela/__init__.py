"""Caravela: AI opponents for modern board games."""

from caravela.cext import CHANCE_PLAYER, TERMINAL_PLAYER, Game, Playouts, Rng, State, View, get_include, playouts
from caravela.engines import engine_spec, load_game, registered_games

__all__ = [
    "CHANCE_PLAYER",
    "TERMINAL_PLAYER",
    "Game",
    "Playouts",
    "Rng",
    "State",
    "View",
    "engine_spec",
    "get_include",
    "load_game",
    "playouts",
    "registered_games",
]
