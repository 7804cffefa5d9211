"""A state or view of Sevilla 1503 as plain Python values, read from its bytes (`sevilla_state.pxd`)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caravela.engines.sevilla.names import BUILDINGS, KINDS, LOTS, SEATS, Names, names_of

if TYPE_CHECKING:
    from caravela.cext.core import State, View

BOTTOM = 8
STEPS = (
    "helm",
    "building",
    "card",
    "disc",
    "amount",
    "false",
    "show",
    "order",
    "rebid",
    "toll",
    "deal",
    "arenal",
    "draw",
    "casa",
    "board",
    "over",
)
LAYOUT = struct.Struct(
    f"={SEATS * KINDS}B{KINDS}B{SEATS * KINDS}B{KINDS}B{3 * SEATS * LOTS}B{2 * LOTS}B{LOTS}B{BOTTOM}B"
    f"{6 * SEATS}B{BUILDINGS}B15B{SEATS}H{SEATS}hH"
)
# Where in the bytes: rows of bids and of false coins, purses, the single bytes after `holder`.
COINS = (2 * SEATS + 2) * KINDS
FALSE_COINS = COINS + SEATS * LOTS
PURSES = FALSE_COINS + 2 * SEATS * LOTS + 3 * LOTS + BOTTOM
SINGLES = PURSES + 6 * SEATS + BUILDINGS
Cards = dict[str, int]
"""Copies by card id; cards without a copy are left out."""


@dataclass(frozen=True)
class Seat:
    """One player. Coins and false coins lie on lots, from the first; 0 where nothing lies or nothing is known."""

    purse: int
    limit: int
    false_left: int
    spent: list[str]
    backing: str | None
    building: str | None
    ships: int
    capacity: int  # quarters, Atarazanas apart
    pile: Cards
    aboard: Cards
    coins: list[int]
    false_coins: list[int]
    discs: list[int]
    points: int


@dataclass(frozen=True)
class Lot:
    """The cards of a lot as dealt (None: not there), its small ship, the false player's disc if it is known."""

    cards: tuple[str | None, str | None]
    small: bool
    disc: int | None


@dataclass(frozen=True)
class Table:
    """Everything on the table, by name. Seats count from 0, rounds and lots from 1."""

    seats: list[Seat]
    lots: list[Lot]
    deck: Cards
    drawn: Cards
    drawn_count: int
    deck_count: int
    bottom: list[str]
    supply: int
    round: int
    lot: int
    slot: int
    step: str
    mover: int
    helm: int
    done: list[int]
    asked: list[int]
    heir: int | None
    swapped: bool
    turns: int


@dataclass(frozen=True)
class Glance:
    """What is quickly read; rounds from 1, lots from 0. Of the mover: free coins, and false coins laid so far."""

    step: str
    mover: int
    round: int
    lot: int
    lots_after: int
    deck_count: int
    free: int
    false_coins: int


def peek(state: State | View) -> Glance:
    """A few fields of a state, without reading all."""
    block = state.to_bytes()
    _, _, deck_count, _, _, round_, lot, _, step, mover = block[SINGLES : SINGLES + 10]
    coins, false_coins = COINS + mover * LOTS, FALSE_COINS + mover * LOTS
    return Glance(
        step=STEPS[step],
        mover=mover,
        round=round_ + 1,
        lot=lot,
        lots_after=names_of(state.game).lots - lot - 1,
        deck_count=deck_count,
        free=block[PURSES + mover] - sum(block[coins : coins + LOTS]),
        false_coins=sum(block[false_coins : false_coins + LOTS]),
    )


def read_table(state: State | View) -> Table:
    """The table of a state or view."""
    names = names_of(state.game)
    numbers = list(LAYOUT.unpack(state.to_bytes()))
    position = 0

    def take(count: int) -> list[int]:
        nonlocal position
        position += count
        return numbers[position - count : position]

    def rows(count: int, width: int) -> list[list[int]]:
        return [take(width) for _ in range(count)]

    pile, drawn, aboard, deck = rows(SEATS, KINDS), take(KINDS), rows(SEATS, KINDS), take(KINDS)
    coins, false_coins, discs = rows(SEATS, LOTS), rows(SEATS, LOTS), rows(SEATS, LOTS)
    cards, rival, bottom = rows(LOTS, 2), take(LOTS), take(BOTTOM)
    purse, limit, false_left, spent, backing, ships = rows(6, SEATS)
    holder = take(BUILDINGS)
    supply, small, deck_count, bottom_count, drawn_count, round_, lot, slot = take(8)
    step, mover, helm, done, asked, heir, swapped = take(7)
    capacity, points, (turns,) = take(SEATS), take(SEATS), take(1)
    seats = [
        Seat(
            purse=purse[q],
            limit=limit[q],
            false_left=false_left[q],
            spent=[names.patrons[patron] for patron in _bits(spent[q])],
            backing=names.patrons[backing[q] - 1] if backing[q] else None,
            building=next((names.buildings[b] for b in range(BUILDINGS) if holder[b] == 1 + q), None),
            ships=ships[q],
            capacity=capacity[q],
            pile=_cards(names, pile[q]),
            aboard=_cards(names, aboard[q]),
            coins=coins[q][: names.lots],
            false_coins=false_coins[q][: names.lots],
            discs=discs[q][: names.lots],
            points=points[q],
        )
        for q in range(names.players)
    ]
    lots = [
        Lot(
            cards=(_card(names, cards[i][0]), _card(names, cards[i][1])),
            small=bool(small >> i & 1),
            disc=rival[i] - 1 if rival[i] else None,
        )
        for i in range(names.lots)
    ]
    return Table(
        seats=seats,
        lots=lots,
        deck=_cards(names, deck),
        drawn=_cards(names, drawn),
        drawn_count=drawn_count,
        deck_count=deck_count,
        bottom=[names.cards[card - 1] for card in bottom[:bottom_count]],
        supply=supply,
        round=round_ + 1,
        lot=lot + 1,
        slot=slot,
        step=STEPS[step],
        mover=mover,
        helm=helm,
        done=_bits(done),
        asked=_bits(asked),
        heir=heir - 1 if heir else None,
        swapped=bool(swapped),
        turns=turns,
    )


def _cards(names: Names, counts: list[int]) -> Cards:
    return {card: counts[k] for k, card in enumerate(names.cards) if counts[k]}


def _card(names: Names, coded: int) -> str | None:
    return names.cards[coded - 1] if coded else None


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
