"""The names of actions, outcomes and codes of one opened game, in the order of their ids.

Mirrors `lisboa_open.pxd` in Python: the engine knows numbers only, names come from options and data.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravela.cext.core import Game

GOODS = ("gold", "cloth", "books", "tools")
NOBLES = ("maia", "marquis", "king")
RUBBLE = ("earthquake", "fire", "tsunami")
STATE_ACTIONS = ("recruit", "acquire_plan", "build_ship", "produce", "meet_cardinal", "royal_favor")
NOBLE_ACTIONS = ("build_store", "take_decree", "open_public_building")
USES = ("sell", "trade", "visit", "event", "gold")
ARCHITECTS = ("green", "blue")
STACKS = (*NOBLES, "treasury")
PLAYERS = ("", "", "two", "three", "four")
Row = dict[str, Any]
"""A row of a data table."""


@dataclass(frozen=True)
class Plan:
    """A kind of plans: all that are alike but for their id, which is that of the first one."""

    id: str
    architect: str
    officials: int
    wigs: int
    starting: bool


@dataclass(frozen=True)
class Names:
    """Lists of names; ids count through them."""

    players: int
    rows: tuple[str, ...]
    data: dict[str, Any]

    @cached_property
    def cards(self) -> dict[str, Row]:
        """Noble cards, then Treasury cards, by id."""
        return {row["id"]: row for table in ("noble_cards", "treasury_cards") for row in self.data[table]["list"]}

    @cached_property
    def clergy(self) -> dict[str, Row]:
        """Kinds of clergy tiles by their effect."""
        return {row["effect"]: row for row in self.data["clergy_tiles"]["list"]}

    @cached_property
    def plots(self) -> dict[str, Row]:
        """Plots in play."""
        rows = ("", *self.rows)
        return {row["id"]: row for row in self.data["map"]["plots"]["list"] if row["row"] in rows}

    @cached_property
    def buildings(self) -> dict[str, Row]:
        """Public buildings by id."""
        return {row["id"]: row for row in self.data["public_buildings"]["list"]}

    @cached_property
    def decrees(self) -> dict[str, Row]:
        """Decrees by id, those out of play included."""
        return {row["id"]: row for row in self.data["decrees"]["list"]}

    @cached_property
    def ships(self) -> list[Row]:
        """Colours of ships."""
        return list(self.data["ships"]["list"])

    @cached_property
    def city(self) -> list[Row]:
        """Kinds of City tiles."""
        return list(self.data["city_tiles"]["list"])

    @cached_property
    def scoring(self) -> dict[str, tuple[int, ...]]:
        """Kinds of scoring tiles: the wigs of each, named by the first tile."""
        kinds: dict[tuple[int, ...], str] = {}
        for row in self.data["scoring_tiles"]["list"]:
            kinds.setdefault(tuple(row["wigs"]), str(row["id"]))
        return {name: wigs for wigs, name in kinds.items()}

    @cached_property
    def plans(self) -> dict[str, Plan]:
        """Kinds of plans by id."""
        kinds: dict[tuple[Any, ...], Plan] = {}
        for row in self.data["plans"]["list"]:
            key = row["architect"], row["officials"], row["wigs"], row["starting"]
            kinds.setdefault(key, Plan(row["id"], *key))
        return {plan.id: plan for plan in kinds.values()}

    @cached_property
    def cells(self) -> list[str]:
        """Cells in play, row by row."""
        return [f"{row}{column}" for row in self.rows for column in self.data["map"]["columns"]]

    @cached_property
    def stores(self) -> list[tuple[str, str]]:
        """Cell and good of each store that the map takes."""
        streets = self.data["map"]["column_streets"]
        return [(cell, good) for cell in self.cells for good in GOODS if good in streets[f"c{cell[1:]}"]]

    @cached_property
    def treasury(self) -> list[int]:
        """Treasury values by space."""
        return list(self.data["track"]["treasury"]["values"])

    @cached_property
    def ring(self) -> list[str]:
        """Spaces of the church."""
        return list(self.data["track"]["church"]["ring"])

    @cached_property
    def top_slots(self) -> int:
        """Ships that a Portfolio can hold."""
        return int(self.data["limits"]["top_slots"])

    @cached_property
    def actions(self) -> list[str]:
        """In the order of README.md."""
        ships = range(1, self.top_slots + 1)
        seats = range(self.players)
        offices = [place for noble in NOBLES for place in (noble, f"{noble}.plaza")]
        subsets = [[good for g, good in enumerate(GOODS) if subset >> g & 1] for subset in range(1, 16)]
        reis = len(self.data["track"]["influence"]["reis_spaces"])
        return [
            *("done", "none", "noble", *(f"state:{action}" for action in STATE_ACTIONS), *USES, "more"),
            *(f"play:{card}" for card in self.cards),
            *(f"drop:{card}" for card in self.cards),
            *(f"scrap:{ship}" for ship in ships),
            *(f"{verb}:{tile}" for verb in ("keep", "return", "surrender") for tile in self.clergy),
            *(f"{verb}:{good}" for verb in ("take", "give", "sell") for good in GOODS),
            *(f"ship:{seat}.{ship}" for seat in seats for ship in ships),
            *(f"recruit:{noble}" for noble in NOBLES),
            *(f"recall:{place}" for place in offices),
            *(f"plan:{architect}" for architect in ARCHITECTS),
            *(f"toss:{plan}" for plan in self.plans),
            *(f"produce:{'+'.join(subset)}" for subset in subsets),
            *(f"move:{steps}" for steps in range(1, max(self.data["track"]["church"]["steps"]) + 1)),
            *(f"favor:{noble}" for noble in NOBLES),
            *(f"store:{cell}.{good}" for cell, good in self.stores),
            *(f"house:{row['slot']}" for row in self.data["houses"]["list"]),
            *(f"spend:{k}" for k in range(reis + 1)),
            *(f"clear:{line}.{kind}" for line in ("row", "column") for kind in RUBBLE),
            *(f"decree:{decree}" for decree in self.decrees),
            *(f"open:{plan}" for plan in self.plans),
            *(f"plot:{plot}" for plot in self.plots),
            *(f"hire:{seat}.{place}" for seat in seats for place in offices),
            *(f"pile:{kind}" for kind in RUBBLE),
            *(f"draw:{stack}" for stack in STACKS),
        ]

    @cached_property
    def outcomes(self) -> list[str]:
        """Favors, plans, clergy tiles, cubes, buildings, scoring tiles, decrees, cards."""
        return [
            *(f"favor:{noble}" for noble in NOBLES),
            *(f"plan:{plan}" for plan in self.plans),
            *(f"clergy:{tile}" for tile in self.clergy),
            *(f"cube:{kind}" for kind in RUBBLE),
            *(f"building:{building}" for building in self.buildings),
            *(f"scoring:{tile}" for tile in self.scoring),
            *(f"decree:{decree}" for decree in self.decrees),
            *(f"card:{card}" for card in self.cards),
        ]

    @cached_property
    def codes(self) -> list[str]:
        """What a seat sees: actions, outcomes, then cards and clergy tiles that others draw unseen.

        Outcomes that have the name of an action, `decree:D01` and `favor:maia`, are seen as `drawn:D01`, `drawn:maia`.
        """
        actions = set(self.actions)
        drawn = (f"drawn:{name.partition(':')[2]}" if name in actions else name for name in self.outcomes)
        seats = range(self.players)
        return [*self.actions, *drawn, *(f"card:?@{q}" for q in seats), *(f"clergy:?@{q}" for q in seats)]


_known: dict[str, Names] = {}


def names_of(game: Game) -> Names:
    """The names of an opened game (made once for each digest of options and data)."""
    names = _known.get(game.digest)
    if names is None:
        players = game.options["players"]
        rows = game.data["setup"]["by_players"][PLAYERS[players]]["rows"]
        names = Names(players, tuple(rows[: game.options["rows"] or None]), game.data)
        _known[game.digest] = names
    return names
