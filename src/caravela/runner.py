"""Runs a game step by step and holds off whatever its players do wrong."""

import contextlib
import operator
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from caravela.bots.player import Player
from caravela.bots.seeding import derive
from caravela.cext.core import CHANCE_PLAYER, Game, Rng, State
from caravela.record import Fault

__all__ = ["Match", "player_seed", "whole_number"]

# Above every key of a chance event (deck << 32 | ordinal), so that no player's stream is a card's.
_PLAYER_STREAM = 2**63
_DETAIL_LENGTH = 200


def player_seed(seed: int, seat: int) -> int:
    """The seed that `play` gives to the player in `seat` in the game of that seed."""
    return derive(seed, _PLAYER_STREAM + seat)


class Match:
    """A game being played: the true state, and what its players did.

    Not every seat needs a player: whoever runs the game may decide for the others.
    """

    HELD: tuple[type[BaseException], ...] = (Exception,)
    """What players may raise without ending the game."""

    def __init__(
        self,
        game: Game,
        table: Mapping[int, Player],
        seed: int,
        bots_seed: int,
        seconds_limit: float | None = None,
    ) -> None:
        """`table`: the players by seat. The deal depends on `seed`, what the players draw on `bots_seed`."""
        self.state: State = game.new_initial_state()
        self.faults: list[Fault] = []
        self.players: list[int] = []
        """Who was asked for each step by `draw` and `ask`: a seat, or -1 for chance."""
        self.seconds: list[float] = []
        """Time of each of those steps."""
        self.iterations: list[int] = []
        """Search iterations behind each of those steps."""
        self._seed = seed
        self._bots_seed = bots_seed
        self._limit = seconds_limit
        self.seat(table)

    def seat(self, table: Mapping[int, Player]) -> None:
        """Seats players, in place of those there were."""
        self._table = dict(table)
        # Looked up, not matched with the protocols: that would take longer than a short game.
        self._observers = [(seat, hook) for seat, player in table.items() if (hook := _hook(player, "observe"))]
        self._seen = dict.fromkeys(table, 0)

    def begin(self) -> None:
        """Tells the players that the game begins."""
        for seat, player in self._table.items():
            if hook := _hook(player, "begin"):
                self.call_hook("begin", seat, hook, self.state.game, seat, player_seed(self._bots_seed, seat))

    def end(self) -> None:
        """Tells the players how the game ended."""
        for seat, player in self._table.items():
            if hook := _hook(player, "end"):
                self.call_hook("end", seat, hook, self.state.returns())

    def draw(self) -> int:
        """The outcome of the chance event at hand."""
        self.note(CHANCE_PLAYER, 0.0, 0)
        return self.state.sample_chance(Rng(self._seed, self.state.chance_key()))

    def ask(self, seat: int) -> int:
        """The action of a seat: its player's, or `stand_in` if it fails."""
        player = self._table[seat]
        legal = self.state.legal_actions()
        view = self.state.view(seat)
        self.enter(seat)
        begun = time.perf_counter()
        try:
            answer = player.choose(view)
            seconds = time.perf_counter() - begun
            action = whole_number(answer)
        except self.HELD as error:
            self.note(seat, time.perf_counter() - begun, 0)
            self.fault(seat, *self.raised("raised", error))
            return self.stand_in(seat, legal)
        finally:
            self.leave()
        self.note(seat, seconds, _iterations(player))
        if action not in legal:
            self.fault(seat, "illegal", f"answered {_short(answer)}")
        elif self._limit is not None and seconds > self._limit:
            self.fault(seat, "overtime", f"took {seconds:.3f} s of {self._limit:g} s")
        elif self.accepts(seat):
            return action
        return self.stand_in(seat, legal)

    def take(self, action: int) -> None:
        """Makes a step and tells those who follow the game what they learned of it."""
        self.state.apply_action(action)
        for seat, hook in self._observers:
            codes = self.state.log(seat)[self._seen[seat] :]
            if codes:
                self._seen[seat] += len(codes)
                self.call_hook("observe", seat, hook, codes)

    def enter(self, seat: int) -> None:
        """Called before anything of a player is."""

    def leave(self) -> None:
        """Called afterwards, whatever happened."""

    def accepts(self, seat: int) -> bool:
        """Whether nothing else stands against a legal answer in time."""
        return True

    def stand_in(self, seat: int, legal: Sequence[int]) -> int:
        """What is played for a player that failed."""
        return legal[0]

    def raised(self, kind: str, error: BaseException) -> tuple[str, str]:
        """The fault, kind and detail, of a player that raised `error`."""
        return kind, _exception_text(error)

    def call_hook(self, name: str, seat: int, hook: Callable[..., object], *arguments: object) -> None:
        """Calls a hook; what it raises becomes a fault."""
        self.enter(seat)
        try:
            hook(*arguments)
        except self.HELD as error:
            self.fault(seat, *self.raised(name, error))
        finally:
            self.leave()

    def note(self, player: int, seconds: float, iterations: int) -> None:
        """Keeps who makes the next step and what it cost."""
        self.players.append(player)
        self.seconds.append(seconds)
        self.iterations.append(iterations)

    def fault(self, seat: int, kind: str, detail: str) -> None:
        """Keeps what a player did wrong."""
        self.faults.append(Fault(len(self.state.history()), seat, kind, detail[:_DETAIL_LENGTH]))


def _hook(player: Player, name: str) -> Callable[..., object] | None:
    """The optional method of that name, if the player has it."""
    with contextlib.suppress(Exception):  # a property may do anything
        hook = getattr(player, name, None)
        return hook if callable(hook) else None
    return None


def whole_number(answer: object) -> int | None:
    """A whole number as int; None for anything else. True is not the number 1."""
    if type(answer) is int:  # nearly always: no need to look further
        return answer
    if isinstance(answer, (bool, np.bool_)):
        return None
    with contextlib.suppress(TypeError):
        return operator.index(answer)  # type: ignore[arg-type]  # the question is whether it has an index
    return None


def _iterations(player: Player) -> int:
    """The search iterations that a player says were behind its last choice."""
    try:
        return max(whole_number(getattr(player, "last_iterations", 0)) or 0, 0)
    except Exception:  # noqa: BLE001 - a property may do anything
        return 0


def _exception_text(error: BaseException) -> str:
    """One line, even if the exception cannot be printed."""
    kind = type(error).__name__
    with contextlib.suppress(Exception):
        return " ".join(f"{kind}: {error}".split())
    return kind


def _short(answer: object) -> str:
    """The answer on one line, even if it cannot be printed."""
    with contextlib.suppress(Exception):
        return " ".join(repr(answer).split())
    return f"a {type(answer).__name__}"
