"""Leduc poker: one hidden card each, one open card, two rounds of betting."""

from pathlib import Path

from caravela.engines.leduc_poker import text
from caravela.engines.leduc_poker.law import explain_world
from caravela.engines.leduc_poker.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="leduc_poker",
    title="Leduc poker",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 2, "how many play; the deck has two cards of one rank more", low=2, high=8),
        Option("action_mapping", bool, False, "all actions are legal; one that is not possible is a call"),
        Option("suit_isomorphism", bool, False, "suits cannot be told apart"),
        Option("starting_player", int, 0, "the seat that starts each round of betting", low=0, high=7),
    ),
    text=text,
    variants=(
        {"players": 2},
        {"players": 2, "action_mapping": True},
        {"players": 2, "suit_isomorphism": True},
        {"players": 2, "action_mapping": True, "suit_isomorphism": True, "starting_player": 1},
        {"players": 3, "starting_player": 2},
        {"players": 8},
        {"players": 8, "suit_isomorphism": True},
    ),
    reduced=({"players": 2}, {"players": 2, "suit_isomorphism": True}, {"players": 3, "suit_isomorphism": True}),
    explain_world=explain_world,
)
