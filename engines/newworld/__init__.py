"""1500: The New World: colonies, cards that do anything, and reactions to them."""

from pathlib import Path

from caravela.engines.newworld import text
from caravela.engines.newworld.law import choice_weight, explain_world, rotate_history
from caravela.engines.newworld.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="newworld",
    title="1500: The New World",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 3, "number of players", low=2, high=6),
        Option("first", int, -1, "first player's seat; -1: drawn", low=-1, high=5),
        Option("turns", int, 0, "game turns; 0: as in the data", low=0, high=12),
        Option("regions", int, 0, "only the first so many regions; 0: all", low=0, high=8),
        Option("titles", str, "all", "only these cards, joined by +"),
        Option("copies", int, 0, "at most so many copies of a card; 0: as in the data", low=0, high=120),
        Option("hand", int, 0, "at most so many cards are dealt and held; 0: as in the data", low=0, high=120),
    ),
    text=text,
    variants=tuple({"players": players} for players in (2, 3, 4, 5, 6)),
    reduced=(
        # Small enough to list every history.
        {"players": 2, "turns": 1, "regions": 1, "titles": "disease+fate+loyalty", "copies": 2, "hand": 2},
        # Plague and tally; the pile is shuffled anew.
        {
            "players": 2,
            "turns": 2,
            "regions": 1,
            "titles": "plague_ship+isolation+marauders+iron_grip",
            "copies": 1,
            "hand": 2,
        },
        # Reactions that draw, with copies of one title from two piles.
        {"players": 2, "turns": 2, "regions": 1, "titles": "blight+revolt+embargo", "copies": 2, "hand": 2},
        {"players": 3, "turns": 1, "regions": 2, "titles": "colonists+fate+embargo+revolt", "copies": 2, "hand": 2},
        {"players": 3, "turns": 2, "regions": 1, "titles": "war+fate+revolt", "copies": 3, "hand": 2},
        # Too large to list: every title, and many reshuffles.
        {"players": 4, "turns": 3, "regions": 3, "copies": 1, "hand": 4},
    ),
    rotate_history=rotate_history,
    explain_world=explain_world,
    choice_weight=choice_weight,
)
