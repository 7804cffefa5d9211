"""One game of a tournament: who failed, what that costs, and what the game leaves behind."""

import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from caravela.arena.printing import listening
from caravela.arena.results import GameResult, SeatResult
from caravela.arena.schedule import Seating
from caravela.bots import make
from caravela.bots.player import Player
from caravela.bots.seeding import derive
from caravela.cext.core import CHANCE_PLAYER, Game, Rng, View
from caravela.record import Fault
from caravela.runner import Match

__all__ = ["PENALTIES", "BotFailure", "Job", "Past", "Rules", "Watch", "play_game"]

PENALTIES = ("forfeit", "random")
"""What a fault costs. "forfeit": the seat is out, and alone in the last place. "random": a random move is played."""

NOBODY = -2
"""Stands in the list of movers where nobody was asked: a random move for a seat that is out."""

# Above the streams of the players (2**63 + seat), which are above those of the cards.
_STAND_IN = 2**63 + 2**32
_SHOWN = 60


@dataclass(frozen=True)
class Rules:
    """What holds in all games of a tournament."""

    time_limit: float | None = None
    penalty: str = "forfeit"
    keep: bool = True
    """Whether actions are kept."""

    def __post_init__(self) -> None:
        if self.penalty not in PENALTIES:
            raise ValueError(f"the penalty is one of {', '.join(PENALTIES)}, not {self.penalty!r}")


@dataclass(frozen=True)
class Past:
    """What had happened in a game when a bot took its process with it."""

    actions: tuple[int, ...]
    players: tuple[int, ...]
    seconds: tuple[float, ...]
    iterations: tuple[int, ...]
    faults: tuple[Fault, ...]
    """In order; those that ended the process included."""
    out: tuple[int, ...]
    """Seats that are not asked any more, in the order in which they failed."""


@dataclass(frozen=True)
class Job:
    """A game to play."""

    number: int
    """In the plan."""
    deal: int
    seating: Seating
    past: Past | None = None


class Watch(Protocol):
    """Follows a game from within, for whoever has to explain how its process ended."""

    def enter(self, seat: int) -> None:
        """Code of a bot is about to run."""

    def leave(self) -> None:
        """It has come back."""

    def step(self, action: int, player: int, seconds: float, iterations: int) -> None:
        """A step was made."""


class BotFailure(Exception):  # noqa: N818 - the failure of a bot, not of this program
    """A bot failed in a way that its process cannot be trusted after."""

    def __init__(self, seat: int, kind: str, detail: str) -> None:
        super().__init__(seat, kind, detail)
        self.seat, self.kind, self.detail = seat, kind, detail


class _Unmade:
    """Sits where a bot could not be made."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, view: View) -> int:
        raise self.error


class ArenaMatch(Match):
    """A game between bots that nobody trusts."""

    HELD: tuple[type[BaseException], ...] = (Exception, SystemExit)

    def __init__(
        self,
        game: Game,
        seating: Seating,
        rules: Rules,
        watch: Watch | None = None,
        report: Callable[[Fault], None] | None = None,
    ) -> None:
        """`report` is told of every fault at once."""
        super().__init__(game, {}, seating.deal_seed, seating.seed, rules.time_limit)
        self.out: list[int] = []
        """Seats that are not asked any more, in the order in which they failed."""
        self.trace = array("H")
        """The last two bytes of the state hash after each step."""
        self._bots = seating.bots
        self._rules = rules
        self._watch = watch
        self._report = report
        self._asked = -1
        self._noise = ""
        if watch is not None:  # alone in its process, where an interrupt can only come from a bot
            self.HELD = (BaseException,)

    def play(self, past: Past | None = None) -> None:
        """From the first shuffle, or from what was played already, to the end."""
        with listening(self):
            if past is not None:
                self.faults += past.faults
                self.out += past.out
            self.seat({seat: self._make(seat, spec) for seat, spec in enumerate(self._bots)})
            self.begin()
            if past is not None:
                for step in zip(past.actions, past.players, past.seconds, past.iterations, strict=True):
                    self.note(*step[1:])
                    self.take(step[0])
            state = self.state
            while not state.is_terminal():
                mover = state.current_player()
                self.take(self.draw() if mover == CHANCE_PLAYER else self.ask(mover))
            self.end()

    def ask(self, seat: int) -> int:
        """The action of a seat; a random one if it is out."""
        if seat in self.out:
            self.note(NOBODY, 0.0, 0)
            return self.stand_in(seat, self.state.legal_actions())
        return super().ask(seat)

    def take(self, action: int) -> None:
        """Makes a step, and keeps what proves it."""
        if self._watch is not None:
            self._watch.step(action, self.players[-1], self.seconds[-1], self.iterations[-1])
        super().take(action)
        if self._rules.keep:
            self.trace.append(self.state.state_hash() & 0xFFFF)

    def heard(self, text: str) -> None:
        """A bot printed."""
        if len(self._noise) <= _SHOWN:
            self._noise += text

    def enter(self, seat: int) -> None:
        """A bot is about to be called."""
        self._asked = seat
        self._noise = ""
        if self._watch is not None:
            self._watch.enter(seat)

    def leave(self) -> None:
        """The bot has come back, or failed."""
        if self._watch is not None:
            self._watch.leave()
        if self._noise:
            self.fault(self._asked, "printed", f"printed {self._noise[:_SHOWN]!r}")

    def accepts(self, seat: int) -> bool:
        """Whether it kept silent."""
        return not self._noise

    def stand_in(self, seat: int, legal: Sequence[int]) -> int:
        """A random move, the same one wherever the game is played."""
        own = derive(self._bots_seed, _STAND_IN + seat)
        return legal[Rng(own, len(self.players)).bounded(len(legal))]

    def raised(self, kind: str, error: BaseException) -> tuple[str, str]:
        """The fault. BotFailure if no memory is left in a process that can be replaced."""
        said, detail = super().raised(kind, error)
        if not isinstance(error, MemoryError):
            return said, detail
        if self._watch is not None:
            raise BotFailure(self._asked, "memory", detail)
        return "memory", detail

    def call_hook(self, name: str, seat: int, hook: Callable[..., object], *arguments: object) -> None:
        """Calls a hook of a bot that is not out."""
        if seat not in self.out:
            super().call_hook(name, seat, hook, *arguments)

    def fault(self, seat: int, kind: str, detail: str) -> None:
        """Keeps what a bot did wrong. Once the game is over nothing is taken back."""
        super().fault(seat, kind, detail)
        if self._report is not None:
            self._report(self.faults[-1])
        if self._rules.penalty == "forfeit" and seat not in self.out and not self.state.is_terminal():
            self.out.append(seat)

    def _make(self, seat: int, spec: str) -> Player:
        self.enter(seat)
        try:
            return make(spec)
        except self.HELD as error:
            self.fault(seat, *self.raised("made", error))
            return _Unmade(error)
        finally:
            self.leave()


def play_game(
    game: Game,
    job: Job,
    rules: Rules,
    watch: Watch | None = None,
    report: Callable[[Fault], None] | None = None,
) -> GameResult:
    """Plays a game with fresh bots. What it leaves behind depends on its arguments and on the bots alone.

    BotFailure, only with `watch`, if a bot has left no memory for anything else.
    """
    match = ArenaMatch(game, job.seating, rules, watch, report)
    match.play(job.past)
    state = match.state
    return GameResult(
        deal=job.deal,
        seats=_seats(match, job.seating.bots, rules),
        deal_seed=job.seating.deal_seed,
        game=game.spec,
        actions=tuple(state.history()) if rules.keep else (),
        state_hash=f"{state.state_hash():016x}" if rules.keep else "",
        trace=little_endian(match.trace),
    )


def little_endian(numbers: "array[int]") -> bytes:
    """The numbers as bytes, low byte first on every machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def places(ranks: Sequence[int], out: Sequence[int]) -> list[int]:
    """Places where the seats in `out` forfeited, in that order: the first is last, alone, the next before it.

    The others keep the order that the game gave them. Where nobody won, nobody does now, unless one seat is left. Where
    all forfeited, all are last.
    """
    if len(out) == len(ranks):
        return [len(ranks)] * len(ranks)
    left = [seat for seat in range(len(ranks)) if seat not in out]
    table = [len(ranks) - out.index(seat) if seat in out else 0 for seat in range(len(ranks))]
    for seat in left:
        ahead = sum(ranks[other] < ranks[seat] for other in out)
        table[seat] = min(ranks[seat] - ahead, len(left))
    return table


def _seats(match: ArenaMatch, bots: Sequence[str], rules: Rules) -> tuple[SeatResult, ...]:
    """What each seat did and got."""
    state = match.state
    out = match.out if rules.penalty == "forfeit" else []
    order = places(state.ranks(), out) if out else state.ranks()
    returns = [state.game.min_utility() if seat in out else value for seat, value in enumerate(state.returns())]
    winners = order.count(1)
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    iterations, searching = [0] * len(bots), [0.0] * len(bots)
    for player, spent, effort in zip(match.players, match.seconds, match.iterations, strict=True):
        if player >= 0:
            moves[player] += 1
            seconds[player] += spent
            if effort:
                iterations[player] += effort
                searching[player] += spent
    faults: list[list[Fault]] = [[] for _ in bots]
    for fault in match.faults:
        faults[fault.seat].append(fault)
    return tuple(
        SeatResult(
            bot=bot,
            win=1 / winners if order[seat] == 1 else 0.0,
            place=order[seat],
            score=score,
            returns=returns[seat],
            moves=moves[seat],
            seconds=seconds[seat],
            iterations=iterations[seat],
            search_seconds=searching[seat],
            faults=tuple(faults[seat]),
        )
        for seat, (bot, score) in enumerate(zip(bots, state.scores(), strict=True))
    )
