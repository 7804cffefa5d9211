"""Veracruz 1631 once more: slow, obvious, plain Python, written from the rules alone.

It shares nothing with the native engine but the names of actions and outcomes and the data tables. It keeps
whole cargo lists and counts weights afresh for every question. Decks are drawn lazily: a card gets its face when a
chance outcome shows it, in the same order in which the engine asks. Numbers like V4.2 are paragraphs of
`engines/veracruz/RULES.md`.
"""

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod
from typing import Any, NamedTuple, Self

CHANCE = -1
OVER = -4
SIDES = ("left", "right")


@dataclass(frozen=True)
class Box:
    """One kind of box card: equal cards are interchangeable (V10.1)."""

    name: str  # "gold3", "stone1", "empty"
    good: str | None  # None for stones and empty boxes
    weight: int
    sides: tuple[str, ...]  # where it may be loaded (V4.1)


@dataclass(frozen=True)
class Piece:
    """A box on a galleon."""

    box: Box
    void: bool = False  # covered by an empty box (V4.4)


@dataclass(frozen=True)
class Galleon:
    """One ship: its limits, the boxes on either side from the bottom up, its bets from the first placed (V1.4)."""

    name: str
    weight_limit: int
    balance_limit: int
    red_from: int  # the least weight in the red zone (V1.6)
    left: tuple[Piece, ...] = ()
    right: tuple[Piece, ...] = ()
    bets: tuple[tuple[int, str], ...] = ()  # (seat, kind)

    def pile(self, side: str) -> tuple[Piece, ...]:
        """The boxes of one side."""
        return self.left if side == "left" else self.right

    def weight(self) -> int:
        """V1.5."""
        return _weight(self.left) + _weight(self.right)

    def balance(self) -> int:
        """V1.5: right minus left."""
        return _weight(self.right) - _weight(self.left)

    def in_red_zone(self) -> bool:
        """V1.6."""
        return self.weight() >= self.red_from

    def loaded(self, box: Box, side: str) -> Self | None:
        """The galleon with the box loaded, or None where that is illegal (V4.1 to V4.4)."""
        if side not in box.sides:
            return None
        pile = self.pile(side)
        if box.name == "empty":
            if not pile or pile[-1].void or pile[-1].box.name == "empty":  # V4.4, R5
                return None
            pile = (*pile[:-1], replace(pile[-1], void=True))
        pile = (*pile, Piece(box))
        after = replace(self, left=pile) if side == "left" else replace(self, right=pile)
        if after.weight() > after.weight_limit or abs(after.balance()) > after.balance_limit:  # V4.2
            return None
        return after


def _weight(pile: Sequence[Piece]) -> int:
    return sum(piece.box.weight for piece in pile if not piece.void)


@dataclass
class Deck:
    """An open deck. `top` is None while the deck has no card or its new top is not yet turned up."""

    top: Box | None = None
    size: int = 0  # cards, the top one included


class World(NamedTuple):
    """Everything hidden from somebody, as names, in a canonical order."""

    investments: tuple[str, ...]  # by seat, those dealt so far
    bets: tuple[tuple[tuple[int, str], ...], ...]  # by galleon, in order of placing
    unknown: tuple[tuple[str, ...], ...]  # by seat, sorted: what is left of the starting hand (V11.3)


class Veracruz:
    """A game in progress, driven by names of actions and outcomes.

    `data` is the parsed data file. Options: `players`; `start` (-1: drawn); reduced sizes `galleons`, `hand_size`,
    `deck_size`, `goods`, `copies`, `max_value`, `weight_cap` (0: as in the data); `bets` per kind and player (-1: as in
    the data); `stones` and `empties` (False: none in the game).
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        players: int = 2,
        start: int = -1,
        galleons: int = 0,
        hand_size: int = 0,
        deck_size: int = 0,
        goods: int = 0,
        copies: int = 0,
        max_value: int = 0,
        weight_cap: int = 0,
        bets: int = -1,
        stones: bool = True,
        empties: bool = True,
    ) -> None:
        self.data = data
        self.players = players
        self.seats = range(players)
        self.goods = _goods_in_play(data, goods)
        self.all_boxes = _box_cards(data, self.goods, copies, max_value, stones, empties)
        self.kinds = {box.name: box for box in self.all_boxes}  # in the order of kinds
        self.hand_size = hand_size or data["setup"]["hand_size"]
        self.deck_size = deck_size or data["setup"]["face_up_deck_size"]
        self.bet_kinds: list[str] = data["betting"]["kinds"]
        self.bets_each = data["betting"]["per_kind_per_player"] if bets < 0 else bets
        self.galleons = _galleons(data, galleons, weight_cap)
        if len(self.all_boxes) <= players * self.hand_size:
            raise ValueError(
                f"{len(self.all_boxes)} cards are too few for {players} hands of {self.hand_size} and an open deck"
            )
        if len(self.goods) < players:
            raise ValueError(f"{len(self.goods)} goods are too few for {players} players")

        self.investments: list[str] = []
        # A hand in two parts: what is left of the starting cards, and the cards drawn face up (V11.3).
        self.unknown: list[list[Box]] = [[] for _ in self.seats]
        self.drawn: list[list[Box]] = [[] for _ in self.seats]
        self.decks = [Deck() for _ in range(data["setup"]["face_up_decks"])]
        self.unseen = Counter(box.name for box in self.all_boxes)  # cards nobody has seen yet, wherever they lie
        self.reserve = len(self.all_boxes)  # how many of them are in no deck
        self.bets_left = [Counter(dict.fromkeys(self.bet_kinds, self.bets_each)) for _ in self.seats]
        self.excluded: list[set[str]] = [
            set() for _ in self.seats
        ]  # kinds that a pass has ruled out of `unknown` (V11.5)
        self.meteorology: int = data["meteorology"]["start"]
        self.mover: int | None = None if start < 0 else start
        self.to_draw = False  # the mover has loaded and must pick a deck (D2)
        self.passes = 0  # in a row
        self.last_toss = False  # the game has ended, up to the last toss (V7.2)
        self.over = False

        # Chance steps to come, in order (V2): what, and for whom or for which deck.
        self.agenda: list[tuple[str, int]] = [("invest", seat) for seat in self.seats]
        self.agenda += [("deal", seat) for seat in self.seats for _ in range(self.hand_size)]
        self.agenda += [("lay", number) for number in range(len(self.decks))]
        self.agenda += [("toss", 0)]
        if start < 0:
            self.agenda += [("start", 0)]

    # ------------------------------------------------------------------ what is to be done

    def player(self) -> int:
        """The seat to act, CHANCE or OVER."""
        if self.over:
            return OVER
        if self.agenda:
            return CHANCE
        assert self.mover is not None
        return self.mover

    def legal(self) -> list[str]:
        """Names of the mover's legal actions, sorted; [] at chance steps and after the end (V10)."""
        seat = self.player()
        if seat < 0:
            return []
        if self.to_draw:  # V4.6
            return [f"draw:{number}" for number, deck in enumerate(self.decks, 1) if deck.size]
        loads = self.possible_loads(self.unknown[seat] + self.drawn[seat])
        bets = [
            f"bet:{kind}>{galleon.name}"
            for kind in self.bet_kinds
            if self.bets_left[seat][kind]
            for galleon in self.galleons
        ]
        return sorted(loads + bets) or ["pass"]  # V6.1

    def possible_loads(self, hand: Iterable[Box]) -> list[str]:
        """Loads that a hand allows, one a kind of box, galleon and side (V10.1)."""
        return [
            f"{box.name}>{galleon.name}.{side}"
            for box in sorted(set(hand), key=lambda box: box.name)
            for galleon in self.galleons
            for side in SIDES
            if galleon.loaded(box, side) is not None
        ]

    def outcomes(self) -> dict[str, Fraction]:
        """Names of the outcomes of the next chance step with their probabilities; {} elsewhere (V12)."""
        if self.player() != CHANCE:
            return {}
        what, _ = self.agenda[0]
        if what == "invest":  # V2.2
            left = [good for good in self.goods if good not in self.investments]
            return {f"invest:{good}": Fraction(1, len(left)) for good in left}
        if what in ("deal", "lay", "turn"):  # V2.4
            total = sum(self.unseen.values())
            return {f"box:{name}": Fraction(count, total) for name, count in self.unseen.items() if count}
        if what == "toss":  # V1.8
            coin = self.data["doubloon"]
            shares = [Fraction(str(share)) for share in coin["probability"]]
            return {
                f"toss:{face}": share / sum(shares) for face, share in zip(coin["faces"], shares, strict=True) if share
            }
        return {f"start:{seat}": Fraction(1, self.players) for seat in self.seats}  # V2.6

    # ------------------------------------------------------------------ what it does

    def apply(self, name: str) -> None:
        """Plays an action or an outcome by name; ValueError if it is not possible now."""
        if name not in self.legal() and name not in self.outcomes():
            raise ValueError(f"{name!r} is not possible; possible are {self.legal() or list(self.outcomes())}")
        if self.player() == CHANCE:
            self._happen(*self.agenda.pop(0), name.split(":")[1])
            return
        assert self.mover is not None
        if name == "pass":
            self._pass(self.mover)
        elif name.startswith("draw:"):
            self._draw(self.mover, int(name.split(":")[1]) - 1)
        elif name.startswith("bet:"):
            self._bet(self.mover, *name.removeprefix("bet:").split(">"))
        else:
            self._load(self.mover, *name.split(">"))

    def _happen(self, what: str, which: int, result: str) -> None:
        if what == "invest":
            self.investments.append(result)
        elif what == "deal":
            self.unknown[which].append(self._unseen_card(result))
            self.reserve -= 1
            # Decks can turn out to get no card when sizes are reduced; nothing is turned up there.
            if all(step != "deal" for step, _ in self.agenda):
                self.agenda = [step for step in self.agenda if step[0] != "lay" or self._lay(step[1])]
        elif what in ("lay", "turn"):
            self.decks[which].top = self._unseen_card(result)
        elif what == "toss":
            self._toss(result)
        else:
            self.mover = int(result)

    def _unseen_card(self, name: str) -> Box:
        self.unseen[name] -= 1
        return self.kinds[name]

    def _lay(self, number: int) -> bool:
        """Moves cards from the reserve to an empty deck (V2.4, V4.7); False if there are none."""
        self.decks[number].size = min(self.deck_size, self.reserve)
        self.reserve -= self.decks[number].size
        return self.decks[number].size > 0

    def _toss(self, face: str) -> None:
        track = self.data["meteorology"]
        for _ in range(track["step"]):
            moved = self.meteorology + track[face]
            if track["min"] <= moved <= track["max"]:  # V1.8: a step outwards is lost
                self.meteorology = moved
        if self.last_toss:
            self.over = True

    def _load(self, seat: int, card: str, place: str) -> None:
        self.passes = 0
        ship, side = place.split(".")
        index = [galleon.name for galleon in self.galleons].index(ship)
        box = self.kinds[card]
        # V11.3: a drawn copy counts as the one played.
        part = self.drawn[seat] if box in self.drawn[seat] else self.unknown[seat]
        part.remove(box)
        after = self.galleons[index].loaded(box, side)
        assert after is not None
        self.galleons[index] = after
        if all(galleon.in_red_zone() for galleon in self.galleons):  # V4.5, R6
            self._end()
            return
        open_decks = [number for number, deck in enumerate(self.decks) if deck.size]
        if len(open_decks) > 1:
            self.to_draw = True  # V4.6
        elif open_decks:
            self._draw(seat, open_decks[0])  # V10.2
        else:
            self._next_turn()

    def _draw(self, seat: int, number: int) -> None:
        self.to_draw = False
        deck = self.decks[number]
        assert deck.top is not None
        self.drawn[seat].append(deck.top)
        deck.top = None
        deck.size -= 1
        if deck.size:
            self.agenda = [("turn", number)]
        elif self._lay(number):  # V4.7, R7, R15
            self.agenda = [("lay", number), ("toss", 0)]
        self._next_turn()

    def _bet(self, seat: int, kind: str, ship: str) -> None:
        self.passes = 0
        self.bets_left[seat][kind] -= 1
        index = [galleon.name for galleon in self.galleons].index(ship)
        self.galleons[index] = replace(self.galleons[index], bets=(*self.galleons[index].bets, (seat, kind)))
        self._next_turn()  # V5.2: no card is drawn

    def _pass(self, seat: int) -> None:
        # V11.5: whatever could have been loaded now is not in his hand, and never comes into the unknown part again.
        self.excluded[seat] |= {name.split(">")[0] for name in self.possible_loads(self.all_boxes)}
        self.passes += 1
        if self.passes == self.players:  # V6.2
            self._end()
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        assert self.mover is not None
        self.mover = (self.mover + 1) % self.players  # V3.1

    def _end(self) -> None:
        self.last_toss = True
        self.agenda = [("toss", 0)]  # V7.2

    def clone(self) -> Self:
        """An independent copy."""
        constant = {id(self.data): self.data, id(self.all_boxes): self.all_boxes, id(self.kinds): self.kinds}
        return copy.deepcopy(self, constant)

    # ------------------------------------------------------------------ the end

    def arrived(self) -> list[str]:
        """Galleons that reached port (V7.2)."""
        assert self.over
        return [galleon.name for galleon in self.galleons if abs(galleon.balance()) < self.meteorology]

    def investment_points(self) -> list[int]:
        """V8.1, by seat."""
        pieces = [
            piece
            for galleon in self.galleons
            if galleon.name in self.arrived()
            for side in SIDES
            for piece in galleon.pile(side)
            if not piece.void
        ]
        return [sum(piece.box.weight for piece in pieces if piece.box.good == good) for good in self.investments]

    def bet_points(self) -> list[int]:
        """V8.2, by seat."""
        betting = self.data["betting"]
        points = [0] * self.players
        for galleon in self.galleons:
            truth = "reach_port" if galleon.name in self.arrived() else "sunken"
            place = 0
            for seat, kind in galleon.bets:
                if kind != truth:
                    points[seat] += betting["wrong"]
                    continue
                correct = betting["correct"]
                points[seat] += correct[place] if place < len(correct) else betting["later_correct"]
                place += 1
        return points

    def scores(self) -> list[int]:
        """V8.3, by seat."""
        return [first + second for first, second in zip(self.investment_points(), self.bet_points(), strict=True)]

    def ranks(self) -> list[int]:
        """Places, 1 is best, ties share one (V8.4).

        If every galleon sank nobody is first and all share the last place (V8.5, R14).
        """
        if not self.arrived():
            return [self.players] * self.players
        keys = list(zip(self.scores(), self.investment_points(), strict=True))
        return [1 + sum(other > own for other in keys) for own in keys]

    def winners(self) -> list[int]:
        """Seats that win or share the win; [] if every galleon sank."""
        return [seat for seat, rank in enumerate(self.ranks()) if rank == 1]

    def returns(self) -> list[Fraction]:
        """Winner shares, by seat: 1/w - 1/n for a winner, -1/n for a loser, all times n/(n-1); 0 before the end."""
        if not self.over or not self.winners():
            return [Fraction(0)] * self.players
        share = Fraction(1, len(self.winners()))
        scale = Fraction(self.players, self.players - 1)
        return [
            ((share if seat in self.winners() else Fraction(0)) - Fraction(1, self.players)) * scale
            for seat in self.seats
        ]

    # ------------------------------------------------------------------ who knows what

    def conserved(self) -> bool:
        """T15: no card is lost or made, counted both as backs and as faces."""
        hands = [box for seat in self.seats for box in self.unknown[seat] + self.drawn[seat]]
        loaded = [piece.box for galleon in self.galleons for side in SIDES for piece in galleon.pile(side)]
        tops = [deck.top for deck in self.decks if deck.top is not None]
        backs = len(hands) + len(loaded) + self.reserve + sum(deck.size for deck in self.decks)
        faces = self.unseen + Counter(box.name for box in hands + loaded + tops)
        return backs == len(self.all_boxes) and faces == Counter(box.name for box in self.all_boxes)

    def public_view(self, p: int) -> dict[str, Any]:
        """Everything V11 lets seat p know; all hands, investments and bets after the end (V7.3)."""
        open_to_p = [seat == p or self.over for seat in self.seats]
        return {
            "player": self.player(),
            "to_draw": self.to_draw,
            "meteorology": self.meteorology,
            "reserve": self.reserve,
            "decks": [(deck.top.name if deck.top else None, deck.size) for deck in self.decks],
            "galleons": {
                galleon.name: {
                    "weight": galleon.weight(),
                    "balance": galleon.balance(),
                    **{side: [(piece.box.name, piece.void) for piece in galleon.pile(side)] for side in SIDES},
                    "bets": [(seat, kind if open_to_p[seat] else None) for seat, kind in galleon.bets],
                }
                for galleon in self.galleons
            },
            "bets_left": [sum(left.values()) for left in self.bets_left],
            "drawn": [sorted(box.name for box in cards) for cards in self.drawn],
            "unknown": [
                sorted(box.name for box in cards) if open_to_p[seat] else len(cards)
                for seat, cards in enumerate(self.unknown)
            ],
            "excluded": [sorted(kinds) for kinds in self.excluded],
            "investments": [good if open_to_p[seat] else None for seat, good in enumerate(self.investments)],
        }

    def world(self) -> World:
        """The truth."""
        return World(
            tuple(self.investments),
            tuple(galleon.bets for galleon in self.galleons),
            tuple(tuple(sorted(box.name for box in cards)) for cards in self.unknown),
        )

    def worlds(self, p: int) -> dict[World, Fraction]:
        """Every world that seat p cannot tell from the truth, with its probability.

        Investments of others are uniform; placed bets of others are uniform over what their betting cards allow;
        unseen physical cards are exchangeable over the hidden slots, given the kinds that passes rule out.
        Exponential: for reduced games.
        """
        if self.over:
            return {self.world(): Fraction(1)}
        weights = {
            World(investments, bets, unknown): weight
            for investments, bets, (unknown, weight) in product(
                self._possible_investments(p), self._possible_bets(p), self.possible_hands(p).items()
            )
        }
        total = sum(weights.values())
        return {world: Fraction(weight, total) for world, weight in weights.items()}

    def _possible_investments(self, p: int) -> list[tuple[str, ...]]:
        dealt = len(self.investments)
        return [chosen for chosen in permutations(self.goods, dealt) if p >= dealt or chosen[p] == self.investments[p]]

    def _possible_bets(self, p: int) -> list[tuple[tuple[tuple[int, str], ...], ...]]:
        places = [(index, seat, kind) for index, galleon in enumerate(self.galleons) for seat, kind in galleon.bets]
        found = []
        for kinds in product(self.bet_kinds, repeat=len(places)):
            owned = Counter((seat, kind) for (_, seat, _), kind in zip(places, kinds, strict=True))
            known = all(seat != p or kind == truth for (_, seat, truth), kind in zip(places, kinds, strict=True))
            if known and all(count <= self.bets_each for count in owned.values()):
                found.append(
                    tuple(
                        tuple((seat, kind) for (at, seat, _), kind in zip(places, kinds, strict=True) if at == index)
                        for index in range(len(self.galleons))
                    )
                )
        return found

    def possible_hands(self, p: int) -> dict[tuple[tuple[str, ...], ...], int]:
        """Unknown cards of all seats as p may imagine them, with the number of ways to make them up of physical cards.

        The hands part of `worlds`, for positions with too many bets and investments to list.
        """
        pool = Counter(self.unseen)
        for seat in self.seats:
            if seat != p:
                pool.update(box.name for box in self.unknown[seat])

        def split(seat: int, left: Counter[str]) -> Iterator[tuple[tuple[tuple[str, ...], ...], int]]:
            if seat == self.players:
                yield (), 1
                return
            if seat == p:
                own = tuple(sorted(box.name for box in self.unknown[p]))
                for rest, ways in split(seat + 1, left):
                    yield (own, *rest), ways
                return
            allowed = {name: count for name, count in left.items() if name not in self.excluded[seat]}
            for taken in _multisets(allowed, len(self.unknown[seat])):
                here = prod(comb(left[name], count) for name, count in taken.items())
                hand = tuple(sorted(Counter(taken).elements()))
                for rest, ways in split(seat + 1, left - Counter(taken)):
                    yield (hand, *rest), here * ways

        return dict(split(0, pool))


def _multisets(available: Mapping[str, int], size: int) -> Iterator[dict[str, int]]:
    """Every multiset of `size` names, none more often than it is available."""
    if not available:
        if size == 0:
            yield {}
        return
    name, *others = available
    for count in range(min(size, available[name]) + 1):
        for rest in _multisets({other: available[other] for other in others}, size - count):
            yield {name: count, **rest}


def _goods_in_play(data: Mapping[str, Any], count: int) -> list[str]:
    """Goods in data order; with `count`, that many, taking the left and the right list in turn."""
    sides = data["goods"]
    in_turn: list[str] = []
    for place in range(max(len(sides["left"]), len(sides["right"]))):
        in_turn += sides["left"][place : place + 1] + sides["right"][place : place + 1]
    if count > len(in_turn):
        raise ValueError(f"goods={count}: there are {len(in_turn)}")
    kept = in_turn[:count] if count else in_turn
    return [good for good in sides["order"] if good in kept]


def _box_cards(
    data: Mapping[str, Any], goods: Sequence[str], copies: int, max_value: int, stones: bool, empties: bool
) -> list[Box]:
    """Every box card of the game, in the order of kinds: goods by value, stones by weight, empty boxes (V1.1)."""

    def some(box: Box, count: int) -> list[Box]:
        if max_value and box.weight > max_value:
            return []
        return [box] * (min(count, copies) if copies else count)

    cards: list[Box] = []
    for good in goods:
        sides = tuple(side for side in SIDES if good in data["goods"][side])
        for value, count in zip(data["goods_boxes"]["values"], data["goods_boxes"]["copies_per_good"], strict=True):
            cards += some(Box(f"{good}{value}", good, value, sides), count)
    if stones:
        sides = tuple(data["stone_boxes"]["sides"])
        for weight, count in sorted(Counter(data["stone_boxes"]["weights"]).items()):
            cards += some(Box(f"stone{weight}", None, weight, sides), count)
    if empties:
        cards += some(Box("empty", None, 0, tuple(data["empty_boxes"]["sides"])), data["empty_boxes"]["total"])
    return cards


def _galleons(data: Mapping[str, Any], count: int, weight_cap: int) -> list[Galleon]:
    galleons = []
    for row in data["galleon"][: count or None]:
        limit = min(row["weight_limit"], weight_cap or row["weight_limit"])
        # A track shorter than the zone, which only reduced sizes have, is red from the first box on.
        red_from = max(1, limit - (data["red_zone"]["width"] - 1))
        galleons.append(Galleon(row["name"], limit, row["balance_limit"], red_from))
    return galleons
