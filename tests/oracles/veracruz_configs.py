"""Sizes and tables of Veracruz on which the native engine and the oracle are compared."""

import copy
from collections.abc import Mapping
from typing import Any

FULL: list[dict[str, Any]] = [{"players": players} for players in (2, 3, 4)]

STARTS: list[dict[str, Any]] = [
    {"players": players, "start": start} for players in (2, 3, 4) for start in range(players)
]

REDUCED: list[dict[str, Any]] = [
    {"players": 2, "galleons": 1, "goods": 2, "copies": 1, "max_value": 2, "hand_size": 2, "deck_size": 1},
    {"players": 2, "galleons": 1, "goods": 3, "copies": 2, "hand_size": 2, "deck_size": 2, "bets": 0},
    {"players": 2, "galleons": 2, "hand_size": 3, "deck_size": 3, "bets": 2, "start": 1},
    {"players": 2, "galleons": 2, "weight_cap": 6, "copies": 1, "empties": False},
    {"players": 2, "goods": 2, "stones": False, "empties": False, "hand_size": 5, "deck_size": 2},
    {"players": 2, "goods": 2, "copies": 1, "max_value": 1, "hand_size": 1, "deck_size": 4, "weight_cap": 4},
    {"players": 3, "galleons": 1, "weight_cap": 9, "hand_size": 2, "copies": 1, "bets": 0},
    {"players": 3, "goods": 3, "max_value": 2, "stones": False},
    {"players": 3, "galleons": 2, "copies": 1, "hand_size": 3, "deck_size": 1, "start": 2},
    {"players": 4, "copies": 1, "max_value": 2, "hand_size": 2, "deck_size": 2, "weight_cap": 10},
    {"players": 4, "galleons": 1, "bets": 1, "max_value": 1, "hand_size": 2, "empties": False},
    {"players": 2, "galleons": 2, "weight_cap": 2, "hand_size": 3},
    {"players": 4, "weight_cap": 4, "hand_size": 1, "deck_size": 1, "copies": 2, "stones": False},
]


def _galleons(*rows: tuple[str, int, int]) -> list[dict[str, Any]]:
    return [{"name": name, "weight_limit": weight, "balance_limit": balance} for name, weight, balance in rows]


# Changes to the data file, by what they are about.
EDITS: dict[str, dict[str, Any]] = {
    "stones": {
        "stone_boxes": {"weights": [1, 2, 4, 4, 5, 5, 9], "total": 7},
    },
    "few stones": {
        "components": {"stone_boxes": 2, "box_cards": 38},
        "stone_boxes": {"weights": [2, 3], "total": 2, "sides": ["left"]},
    },
    "empty boxes on the right": {
        "components": {"empty_boxes": 6, "box_cards": 45},
        "empty_boxes": {"total": 6, "sides": ["right"]},
    },
    "goods": {
        "components": {"goods_boxes": 24, "box_cards": 35},
        "goods_boxes": {
            "values": [1, 2, 4],
            "copies_per_good": [3, 2, 1],
            "per_good": 6,
            "weight_per_good": 11,
            "total": 24,
        },
    },
    "goods on the left": {"goods": {"left": ["gold", "silver", "corn"], "right": ["cacao"]}},
    "sides changed": {"goods": {"left": ["corn"], "right": ["cacao", "silver", "gold"]}},
    "limits": {"galleon": _galleons(("juncal", 12, 2), ("santa_teresa", 20, 9), ("san_antonio", 16, 3))},
    "two galleons": {
        "components": {"galleons": 2, "counters": 4},
        "galleon": _galleons(("juncal", 15, 5), ("san_antonio", 17, 4)),
    },
    "bet points": {"betting": {"correct": [5, 3], "later_correct": 1, "wrong": -2}},
    "more bets": {
        "components": {"betting_cards": 16},
        "setup": {"betting_cards_per_player": 4},
        "betting": {"per_kind_per_player": 2},
    },
    "weather": {"meteorology": {"start": 2, "min": 0, "max": 4}},
    "long steps": {"meteorology": {"start": 4, "min": 1, "max": 7, "step": 2}},
    "unfair coin": {"doubloon": {"probability": [0.25, 0.75]}},
    "wide red zone": {"red_zone": {"width": 6}},
    "sizes": {"setup": {"hand_size": 3, "face_up_deck_size": 5}},
}


def merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the changes laid deeply over it; lists are replaced."""
    result = copy.deepcopy(dict(data))
    for key, value in changes.items():
        result[key] = merged(result.get(key, {}), value) if isinstance(value, Mapping) else value
    return result
