"""OpenSpiel's own bots as players, by text: `caravela.openspiel.bots:CppISMCTS:max_simulations=1000`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import pyspiel

from caravela.bots.bot import SEED
from caravela.bots.options import BotOption
from caravela.cext.core import Rng
from caravela.openspiel.bots.inward import WORLDS, PyspielPlayer
from caravela.openspiel.exported.guard import is_written_in_python

if TYPE_CHECKING:
    from caravela.cext import View
    from caravela.openspiel.bots.table import Table

__all__ = ["CppISMCTS", "CppMCTS", "PythonISMCTS", "PythonMCTS", "UniformRandom"]

HERE = "caravela.openspiel.bots"

UCT_C = BotOption("uct_c", "real", 2.0, "weight of exploration", 0)
SIMULATIONS = BotOption("max_simulations", "integer", 1000, "simulations a decision", 1, 2**31 - 1)
SECONDS = BotOption("seconds", "real", None, "time of a decision, instead of simulations", above=0)
ROLLOUTS = BotOption("rollouts", "integer", 1, "random games that value a position", 1, 1_000_000)
SOLVE = BotOption("solve", "flag", True, "back up proven results")
SELECTION = BotOption("selection", "choice", "uct", "how moves are selected", choices=("uct", "puct"))
SAMPLES = BotOption("max_world_samples", "integer", None, "worlds that are searched at most", 1, 2**31 - 1)
OBSERVATIONS = BotOption("use_observation_string", "flag", False, "tell positions apart by observations")
INCONSISTENT = BotOption("allow_inconsistent_action_sets", "flag", False, "what looks alike may offer other moves")
FINALS = ("normalized_visit_count", "max_visit_count", "max_value")
"""How a move is drawn from the root."""

UNLIMITED = -1
"""OpenSpiel's number for any number of worlds."""

DEADLY = frozenset({"hearts"})
"""Native games that OpenSpiel resamples into positions without any legal action, which ends the process."""


class CppISMCTS(PyspielPlayer):
    """OpenSpiel's information-set search in C++. It plays native games that have a resampler there, none of ours.

    Its moves cannot be repeated: with one seed it searches now this way, now that.
    """

    name = f"{HERE}:CppISMCTS"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (
        SEED,
        SIMULATIONS,
        SECONDS,
        UCT_C,
        ROLLOUTS,
        SAMPLES,
        BotOption("final_policy", "choice", FINALS[0], "how the move is drawn", choices=FINALS),
        OBSERVATIONS,
        INCONSISTENT,
    )

    def refuse(self, game: pyspiel.Game) -> None:
        """ValueError for games written in Python, simultaneous ones, those without hidden information or resampler."""
        if is_written_in_python(game):
            raise ValueError(
                f"CppISMCTS cannot play {game}, which is written in Python; ismcts and {HERE}:PythonISMCTS can"
            )
        _only_hidden(self, game, self._options)
        if game.get_type().short_name in DEADLY:
            raise ValueError(f"CppISMCTS cannot play {game}: some of OpenSpiel's worlds end the process")
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        try:
            state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
        except pyspiel.SpielError:
            raise ValueError(
                f"CppISMCTS cannot play {game}: OpenSpiel has no resampler for it; ismcts and {HERE}:PythonISMCTS can"
            ) from None

    def make_bot(self, table: Table, view: View, seed: int) -> pyspiel.Bot:
        """An ISMCTSBot of C++."""
        chosen = self._options
        return pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(chosen["rollouts"], seed),
            chosen["uct_c"],
            chosen["max_simulations"],
            chosen["max_world_samples"] or UNLIMITED,
            getattr(pyspiel.ISMCTSFinalPolicyType, chosen["final_policy"].upper()),
            chosen["use_observation_string"],
            chosen["allow_inconsistent_action_sets"],
            _seconds(chosen),
        )


class CppMCTS(PyspielPlayer):
    """OpenSpiel's tree search in C++. It takes the sampled world for the truth, `worlds` times."""

    name = f"{HERE}:CppMCTS"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (
        SEED,
        WORLDS,
        SIMULATIONS,
        SECONDS,
        UCT_C,
        ROLLOUTS,
        SOLVE,
        SELECTION,
        BotOption("max_memory_mb", "integer", 1000, "memory of its tree", 1, 2**20),
    )

    def refuse(self, game: pyspiel.Game) -> None:
        """ValueError for simultaneous games and those that pay before the end."""
        _only_plain(self, game)

    def make_bot(self, table: Table, view: View, seed: int) -> pyspiel.Bot:
        """An MCTSBot of C++."""
        chosen = self._options
        return pyspiel.MCTSBot(
            table.theirs,
            pyspiel.RandomRolloutEvaluator(chosen["rollouts"], seed),
            chosen["uct_c"],
            chosen["max_simulations"],
            chosen["max_memory_mb"],
            chosen["solve"],
            seed,
            False,
            getattr(pyspiel.ChildSelectionPolicy, chosen["selection"].upper()),
            _seconds(chosen),
        )


class PythonISMCTS(PyspielPlayer):
    """OpenSpiel's information-set search in Python, on worlds of our own sampling."""

    name = f"{HERE}:PythonISMCTS"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (
        SEED,
        SIMULATIONS,
        UCT_C,
        ROLLOUTS,
        SAMPLES,
        BotOption("final_policy", "choice", FINALS[1], "how the move is drawn", choices=FINALS),
        SELECTION,
        OBSERVATIONS,
        INCONSISTENT,
    )

    def refuse(self, game: pyspiel.Game) -> None:
        """ValueError for simultaneous games and those without hidden information."""
        _only_hidden(self, game, self._options)

    def make_bot(self, table: Table, view: View, seed: int) -> pyspiel.Bot:
        """An ISMCTSBot of Python; its worlds come from the view."""
        import numpy as np
        from open_spiel.python.algorithms import ismcts, mcts

        chosen = self._options
        source = np.random.RandomState(seed)
        finals = dict(zip(FINALS, ismcts.ISMCTSFinalPolicyType, strict=True))
        bot = ismcts.ISMCTSBot(
            table.theirs,
            mcts.RandomRolloutEvaluator(chosen["rollouts"], source),
            chosen["uct_c"],
            chosen["max_simulations"],
            chosen["max_world_samples"] or UNLIMITED,
            source,
            finals[chosen["final_policy"]],
            chosen["use_observation_string"],
            chosen["allow_inconsistent_action_sets"],
            ismcts.ChildSelectionPolicy[chosen["selection"].upper()],
        )
        rng = Rng(seed, 1)
        bot.set_resampler(lambda _state, _player: table.world(view, rng))
        return bot


class PythonMCTS(PyspielPlayer):
    """OpenSpiel's tree search in Python. It takes the sampled world for the truth, `worlds` times."""

    name = f"{HERE}:PythonMCTS"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (SEED, WORLDS, SIMULATIONS, UCT_C, ROLLOUTS, SOLVE, SELECTION)

    def refuse(self, game: pyspiel.Game) -> None:
        """ValueError for simultaneous games and those that pay before the end."""
        _only_plain(self, game)

    def make_bot(self, table: Table, view: View, seed: int) -> pyspiel.Bot:
        """An MCTSBot of Python."""
        import numpy as np
        from open_spiel.python.algorithms import mcts

        chosen = self._options
        source = np.random.RandomState(seed)
        formula = mcts.SearchNode.uct_value if chosen["selection"] == "uct" else mcts.SearchNode.puct_value
        return mcts.MCTSBot(
            table.theirs,
            chosen["uct_c"],
            chosen["max_simulations"],
            mcts.RandomRolloutEvaluator(chosen["rollouts"], source),
            solve=chosen["solve"],
            random_state=source,
            child_selection_fn=formula,
        )


class UniformRandom(PyspielPlayer):
    """OpenSpiel's random bot."""

    name = f"{HERE}:UniformRandom"

    def make_bot(self, table: Table, view: View, seed: int) -> pyspiel.Bot:
        """A bot of C++."""
        return pyspiel.make_uniform_random_bot(view.player, seed)


def _seconds(chosen: Mapping[str, Any]) -> float:
    """OpenSpiel's number for a time limit."""
    return -1.0 if chosen["seconds"] is None else float(chosen["seconds"])


def _only_sequential(player: PyspielPlayer, game: pyspiel.Game) -> None:
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"{type(player).__name__} cannot play {game}: seats move at once")


def _only_plain(player: PyspielPlayer, game: pyspiel.Game) -> None:
    _only_sequential(player, game)
    if game.get_type().reward_model != pyspiel.GameType.RewardModel.TERMINAL:
        raise ValueError(f"{type(player).__name__} cannot play {game}: it pays before the end")


def _only_hidden(player: PyspielPlayer, game: pyspiel.Game, chosen: Mapping[str, Any]) -> None:
    _only_sequential(player, game)
    kind = game.get_type()
    name = type(player).__name__
    if kind.information != pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        raise ValueError(f"{name} cannot play {game}: it has no hidden information; {HERE}:{name[:-6]}MCTS can")
    by_observation = chosen["use_observation_string"]
    if not (kind.provides_observation_string if by_observation else kind.provides_information_state_string):
        other = "false" if by_observation else "true"
        raise ValueError(f"{name} cannot play {game}: it lacks such strings; try use_observation_string={other}")
