"""The rules: one folder a game. They know no bot."""

from caravela.engines.registry import EngineSpec, Option, engine_spec, load_game, registered_games

__all__ = ["EngineSpec", "Option", "engine_spec", "load_game", "registered_games"]
