"""A state or view of Pizarro & Co. as plain Python values, read from its bytes (`pizarro_state.pxd`)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caravela.engines.pizarro.names import PHASES, Names, names_of

if TYPE_CHECKING:
    from caravela.cext.core import State, View

SEATS, EXPLORERS, WIDTH, STACKS, BOTTOM, LOG = 6, 6, 16, 8, 8, 512
UNSEEN = 0x80
STEPS = (
    "auctioneer",
    "turn_up",
    "veto",
    "bid",
    "pay",
    "tuck_paid",
    "ship",
    "part",
    "tuck_hand",
    "draw",
    "taken",
    "deal",
    "put",
    "redraw",
    "luck",
    "luck_draw",
    "over",
)
EVENTS = (
    "",
    "draw",
    "gain",
    "out",
    "taken",
    "tuck",
    "set",
    "back",
    "worth",
    "spare",
    "inexact",
    "show",
    "shuffle",
    "laid",
)
LAYOUT = struct.Struct(
    f"={(2 * SEATS + 3) * WIDTH}B{(SEATS + 2) * WIDTH}B{LOG}H"
    f"H{SEATS}H{2 * SEATS}H5H"
    f"{2 * SEATS}B{EXPLORERS * SEATS * PHASES}B{SEATS * PHASES}B{2 * SEATS}B{2 * STACKS}B{STACKS * PHASES}B"
    f"{EXPLORERS}B{BOTTOM}B{2 * SEATS}B25B3x"
)
# Where in the bytes: cards laid, the length of the log, and the single bytes at the end.
PAID = (2 * SEATS + 2) * WIDTH
LOG_COUNT = (3 * SEATS + 5) * WIDTH + 2 * LOG
TAIL = LAYOUT.size - 28
Hand = dict[int, int]
"""Cards by money value; values without a card are left out."""


@dataclass(frozen=True)
class Event:
    """An entry of the money log: what happened to a card of a seat, or what a bid showed.

    `value` is the money value, or the sum of a fact; None if it is not known. `stack` and `place` of a tucked card
    count from 0.
    """

    what: str
    seat: int
    value: int | None
    stack: int | None = None
    place: int | None = None


@dataclass(frozen=True)
class Stack:
    """A Magellan stack: its owner, how many Magellan cards it has, its cards as (money value or None, face up)."""

    owner: int
    level: int
    cards: list[tuple[int | None, bool]]


@dataclass(frozen=True)
class Seat:
    """One player. `ships` counts by (explorer, phase from 1, part); the part is "left" where there is one only."""

    known: Hand
    hidden: Hand
    hand_count: int
    hidden_count: int
    sum: int
    worth: tuple[int, int]
    ships: dict[tuple[str, int, str], int]
    unplaced: int
    vetoes: int
    bases: int
    bags: int


@dataclass(frozen=True)
class Table:
    """Everything on the table, by name. Seats and phases as the engine counts: seats from 0, phases from 1."""

    seats: list[Seat]
    stacks: list[Stack]
    stack: Hand
    stack_count: int
    discard: Hand
    paid: Hand
    due: int
    inexact: bool
    high: int
    leader: int | None
    asked: list[int]
    options: list[int]
    deck: dict[str, int]
    bottom: list[str]
    card: str | None
    phase: int
    step: str
    mover: int
    opener: int
    auctioneer: int
    exposed: list[int]
    scored: list[int]
    room: int
    puts: int
    draws: int
    luck: int
    first_hands: list[Hand]
    events: list[Event]


@dataclass(frozen=True)
class Glance:
    """What is quickly read: the step, its seat, cards laid for a bid, whether the step hides a card from others."""

    step: str
    mover: int
    laid: int
    secret: bool
    logged: bool


def peek(state: State | View) -> Glance:
    """A few fields of a state, without reading all."""
    block = state.to_bytes()
    step = STEPS[block[TAIL + 5]]
    mover = block[TAIL + 6]
    exposed = block[TAIL + 14] >> mover & 1
    return Glance(
        step=step,
        mover=mover,
        laid=sum(block[PAID : PAID + WIDTH]),
        secret=step in ("draw", "deal", "redraw", "tuck_hand") and not exposed,
        logged=any(block[LOG_COUNT : LOG_COUNT + 2]),
    )


def hand_bytes(state: State, seat: int) -> list[int]:
    """The hand of a seat as counts by value index."""
    block = state.to_bytes()
    known, hidden = block[seat * WIDTH :], block[(SEATS + seat) * WIDTH :]
    return [known[v] + hidden[v] for v in range(WIDTH)]


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

    known, hidden = rows(SEATS, WIDTH), rows(SEATS, WIDTH)
    stack, discard, paid = rows(3, WIDTH)
    first_hands, _first_stack, _first_discard = rows(SEATS, WIDTH), take(WIDTH), take(WIDTH)
    log = take(LOG)
    (log_count,) = take(1)
    sums, worth = take(SEATS), rows(SEATS, 2)
    high, due, options, _turns, _drawn = take(5)
    hand_count, hidden_count = take(SEATS), take(SEATS)
    ships = [rows(SEATS, PHASES) for _ in range(EXPLORERS)]
    right = rows(SEATS, PHASES)
    unplaced, vetoes, owner, level = take(SEATS), take(SEATS), take(STACKS), take(STACKS)
    tucked = rows(STACKS, PHASES)
    deck, bottom, bags, bases = take(EXPLORERS), take(BOTTOM), take(SEATS), take(SEATS)
    _deck_count, bottom_count, stack_count, _secrets, phase, step, mover, opener, auctioneer = take(9)
    card, asked, leader, inexact, _last, exposed, scored, _exchanges, room, puts, draws, luck = take(12)
    seats = [
        Seat(
            known=_hand(names, known[q]),
            hidden=_hand(names, hidden[q]),
            hand_count=hand_count[q],
            hidden_count=hidden_count[q],
            sum=sums[q],
            worth=(worth[q][0], worth[q][1]),
            ships=_ships(names, [ships[e][q] for e in range(EXPLORERS)], right[q]),
            unplaced=unplaced[q],
            vetoes=vetoes[q],
            bases=bases[q],
            bags=bags[q],
        )
        for q in range(names.players)
    ]
    stacks = [
        Stack(owner[k] - 1, level[k], [_tucked(names, card) for card in tucked[k] if card])
        for k in range(STACKS)
        if owner[k]
    ]
    return Table(
        seats=seats,
        stacks=stacks,
        stack=_hand(names, stack),
        stack_count=stack_count,
        discard=_hand(names, discard),
        paid=_hand(names, paid),
        due=due,
        inexact=bool(inexact),
        high=high,
        leader=leader - 1 if leader else None,
        asked=_bits(asked),
        options=[names.values[v] for v in _bits(options)],
        deck={explorer: deck[e] for e, explorer in enumerate(names.explorers) if deck[e]},
        bottom=[names.explorers[e - 1] for e in bottom[:bottom_count]],
        card=names.explorers[card - 1] if card else None,
        phase=phase + 1,
        step=STEPS[step],
        mover=mover,
        opener=opener,
        auctioneer=auctioneer,
        exposed=_bits(exposed),
        scored=_bits(scored),
        room=room,
        puts=puts,
        draws=draws,
        luck=luck,
        first_hands=[_hand(names, first_hands[q]) for q in range(names.players)],
        events=[_event(names, entry) for entry in log[:log_count]],
    )


def _hand(names: Names, counts: list[int]) -> Hand:
    return {value: counts[v] for v, value in enumerate(names.values) if counts[v]}


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _value(names: Names, coded: int) -> int | None:
    return names.values[coded - 1] if coded else None


def _tucked(names: Names, coded: int) -> tuple[int | None, bool]:
    return _value(names, coded & ~UNSEEN), not coded & UNSEEN


def _ships(names: Names, counts: list[list[int]], right: list[int]) -> dict[tuple[str, int, str], int]:
    found = {}
    for e, explorer in enumerate(names.explorers):
        for phase in range(PHASES):
            on_right = right[phase] if explorer == names.parts else 0
            for part, count in (("left", counts[e][phase] - on_right), ("right", on_right)):
                if count:
                    found[explorer, phase + 1, part] = count
    return found


def _event(names: Names, entry: int) -> Event:
    what, seat, data = EVENTS[entry >> 12], entry >> 9 & 7, entry & 0x1FF
    if what == "tuck":
        stack, place = divmod(data >> 4, PHASES)
        return Event(what, seat, _value(names, data & 15), stack, place)
    if what in ("worth", "spare", "inexact"):
        return Event(what, seat, data)
    return Event(what, seat, _value(names, data))
