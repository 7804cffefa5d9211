"""Pizarro & Co. once more: slow, obvious, plain Python, written from the rules alone.

It shares nothing with the native engine but the names of actions and outcomes and the data tables. The whole game is
one straight run (`_game`) that stops at every decision and chance step to ask what happens; a position is the list of
answers so far, and a copy is made by giving them again. Decks are drawn lazily: a card gets its face when an outcome
shows it. Numbers like P4.2 are paragraphs of `engines/pizarro/RULES.md`.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

CHANCE = -1
OVER = -4

Hand = Counter[int]  # money cards by value
Cards = tuple[int, ...]  # money cards


@dataclass
class Ship:
    """A ship on the board (P1.3), with the stack that it carries if it sails for a Magellan (P8.3)."""

    owner: int
    explorer: str
    space: int = 0  # 1, 2 or 3
    part: str = ""  # "left" or "right" where the space has parts
    stack: int = 0  # the number of its stack, in the order of beginning; 0: none
    explorer_cards: int = 0  # in its stack
    tucked: list[int] = field(default_factory=list)  # values, in the order of tucking
    face_up: list[bool] = field(default_factory=list)  # of each tucked card
    seen: list[bool] = field(default_factory=list)  # of each: whether all know its value


@dataclass(frozen=True)
class Ask:
    """A stop of the game: who answers, and what the answers may be. Chance answers with the given probabilities."""

    seat: int
    what: str
    answers: tuple[str, ...]
    shares: tuple[Fraction, ...] = ()


Run = Generator[Ask, str, Any]


class Pizarro:
    """A game in progress, driven by names of actions and outcomes.

    `data` is the parsed data file. Options: `players`; `board`, two sides, half 1 first ("": the default of the data);
    `auctioneer` (-1: drawn); reduced sizes: `explorers` (names joined by "+", or "all"), `phases`, and at most so many
    `copies` of an explorer in a phase stack, money `values`, copies of a `money` card, `ships` a player (0: as in the
    data).
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        players: int = 4,
        board: str = "",
        auctioneer: int = 0,
        explorers: str = "all",
        phases: int = 0,
        copies: int = 0,
        values: int = 0,
        money: int = 0,
        ships: int = 0,
    ) -> None:
        self.options: dict[str, Any] = {
            "players": players,
            "board": board,
            "auctioneer": auctioneer,
            "explorers": explorers,
            "phases": phases,
            "copies": copies,
            "values": values,
            "money": money,
            "ships": ships,
        }
        self.data = data
        self.players = players
        self.seats = range(players)
        kept = explorers.split("+") if explorers != "all" else data["explorers"]["order"]
        self.explorers: list[str] = [name for name in data["explorers"]["order"] if name in kept]
        self.rows = _rows(data, board or data["board"]["default"]["combination"])
        each_phase = _first(data["explorer_cards"]["copies_per_phase"], phases)
        self.phases = range(1, len(each_phase) + 1)
        cards = data["money_cards"]
        self.values: list[int] = _first(cards["values"], values)
        self.crowns: dict[int, int] = dict(zip(cards["values"], cards["crown"]["by_value"], strict=True))
        self.all_money: Hand = Counter(dict.fromkeys(self.values, _at_most(cards["copies_per_value"], money)))
        starting_set = Counter(value for value in cards["starting_set_per_player"] if value in self.values)
        self.ships_each = _at_most(data["components"]["ships_per_player"], ships)

        self.phase = 0
        self.hands: list[Hand] = [Counter(starting_set) for _ in self.seats]  # P2.2
        self.known: list[Hand] = [Counter(starting_set) for _ in self.seats]  # cards that all know in a hand (P13.5)
        self.stack: Hand = Counter(self.all_money)  # P2.3
        for hand in self.hands:
            if not hand <= self.stack:
                raise ValueError(f"{self.all_money.total()} money cards are too few for {players} starting sets")
            self.stack -= hand
        self.discard: Hand = Counter()
        self.laid_out: Hand = Counter()  # P10.4
        self.paid: Hand = Counter()  # on their way from a hand to the discard or under a ship
        # P2.4: cards whose order nobody knows; below them those put back by vetoes, the next one first (P4.4).
        self.phase_stacks: dict[int, Counter[str]] = {
            phase: Counter(dict.fromkeys(self.explorers, _at_most(number, copies)))
            for phase, number in zip(self.phases, each_phase, strict=True)
        }
        self.put_back: list[str] = []
        self.turned_up: str | None = None
        self.box: list[tuple[str, int]] = []  # unsold explorer cards, with their phase
        self.won: list[list[tuple[str, int]]] = [[] for _ in self.seats]
        self.vetoes = [0] * players
        self.ships: list[Ship] = []
        self.unplaced = [self.ships_each] * players
        self.boxed_ships = [0] * players
        self.exposed = [False] * players
        self.auctioneer = auctioneer
        self.last_winner: int | None = None
        self.bidders: deque[int] = deque()  # who is still in the auction, the next to bid first
        self.high_bid = 0
        self.high_bidder: int | None = None
        self.put_away: list[int] = []  # in the exchange that goes on, and not yet replaced
        self.revealed = [False] * players  # for scoring (P10.3)
        self.totals: list[int | None] = [None] * players  # as they become public (P10.1)
        self.over = False

        self.answers: list[str] = []
        self.told: list[list[str]] = [[] for _ in self.seats]  # everything a seat was shown, in order (P13)
        self._run = self._game()
        self._ask: Ask | None = next(self._run)

    # ------------------------------------------------------------------ from outside

    def player(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return OVER if self._ask is None else self._ask.seat

    def asked(self) -> str:
        """What is to be decided: D1 to D8 of P12, a kind of chance, or "" after the end."""
        return "" if self._ask is None else self._ask.what

    def legal(self) -> list[str]:
        """Names of the mover's legal actions, sorted; [] at chance steps and after the end."""
        return [] if self._ask is None or self._ask.seat == CHANCE else sorted(self._ask.answers)

    def outcomes(self) -> dict[str, Fraction]:
        """Names of the outcomes of the next chance step with their probabilities; {} elsewhere (P14)."""
        if self._ask is None or self._ask.seat != CHANCE:
            return {}
        return dict(zip(self._ask.answers, self._ask.shares, strict=True))

    def apply(self, name: str) -> None:
        """Plays an action or an outcome by name; ValueError if it is not possible now."""
        if self._ask is None or name not in self._ask.answers:
            possible = "nothing" if self._ask is None else list(self._ask.answers)
            raise ValueError(f"{name!r} is not possible; possible: {possible}")
        self.answers.append(name)
        try:
            self._ask = self._run.send(name)
        except StopIteration:
            self._ask = None

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self)(self.data, **self.options)
        for name in self.answers:
            copy.apply(name)
        return copy

    # ------------------------------------------------------------------ P3: the course of the game

    def _game(self) -> Run:
        if self.auctioneer < 0:  # P14
            answer = yield from self._chance("auctioneer", {f"auctioneer:{seat}": 1 for seat in self.seats})
            self.auctioneer = int(answer.split(":")[1])
            self._tell_all(answer)
        for phase in self.phases:
            self.phase = phase
            while self._left_in_phase():  # P3.2
                yield from self._explorer_card()
            yield from self._end_of_phase()
        yield from self._scoring()  # P3.3
        self.over = True

    def _clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in self.seats]

    def _opener(self) -> int:
        """P4.2, and P10.1 with the same words (R3)."""
        return self.auctioneer if self.last_winner is None else self.last_winner

    def _explorer_card(self) -> Run:
        """Turn up, auction, pay, ship, action (P3.1)."""
        yield from self._turn_up()
        while (yield from self._is_vetoed()):
            yield from self._turn_up()
        winner = yield from self._auction()
        explorer = self.turned_up
        assert explorer is not None
        if winner is None:
            self.box.append((explorer, self.phase))  # P5.7
            self._tell_all(f"nobody wins {explorer}")
        else:
            self.won[winner].append((explorer, self.phase))  # P6.5
            self.last_winner = winner
            yield from self._settle(winner, explorer)
        self.turned_up, self.high_bid, self.high_bidder = None, 0, None

    # ------------------------------------------------------------------ P4: turning up, vetoes

    def _left_in_phase(self) -> int:
        return self.phase_stacks[self.phase].total() + len(self.put_back)

    def _turn_up(self) -> Run:
        """P4.1; a card that a veto put back is known to lie below all unknown ones (P4.4)."""
        unknown = self.phase_stacks[self.phase]
        possible = +unknown or Counter(self.put_back[:1])
        answer = yield from self._chance("explorer", {f"card:{name}": possible[name] for name in self.explorers})
        self.turned_up = answer.split(":")[1]
        if unknown.total():
            unknown[self.turned_up] -= 1
        else:
            self.put_back.pop(0)
        self._tell_all(f"turned up {self.turned_up}")

    def _is_vetoed(self) -> Run:
        """Whether somebody sends the card back (P4.3 to P4.6)."""
        if not self._left_in_phase() or self.phase not in self.data["action"]["veto"]["usable_in_phases"]:  # P4.5
            return False
        for seat in self._clockwise(self._opener()):
            if not self.vetoes[seat]:
                continue
            answer = yield Ask(seat, "D1", ("veto", "decline"))
            self._tell_all(f"{seat} {answer}")
            if answer == "veto":
                self.vetoes[seat] -= 1
                assert self.turned_up is not None
                self.put_back.append(self.turned_up)
                self.turned_up = None
                return True
        return False

    # ------------------------------------------------------------------ P5: the auction

    def keep(self, explorer: str) -> int:
        """P5.2: how many cards the winner must still hold after paying."""
        return int(any(row["action"] in ("tuck_from_hand", "neighbour_takes") for row in self._parts(explorer)))

    def max_bid(self, seat: int, keep: int) -> int:
        """P5.3."""
        hand = sorted(self.hands[seat].elements())
        return sum(hand[keep:])

    def takes_part(self, seat: int, explorer: str) -> bool:
        """P5.1."""
        return bool(self.unplaced[seat]) if self.phase == 1 else bool(self._ships_that_may_move(seat, explorer))

    def _auction(self) -> Run:
        """Bids until all but one have passed; returns the winner or None."""
        assert self.turned_up is not None
        self.bidders = deque(seat for seat in self._clockwise(self._opener()) if self.takes_part(seat, self.turned_up))
        rules, keep = self.data["auction"], self.keep(self.turned_up)
        while self.bidders and self.bidders[0] != self.high_bidder:  # P5.6, P5.7
            seat = self.bidders[0]
            least = rules["minimum_bid"] if self.high_bidder is None else self.high_bid + rules["minimum_raise"]
            bids = [f"bid:{bid}" for bid in range(least, self.max_bid(seat, keep) + 1)]  # P5.4, P5.5
            answer = yield Ask(seat, "D2", ("pass", *bids))
            self._tell_all(f"{seat} {answer}")
            self.bidders.popleft()
            if answer != "pass":
                self.high_bid, self.high_bidder = int(answer.split(":")[1]), seat
                self.bidders.append(seat)
        self.bidders.clear()
        return self.high_bidder

    # ------------------------------------------------------------------ P6 to P8: the winner pays, ships and acts

    def _settle(self, winner: int, explorer: str) -> Run:
        """In the order of P12.1."""
        yield from self._pay(winner, explorer)
        kept: Hand = Counter()
        if any(row["action"] == "tuck_from_bid" for row in self._parts(explorer)):  # P8.3, side B
            values = sorted(self.paid)
            kept[values[0] if len(values) == 1 else (yield from self._choose_card(winner, values))] += 1
        self.discard += self.paid - kept  # P6.3
        self.paid = kept
        ship = None if self.phase == 1 else (yield from self._choose_ship(winner, explorer))
        parts = [row["option"] for row in self._parts(explorer)]
        part = parts[0] if len(parts) == 1 else (yield from self._choose(winner, "D5", parts))  # P8.5
        if ship is None:  # P7.1
            ship = Ship(winner, explorer)
            self.ships.append(ship)
            self.unplaced[winner] -= 1
        ship.space, ship.part = self.phase, part
        yield from self._action(ship)

    def _pay(self, winner: int, explorer: str) -> Run:
        """P6: the cards one by one, the highest first; the others see them together."""
        legal = legal_payments(self.hands[winner], self.high_bid, self.keep(explorer))
        paid: Cards = ()
        while paid not in legal:
            cards = sorted({cards[len(paid)] for cards in legal if cards[: len(paid)] == paid})
            if len(cards) > 1 or not paid:
                answer = yield Ask(winner, "D3", tuple(f"pay:{value}" for value in cards))
                self.told[winner].append(answer)
                cards = [int(answer.split(":")[1])]
            paid = (*paid, *cards)
            self._leave(winner, cards[0])
            self.paid[cards[0]] += 1
        self._tell_all(f"{winner} pays {paid}")

    def _choose_ship(self, winner: int, explorer: str) -> Run:
        """P7.2, P7.3: the ship that moves."""
        unlike = {
            f"stack:{ship.stack}" if ship.stack else f"from:{ship.part}": ship
            for ship in self._unlike_ships(winner, explorer)
        }
        if len(unlike) == 1:
            return next(iter(unlike.values()))
        return unlike[(yield from self._choose(winner, "D4", list(unlike)))]

    def _action(self, ship: Ship) -> Run:
        """P8."""
        seat, action = ship.owner, self.row(ship)["action"]
        if action == "veto":  # P8.1
            self.vetoes[seat] += self.data["action"]["veto"]["uses_per_card"]
        elif action == "tuck_from_bid":  # P8.3
            (value,) = self.paid.elements()
            self.paid.clear()
            self._tuck(ship, value, face_up=True, seen=True)
        elif action == "tuck_from_hand":  # P8.3
            seen = self.exposed[seat]
            value = yield from self._choose_card(seat, sorted(+self.hands[seat]), secret=not seen)
            self._leave(seat, value)
            if not seen:  # it may have been any card
                self.known[seat].clear()
            self._tuck(ship, value, face_up=False, seen=seen)
        elif action == "draw":  # P8.5
            for _ in range(self.data["action"]["draw"]["cards_by_phase"][self.phase - 1]):
                if not self.stack.total() and self.discard.total():  # P9.8
                    self.stack, self.discard = self.discard, Counter()
                    self._tell_all("the discard becomes the stack")
                if not self.stack.total():
                    self._tell_all("no card is left to draw")
                    break
                yield from self._draw(seat)
        elif action == "expose_hand":  # P8.6
            self.exposed[seat] = True
            self.known[seat] = Counter(self.hands[seat])
            self._tell_all(f"{seat} shows {_sorted(self.hands[seat])}")
        elif action == "neighbour_takes":  # P8.7
            value = yield from self._random_card("lost", self.hands[seat])
            self._leave(seat, value)
            self.discard[value] += 1
            self._tell_all(f"{seat} loses {value}")

    def _tuck(self, ship: Ship, value: int, *, face_up: bool, seen: bool) -> None:
        ship.stack = ship.stack or 1 + max(other.stack for other in self.ships)
        ship.explorer_cards += 1
        ship.tucked.append(value)
        ship.face_up.append(face_up)
        ship.seen.append(seen)

    def _ships_that_may_move(self, seat: int, explorer: str) -> list[Ship]:
        """P7.2."""
        return [
            ship for ship in self.ships if (ship.owner, ship.explorer, ship.space) == (seat, explorer, self.phase - 1)
        ]

    def _unlike_ships(self, seat: int, explorer: str) -> list[Ship]:
        """One of each set of like ships (P7.3). Hidden cards make ships unlike whatever they are."""
        unlike: list[Ship] = []
        for ship in self._ships_that_may_move(seat, explorer):
            if not any(
                ship.part == other.part
                and sorted(ship.tucked) == sorted(other.tucked)
                and all(ship.face_up + other.face_up)
                for other in unlike
            ):
                unlike.append(ship)
        return unlike

    def _parts(self, explorer: str) -> list[Mapping[str, Any]]:
        """The rows of the explorer's space in this phase: one, or one for each part."""
        return [row for (name, phase, _), row in self.rows.items() if (name, phase) == (explorer, self.phase)]

    def row(self, ship: Ship) -> Mapping[str, Any]:
        """What the board says where the ship stands."""
        return self.rows[ship.explorer, ship.space, ship.part]

    # ------------------------------------------------------------------ P9: end of a phase

    def _end_of_phase(self) -> Run:
        rules, index = self.data["phase_end"], self.phase - 1
        self.exposed = [False] * self.players  # P9.1
        self._tell_all(f"phase {self.phase} ends")
        if rules["reshuffle_discards_first"][index]:
            self.stack, self.discard = self.stack + self.discard, Counter()  # P9.2
        yield from self._deal([rules["base_cards"][index]] * self.players)  # P9.3
        if rules["pay_bags"][index]:  # P9.4
            yield from self._deal(
                [sum(self.row(ship)["bag"] for ship in self._just_sailed(seat)) for seat in self.seats]
            )
        if rules["marco_polo_exchange"][index]:  # P9.6
            for seat in self._clockwise(self.auctioneer):
                for ship in self._just_sailed(seat):
                    if self.row(ship)["action"] == "exchange":
                        yield from self._exchange(seat)
        if self.phase == 1:  # P7.5, P9.7
            self.boxed_ships, self.unplaced = self.unplaced, [0] * self.players

    def _just_sailed(self, seat: int) -> list[Ship]:
        """His ships on spaces of the phase just ended."""
        return [ship for ship in self.ships if ship.owner == seat and ship.space == self.phase]

    def _deal(self, owed: Sequence[int]) -> Run:
        """One card at a time, clockwise from the auctioneer, until nobody is owed any or the stack is empty (P9.9)."""
        left = list(owed)
        while any(left):
            for seat in self._clockwise(self.auctioneer):
                if left[seat]:
                    if not self.stack.total():
                        self._tell_all("no card is left to deal")
                        return
                    yield from self._draw(seat)
                    left[seat] -= 1

    def _exchange(self, seat: int) -> Run:
        """P9.6."""
        most = min(self.data["action"]["exchange"]["max_cards_per_ship"], self.stack.total())
        while len(self.put_away) < most and self.hands[seat].total():
            cards = [value for value in sorted(+self.hands[seat]) if value <= min(self.put_away, default=value)]
            answer = yield from self._choose(seat, "D7", ["done", *(f"put:{value}" for value in cards)])  # P13.4
            if answer == "done":
                break
            value = int(answer.split(":")[1])
            self.put_away.append(value)
            self._leave(seat, value)
            self.discard[value] += 1
        while self.put_away:
            self.put_away.pop()
            yield from self._draw(seat)

    # ------------------------------------------------------------------ P10: scoring

    def _scoring(self) -> Run:
        for seat in self._clockwise(self._opener()):  # P10.1
            hidden = [ship.tucked for ship in self.ships if ship.owner == seat]
            self._tell_all(f"{seat} reveals {_sorted(self.hands[seat])} and {hidden}")  # P10.3
            self.revealed[seat], self.known[seat] = True, Counter(self.hands[seat])
            total = self.points_before_luck(seat)
            for ship in self.ships:
                if ship.owner == seat and self.row(ship)["action"] == "press_luck":
                    total += yield from self._press_luck(seat)
            self.totals[seat] = total
            self._tell_all(f"{seat} has {total}")

    def points_before_luck(self, seat: int) -> int:
        """P10.2: spaces and parts, Magellan stacks, hand."""
        own = [ship for ship in self.ships if ship.owner == seat]
        spaces = sum(self.row(ship)["crown"] for ship in own)
        return spaces + sum(map(self.stack_points, own)) + self.crowns_of(self.hands[seat].elements())

    def stack_points(self, ship: Ship) -> int:
        """P8.3."""
        if not ship.explorer_cards:
            return 0
        factor: int = self.data["action"]["tuck"]["multiplier_by_cards_in_stack"][ship.explorer_cards - 1]
        return factor * self.crowns_of(ship.tucked)

    def crowns_of(self, cards: Iterable[int]) -> int:
        """P1.2."""
        return sum(self.crowns[value] for value in cards)

    def _press_luck(self, seat: int) -> Run:
        """P10.4: returns the points of the space."""
        rules = self.data["action"]["press_luck"]
        too_much: int = rules["over_limit_points"]
        drawn = 0
        while self.stack.total():
            if (yield from self._choose(seat, "D8", ["draw", "stop"])) == "stop":
                break
            value = yield from self._random_card("laid out", self.stack)
            self.stack[value] -= 1
            self.laid_out[value] += 1
            self._tell_all(f"{seat} lays out {value}")
            drawn += value
            if drawn > rules["limit"]:
                return too_much
        return drawn

    def scores(self) -> list[int]:
        """Totals by seat (P10.2)."""
        assert self.over
        return [total for total in self.totals if total is not None]

    def ranks(self) -> list[int]:
        """Places, 1 is best, ties share one (P10.5, P10.6)."""
        return [1 + sum(other > own for other in self.scores()) for own in self.scores()]

    def returns(self) -> list[Fraction]:
        """Winner shares, by seat: 1/w - 1/n for a winner, -1/n for a loser, all times n/(n-1); 0 before the end."""
        if not self.over:
            return [Fraction(0)] * self.players
        share = Fraction(1, self.ranks().count(1))
        scale = Fraction(self.players, self.players - 1)
        return [((share if rank == 1 else 0) - Fraction(1, self.players)) * scale for rank in self.ranks()]

    # ------------------------------------------------------------------ asking and telling

    def _chance(self, what: str, weights: Mapping[str, int]) -> Run:
        possible = {name: weight for name, weight in weights.items() if weight}
        total = sum(possible.values())
        shares = tuple(Fraction(weight, total) for weight in possible.values())
        return (yield Ask(CHANCE, what, tuple(possible), shares))

    def _random_card(self, what: str, cards: Hand) -> Run:
        verb = "taken" if what == "lost" else "money"
        answer = yield from self._chance(what, {f"{verb}:{value}": cards[value] for value in sorted(cards)})
        return int(answer.split(":")[1])

    def _draw(self, seat: int) -> Run:
        """A card from the stack into the hand, for the owner's eyes unless his hand lies open (P8.6)."""
        value = yield from self._random_card("draw", self.stack)
        self.stack[value] -= 1
        self.hands[seat][value] += 1
        if self.exposed[seat]:
            self.known[seat][value] += 1
        for other in self.seats:
            self.told[other].append(f"{seat} draws {value if self.exposed[seat] or other == seat else '?'}")

    def _leave(self, seat: int, value: int) -> None:
        """A card leaves a hand: one that all know if there is such a one."""
        self.hands[seat][value] -= 1
        if self.known[seat][value]:
            self.known[seat][value] -= 1

    def _choose(self, seat: int, what: str, answers: Sequence[str], *, secret: bool = False) -> Run:
        answer = yield Ask(seat, what, tuple(answers))
        for other in self.seats:
            self.told[other].append(f"{seat} {answer if other == seat or not secret else what}")
        return answer

    def _choose_card(self, seat: int, values: Sequence[int], *, secret: bool = False) -> Run:
        """The card to tuck (P8.3)."""
        answer = yield from self._choose(seat, "D6", [f"tuck:{value}" for value in values], secret=secret)
        return int(answer.split(":")[1])

    def _tell_all(self, what: str) -> None:
        for told in self.told:
            told.append(what)

    # ------------------------------------------------------------------ who knows what, and conservation

    def facts(self, p: int) -> dict[str, Any]:
        """Everything that P13.1 and P13.2 let seat p know of the table and of the cards in sight."""
        open_to_p = [seat == p or self.exposed[seat] or self.revealed[seat] for seat in self.seats]
        own = [seat == p or self.revealed[seat] for seat in self.seats]
        hands, paid = list(self.hands), self.paid
        if self.asked() == "D3" and p != self.player():  # a payment is seen when it is complete
            hands[self.player()], paid = hands[self.player()] + paid, Counter()
        return {
            "player": self.player(),
            "asked": self.asked(),
            "phase": self.phase,
            "turned up": self.turned_up,
            "phase stacks": {phase: dict(+stack) for phase, stack in self.phase_stacks.items()},
            "put back": list(self.put_back),
            "box": sorted(self.box),
            "won": [sorted(cards) for cards in self.won],
            "vetoes": list(self.vetoes),
            "opener": self._opener(),
            "bidders": list(self.bidders),
            "bid": (self.high_bid, self.high_bidder),
            "ships": sorted(
                (
                    ship.owner,
                    ship.explorer,
                    ship.space,
                    ship.part,
                    ship.stack,
                    ship.explorer_cards,
                    [v if seen or own[ship.owner] else 0 for v, seen in zip(ship.tucked, ship.seen, strict=True)],
                )
                for ship in self.ships
            ),
            "unplaced": list(self.unplaced),
            "boxed ships": list(self.boxed_ships),
            "stack": self.stack.total(),
            "discard": dict(+self.discard),
            "laid out": dict(+self.laid_out),
            "paid": dict(+paid),
            "hand sizes": [hand.total() for hand in hands],
            "hands": [dict(+hand) if open_to_p[seat] else None for seat, hand in enumerate(hands)],
            "exposed": list(self.exposed),
            "revealed": list(self.revealed),
            "totals": list(self.totals),
            "put away": len(self.put_away),
        }

    def conserved(self) -> bool:
        """T15."""
        tucked: Hand = Counter(value for ship in self.ships for value in ship.tucked)
        money = sum([self.stack, self.discard, self.laid_out, self.paid, tucked, *self.hands], Counter[int]())
        return money == self.all_money and all(
            sum(ship.owner == seat for ship in self.ships) + self.unplaced[seat] + self.boxed_ships[seat]
            == self.ships_each
            for seat in self.seats
        )


def legal_payments(hand: Hand, bid: int, keep: int) -> list[Cards]:
    """P6.1, P6.2: exact sets if there are any, else those that reach the bid with no card to spare; highest first."""
    enough = [cards for cards in _reaching(hand, bid) if len(cards) <= hand.total() - keep]
    return [cards for cards in enough if sum(cards) == bid] or enough


def _reaching(hand: Hand, bid: int) -> Iterator[Cards]:
    """Every set that reaches the bid but not without its least card, and so not without any other one."""
    if bid <= 0:
        yield ()
        return
    for value in sorted(+hand, reverse=True):
        lower = Counter({other: count - (other == value) for other, count in hand.items() if other <= value})
        for rest in _reaching(lower, bid - value):
            yield (value, *rest)


def _sorted(hand: Hand) -> Cards:
    return tuple(sorted(hand.elements()))


def _rows(data: Mapping[str, Any], board: str) -> dict[tuple[str, int, str], Mapping[str, Any]]:
    """What the chosen board says, by explorer, space and part (P1.4, P11.1)."""
    side = dict.fromkeys(data["board"]["half_1"], board[0]) | dict.fromkeys(data["board"]["half_2"], board[1])
    return {
        (row["explorer"], row["phase"], row["option"]): row
        for row in data["space"]
        if row["side"] == side[row["explorer"]]
    }


def _first(items: Sequence[Any], count: int) -> list[Any]:
    """The first so many; 0: all."""
    return list(items[: count or None])


def _at_most(number: int, limit: int) -> int:
    """The number, or the limit if that is lower; 0: no limit."""
    return min(number, limit or number)
