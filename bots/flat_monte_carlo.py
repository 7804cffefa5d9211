"""Flat Monte Carlo: every action gets as many rollouts as any other, the best mean is played."""

from collections.abc import Mapping
from typing import Any, ClassVar

from caravela.bots.bot import SEED
from caravela.bots.options import BotOption
from caravela.bots.search_bot import SearchBot
from caravela.bots.search_options import BUDGET, GLOBAL_DEFAULTS, layered
from caravela.cext.core import Game
from caravela.cext.search import ROLLOUTS, UTILITIES

__all__ = ["FlatMonteCarloBot"]

_FLAT = {"algorithm": "so", "max_nodes": 1, "selection": "uniform", "hidden": "same", "final": "value", "reuse": False}


class FlatMonteCarloBot(SearchBot):
    """The search kernel with a single node: what is left of a search without its tree.

    A baseline that takes nothing from a game's measured settings, so that beating it proves the tree. Budgets as
    in `ISMCTSBot`; 10,000 iterations without any.
    """

    name = "flatmc"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (
        SEED,
        *BUDGET,
        BotOption("rollout", "choice", "uniform", "how games are played on", choices=tuple(ROLLOUTS)),
        BotOption("utility", "choice", "win", "what is maximised", choices=tuple(UTILITIES)),
        BotOption("margin", "real", 0.1, "share of the score margin in the value", 0, 1),
        BotOption("threads", "integer", 1, "rollouts side by side", 1, 256),
    )

    def __init__(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        seconds_per_turn: float | None = None,
        seed: int = 0,
        *,
        rollout: str = "uniform",
        utility: str = "win",
        margin: float = 0.1,
        threads: int = 1,
    ) -> None:
        super().__init__(
            iterations=iterations,
            seconds=seconds,
            seconds_per_turn=seconds_per_turn,
            seed=seed,
            rollout=rollout,
            utility=utility,
            margin=margin,
            threads=threads,
        )

    def search_options(self, game: Game) -> Mapping[str, Any]:
        """The bot's own options around a search with one node."""
        own = {name: value for name, value in self._options.items() if name != "seed"}
        return layered([(type(self).__name__, own | _FLAT), ("global defaults", GLOBAL_DEFAULTS)])
