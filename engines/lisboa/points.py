"""Final scoring (L18.5, L18.6) of a table as plain Python values, item by item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from caravela.engines.lisboa.names import GOODS, NOBLES, Names, names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from caravela.cext.core import Game
    from caravela.engines.lisboa.table import Seat, Table


@dataclass(frozen=True)
class Points:
    """The wigs of one seat, by L18.5."""

    track: int
    sets: int
    ships: int
    streets: int
    officials: int
    reis: int
    favors: int
    decrees: int

    @property
    def total(self) -> int:
        """All together."""
        return (
            self.track + self.sets + self.ships + self.streets + self.officials + self.reis + self.favors + self.decrees
        )


def points_of(game: Game, table: Table, seat: int) -> Points:
    """What a seat would have if the game ended now."""
    names, own = names_of(game), table.seats[seat]
    final = game.data["scoring"]["final"]
    places = 2 if names.players == 2 else 3
    majority = final["officials_majority_two_players" if names.players == 2 else "officials_majority"]
    streets = sum(
        share([other.stores[good] for other in table.seats], seat, names.scoring[table.street[good]][:places])
        for good in GOODS
        if good in table.street
    )
    return Points(
        track=own.wigs,
        sets=final["wigs_per_rubble_set"] * own.sets,
        ships=sum(ship.hull for ship in own.ships),
        streets=streets,
        officials=share([other.staff for other in table.seats], seat, majority),
        reis=own.reis // final["reis_per_wig"],
        favors=final["wigs_per_royal_favor"] * sum(own.favors.values()),
        decrees=sum(decree_wigs(game, table, seat, decree) for decree in own.decrees),
    )


def share(having: Sequence[int], seat: int, wigs: Sequence[int]) -> int:
    """R18: what a seat gets of the places that are paid; the tied add up theirs and divide, rounding down."""
    mine = having[seat]
    if not mine:
        return 0
    before, tied = sum(n > mine for n in having), sum(n == mine for n in having)
    return sum(wigs[before : before + tied]) // tied


def decree_wigs(game: Game, table: Table, seat: int, decree: str) -> int:
    """What a decree pays a seat."""
    names = names_of(game)
    row = names.decrees[decree]
    count = measure(names, table, seat, row["metric"])
    if row["kind"] == "per":
        return int(min(count * row["wigs"], row["max"]))
    return int(row["wigs"]) if count >= row["need"] else 0


def measure(names: Names, table: Table, seat: int, metric: str) -> int:
    """L18.6."""
    own = table.seats[seat]
    if metric in PLAIN:
        return PLAIN[metric](own)
    word, _, what = metric.partition("_")
    opened = [(plot, tile) for plot, tile in table.buildings.items() if tile.opener == seat]
    if metric == "buildings_opened":
        return len(opened)
    if metric == "officials_placed":
        return int(names.data["components"]["officials_per_player"]) - own.board
    if word == "stores" and what.startswith("row_"):
        row = what.removeprefix("row_")
        return sum(store.seat == seat and cell[0] == row for cell, store in table.cells.items())
    if word == "buildings" and what in ("blue", "green"):
        return sum(tile.colour == what for _, tile in opened)
    if word == "buildings":
        return sum(names.plots[plot]["side"] == what for plot, _ in opened)
    if word == "officials":
        noble = what.removeprefix("office_")
        return own.office[noble] + own.plaza[noble]
    if word == "portfolio":
        return sum(names.cards[card]["noble"] == what for card in own.nobles)
    having = {"stores": own.stores, "rubble": own.rubble, "goods": own.goods}
    return having[word][what]


PLAIN: dict[str, Callable[[Seat], int]] = {
    "stores": lambda own: sum(own.stores.values()),
    "store_types": lambda own: sum(own.stores[good] > 0 for good in GOODS),
    "officials_in_buildings": lambda own: own.staff,
    "rubble_sets": lambda own: own.sets,
    "ships": lambda own: len(own.ships),
    "hull_total": lambda own: sum(ship.hull for ship in own.ships),
    "ships_at_sea": lambda own: sum(ship.at_sea for ship in own.ships),
    "noble_cards": lambda own: len(own.nobles),
    "treasury_cards": lambda own: len(own.treasury),
    "portfolio_cards": lambda own: len(own.nobles) + len(own.treasury) + len(own.ships),
    "influence": lambda own: own.influence,
    "reis": lambda own: own.reis,
    "goods": lambda own: sum(own.goods.values()),
    "clergy": lambda own: len(own.clergy),
    "favors": lambda own: sum(own.favors.values()),
    "favor_types": lambda own: sum(own.favors[noble] > 0 for noble in NOBLES),
}
