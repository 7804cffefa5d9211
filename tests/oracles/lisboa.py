"""Lisboa once more: slow, obvious, plain Python, written from the rules alone.

It shares nothing with the native engine but the names of actions and outcomes and the data tables. The whole game is
one straight run (`_game`) that stops at every decision and chance step to ask what happens; a position is the list of
answers so far, and a copy is made by giving them again. What a choice leads to is found out by trying it on a copy of
the table. Numbers like L6.4 are paragraphs of `engines/lisboa/RULES.md`.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Self

from tests.oracles.lisboa_actions import use_card, uses
from tests.oracles.lisboa_building import chance, next_building
from tests.oracles.lisboa_gain import choose, reward
from tests.oracles.lisboa_scoring import standing, total
from tests.oracles.lisboa_table import CHANCE, CUBES, GOODS, NOBLES, OVER, STACKS, Ask, Box, Held, Run, Seat, Table

__all__ = ["CHANCE", "OVER", "Lisboa"]


class Lisboa:
    """A game in progress, driven by names of actions and outcomes.

    `data` is the parsed data file. Options: `players`; reduced sizes, 0 as in the data: so many `rows` of the map, the
    `hand` size, so many cards of each hand `deck` and of each display `stack`, so many rows of `clergy` tiles and of
    `decrees`.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        players: int = 2,
        rows: int = 0,
        hand: int = 0,
        deck: int = 0,
        stack: int = 0,
        clergy: int = 0,
        decrees: int = 0,
    ) -> None:
        self.data = data
        self.options: dict[str, Any] = {
            "players": players,
            "rows": rows,
            "hand": hand,
            "deck": deck,
            "stack": stack,
            "clergy": clergy,
            "decrees": decrees,
        }
        self.box = Box(data, self.options)
        self.seats = self.box.seats
        self.table = Table(self.box, [Seat() for _ in self.seats])
        self.turn = 0  # turns begun
        self.rounds_left: int | None = None  # after the running one, once the end is triggered (L18.4)
        self.acting: int | None = None  # whose turn it is
        self.offered: dict[int, list[str]] = {}  # clergy tiles of D1
        self.undealt = {back: Counter(self.box.deck(back)) for back in ("blue", "purple")}  # cards nobody has drawn
        self.closing = False  # the end of the first period is being played
        self.over = False
        self.answers: list[str] = []
        self.told: list[list[str]] = [[] for _ in self.seats]  # everything a seat was shown, in order
        self._run = self._game()
        self._ask: Ask | None = next(self._run)

    # ------------------------------------------------------------------ from outside

    def player(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return OVER if self._ask is None else self._ask.seat

    def asked(self) -> str:
        """What is to be decided: D1 to D33 of L20, a kind of chance, or "" after the end."""
        return "" if self._ask is None else self._ask.what

    def legal(self) -> list[str]:
        """Names of the mover's legal actions, sorted; [] at chance steps and after the end."""
        return [] if self._ask is None or self._ask.seat == CHANCE else sorted(self._ask.answers)

    def outcomes(self) -> dict[str, Fraction]:
        """Names of the outcomes of the next chance step with their probabilities; {} elsewhere."""
        if self._ask is None or self._ask.seat != CHANCE:
            return {}
        return dict(zip(self._ask.answers, self._ask.shares, strict=True))

    def apply(self, name: str) -> None:
        """Plays an action or an outcome by name; ValueError if it is not possible now."""
        if self._ask is None or name not in self._ask.answers:
            possible = "nothing" if self._ask is None else list(self._ask.answers)
            raise ValueError(f"{name!r} is not possible; possible: {possible}")
        self.answers.append(name)
        for told, shown in zip(self.told, self.shown(name), strict=True):
            told.append(shown)
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

    def scores(self) -> list[int]:
        """Wigs by seat, final scoring included."""
        assert self.over
        return [total(self.table, seat) for seat in self.seats]

    def ranks(self) -> list[int]:
        """Places, 1 is best; ties share one (L18.7)."""
        assert self.over
        standings = [standing(self.table, seat) for seat in self.seats]
        return [1 + sum(other > own for other in standings) for own in standings]

    def returns(self) -> list[Fraction]:
        """Winner shares: 1/w - 1/n for a winner, -1/n for a loser, all times n/(n-1); 0 before the end."""
        n = self.box.players
        if not self.over:
            return [Fraction(0)] * n
        ranks = self.ranks()
        share = Fraction(1, ranks.count(1))
        return [((share if rank == 1 else 0) - Fraction(1, n)) * Fraction(n, n - 1) for rank in ranks]

    # ------------------------------------------------------------------ telling

    def shown(self, name: str) -> list[str]:
        """What each seat sees of an action or outcome: everything is open but what L1.7 hides."""
        assert self._ask is not None
        kind, _, what = name.partition(":")
        open_name = f"drawn:{what}" if self._ask.seat == CHANCE and kind in ("decree", "favor") else name
        owner = int(self._ask.what.partition("@")[2]) if "@" in self._ask.what else None
        return [open_name if owner in (None, seat) else f"{kind}:?@{owner}" for seat in self.seats]

    # ------------------------------------------------------------------ L3: set-up

    def _game(self) -> Run:
        yield from self._setup()
        seat = 0
        while not self.over:
            yield from self._turn(seat)
            seat = (seat + 1) % self.box.players
            if seat == 0 and self.rounds_left is not None:  # L18.4
                self.rounds_left -= 1
                self.over = self.rounds_left < 0

    def _lay_out(self) -> None:
        """What lies on the table before anything is drawn."""
        table, setup, layout = self.table, self.data["setup"], self.data["map"]
        table.supply = Counter(dict.fromkeys(GOODS, self.data["goods"]["per_type"]))
        table.portraits = Counter(dict.fromkeys(NOBLES, self.box.setup["royal_favors_per_noble"]))
        table.clergy_bag = Counter({effect: row["count"] for effect, row in self.box.clergy.items()})
        table.cube_bag = Counter({cube: self.data["rubble_supply"][cube] for cube in CUBES})
        table.row = {row: Counter() for row in self.box.rows}
        table.column = {column: Counter() for column in layout["columns"]}
        table.plot = {plot: Counter() for plot in self.box.plots}
        table.tiles_unseen = list(self.box.buildings)
        table.tiles_left = dict.fromkeys(("blue", "green"), len(table.tiles_unseen) // 2)  # L3.3
        table.plans = {architect: self.box.plan_kinds(architect) for architect in ("green", "blue")}
        for row in self.data["city_tiles"]["list"]:  # L3.5
            table.city_stack[row["colour"]] = row["count"]
        self._fill_city()
        table.cardinal = self.box.ring.index(self.data["track"]["church"]["start"])  # L3.7
        table.church = {space: None for space in self.box.ring if space.startswith("tile")}
        table.market = {good: setup["market"][good] for good in GOODS}  # L3.8
        table.treasury = self.box.treasury_values.index(setup["treasury"]["start"])
        table.decree_deck = list(self.box.decrees)
        table.shipyard = self.box.shipyard("period1")  # L3.11
        table.stacks = {kind: self.box.stack("red", kind) for kind in STACKS}
        for number in self.seats:
            self._give_pieces(number)

    def _give_pieces(self, number: int) -> None:
        """L3.13, what is the same in every game."""
        seat, setup, components = self.table.seats[number], self.data["setup"]["player"], self.data["components"]
        seat.reis, seat.wigs = setup["reis"], setup["wigs"]
        seat.influence = setup["influence_by_seat"][number]
        for good in GOODS:
            for _ in range(setup["goods_each"]):
                self.table.take_good(number, good)
        seat.houses = list(self.box.houses)
        seat.office["marquis"] = setup["officials_in_marquis_office"]
        seat.board = components["officials_per_player"] - seat.office["marquis"]

    def _setup(self) -> Run:
        """L3.15."""
        self._lay_out()
        table = self.table
        for seat in table.seats:  # L3.9
            answer = yield from chance("favor", {f"favor:{noble}": table.portraits[noble] for noble in NOBLES})
            noble = answer.removeprefix("favor:")
            table.portraits[noble] -= 1
            seat.favors[noble] += 1
        starting = Counter(self.box.plan_kinds(None))
        for number in self.seats:
            yield from self._deal_player(number, starting)
        yield from self._lay_rubble()
        for architect in ("blue", "green"):
            yield from next_building(table, architect)
            table.current[architect] = table.next[architect]
            table.next[architect] = None
            yield from next_building(table, architect)
        tiles = self.box.scoring_tiles()
        for street in GOODS:  # L3.6
            answer = yield from chance("scoring", {f"scoring:{kind}": tiles[kind] for kind in self.box.scoring})
            table.streets[street] = answer.removeprefix("scoring:")
            tiles[table.streets[street]] -= 1
        yield from self._fill_church()
        yield from self._fill_decrees()  # L3.10
        for number in self.seats:
            yield from self._deal(number, "blue")
        yield from self._turn_all_up()

    def _deal_player(self, number: int, starting: Counter[str]) -> Run:
        """L3.13: a plan and a clergy tile."""
        seat, table = self.table.seats[number], self.table
        answer = yield from chance("plan", {f"plan:{kind}": starting[kind] for kind in self.box.plans})
        seat.plans.append(answer.removeprefix("plan:"))
        starting[seat.plans[0]] -= 1
        offered = self.offered.setdefault(number, [])
        for _ in range(self.data["setup"]["player"]["clergy_drawn"]):
            answer = yield from chance(f"clergy@{number}", self._clergy())
            offered.append(answer.removeprefix("clergy:"))
            table.clergy_bag[offered[-1]] -= 1
        kinds = [effect for effect in self.box.clergy if effect in offered]
        answer = yield from choose(number, "D1", [f"keep:{effect}" for effect in kinds], always=True)
        seat.clergy.append(answer.removeprefix("keep:"))
        offered.remove(seat.clergy[0])
        table.clergy_bag.update(offered)
        del self.offered[number]

    def _clergy(self) -> dict[str, int]:
        return {f"clergy:{effect}": self.table.clergy_bag[effect] for effect in self.box.clergy}

    def _lay_rubble(self) -> Run:
        """L3.1."""
        table, layout = self.table, self.data["map"]
        places = [(table.row[row], layout["rubble_per_row"]) for row in self.box.rows]
        places += list(zip(table.column.values(), layout["rubble_per_column"], strict=True))
        places += [(table.plot[plot], layout["rubble_per_plot"]) for plot in self.box.plots]
        for place, count in [*places, (table.pile, layout["rubble_pile"])]:
            for _ in range(count):
                answer = yield from chance("cube", {f"cube:{cube}": table.cube_bag[cube] for cube in CUBES})
                cube = answer.removeprefix("cube:")
                table.cube_bag[cube] -= 1
                place[cube] += 1

    # ------------------------------------------------------------------ decks and displays

    def _deal(self, number: int, colour: str) -> Run:
        """L3.12, L18.2 (4): up to the hand size."""
        hand, deck = self.table.seats[number].hand, self.undealt[colour]
        while len(hand) < self.box.hand_size and deck.total():
            answer = yield from chance(f"card@{number}", {f"card:{card}": deck[card] for card in self.box.cards})
            card = answer.removeprefix("card:")
            deck[card] -= 1
            hand.append(Held(card, back=colour))

    def _turn_all_up(self) -> Run:
        """L3.12, L18.2 (5): the tops of the display stacks."""
        for kind in STACKS:
            yield from self._turn_up(kind)

    def _turn_up(self, kind: str) -> Run:
        """The next card of a display stack, if there is one."""
        stack = self.table.stacks[kind]
        self.table.tops[kind] = None
        if stack.total():
            answer = yield from chance("card", {f"card:{card}": stack[card] for card in self.box.cards})
            card = answer.removeprefix("card:")
            stack[card] -= 1
            self.table.tops[kind] = card

    def _fill_city(self) -> None:
        table = self.table
        for row in self.data["city_tiles"]["list"]:
            colour, up = row["colour"], self.data["setup"]["display"]["city_tiles_face_up_per_colour"]
            more = min(up - table.city_up[colour], table.city_stack[colour])
            table.city_up[colour] += more
            table.city_stack[colour] -= more

    def _fill_church(self) -> Run:
        table = self.table
        for space in self.box.ring:
            if space in table.church and table.church[space] is None and table.clergy_bag.total():
                answer = yield from chance("clergy", self._clergy())
                effect = answer.removeprefix("clergy:")
                table.clergy_bag[effect] -= 1
                table.church[space] = effect

    def _fill_decrees(self) -> Run:
        table = self.table
        while len(table.display) < self.data["setup"]["display"]["decrees_face_up"] and table.decree_deck:
            answer = yield from chance("decree", {f"decree:{decree}": 1 for decree in table.decree_deck})
            decree = answer.removeprefix("decree:")
            table.decree_deck.remove(decree)
            table.display = [known for known in self.box.decrees if known in (*table.display, decree)]

    # ------------------------------------------------------------------ L5: a turn

    def _turn(self, number: int) -> Run:
        table = self.table
        seat = table.seats[number]
        self.turn += 1
        self.acting = number
        table.first_to_sets = None
        for ship in seat.ships:  # L5.2
            if not ship.docked:
                table.supply.update(ship.cargo)
                ship.cargo.clear()
        if seat.hand:  # L5.3
            answer = yield from choose(number, "D2 card", self._kinds_in_hand(number, "play"), always=True)
            table.card = answer.removeprefix("play:")
            self._leaves_hand(number, table.card)
            use = yield from choose(number, "D2 use", uses(table, number, table.card), always=True)
            yield from use_card(table, number, table.card, use)
        else:
            table.noted["no card in hand"] += 1
        tops = [f"draw:{kind}" for kind in STACKS if table.tops[kind] is not None]
        if tops:  # L5.4
            answer = yield from choose(number, "D30", tops)
            kind = answer.removeprefix("draw:")
            card = table.tops[kind]
            assert card is not None
            seat.hand.append(Held(card, known=True))
            yield from self._turn_up(kind)
        yield from self._end_of_turn(number)

    def _kinds_in_hand(self, number: int, verb: str) -> list[str]:
        cards = [held.card for held in self.table.seats[number].hand]
        return [f"{verb}:{card}" for card in self.box.cards if card in cards]

    def _leaves_hand(self, number: int, card: str) -> None:
        """Of alike cards one that all know goes first."""
        hand = self.table.seats[number].hand
        alike = [held for held in hand if held.card == card]
        hand.remove(max(alike, key=lambda held: held.known))

    def _end_of_turn(self, number: int) -> Run:
        """L5.5."""
        table, triggers = self.table, self.data["end_triggers"]
        table.supply.update(table.spaces.values())
        table.spaces.clear()
        self._fill_city()
        yield from self._fill_church()
        yield from self._fill_decrees()
        empty = sum(table.tops[kind] is None for kind in STACKS) >= triggers["empty_decks"]
        most = max(seat.sets for seat in table.seats)
        if table.period == 1 and (empty or most >= triggers["period1_rubble_sets"]):  # L18.1
            by_sets = table.first_to_sets
            table.noted["period ends by sets" if by_sets is not None else "period ends by decks"] += 1
            table.noted["a follower ends the period"] += by_sets not in (None, number)
            yield from self._end_of_period(number if by_sets is None else by_sets)
        elif (
            table.period == 2 and self.rounds_left is None and (empty or most >= triggers["game_rubble_sets"])
        ):  # L18.4
            table.noted["game ends by decks" if empty else "game ends by sets"] += 1
            self.rounds_left = 1

    # ------------------------------------------------------------------ L18.2: end of the first period

    def _end_of_period(self, trigger: int) -> Run:
        table = self.table
        self.closing = True
        for seat in table.seats:
            seat.wigs += self.data["scoring"]["period_end"]["wigs_per_rubble_set"] * seat.sets
        table.shipyard = self.box.shipyard("period2")
        for number in table.clockwise(trigger):
            yield from self._discard(number)
        for number in table.clockwise(trigger):
            yield from self._deal(number, "purple")
        table.stacks = {kind: self.box.stack("brown", kind) for kind in STACKS}
        table.tops = {}
        yield from self._turn_all_up()
        table.period = 2
        self.closing = False

    def _discard(self, number: int) -> Run:
        """L18.2 (3)."""
        table, hand = self.table, self.table.seats[number].hand
        table.discards = []
        while hand:
            options = ["done", *self._kinds_in_hand(number, "drop")]
            answer = yield from choose(number, "D31", options, always=True)
            if answer == "done":
                break
            card = answer.removeprefix("drop:")
            self._leaves_hand(number, card)
            table.discards.append(card)
        for noble in NOBLES:
            cards = self.box.cards
            paying = [
                card
                for card in cards
                if card in table.discards and cards[card].get("noble") == noble and cards[card]["effect"] == "reward"
            ]
            if paying:
                answer = yield from choose(number, "D32", [f"play:{card}" for card in paying])
                row = cards[answer.removeprefix("play:")]
                yield from reward(table, number, row["kind"], row["n"], row["type"])
        table.discards = []
