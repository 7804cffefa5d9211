"""Sizes and tables of The New World on which the native engine and the oracle are compared."""

import copy
from collections.abc import Mapping
from typing import Any

FULL: list[dict[str, Any]] = [{"players": players} for players in (2, 3, 4, 5, 6)]

STARTS: list[dict[str, Any]] = [{"players": players, "first": players - 1} for players in (2, 3, 4, 5, 6)]

REDUCED: list[dict[str, Any]] = [
    {"players": 2, "turns": 2, "regions": 1, "titles": "fate+colonists", "copies": 2, "hand": 2},
    {"players": 2, "turns": 4, "regions": 2, "titles": "embargo+fate+revolt+war", "copies": 2, "hand": 2},
    {"players": 2, "regions": 3, "titles": "isolation+explorer+loyalty+blight", "copies": 3, "hand": 3},
    {"players": 2, "turns": 5, "titles": "iron_grip+marauders+spread_out+fate+mutual_support", "copies": 3},
    {"players": 3, "turns": 3, "regions": 2, "titles": "embargo+overconfident", "copies": 3, "hand": 2, "first": 2},
    {"players": 3, "regions": 1, "titles": "plague_ship+mutual_support+hoarding_supplies", "copies": 4},
    {"players": 3, "turns": 3, "regions": 4, "titles": "uprising+raiders+colonists+revolt+fate", "copies": 2},
    {"players": 3, "regions": 3, "titles": "embargo+revolt+disease+fate", "copies": 4},
    {"players": 4, "turns": 4, "regions": 3, "titles": "advantageous_marriage+rescue_voyage+disease+loyalty"},
    {"players": 4, "copies": 1},
    {"players": 5, "turns": 2, "regions": 4, "hand": 3},
    {"players": 6, "turns": 3, "copies": 2, "hand": 4},
    {"players": 6, "regions": 2, "titles": "fate", "hand": 1},
]

# Readings of the rules that the data switch on.
SWITCHES: list[dict[str, Any]] = [
    {"marauders_scope": "all"},
    {"plague_continuation": "one_lap"},
    {"plague_pledges": "paid"},
    {"plague_continuation": "one_lap", "plague_pledges": "paid", "revolt_in_plague": True},
    {"struggle_hits_struggling": True},
    {"remove_gives_vp": True, "revolt_in_plague": True},
]


def edits(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Changes to the data file, by what they are about."""
    sites = [dict(row) for row in data["site"]]
    goods = [row["good"] for row in sites]
    edges, cards = [dict(row) for row in data["edge"]], [dict(row) for row in data["card"]]
    return {
        "copies": {
            "constants": {"deck_size": sum(1 + 3 * (number % 3) for number in range(len(cards)))},
            "card": [{**row, "count": 1 + 3 * (number % 3)} for number, row in enumerate(cards)],
        },
        "values": {"card": [{**row, "royal_support": (5 * number) % 9 - 4} for number, row in enumerate(cards)]},
        "track": {
            "royal_support_track": {
                "cards": [2, 3, 5, 8, 9, 1],
                "labels": [""] * 6,
                "start_index_by_seat": [1, 0, 2, 1, 3, 4],
            }
        },
        "floor": {"royal_support_track": {"floor_index": 1, "start_index_by_seat": [1, 2, 2, 3, 3, 4]}},
        "turns": {"constants": {"game_turns": 3}, "turn_track": {"labels": ["1", "2", "3"]}},
        "points": {
            "constants": {
                "vp_per_successful": 2,
                "vp_per_monopoly": 5,
                "vp_per_monopoly_iron_grip": 7,
                "vp_per_reduced_enemy": 3,
                "vp_lost_per_struggling": 2,
            }
        },
        "numbers": {
            "constants": {
                "plague_ship_vp_to_stop": 3,
                "disease_max_targets": 3,
                "colonists_max_steps": 2,
                "mutual_support_max_builds": 2,
                "rescue_voyage_max_targets": 2,
                "raiders_max_targets": 1,
                "marriage_targets": 3,
                "embargo_draw": 2,
                "revolt_draw": 1,
            }
        },
        "goods": {"site": [{**row, "good": good} for row, good in zip(sites, goods[7:] + goods[:7], strict=True)]},
        "edges": {"edge": [row for number, row in enumerate(edges) if number % 3]},
    }


def merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the changes laid deeply over it; lists are replaced."""
    result = copy.deepcopy(dict(data))
    for key, value in changes.items():
        result[key] = merged(result.get(key, {}), value) if isinstance(value, Mapping) else value
    return result
