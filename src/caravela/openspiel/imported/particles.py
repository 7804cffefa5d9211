"""Single worlds that agree with what a seat saw: playing them on, and changing their past."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from caravela.cext.core import Rng
from caravela.openspiel.imported.evidence import Chunk, Evidence
from caravela.openspiel.imported.position import Position

if TYPE_CHECKING:
    from caravela.openspiel.imported.hidden_game import HiddenGame


MISFITS = 8
"""So often a move must show the seat something else before it is not tried any more."""


SILENT = 200
"""So many steps that show nothing may come before one that does; some games could go on like that for ever."""

ALTERNATIVES = 8
"""Moves tried to find out whether a seat can tell them apart."""


class Move(NamedTuple):
    """A move in a world: who, what, and whether the seat was shown anything."""

    player: int
    action: int
    noticed: bool


class Particle(NamedTuple):
    """A world with its past, as a chain (all before, the last move)."""

    position: Position
    past: tuple[Any, ...]

    def moves(self) -> list[Move]:
        """The past, in order."""
        made = []
        past = self.past
        while past:
            past, move = past
            made.append(move)
        made.reverse()
        return made


class ExhaustedError(Exception):
    """The budget of steps is used up."""


@dataclass
class Budget:
    """Steps that may still be tried."""

    left: int

    def spend(self) -> None:
        """One step. ExhaustedError if there is none left."""
        if self.left <= 0:
            raise ExhaustedError
        self.left -= 1


class Shaker:
    """Plays particles on and changes them, at random, for one seat and up to one chunk.

    `known`: the chunks before. `hints`: the moves that explained chunks. `misfits`: how often a move showed the seat
    something else than the chunk, after so many moves that showed nothing.
    """

    def __init__(self, evidence: Evidence, known: Sequence[Chunk], rng: Rng, budget: Budget) -> None:
        self.evidence = evidence
        self.game = evidence.game
        self.player = evidence.player
        self.known = known
        self.rng = rng
        self.budget = budget
        self.hints: dict[int, int | None] = {}
        self.misfits: Counter[tuple[int, int, int]] = Counter()

    # Playing on

    def explain(self, particle: Particle, chunk: Chunk, dead_ends: int) -> Particle | None:
        """Random moves until the chunk has been seen, going back where they lead nowhere, so many times at most.

        None if no way was found.
        """
        ahead = [(particle, self._ordered(particle.position, chunk, 0))]
        while True:
            action = next(ahead[-1][1], None)
            if action is None or len(ahead) > SILENT:
                ahead.pop()
                dead_ends -= 1
                if not ahead or dead_ends == 0:
                    return None
                continue
            self.budget.spend()
            at = ahead[-1][0]
            player = at.position.state.current_player()
            after, codes = self.evidence.child(at.position, action)
            if codes and codes != chunk.codes:
                self.misfits[chunk.end, len(ahead), action] += 1
                continue
            made = Particle(after, (at.past, Move(player, action, bool(codes))))
            if codes:
                self._note(made, chunk, action)
                return made
            ahead.append((made, self._ordered(after, chunk, len(ahead))))

    def _note(self, particle: Particle, chunk: Chunk, action: int) -> None:
        """Keeps the first move that explained a chunk as a hint, if others would not have done as well.

        Where they would, a hint would make all particles alike.
        """
        if chunk.end not in self.hints:
            self.hints[chunk.end] = None if self.is_free(particle, chunk) else action

    def _ordered(self, s: Position, chunk: Chunk, silent: int) -> Iterator[int]:
        """The moves from here in random order, by chance's probabilities; so many steps showed nothing before.

        What explained the chunk elsewhere comes first if it does so here, else last: it is needed later. What showed
        the seat something else again and again is left out.
        """
        moves = self.evidence.moves(s, chunk)
        if len(moves) > 1:
            moves = [move for move in moves if self.misfits[chunk.end, silent + 1, move[0]] < MISFITS]
        hint = self.hints.get(chunk.end)
        spared = [move for move in moves if move[0] == hint]
        if spared:
            _, codes = self.evidence.child(s, spared[0][0])
            if codes == chunk.codes:
                yield spared[0][0]
                return
            moves = [move for move in moves if move[0] != hint]
        total = sum(weight for _, weight in moves)
        while moves:
            left = self.rng.random() * total
            index = 0
            while index < len(moves) - 1 and left >= moves[index][1]:
                left -= moves[index][1]
                index += 1
            total -= moves[index][1]
            yield moves.pop(index)[0]
        for action, _ in spared:
            yield action

    # Changing the past

    def changed(self, particle: Particle) -> Particle | None:
        """Another past that shows the seat the same, made from this one by a random change; None if it does not."""
        moves = particle.moves()
        hidden = self._hidden(moves)
        free = [i for i, is_hidden in enumerate(hidden) if is_hidden]
        if not free:
            return None
        first = free[self.rng.bounded(len(free))]
        at = played(self.game, moves[:first])
        legal = [action for action in at.state.legal_actions() if action != moves[first].action]
        if not legal:
            return None
        swap = moves[first].action, legal[self.rng.bounded(len(legal))]
        kind = self.rng.bounded(8)
        if kind < 4:  # all that was hidden
            scope = hidden
        elif kind < 6:  # what chance did
            scope = [move.player < 0 or i == first for i, move in enumerate(moves)]
        else:  # this one alone
            scope = [i == first for i in range(len(moves))]
        return self._renamed(at, moves, first, swap, scope)

    def _hidden(self, moves: Sequence[Move]) -> list[bool]:
        """Of each move, whether it could have been another one as far as the seat could tell at the time."""
        known = iter(self.known)
        return [next(known).free if move.noticed else True for move in moves]

    def is_free(self, particle: Particle, chunk: Chunk) -> bool:
        """Whether other moves than the particle's last would have shown the chunk as well."""
        past, move = particle.past
        if move.player == self.player:
            return False
        before = played(self.game, Particle(particle.position, past).moves())
        others = [action for action in before.state.legal_actions() if action != move.action]
        for _ in range(min(ALTERNATIVES, len(others))):
            action = others.pop(self.rng.bounded(len(others)))
            if self.evidence.child(before, action)[1] == chunk.codes:
                return True
        return False

    def _renamed(
        self, at: Position, moves: list[Move], first: int, swap: tuple[int, int], scope: list[bool]
    ) -> Particle | None:
        """`moves` from the `first` on, played from `at`, with two numbers exchanged where `scope` says so.

        Hidden choices that have become illegal are made anew. None if the seat would have been shown something else.
        """
        player = self.player
        expected = [code for chunk in self.known for code in chunk.codes]
        done = sum(len(chunk.codes) for chunk in self.known[: sum(move.noticed for move in moves[:first])])
        past = chained(moves[:first])
        hidden = self._hidden(moves)
        seen = self.game.sight(at, player).codes
        codes: tuple[int, ...] = ()
        for index in range(first, len(moves)):
            mover, action, _ = moves[index]
            if scope[index] and action in swap:
                action = swap[1] if action == swap[0] else swap[0]
            self.budget.spend()
            if at.state.current_player() != mover:
                return None
            legal = at.state.legal_actions()
            if action not in legal:
                if not hidden[index] or mover < 0:
                    return None
                action = legal[self.rng.bounded(len(legal))]
            at.state.apply_action(action)
            at.sights = None
            now = self.game.sight(at, player).codes
            codes = ((action,) if mover == player else ()) + (() if now == seen else now)
            if list(codes) != expected[done : done + len(codes)]:
                return None
            done += len(codes)
            seen = now
            past = (past, Move(mover, action, bool(codes)))
        return Particle(at, past) if done == len(expected) and codes else None


def played(game: HiddenGame, moves: Sequence[Move]) -> Position:
    """The state after these moves."""
    at = game.init()
    for move in moves:
        at.state.apply_action(move.action)
    return Position(at.state)


def chained(moves: Sequence[Move]) -> tuple[Any, ...]:
    """Moves as a chain."""
    past: tuple[Any, ...] = ()
    for move in moves:
        past = (past, move)
    return past
