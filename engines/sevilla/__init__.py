"""Sevilla 1503: secret bids and open rebids for crew, goods and ships; the best of it boards."""

from pathlib import Path

from caravela.engines.registry import EngineSpec, Option
from caravela.engines.sevilla import text
from caravela.engines.sevilla.boarding import best_boarding
from caravela.engines.sevilla.law import choice_weight, explain_world, rotate_history
from caravela.engines.sevilla.rules import ENGINE as CAPSULE

__all__ = ["ENGINE", "best_boarding"]

ENGINE = EngineSpec(
    name="sevilla",
    title="Sevilla 1503",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 3, "number of players; with 2 a false player bids as well", low=2, high=5),
        Option("palace", bool, False, "each player has a building"),
        Option("rebels", bool, False, "shuffle the rebels into the deck"),
        Option(
            "boarding", str, "auto", "the best boarding is computed, or chosen card by card", choices=("auto", "manual")
        ),
        Option("visible_tokens", bool, True, "all see how many discs lie on a lot; without, there are no false coins"),
        Option("won_cards_public", bool, True, "drawings and tensors show the piles of others before boarding"),
        Option("false_coins", int, 0, "false coins of each player; 0: as in the data", low=0, high=9),
        Option("coins", int, 0, "coins of each player at the start; 0: as in the data", low=0, high=75),
        Option("rounds", int, 0, "only so many rounds, with the smallest ships; 0: as in the data", low=0, high=8),
        Option("lots", int, 0, "only so many lots a round; 0: as in the data", low=0, high=8),
        Option("patrons", int, 0, "only the first so many patrons; 0: all", low=0, high=3),
        Option("small_ships", int, -1, "at most so many small ships; -1: as in the data", low=-1, high=100),
        Option("cards", str, "all", "only these auction cards, by id, joined by +, or all"),
        Option("copies", int, 0, "at most so many copies of a card; 0: as in the data", low=0, high=60),
    ),
    text=text,
    variants=tuple(
        {"players": players, "palace": palace, "rebels": rebels}
        for players in (2, 3, 4, 5)
        for palace in (False, True)
        for rebels in (False, True)
    ),
    reduced=(
        # Small enough to list the secret bids of all: one round.
        {"players": 3, "rounds": 1, "lots": 2, "coins": 2, "false_coins": 1, "cards": "oil+wine", "copies": 2},
        {"players": 3, "rounds": 1, "lots": 2, "coins": 1, "visible_tokens": False, "cards": "oil+friar", "copies": 2},
        {
            "players": 2,
            "palace": True,
            "rounds": 1,
            "lots": 3,
            "coins": 4,
            "false_coins": 1,
            "cards": "oil+wine+diver",
            "copies": 2,
        },
        # El Arenal, El Puerto, the Casa and Deals.
        {
            "players": 2,
            "palace": True,
            "rebels": True,
            "rounds": 2,
            "lots": 2,
            "coins": 1,
            "patrons": 1,
            "visible_tokens": False,
            "cards": "oil+rogue",
            "copies": 4,
        },
        {
            "players": 3,
            "palace": True,
            "rebels": True,
            "boarding": "manual",
            "rounds": 1,
            "lots": 2,
            "coins": 1,
            "patrons": 1,
            "visible_tokens": False,
            "cards": "oil+friar+rogue",
            "copies": 2,
        },
    ),
    rotate_history=rotate_history,
    explain_world=explain_world,
    choice_weight=choice_weight,
)
