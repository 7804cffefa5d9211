"""The course of Pizarro & Co. in sentences: a paragraph for each explorer card, for the end of a phase, for scoring."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from caravela.engines.pizarro.names import ROMAN, Names, names_of
from caravela.engines.pizarro.points import points_of
from caravela.engines.pizarro.table import Table, read_table
from caravela.engines.pizarro.words import title
from caravela.engines.prose import Story, counted, does

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caravela.cext.core import Game
    from caravela.cext.text import Noticed

END = ("deal", "put", "redraw", "luck", "luck_draw", "over")
"""Steps after the cards of a phase."""


class Moment:
    """A step with the tables before and after it, and the names of its codes."""

    def __init__(self, noticed: Noticed) -> None:
        self.game: Game = noticed.before.game
        self.names: Names = names_of(self.game)
        self.player = noticed.before.player
        self.before: Table = read_table(noticed.before)
        self.after: Table = read_table(noticed.after)
        self.codes = [self.names.codes[code] for code in noticed.codes]
        self.step = self.before.step
        self.seat = self.before.mover
        self.card = title(self.before.card or "")

    def does(self, verb: str, seat: int | None = None) -> str:
        """`you pass`, `seat 2 passes`; by default of the seat to act."""
        return does(self.seat if seat is None else seat, self.player, verb)

    def values(self, word: str) -> list[str]:
        """The values in codes such as `paid:9`."""
        return [code.partition(":")[2] for code in self.codes if code.startswith(f"{word}:")]


def describe_steps(steps: Sequence[Noticed]) -> list[str]:
    """What happened, for the seat that noticed the steps."""
    story = Story()
    for step, group in groupby(map(Moment, steps), lambda moment: moment.step):
        run = list(group)
        if step in ("draw", "deal", "redraw"):
            _gains(story, run)
            _end(story, run[-1])
            continue
        for moment in run:
            TELL[step](story, moment)
            _end(story, moment)
    return story.told()


def _end(story: Story, moment: Moment) -> None:
    """What ends with a step: an auction that nobody wins, a phase, the game."""
    before, after = moment.before, moment.after
    if moment.step in ("turn_up", "bid") and after.card is None:  # P5.7
        nobody = "nobody has a ship for it" if moment.step == "turn_up" else f"nobody buys {moment.card}"
        story.add(f"{nobody}: it goes into the box")
    if moment.step not in END and (after.step in END or after.phase > before.phase):
        story.begin()
        story.add(f"phase {ROMAN[before.phase - 1]} is over")
    if after.phase > before.phase:
        story.begin()
        story.add(f"phase {ROMAN[after.phase - 1]} begins")
    if after.scored != before.scored:
        _scored(story, moment)


def _auctioneer(story: Story, moment: Moment) -> None:
    story.add(f"{moment.does('be', moment.after.auctioneer)} the auctioneer")


def _turned_up(story: Story, moment: Moment) -> None:
    story.begin()
    (card,) = moment.values("card")
    story.add(f"{title(card)} is turned up")


def _veto(story: Story, moment: Moment) -> None:
    if moment.codes == ["veto"]:
        story.add(f"{moment.does('use')} a veto: {moment.card} goes to the bottom of the stack")
    else:
        story.add(f"{moment.does('use')} no veto", "veto")


def _bid(story: Story, moment: Moment) -> None:
    bids = moment.values("bid")
    story.add(f"{moment.does('bid')} {bids[0]}" if bids else moment.does("pass"), "bid")


def _paid(story: Story, moment: Moment) -> None:
    """The end of a payment; its cards before are not told to others, so that they are told here."""
    paid = moment.values("paid")
    if not paid:
        return
    high = moment.before.high
    over = sum(map(int, paid)) - high
    extra = f", {over} too much" if over else ""
    story.add(f"{moment.does('win')} {moment.card} for {high}, paying {' + '.join(paid)}{extra}")
    if moment.names.space(moment.before.card or "", moment.before.phase).action == "expose_hand":
        hand = " ".join(value.partition("@")[0] for value in moment.values("shown"))
        story.add(f"{moment.does('lay')} {_whose(moment)} hand open{f': {hand}' if hand else ', which is empty'}")
    _tucked_open(story, moment)


def _whose(moment: Moment) -> str:
    return "your" if moment.seat == moment.player else "the"


def _tucked_open(story: Story, moment: Moment) -> None:
    """Side B: the card that joins a stack in this step."""
    old = {number: len(stack.cards) for number, stack in enumerate(moment.before.stacks)}
    for number, stack in enumerate(moment.after.stacks):
        new = stack.cards[old.get(number, 0) :]
        if new and new[-1][1]:
            story.add(f"the {new[-1][0]} is tucked face up under stack {number + 1}")


def _chosen_ship(story: Story, moment: Moment) -> None:
    (code,) = moment.codes
    if code.startswith("stack:"):
        story.add(f"{moment.does('move')} the ship of stack {code.removeprefix('stack:')}")
    else:
        story.add(f"{moment.does('move')} the ship on the {code.removeprefix('from:')} part")
    _tucked_open(story, moment)


def _chosen_part(story: Story, moment: Moment) -> None:
    (code,) = moment.codes
    story.add(f"{moment.does('put')} the ship on the {code} part of space {ROMAN[moment.before.phase - 1]}")


def _tucked(story: Story, moment: Moment) -> None:
    (value,) = moment.values("tuck")
    card = "a card" if value.startswith("?") else f"the {value}"
    story.add(f"{moment.does('tuck')} {card} face down under {moment.card}")


def _gains(story: Story, run: Sequence[Moment]) -> None:
    """Money cards drawn one by one, told together: by seat, in the order of the first card."""
    gained: dict[int, list[str]] = {}
    for moment in run:
        gained.setdefault(moment.seat, []).extend(moment.values("money"))
    verb = "get" if run[0].step == "deal" else "draw"
    for seat, values in gained.items():
        seen = [value for value in values if not value.startswith("?")]
        what = " ".join(seen) if seen else counted(len(values), "card")
        story.add(f"{run[0].does(verb, seat)} {what}", verb)


def _taken(story: Story, moment: Moment) -> None:
    (value,) = moment.values("taken")
    neighbour = (moment.seat + 1) % moment.names.players
    loser = "your" if moment.seat == moment.player else f"seat {moment.seat}'s"
    story.add(f"{moment.does('draw', neighbour)} the {value} from {loser} hand: it goes to the discard pile")


def _put(story: Story, moment: Moment) -> None:
    if moment.codes == ["done"]:
        if not moment.before.puts:
            story.add(f"{moment.does('exchange')} nothing")
        return
    (value,) = moment.values("put")
    story.add(f"{moment.does('put')} away the {value}", "put", f"the {value}")


def _luck(story: Story, moment: Moment) -> None:
    if moment.codes[0] == "stop":
        story.begin()
        story.add(f"{moment.does('stop')} at {moment.before.luck}")


def _luck_draw(story: Story, moment: Moment) -> None:
    (value, *_) = moment.values("money")
    story.begin()
    total = moment.after.luck
    limit = moment.names.luck_limit
    end = f", more than {limit}: nothing" if total > limit else ""
    story.add(f"{moment.does('draw')} a card at scoring: {value}, which makes {total}{end}")


def _scored(story: Story, moment: Moment) -> None:
    """P10.1: the seats that score in this step, in order."""
    story.begin()
    table = moment.after
    seats = len(table.seats)
    order = [(table.opener + i) % seats for i in range(seats)]
    for seat in order:
        if seat in table.scored and seat not in moment.before.scored:
            points = counted(points_of(moment.game, table, seat).total, "point")
            drawing = " before drawing" if table.step == "luck" and seat == table.mover else ""
            story.add(f"{moment.does('have', seat)} {points}{drawing}", "score")


TELL = {
    "auctioneer": _auctioneer,
    "turn_up": _turned_up,
    "veto": _veto,
    "bid": _bid,
    "pay": _paid,
    "tuck_paid": _tucked_open,
    "ship": _chosen_ship,
    "part": _chosen_part,
    "tuck_hand": _tucked,
    "taken": _taken,
    "put": _put,
    "luck": _luck,
    "luck_draw": _luck_draw,
}
