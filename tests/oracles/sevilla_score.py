"""Boarding and scoring of Sevilla 1503 in plain Python: what a pile is worth, and the best part of it to board.

Numbers like S10.4 are paragraphs of `engines/sevilla/RULES.md`. Weights and capacities are in quarters of a space.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

Pile = Counter[str]  # auction cards by title

# S10.3: whose copies weigh nothing while such a crew card is aboard.
EXEMPTS = {
    "storekeeper": "oil",
    "friar": "wine",
    "soldier": "armament",
    "butcher": "livestock",
    "surgeon": "ships_boy",
}


class Boarding:
    """A player at the end of the game: his pile and all that decides what it is worth aboard.

    `capacity` in quarters, Atarazanas included (S10.1); `ships`: how many ship cards he has; `purse`: his coins;
    `helm`: whether he has the Helm.
    """

    def __init__(
        self, data: Mapping[str, Any], pile: Pile, *, capacity: int, ships: int, purse: int, helm: bool
    ) -> None:
        self.constants: Mapping[str, Any] = data["constants"]
        self.rogue_titles: int = data["rulings"]["rogue_distinct_titles"]
        self.cards = {card["id"]: card for card in (*data["auction_card"], *data["rebel_card"])}
        self.families: dict[str, list[str]] = {}
        for title, card in self.cards.items():
            self.families.setdefault(card["family"], []).append(title)
        self.pile, self.capacity, self.ships, self.purse, self.helm = +pile, capacity, ships, purse, helm
        self.counts = {title: self._counted(title) for title in self.cards}

    # ------------------------------------------------------------------ S10: what may be aboard

    def weight(self, aboard: Pile) -> int:
        """S10.2, S10.3."""
        exempt = {EXEMPTS[title] for title in EXEMPTS if aboard[title]}
        return sum(self.cards[title]["weight_quarters"] * aboard[title] for title in aboard if title not in exempt)

    def padlocks(self, cards: Pile) -> int:
        """How many of these must be boarded if they fit."""
        return sum(count for title, count in cards.items() if self.cards[title].get("must_board"))

    def padlocks_owed(self, aboard: Pile) -> int:
        """S10.4: how many padlock cards are still to be boarded."""
        return min(self.padlocks(self.pile), self.capacity // 4) - self.padlocks(aboard)

    def is_legal(self, aboard: Pile) -> bool:
        """Whether boarding may end like this (S10.2, S10.4)."""
        return aboard <= self.pile and self.weight(aboard) <= self.capacity and self.padlocks_owed(aboard) == 0

    def may_add(self, aboard: Pile, title: str) -> bool:
        """S10.8: whether manual boarding may go on with this card."""
        after = aboard + Counter([title])
        room = self.capacity - 4 * max(0, self.padlocks_owed(after))
        return after[title] <= self.pile[title] and self.weight(after) <= room

    # ------------------------------------------------------------------ S11: what it is worth

    def of(self, family: str, aboard: Pile) -> int:
        """How many cards of this family there are."""
        return sum(aboard[title] for title in self.families[family])

    def titles(self, family: str, aboard: Pile) -> int:
        """How many different titles of this family there are, the Rogue counted as one (S14.5)."""
        own = sum(aboard[title] > 0 for title in self.families[family])
        return own + min(aboard["rogue"], self.rogue_titles)

    def sets(self, aboard: Pile) -> int:
        """S11.2."""
        pieces = [aboard[title] for title in self.families["carpentry"]]
        count = 0
        while sum(max(0, count + 1 - number) for number in pieces) <= aboard["diver"]:
            count += 1
        return count

    def _counted(self, title: str) -> dict[str, int]:
        """What each copy of a card counts, with the points for each (S11.3, S11.4, S14.5)."""
        match title:
            case "administrator":
                return {"storekeeper": 3}
            case "chaplain":
                return {"friar": 3}
            case "lieutenant":
                return dict.fromkeys([*self.families["crew"], "rogue"], 1)
            case "rancher":
                return {"butcher": 3}
            case "captain_general":
                return dict.fromkeys([*self.families["officer"], "rogue"], 1)
            case "governor":
                return {"soldier": 3}
            case "boatswain":
                return {"ships_boy": 2, "rogue": 2}
            case "storekeeper" | "friar" | "soldier" | "butcher":
                return {EXEMPTS[title]: 1}
            case "surgeon":
                return {"ships_boy": 1, "rogue": 1}
            case _:
                return {}

    def plain(self, title: str, aboard: Pile) -> int:
        """Points of one copy of a card that does not count others (S11.1, S11.3, S11.4, S14.3).

        Carpentry scores in sets only.
        """
        match title:
            case "oil" | "wine" | "armament" | "livestock":
                return 1
            case "chief_pilot":
                return self.ships
            case "admiral":
                return 4 if self.titles("officer", aboard) >= self.constants["admiral_distinct_officers"] else 0
            case "treasurer":
                return 4 if self.purse >= self.constants["treasurer_coins"] else 0  # S11.5
            case "master":
                return 4 if self.titles("crew", aboard) >= self.constants["master_distinct_crew"] else 0
            case "carpenter":
                return 4 if self.sets(aboard) else 0
            case "scribe":  # a crew card itself; each Rogue fills one gap (R10)
                gaps = (not aboard["ships_boy"]) + (not self.of("officer", aboard))
                return 4 if self.of("goods", aboard) and gaps <= aboard["rogue"] else 0
            case "cook":
                return 4 if all(aboard[good] for good in self.families["goods"]) else 0
            case "mutineer":
                return 5 if self.helm else 0
            case _:
                return 0

    def each(self, title: str, aboard: Pile) -> int:
        """Points of one copy of a card."""
        return self.plain(title, aboard) + sum(points * aboard[other] for other, points in self.counts[title].items())

    def points(self, aboard: Pile) -> int:
        """Points of the boarded cards."""
        sets: int = self.constants["carpentry_set_vp"] * self.sets(aboard)
        return sets + sum(count * self.each(title, aboard) for title, count in aboard.items() if count)

    def coin_points(self) -> int:
        """S9.2."""
        return self.purse // int(self.constants["coins_per_vp"])

    # ------------------------------------------------------------------ S10.6: the best

    def best_by_trying_all(self) -> int:
        """The most points of any legal part of the pile; for small piles."""
        titles = list(self.pile)
        parts = product(*(range(self.pile[title] + 1) for title in titles))
        boarded = (Counter(dict(zip(titles, part, strict=True))) for part in parts)
        return max(self.points(aboard) for aboard in boarded if self.is_legal(aboard))

    def best(self) -> int:
        """The same for any pile: branch and bound.

        The numbers of each title are chosen in turn, the largest first. A branch ends where even `_at_most` brings
        nothing new.
        """
        order = sorted(self.pile, key=self._rank)
        best = -1
        todo: list[tuple[int, Pile]] = [(0, Counter())]
        while todo:
            index, aboard = todo.pop()
            rest: Pile = Counter({title: self.pile[title] for title in order[index:]})
            if self.is_legal(aboard + rest):
                best = max(best, self.points(aboard + rest))
            elif rest and self._at_most(aboard, rest) > best:
                title = order[index]
                for number in range(self.pile[title] + 1):
                    after: Pile = aboard + Counter({title: number})
                    fixed = self.weight(after)  # what exempts comes before what it exempts, so it will not fall
                    if fixed <= self.capacity and self._padlocks_can_be_met(after, order[index + 1 :]):
                        todo.append((index + 1, after))
        return best

    def _rank(self, title: str) -> tuple[int, float]:
        """The place of a title in the order of choosing; those with more points for their weight come first."""
        families = ["rebel", "crew", "officer", "boy", "carpentry", "goods"]
        first = -1 if title in EXEMPTS else families.index(self.cards[title]["family"])
        return first, -self.each(title, self.pile)

    def _padlocks_can_be_met(self, aboard: Pile, rest: Sequence[str]) -> bool:
        owed = self.padlocks_owed(aboard)
        return 0 <= owed <= self.padlocks(Counter({title: self.pile[title] for title in rest}))

    def _at_most(self, aboard: Pile, rest: Pile) -> int:
        """No legal part of the pile with `aboard` and any of `rest` is worth more.

        What depends on other cards is as if all of the rest came aboard, with the least weights; points for two cards
        that may both come are split between them. Then the rest is a knapsack that may be filled with fractions.
        """
        everything = aboard + rest
        value = float(sum(aboard[title] * self.plain(title, everything) for title in aboard))
        worth = {title: float(self.plain(title, everything)) for title in rest}
        for title in everything:
            for other, points in self.counts[title].items():
                value += points * aboard[title] * aboard[other]
                if title in rest:
                    worth[title] += points * (aboard[other] + rest[other] / 2)
                if other in rest:
                    worth[other] += points * (aboard[title] + rest[title] / 2)
        exempt = {EXEMPTS[title] for title in EXEMPTS if everything[title]}
        items: list[tuple[float, int]] = []  # points and weight
        for title, count in rest.items():
            weight = 0 if title in exempt else int(self.cards[title]["weight_quarters"])
            items += [(worth[title], weight)] * count
        sets, set_points = self.sets(everything), int(self.constants["carpentry_set_vp"])
        if self.of("carpentry", aboard):
            value += set_points * sets
        elif sets:  # each takes four pieces, save where Divers stand for them
            pieces = [int(self.cards[title]["weight_quarters"]) for title in self.families["carpentry"]]
            least = min(pieces) * max(0, len(pieces) - everything["diver"])
            items += [(set_points, least)] + [(set_points, min(pieces) * len(pieces))] * (sets - 1)
        room: float = self.capacity - self.weight(aboard)
        for profit, weight in sorted(items, key=lambda item: item[1] / (item[0] or 1e-9)):
            part = min(1.0, room / weight) if weight else 1.0
            value += part * profit
            room -= part * weight
        return int(value + 1e-9)
