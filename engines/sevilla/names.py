"""The names of cards, patrons and buildings of one opened game, and of its actions, outcomes and codes.

Mirrors `sevilla_state.pxd` in Python: the engine knows numbers only, names come from the data. Numbers are the same in
every variant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravela.cext.core import Game
    from caravela.engines.sevilla.table import Seat

SEATS, LOTS, KINDS, BUILDINGS, DISCS, MONEY, FALSE_COINS, TOKENS = 5, 8, 32, 5, 4, 75, 9, 40
A_PATRON, A_GIVE, A_SELL, A_BOARD, A_FALSE, A_BID = 3, 9, 18, 50, 82, 92
O_HELM = 32


@dataclass(frozen=True)
class Names:
    """Name lists; numbers count through them."""

    cards: tuple[str, ...]  # ids, rebels last
    titles: tuple[str, ...]  # of the same cards
    patrons: tuple[str, ...]
    patron_titles: tuple[str, ...]
    buildings: tuple[str, ...]
    building_titles: tuple[str, ...]
    players: int
    lots: int
    rounds: int
    ships: tuple[int, ...]  # capacity of the ship of each round, in spaces
    patron_values: tuple[int, ...]
    crown_value: int  # of the owner of El Alcazar
    patron_count: int  # patrons in play
    false_coins: int  # of each player
    extra_quarters: int  # of Atarazanas, a ship

    @cached_property
    def actions(self) -> list[str]:
        """Answers about lots, cards sold and boarded, false coins, coins."""
        return [
            *("first", "last", "pass", *self.patrons, "pay", "hand_over", "keep"),
            *(f"give>{seat}" for seat in range(SEATS)),
            *("decline", "swap1", "swap2", "done"),
            *(f"sell:{card}" for card in self._all_cards),
            *(f"board:{card}" for card in self._all_cards),
            *(f"false{coins}" for coins in range(FALSE_COINS + 1)),
            *(f"bid{coins}" for coins in range(MONEY + 1)),
        ]

    @cached_property
    def outcomes(self) -> list[str]:
        """Auction cards, first holders of the Helm, buildings, discs of the false player, all bids made."""
        return [
            *(f"card:{card}" for card in self._all_cards),
            *(f"helm>{seat}" for seat in range(SEATS)),
            *(f"building:{building}" for building in self.buildings),
            *(f"disc{value}" for value in range(DISCS)),
            "show",
        ]

    @cached_property
    def codes(self) -> list[str]:
        """What a seat sees: actions and outcomes, what is done unseen, what is uncovered."""
        places = [f"{seat}.{lot + 1}" for seat in range(SEATS) for lot in range(LOTS)]
        return [
            *self.actions,
            *self.outcomes,
            "disc?",
            "card:?",
            *(f"discs:{count}@{place}" for place in places for count in range(TOKENS)),
            *(f"coins:{coins}@{place}" for place in places for coins in range(MONEY + 1)),
            *(f"disc{value}@{lot + 1}" for lot in range(LOTS) for value in range(DISCS)),
            *(f"shown:{card}" for card in self._all_cards),
        ]

    def patron_value(self, patron: str, building: str | None) -> int:
        """S6.5, S13.2: what a patron adds to the bid of the owner of a building."""
        if patron == "crown" and building == "alcazar":
            return self.crown_value
        return self.patron_values[self.patrons.index(patron)]

    def total(self, seat: Seat, lot: int) -> int:
        """S6.2: coins and patron of a seat on the present lot, counted from 1."""
        return seat.coins[lot - 1] + (self.patron_value(seat.backing, seat.building) if seat.backing else 0)

    def capacity(self, seat: Seat) -> int:
        """S10.1: quarters of a fleet, with Atarazanas."""
        return seat.capacity + (self.extra_quarters * seat.ships if seat.building == "atarazanas" else 0)

    @property
    def _all_cards(self) -> list[str]:
        """Ids, with a name for each number that has no card."""
        return [*self.cards, *(f"?{kind}" for kind in range(len(self.cards), KINDS))]


_known: dict[str, Names] = {}


def names_of(game: Game) -> Names:
    """The names of an opened game (made once for each digest of options and data)."""
    names = _known.get(game.digest)
    if names is None:
        names = _known[game.digest] = _make(game)
    return names


def _make(game: Game) -> Names:
    options, data = game.options, game.data
    setup = next(row for row in data["setup"] if row["players"] == options["players"])
    cards = [*data["auction_card"], *data["rebel_card"]]
    buildings = data["palace"]["order"]
    return Names(
        cards=tuple(row["id"] for row in cards),
        titles=tuple(row["title"] for row in cards),
        patrons=tuple(row["id"] for row in data["patron"]),
        patron_titles=tuple(row["title"] for row in data["patron"]),
        buildings=tuple(buildings),
        building_titles=tuple(data["palace"][building]["title"] for building in buildings),
        players=options["players"],
        lots=options["lots"] or setup["lots"],
        rounds=options["rounds"] or data["constants"]["rounds"],
        ships=tuple(_ships(setup["ship_set"], data["ship"])),
        patron_values=tuple(row["value"] for row in data["patron"]),
        crown_value=data["palace"]["alcazar"]["crown_rebid_value"],
        patron_count=options["patrons"] or len(data["patron"]),
        false_coins=options["false_coins"] or data["constants"]["false_coins_per_player"],
        extra_quarters=data["palace"]["atarazanas"]["extra_quarters_per_ship"],
    )


def _ships(ship_set: int, ships: list[dict[str, Any]]) -> list[int]:
    """S2.2: the ships of this number of players, smallest first."""
    return sorted(ship["capacity"] for ship in ships if ship_set in ship["player_symbols"])
