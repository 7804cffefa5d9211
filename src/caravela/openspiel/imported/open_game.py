"""Games without secrets, but for choices at simultaneous nodes."""

from __future__ import annotations

from collections.abc import Sequence

import pyspiel

from caravela.cext.core import Rng
from caravela.openspiel.imported.game import ImportedGame, hash_moves, pack, unpack
from caravela.openspiel.imported.position import Position
from caravela.openspiel.imported.secret_turns import SecretTurns


class OpenGame(ImportedGame[Position]):
    """A game of perfect information, or one whose only secrets are open choices. A view is a state without those.

    Codes: an action's own number; a chance outcome's comes after them.
    """

    def __init__(self, name: str, game: pyspiel.Game) -> None:
        super().__init__(name, game)
        self.codes_max = self.players if self.simultaneous else 1
        kind = game.get_type()
        if kind.provides_observation_tensor:
            self.observation_size = game.observation_tensor_size()
        elif kind.provides_information_state_tensor:
            self.observation_size = game.information_state_tensor_size()

    def copy(self, s: Position) -> Position:
        """A clone."""
        return Position(s.state.clone())

    def observe(self, before: Position, a: int, after: Position, p: int) -> Sequence[int]:
        """The move; of choices at a simultaneous node only the seat's own, and all when they are uncovered."""
        state = before.state
        player = state.current_player()
        if isinstance(state, SecretTurns) and state.is_simultaneous():
            if player < 0:
                return [choice for choice in state.choices if choice is not None]
            return (a,) if player == p else ()
        return (a if player >= 0 else self.action_count + a,)

    def redact(self, s: Position, p: int) -> Position:
        """The state itself, without the others' open choices."""
        if isinstance(s.state, SecretTurns) and s.state.is_simultaneous():
            return Position(s.state.seen_by(p))
        return s

    def determinize(self, view: Position, p: int, rng: Rng) -> tuple[Position, bool]:
        """A copy: the others have yet to choose."""
        return self.copy(view), False

    def key(self, s: Position, p: int) -> int:
        """A hash of the moves that the seat knows."""
        state = s.state
        if not isinstance(state, SecretTurns):
            return hash_moves(state.history())
        if p >= 0 and state.is_simultaneous():
            state = state.seen_by(p)
        return hash_moves([state.first, *(number for move in state.moves() for number in move)])

    def pack(self, s: Position) -> bytes:
        """The moves."""
        return self.pack_position(s)

    def unpack(self, data: bytes) -> Position:
        """The state after these moves. ValueError for bytes that `pack` does not make."""
        kind, *fields = unpack(data)
        if kind != "state":
            raise ValueError(f"{kind!r} is no kind of state")
        made = self.unpack_position(fields)
        if pack([kind, *fields]) != self.pack(made):
            raise ValueError("the moves are not written as they should be")
        return made

    def validate(self, s: Position, p: int) -> int:
        """0: the moves were legal."""
        return 0

    def observation(self, s: Position, p: int) -> Sequence[float]:
        """OpenSpiel's tensor."""
        state = s.state.inner if isinstance(s.state, SecretTurns) else s.state
        if self.game.get_type().provides_observation_tensor:
            return state.observation_tensor(p)  # type: ignore[no-any-return]
        return state.information_state_tensor(p)  # type: ignore[no-any-return]
