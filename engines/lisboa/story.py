"""The course of Lisboa in sentences: a paragraph for the set-up, for each turn, for the end of a period.

Steps without a choice show no code of their own. What they change is told with the step that led to them, in
brackets.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from caravela.engines.lisboa.names import GOODS, NOBLES, RUBBLE, Names, names_of
from caravela.engines.lisboa.points import points_of
from caravela.engines.lisboa.table import Seat, Table, read_table
from caravela.engines.lisboa.words import DOINGS, clergy, decree, noble, place, plan, reis, short_card
from caravela.engines.prose import Story, counted, does, listed, who

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from caravela.cext.core import Game
    from caravela.cext.text import Noticed

USES = {
    "sell": "puts it into the Portfolio to sell goods",
    "trade": "puts it into the Portfolio to trade with Nobles",
    "visit": "visits {noble}",
    "event": "sponsors its event to {event}",
    "gold": "discards it for 1 gold",
}


class Moment:
    """A step with the tables before and after it, and the name of its code."""

    def __init__(self, noticed: Noticed) -> None:
        self.game: Game = noticed.before.game
        self.names: Names = names_of(self.game)
        self.player = noticed.before.player
        self.before: Table = read_table(noticed.before)
        self.after: Table = read_table(noticed.after)
        self.code = self.names.codes[noticed.codes[0]]
        self.step = self.before.task.step
        self.seat = self.before.task.seat

    def does(self, verb: str) -> str:
        """`you pass`, `seat 2 passes`, of the seat to act."""
        return does(self.seat, self.player, verb)

    @property
    def value(self) -> str:
        """What follows the colon of the code."""
        return self.code.partition(":")[2]

    @property
    def hidden(self) -> bool:
        """Whether the code hides what was drawn."""
        return self.value.startswith("?")


def describe_steps(steps: Sequence[Noticed]) -> list[str]:
    """What happened, for the seat that noticed the steps."""
    story = Story()
    for noticed in steps:
        moment = Moment(noticed)
        if moment.step == "play" or (moment.step == "draw" and not moment.before.seats[moment.seat].hand):
            story.begin()
        if moment.step in DRAWN:
            DRAWN[moment.step](story, moment)
        else:
            clause = _clause(moment)
            changes = "" if _ends_period(moment) else _changes(moment)
            if clause:
                story.add(f"{clause}{f' ({changes})' if changes else ''}")
            elif changes:
                story.add(f"this leads to: {changes}")
        _end(story, moment)
    return story.told()


def _end(story: Story, moment: Moment) -> None:
    """What ends with a step: a period, the game."""
    if moment.after.period > moment.before.period:
        story.begin()
        story.add("the first period is over: rubble sets are scored, red cards and old ships leave")
        changes = _changes(moment) if _ends_period(moment) else ""
        if changes:
            story.add(f"wigs for sets: {changes}")
    if moment.after.task.step == "over":
        story.begin()
        for q in range(moment.names.players):
            points = counted(points_of(moment.game, moment.after, q).total, "wig")
            story.add(f"{does(q, moment.player, 'have')} {points}", "score")


def _ends_period(moment: Moment) -> bool:
    """Whether the step changes nothing but what the end of the first period brings."""
    over = moment.after.period > moment.before.period
    return over and (moment.step in DRAWN or moment.step == "draw")


def _clause(moment: Moment) -> str:
    """What the seat to act did; empty if it says nothing."""
    if moment.code in PLAIN:
        text = PLAIN[moment.code].get(moment.step, "")
        return f"{who(moment.seat, moment.player)} {_agree(moment, text)}" if text else ""
    if moment.step == "use":
        return f"{who(moment.seat, moment.player)} {_agree(moment, _used(moment))}"
    return CLAUSES[moment.code.partition(":")[0]](moment)


def _used(moment: Moment) -> str:
    row = moment.names.cards[str(moment.before.card)]
    if moment.code == "visit":
        return USES["visit"].format(noble=noble(row["noble"]))
    return USES[moment.code].format(event=DOINGS[row["event"]] if "event" in row else "")


def _agree(moment: Moment, text: str) -> str:
    """`does this` becomes `do this` after `you`."""
    if moment.seat != moment.player:
        return text
    verb, _, rest = text.partition(" ")
    second = {"does": "do"}.get(verb, verb.removesuffix("s"))
    return f"{second} {rest}"


PLAIN: dict[str, dict[str, str]] = {
    "done": {"surrender": "gives up no more clergy tiles", "drop": "discards no more cards"},
    "none": {
        "visit": "performs no State action",
        "noble": "does not perform the Noble action",
        "follow": "does not follow",
    },
    "noble": {"noble": "performs the Noble action", "follow": "follows for the Noble action"},
    "more": {"more": "spends a set marker for one more decree"},
}


def _stated(moment: Moment) -> str:
    what = DOINGS[moment.value]
    if moment.step == "state":
        return f"{moment.does('trade')} to {what}"
    if moment.step == "follow":
        return f"{moment.does('follow')} to {what}"
    return f"{moment.does('choose')} to {what}"


def _played(moment: Moment) -> str:
    card = short_card(moment.names, moment.value)
    if moment.step == "payout":
        return f"{moment.does('take')} the reward of {card}"
    return f"{moment.does('play')} {card}"


def _given(moment: Moment) -> str:
    if moment.step == "give":
        return f"{moment.does('pay')} with {moment.value}"
    return f"{moment.does('give')} up 1 {moment.value}"


def _sold(moment: Moment) -> str:
    """A good whose ship is chosen next is told with the ship."""
    return "" if moment.after.task.step == "ship" else f"{moment.does('sell')} 1 {moment.value}"


def _shipped(moment: Moment) -> str:
    seat, ship = moment.value.split(".")
    good = GOODS[moment.before.task.a]
    own = "an own" if int(seat) == moment.seat else f"seat {seat}'s"
    whose = "your" if int(seat) == moment.player else own
    colour = moment.before.seats[int(seat)].ships[int(ship) - 1].colour
    return f"{moment.does('sell')} 1 {good} to {whose} {colour} ship"


def _spent(moment: Moment) -> str:
    made = int(moment.value)
    return f"{moment.does('pay')} {reis(moment.before.task.a)}{f', {made} of it from Influence' if made else ''}"


def _built(moment: Moment) -> str:
    cell, good = moment.value.split(".")
    return f"{moment.does('build')} a {good} store in {cell}"


def _cleared(moment: Moment) -> str:
    line, kind = moment.value.split(".")
    return f"{moment.does('take')} {kind} from the {line}"


def _hired(moment: Moment) -> str:
    seat, where = moment.value.split(".", 1)
    whose = "an own Official" if int(seat) == moment.seat else f"an Official of {who(int(seat), moment.player)}"
    return f"{moment.does('hire')} {whose} from {place(where)}"


def _taken_card(moment: Moment) -> str:
    return f"{moment.does('take')} {short_card(moment.names, moment.before.top[moment.value])} from the display"


def _scrapped(moment: Moment) -> str:
    ship = moment.before.seats[moment.seat].ships[int(moment.value) - 1]
    return f"{moment.does('discard')} a {ship.colour} ship"


CLAUSES: dict[str, Callable[[Moment], str]] = {
    "state": _stated,
    "play": _played,
    "drop": lambda m: f"{m.does('discard')} {short_card(m.names, m.value)}",
    "scrap": _scrapped,
    "keep": lambda m: f"{m.does('keep')} the tile: {clergy(m.names, m.value)}",
    "return": lambda m: f"{m.does('return')} the tile: {clergy(m.names, m.value)}",
    "surrender": lambda m: f"{m.does('give')} up the tile: {clergy(m.names, m.value)}",
    "take": lambda m: f"{m.does('choose')} {m.value}",
    "give": _given,
    "sell": _sold,
    "ship": _shipped,
    "recruit": lambda m: f"{m.does('place')} an Official with {noble(m.value)}",
    "recall": lambda m: f"{m.does('take')} back an Official from {place(m.value)}",
    "plan": lambda m: f"{m.does('take')} a {m.value} plan",
    "toss": lambda m: f"{m.does('give')} up the {plan(m.names.plans[m.value])}",
    "produce": lambda m: f"{m.does('produce')} {listed(m.value.split('+'))}",
    "move": lambda m: f"{m.does('move')} the Cardinal {counted(int(m.value), 'step')}",
    "favor": lambda m: f"{m.does('choose')} the favor of {noble(m.value)}",
    "store": _built,
    "house": lambda m: f"{m.does('use')} house {m.value}",
    "spend": _spent,
    "clear": _cleared,
    "decree": lambda m: f"{m.does('take')} decree {decree(m.names, m.value)}",
    "open": lambda m: f"{m.does('carry')} out the {plan(m.names.plans[m.value])}".replace("carrys", "carries"),
    "plot": lambda m: f"{m.does('choose')} plot {m.value}",
    "hire": _hired,
    "pile": lambda m: f"{m.does('take')} {m.value} from the pile",
    "draw": _taken_card,
}


def _dealt_favor(story: Story, moment: Moment) -> None:
    if moment.seat == moment.player:
        story.add(f"you get the favor of {noble(moment.value)}")


def _dealt_plan(story: Story, moment: Moment) -> None:
    if moment.seat == moment.player:
        story.add(f"you get the {plan(moment.names.plans[moment.value])}")


def _offered(story: Story, moment: Moment) -> None:
    if not moment.hidden:
        tile = clergy(moment.names, moment.value)
        story.add(f"you draw the tile: {tile}", "offer", tile)


def _dealt_card(story: Story, moment: Moment) -> None:
    if not moment.hidden:
        card = short_card(moment.names, moment.value)
        story.add(f"you get {card}", "hand", card)


def _turned_up(story: Story, moment: Moment) -> None:
    card = short_card(moment.names, moment.value)
    story.add(f"turned up: {card}", "top", card)


def _new_tile(story: Story, moment: Moment) -> None:
    tile = clergy(moment.names, moment.value)
    story.add(f"new in the church: {tile}", "tile", tile)


def _new_decree(story: Story, moment: Moment) -> None:
    name = decree(moment.names, moment.value)
    story.add(f"new decree {name}", "decree", name)


def _new_building(story: Story, moment: Moment) -> None:
    """In the set-up four at once; later with what opening the one before it brought."""
    if not moment.before.turns:
        story.add(f"public buildings: {moment.value}", "building", moment.value)
        return
    changes = _changes(moment)
    story.add(f"the next building turned up is {moment.value}{f' ({changes})' if changes else ''}")


def _silent(story: Story, moment: Moment) -> None:
    """Rubble and scoring tiles: the drawing shows them all at once."""


DRAWN: dict[str, Callable[[Story, Moment], None]] = {
    "draw_favor": _dealt_favor,
    "draw_plan": _dealt_plan,
    "draw_offer": _offered,
    "draw_cube": _silent,
    "draw_building": _new_building,
    "draw_scoring": _silent,
    "draw_tile": _new_tile,
    "draw_decree": _new_decree,
    "draw_hand": _dealt_card,
    "draw_top": _turned_up,
}


def _changes(moment: Moment) -> str:
    """What the step changed for whom, the seat to act first: `+6 réis, -1 gold; seat 2: +2 wigs`."""
    seats = range(moment.names.players)
    told = []
    for q in sorted(seats, key=lambda q: q != moment.seat):
        changes = [
            change
            for change in _changed(moment.names, moment.before.seats[q], moment.after.seats[q])
            if q != moment.seat or change != _said(moment)
        ]
        if changes:
            told.append(f"{'' if q == moment.seat else f'{who(q, moment.player)}: '}{', '.join(changes)}")
    old, new = moment.names.treasury[moment.before.treasury], moment.names.treasury[moment.after.treasury]
    if old != new:
        told.append(f"Treasury {new}")
    market = moment.after.market
    prices = [f"{good} {market[good]}" for good in GOODS if market[good] != moment.before.market[good]]
    if prices:
        told.append(f"prices: {', '.join(prices)}")
    return "; ".join(told)


def _said(moment: Moment) -> str:
    """The change that the sentence about the step names already."""
    if moment.step == "decree":
        return f"+1 decree {moment.value}"
    if moment.step in ("keep", "return", "surrender") and moment.code != "done":
        sign = "+1" if moment.step == "keep" else "-1"
        return f"{sign} clergy tile: {moment.names.clergy[moment.value]['text']}"
    return ""


def _changed(names: Names, old: Seat, new: Seat) -> Iterator[str]:
    """The differences that a player would name."""
    yield from _difference(new.reis - old.reis, "réis", "real")
    yield from _difference(new.wigs - old.wigs, "wigs", "wig")
    yield from _difference(new.influence - old.influence, "Influence")
    for good in GOODS:
        yield from _difference(new.goods[good] - old.goods[good], good)
    for kind in RUBBLE:
        yield from _difference(new.rubble[kind] - old.rubble[kind], kind)
    yield from _difference(new.sets - old.sets, "rubble set")
    for name in NOBLES:
        yield from _difference(new.office[name] - old.office[name], f"Official in {noble(name)}'s office")
        yield from _difference(new.plaza[name] - old.plaza[name], f"Official in {noble(name)}'s plaza")
        yield from _difference(new.favors[name] - old.favors[name], f"favor of {noble(name)}")
    yield from _difference(new.staff - old.staff, "Officials in buildings", "Official in a building")
    for name, n in _moved(old.plans, new.plans):
        yield from _difference(n, f"plan {name}")
    for name, n in _moved(old.clergy, new.clergy):
        yield from _difference(n, f"clergy tile: {names.clergy[name]['text']}")
    for name, n in _moved(old.decrees, new.decrees):
        yield from _difference(n, f"decree {name}")
    for name, n in _moved([ship.colour for ship in old.ships], [ship.colour for ship in new.ships]):
        yield from _difference(n, f"{name} ship")


def _moved(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int]]:
    before, after = Counter(old), Counter(new)
    for name in sorted({*before, *after}):
        yield name, after[name] - before[name]


def _difference(n: int, what: str, one: str = "") -> Iterator[str]:
    if n:
        yield f"{n:+d} {one if one and abs(n) == 1 else what}"
