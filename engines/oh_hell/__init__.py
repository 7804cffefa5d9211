"""Oh Hell: bid how many tricks you will take, then take exactly so many."""

from pathlib import Path

from caravela.engines.oh_hell import text
from caravela.engines.oh_hell.histories import explain_world, rotate_history
from caravela.engines.oh_hell.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="oh_hell",
    title="Oh Hell",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 3, "number of players", low=3, high=7),
        Option("num_suits", int, 4, "suits in the deck", low=1, high=4),
        Option("num_cards_per_suit", int, 13, "cards of each suit", low=2, high=13),
        Option("num_tricks_fixed", int, -1, "tricks in a game; -1: drawn", low=-1, high=17),
        Option("off_bid_penalty", bool, False, "only those who make their bid score; others lose points"),
        Option("points_per_trick", int, 1, "points for a trick, or for each trick off the bid", low=0, high=1_000_000),
    ),
    text=text,
    variants=(
        {"players": 3},
        {"players": 4, "off_bid_penalty": True, "points_per_trick": 2},
        {"players": 5, "num_tricks_fixed": 10},
        {"players": 7},
    ),
    reduced=(
        # One suit and one trick: small enough to list every game.
        {"players": 3, "num_suits": 1, "num_cards_per_suit": 4},
        # Two suits, two tricks: seats show voids.
        {"players": 3, "num_suits": 2, "num_cards_per_suit": 4, "num_tricks_fixed": 2},
        {"players": 3, "num_suits": 4, "num_cards_per_suit": 2, "off_bid_penalty": True},
        {"players": 4, "num_suits": 3, "num_cards_per_suit": 3, "num_tricks_fixed": 2},
    ),
    rotate_history=rotate_history,
    explain_world=explain_world,
)
