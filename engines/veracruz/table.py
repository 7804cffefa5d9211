"""A state or view of Veracruz 1631 as plain Python values, read from its bytes (`veracruz_state.pxd`)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caravela.engines.veracruz.names import Names, names_of

if TYPE_CHECKING:
    from caravela.cext.core import State, View

SEATS, GALLEONS, GOODS, KINDS, BETS = 4, 4, 4, 24, 8
SLOT_VOID = KINDS + 1
PHASES = (
    "invest",
    "deal",
    "tops",
    "first_toss",
    "start",
    "act",
    "draw",
    "reveal",
    "refill",
    "toss",
    "last_toss",
    "over",
)
LAYOUT = struct.Struct(
    f"={SEATS * KINDS}B{SEATS * KINDS}B{KINDS}B{KINDS}B"
    + GALLEONS * f"Bb2B{GOODS}B"
    + f"{GALLEONS * BETS}B{SEATS * 2}B{SEATS}B{GALLEONS}B{SEATS}B{SEATS}B{SEATS}I2B2B9B3x"
)


@dataclass(frozen=True)
class Galleon:
    """One galleon: `last` by side is a kind's name, "void" or None; `value` by good counts boxes that are not void;
    `bets` in order are (seat, kind), the kind None where it is not known.
    """

    name: str
    weight: int
    balance: int
    last: tuple[str | None, str | None]
    value: dict[str, int]
    bets: list[tuple[int, str | None]]


@dataclass(frozen=True)
class Deck:
    """An open deck: its top, None if it was not revealed yet or there is no card, and its number of cards."""

    top: str | None
    count: int


@dataclass(frozen=True)
class Seat:
    """One player: counts by kind of what is left of the starting hand (empty where unknown) and of drawn cards."""

    hidden: dict[str, int]
    known: dict[str, int]
    hidden_count: int
    bet_cards: dict[str, int]
    bets_left: int
    investment: str | None
    excluded: list[str]


@dataclass(frozen=True)
class Table:
    """Everything on the table, by name."""

    seats: list[Seat]
    galleons: list[Galleon]
    decks: list[Deck]
    pool: dict[str, int]
    out: dict[str, int]
    reserve: int
    phase: str
    mover: int
    passes: int
    meteorology: int
    tosses: int


def read_table(state: State | View) -> Table:
    """The table of a state or view."""
    names = names_of(state.game)
    numbers = list(LAYOUT.unpack(state.to_bytes()))

    def take(count: int) -> list[int]:
        taken, numbers[:count] = numbers[:count], []
        return taken

    hidden = [take(KINDS) for _ in range(SEATS)]
    known = [take(KINDS) for _ in range(SEATS)]
    pool, out = take(KINDS), take(KINDS)
    ships = [take(4 + GOODS) for _ in range(GALLEONS)]
    bets = [take(BETS) for _ in range(GALLEONS)]
    bet_cards = [take(2) for _ in range(SEATS)]
    bets_left, bet_count, hidden_count, investment, excluded = (
        take(SEATS),
        take(GALLEONS),
        take(SEATS),
        take(SEATS),
        take(SEATS),
    )
    tops, counts = take(2), take(2)
    reserve, _pool_count, phase, mover, _deck, passes, meteorology, tosses, _loads = take(9)
    seats = [
        Seat(
            hidden=_count(names, hidden[q]),
            known=_count(names, known[q]),
            hidden_count=hidden_count[q],
            bet_cards=dict(zip(names.bets, bet_cards[q], strict=True)),
            bets_left=bets_left[q],
            investment=names.goods[investment[q] - 1] if investment[q] else None,
            excluded=[kind for k, kind in enumerate(names.kinds) if excluded[q] >> k & 1],
        )
        for q in range(names.players)
    ]
    galleons = [
        Galleon(
            name=name,
            weight=ships[g][0],
            balance=ships[g][1],
            last=(_slot(names, ships[g][2]), _slot(names, ships[g][3])),
            value=dict(zip(names.goods, ships[g][4:], strict=False)),
            bets=[(bet >> 2, (*names.bets, None)[(bet & 3) - 1]) for bet in bets[g][: bet_count[g]]],
        )
        for g, name in enumerate(names.galleons)
    ]
    return Table(
        seats=seats,
        galleons=galleons,
        decks=[Deck(_slot(names, tops[d]), counts[d]) for d in range(names.decks)],
        pool=_count(names, pool),
        out=_count(names, out),
        reserve=reserve,
        phase=PHASES[phase],
        mover=mover,
        passes=passes,
        meteorology=meteorology,
        tosses=tosses,
    )


def _count(names: Names, counts: list[int]) -> dict[str, int]:
    """Counts by name, without the zeros."""
    return {kind: n for kind, n in zip(names.kinds, counts, strict=False) if n}


def _slot(names: Names, slot: int) -> str | None:
    if slot == 0:
        return None
    return "void" if slot == SLOT_VOID else names.kinds[slot - 1]
