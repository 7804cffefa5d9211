"""Information-set Monte Carlo tree search as a player: the strongest bot here."""

from collections.abc import Mapping
from typing import Any

from caravela.bots.bot import SEED
from caravela.bots.heuristics import settings
from caravela.bots.levels import LEVELS
from caravela.bots.options import BotOption, Weights
from caravela.bots.search_bot import SearchBot
from caravela.bots.search_options import BUDGET, GLOBAL_DEFAULTS, SEARCH, layered
from caravela.cext.core import Game

__all__ = ["ISMCTSBot"]


class ISMCTSBot(SearchBot):
    """Searches information sets with any of the four algorithms of `docs/search.md`.

    An option left at None is as measured for the game (`bots/heuristics/<game>.toml`), else the search's own
    default; without any budget a decision gets 10,000 iterations where nothing was measured. `level` lays a
    preset between the options given here and the game's. With `iterations` alone a choice depends only on
    the options, the seeds and the views asked about in this game; with `reuse=False` only on the view.
    """

    name = "ismcts"
    OPTIONS = (
        SEED,
        *BUDGET,
        BotOption("level", "choice", None, "playing strength", choices=tuple(LEVELS)),
        *SEARCH,
    )

    def __init__(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        seconds_per_turn: float | None = None,
        seed: int = 0,
        *,
        level: str | None = None,
        algorithm: str | None = None,
        selection: str | None = None,
        hidden: str | None = None,
        c: float | None = None,
        fpu: float | None = None,
        gamma: float | None = None,
        chance: str | None = None,
        rollout: str | None = None,
        epsilon: float | None = None,
        cutoff: int | None = None,
        cutoff_turns: int | None = None,
        utility: str | None = None,
        margin: float | None = None,
        widen_c: float | None = None,
        widen_a: float | None = None,
        worlds: int | None = None,
        recall: bool | None = None,
        root_private: bool | None = None,
        belief: int | None = None,
        max_nodes: int | None = None,
        threads: int | None = None,
        memory: int | None = None,
        reuse: bool | None = None,
        final: str | None = None,
        temperature: float | None = None,
        turn_share: float | None = None,
        heuristic: bool | None = None,
        weights: Weights | None = None,
    ) -> None:
        """ValueError for a bad value, naming the good ones."""
        super().__init__(
            iterations=iterations,
            seconds=seconds,
            seconds_per_turn=seconds_per_turn,
            seed=seed,
            level=level,
            algorithm=algorithm,
            selection=selection,
            hidden=hidden,
            c=c,
            fpu=fpu,
            gamma=gamma,
            chance=chance,
            rollout=rollout,
            epsilon=epsilon,
            cutoff=cutoff,
            cutoff_turns=cutoff_turns,
            utility=utility,
            margin=margin,
            widen_c=widen_c,
            widen_a=widen_a,
            worlds=worlds,
            recall=recall,
            root_private=root_private,
            belief=belief,
            max_nodes=max_nodes,
            threads=threads,
            memory=memory,
            reuse=reuse,
            final=final,
            temperature=temperature,
            turn_share=turn_share,
            heuristic=heuristic,
            weights=weights,
        )
        layered([self._own_layer()])  # contradictions are errors now, not in the first game

    @property
    def spec(self) -> str:
        """As `Bot.spec`; a bot with a level is named by it."""
        level = self._options["level"]
        if level is None:
            return super().spec
        return self._spec_text(level, self._options | {"level": None})

    def search_options(self, game: Game) -> Mapping[str, Any]:
        """The bot's own options, then its level's, then the game's, then the global ones."""
        measured = settings(game.name)
        layers = [self._own_layer()]
        level = self._options["level"]
        if level is not None:
            layers.append((f"[levels.{level}] of {game.name}", measured.levels.get(level, {})))
            layers.append((f"level {level}", LEVELS[level]))
        layers.append((f"[ismcts] of {game.name}", measured.ismcts))
        layers.append(("global defaults", GLOBAL_DEFAULTS))
        return layered(layers)

    def _own_layer(self) -> tuple[str, Mapping[str, Any]]:
        own = {name: value for name, value in self._options.items() if name not in ("seed", "level")}
        return type(self).__name__, own
