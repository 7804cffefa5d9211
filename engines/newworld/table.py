"""A state or view of 1500: The New World as plain Python values, read from its bytes (`newworld_state.pxd`)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caravela.engines.newworld.names import Names, names_of

if TYPE_CHECKING:
    from caravela.cext.core import State, View

SEATS, WIDTH, EPOCHS, LOG = 6, 24, 4, 96
STEPS = (
    "first",
    "deal",
    "discard",
    "abandon",
    "play",
    "card",
    "site",
    "player",
    "region",
    "react",
    "draw",
    "iron",
    "plague",
    "pledge",
    "over",
)
MODES = ("", "text", "build", "struggle", "repair", "support")
WINDOWS = ("", "declared", "answer", "revolt", "tally")
LAYOUT = struct.Struct(
    f"={(SEATS + 2 + EPOCHS) * WIDTH}B{SEATS * LOG}B{SEATS}H2H{SEATS}HH{5 * SEATS}B24B",
)
# Where in the bytes: the logs, their lengths, the single bytes at the end.
LOGS = (SEATS + 2 + EPOCHS) * WIDTH
LOG_COUNTS = LAYOUT.size - 24 - 5 * SEATS
TAIL = LAYOUT.size - 24
Hand = dict[str, int]
"""Cards by title; titles without a card are left out."""


@dataclass(frozen=True)
class Event:
    """An entry of a seat's log: a card drawn from pile `epoch`, or one that left the hand (`epoch` None).

    `title` is None if it is not known.
    """

    title: str | None
    epoch: int | None


@dataclass(frozen=True)
class Seat:
    """One player. Colonies by site: True for a Successful one."""

    hand: Hand
    hand_count: int
    colonies: dict[str, bool]
    isolated: list[str]
    vp: int
    support: int
    pledge: int
    fresh: bool


@dataclass(frozen=True)
class Table:
    """Everything on the table, by name. Seats count from 0, game turns completed too."""

    seats: list[Seat]
    pile: Hand
    pile_count: int
    discard: Hand
    piles: list[Hand]
    staged: list[str]
    step: str
    mover: int
    turn: int
    first: int
    actor: int
    title: str | None
    mode: str
    target: int | None
    window: str
    answer: str | None
    answerer: int
    fates: int
    top: int
    due: int
    iron: bool
    plague: int
    reduced: list[int]
    stopped: list[int]
    paid: int
    drawn: int
    shuffles: int
    blurred: bool


@dataclass(frozen=True)
class Glance:
    """What is quickly read: the step, its seat, the number of piles in the log."""

    step: str
    mover: int
    epochs: int


def peek(state: State | View) -> Glance:
    """A few fields of a state, without reading all."""
    block = state.to_bytes()
    return Glance(STEPS[block[TAIL + 1]], block[TAIL + 2], block[TAIL + 21])


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

    hands = rows(SEATS, WIDTH)
    pile, discard = rows(2, WIDTH)
    piles = rows(EPOCHS, WIDTH)
    position += SEATS * LOG
    colony = take(SEATS)
    struggling, staged = take(2)
    vp = take(SEATS)
    (drawn,) = take(1)
    _log_count, hand_count, support, isolated, pledge = rows(5, SEATS)
    pile_count, step, mover, turn, first, actor, title, mode, target, window, answer, answerer = take(12)
    fates, top, due, iron, plague, reduced, stopped, paid, shuffles, epochs, fresh, blurred = take(12)
    seats = [
        Seat(
            hand=_count(names, hands[q]),
            hand_count=hand_count[q],
            colonies={names.sites[i]: not struggling >> i & 1 for i in _bits(colony[q])},
            isolated=[names.regions[i] for i in _bits(isolated[q])],
            vp=vp[q],
            support=support[q],
            pledge=pledge[q],
            fresh=bool(fresh >> q & 1),
        )
        for q in range(names.players)
    ]
    return Table(
        seats=seats,
        pile=_count(names, pile),
        pile_count=pile_count,
        discard=_count(names, discard),
        piles=[_count(names, counts) for counts in piles[:epochs]],
        staged=[names.sites[i] for i in _bits(staged)],
        step=STEPS[step],
        mover=mover,
        turn=turn,
        first=first,
        actor=actor,
        title=_title(names, title),
        mode=MODES[mode],
        target=target - 1 if target else None,
        window=WINDOWS[window],
        answer=_title(names, answer),
        answerer=answerer,
        fates=fates,
        top=top,
        due=due,
        iron=bool(iron),
        plague=plague,
        reduced=_bits(reduced),
        stopped=_bits(stopped),
        paid=paid,
        drawn=drawn,
        shuffles=shuffles,
        blurred=bool(blurred),
    )


def read_logs(state: State | View) -> list[list[Event]]:
    """The log of each seat, oldest entry first."""
    names, block = names_of(state.game), state.to_bytes()
    counts = block[LOG_COUNTS : LOG_COUNTS + SEATS]
    starts = range(LOGS, LOGS + names.players * LOG, LOG)
    return [[_event(names, entry) for entry in block[at : at + counts[q]]] for q, at in enumerate(starts)]


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _title(names: Names, slot: int) -> str | None:
    return names.titles[slot - 1] if slot else None


def _count(names: Names, counts: list[int]) -> Hand:
    """Counts by title, without the zeros."""
    return {title: n for title, n in zip(names.titles, counts, strict=False) if n}


def _event(names: Names, entry: int) -> Event:
    epoch = entry >> 5
    return Event(_title(names, entry & 31), epoch - 1 if epoch else None)
