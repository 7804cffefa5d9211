"""Everything that lies on the table at Lisboa, as plain Python values, and what can be read off it at a glance.

Numbers like L6.2 are paragraphs of `engines/lisboa/RULES.md`. The rules that change the table are in the other
`lisboa_*.py` files; they are functions of a `Table`, so that they can be tried on a copy.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

CHANCE = -1
OVER = -4

GOODS = ("gold", "cloth", "books", "tools")
NOBLES = ("maia", "marquis", "king")
CUBES = ("earthquake", "fire", "tsunami")
STACKS = (*NOBLES, "treasury")
WORDS = ("", "", "two", "three", "four")


@dataclass(frozen=True)
class Ask:
    """A stop of the game: who answers, and what the answers may be. Chance answers with the given probabilities."""

    seat: int
    what: str
    answers: tuple[str, ...]
    shares: tuple[Fraction, ...] = ()


Run = Generator[Ask, str, Any]


def copied(value: Any) -> Any:
    """A copy of containers and what is in them; all else is never changed and shared."""
    if isinstance(value, Counter):
        counts: Counter[Any] = Counter.__new__(Counter)
        dict.update(counts, value)  # Counter(value) is slow, and tables are copied often
        return counts
    if isinstance(value, dict):
        return {key: part if type(part) in PLAIN else copied(part) for key, part in value.items()}
    if isinstance(value, list):
        return [part if type(part) in PLAIN else copied(part) for part in value]
    if isinstance(value, (Table, Seat, Ship)):
        twin = object.__new__(type(value))
        twin.__dict__.update(copied(value.__dict__))
        return twin
    return value


PLAIN = (str, int, type(None))


@dataclass(frozen=True)
class Held:
    """A card in a hand: where it came from and whether everybody knows it (L1.7)."""

    card: str
    back: str = ""  # blue or purple; "" for a card taken from the display
    known: bool = False


@dataclass
class Ship:
    """A ship in a Portfolio."""

    colour: str
    hull: int
    cargo: Counter[str] = field(default_factory=Counter)

    @property
    def docked(self) -> bool:
        """L1.6."""
        return self.cargo.total() < self.hull


@dataclass
class Seat:
    """What belongs to one player (L4)."""

    reis: int = 0
    wigs: int = 0
    influence: int = 0
    sets: int = 0  # completed rubble sets
    markers: int = 0  # of them, those that still lie on the Marquis' portrait
    houses: list[int] = field(default_factory=list)
    goods: Counter[str] = field(default_factory=Counter)
    board: int = 0  # Officials
    office: Counter[str] = field(default_factory=Counter)
    plaza: Counter[str] = field(default_factory=Counter)
    staff: int = 0  # Officials in public buildings
    rubble: Counter[str] = field(default_factory=Counter)
    favors: Counter[str] = field(default_factory=Counter)
    hand: list[Held] = field(default_factory=list)
    nobles: list[str] = field(default_factory=list)
    treasury: list[str] = field(default_factory=list)
    ships: list[Ship] = field(default_factory=list)
    clergy: list[str] = field(default_factory=list)
    plans: list[str] = field(default_factory=list)
    decrees: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Built:
    """A public building on its plot."""

    tile: str
    colour: str
    opener: int


@dataclass(frozen=True)
class Plan:
    """A kind of plans: those alike in all but their id, which is that of the first one."""

    architect: str
    officials: int
    wigs: int
    starting: bool


class Box:
    """The data tables as this game uses them (L2, L3): never changed while it is played."""

    def __init__(self, data: Mapping[str, Any], options: Mapping[str, int]) -> None:
        self.data, self.options = data, options
        self.players = options["players"]
        self.seats = range(self.players)
        self.setup = data["setup"]["by_players"][WORDS[self.players]]
        self.rows: list[str] = self.setup["rows"][: options["rows"] or None]
        self.limits = data["limits"]
        self.treasury_values: list[int] = data["track"]["treasury"]["values"]
        self.influence_costs: list[int] = data["track"]["treasury"]["influence_cost"]
        self.influence_track = data["track"]["influence"]
        self.ring: list[str] = data["track"]["church"]["ring"]
        self.hand_size = min(data["setup"]["player"]["hand_size"], options["hand"] or 99)

    @cached_property
    def cards(self) -> dict[str, dict[str, Any]]:
        """Noble cards, then Treasury cards."""
        return {row["id"]: row for table in ("noble_cards", "treasury_cards") for row in self.data[table]["list"]}

    def is_noble(self, card: str) -> bool:
        """L2.3."""
        return "noble" in self.cards[card]

    def deck(self, colour: str) -> Counter[str]:
        """The blue or purple deck."""
        return _first(
            {name: row["count"] for name, row in self.cards.items() if row["deck"] == colour}, self.options["deck"]
        )

    def stack(self, colour: str, kind: str) -> Counter[str]:
        """The red or brown display stack of a Noble, or of the Treasury."""
        rows = {name: row for name, row in self.cards.items() if row["deck"] == colour}
        return _first(
            {name: row["count"] for name, row in rows.items() if row.get("noble", "treasury") == kind},
            self.options["stack"],
        )

    @cached_property
    def nobles(self) -> dict[str, dict[str, Any]]:
        """By id."""
        return {row["id"]: row for row in self.data["nobles"]["list"]}

    @cached_property
    def noble_of(self) -> dict[str, str]:
        """Whose State action it is."""
        return {action: noble for noble, row in self.nobles.items() for action in row["state"]}

    @cached_property
    def clergy(self) -> dict[str, dict[str, Any]]:
        """Clergy tiles in the game, by effect."""
        rows = self.data["clergy_tiles"]["list"]
        return {row["effect"]: row for row in rows[: self.options["clergy"] or None]}

    @cached_property
    def decrees(self) -> dict[str, dict[str, Any]]:
        """L3.10: decrees in the game."""
        rows = self.data["decrees"]["list"][: self.options["decrees"] or None]
        gone = [f"stores_row_{row}" for row in self.data["map"]["rows"] if row not in self.rows]
        return {row["id"]: row for row in rows if row["metric"] not in gone}

    @cached_property
    def plots(self) -> dict[str, dict[str, Any]]:
        """Plots in play."""
        return {row["id"]: row for row in self.data["map"]["plots"]["list"] if row["row"] in ("", *self.rows)}

    @cached_property
    def cells(self) -> dict[str, list[str]]:
        """L10.1: the streets that a cell touches."""
        streets = self.data["map"]["column_streets"]
        return {f"{row}{column}": streets[f"c{column}"] for row in self.rows for column in self.data["map"]["columns"]}

    @cached_property
    def houses(self) -> dict[int, dict[str, Any]]:
        """By slot."""
        return {row["slot"]: row for row in self.data["houses"]["list"]}

    @cached_property
    def cell_rewards(self) -> dict[int, dict[str, Any]]:
        """By column."""
        return {row["column"]: row for row in self.data["map"]["store_space"]["rewards"]}

    @cached_property
    def buildings(self) -> dict[str, dict[str, Any]]:
        """Public buildings by id."""
        return {row["id"]: row for row in self.data["public_buildings"]["list"]}

    @cached_property
    def ships(self) -> dict[str, dict[str, Any]]:
        """By colour."""
        return {row["colour"]: row for row in self.data["ships"]["list"]}

    def shipyard(self, period: str) -> list[str]:
        """L3.11: the ships of a period, the top one first."""
        return [colour for colour in self.data["shipyard"][period] for _ in range(self.setup["ships_per_colour"])]

    @cached_property
    def plans(self) -> dict[str, Plan]:
        """Kinds of plans."""
        found: dict[Plan, str] = {}
        for plan, name in self._plans():
            found.setdefault(plan, name)
        return {name: plan for plan, name in found.items()}

    def plan_kinds(self, architect: str | None) -> list[str]:
        """All plans by kind: of an architect, fewest Officials on top (L3.4), or the starting ones (None)."""
        names = {plan: name for name, plan in self.plans.items()}
        wanted = [plan for plan, _ in self._plans() if (plan.starting if architect is None else not plan.starting)]
        if architect is not None:
            wanted = sorted((plan for plan in wanted if plan.architect == architect), key=lambda plan: plan.officials)
        return [names[plan] for plan in wanted]

    def _plans(self) -> Iterator[tuple[Plan, str]]:
        for row in self.data["plans"]["list"]:
            for _ in range(row["count"]):
                yield Plan(row["architect"], row["officials"], row["wigs"], row["starting"]), row["id"]

    @cached_property
    def scoring(self) -> dict[str, list[int]]:
        """Wigs of the scoring tiles, by kind: the first id of those alike."""
        return {name: list(wigs) for wigs, name in self._scoring().items()}

    def scoring_tiles(self) -> Counter[str]:
        """How many there are of a kind."""
        kinds = self._scoring()
        return Counter(kinds[tuple(row["wigs"])] for row in self.data["scoring_tiles"]["list"])

    def _scoring(self) -> dict[tuple[int, ...], str]:
        kinds: dict[tuple[int, ...], str] = {}
        for row in self.data["scoring_tiles"]["list"]:
            kinds.setdefault(tuple(row["wigs"]), str(row["id"]))
        return kinds


def _first(counts: dict[str, int], most: int) -> Counter[str]:
    """The first so many cards in data order; 0: all."""
    cards = [name for name, count in counts.items() for _ in range(count)]
    return Counter(cards[: most or None])


@dataclass
class Table:
    """The position. Hidden decks are counters: a card gets its face when an outcome shows it."""

    box: Box
    seats: list[Seat]
    supply: Counter[str] = field(default_factory=Counter)
    cube_bag: Counter[str] = field(default_factory=Counter)
    favor_pool: Counter[str] = field(default_factory=Counter)  # before they are dealt
    portraits: Counter[str] = field(default_factory=Counter)  # Royal Favors
    clergy_bag: Counter[str] = field(default_factory=Counter)
    church: dict[str, str | None] = field(default_factory=dict)  # tile spaces
    cardinal: int = 0  # space of the ring
    decree_deck: list[str] = field(default_factory=list)
    display: list[str] = field(default_factory=list)  # decrees
    row: dict[str, Counter[str]] = field(default_factory=dict)
    column: dict[int, Counter[str]] = field(default_factory=dict)
    plot: dict[str, Counter[str]] = field(default_factory=dict)
    pile: Counter[str] = field(default_factory=Counter)
    stores: dict[str, tuple[int, str]] = field(default_factory=dict)  # by cell: seat, good
    opened: dict[str, Built] = field(default_factory=dict)  # by plot
    tiles_unseen: list[str] = field(default_factory=list)  # public buildings in both stacks
    tiles_left: dict[str, int] = field(default_factory=dict)  # by architect, below the next one
    current: dict[str, str | None] = field(default_factory=dict)
    next: dict[str, str | None] = field(default_factory=dict)
    plans: dict[str, list[str]] = field(default_factory=dict)  # stacks by architect, top first
    market: dict[str, int] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)  # goods on State action spaces
    city_up: Counter[str] = field(default_factory=Counter)  # by colour
    city_stack: Counter[str] = field(default_factory=Counter)
    streets: dict[str, str] = field(default_factory=dict)  # scoring tiles
    shipyard: list[str] = field(default_factory=list)
    treasury: int = 0  # space of the track
    stacks: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in STACKS})
    tops: dict[str, str | None] = field(default_factory=dict)  # of the display stacks, which are below them
    card: str | None = None  # in play
    discards: list[str] = field(default_factory=list)  # of L18.2 (3)
    period: int = 1
    first_to_sets: int | None = None  # who was the first to have enough sets in this turn (L18.1)
    noted: Counter[str] = field(default_factory=Counter)  # what happened in earnest, for tests

    # ------------------------------------------------------------------ seats

    def clockwise(self, first: int) -> list[int]:
        """Every seat, from this one on."""
        return [(first + step) % self.box.players for step in self.box.seats]

    def power(self, seat: int, effect: str) -> int:
        """L11.5: what tiles of this kind add up to."""
        count = self.seats[seat].clergy.count(effect)
        return count and count * int(self.box.clergy[effect]["n"])

    def has(self, seat: int, effect: str) -> bool:
        """A power without a number."""
        return effect in self.seats[seat].clergy

    def benefit(self, seat: int, kind: str) -> int:
        """L4.3: what the Treasury cards in the Portfolio add up to."""
        cards = (self.box.cards[card] for card in self.seats[seat].treasury)
        return sum(row["n"] for row in cards if row["benefit"] == kind)

    def warehouse(self, seat: int) -> int:
        """L4.6: room for goods of each type."""
        limits = self.box.limits
        sets = self.seats[seat].sets
        return int(limits["warehouse_base"] + limits["warehouse_per_set"] * sets) + self.power(seat, "warehouse_plus")

    def portfolio(self, seat: int) -> int:
        """L4.1: most cards in the Portfolio."""
        limits = self.box.limits
        return int(
            min(limits["portfolio_max"], limits["portfolio_base"] + limits["portfolio_per_set"] * self.seats[seat].sets)
        )

    def portfolio_influence(self, seat: int) -> int:
        """L6.2."""
        own = self.seats[seat]
        cards = sum(self.box.cards[card]["influence"] for card in own.nobles)
        ships = sum(self.box.ships[ship.colour]["influence"] for ship in own.ships)
        return int(cards + ships) + self.power(seat, "influence_plus")

    def fleet(self, seat: int) -> list[Ship]:
        """Ships in the order of their numbers."""
        colours = list(self.box.ships)
        return sorted(
            self.seats[seat].ships,
            key=lambda ship: (colours.index(ship.colour), *(ship.cargo[good] for good in GOODS)),
        )

    def numbered(self, seat: int) -> Iterator[tuple[int, Ship]]:
        """Numbers of ships, of those alike in all only the first."""
        before: Ship | None = None
        for number, ship in enumerate(self.fleet(seat), 1):
            if before is None or (before.colour, +before.cargo) != (ship.colour, +ship.cargo):
                yield number, ship
            before = ship

    def stores_of(self, seat: int) -> Counter[str]:
        """By good."""
        return Counter(good for owner, good in self.stores.values() if owner == seat)

    def kinds_of_plans(self, seat: int) -> list[str]:
        """Own plans, each kind once."""
        return [plan for plan in self.box.plans if plan in self.seats[seat].plans]

    # ------------------------------------------------------------------ money and Influence

    def value(self) -> int:
        """L6.6: the Treasury value."""
        return self.box.treasury_values[self.treasury]

    def move_treasury(self, steps: int) -> None:
        """L6.6: it stops at the ends."""
        self.treasury = min(max(self.treasury + steps, 0), len(self.box.treasury_values) - 1)

    def from_influence(self, influence: int) -> int:
        """L6.4: the most réis that the disc can make from here."""
        return sum(space < influence for space in self.box.influence_track["reis_spaces"])

    def spend_influence(self, seat: int, reis: int) -> None:
        """L6.4: down to the next lower space with a real, so many times."""
        own = self.seats[seat]
        for _ in range(reis):
            own.influence = max(space for space in self.box.influence_track["reis_spaces"] if space < own.influence)

    def affords(self, seat: int, due: int) -> bool:
        """Whether cash and Influence cover it; discounts are off already."""
        own = self.seats[seat]
        return due <= own.reis + self.from_influence(own.influence)

    def raise_influence(self, seat: int, n: int) -> None:
        """L6.2, L6.3: up to the end, a wig on the last space."""
        own, track = self.seats[seat], self.box.influence_track
        own.influence = min(own.influence + n, track["max"])
        if own.influence == track["wig_space"]:
            own.wigs += 1

    def gain_influence(self, seat: int) -> None:
        """L6.2; a gain of nothing is none (R29)."""
        n = self.portfolio_influence(seat)
        if n:
            self.raise_influence(seat, n)

    def lose_wigs(self, seat: int, n: int) -> None:
        """L1.5."""
        self.seats[seat].wigs = max(0, self.seats[seat].wigs - n)

    # ------------------------------------------------------------------ goods and cubes

    def has_room(self, seat: int, good: str) -> bool:
        """Whether a good can be taken."""
        return self.supply[good] > 0 and self.seats[seat].goods[good] < self.warehouse(seat)

    def take_good(self, seat: int, good: str) -> bool:
        """One from the supply, lost without room (L1.5, L4.6)."""
        if not self.has_room(seat, good):
            return False
        self.supply[good] -= 1
        self.seats[seat].goods[good] += 1
        over = self.seats[seat].goods[good] > self.warehouse(seat) - self.power(seat, "warehouse_plus")
        self.noted["power warehouse_plus"] += over
        return True

    def return_good(self, seat: int, good: str) -> None:
        """Back to the supply."""
        self.seats[seat].goods[good] -= 1
        self.supply[good] += 1

    def settle_warehouse(self, seat: int) -> None:
        """L4.6: what does not fit goes back."""
        for good in GOODS:
            while self.seats[seat].goods[good] > self.warehouse(seat):
                self.return_good(seat, good)

    def take_cube(self, seat: int, kind: str) -> None:
        """L4.4, L13.2, L13.3."""
        own = self.seats[seat]
        if own.rubble[kind] == self.box.limits["rubble_max_per_kind"]:
            return
        own.rubble[kind] += 1
        if min(own.rubble[kind] for kind in CUBES) > own.sets:
            own.sets += 1
            own.markers += 1
            if own.sets >= self.box.data["end_triggers"]["period1_rubble_sets"] and self.first_to_sets is None:
                self.first_to_sets = seat

    # ------------------------------------------------------------------ copies

    def copy(self) -> Self:
        """One that may be played on; what happened in earnest is not in it."""
        twin: Self = copied(self)
        twin.noted = Counter()
        return twin
