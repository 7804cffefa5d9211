"""The options of bots that search; `docs/search.md` explains them. Defaults for games without measured ones."""

from collections.abc import Mapping, Sequence
from typing import Any

from caravela.bots.options import BotOption, check_options
from caravela.cext.search import ALGORITHMS, CHANCES, FINALS, HIDDEN, ROLLOUTS, SELECTIONS, UTILITIES

__all__ = ["BUDGET", "GLOBAL_DEFAULTS", "SEARCH", "layered"]

BUDGET = (
    BotOption("iterations", "integer", None, "iterations a decision", 1, 2**62),
    BotOption("seconds", "real", None, "most seconds a decision", above=0, high=1e9),
    BotOption("seconds_per_turn", "real", None, "most seconds a turn; see turn_share", above=0, high=1e9),
)
"""Any of them, together: the search stops at what comes first."""

SEARCH = (
    BotOption("algorithm", "choice", None, "who cannot tell nodes apart", choices=tuple(ALGORITHMS)),
    BotOption("selection", "choice", None, "rule that picks edges", choices=tuple(SELECTIONS)),
    BotOption("hidden", "choice", None, "rule at hidden decisions; same: as selection", choices=tuple(HIDDEN)),
    BotOption("c", "real", None, "weight of exploration", 0, 1e6),
    BotOption("fpu", "real", None, "value of an edge without visits (puct)", 0, 1e6),
    BotOption("gamma", "real", None, "share of uniform play (hidden decisions)", 1e-6, 1),
    BotOption("chance", "choice", None, "whether nodes tell chance outcomes apart", choices=tuple(CHANCES)),
    BotOption("rollout", "choice", None, "how games are played on", choices=tuple(ROLLOUTS)),
    BotOption("epsilon", "real", None, "share of uniform moves in rollouts", 0, 1),
    BotOption("cutoff", "integer", None, "rollout decisions before an evaluation; -1 plays to the end", -1, 2**30),
    BotOption("cutoff_turns", "integer", None, "turns before an evaluation, 1: the present one; 0 plays on", 0, 2**30),
    BotOption("utility", "choice", None, "what is maximised", choices=tuple(UTILITIES)),
    BotOption("margin", "real", None, "share of the score margin in the value", 0, 1),
    BotOption("widen_c", "real", None, "factor of progressive widening; 0 opens every action", 0, 1e6),
    BotOption("widen_a", "real", None, "power of progressive widening", 0, 1),
    BotOption("worlds", "integer", None, "trees of pimc", 1, 2**20),
    BotOption("recall", "flag", None, "infoset nodes by observations, not by view"),
    BotOption("root_private", "flag", None, "mo nodes tell root views apart"),
    BotOption("belief", "integer", None, "worlds weighed by what others did; 0 draws fresh ones", 0, 2**20),
    BotOption("max_nodes", "integer", None, "most nodes; 0 has no limit", 0, 2**60),
    BotOption("threads", "integer", None, "trees searched side by side", 1, 256),
    BotOption("memory", "integer", None, "bytes for all trees", 2**16, 2**60),
    BotOption("reuse", "flag", None, "keep the subtree while the seat learns nothing new"),
    BotOption("final", "choice", None, "rule for the move", choices=tuple(FINALS)),
    BotOption("temperature", "real", None, "spread of sampled moves; 0 plays the best", 0, 1000),
    BotOption("turn_share", "real", None, "part of what a turn's seconds have left that a decision gets", 0.001, 1),
    BotOption("heuristic", "flag", None, "give the search the game's heuristic where there is one"),
    BotOption("weights", "weights", None, "a preset, or weights of the heuristic"),
)
"""None means: as measured for the game, else as the search does by default."""

GLOBAL_DEFAULTS: Mapping[str, Any] = {"iterations": 10_000}
"""For games without measured settings; everything else is the search's own default."""

_TOGETHER = tuple(option.name for option in BUDGET), ("cutoff", "cutoff_turns")
_ALL = BUDGET + SEARCH


def layered(layers: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Options from several layers, the first that sets one wins; options that nobody sets are absent.

    A layer is a name for error texts and its options; None counts as not set. The three budgets go
    together: the first layer with any of them sets them all. So do `cutoff` and `cutoff_turns`. So do `final` and
    `temperature`: a layer with a temperature alone asks for sampled moves, or the best move with 0. `chance` goes with
    the algorithm that its layer names: it is left out where an earlier layer chose another one. ValueError names the
    layer and the option.
    """
    chosen: dict[str, Any] = {}
    for name, options in layers:
        found = {key: value for key, value in check_options(name, _ALL, options).items() if value is not None}
        if found.get("temperature") == 0 and found.get("final", "max") == "sample":
            raise ValueError(f"{name}: final='sample' needs a temperature above 0")
        if "temperature" in found and "final" not in found:
            found["final"] = "sample" if found["temperature"] > 0 else "max"
        for names in _TOGETHER:
            if any(key in chosen for key in names):
                found = {key: value for key, value in found.items() if key not in names}
        if "algorithm" in chosen and found.get("algorithm", chosen["algorithm"]) != chosen["algorithm"]:
            found.pop("chance", None)
        if "final" in chosen:
            found.pop("final", None)
            if chosen["final"] != "sample":
                found.pop("temperature", None)
        chosen = found | chosen
    if chosen.get("temperature") == 0:
        del chosen["temperature"]
    return chosen
