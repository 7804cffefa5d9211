"""Every configuration of every registered engine, by the text that `load_game` takes."""

from caravela.engines.registry import engine_spec, load_game, registered_games

VARIANTS = [load_game(name, **options).spec for name in registered_games() for options in engine_spec(name).variants]
REDUCED = [load_game(name, **options).spec for name in registered_games() for options in engine_spec(name).reduced]
ALL = list(dict.fromkeys(VARIANTS + REDUCED))
