"""Every configuration of every registered engine, by the text that `load_game` takes.

A game with many modes has too many full-size variants for the quick suite. It runs those that between them show
every value of every option; the others are marked slow. Of long games fewer are played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from caravela.cext.core import Game
from caravela.cext.playout import playouts
from caravela.engines.registry import engine_spec, load_game, registered_games

Options = Mapping[str, Any]


def covering(variants: Sequence[Options]) -> list[Options]:
    """Few variants with every value of every option among them: always the one that shows most new values."""
    wanted = {value for options in variants for value in options.items()}
    chosen: list[Options] = []
    while wanted:
        best = max(variants, key=lambda options: len(wanted & set(options.items())))
        chosen.append(best)
        wanted -= set(best.items())
    return chosen


def specs(name: str, configurations: Sequence[Options]) -> list[str]:
    """The texts of a game's configurations."""
    return [load_game(name, **options).spec for options in configurations]


VARIANTS = [spec for name in registered_games() for spec in specs(name, engine_spec(name).variants)]
REDUCED = [spec for name in registered_games() for spec in specs(name, engine_spec(name).reduced)]
ALL = list(dict.fromkeys(VARIANTS + REDUCED))
CORE = {spec for name in registered_games() for spec in specs(name, covering(engine_spec(name).variants))} | set(
    REDUCED
)


def quick_first(configurations: Sequence[str]) -> list[Any]:
    """Parameters for a test: the configurations of CORE as they are, the others marked slow."""
    return [spec if spec in CORE else pytest.param(spec, marks=pytest.mark.slow) for spec in configurations]


def games_for(game: Game, most: int) -> int:
    """How many random games a check gets. A step of a long game costs more, since each compares all that was seen so
    far: where a game has more than 150 decisions, their number falls with the square of its length."""
    length = playouts(game, 20, seed=0).lengths.mean()
    return max(1, min(most, round(most * (150 / length) ** 2)))
