"""1500: The New World once more: slow, obvious, plain Python, written from the rules alone.

It shares nothing with the native engine but the names of actions and outcomes and the data tables. The whole game is
one straight run (`_game`) that stops at every decision and chance step to ask what happens; a position is the list of
answers so far, and a copy is made by giving them again. The pile is drawn lazily: a card gets its face when an outcome
shows it. Numbers like N4.2 are paragraphs of `engines/newworld/RULES.md`.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Self

CHANCE = -1
OVER = -4

HARM = ("struggle", "reduce", "remove", "replace")  # what Loyalty and Revolt answer (N7.3, N6.5)

Cards = Counter[str]  # by title


@dataclass
class Colony:
    """A token on a site (N1.3)."""

    owner: int
    successful: bool = True


class Step(NamedTuple):
    """A staged effect (N6.2) on a site, a seat or a region, by its number."""

    verb: str
    target: int


@dataclass
class Play:
    """A card on the stack (N6.1), with what its player chose for it."""

    seat: int
    title: str
    mode: str
    steps: list[Step] = field(default_factory=list)
    answered: bool = False  # its one reaction has been played (N7.1)


@dataclass(frozen=True)
class Ask:
    """A stop of the game: who answers, and what the answers may be. Chance answers with the given probabilities."""

    seat: int
    what: str
    answers: tuple[str, ...]
    shares: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Move:
    """Cards go from the pile to a hand ("draw"), out of a hand ("leave"), from the discard to the pile ("shuffle")."""

    what: str
    seat: int
    cards: tuple[str, ...]


Run = Generator[Ask, str, Any]


class NewWorld:
    """A game in progress, driven by names of actions and outcomes.

    `data` is the parsed data file. Options: `players`; `first`, the first player (-1: drawn); reduced sizes: so many
    `turns`; only the first so many `regions`; only these `titles` (joined by "+", or "all"); at most so many `copies`
    of a card; at most `hand` cards on every space of the track (0: as in the data).
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        players: int = 3,
        first: int = -1,
        turns: int = 0,
        regions: int = 0,
        titles: str = "all",
        copies: int = 0,
        hand: int = 0,
    ) -> None:
        self.options: dict[str, Any] = {
            "players": players,
            "first": first,
            "turns": turns,
            "regions": regions,
            "titles": titles,
            "copies": copies,
            "hand": hand,
        }
        self.data = data
        self.rules: dict[str, int] = data["constants"]
        self.rulings: dict[str, Any] = data["rulings"]
        self.players = players
        self.seats = range(players)
        self.regions: list[str] = data["regions"]["order"][: regions or None]
        self.goods: list[str] = data["goods"]["order"]
        rows = [row for row in data["site"] if row["region"] in self.regions]
        self.sites: list[str] = [row["id"] for row in rows]
        self.region_of = [self.regions.index(row["region"]) for row in rows]
        self.good_of = [self.goods.index(row["good"]) for row in rows]
        self.joined = {(row["a"], row["b"]) for row in data["edge"]} | {(row["b"], row["a"]) for row in data["edge"]}
        self.track: list[int] = [min(cards, hand or cards) for cards in data["royal_support_track"]["cards"]]
        self.floor: int = data["royal_support_track"]["floor_index"]
        kept = titles.split("+")
        self.cards = {row["id"]: row for row in data["card"] if titles == "all" or row["id"] in kept}
        self.deck: Cards = Counter(
            {title: min(row["count"], copies or row["count"]) for title, row in self.cards.items()}
        )
        self.turns = turns or self.rules["game_turns"]

        self.turn = 0
        self.first = first
        self.active: int | None = None
        self.support = [0] * players  # positions on the track
        self.points = [0] * players
        self.map: dict[int, Colony] = {}
        self.isolations: dict[int, int] = {}  # who isolated the region (N8.1)
        self.pile = Counter(self.deck)
        self.discard: Cards = Counter()
        self.hands: list[Cards] = [Counter() for _ in self.seats]
        self.stack: list[Play] = []  # cards being resolved, the last one on top
        self.pledges = [0] * players  # in the poll that goes on (N10.3)
        self.iron_grip = False  # in force in this tally
        self.over = False
        self.moves: list[Move] = []  # of cards, in order: for those who keep count of what may be where

        self.answers: list[str] = []
        self.told: list[list[str]] = [[] for _ in self.seats]  # everything a seat was shown, in order (N13)
        self._run = self._game()
        self._ask: Ask | None = next(self._run)

    # ------------------------------------------------------------------ from outside

    def player(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return OVER if self._ask is None else self._ask.seat

    def asked(self) -> str:
        """What is to be decided: D1 to D11 of N15, a kind of chance, or "" after the end."""
        return "" if self._ask is None else self._ask.what

    def legal(self) -> list[str]:
        """Names of the mover's legal actions, sorted; [] at chance steps and after the end."""
        return [] if self._ask is None or self._ask.seat == CHANCE else sorted(self._ask.answers)

    def outcomes(self) -> dict[str, Fraction]:
        """Names of the outcomes of the next chance step with their probabilities; {} elsewhere (N14)."""
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

    # ------------------------------------------------------------------ N2 to N4: the course of the game

    def _game(self) -> Run:
        if self.first < 0:  # N2.1
            self.first = int((yield from self._chance("first", {f"first:{seat}": 1 for seat in self.seats}))[6:])
            self._tell_all(f"first:{self.first}")
        starts = self.data["royal_support_track"]["start_index_by_seat"]
        for seat, start in zip(self.order(), starts, strict=False):  # N2.3
            self.support[seat] = start
        for turn in range(1, self.turns + 1):  # N3.1
            self.turn = turn
            yield from self._deal()
            yield from self._hand_limits()
            for seat in self.order():
                yield from self._player_turn(seat)
        self.turn += 1
        for seat in self.seats:  # N12.2
            self._lose_for_struggling(seat)
        self.over = True

    def order(self) -> list[int]:
        """All seats in turn order (N2.1)."""
        return self._clockwise(self.first)

    def _clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in self.seats]

    def _others(self, seat: int) -> list[int]:
        """From the left of a seat on (N7.2, N9.20)."""
        return self._clockwise(seat)[1:]

    def limit(self, seat: int) -> int:
        """Cards dealt to a seat, and its hand limit (N1.11)."""
        return self.track[self.support[seat]]

    def _deal(self) -> Run:
        """N4.1: one card at a time, round and round."""
        owed = [self.limit(seat) for seat in self.seats]
        while any(owed):
            for seat in self.order():
                if owed[seat]:
                    owed[seat] -= 1
                    yield from self._draw(seat)

    def _draw(self, seat: int) -> Run:
        """A card from the pile into the hand (N4.2); nothing if there is none."""
        if not self.pile.total():
            self.moves.append(Move("shuffle", seat, tuple(self.discard.elements())))
            self.pile, self.discard = self.discard, Counter()
        if self.pile.total():
            answer = yield from self._chance("draw", {f"card:{title}": self.pile[title] for title in self.cards})
            title = answer.removeprefix("card:")
            self.pile[title] -= 1
            self.hands[seat][title] += 1
            self.moves.append(Move("draw", seat, (title,)))
            for other in self.seats:
                self.told[other].append(f"{seat} draws {title if other == seat else '?'}")

    def _take(self, seat: int, title: str) -> None:
        """A card leaves a hand; all see it."""
        self.hands[seat][title] -= 1
        self.moves.append(Move("leave", seat, (title,)))

    def _hand_limits(self) -> Run:
        """N4.3."""
        for seat in self.order():
            while self.hands[seat].total() > self.limit(seat):
                title = yield from self._choose(seat, "D1", self._card_names(self._titles(seat)))
                self._take(seat, title)
                self.discard[title] += 1

    def _titles(self, seat: int) -> list[str]:
        """What a hand holds."""
        return [title for title in self.cards if self.hands[seat][title]]

    # ------------------------------------------------------------------ N5: a player's turn

    def _player_turn(self, seat: int) -> Run:
        self.active = seat
        for region in [region for region, owner in self.isolations.items() if owner == seat]:  # N5.1
            self._end_isolation(region)
        self._lose_for_struggling(seat)  # N5.2
        while own := [site for site in self._free_colonies() if self.map[site].owner == seat]:  # N5.3
            site = yield from self._choose(seat, "D2", {**self._site_names(own), "done": None})
            if site is None:
                break
            del self.map[site]
        while self.hands[seat].total():  # N5.4
            use = yield from self._choose(seat, "D3", {**self.uses(seat), "end": None})
            if use is None:
                break
            mode, title = use
            if title is None:
                title = yield from self._choose(seat, "D3 card", self._card_names(self._titles(seat)))
            yield from self._play(Play(seat, title, mode))
        yield from self._tally(seat)
        self.active = None

    def _lose_for_struggling(self, seat: int) -> None:
        struggling = sum(colony.owner == seat and not colony.successful for colony in self.map.values())
        self._lose(seat, struggling * self.rules["vp_lost_per_struggling"])

    def _lose(self, seat: int, points: int) -> None:
        self.points[seat] = max(self.rules["vp_floor"], self.points[seat] - points)

    def _end_isolation(self, region: int) -> None:
        del self.isolations[region]
        self.discard["isolation"] += 1

    def uses(self, seat: int) -> dict[str, tuple[str, str | None]]:
        """By name, the modes, with a card where it matters, that would change something (N5.5, N5.6)."""
        names: dict[str, tuple[str, str | None]] = {}
        if self._empty():
            names["build"] = ("build", None)
        if self._free_colonies():
            names["struggle"] = ("struggle", None)
        if self._struggling():
            names["repair"] = ("repair", None)
        for title in self._titles(seat):
            value = self.cards[title]["royal_support"]
            if self.cards[title]["window"] == "turn" and self._has_text(seat, title):
                names[f"play:{title}"] = ("text", title)
            if self.support[seat] < len(self.track) - 1 if value > 0 else value and self._above_floor(seat):
                names[f"support:{title}"] = ("support", title)
        return names

    # ------------------------------------------------------------------ what is where

    def is_free(self, site: int) -> bool:
        """Whether the site can be affected (N8.1)."""
        return self.region_of[site] not in self.isolations

    def are_adjacent(self, a: int, b: int) -> bool:
        """N1.2."""
        return (self.sites[a], self.sites[b]) in self.joined

    def _touches(self, site: int, others: Iterable[int]) -> bool:
        return any(self.are_adjacent(site, other) for other in others)

    def _in_region(self, region: int) -> list[int]:
        return [site for site in range(len(self.sites)) if self.region_of[site] == region]

    def _free_sites(self) -> list[int]:
        return [site for site in range(len(self.sites)) if self.is_free(site)]

    def _empty(self) -> list[int]:
        """Free sites to build on."""
        return [site for site in self._free_sites() if site not in self.map]

    def _free_colonies(self) -> list[int]:
        return [site for site in self._free_sites() if site in self.map]

    def _struggling(self) -> list[int]:
        """Free Struggling colonies."""
        return [site for site in self._free_colonies() if not self.map[site].successful]

    def _can_struggle(self) -> list[int]:
        """Free colonies that a text may Struggle (R2)."""
        either = self.rulings["struggle_hits_struggling"]
        return [site for site in self._free_colonies() if self.map[site].successful or either]

    def _owned(self, sites: Iterable[int], seat: int) -> list[int]:
        return [site for site in sites if self.map[site].owner == seat]

    def _not_owned(self, sites: Iterable[int], seat: int) -> list[int]:
        return [site for site in sites if self.map[site].owner != seat]

    def _own_successful(self, site: int, seat: int) -> bool:
        return site in self.map and self.map[site] == Colony(seat)

    def colonies(self, seat: int) -> list[int]:
        """All colonies of a seat, isolated ones too (N8.2)."""
        return sorted(self._owned(self.map, seat))

    def _above_floor(self, seat: int) -> list[int]:
        """Opponents whose support can go down (N5.6)."""
        return [other for other in self.seats if other != seat and self.support[other] > self.floor]

    def monopolies(self, seat: int) -> int:
        """N1.10."""
        own = [site for site in self.colonies(seat) if self.map[site].successful]
        regions, goods = Counter(self.region_of[site] for site in own), Counter(self.good_of[site] for site in own)
        return [*regions.values()].count(self.rules["sites_per_region"]) + [*goods.values()].count(
            self.rules["sites_per_good"]
        )

    # ------------------------------------------------------------------ N6: playing a card

    def _play(self, play: Play) -> Run:
        self._lay(play)
        if (play.title, play.mode) == ("plague_ship", "text"):  # N6.7
            yield from self._plague(play)
        else:
            yield from self._stage(play)
            stands = yield from self._is_let_through(play)
            if stands:
                harmed = self._carry_out(play)
                play.steps = []
                if harmed and not play.answered:  # N6.5
                    yield from self._revolt(play)
        if self.stack:  # an Isolation that took effect has left it already
            self._put_away(play)

    def _lay(self, play: Play) -> None:
        """From the hand on the stack."""
        self._take(play.seat, play.title)
        self.stack.append(play)

    def _put_away(self, play: Play) -> None:
        """From the stack to the discard pile (N6.6)."""
        assert self.stack[-1] is play
        self.stack.pop()
        self.discard[play.title] += 1

    def _carry_out(self, play: Play) -> bool:
        """N6.4; whether a colony came to harm (N6.5)."""
        for step in play.steps:
            self._do(play, step)
        return any(step.verb in HARM for step in play.steps)

    def _do(self, play: Play, step: Step) -> None:
        seat, (verb, target) = play.seat, step
        if verb in ("forward", "back"):  # R8
            place = self.support[target] + self.cards[play.title]["royal_support"]
            self.support[target] = max(self.floor, min(len(self.track) - 1, place))
        elif verb == "lose":  # N9.13
            self._lose(target, len(self.colonies(target)))
        elif verb == "isolate":  # N9.10
            self.stack.remove(play)
            self.isolations[target] = seat
        elif verb == "open":  # N9.6
            self._end_isolation(target)
        elif verb == "build":
            self.map[target] = Colony(seat)
        elif verb == "repair":
            self.map[target].successful = True
        else:
            others = self.map[target].owner != seat
            if verb in ("struggle", "reduce"):
                self._reduce(target)
                if others:  # N5.8
                    self.points[seat] += self.rules["vp_per_reduced_enemy"]
            else:
                del self.map[target]
                if verb == "replace":
                    self.map[target] = Colony(seat)
                if others and self.rulings["remove_gives_vp"]:  # R10
                    self.points[seat] += self.rules["vp_per_reduced_enemy"]

    def _reduce(self, site: int) -> None:
        """N1.6."""
        if self.map[site].successful:
            self.map[site].successful = False
        else:
            del self.map[site]

    # ------------------------------------------------------------------ N7: reactions

    def _is_let_through(self, play: Play) -> Run:
        """The window after the declaration (N6.3); whether the card takes effect, as far as it still does."""
        set_back = any(step.verb == "back" for step in play.steps)

        def fitting(seat: int) -> list[str]:
            """N7.3."""
            own = any(step.verb in HARM and self.map[step.target].owner == seat for step in play.steps)
            return ["fate", *["embargo"] * set_back, *["loyalty"] * own]

        reaction = yield from self._reaction(play, fitting)
        if reaction is None:
            return True
        if reaction.title == "embargo":  # N7.5
            for _ in range(self.rules["embargo_draw"]):
                yield from self._draw(reaction.seat)
        if reaction.title == "loyalty":
            play.steps = [
                step for step in play.steps if step.verb not in HARM or self.map[step.target].owner != reaction.seat
            ]
        self._put_away(reaction)
        return reaction.title == "loyalty"

    def _revolt(self, play: Play) -> Run:
        """N7.7."""
        poorer = [seat for seat in self.seats if self.points[seat] < self.points[play.seat]]
        reaction = yield from self._reaction(play, lambda _: ["revolt"], poorer)
        if reaction is not None:
            for _ in range(self.rules["revolt_draw"]):
                yield from self._draw(reaction.seat)
            self._put_away(reaction)

    def _reaction(self, to: Play, fitting: Callable[[int], list[str]], among: Iterable[int] | None = None) -> Run:
        """Asks for a reaction; returns it, still on the stack, if one was played and stands (N7.2, N7.4).

        Everybody with cards is asked, so that nobody sees who could have done more than pass (N13.3).
        """
        for seat in self._others(to.seat):
            if not self.hands[seat].total() or (among is not None and seat not in among):
                continue
            titles = [title for title in fitting(seat) if self.hands[seat][title]]
            title = yield from self._choose(seat, "D8", {**self._card_names(titles), "pass": None})
            if title is not None:
                to.answered = True
                reaction = Play(seat, title, "reaction")
                self._lay(reaction)
                fate = yield from self._reaction(reaction, lambda _: ["fate"])
                if fate is None:
                    return reaction
                self._put_away(fate)
                self._put_away(reaction)
                return None
        return None

    # ------------------------------------------------------------------ N9: what the cards do

    def _has_text(self, seat: int, title: str) -> bool:
        """Whether the text has an effect (N9)."""
        regions = range(len(self.regions))
        if title == "advantageous_marriage":
            return bool(self._leaders(seat))
        if title == "disease":
            return bool(self._can_struggle())
        if title == "blight":
            return bool(self._blighted(seat))
        if title == "colonists":
            return bool(self._free_sites())
        if title == "explorer":
            return bool(self._isolated_by_others(seat))
        if title == "hoarding_supplies":
            return bool(self._struggling())
        if title == "isolation":
            return len(self.isolations) < len(self.regions)
        if title in ("mutual_support", "spread_out"):
            return bool(self._empty())
        if title == "overconfident":
            return bool(self._proud())
        if title in ("plague_ship", "regional_disaster"):
            return bool(self._free_colonies())
        if title == "rescue_voyage":
            return bool(self._not_owned(self._struggling(), seat))
        if title == "raiders":
            return any(self._raided(seat, region) for region in regions)
        if title == "uprising":
            return not self.isolations and all(self._colonies_in(region) for region in regions)
        if title == "war":
            return self._wars(seat) > 0 and bool(self._not_owned(self._can_struggle(), seat))
        return False

    def _stage(self, play: Play) -> Run:
        """The choices that the card needs (N6.2)."""
        seat, steps = play.seat, play.steps
        if play.mode == "text":
            yield from self._stage_text(play)
        elif play.mode == "support":
            if self.cards[play.title]["royal_support"] > 0:
                steps.append(Step("forward", seat))
            else:
                steps.append(Step("back", (yield from self._choose_player(seat, self._above_floor(seat)))))
        else:
            sites = {"build": self._empty(), "struggle": self._free_colonies(), "repair": self._struggling()}[play.mode]
            site = yield from self._choose(seat, "D4", self._site_names(sites))
            steps.append(Step("reduce" if play.mode == "struggle" else play.mode, site))

    def _stage_text(self, play: Play) -> Run:
        seat, steps, rules, regions = play.seat, play.steps, self.rules, range(len(self.regions))
        hit = "reduce" if self.rulings["struggle_hits_struggling"] else "struggle"  # R2
        match play.title:
            case "advantageous_marriage":  # N9.1
                leaders = self._leaders(seat)
                leader = leaders[0] if len(leaders) == 1 else (yield from self._choose_player(seat, leaders))
                targets = self._married(seat, leader)
                number = min(rules["marriage_targets"], len(targets))
                yield from self._pick(play, "replace", targets, number, number)
            case "disease":  # N9.2
                yield from self._pick(play, hit, self._can_struggle(), 1, rules["disease_max_targets"], linked=True)
            case "blight":  # N9.3
                steps += [Step(hit, site) for site in self._blighted(seat)]
            case "colonists":  # N9.5
                number = min(rules["colonists_max_steps"], len(self._free_sites()))
                yield from self._pick(play, "build or reduce", self._free_sites(), number, number)
            case "explorer":  # N9.6
                region = yield from self._choose_region(seat, self._isolated_by_others(seat))
                steps.append(Step("open", region))
            case "hoarding_supplies":  # N9.8
                struggling = self._struggling()
                steps += [Step("repair", site) for site in self._owned(struggling, seat)]
                steps += [Step("remove", site) for site in self._not_owned(struggling, seat)]
            case "isolation":  # N9.10
                region = yield from self._choose_region(seat, [one for one in regions if one not in self.isolations])
                steps.append(Step("isolate", region))
            case "mutual_support":  # N9.12
                yield from self._pick(play, "build", self._empty(), 1, rules["mutual_support_max_builds"], linked=True)
            case "overconfident":  # N9.13
                steps.append(Step("lose", (yield from self._choose_player(seat, self._proud()))))
            case "regional_disaster":  # N9.15
                occupied = {self.region_of[site] for site in self._free_colonies()}
                region = yield from self._choose_region(seat, sorted(occupied))
                steps += [Step("remove", site) for site in self._colonies_in(region)]
            case "rescue_voyage":  # N9.16
                targets = self._not_owned(self._struggling(), seat)
                yield from self._pick(play, "replace", targets, 1, rules["rescue_voyage_max_targets"])
            case "raiders":  # N9.17
                region = yield from self._choose_region(seat, [one for one in regions if self._raided(seat, one)])
                yield from self._pick(play, "replace", self._raided(seat, region), 1, rules["raiders_max_targets"])
            case "spread_out":  # N9.18
                for region in regions:
                    sites = [site for site in self._empty() if self.region_of[site] == region]
                    yield from self._pick(play, "build", sites, 1, 1)
            case "uprising":  # N9.19
                for region in regions:
                    yield from self._pick(play, "remove", self._colonies_in(region), 1, 1)
            case "war":  # N9.20
                for other in self._others(seat):
                    targets = self._owned(self._can_struggle(), other)
                    number = min(self._wars(seat), len(targets))
                    yield from self._pick(play, hit, targets, number, number)

    def _pick(self, play: Play, verb: str, targets: list[int], least: int, most: int, *, linked: bool = False) -> Run:
        """Picks sites one at a time: linked ones each adjacent to one before, others in ascending order (N15.2)."""
        picked: list[int] = []
        while len(picked) < most:
            left = [site for site in targets if site not in picked]
            if linked and picked:
                left = [site for site in left if self._touches(site, picked)]
            elif not linked:
                left = [site for site in left if site > max(picked, default=-1)]
                to_come = max(0, least - len(picked) - 1)
                left = left[: len(left) - to_come]
            if not left:
                break
            done = {"done": None} if len(picked) >= least else {}
            site = yield from self._choose(play.seat, "D7", {**self._site_names(left), **done})
            if site is None:
                break
            picked.append(site)
            what = ("reduce" if site in self.map else "build") if verb == "build or reduce" else verb
            play.steps.append(Step(what, site))

    def _leaders(self, seat: int) -> list[int]:
        """N9.1: whose colonies may be married."""
        most = max(len(self.colonies(other)) for other in self.seats)
        return [other for other in self.seats if len(self.colonies(other)) == most and self._married(seat, other)]

    def _married(self, seat: int, leader: int) -> list[int]:
        """The leader's free colonies, but not the actor's own Successful ones (N9.1)."""
        return [site for site in self._owned(self._free_colonies(), leader) if not self._own_successful(site, seat)]

    def _blighted(self, seat: int) -> list[int]:
        """N9.3."""
        own = self.colonies(seat)
        return [site for site in self._not_owned(self._can_struggle(), seat) if self._touches(site, own)]

    def _isolated_by_others(self, seat: int) -> list[int]:
        """N9.6."""
        return sorted(region for region, owner in self.isolations.items() if owner != seat)

    def _proud(self) -> list[int]:
        """N9.13: players with colonies and points."""
        return [seat for seat in self.seats if self.colonies(seat) and self.points[seat] > 0]

    def _colonies_in(self, region: int) -> list[int]:
        return [site for site in self._in_region(region) if site in self.map]

    def _raided(self, seat: int, region: int) -> list[int]:
        """N9.17: what a seat may replace in a region; nothing without a Successful colony of its own there."""
        there = self._colonies_in(region)
        own = [site for site in there if self._own_successful(site, seat)]
        return [site for site in there if site not in own] if own and region not in self.isolations else []

    def _wars(self, seat: int) -> int:
        """N9.20: own Struggling colonies, isolated ones too."""
        return sum(not self.map[site].successful for site in self.colonies(seat))

    # ------------------------------------------------------------------ N10: the Plague Ship

    def _plague(self, play: Play) -> Run:
        optional = self.rulings["plague_continuation"] == "one_lap"
        playing, turns, bought = self._clockwise(play.seat), 0, False  # those who go on, the next one first
        self.pledges = [0] * self.players
        while playing and self._free_colonies() and not bought:
            q = playing.pop(0)
            stop = {"stop": None} if optional and turns >= self.players else {}  # N10.6
            turns += 1
            site = yield from self._choose(q, "D10", {**self._site_names(self._free_colonies()), **stop})
            if site is not None:
                self._reduce(site)
                playing.append(q)
                if self._free_colonies():
                    bought = yield from self._poll(playing[0])
        if self.rulings["revolt_in_plague"]:  # R12
            yield from self._revolt(play)

    def _poll(self, first: int) -> Run:
        """N10.3; whether the price has been paid."""
        price, at_once = self.rules["plague_ship_vp_to_stop"], self.rulings["plague_pledges"] == "paid"
        for seat in self._clockwise(first):
            most = min(self.points[seat], price - sum(self.pledges))
            if most > 0:
                points = yield from self._choose(seat, "D11", {f"pledge:{n}": n for n in range(most + 1)})
                self.pledges[seat] += points
                if at_once:
                    self._lose(seat, points)
        bought = sum(self.pledges) == price
        if bought and not at_once:
            for seat in self.seats:
                self._lose(seat, self.pledges[seat])
        if bought or not at_once:
            self.pledges = [0] * self.players
        return bought

    # ------------------------------------------------------------------ N11, N12: points

    def _tally(self, seat: int) -> Run:
        monopolies = self.monopolies(seat)
        successful = sum(self.map[site].successful for site in self.colonies(seat))
        self.iron_grip = bool(monopolies) and (yield from self._iron_grip(seat))
        each = self.rules["vp_per_monopoly_iron_grip" if self.iron_grip else "vp_per_monopoly"]
        points, extra = successful * self.rules["vp_per_successful"], monopolies * each
        everything = self.rulings["marauders_scope"] == "all"
        if successful if everything else monopolies:  # N11.3
            marauders = yield from self._reaction(Play(seat, "", "tally"), lambda _: ["marauders"])
            if marauders is not None:
                self._put_away(marauders)
                points, extra = 0 if everything else points, 0
        self.points[seat] += points + extra  # N11.4
        self.iron_grip = False

    def _iron_grip(self, seat: int) -> Run:
        """N11.2; whether one is in force. Also who holds none is asked, so that nobody sees it."""
        while self.hands[seat].total():
            titles = [title for title in ["iron_grip"] if self.hands[seat][title]]
            title = yield from self._choose(seat, "D9", {**self._card_names(titles), "pass": None})
            if title is None:
                return False
            play = Play(seat, title, "tally")
            self._lay(play)
            fate = yield from self._reaction(play, lambda _: ["fate"])
            if fate is not None:
                self._put_away(fate)
            self._put_away(play)
            if fate is None:
                return True
        return False

    def scores(self) -> list[int]:
        """Points by seat (N12)."""
        return list(self.points)

    def ranks(self) -> list[int]:
        """Places, 1 is best, ties share one (N12.3)."""
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

    def _choose(self, seat: int, what: str, options: Mapping[str, Any]) -> Run:
        """A choice that all see; returns what stands behind the chosen name."""
        answer = yield Ask(seat, what, tuple(options))
        self._tell_all(f"{seat} {answer}")
        return options[answer]

    def _choose_player(self, seat: int, others: list[int]) -> Run:
        return (yield from self._choose(seat, "D5", {f"player:{other}": other for other in others}))

    def _choose_region(self, seat: int, regions: list[int]) -> Run:
        names = {f"region:{self.regions[region]}": region for region in regions}
        return (yield from self._choose(seat, "D6", names))

    def _site_names(self, sites: Iterable[int]) -> dict[str, int]:
        return {f"site:{self.sites[site]}": site for site in sites}

    def _card_names(self, titles: Iterable[str]) -> dict[str, str]:
        return {f"card:{title}": title for title in titles}

    def _tell_all(self, what: str) -> None:
        for told in self.told:
            told.append(what)

    # ------------------------------------------------------------------ who knows what, and conservation

    def facts(self, p: int) -> dict[str, Any]:
        """Everything that N13 lets seat p know of the table."""
        return {
            "player": self.player(),
            "asked": self.asked(),
            "turn": self.turn,
            "first": self.first,
            "active": self.active,
            "support": list(self.support),
            "points": list(self.points),
            "map": {site: (colony.owner, colony.successful) for site, colony in sorted(self.map.items())},
            "isolations": dict(sorted(self.isolations.items())),
            "pile": self.pile.total(),
            "discard": dict(sorted((+self.discard).items())),
            "stack": [(play.seat, play.title, play.mode, sorted(play.steps), play.answered) for play in self.stack],
            "iron grip": self.iron_grip,
            "pledges": list(self.pledges),
            "hand sizes": [hand.total() for hand in self.hands],
            "hand": dict(sorted((+self.hands[p]).items())),
        }

    def conserved(self) -> bool:
        """N16.3."""
        total = Counter(play.title for play in self.stack) + Counter(isolation=len(self.isolations))
        for cards in (self.pile, self.discard, *self.hands):
            total.update(cards)
        return total == self.deck
