"""Lisboa (Vital Lacerda): rebuild the city after the earthquake of 1755."""

from pathlib import Path

from caravela.engines.lisboa import text
from caravela.engines.lisboa.law import choice_weight, explain_world
from caravela.engines.lisboa.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="lisboa",
    title="Lisboa",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 2, "number of players", low=2, high=4),
        Option("rows", int, 0, "only the first so many rows of the map; 0: all", low=0, high=5),
        Option("hand", int, 0, "at most so many hand cards; 0: as in the data", low=0, high=8),
        Option("deck", int, 0, "only the first so many cards of the blue and purple decks; 0: all", low=0, high=200),
        Option("stack", int, 0, "only the first so many cards of a display stack; 0: all", low=0, high=60),
        Option("clergy", int, 0, "only the first so many kinds of clergy tiles; 0: all", low=0, high=24),
        Option("decrees", int, 0, "only the first so many decrees; 0: all", low=0, high=126),
    ),
    text=text,
    variants=tuple({"players": players} for players in (2, 3, 4)),
    reduced=(
        # Small enough to list what others may hide; the whole game is played, in few turns.
        {"players": 2, "rows": 2, "hand": 2, "deck": 5, "stack": 1, "clergy": 2, "decrees": 10},
        {"players": 3, "rows": 1, "hand": 1, "deck": 5, "stack": 1, "clergy": 4, "decrees": 15},
    ),
    explain_world=explain_world,
    choice_weight=choice_weight,
)
