"""Games written in Python: rules over states that are any Python objects.

A `PythonGame` says the rules; `python_engine` makes an engine of it that everything else takes like a native one. What
the methods must do is said here in short and in docs/abi.md at length; docs/python-games.md goes through a whole game.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from caravela.cext.core import Rng

S = TypeVar("S")
"""The type of a game's states."""


class PythonGame(ABC, Generic[S]):
    """The rules of one game, opened with its options. Its methods may be called from several threads in turn.

    States are objects of the game's own; nothing else changes them. Answers are checked: one of the wrong type, out of
    its bounds or out of order raises RuntimeError with the method and the value. An exception in a method comes out of
    whatever the user called, a search in threads too.
    """

    players: int
    """Seats, 1 to 8; they count from 0."""
    action_count: int
    """Actions are 0 .. action_count - 1."""
    legal_max: int
    """Most legal actions at one decision."""
    chance_max: int
    """Chance outcomes are 0 .. chance_max - 1."""
    decisions_max: int
    """Most decisions in a game."""
    steps_max: int
    """Most steps in a game, chance included."""
    codes_max: int
    """Most codes that one step shows to one seat."""
    min_utility: float
    max_utility: float
    """Bounds of `returns`; tight ones, for searches scale by them."""
    zero_sum: bool
    """Whether the returns always add up to zero."""
    score_scale: float | None = None
    """A margin of points that nearly decides a game; None: the range of the utilities."""
    observation_size: int = 0
    """Floats given by `observation`; 0 without it."""

    @abstractmethod
    def init(self) -> S:
        """A new state, before the first chance event."""

    @abstractmethod
    def copy(self, s: S) -> S:
        """A new state equal to `s`, which shares nothing that `apply` changes."""

    @abstractmethod
    def current_player(self, s: S) -> int:
        """The seat to act, -1 (CHANCE_PLAYER) or -4 (TERMINAL_PLAYER)."""

    @abstractmethod
    def legal_actions(self, s: S) -> Sequence[int]:
        """The legal actions at a decision, ascending, at least one; the same on the view of the seat to act."""

    @abstractmethod
    def chance_outcomes(self, s: S) -> Sequence[tuple[int, float]]:
        """Every outcome with its probability, ascending; they sum to 1."""

    def sample_chance(self, s: S, rng: Rng) -> int:
        """Draws one outcome with those probabilities; all randomness comes from `rng`."""
        left = rng.random()
        possible = -1
        for outcome, p in self.chance_outcomes(s):
            if p > 0.0:
                possible = outcome
                left -= p
                if left < 0.0:
                    break
        return possible

    @abstractmethod
    def chance_key(self, s: S) -> int:
        """Which deck or coin is drawn from, times 2**32, plus the ordinal of this draw on it; never twice in a game."""

    @abstractmethod
    def apply(self, s: S, a: int) -> None:
        """Plays a legal action, or an outcome at a chance state, in place. Deterministic."""

    @abstractmethod
    def observe(self, before: S, a: int, after: S, p: int) -> Sequence[int]:
        """Everything that seat p learns from the step, as codes from 0 to 2**31 - 1; none: it notices nothing."""

    @abstractmethod
    def redact(self, s: S, p: int) -> S:
        """A state that holds only what seat p knows: `s`, a copy made for this, blanked in place, or a new state.

        Redacting twice changes no more.
        """

    @abstractmethod
    def determinize(self, view: S, p: int, rng: Rng) -> tuple[S, bool]:
        """A new state: a random world consistent with seat p's redacted state. True if the exact law was given up."""

    @abstractmethod
    def returns(self, s: S) -> Sequence[float]:
        """One utility a seat, at the end."""

    def scores(self, s: S) -> Sequence[float]:
        """The game's own points by seat, at the end; the returns if it has none."""
        return self.returns(s)

    def ranks(self, s: S) -> Sequence[int]:
        """Places by seat at the end, by default by points: 1 is best, ties share; if nobody wins, all have the last."""
        scores = self.scores(s)
        return [1 + sum(other > mine for other in scores) for mine in scores]

    def key(self, s: S, p: int) -> int:
        """64 bits (more are cut off) of what seat p knows, or of the whole state for p = -1.

        A true state, a world and a view of it that seat p cannot tell apart have one key: the search calls this at
        every node, so make it quick. Take it from numbers: Python's hash of text differs from process to process.
        """
        from caravela.cext.python_engine import hash64

        return hash64(self.pack(s if p < 0 else self.redact(self.copy(s), p)))

    @abstractmethod
    def pack(self, s: S) -> bytes:
        """The state as bytes. Equal states have equal bytes."""

    @abstractmethod
    def unpack(self, data: bytes) -> S:
        """The state of these bytes, which nobody vouches for. ValueError for bytes that `pack` does not make."""

    @abstractmethod
    def validate(self, s: S, p: int) -> int:
        """0 if an unpacked state can be a true one (p = -1) or seat p's view; else a number for what is wrong."""

    def turn(self, s: S) -> int:
        """Ordinal of the current turn of any state, public, never falling. Asked only if overridden."""
        raise NotImplementedError(f"{type(self).__name__} does not count turns")

    def observation(self, s: S, p: int) -> Sequence[float]:
        """Seat p's view as `observation_size` floats. Optional: needed exactly where that is above 0."""
        raise NotImplementedError(f"{type(self).__name__} gives no views as numbers")
