"""The course of 1500: The New World in sentences: a paragraph for each Preparation, player turn and card.

That nobody reacts is not told: everybody is asked about everything. A card is told when its choices are made, then the
reactions, then what came of it.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from caravela.engines.newworld.names import Names, names_of
from caravela.engines.newworld.table import Table, read_table
from caravela.engines.newworld.tally import harm_paid, score
from caravela.engines.newworld.words import place, title
from caravela.engines.prose import Story, counted, does, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from caravela.cext.core import Game
    from caravela.cext.text import Noticed

CHOOSING = ("play", "card", "site", "player", "region")
"""Steps in which a card and its targets are chosen."""
STAGED_BY_ITSELF = ("blight", "hoarding_supplies", "regional_disaster")
"""Texts of which nobody chooses the sites."""


class Moment:
    """A step with the tables before and after it, and the name of its code."""

    def __init__(self, noticed: Noticed) -> None:
        self.game: Game = noticed.before.game
        self.names: Names = names_of(self.game)
        self.player = noticed.before.player
        self.before: Table = read_table(noticed.before)
        self.after: Table = read_table(noticed.after)
        self.turns = noticed.before.turn(), noticed.after.turn()
        self.step = self.before.step
        self.seat = self.before.mover
        self.actor = self.before.actor
        (self.code,) = (self.names.codes[code] for code in noticed.codes)
        self.verb, _, self.what = self.code.partition(":")

    def does(self, verb: str, seat: int | None = None) -> str:
        """`you pass`, `seat 2 passes`; by default of the seat to act."""
        return does(self.seat if seat is None else seat, self.player, verb)

    def whose(self, seat: int) -> str:
        """`your`, `seat 2's`."""
        return "your" if seat == self.player else f"seat {seat}'s"

    def whom(self, seat: int) -> str:
        """`you`, `seat 2`."""
        return "you" if seat == self.player else f"seat {seat}"

    def site(self, site: str) -> str:
        """A site with the owner of its colony, as it was: `Amazon gold (seat 2)`."""
        owners = [q for q, seat in enumerate(self.before.seats) if site in seat.colonies]
        return place(self.names, site) + "".join(f" ({'yours' if q == self.player else f'seat {q}'})" for q in owners)

    def sites(self, sites: Iterable[str]) -> str:
        """Several of them, in the order of the map."""
        return listed(self.site(site) for site in self.names.sites if site in set(sites))

    def staged(self) -> list[str]:
        """The sites chosen for the card in play, with this step."""
        return [*self.before.staged, *([self.what] if self.verb == "site" else [])]


def describe_steps(steps: Sequence[Noticed]) -> list[str]:
    """What happened, for the seat that noticed the steps."""
    story = Story()
    for step, group in groupby(map(Moment, steps), lambda moment: moment.step):
        run = list(group)
        if step in ("deal", "draw"):
            _drawn(story, run)
            _turns(story, run[-1], marauded=False)
            continue
        for moment in run:
            TELL[step](story, moment)
            if step not in CAN_CLOSE:
                _turns(story, moment, marauded=False)
    return story.told()


def _first(story: Story, moment: Moment) -> None:
    story.add(f"{moment.does('be', moment.after.first)} the first player")


def _drawn(story: Story, run: Sequence[Moment]) -> None:
    """Cards drawn one by one, told together: by seat, in the order of the first card."""
    begin = run[0].before
    if begin.step == "deal" and begin.due == 0 and begin.mover == begin.first:
        game = run[0].game
        story.begin()
        story.add(f"game turn {begin.turn + 1} ({game.data['turn_track']['labels'][begin.turn]}) begins")
    gained: dict[int, list[str]] = {}
    for moment in run:
        gained.setdefault(moment.seat, []).append(moment.what)
    verb = "get" if begin.step == "deal" else "draw"
    for seat, titles in gained.items():
        own = seat == run[0].player
        what = ", ".join(map(title, titles)) if own else counted(len(titles), "card")
        story.add(f"{run[0].does(verb, seat)} {what}", verb)
    if run[-1].after.shuffles > begin.shuffles:
        story.add("the draw pile ran out, and the discard pile was shuffled into a new one")


def _discarded(story: Story, moment: Moment) -> None:
    story.add(f"{moment.does('discard')} {title(moment.what)}", f"discard {moment.seat}", title(moment.what))


def _abandoned(story: Story, moment: Moment) -> None:
    if moment.verb == "site":
        where = place(moment.names, moment.what)
        story.add(f"{moment.does('abandon')} {where}", "abandon", where)


def _chosen(story: Story, moment: Moment) -> None:
    """A card and its targets are chosen one after the other, and told when all are."""
    if moment.code == "end":
        _turns(story, moment, marauded=False)
        return
    if moment.after.step in CHOOSING and moment.after.mode:
        return
    _declared(story, moment)
    if not _window_is_open(moment):
        _closed(story, moment, None, 0)


def _declared(story: Story, moment: Moment) -> None:
    """N6.1, N6.2."""
    before = moment.before
    name = before.title or moment.what
    mode = before.mode or ("support" if moment.verb == "support" else "text")
    staged = moment.staged()
    story.begin()
    if mode == "text":
        told = f"{moment.does('play')} {title(name)}"
        if moment.verb == "region":
            told += f" on {title(moment.what)}"
        elif moment.verb == "player":
            told += f" against {moment.whom(int(moment.what))}"
        elif staged:
            told += f" on {moment.sites(staged)}"
    elif mode == "support":
        told = f"{moment.does('use')} {title(name)} for Royal Support {moment.names.values[name]:+d}"
        if moment.verb == "player":
            told += f" against {moment.whom(int(moment.what))}"
    else:
        what = {"build": "build on", "struggle": "reduce", "repair": "repair"}[mode]
        told = f"{moment.does('use')} {title(name)} to {what} {moment.sites(staged)}"
    story.add(told)


def _window_is_open(moment: Moment) -> bool:
    """Whether somebody is to be asked about the card just played, or about the same one as before."""
    after = moment.after
    if after.step != "react" or moment.turns[0] != moment.turns[1]:
        return False
    if moment.verb == "card" and moment.step in ("react", "iron"):
        return after.window == "answer" and after.top == moment.seat
    if moment.step in CHOOSING:
        return after.window == "declared"
    before = moment.before
    return (after.window, after.top, after.fates) == (before.window, before.top, before.fates)


def _reacted(story: Story, moment: Moment) -> None:
    before = moment.before
    answer, fates = before.answer, before.fates
    if moment.verb == "card":
        if answer is None:
            answer = moment.what
        else:
            fates += 1
        if before.window == "tally":
            story.begin()
            story.add(f"{moment.does('play')} {title(moment.what)}")
        else:
            story.add(f"{moment.does('answer')} with {title(moment.what)}")
    if not _window_is_open(moment):
        _closed(story, moment, answer, fates)


def _iron(story: Story, moment: Moment) -> None:
    """N11.2."""
    if moment.verb != "card":
        if not _window_is_open(moment):
            _turns(story, moment, marauded=False)
        return
    story.begin()
    story.add(f"{moment.does('play')} Iron Grip: monopolies are worth more")
    if not _window_is_open(moment):
        _closed(story, moment, "iron_grip", 0)


def _closed(story: Story, moment: Moment, answer: str | None, fates: int) -> None:
    """The stack is resolved (N7.4): the answer, then the card in play."""
    before = moment.before
    stands = answer is not None and fates % 2 == 0
    marauded = stands and answer == "marauders"
    if answer is not None:
        reactor = before.answerer if before.answer else moment.seat
        if not stands:
            story.add(f"{title(answer)} is cancelled")
        elif fates:
            story.add(f"{title(answer)} stands")
        if stands:
            _answer(story, moment, answer, reactor)
    if before.window != "revolt" and answer != "revolt":
        # What was named in the sentence before need not be named again.
        named = answer is None and before.title not in STAGED_BY_ITSELF
        _effect(story, moment, set(moment.staged()) if named else set())
    _turns(story, moment, marauded=marauded, iron=stands and answer == "iron_grip")


def _answer(story: Story, moment: Moment, answer: str, reactor: int) -> None:
    """N7.5, N11.3: what an answer that stands does, but for cards drawn."""
    card = title(moment.before.title or moment.what)
    if answer == "fate":
        story.add(f"{card} has no effect")
    elif answer == "embargo":
        story.add("the Royal Support is lost")
    elif answer == "loyalty":
        story.add(f"{moment.whose(reactor)} colonies are spared")
    elif answer == "marauders":
        nothing = "nothing" if moment.game.data["rulings"]["marauders_scope"] == "all" else "nothing for monopolies"
        story.add(f"{moment.does('score', moment.actor)} {nothing}")


def _effect(story: Story, moment: Moment, named: set[str]) -> None:
    """What changed on the map, on the track, in VP (N6.4). Sites `named` just now are `it` or `they`."""
    before, after, names = moment.before, moment.after, moment.names
    old = {site: (q, up) for q, seat in enumerate(before.seats) for site, up in seat.colonies.items()}
    new = {site: (q, up) for q, seat in enumerate(after.seats) for site, up in seat.colonies.items()}
    changed = [site for site in names.sites if old.get(site) != new.get(site)]
    built = [site for site in changed if site not in old]
    gone = [site for site in changed if site not in new]
    taken = [site for site in changed if site in old and site in new and old[site][0] != new[site][0]]
    down = [site for site in changed if site in old and new.get(site) == (old[site][0], False)]
    up = [site for site in changed if site in old and new.get(site) == (old[site][0], True)]
    if built and set(built) != named:
        story.add(f"{moment.does('build', moment.actor)} on {moment.sites(built)}")
    for sites, one, more in (
        (down, "now Struggles", "now Struggle"),
        (gone, "leaves the map", "leave the map"),
        (up, "is Successful again", "are Successful again"),
    ):
        if sites:
            single = len(sites) == 1
            what = ("it" if single else "they") if set(sites) == named else moment.sites(sites)
            story.add(f"{what} {one if single else more}")
    if taken:
        what = ("it" if len(taken) == 1 else "them") if set(taken) == named else moment.sites(taken)
        story.add(f"{moment.does('replace', moment.actor)} {what}")
    harmed = [old[site][0] for site in (*down, *gone, *taken)]
    paid = harm_paid(moment.game.data, before, harmed)
    if paid:
        story.add(f"{moment.does('gain', moment.actor)} {paid} VP for it")
    _public(story, moment)


def _public(story: Story, moment: Moment) -> None:
    """Effects that are not on sites: tokens, Isolation, VP lost to Overconfident."""
    before, after = moment.before, moment.after
    for q, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if was.support != now.support:
            dealt = counted(moment.names.cards[now.support], "card")
            story.add(f"{moment.whose(q)} token moves from {was.support} to {now.support}: {dealt} a game turn")
        for region in now.isolated:
            if region not in was.isolated:
                story.add(f"{title(region)} is isolated until {moment.whose(q)} next turn")
    if before.mode != "text" or (before.target is None and moment.verb not in ("region", "player")):
        return
    if before.title == "explorer":  # N9.6
        region = moment.what if moment.verb == "region" else moment.names.regions[before.target or 0]
        story.add(f"the Isolation of {title(region)} ends")
    if before.title == "overconfident":  # N9.13
        target = int(moment.what) if moment.verb == "player" else before.target or 0
        seat = before.seats[target]
        story.add(f"{moment.does('lose', target)} {min(len(seat.colonies), seat.vp)} VP")


def _reduced(story: Story, moment: Moment) -> None:
    """N10.2."""
    if moment.code == "stop":
        story.add(f"{moment.does('reduce')} no more")
    elif any(moment.what in seat.colonies for seat in moment.after.seats):
        story.add(f"{moment.does('make')} {moment.site(moment.what)} Struggle", "plague")
    else:
        story.add(f"{moment.does('take')} {moment.site(moment.what)} off the map", "plague")
    _plague_over(story, moment)


def _pledged(story: Story, moment: Moment) -> None:
    """N10.3."""
    amount = int(moment.what)
    if amount:
        story.add(f"{moment.does('pledge')} {amount} VP", "pledge")
    if moment.before.paid + amount == moment.names.pledges:
        story.add(f"{moment.names.pledges} VP are paid")
    _plague_over(story, moment)


def _plague_over(story: Story, moment: Moment) -> None:
    after = moment.after
    if after.step not in ("plague", "pledge") or after.actor != moment.actor:
        story.add("the plague is over")


def _turns(story: Story, moment: Moment, *, marauded: bool, iron: bool = False) -> None:
    """Player turns that end in this step, and the one that begins: tally, losses, Isolation that comes back."""
    then, now = moment.turns
    seats = moment.names.players
    first = moment.after.first if moment.step == "first" else moment.before.first
    over = moment.after.step == "over"
    for turn in range(then, now):
        if turn % (seats + 1):
            q = (first + turn % (seats + 1) - 1) % seats
            _tally(story, moment, q, iron=iron or moment.before.iron, marauded=marauded)
            marauded = iron = False
        following = (turn + 1) % (seats + 1)
        if following:
            _turn_begins(story, moment, (first + following - 1) % seats)
    if over:
        story.begin()
        story.add("the game is over")
        for q in range(seats):
            _struggling(story, moment, q)


def _tally(story: Story, moment: Moment, q: int, *, iron: bool, marauded: bool) -> None:
    """N11.4."""
    table = moment.after
    gained = score(moment.names, moment.game.data, table.seats[q], iron=iron and q == moment.actor, marauded=marauded)
    parts = [
        f"{gained.colonies} Successful {'colony' if gained.colonies == 1 else 'colonies'}" if gained.colonies else "",
        counted(gained.monopolies, "monopoly").replace("monopolys", "monopolies") if gained.monopolies else "",
    ]
    why = f" for {listed(part for part in parts if part)}" if gained.vp else ""
    has = "" if table.step == "over" else f" and {'have' if q == moment.player else 'has'} {table.seats[q].vp}"
    story.begin()
    story.add(f"{moment.does('score', q)} {gained.vp or 'no'} VP{why}{has}")


def _turn_begins(story: Story, moment: Moment, q: int) -> None:
    """N5.1, N5.2."""
    story.begin()
    story.add(f"{'your' if q == moment.player else f'seat {q}' + chr(39) + 's'} turn begins")
    for region in moment.before.seats[q].isolated:
        story.add(f"the Isolation of {title(region)} ends")
    _struggling(story, moment, q)


def _struggling(story: Story, moment: Moment, q: int) -> None:
    """VP lost for Struggling colonies."""
    seat = moment.after.seats[q]
    down = sum(not up for up in seat.colonies.values())
    if down and (seat.vp or moment.before.seats[q].vp):
        colonies = f"{down} Struggling {'colony' if down == 1 else 'colonies'}"
        left = "nothing" if not seat.vp else f"{seat.vp} VP"
        story.add(f"{moment.does('lose', q)} VP for {colonies}: {left} left")


CAN_CLOSE = ("react", "iron", *CHOOSING)
"""Steps of which the function below tells the turns that end, too."""

TELL = {
    "first": _first,
    "discard": _discarded,
    "abandon": _abandoned,
    "play": _chosen,
    "card": _chosen,
    "site": _chosen,
    "player": _chosen,
    "region": _chosen,
    "react": _reacted,
    "iron": _iron,
    "plague": _reduced,
    "pledge": _pledged,
}
