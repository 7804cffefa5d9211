"""Sizes and tables of Pizarro & Co. on which the native engine and the oracle are compared."""

import copy
from collections.abc import Mapping
from typing import Any

BOARDS = ("AA", "AB", "BA", "BB")

FULL: list[dict[str, Any]] = [{"players": players, "board": board} for players in (3, 4, 5, 6) for board in BOARDS]

STARTS: list[dict[str, Any]] = [
    {"players": players, "auctioneer": auctioneer}
    for players, auctioneer in ((3, -1), (4, -1), (5, -1), (6, -1), (3, 2), (4, 1), (5, 4), (6, 5))
]

REDUCED: list[dict[str, Any]] = [
    {"players": 3, "explorers": "columbus", "values": 3, "money": 4},
    {"players": 3, "explorers": "columbus+magellan", "copies": 1, "values": 4, "money": 4},
    {"players": 3, "board": "BA", "explorers": "pizarro+magellan", "values": 5, "money": 5, "copies": 2},
    {"players": 3, "board": "BB", "explorers": "pizarro", "values": 5, "money": 7, "copies": 1, "ships": 1},
    {"players": 3, "explorers": "magellan+vasco_da_gama", "values": 6, "money": 7},
    {"players": 3, "explorers": "marco_polo+cook", "values": 3, "money": 5, "ships": 2},
    {"players": 3, "board": "AB", "explorers": "vasco_da_gama+cook", "values": 4, "money": 4, "ships": 3},
    {"players": 3, "explorers": "vasco_da_gama+cook+magellan", "values": 4, "money": 4, "phases": 2},
    {"players": 3, "board": "BB", "explorers": "magellan+vasco_da_gama", "values": 3, "copies": 2, "auctioneer": 1},
    {"players": 3, "explorers": "marco_polo", "values": 2, "money": 3},
    {"players": 4, "explorers": "marco_polo+pizarro", "values": 3, "money": 5, "phases": 1},
    {"players": 4, "board": "BA", "copies": 1, "ships": 2, "money": 4},
    {"players": 5, "explorers": "magellan", "values": 1, "auctioneer": -1},
    {"players": 5, "board": "AB", "values": 6, "money": 5, "phases": 2},
    {"players": 6, "explorers": "marco_polo+vasco_da_gama", "values": 2, "money": 6},
    {"players": 6, "board": "BB", "explorers": "columbus+pizarro+cook", "values": 5, "ships": 1},
]


def _spaces(data: Mapping[str, Any], **changes: Any) -> list[dict[str, Any]]:
    """The rows of all spaces with columns changed: name=function of the row."""
    return [{**row, **{column: change(row) for column, change in changes.items()}} for row in data["space"]]


def edits(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Changes to the data file, by what they are about."""
    return {
        "crowns of cards": {"money_cards": {"crown": {"by_value": [0, 1, 2, 3, 4, 5, 6, 7, 9], "sum_of_set": 37}}},
        "copies of explorers": {
            "components": {"explorer_cards": 36, "explorer_cards_per_explorer": 6},
            "explorer_cards": {"copies_per_phase": [4, 1, 1], "stack_sizes": [24, 6, 6]},
        },
        "base cards": {"phase_end": {"base_cards": [1, 3, 2]}},
        "bags": {"space": _spaces(data, bag=lambda row: (row["crown"] + row["phase"]) % 4)},
        "crowns of spaces": {"space": _spaces(data, crown=lambda row: 3 * row["bag"] + row["phase"])},
        "no bags": {"phase_end": {"pay_bags": [False, True, False]}},
        "no shuffle": {"phase_end": {"reshuffle_discards_first": [False, True, False]}},
        "late exchange": {"phase_end": {"marco_polo_exchange": [False, True, True]}},
        "short exchange": {"action": {"exchange": {"max_cards_per_ship": 1}}},
        "long draws": {"action": {"draw": {"cards_by_phase": [5, 0, 9]}}},
        "luck": {"action": {"press_luck": {"limit": 7, "over_limit_points": 2}}},
        "multipliers": {"action": {"tuck": {"multiplier_by_cards_in_stack": [2, 0, 5]}}},
        "bids": {"auction": {"minimum_bid": 3, "minimum_raise": 2}},
        "halves": {
            "board": {
                "half_1": ["cook", "columbus", "marco_polo"],
                "half_2": ["magellan", "pizarro", "vasco_da_gama"],
            }
        },
        "default board": {"board": {"default": {"combination": "BB"}}},
        "few ships": {"components": {"ships": 12, "ships_per_player": 2}},
        "more money": {
            "components": {"money_cards": 72},
            "money_cards": {"copies_per_value": 8, "total": 72},
        },
        "starting set": {"money_cards": {"starting_set_per_player": [1, 3, 5, 7, 9], "crown": {"sum_of_set": 10}}},
    }


def merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the changes laid deeply over it; lists are replaced."""
    result = copy.deepcopy(dict(data))
    for key, value in changes.items():
        result[key] = merged(result.get(key, {}), value) if isinstance(value, Mapping) else value
    return result
