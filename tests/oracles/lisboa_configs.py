"""Sizes and tables of Lisboa on which the native engine and the oracle are compared."""

import copy
from collections.abc import Mapping
from typing import Any

FULL: list[dict[str, Any]] = [{"players": players} for players in (2, 3, 4)]

REDUCED: list[dict[str, Any]] = [
    {"players": 2, "rows": 1},
    {"players": 2, "rows": 2, "hand": 2, "deck": 5, "stack": 1, "clergy": 2, "decrees": 10},
    {"players": 2, "hand": 1, "deck": 3, "stack": 2},
    {"players": 2, "hand": 3, "deck": 6, "stack": 4, "decrees": 30},
    {"players": 2, "hand": 4, "stack": 3, "clergy": 9, "decrees": 5},
    {"players": 2, "rows": 3, "clergy": 4, "decrees": 1},
    {"players": 3, "rows": 1, "hand": 2, "deck": 6, "stack": 2},
    {"players": 3, "rows": 2, "clergy": 3, "decrees": 24, "stack": 3},
    {"players": 3, "hand": 1, "deck": 3, "stack": 1, "clergy": 19, "decrees": 8},
    {"players": 3, "rows": 4, "hand": 4, "deck": 13},
    {"players": 4, "rows": 1, "hand": 1, "stack": 2, "clergy": 5},
    {"players": 4, "rows": 3, "hand": 3, "deck": 12, "stack": 4, "decrees": 40},
    {"players": 4, "rows": 5, "clergy": 7, "decrees": 12},
]


def _rows(data: Mapping[str, Any], *path: str, **changes: Any) -> dict[str, Any]:
    """A list of rows with columns changed: name=function of the row."""
    table: Any = data
    for name in path:
        table = table[name]
    changed: Any = [{**row, **{column: change(row) for column, change in changes.items()}} for row in table]
    for name in reversed(path):
        changed = {name: changed}
    return dict(changed)


CELLS = {1: ("royal_favor", 1, ""), 2: ("good", 2, "cloth"), 3: ("recruit", 2, ""), 4: ("pile_rubble", 2, "")}
HOUSES = {1: ("gain_influence", 1, ""), 2: ("royal_favor", 1, ""), 3: ("good", 2, "any"), 4: ("pile_rubble", 1, "")}
PLOTS = {"WA": ("royal_favor", 2, ""), "WB": ("recruit", 3, ""), "N1": ("pile_rubble", 2, ""), "N2": ("good", 3, "any")}
REWARDS = [
    ("good", 2, "any"),
    ("recruit", 2, ""),
    ("royal_favor", 2, ""),
    ("pile_rubble", 2, ""),
    ("gain_influence", 2, ""),
    ("influence", 5, ""),
    ("none", 0, ""),
]
PENALTIES = [
    ("good", 2, "any"),
    ("official", 2, ""),
    ("influence", 4, ""),
    ("wigs", 9, ""),
    ("reis", 9, ""),
    ("good", 3, "tools"),
    ("good", 1, "gold"),
]


def _effect(row: Mapping[str, Any]) -> tuple[str, int, str]:
    kinds = REWARDS if row["effect"] == "reward" else PENALTIES
    return kinds[int(row["id"][1:]) % len(kinds)]


def edits(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Changes to the data file, by what they are about."""
    return {
        "powers": {
            "components": {"clergy_tiles": 34},
            **_rows(
                data,
                "clergy_tiles",
                "list",
                n=lambda row: 2 * row["n"] if row["n"] != 2 else 3,
                wigs=lambda row: (2 * row["wigs"]) % 7,
                count=lambda row: 5 - row["count"] if row["effect"] < "q" else 1,
            ),
        },
        "rewards of cells": {
            "map": _rows(
                data["map"],
                "store_space",
                "rewards",
                kind=lambda row: CELLS.get(row["column"], ("influence", 3, ""))[0],
                n=lambda row: CELLS.get(row["column"], ("influence", 3, ""))[1],
                type=lambda row: CELLS.get(row["column"], ("influence", 3, ""))[2],
            )
        },
        "rewards of houses": _rows(
            data,
            "houses",
            "list",
            kind=lambda row: HOUSES.get(row["slot"], (row["kind"],))[0],
            n=lambda row: HOUSES.get(row["slot"], ("", 3))[1],
            type=lambda row: HOUSES.get(row["slot"], ("", 0, row["type"]))[2],
        ),
        "rewards of plots": {
            "map": _rows(
                data["map"],
                "plots",
                "list",
                reward=lambda row: PLOTS.get(row["id"], (row["reward"],))[0],
                n=lambda row: PLOTS.get(row["id"], ("", row["n"]))[1],
                type=lambda row: PLOTS.get(row["id"], ("", 0, row["type"]))[2],
            )
        },
        "effects of cards": _rows(
            data,
            "noble_cards",
            "list",
            kind=lambda row: _effect(row)[0],
            n=lambda row: _effect(row)[1],
            type=lambda row: _effect(row)[2],
            influence=lambda row: (row["influence"] + int(row["id"][1:])) % 4,
        ),
        "only penalties": _rows(
            data,
            "noble_cards",
            "list",
            effect=lambda row: "penalty",
            kind=lambda row: PENALTIES[int(row["id"][1:]) % 7][0],
            n=lambda row: PENALTIES[int(row["id"][1:]) % 7][1],
            type=lambda row: PENALTIES[int(row["id"][1:]) % 7][2],
        ),
        "events and benefits": _rows(
            data,
            "treasury_cards",
            "list",
            event=lambda row: EVENTS[int(row["id"][1:]) % 9],
            benefit=lambda row: BENEFITS[int(row["id"][1:]) % 6],
            n=lambda row: 3 - row["n"] % 3,
        ),
        "alike cards": {
            "components": {"political_cards": 98},
            **_rows(data, "decks", "list", cards=lambda row: DECKS[row["id"]]),
            **_rows(data, "noble_cards", "list", count=lambda row: 3 if row["id"] in ALIKE else 1),
            **_rows(data, "treasury_cards", "list", count=lambda row: 2 if row["id"] in ALIKE else 1),
        },
        "tracks": {
            "track": {
                "treasury": {
                    "values": [2, 3, 5, 6, 8],
                    "influence_cost": [4, 3, 2, 1, 0],
                    "ship_step": 2,
                    "cardinal_step": -1,
                    "treasury_card_step": -2,
                },
                "influence": {"max": 9, "wig_space": 9, "reis_spaces": [0, 1, 3, 4, 7]},
                "market": {
                    "min": 2,
                    "max": 6,
                    "produce_step": -2,
                    "public_building_step": 2,
                    "public_building_min_wigs": 1,
                },
            }
        },
        "church": {
            "track": {
                "church": {
                    "ring": ["tile1", "influence", "tile2", "treasury", "tile3", "tile4", "tile5", "tile6"],
                    "start": "treasury",
                    "steps": [1, 2, 3],
                }
            },
            "limits": {"clergy_max": 2},
        },
        "map": {
            "setup": {
                "by_players": {
                    "two": {"rubble_placed": 55},
                    "three": {"rubble_placed": 63},
                    "four": {"rubble_placed": 63},
                }
            },
            "map": {
                "rubble_per_row": 2,
                "rubble_per_column": [2, 1, 4, 0, 3],
                "rubble_per_plot": 3,
                "rubble_pile": 1,
                "rubble_cost": {"earthquake": 0, "fire": 3, "tsunami": 2},
            },
        },
        "narrow limits": {
            "limits": {
                "portfolio_per_set": 0,
                "portfolio_max": 4,
                "warehouse_base": 1,
                "clergy_max": 1,
                "plans_max": 1,
                "trade_goods_max": 1,
                "recruit_max": 1,
                "rival_official_fee": 4,
                "rubble_max_per_kind": 3,
            }
        },
        "wide limits": {
            "limits": {
                "portfolio_base": 3,
                "warehouse_per_set": 2,
                "clergy_max": 5,
                "plans_max": 4,
                "trade_goods_max": 3,
                "recruit_max": 3,
                "rival_official_fee": 0,
                "follow_pays_influence": False,
            }
        },
        "Nobles": _rows(
            data,
            "nobles",
            "list",
            good=lambda row: {"maia": "cloth", "marquis": "tools", "king": "books"}[row["id"]],
            office_spaces=lambda row: {"maia": 1, "marquis": 3, "king": 2}[row["id"]],
        ),
        "plans and buildings": {
            **_rows(
                data,
                "plans",
                "list",
                officials=lambda row: 1 + (row["officials"] + int(row["id"][1])) % 5,
                wigs=lambda row: int(row["id"][1]) % 3,
            ),
            **_rows(
                data,
                "public_buildings",
                "list",
                blue=lambda row: {"gold": 1, "cloth": 2, "books": 3, "tools": 0},
                green=lambda row: {good: (wigs + 1) % 4 for good, wigs in row["green"].items()},
            ),
        },
        "ships": {
            **_rows(
                data,
                "ships",
                "list",
                hull=lambda row: {1: 2, 2: 1, 3: 4, 4: 1}[row["hull"]],
                price_modifier=lambda row: 3 - row["price_modifier"],
                influence=lambda row: row["hull"] - 1,
            ),
            "sailing": {"wigs_per_crate": 2},
        },
        "decrees": _rows(
            data,
            "decrees",
            "list",
            kind=lambda row: "per" if row["kind"] == "threshold" else "threshold",
            max=lambda row: 2 * row["need"],
            need=lambda row: 2 if row["kind"] == "per" else 0,
            wigs=lambda row: 1 + row["wigs"] % 4,
        ),
        "scoring": {
            "scoring": {
                "period_end": {"wigs_per_rubble_set": 1},
                "final": {
                    "wigs_per_rubble_set": 5,
                    "reis_per_wig": 3,
                    "wigs_per_royal_favor": 1,
                    "officials_majority": [11, 6, 4],
                    "officials_majority_two_players": [9, 2],
                },
                "ties": {"order": ["rubble_sets", "stores", "reis", "influence"]},
            },
            **_rows(data, "scoring_tiles", "list", wigs=lambda row: [8 - row["id"], row["id"], 1]),
        },
        "triggers": {"end_triggers": {"period1_rubble_sets": 1, "game_rubble_sets": 3, "empty_decks": 2}},
        "a long first period": {"end_triggers": {"period1_rubble_sets": 3, "game_rubble_sets": 3, "empty_decks": 4}},
        "start": {
            "setup": {
                "player": {
                    "reis": 4,
                    "wigs": 1,
                    "goods_each": 2,
                    "officials_in_marquis_office": 2,
                    "influence_by_seat": [1, 0, 9, 10],
                    "hand_size": 4,
                },
                "market": {"gold": 1, "cloth": 7, "books": 2, "tools": 6},
                "treasury": {"start": 5},
                "display": {"decrees_face_up": 5},
            }
        },
        "actions of the Nobles": _rows(
            data,
            "nobles",
            "list",
            state=lambda row: STATES[row["id"]],
            noble_action=lambda row: {
                "maia": "take_decree",
                "marquis": "open_public_building",
                "king": "build_store",
            }[row["id"]],
            wild=lambda row: "books",
        ),
        "streets": {
            **_rows(
                data,
                "city_tiles",
                "list",
                count=lambda row: {"yellow": 4, "pink": 9, "brown": 7, "blue": 2, "small_blue": 5}[row["colour"]],
            ),
            "map": {
                "column_streets": {
                    "c1": ["tools"],
                    "c2": ["gold", "books"],
                    "c3": ["cloth"],
                    "c4": ["gold", "cloth"],
                    "c5": ["tools"],
                },
                **_rows(
                    data["map"],
                    "plots",
                    "list",
                    street=lambda row: {"N1": "tools", "N2": "tools", "N3": "gold", "N4": "books"}.get(row["id"], ""),
                    row=lambda row: {"WA": "B", "WB": "A", "EC": "D"}.get(row["id"], row["row"]),
                ),
            },
        },
        "players": {
            "setup": {
                "by_players": {
                    "two": {
                        "rows": ["A", "B", "C", "D", "E"],
                        "rubble_placed": 63,
                        "royal_favors_per_noble": 4,
                        "ships_per_colour": 3,
                        "dummy_officials_per_office": 0,
                    },
                    "three": {"dummy_officials_per_office": 2, "ships_per_colour": 1},
                },
            },
            "rubble_supply": {"earthquake": 30, "fire": 20, "tsunami": 13},
        },
        "starting plans": _rows(data, "plans", "list", starting=lambda row: row["id"] in ("G1", "B8", "S1", "S4")),
        "few goods": {"components": {"goods_per_type": 6, "goods_tokens": 24}, "goods": {"per_type": 6}},
    }


STATES = {
    "maia": ["produce", "recruit"],
    "marquis": ["build_ship", "royal_favor"],
    "king": ["meet_cardinal", "acquire_plan"],
}
DECKS = {"blue": 28, "red": 22, "purple": 28, "brown": 20}
ALIKE = ("P01", "P07", "P12", "P18", "P33", "P38", "P43", "P64", "P75")
EVENTS = (
    "recruit",
    "acquire_plan",
    "build_ship",
    "produce",
    "meet_cardinal",
    "royal_favor",
    "build_store",
    "take_decree",
    "open_public_building",
)
BENEFITS = ("discount", "sale_each", "sale_gold", "sale_cloth", "sale_books", "sale_tools")


def merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the changes laid deeply over it; lists are replaced."""
    result = copy.deepcopy(dict(data))
    for key, value in changes.items():
        result[key] = merged(result.get(key, {}), value) if isinstance(value, Mapping) else value
    return result
