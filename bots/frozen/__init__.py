"""Bots that never change: the fixed points of ratings, so that a number means next year what it means now.

Their settings are data, in the files beside this one, and no later measurement touches them. A better heuristic gets a
new version beside the old one. What they play changes only with the rules of a game.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from caravela.bots.bot import SEED, Bot
from caravela.bots.flat_monte_carlo import FlatMonteCarloBot
from caravela.bots.heuristic_bot import HeuristicBot
from caravela.bots.options import BotOption
from caravela.bots.search_bot import SearchBot
from caravela.cext.core import Game

__all__ = ["FROZEN", "Flat1000Bot", "HeuristicV1Bot"]

FOLDER = Path(__file__).parent


class HeuristicV1Bot(HeuristicBot):
    """The first heuristic of each game, with the weights that it had then."""

    name = "heuristic@v1"
    version = "1"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (SEED,)

    def __init__(self, seed: int = 0) -> None:
        Bot.__init__(self, seed=seed)

    def weights(self, game: Game) -> list[float]:
        """The frozen weights. One that the heuristic has got since then is 0: it says nothing."""
        heuristic = self._heuristic(game)
        frozen = self._frozen(game)["weights"]
        lost = sorted(set(frozen) - set(heuristic.names))
        if lost:
            raise ValueError(f"{self.name} cannot play {game.name} any more: the heuristic has lost {', '.join(lost)}")
        return [float(frozen.get(name, 0.0)) for name in heuristic.names]

    def temperature(self, game: Game) -> float:
        """The frozen temperature."""
        return float(self._frozen(game)["temperature"])

    def samples(self, game: Game) -> int:
        """Worlds drawn at each decision, then as now."""
        return int(self._frozen(game)["samples"])

    def _frozen(self, game: Game) -> Mapping[str, Any]:
        tables = _read("heuristic_v1")
        if game.name not in tables:
            raise ValueError(f"{self.name} cannot play {game.name}; it plays {', '.join(sorted(tables))}")
        table: Mapping[str, Any] = tables[game.name]
        return table


class Flat1000Bot(FlatMonteCarloBot):
    """A thousand uniformly random games at each decision, shared out evenly; no knowledge of any game."""

    name = "flat@1000"
    version = "1"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (SEED,)

    def __init__(self, seed: int = 0) -> None:
        SearchBot.__init__(self, seed=seed)

    def search_options(self, game: Game) -> Mapping[str, Any]:
        """The frozen options of the search."""
        return _read("flat_1000")


FROZEN: tuple[type[Bot], ...] = (HeuristicV1Bot, Flat1000Bot)


@cache
def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
