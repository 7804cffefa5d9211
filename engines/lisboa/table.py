"""A state or view of Lisboa as plain Python values, read from its bytes (`lisboa_state.pxd`)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caravela.engines.lisboa.names import GOODS, NOBLES, RUBBLE, STACKS, Names, names_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caravela.cext.core import State, View

SEATS, SLOTS, AGENDA = 4, 3, 24
KNOWN, BACK_BLUE, BACK_PURPLE = 0x80, 126, 127
SEAT = (
    "2Q decrees",
    "H reis",
    "H wigs",
    "B influence",
    "B sets",
    "B markers",
    "B houses",
    "4B goods",
    "4B stores",
    "3B office",
    "3B plaza",
    "B board",
    "B staff",
    "3B rubble",
    "3B favors",
    "8B hand",
    "3B nobles",
    "3B treasury",
    "3B ship",
    "12B cargo",
    "8B clergy",
    "6B plans",
    "7x",
)
STATE = (
    "H turns",
    "H tiles_drawn",
    "96B unseen",
    "24B bag",
    "8B track",
    "15B row",
    "15B column",
    "48B plot",
    "3B pile",
    "3B rubble_bag",
    "3B thrown",
    "25B cell",
    "16B built",
    "16B opener",
    "24B buildings",
    "2B current",
    "2B next",
    "2B beneath",
    "4B supply",
    "4B market",
    "6B space",
    "6B queue",
    "8B city_up",
    "8B city_stack",
    "4B street",
    "8B scoring",
    "3B portrait",
    "2B plan_next",
    "24B starting",
    "4B shipyard",
    "4B top",
    "4B stack",
    "8B discards",
    "2B offered",
    "144B agenda",
    "B agenda_count",
    "B card",
    "B treasury",
    "B cardinal",
    "B turn",
    "B period",
    "B last",
    "B trigger",
    "B owed",
    "2x",
)
# By number, as in lisboa_state.pxd.
STEPS = (
    *("nothing", "draw_favor", "draw_plan", "draw_offer", "draw_cube", "draw_building", "draw_scoring", "draw_tile"),
    *("draw_decree", "draw_hand", "draw_top", "keep", "play", "use", "room", "take", "sell", "ship", "state", "give"),
    *("recruit", "plan", "toss", "produce", "move", "return", "surrender", "favor", "visit", "noble", "follow"),
    *("store", "house", "spend", "clear", "decree", "more", "open", "plot", "hire", "pile", "draw", "drop", "payout"),
    *(
        "recall",
        "fine",
        "then_seat",
        "then_turn",
        "then_upkeep",
        "then_check",
        "then_clear_out",
        "then_next",
        "then_reward",
    ),
    *("then_add_card", "then_add_ship", "then_sell", "then_trade", "then_do", "then_corner", "then_tile"),
    *("then_pay_store", "then_place_store", "then_store_wigs", "then_open", "then_loot", "then_serve", "over"),
)
Fields = dict[str, list[int]]


def _layout(lines: tuple[str, ...]) -> tuple[struct.Struct, list[tuple[str, int]]]:
    """The format of a struct, and how many numbers each name takes."""
    pairs = [line.split() for line in lines]
    named = [(pair[1], int(pair[0][:-1] or 1)) for pair in pairs if len(pair) == 2]
    return struct.Struct("=" + "".join(pair[0] for pair in pairs)), named


SEAT_FORMAT, SEAT_FIELDS = _layout(SEAT)
STATE_FORMAT, STATE_FIELDS = _layout(STATE)
HEAD = struct.Struct("=2Q2Q2Q")
"""Options, decrees in the deck, decrees on display."""


def _read(format_: struct.Struct, named: list[tuple[str, int]], block: bytes, at: int) -> Fields:
    numbers: Iterator[int] = iter(format_.unpack_from(block, at))
    return {name: [next(numbers) for _ in range(count)] for name, count in named}


@dataclass(frozen=True)
class Ship:
    """A ship in a Portfolio: its colour, the goods on its dock, its hull."""

    colour: str
    cargo: dict[str, int]
    hull: int

    @property
    def loaded(self) -> int:
        """Goods on the dock."""
        return sum(self.cargo.values())

    @property
    def at_sea(self) -> bool:
        """L1.6."""
        return self.loaded == self.hull


@dataclass(frozen=True)
class Store:
    """A store on the map."""

    seat: int
    good: str


@dataclass(frozen=True)
class Building:
    """A public building on a plot; `colour` is its architect's."""

    id: str
    colour: str
    opener: int


@dataclass(frozen=True)
class Seat:
    """One player. Cards of the hand are (card or `blue`, `purple` for a hidden one, whether everybody knows it)."""

    reis: int
    wigs: int
    influence: int
    sets: int
    markers: int
    houses: list[int]  # slots, from 1
    goods: dict[str, int]
    stores: dict[str, int]
    office: dict[str, int]
    plaza: dict[str, int]
    board: int
    staff: int
    rubble: dict[str, int]
    favors: dict[str, int]
    hand: list[tuple[str, bool]]
    nobles: list[str]
    treasury: list[str]
    ships: list[Ship]
    clergy: list[str]
    plans: list[str]
    decrees: list[str]


@dataclass(frozen=True)
class Task:
    """An entry of the agenda: what happens next, whose it is, its arguments."""

    step: str
    seat: int
    a: int
    b: int
    c: int
    d: int


@dataclass(frozen=True)
class Table:
    """Everything on the table, by name. Seats count from 0."""

    seats: list[Seat]
    unseen: dict[str, int]
    bag: dict[str, int]
    track: list[str | None]  # by space of the ring
    row: dict[str, dict[str, int]]
    column: dict[int, dict[str, int]]
    plot: dict[str, dict[str, int]]
    pile: dict[str, int]
    cells: dict[str, Store]
    buildings: dict[str, Building]  # by plot
    current: dict[str, str]  # by architect
    next: dict[str, str]
    beneath: dict[str, int]
    supply: dict[str, int]
    market: dict[str, int]
    spaces: dict[int, str]  # goods on State action spaces, by action
    city: list[tuple[int, int]]  # face up and in the stack, by kind of City tile
    street: dict[str, str]  # scoring tiles by good
    portrait: dict[str, int]
    plan_next: dict[str, int]
    shipyard: dict[str, int]
    top: dict[str, str]  # by display stack
    stack: dict[str, int]
    display: list[str]  # decrees
    decree_deck: int
    discards: list[str]
    offered: list[str]
    agenda: list[Task]
    card: str | None
    treasury: int
    cardinal: int
    turn: int
    turns: int
    period: int  # 1 or 2
    last: int

    @property
    def task(self) -> Task:
        """What happens next."""
        return self.agenda[-1]


def peek(state: State | View) -> tuple[str, int]:
    """The step that happens next and its seat, without reading all."""
    block = state.to_bytes()
    at = HEAD.size + SEATS * SEAT_FORMAT.size + STATE_FORMAT.size
    count = block[at - 11]
    task = at - 11 - 6 * AGENDA + 6 * (count - 1)
    return STEPS[block[task]], block[task + 1]


def read_table(state: State | View) -> Table:
    """The table of a state or view."""
    names = names_of(state.game)
    block = state.to_bytes()
    head = HEAD.unpack_from(block, 0)
    decrees = list(names.decrees)
    seats = [
        _seat(names, _read(SEAT_FORMAT, SEAT_FIELDS, block, HEAD.size + q * SEAT_FORMAT.size))
        for q in range(names.players)
    ]
    f = _read(STATE_FORMAT, STATE_FIELDS, block, HEAD.size + SEATS * SEAT_FORMAT.size)
    cards, clergy = list(names.cards), list(names.clergy)
    plots, buildings, architects = list(names.plots), list(names.buildings), ("green", "blue")
    agenda = [f["agenda"][6 * i : 6 * i + 6] for i in range(f["agenda_count"][0])]
    return Table(
        seats=seats,
        unseen=_counts(cards, f["unseen"]),
        bag=_counts(clergy, f["bag"]),
        track=[clergy[tile - 1] if tile else None for tile in f["track"][: len(names.ring)]],
        row={row: _counts(RUBBLE, f["row"][3 * i : 3 * i + 3]) for i, row in enumerate(names.rows)},
        column={i + 1: _counts(RUBBLE, f["column"][3 * i : 3 * i + 3]) for i in range(5)},
        plot={plot: _counts(RUBBLE, f["plot"][3 * i : 3 * i + 3]) for i, plot in enumerate(plots)},
        pile=_counts(RUBBLE, f["pile"]),
        cells={
            cell: Store((f["cell"][i] - 1) // 4, GOODS[(f["cell"][i] - 1) % 4])
            for i, cell in enumerate(names.cells)
            if f["cell"][i]
        },
        buildings={
            plot: Building(buildings[(tile - 1) >> 1], architects[(tile - 1) & 1], f["opener"][i] - 1)
            for i, plot in enumerate(plots)
            if (tile := f["built"][i])
        },
        current={name: buildings[k - 1] for name, k in zip(architects, f["current"], strict=True) if k},
        next={name: buildings[k - 1] for name, k in zip(architects, f["next"], strict=True) if k},
        beneath=dict(zip(architects, f["beneath"], strict=True)),
        supply=dict(zip(GOODS, f["supply"], strict=True)),
        market=dict(zip(GOODS, f["market"], strict=True)),
        spaces={action: GOODS[good - 1] for action, good in enumerate(f["space"]) if good},
        city=list(zip(f["city_up"], f["city_stack"], strict=True))[: len(names.city)],
        street={good: list(names.scoring)[k - 1] for good, k in zip(GOODS, f["street"], strict=True) if k},
        portrait=dict(zip(NOBLES, f["portrait"], strict=True)),
        plan_next=dict(zip(architects, f["plan_next"], strict=True)),
        shipyard={ship["colour"]: f["shipyard"][i] for i, ship in enumerate(names.ships)},
        top={name: cards[k - 1] for name, k in zip(STACKS, f["top"], strict=True) if k},
        stack=dict(zip(STACKS, f["stack"], strict=True)),
        display=_bits(decrees, head[4:6]),
        decree_deck=head[2].bit_count() + head[3].bit_count(),
        discards=_list(cards, f["discards"]),
        offered=_list(clergy, f["offered"]),
        agenda=[Task(STEPS[task[0]], *task[1:]) for task in agenda],
        card=cards[f["card"][0] - 1] if f["card"][0] else None,
        treasury=f["treasury"][0],
        cardinal=f["cardinal"][0],
        turn=f["turn"][0],
        turns=f["turns"][0],
        period=f["period"][0] + 1,
        last=f["last"][0],
    )


def _seat(names: Names, f: Fields) -> Seat:
    cards = list(names.cards)
    ships = [
        Ship(
            colour=names.ships[colour - 1]["colour"],
            cargo={good: n for g, good in enumerate(GOODS) if (n := f["cargo"][4 * i + g])},
            hull=names.ships[colour - 1]["hull"],
        )
        for i, colour in enumerate(f["ship"])
        if colour
    ]
    return Seat(
        reis=f["reis"][0],
        wigs=f["wigs"][0],
        influence=f["influence"][0],
        sets=f["sets"][0],
        markers=f["markers"][0],
        houses=[slot for slot in range(1, 9) if f["houses"][0] >> (slot - 1) & 1],
        goods=dict(zip(GOODS, f["goods"], strict=True)),
        stores=dict(zip(GOODS, f["stores"], strict=True)),
        office=dict(zip(NOBLES, f["office"], strict=True)),
        plaza=dict(zip(NOBLES, f["plaza"], strict=True)),
        board=f["board"][0],
        staff=f["staff"][0],
        rubble=dict(zip(RUBBLE, f["rubble"], strict=True)),
        favors=dict(zip(NOBLES, f["favors"], strict=True)),
        hand=[_hand_card(cards, item) for item in f["hand"] if item],
        nobles=_list(cards, f["nobles"]),
        treasury=_list(cards, f["treasury"]),
        ships=ships,
        clergy=_list(list(names.clergy), f["clergy"]),
        plans=_list(list(names.plans), f["plans"]),
        decrees=_bits(list(names.decrees), f["decrees"]),
    )


def _hand_card(cards: list[str], item: int) -> tuple[str, bool]:
    if item in (BACK_BLUE, BACK_PURPLE):
        return ("blue" if item == BACK_BLUE else "purple"), False
    return cards[(item & ~KNOWN) - 1], bool(item & KNOWN)


def _counts(kinds: list[str] | tuple[str, ...], counts: list[int]) -> dict[str, int]:
    """By name; zeros are left out."""
    return {kind: count for kind, count in zip(kinds, counts, strict=False) if count}


def _list(kinds: list[str], items: list[int]) -> list[str]:
    return [kinds[item - 1] for item in items if item]


def _bits(kinds: list[str], words: list[int] | tuple[int, ...]) -> list[str]:
    word = words[0] | words[1] << 64
    return [kind for i, kind in enumerate(kinds) if word >> i & 1]
