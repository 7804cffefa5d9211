"""What a game of a tournament leaves behind: plain data that statistics are made of."""

from dataclasses import dataclass

from caravela.record import Fault

__all__ = ["GameResult", "SeatResult"]


@dataclass(frozen=True)
class SeatResult:
    """What one seat did in one game."""

    bot: str
    win: float
    """Its part of the win: 1 alone, 1/w if w seats share it, else 0."""
    place: int
    """1 is best, ties share. A seat that forfeited is alone in the last place."""
    score: float
    """The game's own points."""
    returns: float
    """The game's utility; the least possible one for a seat that forfeited."""
    moves: int
    seconds: float
    """Spent on all moves."""
    iterations: int
    search_seconds: float
    """Spent on those moves that were searched."""
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class GameResult:
    """One game of a tournament."""

    deal: int
    """Number of the deal in the whole plan."""
    seats: tuple[SeatResult, ...]
    """In seating order."""
    deal_seed: int = 0
    """Fixes every chance outcome, together with the key of each chance event."""
    game: str = ""
    """The spec of the game, such as "veracruz(players=3)"."""
    actions: tuple[int, ...] = ()
    """Every action and chance outcome in order; empty if they were not kept."""
    state_hash: str = ""
    """Of the last state, 16 hexadecimal digits; empty if the actions were not kept."""
    trace: bytes = b""
    """The last two bytes of the state hash after each step, low byte first; empty if the actions were not kept."""

    @property
    def decided(self) -> bool:
        """Whether anybody won."""
        return any(seat.win for seat in self.seats)
