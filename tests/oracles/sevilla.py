"""Sevilla 1503 once more: slow, obvious, plain Python, written from the rules alone.

It shares nothing with the native engine but the names of actions and outcomes and the data tables. The whole game is
one straight run (`_game`) that stops at every decision and chance step to ask what happens; a position is the list of
answers so far, and a copy is made by giving them again. Decks are drawn lazily: a card gets its face when an outcome
shows it. Numbers like S6.4 are paragraphs of `engines/sevilla/RULES.md`.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from tests.oracles.sevilla_score import Boarding, Pile

CHANCE = -1
OVER = -4


@dataclass
class Lot:
    """A lot on the table (S4), with what lies on it on the bidding boards."""

    cards: list[str] = field(default_factory=list)
    ship: str = ""  # of the ship deck
    small: bool = False  # a small ship
    bids: list[int] = field(default_factory=list)  # by seat; those who have not bid yet are missing or 0
    false: list[int] = field(default_factory=list)  # false coins, by seat
    disc: int | None = None  # of the false player; None: not placed yet, or no false player
    uncovered: bool = False
    gone: bool = False  # won or deserted
    winner: int | None = None
    ready: list[list[str]] = field(default_factory=list)  # patrons when the lot was uncovered, by seat
    rebids: dict[int, str] = field(default_factory=dict)  # the patron set by a seat
    deals: list[str] = field(default_factory=list)  # what became of its rebels
    kept: list[int] = field(default_factory=list)  # places, from 1, of the cards that the winner has kept


@dataclass(frozen=True)
class Toll:
    """A toll that was paid: from this purse, on this lot (from 0), after paying the bid."""

    seat: int
    lot: int
    purse: int


@dataclass(frozen=True)
class Ask:
    """A stop of the game: who answers, and what the answers may be. Chance answers with the given probabilities."""

    seat: int
    what: str
    answers: tuple[str, ...]
    shares: tuple[Fraction, ...] = ()


Run = Generator[Ask, str, Any]


class Sevilla:
    """A game in progress, driven by names of actions and outcomes.

    `data` is the parsed data file. Options: `players`; `palace` and `rebels`; `boarding` is "auto" or "manual";
    `visible_tokens`: whether stacks of discs are seen; `won_cards_public` changes only how positions are shown (R24).
    Reduced sizes, 0 (or -1 for `small_ships`, "all" for `cards`) as in the data: `rounds`, `lots`, start `coins`,
    `false_coins`, so many of the `patrons`, `small_ships`; only these `cards` (titles joined by "+"), and at most so
    many `copies` of each.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        players: int = 4,
        palace: bool = False,
        rebels: bool = False,
        boarding: str = "auto",
        visible_tokens: bool = True,
        won_cards_public: bool = True,
        rounds: int = 0,
        lots: int = 0,
        coins: int = 0,
        false_coins: int = 0,
        patrons: int = 0,
        small_ships: int = -1,
        cards: str = "all",
        copies: int = 0,
    ) -> None:
        self.options: dict[str, Any] = {
            "players": players,
            "palace": palace,
            "rebels": rebels,
            "boarding": boarding,
            "visible_tokens": visible_tokens,
            "won_cards_public": won_cards_public,
            "rounds": rounds,
            "lots": lots,
            "coins": coins,
            "false_coins": false_coins,
            "patrons": patrons,
            "small_ships": small_ships,
            "cards": cards,
            "copies": copies,
        }
        self.data = data
        self.players = players
        self.seats = range(players)
        self.palace, self.rebels = palace, rebels
        self.manual, self.visible_tokens, self.won_cards_public = boarding == "manual", visible_tokens, won_cards_public
        setup = next(row for row in data["setup"] if row["players"] == players)
        self.rounds: int = rounds or data["constants"]["rounds"]
        self.lots_a_round: int = lots or setup["lots"]
        self.false_coins_each: int = false_coins or data["constants"]["false_coins_per_player"]
        self.has_false_player: bool = setup["false_player"]
        self.patrons = {patron["id"]: patron for patron in data["patron"][: patrons or None]}
        self.titles = {
            card["id"]: card
            for card in (*data["auction_card"], *(data["rebel_card"] if rebels else ()))
            if cards == "all" or card["id"] in cards.split("+")
        }
        self.ship_cards = {ship["id"]: ship for ship in (*data["ship"], data["small_ship"])}
        self.all_buildings = {name: data["palace"][name] for name in data["palace"]["order"]}
        self.small = data["small_ship"]["id"]

        self.all_cards: Pile = Counter(
            {title: min(card["count"], copies or card["count"]) for title, card in self.titles.items()}
        )
        self.deck: Pile = Counter(self.all_cards)  # S2.1: cards whose order nobody knows
        self.under: list[str] = []  # below them, in sight of all, those of El Arenal, the next one first (R9)
        ships = sorted(
            (ship for ship in data["ship"] if setup["ship_set"] in ship["player_symbols"]),
            key=lambda ship: ship["capacity_quarters"],
        )
        self.ship_deck: list[str] = [ship["id"] for ship in ships[: self.rounds]]  # S2.2
        self.all_ships = Counter(self.ship_deck)
        self.small_ships: int = setup["small_ships"] if small_ships < 0 else small_ships  # S2.3
        self.all_ships[self.small] += self.small_ships
        rules = data["constants"]
        needed = self.rounds * ((self.lots_a_round - 1) * rules["cards_per_lot"] + rules["cards_in_last_lot"])
        if self.deck.total() < needed:  # S4.3
            raise ValueError(f"{self.deck.total()} auction cards are too few; {needed} are revealed")
        self.helm: int | None = None
        self.buildings: list[str] = []
        self.purses: list[int] = [coins or setup["start_coins"]] * players  # S2.4
        self.bank = 0  # what the bank has taken in, less what it has paid out
        self.coins_at_start = sum(self.purses)
        self.ready: list[list[str]] = [list(self.patrons) for _ in self.seats]
        self.won: list[Pile] = [Counter() for _ in self.seats]  # piles, drawn cards included
        self.drawn: list[Pile] = [Counter() for _ in self.seats]  # of them, those that only the owner has seen
        self.fleets: list[list[str]] = [[] for _ in self.seats]
        self.gone: Pile = Counter()  # auction cards out of the game
        self.gone_ships: Pile = Counter()

        self.round = 0
        self.lots: list[Lot] = []
        self.past_rounds: list[tuple[int, list[Lot]]] = []  # who had the Helm, and the lots
        self.done_bidding: list[bool] = [False] * players  # this round
        self.bids_shown = False  # this round: all have bid, and all know it
        self.purses_at_bidding: list[int] = []
        self.tolls: list[Toll] = []  # paid this round
        self.last_ship_winner: int | None = None
        self.arenal_used = False
        # While a lot is resolved:
        self.lot = -1  # which one, from 0
        self.totals: dict[int, int] = {}  # of contenders
        self.high = 0
        # At the end:
        self.boarded: list[Pile | None] = [None] * players
        self.boarding_now: Pile = Counter()
        self.totals_at_end: list[int] = []  # as soon as somebody asks
        self.over = False

        self.not_asked: list[str] = []  # why a building was of no use, for tests
        self.answers: list[str] = []
        self.told: list[list[str]] = [[] for _ in self.seats]  # everything a seat was shown, in order (S15)
        self._run = self._game()
        self._ask: Ask | None = next(self._run)

    # ------------------------------------------------------------------ from outside

    def player(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return OVER if self._ask is None else self._ask.seat

    def asked(self) -> str:
        """What is to be decided: E1 to E9 of S17, a kind of chance, or "" after the end."""
        return "" if self._ask is None else self._ask.what

    def legal(self) -> list[str]:
        """Names of the mover's legal actions, sorted; [] at chance steps and after the end."""
        return [] if self._ask is None or self._ask.seat == CHANCE else sorted(self._ask.answers)

    def outcomes(self) -> dict[str, Fraction]:
        """Names of the outcomes of the next chance step with their probabilities; {} elsewhere (S16)."""
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

    # ------------------------------------------------------------------ S2, S3: the course of the game

    def _game(self) -> Run:
        yield from self._setup()
        for number in range(1, self.rounds + 1):
            self.round = number
            yield from self._reveal()
            if self.has_false_player:
                yield from self._place_discs()
            yield from self._bidding()
            for lot in range(self.lots_a_round):
                yield from self._resolve(lot)
            yield from self._collection()
            self._end_of_round()
        yield from self._boarding()
        self.over = True

    def _setup(self) -> Run:
        answer = yield from self._chance("helm", {f"helm>{seat}": 1 for seat in self.seats})  # S2.5
        self.helm = int(answer.split(">")[1])
        self._tell_all(answer)
        if self.palace:  # S13.1
            for _ in self.seats:
                left = {f"building:{name}": 1 for name in self.all_buildings if name not in self.buildings}
                answer = yield from self._chance("building", left)
                self.buildings.append(answer.split(":")[1])
                self._tell_all(answer)

    def has(self, seat: int, building: str) -> bool:
        """Whether this is the building of a seat."""
        return self.palace and self.buildings[seat] == building

    def owner(self, building: str) -> int | None:
        """Whose building this is."""
        return self.buildings.index(building) if building in self.buildings else None

    def clockwise(self, first: int) -> list[int]:
        """S1.6."""
        return [(first + step) % self.players for step in self.seats]

    # ------------------------------------------------------------------ S4: reveal

    def _reveal(self) -> Run:
        self.lots = []
        self.arenal_used = False
        rules = self.data["constants"]
        for number in range(1, self.lots_a_round + 1):
            lot = Lot(bids=[0] * self.players, false=[0] * self.players)
            self.lots.append(lot)
            is_last = number == self.lots_a_round
            for _ in range(rules["cards_in_last_lot"] if is_last else rules["cards_per_lot"]):  # S4.1
                card = yield from self._top_card("card")
                lot.cards.append(card)
                self._tell_all(f"card:{card}")
            if is_last:
                lot.ship = self.ship_deck.pop(0)
            elif self.small_ships and len({self.titles[card]["colour"] for card in lot.cards}) == 1:  # S4.2
                self.small_ships -= 1
                lot.small = True

    def _top_card(self, what: str) -> Run:
        """Takes the top card of the auction deck; the known ones at the bottom come last, in their order."""
        possible = +self.deck or Counter(self.under[:1])
        answer = yield from self._chance(what, {f"card:{title}": possible[title] for title in self.titles})
        card = answer.split(":")[1]
        if self.deck.total():
            self.deck[card] -= 1
        else:
            self.under.pop(0)
        return card

    def deck_size(self) -> int:
        """Cards in the auction deck."""
        return self.deck.total() + len(self.under)

    # ------------------------------------------------------------------ S12: the false player

    def false_player_discs(self) -> list[int]:
        """S12.2, R17: his discs this round, in rising order."""
        capacity = self.ship_cards[self.lots[-1].ship]["capacity"]
        row = next(row for row in self.data["false_player"] if row["ship_capacity"] == capacity)
        return sorted(row["coins"])

    def _place_discs(self) -> Run:
        """One on each lot, face down."""
        left = Counter(self.false_player_discs())
        for lot in self.lots:
            answer = yield from self._chance("disc", {f"disc{value}": count for value, count in sorted(left.items())})
            lot.disc = int(answer.removeprefix("disc"))
            left[lot.disc] -= 1
            self._tell_all("a disc is placed")

    # ------------------------------------------------------------------ S5: secret bids

    def _bidding(self) -> Run:
        assert self.helm is not None
        self.purses_at_bidding = list(self.purses)
        self.tolls = []
        for seat in self.clockwise(self.helm):  # S5.2
            money, false = self.purses[seat], self.false_coins_each
            for lot in self.lots:
                answer = yield from self._secret(seat, "E1", [f"bid{r}" for r in range(money + 1)])
                lot.bids[seat] = int(answer.removeprefix("bid"))
                money -= lot.bids[seat]
                if self.visible_tokens:
                    answer = yield from self._secret(seat, "E2", [f"false{f}" for f in range(false + 1)])
                    lot.false[seat] = int(answer.removeprefix("false"))
                    false -= lot.false[seat]
            self.done_bidding[seat] = True
        # An event of its own, so that nobody notices which bid was the last one.
        yield from self._chance("show", {"show": 1})
        self.bids_shown = True
        if self.visible_tokens:
            self._tell_all(f"stacks {self.stacks()}")  # S5.3

    def stacks(self) -> list[list[int]]:
        """S5.3: how many discs lie on each lot, by seat."""
        return [[stack(lot.bids[seat], lot.false[seat]) for lot in self.lots] for seat in self.seats]

    def free(self, seat: int) -> int:
        """S1.5: money that is not committed."""
        return self.purses[seat] - sum(lot.bids[seat] for lot in self.lots if not lot.uncovered)

    # ------------------------------------------------------------------ S6: resolving a lot

    def _resolve(self, number: int) -> Run:
        lot, self.lot = self.lots[number], number
        lot.uncovered, lot.ready = True, [list(names) for names in self.ready]  # S6.1
        self._tell_all(f"lot {number + 1}: bids {lot.bids}, false coins {lot.false}, disc {lot.disc}")
        self.totals = {seat: r for seat, r in enumerate(lot.bids) if r}  # S6.2
        disc = lot.disc or 0
        self.high = max([disc, *self.totals.values()])
        if len(self.totals) == 1 and self.high > disc:  # S6.3
            (winner,) = self.totals
            yield from self._win(winner)
        else:
            yield from self._rebidding()
            leaders = [seat for seat, total in self.totals.items() if total == self.high]
            if len(leaders) == 1 and self.high > disc:  # S6.7
                yield from self._win(leaders[0])
            else:  # S6.9
                lot.gone = True
                self._tell_all(f"lot {number + 1} is deserted")
                self.gone.update(lot.cards)
                self.gone_ships.update(self._ships_of(lot))
        self.lot, self.totals, self.high = -1, {}, 0

    def _rebidding(self) -> Run:
        for seat in (yield from self._order()):
            enough = [name for name in self.ready[seat] if self.totals[seat] + self.value(seat, name) > self.high]
            if enough:  # S6.5
                answer = yield from self._choose(seat, "E4", ["pass", *enough])
                if answer != "pass":
                    self.lots[self.lot].rebids[seat] = answer
                    self.totals[seat] += self.value(seat, answer)
                    self.high = self.totals[seat]

    def _order(self) -> Run:
        """S6.4: contenders in the order of asking."""
        assert self.helm is not None
        order = [seat for seat in self.clockwise(self.helm) if seat in self.totals]
        if self.helm in self.totals and len(order) > 1:
            answer = yield from self._choose(self.helm, "E3", ["first", "last"])
            if answer == "last":
                order = [*order[1:], self.helm]
        return order

    def value(self, seat: int, patron: str) -> int:
        """What a patron adds to a bid; S13.2."""
        if patron == "crown" and self.has(seat, "alcazar"):
            return int(self.all_buildings["alcazar"]["crown_rebid_value"])
        return int(self.patrons[patron]["value"])

    def _ships_of(self, lot: Lot) -> list[str]:
        return [name for name, there in ((lot.ship, lot.ship), (self.small, lot.small)) if there]

    def _win(self, winner: int) -> Run:
        """S6.8."""
        lot = self.lots[self.lot]
        lot.gone, lot.winner = True, winner
        self._tell_all(f"{winner} wins lot {self.lot + 1}")
        self._pay(winner, lot.bids[winner])
        if winner in lot.rebids:
            self.ready[winner].remove(lot.rebids[winner])
        self.fleets[winner] += self._ships_of(lot)
        self.won[winner].update(lot.cards)
        if lot.ship:
            self.last_ship_winner = winner
        if lot.small:
            yield from self._toll(winner)
        yield from self._deal(winner)
        if self.has(winner, "arenal"):
            yield from self._arenal(winner)

    def _pay(self, seat: int, coins: int) -> None:
        """To the bank; less than 0: from it."""
        self.purses[seat] -= coins
        self.bank += coins

    def _toll(self, winner: int) -> Run:
        """S13.5."""
        owner = self.owner("puerto")
        if owner is None or owner == winner:
            return
        toll = self.all_buildings["puerto"]["toll"]
        can_pay = self.free(winner) >= toll
        answer = yield from self._choose(winner, "E5", ["pay", "hand_over"] if can_pay else ["hand_over"])
        if answer == "pay":
            self.tolls.append(Toll(winner, self.lot, self.purses[winner]))
            self.purses[winner] -= toll
            self.purses[owner] += toll
        else:
            self.fleets[winner].remove(self.small)
            self.fleets[owner].append(self.small)

    def _deal(self, winner: int) -> Run:
        """S14.4."""
        lot = self.lots[self.lot]
        for place, card in enumerate(lot.cards, 1):
            answer = "keep"
            if self.titles[card].get("deal"):
                gifts = [f"give>{seat}" for seat in self.seats if seat != winner]
                answer = yield from self._choose(winner, "E6", ["keep", *gifts])
                lot.deals.append(answer)
            if answer == "keep":
                lot.kept.append(place)
            else:
                self.won[winner][card] -= 1
                self.won[int(answer.split(">")[1])][card] += 1

    def _arenal(self, winner: int) -> Run:
        """S13.4."""
        lot = self.lots[self.lot]
        usable = self.deck_size() > 0 or not self.data["rulings"]["arenal_needs_deck"]  # R9
        reasons = {"used up": self.arenal_used, "no card kept": not lot.kept, "no deck": not usable}
        if any(reasons.values()):
            self.not_asked += [reason for reason, true in reasons.items() if true]
            return
        answer = yield from self._choose(winner, "E7", ["decline", *(f"swap{place}" for place in lot.kept)])
        if answer == "decline":
            return
        self.arenal_used = True
        card = lot.cards[int(answer.removeprefix("swap")) - 1]
        self.won[winner][card] -= 1
        self.under.append(card)
        unseen = self.deck.total() > 0
        drawn = yield from self._top_card("arenal")
        self.won[winner][drawn] += 1
        if unseen:
            self.drawn[winner][drawn] += 1
        for seat in self.seats:
            self.told[seat].append(f"draws {drawn if seat == winner or not unseen else '?'}")

    # ------------------------------------------------------------------ S7, S8: collection, end of the round

    def _collection(self) -> Run:
        for seat in self.seats:  # S7.1
            self._pay(seat, -sum(self.patrons[name]["income"] for name in self.ready[seat]))
        owner = self.owner("casa_comercio")
        if owner is not None and not self.won[owner].total():
            self.not_asked.append("no pile")
        elif owner is not None:  # S7.2, S13.6
            cards = [f"sell:{title}" for title in self.titles if self.won[owner][title]]
            answer = yield from self._choose(owner, "E8", ["decline", *cards])
            if answer != "decline":
                card = answer.split(":")[1]
                self.won[owner][card] -= 1
                self.gone[card] += 1
                self._pay(owner, -self.all_buildings["casa_comercio"]["price"])

    def _end_of_round(self) -> None:
        assert self.helm is not None
        self.past_rounds.append((self.helm, self.lots))
        self.ready = [list(self.patrons) for _ in self.seats]  # S8.1
        if self.last_ship_winner is not None:  # S8.2
            self.helm = self.last_ship_winner
        self._tell_all(f"round {self.round} ends, the Helm is with {self.helm}")
        self.last_ship_winner = None
        self.lots = []
        self.done_bidding = [False] * self.players
        self.bids_shown = False

    # ------------------------------------------------------------------ S9 to S11: boarding and scoring

    def end_of(self, seat: int) -> Boarding:
        """Pile, fleet, purse and Helm as boarding and scoring look at them (S10.1, S11.5)."""
        capacity = sum(self.ship_cards[ship]["capacity_quarters"] for ship in self.fleets[seat])
        if self.has(seat, "atarazanas"):  # S13.3
            capacity += len(self.fleets[seat]) * self.all_buildings["atarazanas"]["extra_quarters_per_ship"]
        return Boarding(
            self.data,
            self.won[seat],
            capacity=capacity,
            ships=len(self.fleets[seat]),
            purse=self.purses[seat],
            helm=self.helm == seat,
        )

    def _boarding(self) -> Run:
        for seat in self.seats:  # S15.1: drawn cards are shown now
            if self.drawn[seat].total():
                self._tell_all(f"{seat} shows {sorted(self.drawn[seat].elements())}")
                self.drawn[seat].clear()
        if not self.manual:
            return
        for seat in self.seats:  # S10.8
            end, self.boarding_now = self.end_of(seat), Counter()
            while True:
                more = [f"board:{title}" for title in self.titles if end.may_add(self.boarding_now, title)]
                done = ["done"] if end.padlocks_owed(self.boarding_now) == 0 else []
                answer = yield from self._choose(seat, "E9", [*done, *more])
                if answer == "done":
                    break
                self.boarding_now[answer.split(":")[1]] += 1
            self.boarded[seat], self.boarding_now = self.boarding_now, Counter()

    def scores(self) -> list[int]:
        """Totals by seat (S9.2)."""
        assert self.over
        if not self.totals_at_end:
            for seat, boarded in enumerate(self.boarded):
                end = self.end_of(seat)
                points = end.best() if boarded is None else end.points(boarded)
                self.totals_at_end.append(end.coin_points() + points)
        return self.totals_at_end

    def ranks(self) -> list[int]:
        """Places, 1 is best: by total, then purse; ties share one (S9.2)."""
        results = list(zip(self.scores(), self.purses, strict=True))
        return [1 + sum(other > own for other in results) for own in results]

    def returns(self) -> list[Fraction]:
        """Winner shares, by seat: 1/w - 1/n for a winner, -1/n for a loser, all times n/(n-1); 0 before the end."""
        if not self.over:
            return [Fraction(0)] * self.players
        ranks = self.ranks()
        share = Fraction(1, ranks.count(1))
        scale = Fraction(self.players, self.players - 1)
        return [((share if rank == 1 else 0) - Fraction(1, self.players)) * scale for rank in ranks]

    # ------------------------------------------------------------------ asking and telling

    def _chance(self, what: str, weights: Mapping[str, int]) -> Run:
        possible = {name: weight for name, weight in weights.items() if weight}
        total = sum(possible.values())
        shares = tuple(Fraction(weight, total) for weight in possible.values())
        return (yield Ask(CHANCE, what, tuple(possible), shares))

    def _choose(self, seat: int, what: str, answers: Sequence[str]) -> Run:
        """In the open."""
        answer = yield Ask(seat, what, tuple(answers))
        self._tell_all(f"{seat} {answer}")
        return answer

    def _secret(self, seat: int, what: str, answers: Sequence[str]) -> Run:
        """For the eyes of the seat only; the others do not even notice it (S5.1)."""
        answer = yield Ask(seat, what, tuple(answers))
        self.told[seat].append(answer)
        return answer

    def _tell_all(self, what: str) -> None:
        for told in self.told:
            told.append(what)

    # ------------------------------------------------------------------ who knows what, and conservation

    def facts(self, p: int) -> dict[str, Any]:
        """Everything that S15 lets seat p know of the position, by perfect memory.

        While others bid, a seat that has not bid yet sees its own decision, whoever is asked; afterwards it waits.
        """
        player, asked = self.player(), self.asked()
        if asked in ("E1", "E2", "show") and player != p:
            player, asked = (-2, "others bid") if self.done_bidding[p] else (p, "E1")
        known = [self.won[seat] if seat == p else self.won[seat] - self.drawn[seat] for seat in self.seats]
        return {
            "player": player,
            "asked": asked,
            "legal": self.legal() if player == p == self.player() else None,
            "round": self.round,
            "helm": self.helm,
            "buildings": list(self.buildings),
            "lots": [
                (
                    list(lot.cards),
                    lot.ship,
                    lot.small,
                    lot.gone,
                    lot.uncovered,
                    [r if seat == p or lot.uncovered else None for seat, r in enumerate(lot.bids)],
                    [f if seat == p or lot.uncovered else None for seat, f in enumerate(lot.false)],
                    lot.disc if lot.uncovered else lot.disc is not None,
                    dict(lot.rebids),
                )
                for lot in self.lots
            ],
            "stacks": self.stacks() if self.visible_tokens and self.bids_shown else None,
            "resolving": (self.lot, dict(self.totals), self.high),
            "purses": list(self.purses),
            "ready": [list(names) for names in self.ready],
            "fleets": [sorted(fleet) for fleet in self.fleets],
            "won": [dict(+pile) for pile in known],
            "unseen in piles": [0 if seat == p else self.drawn[seat].total() for seat in self.seats],
            "deck": self.deck_size(),
            "under": list(self.under),
            "ship deck": list(self.ship_deck),
            "small ships": self.small_ships,
            "gone": dict(+self.gone),
            "arenal used": self.arenal_used,
            "boarded": [None if pile is None else dict(+pile) for pile in self.boarded],
            "boarding": dict(+self.boarding_now),
        }

    def conserved(self) -> bool:
        """Whether every card, ship and coin is somewhere."""
        cards, ships = Counter(self.under), Counter(self.ship_deck)
        for pile in (self.deck, self.gone, *self.won):
            cards.update(pile)
        ships[self.small] += self.small_ships
        for fleet in (self.gone_ships.elements(), *self.fleets):
            ships.update(fleet)
        for lot in self.lots:
            if not lot.gone:
                cards.update(lot.cards)
                ships.update(self._ships_of(lot))
        coins = sum(self.purses) + self.bank
        return (
            cards == self.all_cards
            and ships == self.all_ships
            and coins == self.coins_at_start
            and all(self.free(seat) >= 0 for seat in self.seats)
        )


def stack(r: int, f: int) -> int:
    """S5.3, R4: discs on a lot."""
    return -(-r // 3) + f
