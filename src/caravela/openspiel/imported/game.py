"""What all imported games have in common."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import pyspiel

from caravela.cext.core import CHANCE_PLAYER, Rng
from caravela.cext.python_engine import hash64
from caravela.cext.python_game import PythonGame
from caravela.openspiel.imported.position import Position
from caravela.openspiel.imported.secret_turns import SecretTurns

LIMIT = 1 << 24
"""Most of anything that the C interface counts."""

MOST_LEGAL = 60_000
"""Most legal actions at once that the search takes. No game of OpenSpiel says how many there are; none has more."""

UNCOVERING = 1 << 32
"""In chance keys: the deck from which open choices are uncovered."""

S = TypeVar("S")


class ImportedGame(PythonGame[S]):
    """A game of OpenSpiel. States that are no views are `Position`s."""

    def __init__(self, name: str, game: pyspiel.Game) -> None:
        self.name = name
        self.game = game
        kind = game.get_type()
        self.simultaneous = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self.players = game.num_players()
        self.action_count = game.num_distinct_actions()
        self.legal_max = min(self.action_count, MOST_LEGAL)
        self.chance_max = max(game.max_chance_outcomes(), int(self.simultaneous))
        self.decisions_max, self.steps_max = self._lengths()
        self.min_utility = game.min_utility()
        self.max_utility = game.max_utility()
        self.zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        if self.min_utility == self.max_utility:
            self.score_scale = 1.0

    def _lengths(self) -> tuple[int, int]:
        """Most decisions and most steps in a game."""
        moves = self.game.max_game_length()
        chance = self.game.max_chance_nodes_in_history()
        decisions = moves * (self.players if self.simultaneous else 1)
        uncoverings = moves if self.simultaneous else 0
        decisions = min(max(decisions, 1), LIMIT)
        return decisions, min(decisions + uncoverings + max(chance, 0), LIMIT)

    # Playing

    def init(self) -> Any:
        """The state before the first move."""
        state = self.game.new_initial_state()
        return Position(SecretTurns(state, (None,) * self.players) if self.simultaneous else state)

    def current_player(self, s: Any) -> int:
        """As OpenSpiel says it."""
        return s.state.current_player()  # type: ignore[no-any-return]

    def legal_actions(self, s: Any) -> Sequence[int]:
        """As OpenSpiel lists them."""
        return s.state.legal_actions()  # type: ignore[no-any-return]

    def chance_outcomes(self, s: Any) -> Sequence[tuple[int, float]]:
        """As OpenSpiel lists them, sorted."""
        return sorted(s.state.chance_outcomes())

    def sample_chance(self, s: Any, rng: Rng) -> int:
        """Draws an outcome."""
        return draw(s.state.chance_outcomes(), rng)

    def chance_key(self, s: Any) -> int:
        """How many chance events there were before; those that uncover choices are counted apart."""
        uncovering = self.simultaneous and s.state.is_simultaneous()
        if not self.simultaneous:
            return sum(player == CHANCE_PLAYER for player, _ in self.moves(s))
        at = self.init()
        count = 0
        for player, action in self.moves(s):
            count += player == CHANCE_PLAYER and at.state.is_simultaneous() == uncovering
            at.state.apply_action(action)
        return UNCOVERING + count if uncovering else count

    def apply(self, s: Any, a: int) -> None:
        """Makes a move."""
        s.state.apply_action(a)
        s.sights = s.logs = None

    def returns(self, s: Any) -> Sequence[float]:
        """OpenSpiel's utilities."""
        return s.state.returns()  # type: ignore[no-any-return]

    # The past

    def moves(self, s: Position) -> list[tuple[int, int]]:
        """(who, what) of all moves so far."""
        if isinstance(s.state, SecretTurns):
            return s.state.moves()
        return [(move.player, move.action) for move in s.state.full_history()]

    def replay(self, moves: Iterable[tuple[int, int]]) -> Position:
        """The state after these moves. ValueError names the first that is illegal."""
        at: Position = self.init()
        for number, (player, action) in enumerate(moves):
            if not self.may(at, player, action):
                raise ValueError(f"move {number} cannot be: {action} of {player}")
            self.move(at, player, action)
        return at

    def may(self, s: Position, player: int, action: int) -> bool:
        """Whether this player can make this move now; in simultaneous nodes in any order."""
        state = s.state
        if isinstance(state, SecretTurns) and player >= 0 and state.is_simultaneous():
            return player < self.players and state.is_choosing(player) and action in state.legal_actions(player)
        if player != state.current_player():
            return False
        if player == CHANCE_PLAYER:
            return any(outcome == action and p > 0.0 for outcome, p in state.chance_outcomes())
        return action in state.legal_actions()

    def move(self, s: Position, player: int, action: int) -> None:
        """Makes a move that may be made, by this player."""
        if isinstance(s.state, SecretTurns) and player >= 0 and s.state.is_simultaneous():
            s.state.choose(player, action)
        else:
            s.state.apply_action(action)
        s.sights = s.logs = None

    # Bytes

    def pack_position(self, s: Position) -> bytes:
        """The moves that led here, and who is to choose first if that is somebody else than usual."""
        first = s.state.first if isinstance(s.state, SecretTurns) else -1
        if not self.simultaneous:
            return pack(["state", s.state.history()])
        return pack(["state", self.moves(s), first])

    def unpack_position(self, fields: list[Any]) -> Position:
        """What `pack_position` packed. ValueError for moves that cannot be."""
        if self.simultaneous:
            moves, first = fields
            made = self.replay([(whole(player), whole(action)) for player, action in moves])
            if first != -1:
                made.state.let_choose(whole(first))
            return made
        (moves,) = fields
        made = self.init()
        for action in moves:
            if not self.may(made, made.state.current_player(), whole(action)):
                raise ValueError(f"the move {action} cannot be")
            made.state.apply_action(action)
        return made  # type: ignore[no-any-return]


def draw(outcomes: Sequence[tuple[int, float]], rng: Rng) -> int:
    """One outcome with these probabilities. RuntimeError if there is none, as in some games of OpenSpiel."""
    left = rng.random()
    possible = -1
    for outcome, p in outcomes:
        if p > 0.0:
            possible = outcome
            left -= p
            if left < 0.0:
                break
    if possible < 0:
        raise RuntimeError("OpenSpiel lists no outcome for this chance event")
    return possible


def pack(fields: list[Any]) -> bytes:
    """Fields as bytes; equal ones as equal bytes."""
    return json.dumps(fields, separators=(",", ":")).encode()


def unpack(data: bytes) -> list[Any]:
    """The fields of `pack`. ValueError for other bytes."""
    try:
        fields = json.loads(data)
    except RecursionError as error:
        raise ValueError("these bytes are nested too deeply") from error
    if not isinstance(fields, list) or not fields or pack(fields) != data:
        raise ValueError("these bytes were not made by an imported game")
    return fields


def whole(value: object) -> int:
    """A whole number. ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**31) <= value < 2**31:
        raise ValueError(f"{value!r} is no number of a move")
    return value


def hash_moves(numbers: Iterable[int]) -> int:
    """64 bits of some numbers, the same everywhere."""
    return hash64(array("q", numbers).tobytes())


def parameters_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """The game's options out of the flat parameters of the C interface."""
    return {name.removeprefix("options."): value for name, value in options.items() if name.startswith("options.")}
