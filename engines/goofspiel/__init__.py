"""Goofspiel: simultaneous secret bids for a row of point cards. Rules and parameters are OpenSpiel's."""

from itertools import chain
from pathlib import Path

from caravela.cext.core import Game
from caravela.engines.goofspiel import text
from caravela.engines.goofspiel.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option


def rotate_history(game: Game, history: list[int], by: int) -> list[int]:
    """The history of the same game with every seat moved on by `by`."""
    seats = game.num_players()
    deals = int(game.options["points_order"] == "random")
    turn = deals + seats + 1  # a deal, the bids, the showing
    by %= seats
    told: list[list[int]] = []
    for start in range(0, len(history), turn):
        bids = history[start + deals : start + deals + seats]
        told += [
            history[start : start + deals],
            bids[seats - by :] + bids[: seats - by],
            history[start + turn - 1 :][:1],
        ]
    return list(chain.from_iterable(told))


ENGINE = EngineSpec(
    name="goofspiel",
    title="Goofspiel",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 2, "number of players", low=2, high=8),
        Option("num_cards", int, 13, "cards in each suit: the highest bid and point card", low=1, high=20),
        Option("num_turns", int, -1, "turns played; -1: one for each card", low=-1, high=20),
        Option("points_order", str, "random", "how point cards come", choices=("random", "descending", "ascending")),
        Option("returns_type", str, "win_loss", "utilities", choices=("win_loss", "point_difference", "total_points")),
        Option("imp_info", bool, False, "bids stay hidden; only who took a point card is shown"),
        Option("egocentric", bool, False, "in the observation tensor, takers count from the observer's seat"),
    ),
    text=text,
    variants=(
        {},
        {"imp_info": True},
        {"points_order": "descending", "returns_type": "point_difference", "num_turns": 8},
        {"players": 3, "points_order": "ascending", "returns_type": "total_points"},
        {"players": 3, "num_cards": 8, "imp_info": True, "egocentric": True, "returns_type": "point_difference"},
        {"players": 8, "num_cards": 4, "imp_info": True, "points_order": "descending"},
    ),
    reduced=(
        {"num_cards": 3},
        {"num_cards": 4, "imp_info": True, "points_order": "descending"},
        {"num_cards": 3, "imp_info": True},
        {"num_cards": 4, "num_turns": 2, "imp_info": True, "returns_type": "total_points", "points_order": "ascending"},
        {"players": 3, "num_cards": 3, "imp_info": True, "points_order": "ascending"},
        {"players": 4, "num_cards": 2, "imp_info": True, "points_order": "descending"},
    ),
    rotate_history=rotate_history,
)
