"""The course of Sevilla 1503 in sentences: a paragraph for the reveal of a round, for each lot, for its end."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from caravela.engines.prose import Story, counted, does, listed, who
from caravela.engines.sevilla.names import Names, names_of
from caravela.engines.sevilla.table import Lot, Table, read_table
from caravela.engines.sevilla.words import card_title, things, titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from caravela.cext.text import Noticed
    from caravela.engines.sevilla.table import Seat

COINS = re.compile(r"coins:(\d+)@(\d+)\.(\d+)")
DISCS = re.compile(r"discs:(\d+)@(\d+)\.(\d+)")
RIVAL = re.compile(r"disc(\d)@(\d+)")


class Moment:
    """A step with the tables before and after it, and the names of its codes."""

    def __init__(self, noticed: Noticed) -> None:
        self.names: Names = names_of(noticed.before.game)
        self.player = noticed.before.player
        self.before: Table = read_table(noticed.before)
        self.after: Table = read_table(noticed.after)
        self.codes = [self.names.codes[code] for code in noticed.codes]
        self.action = self.codes[0]
        # Before all bids lie open nobody can tell how many have bid.
        self.step = "show" if self.action == "show" else self.before.step
        self.seat = self.before.mover

    def does(self, verb: str, seat: int | None = None) -> str:
        """`you pass`, `seat 2 passes`; by default of the seat to act."""
        return does(self.seat if seat is None else seat, self.player, verb)

    def who(self, seat: int) -> str:
        """`you`, `seat 2`."""
        return who(seat, self.player)

    def by_seat(self, texts: Iterable[tuple[int, object]]) -> str:
        """`you 3, seat 1 0`, the reader first."""
        rows = sorted(texts, key=lambda row: (row[0] != self.player, row[0]))
        return ", ".join(f"{self.who(seat)} {text}" for seat, text in rows)

    def lot_of_card(self) -> str:
        """The title of the card that a Deal is about."""
        card = self.before.lots[self.before.lot - 1].cards[self.before.slot]
        return card_title(self.names, card) if card else "a card"


def _kind(moment: Moment) -> str:
    """What is told together in a row."""
    return GROUPS.get(moment.step, moment.step)


def describe_steps(steps: Sequence[Noticed]) -> list[str]:
    """What happened, for the seat that noticed the steps."""
    story = Story()
    for kind, group in groupby(map(Moment, steps), _kind):
        run = list(group)
        if kind in RUNS:
            RUNS[kind](story, run)
            if kind == "board":
                _end(story, run[-1])
            continue
        for moment in run:
            TELL[kind](story, moment)
            _lots(story, moment)
            _end(story, moment)
    return story.told()


def _cards(story: Story, run: list[Moment]) -> None:
    """A reveal, or the part of it that was noticed; steps of two rounds do not come in one run."""
    last = run[-1]
    dealt = {moment.before.lot for moment in run}
    if run[0].before.lot == 1 and run[0].before.slot == 0:
        story.begin()
        story.add(f"round {last.before.round} begins")
    for number, lot in enumerate(last.after.lots, start=1):
        if number in dealt:
            story.add(f"lot {number}: {listed(_things(last, lot, number))}", "lot")


def _things(moment: Moment, lot: Lot, number: int) -> list[str]:
    ship = moment.names.ships[moment.before.round - 1] if number == len(moment.before.lots) else None
    return things(moment.names, lot, ship)


def _discs(story: Story, run: list[Moment]) -> None:
    story.add(f"the false player's {counted(len(run), 'disc')} lie face down")


def _bids(story: Story, run: list[Moment]) -> None:
    """One's own secret bids."""
    moment, laid = run[-1], []
    seat = moment.after.seats[moment.player]
    for lot in sorted({step.before.lot for step in run}):
        coins, false = seat.coins[lot - 1], seat.false_coins[lot - 1]
        if coins or false:
            laid.append(f"{' and '.join([str(coins)] * bool(coins) + [f'{false} false'] * bool(false))} on lot {lot}")
    story.begin()
    story.add(f"you bid {', '.join(laid) or 'nothing'}")


def _boarding(story: Story, run: list[Moment]) -> None:
    for seat, group in groupby(run, lambda moment: moment.seat):
        moments = list(group)
        boarded = [card_title(step.names, step.action[6:]) for step in moments if step.action != "done"]
        story.begin()
        story.add(f"{moments[0].does('board', seat)} {listed(boarded) if boarded else 'nothing'}")


def _helm(story: Story, moment: Moment) -> None:
    story.add(f"{moment.does('have', moment.after.helm)} the Helm")


def _building(story: Story, moment: Moment) -> None:
    title = moment.names.building_titles[moment.names.buildings.index(moment.action[9:])]
    story.add(f"{moment.does('get')} {title}", "building", f"{moment.who(moment.seat)} {title}")


def _show(story: Story, moment: Moment) -> None:
    """S5.3: how many discs everybody else has on which lot."""
    story.begin()
    found = [tuple(map(int, match.groups())) for code in moment.codes if (match := DISCS.fullmatch(code))]
    others = sorted({seat for _, seat, _ in found} - {moment.player})
    for seat in others:
        row = "-".join(str(count) for count, at, _ in found if at == seat)
        story.add(f"discs by lot: {moment.who(seat)} {row}", "discs", f"{moment.who(seat)} {row}")
    if not found:
        story.add("all have bid")


def _order(story: Story, moment: Moment) -> None:
    story.add(f"{moment.does('rebid')} {moment.action}")


def _rebid(story: Story, moment: Moment) -> None:
    if moment.action == "pass":
        story.add(moment.does("pass"), "rebid")
        return
    seat = moment.before.seats[moment.seat]
    total = seat.coins[moment.before.lot - 1] + moment.names.patron_value(moment.action, seat.building)
    story.add(f"{moment.does('raise')} to {total} with the {titles(moment.names, [moment.action])[0]}", "rebid")


def _toll(story: Story, moment: Moment) -> None:
    owner = next(q for q, seat in enumerate(moment.before.seats) if seat.building == "puerto")
    if moment.action == "pay":
        story.add(f"{moment.does('pay')} {moment.who(owner)} the toll of El Puerto")
    else:
        story.add(f"{moment.does('hand')} the small ship over to {moment.who(owner)}")


def _deal(story: Story, moment: Moment) -> None:
    card = moment.lot_of_card()
    if moment.action == "keep":
        story.add(f"{moment.does('keep')} {card}")
    else:
        story.add(f"{moment.does('give')} {card} to {moment.who(int(moment.action[5:]))}")


def _arenal(story: Story, moment: Moment) -> None:
    if moment.action == "decline":
        story.add(f"{moment.does('swap')} no card")
        return
    card = moment.before.lots[moment.before.lot - 1].cards[int(moment.action[4:]) - 1]
    story.add(f"{moment.does('put')} {card_title(moment.names, card) if card else 'a card'} under the deck")


def _draw(story: Story, moment: Moment) -> None:
    card = moment.action[5:]
    story.add(f"{moment.does('draw')} {'a card unseen' if card == '?' else card_title(moment.names, card)}")


def _casa(story: Story, moment: Moment) -> None:
    if moment.action == "decline":
        story.add(f"{moment.does('sell')} nothing")
    else:
        story.add(f"{moment.does('sell')} {card_title(moment.names, moment.action[5:])}")


def _lots(story: Story, moment: Moment) -> None:
    """How the present lot ends, and all that are uncovered with the same step."""
    if moment.step == "rebid":
        seats = [_with(moment, q, seat) for q, seat in enumerate(moment.before.seats)]
        if _is_settled(moment, moment.before.lot):
            _result(story, moment, moment.before.lot, [moment.names.total(seat, moment.before.lot) for seat in seats])
    coins: dict[int, dict[int, int]] = {}
    for code in moment.codes:
        if match := COINS.fullmatch(code):
            amount, seat, lot = map(int, match.groups())
            coins.setdefault(lot, {})[seat] = amount
    for lot, bids in sorted(coins.items()):
        disc = _disc(moment, lot)
        shown = moment.by_seat(bids.items()) + (f", the false player {disc}" if disc is not None else "")
        story.begin()
        story.add(f"lot {lot} is uncovered: {shown}")
        if _is_settled(moment, lot):
            _result(story, moment, lot, [bids[seat] for seat in sorted(bids)])


def _with(moment: Moment, q: int, seat: Seat) -> Seat:
    """The seat as it is once the step is made."""
    if q != moment.seat or moment.action == "pass":
        return seat
    return type(seat)(**{**vars(seat), "backing": moment.action})


def _disc(moment: Moment, lot: int) -> int | None:
    """The false player's disc on a lot, if he plays and it is seen."""
    for code in moment.codes:
        if (match := RIVAL.fullmatch(code)) and int(match[2]) == lot:
            return int(match[1])
    return moment.before.lots[lot - 1].disc


def _is_settled(moment: Moment, lot: int) -> bool:
    """Whether a lot of this round has come to its end, but for what the winner still decides."""
    after = moment.after
    return after.round > moment.before.round or after.lot != lot or after.step not in ("order", "rebid")


def _result(story: Story, moment: Moment, lot: int, totals: list[int]) -> None:
    """S6.7, S12.3."""
    high = max(totals)
    top = [seat for seat, total in enumerate(totals) if total == high]
    if len(top) != 1 or high <= (_disc(moment, lot) or 0):
        story.add("nobody wins it")
        return
    paid = next(
        (int(match[1]) for code in moment.codes if (match := COINS.fullmatch(code))
         and (int(match[2]), int(match[3])) == (top[0], lot)),
        moment.before.seats[top[0]].coins[lot - 1],
    )  # fmt: skip
    gained = listed(_things(moment, moment.before.lots[lot - 1], lot))
    story.add(f"{moment.does('win', top[0])} {gained} for {counted(paid, 'coin')}")


def _end(story: Story, moment: Moment) -> None:
    """What ends with a step: the lots of a round, the round, the game."""
    before, after = moment.before, moment.after
    closed = after.round > before.round
    if before.step not in ("casa", "board") and (closed or after.step == "casa"):
        story.begin()
        purses = moment.by_seat((q, counted(seat.purse, "coin")) for q, seat in enumerate(after.seats))
        story.add(f"after the collection: {purses}")
    if closed and after.helm != before.helm:
        story.add(f"{moment.does('take', after.helm)} the Helm")
    shown = [card_title(moment.names, code[6:]) for code in moment.codes if code.startswith("shown:")]
    if shown:
        story.add(f"El Arenal had drawn {listed(shown)}")
    if after.step == "over":
        story.begin()
        points = moment.by_seat((q, counted(seat.points, "point")) for q, seat in enumerate(after.seats))
        story.add(f"the game is over: {points}")


GROUPS = {"amount": "bids", "false": "bids"}
"""Steps that are told together with others."""

RUNS = {"card": _cards, "disc": _discs, "bids": _bids, "board": _boarding}
"""What tells steps of a kind in a row."""

TELL = {
    "helm": _helm,
    "building": _building,
    "show": _show,
    "order": _order,
    "rebid": _rebid,
    "toll": _toll,
    "deal": _deal,
    "arenal": _arenal,
    "draw": _draw,
    "casa": _casa,
}
"""What tells one step."""
