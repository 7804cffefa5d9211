"""Runs a game step by step and holds off whatever its players do wrong."""

import contextlib
import operator
import time
from collections.abc import Callable, Mapping

import numpy as np

from caravela.bots.player import Begins, Ends, Observes, Player
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
        self._table = dict(table)
        self._limit = seconds_limit
        self._observers = [(seat, player) for seat, player in table.items() if isinstance(player, Observes)]
        self._seen = dict.fromkeys(table, 0)

    def begin(self) -> None:
        """Tells the players that the game begins."""
        for seat, player in self._table.items():
            if isinstance(player, Begins):
                seed = player_seed(self._bots_seed, seat)
                self._call_hook("begin", seat, player.begin, self.state.game, seat, seed)

    def end(self) -> None:
        """Tells the players how the game ended."""
        for seat, player in self._table.items():
            if isinstance(player, Ends):
                self._call_hook("end", seat, player.end, self.state.returns())

    def draw(self) -> int:
        """The outcome of the chance event at hand."""
        self._note(CHANCE_PLAYER, 0.0, 0)
        return self.state.sample_chance(Rng(self._seed, self.state.chance_key()))

    def ask(self, seat: int) -> int:
        """The action of a seat: its player's, or the first legal one if it fails."""
        player = self._table[seat]
        legal = self.state.legal_actions()
        view = self.state.view(seat)
        begun = time.perf_counter()
        try:
            answer = player.choose(view)
            seconds = time.perf_counter() - begun
            action = whole_number(answer)
        except Exception as error:  # noqa: BLE001 - whatever a player raises is its own fault
            self._note(seat, time.perf_counter() - begun, 0)
            self._fault(seat, "raised", _exception_text(error))
            return legal[0]
        self._note(seat, seconds, _iterations(player))
        if action not in legal:
            self._fault(seat, "illegal", f"answered {_short(answer)}")
        elif self._limit is not None and seconds > self._limit:
            self._fault(seat, "overtime", f"took {seconds:.3f} s of {self._limit:g} s")
        else:
            return action
        return legal[0]

    def take(self, action: int) -> None:
        """Makes a step and tells those who follow the game what they learned of it."""
        self.state.apply_action(action)
        for seat, player in self._observers:
            codes = self.state.log(seat)[self._seen[seat] :]
            if codes:
                self._seen[seat] += len(codes)
                self._call_hook("observe", seat, player.observe, codes)

    def _call_hook(self, name: str, seat: int, hook: Callable[..., object], *arguments: object) -> None:
        """Calls a hook; what it raises becomes a fault."""
        try:
            hook(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever a player raises is its own fault
            self._fault(seat, name, _exception_text(error))

    def _note(self, player: int, seconds: float, iterations: int) -> None:
        self.players.append(player)
        self.seconds.append(seconds)
        self.iterations.append(iterations)

    def _fault(self, seat: int, kind: str, detail: str) -> None:
        self.faults.append(Fault(len(self.state.history()), seat, kind, detail[:_DETAIL_LENGTH]))


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
    with contextlib.suppress(Exception):  # a property may do anything
        return max(whole_number(getattr(player, "last_iterations", 0)) or 0, 0)
    return 0


def _exception_text(error: Exception) -> str:
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
