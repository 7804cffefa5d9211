"""The course of Veracruz 1631 in sentences: a paragraph for the set-up, for each turn, for the end."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from caravela.engines.prose import Story, does, listed, who
from caravela.engines.veracruz.names import Names, names_of
from caravela.engines.veracruz.table import Deck, Galleon, Table, read_table
from caravela.engines.veracruz.words import box, most_weight, spaced, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caravela.cext.core import Game
    from caravela.cext.text import Noticed


class Moment:
    """A step with the tables before and after it, and the names of its codes."""

    def __init__(self, noticed: Noticed) -> None:
        self.game: Game = noticed.before.game
        self.names: Names = names_of(self.game)
        self.player = noticed.before.player
        self.before: Table = read_table(noticed.before)
        self.after: Table = read_table(noticed.after)
        self.codes = [self.names.codes[code] for code in noticed.codes]
        self.phase = self.before.phase
        self.seat = self.before.mover

    def does(self, verb: str, seat: int | None = None) -> str:
        """`you pass`, `seat 2 passes`; by default of the seat to act."""
        return does(self.seat if seat is None else seat, self.player, verb)

    @property
    def value(self) -> str:
        """What follows the colon of the first code."""
        return self.codes[0].partition(":")[2]


def describe_steps(steps: Sequence[Noticed]) -> list[str]:
    """What happened, for the seat that noticed the steps."""
    story = Story()
    for phase, group in groupby(map(Moment, steps), lambda moment: moment.phase):
        run = list(group)
        if phase == "deal":
            _dealt(story, run)
            continue
        for moment in run:
            TELL[phase](story, moment)
    return story.told()


def _invested(story: Story, moment: Moment) -> None:
    """Everybody gets an investment; only one's own says anything."""
    if moment.seat == moment.player:
        story.add(f"you invest in {moment.value}")


def _dealt(story: Story, run: Sequence[Moment]) -> None:
    """Everybody gets as many boxes; the others' are not known."""
    boxes = [box(moment.value) for moment in run if moment.seat == moment.player]
    if boxes:
        story.add(f"you get {listed(boxes)}")


def _turned_up(story: Story, moment: Moment) -> None:
    decks = enumerate(zip(moment.before.decks, moment.after.decks, strict=True), start=1)
    here = [number for number, (old, new) in decks if new.top is not None and old.top is None]
    where = f" on deck {here[0]}" if here else ""
    story.add(f"{box(moment.value)} is turned up{where}", "top", f"{box(moment.value)}{where}")


def _laid_out(story: Story, moment: Moment) -> None:
    story.add("a new deck is laid out")
    _turned_up(story, moment)


def _tossed(story: Story, moment: Moment) -> None:
    old, new = moment.before.meteorology, moment.after.meteorology
    change = f"stays at {new}" if new == old else f"goes from {old} to {new}"
    story.add(f"the doubloon shows {moment.value}: the meteorology {change}")


def _begins(story: Story, moment: Moment) -> None:
    story.add(moment.does("begin", moment.after.mover))


def _acted(story: Story, moment: Moment) -> None:
    story.begin()
    name = moment.codes[0]
    if name == "pass":
        story.add(moment.does("pass"))
        return
    what, where = name.split(">")
    if what.startswith("bet:"):
        _bet(story, moment, what.removeprefix("bet:"), where)
        return
    galleon, side = where.rsplit(".", 1)
    index = moment.names.galleons.index(galleon)
    if what == "empty":
        last = moment.before.galleons[index].last[("left", "right").index(side)]
        text = f"{moment.does('put')} an empty box on the {spaced(last or '')} on the {side} of {title(galleon)}"
    else:
        text = f"{moment.does('load')} {spaced(what)} on the {side} of {title(galleon)}"
    story.add(text + _red(moment, index), "turn")
    _drew_alone(story, moment)


def _bet(story: Story, moment: Moment, kind: str, galleon: str) -> None:
    if kind == "?":
        story.add(f"{moment.does('bet')} on {title(galleon)} in secret")
    else:
        end = "reaches port" if kind == moment.names.bets[0] else "sinks"
        story.add(f"{moment.does('bet')} in secret that {title(galleon)} {end}")


def _red(moment: Moment, index: int) -> str:
    """What the red zone has to do with a load."""
    old, new = (_is_red(moment.game, table.galleons[index], index) for table in (moment.before, moment.after))
    if new and not old:
        return ", which is now in the red zone"
    return ", which leaves the red zone" if old and not new else ""


def _is_red(game: Game, galleon: Galleon, index: int) -> bool:
    red: int = game.data["red_zone"]["width"]
    return galleon.weight >= max(1, most_weight(game, index) - red + 1)


def _drew_alone(story: Story, moment: Moment) -> None:
    """V10.2: a draw that was no decision."""
    decks = [(number, deck) for number, deck in enumerate(moment.before.decks, start=1) if deck.count]
    if len(decks) == 1 and moment.after.phase not in ("draw", "last_toss"):
        _drew_from(story, moment, *decks[0])


def _drew(story: Story, moment: Moment) -> None:
    number = int(moment.value)
    _drew_from(story, moment, number, moment.before.decks[number - 1])


def _drew_from(story: Story, moment: Moment, number: int, deck: Deck) -> None:
    last = ", its last card" if deck.count == 1 else ""
    story.add(f"{moment.does('draw')} {box(deck.top or '')} from deck {number}{last}")


def _ended(story: Story, moment: Moment) -> None:
    """V7: the last toss, what becomes of the galleons, what everybody had at heart."""
    story.begin()
    story.add("the game is over: one last toss")
    _tossed(story, moment)
    sinks = [abs(galleon.balance) >= moment.after.meteorology for galleon in moment.after.galleons]
    for galleon, fate in zip(moment.after.galleons, sinks, strict=True):
        story.add(f"{title(galleon.name)} {'sinks' if fate else 'reaches port'}", "fate")
    if all(sinks):
        story.add("nobody wins")
    shown = [code.removeprefix("shown:invest:").split("@") for code in moment.codes if "shown:invest:" in code]
    story.begin()
    for good, seat in shown:
        story.add(f"{who(int(seat), moment.player)} had invested in {good}", "shown")


TELL = {
    "invest": _invested,
    "tops": _turned_up,
    "first_toss": _tossed,
    "toss": _tossed,
    "start": _begins,
    "act": _acted,
    "draw": _drew,
    "reveal": _turned_up,
    "refill": _laid_out,
    "last_toss": _ended,
}
