"""Sizes and tables of Sevilla 1503 on which the native engine and the oracle are compared."""

import copy
from collections.abc import Mapping
from typing import Any

FULL: list[dict[str, Any]] = [
    {"players": players, "palace": palace, "rebels": rebels}
    for players in (2, 3, 4, 5)
    for palace in (False, True)
    for rebels in (False, True)
]

# How the whole game may be played and shown.
WAYS: list[dict[str, Any]] = [
    {"boarding": boarding, "visible_tokens": visible_tokens, "won_cards_public": won_cards_public}
    for boarding in ("auto", "manual")
    for visible_tokens in (True, False)
    for won_cards_public in (True, False)
]

REBELS = "mutineer+rogue+stowaway"
GOODS = "oil+wine+armament+livestock"

REDUCED: list[dict[str, Any]] = [
    {"players": 5, "rounds": 3, "lots": 1, "palace": True, "cards": "oil+wine", "copies": 2},
    {"players": 3, "rounds": 6, "lots": 1, "palace": True, "cards": "oil+wine", "copies": 4, "coins": 9},
    {"players": 2, "rounds": 2, "lots": 2, "coins": 3, "cards": "oil+storekeeper+ships_boy", "false_coins": 2},
    {"players": 2, "rounds": 3, "lots": 1, "palace": True, "coins": 2, "cards": f"{GOODS}+administrator"},
    {"players": 2, "rounds": 2, "lots": 3, "cards": f"{REBELS}+scribe+oil", "rebels": True, "palace": True},
    {
        "players": 2,
        "rounds": 4,
        "palace": True,
        "rebels": True,
        "cards": f"{REBELS}+{GOODS}+friar",
        "boarding": "manual",
    },
    {"players": 3, "rounds": 3, "lots": 2, "coins": 1, "patrons": 1, "cards": "oil+wine", "palace": True},
    {"players": 3, "rounds": 2, "cards": GOODS, "copies": 4, "palace": True, "small_ships": 3, "patrons": 2},
    {"players": 3, "rounds": 5, "lots": 2, "cards": f"{REBELS}+oil+wine", "rebels": True, "palace": True},
    {"players": 3, "rounds": 2, "lots": 2, "cards": REBELS, "rebels": True, "boarding": "manual"},
    {"players": 3, "rounds": 1, "copies": 1, "visible_tokens": False, "palace": True},
    {"players": 4, "rounds": 3, "lots": 2, "palace": True, "rebels": True, "cards": f"{REBELS}+ships_boy+boatswain"},
    {"players": 4, "rounds": 8, "lots": 1, "coins": 2, "palace": True, "cards": f"{GOODS}+cook", "small_ships": 0},
    {"players": 5, "rounds": 2, "palace": True, "rebels": True, "copies": 1, "boarding": "manual"},
    {"players": 5, "rounds": 4, "lots": 2, "coins": 3, "false_coins": 1, "cards": "surgeon+ships_boy+boatswain+diver"},
    {"players": 5, "rounds": 8, "lots": 2, "palace": True, "rebels": True, "small_ships": 1, "boarding": "manual"},
]


COPIES = {"goods": 6, "carpentry": 6, "officer": 2, "crew": 1, "boy": 12}


def _rows(data: Mapping[str, Any], table: str, **changes: Any) -> list[dict[str, Any]]:
    """The rows of a table with columns changed: name=function of the row."""
    return [{**row, **{column: change(row) for column, change in changes.items()}} for row in data[table]]


def edits(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Changes to the data file, by what they are about."""
    return {
        "points": {
            "constants": {
                "coins_per_vp": 3,
                "treasurer_coins": 6,
                "admiral_distinct_officers": 3,
                "master_distinct_crew": 2,
                "carpentry_set_vp": 5,
            }
        },
        "short game": {
            "constants": {"rounds": 3, "false_coins_per_player": 2},
            "ship": [row for row in data["ship"] if row["id"] in ("ship_2a", "ship_3a", "ship_5a")],
            "setup": _rows(data, "setup", auction_cards_used=lambda row: 3 * (2 * row["lots"] - 1)),
        },
        "start": {
            "constants": {"small_ships_per_player": 1},
            "setup": _rows(
                data,
                "setup",
                start_coins=lambda row: 12 - 2 * row["players"],
                small_ships=lambda row: max(3, row["players"]),
                lots=lambda row: row["lots"] - 1,
                auction_cards_used=lambda row: 8 * (2 * row["lots"] - 3),
            ),
        },
        "patrons": {
            "patron": _rows(
                data, "patron", value=lambda row: 5 - row["value"], income=lambda row: (row["income"] + 2) % 4
            ),
            "palace": {"alcazar": {"crown_income": 1}},
        },
        "ships": {
            "ship": _rows(
                data,
                "ship",
                player_symbols=lambda row: [3, 4, 5] if row["id"][-1] in "ab" else [],
            )
        },
        "false player": {
            "false_player": _rows(data, "false_player", coins=lambda row: [0, 0, 3, row["ship_capacity"] - 2])
        },
        "copies": {
            "constants": {"base_auction_cards": 90},
            "auction_card": _rows(data, "auction_card", count=lambda row: COPIES[row["family"]]),
            "rebel_card": _rows(data, "rebel_card", count=lambda row: 5),
        },
        "colours": {
            "auction_card": _rows(
                data, "auction_card", colour=lambda row: "brown" if row["family"] == "officer" else row["colour"]
            )
        },
        "few Deals": {"rebel_card": _rows(data, "rebel_card", deal=lambda row: row["id"] == "rogue")},
        "palace": {
            "palace": {
                "alcazar": {"crown_rebid_value": 6},
                "atarazanas": {"extra_quarters_per_ship": 3},
                "puerto": {"toll": 2},
                "casa_comercio": {"price": 3},
            }
        },
        "two Rogues, two titles": {"rulings": {"rogue_distinct_titles": 2}},
        "no Rogue is a title": {"rulings": {"rogue_distinct_titles": 0}},
        "swaps without a deck": {"rulings": {"arenal_needs_deck": False}},
    }


def merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the changes laid deeply over it; lists are replaced."""
    result = copy.deepcopy(dict(data))
    for key, value in changes.items():
        result[key] = merged(result.get(key, {}), value) if isinstance(value, Mapping) else value
    return result
