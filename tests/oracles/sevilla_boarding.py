"""Boarding in Sevilla 1503 (S10, S11) by brute force over all sub-multisets of a pile; written from the rules.

A pile maps ids of `data.toml` to counts, capacities are in quarters. What each title does stands here by its id; only
numbers (points, weights, thresholds) are read from the data tables.
"""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import caravela.engines

Cards = Mapping[str, int]
Data = Mapping[str, Any]

EXEMPT = {
    "storekeeper": "oil",
    "friar": "wine",
    "soldier": "armament",
    "butcher": "livestock",
    "surgeon": "ships_boy",
}
"""S10.3: the crew card, and what weighs nothing once it is on board."""
PATRON_OF = {"administrator": "storekeeper", "chaplain": "friar", "rancher": "butcher", "governor": "soldier"}
"""S11.3: officers that score for a crew card."""


def own_data() -> dict[str, Any]:
    """The game's own tables; the caller may change them."""
    return tomllib.loads((Path(next(iter(caravela.engines.__path__))) / "sevilla" / "data.toml").read_text())


class Table:
    """The numbers of one set of data tables."""

    def __init__(self, data: Data) -> None:
        rows = [*data["auction_card"], *data["rebel_card"]]
        self.family = {row["id"]: row["family"] for row in rows}
        self.weight = {row["id"]: row["weight_quarters"] for row in rows}
        self.points = {row["id"]: row["points"] for row in rows}
        self.count = {row["id"]: row["count"] for row in rows}
        self.constants = data["constants"]
        self.rogue_titles = data["rulings"]["rogue_distinct_titles"]

    def of(self, cards: Cards, family: str) -> dict[str, int]:
        """The cards of a family."""
        return {card: count for card, count in cards.items() if count and self.family[card] == family}


def weight(table: Table, board: Cards) -> int:
    """S10.2, S10.3."""
    free = {EXEMPT[card] for card, count in board.items() if count and card in EXEMPT}
    return sum(count * table.weight[card] for card, count in board.items() if card not in free)


def sets(table: Table, board: Cards) -> int:
    """S11.2."""
    pieces = [board.get(card, 0) for card, family in table.family.items() if family == "carpentry"]
    done = 0
    while sum(max(0, done + 1 - n) for n in pieces) <= board.get("diver", 0):
        done += 1
    return done


def value(table: Table, board: Cards, ships: int, purse: int, helm: bool) -> int:
    """S11: points of the cards on board, without those for coins."""
    n = {card: board.get(card, 0) for card in table.family}
    officers, crew, goods = (table.of(board, family) for family in ("officer", "crew", "goods"))
    rogues = n["rogue"]
    titles = min(rogues, table.rogue_titles)
    boys = n["ships_boy"]
    gaps = (boys == 0) + (not officers)
    times = dict.fromkeys(n, 0)
    times |= dict.fromkeys(("oil", "wine", "armament", "livestock"), 1)
    times |= {officer: n[card] for officer, card in PATRON_OF.items()}
    times |= {card: n[EXEMPT[card]] for card in ("storekeeper", "friar", "soldier", "butcher")}
    times["chief_pilot"] = ships
    times["lieutenant"] = sum(crew.values()) + rogues
    times["captain_general"] = sum(officers.values()) + rogues
    times["admiral"] = int(len(officers) + titles >= table.constants["admiral_distinct_officers"])
    times["boatswain"] = boys + rogues
    times["treasurer"] = int(purse >= table.constants["treasurer_coins"])
    times["master"] = int(len(crew) + titles >= table.constants["master_distinct_crew"])
    times["carpenter"] = int(sets(table, board) >= 1)
    times["scribe"] = int(gaps <= rogues and bool(goods))
    times["surgeon"] = boys + rogues
    times["cook"] = int(len(goods) == 4)
    times["mutineer"] = int(helm)
    scored = sum(count * table.points[card] * times[card] for card, count in n.items())
    return scored + table.constants["carpentry_set_vp"] * sets(table, board)


def legal(table: Table, pile: Cards, board: Cards, capacity: int) -> bool:
    """S10.2, S10.4: whether these cards of the pile may be on board."""
    rebels = sum(table.of(pile, "rebel").values())
    due = min(rebels, capacity // table.weight["rogue"])
    return weight(table, board) <= capacity and sum(table.of(board, "rebel").values()) == due


def boards(pile: Cards) -> Iterator[dict[str, int]]:
    """All sub-multisets."""
    for counts in product(*(range(count + 1) for count in pile.values())):
        yield dict(zip(pile, counts, strict=True))


def best(table: Table, pile: Cards, capacity: int, ships: int, purse: int, helm: bool = False) -> int:
    """S10.6: the maximum over all legal boards."""
    return max(value(table, board, ships, purse, helm) for board in boards(pile) if legal(table, pile, board, capacity))
