"""What OpenSpiel wants to know about a game before it is played: GameType and GameInfo."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from caravela.cext import Game
from caravela.engines.registry import EngineSpec
from caravela.openspiel.exported.tensors import tensor_encoding

__all__ = ["PREFIX", "game_info", "game_type", "seats"]

PREFIX = "caravela_"
"""What the short names of all our games begin with."""


def seats(spec: EngineSpec) -> tuple[int, int] | None:
    """Fewest and most players, where the engine has an option `players` with bounds."""
    for option in spec.options:
        if option.name == "players" and option.low is not None and option.high is not None:
            return option.low, option.high
    return None


def game_type(
    game: Game, title: str, players: tuple[int, int] | None, specification: Mapping[str, Any]
) -> pyspiel.GameType:
    """The type of an open game. What tensors and what sum of utilities it has may depend on its options."""
    fewest, most = players or (game.num_players(), game.num_players())
    kinds = pyspiel.GameType
    stochastic = game.max_chance_outcomes() > 0
    return kinds(
        short_name=PREFIX + game.name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if stochastic else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.utility_sum() is None else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=tensor_encoding(game, recall=True) is not None,
        provides_observation_string=True,
        provides_observation_tensor=tensor_encoding(game, recall=False) is not None,
        parameter_specification=dict(specification),
    )


def game_info(game: Game) -> pyspiel.GameInfo:
    """The sizes and bounds of an open game."""
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=game.utility_sum(),
        max_game_length=game.max_game_length(),
    )
