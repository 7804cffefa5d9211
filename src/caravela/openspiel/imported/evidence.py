"""What a seat did and saw, step by step, and which moves agree with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from caravela.openspiel.imported.position import Position

if TYPE_CHECKING:
    from caravela.openspiel.imported.hidden_game import HiddenGame


class Chunk(NamedTuple):
    """The codes of one step that a seat noticed, and the text it saw then; `end`: how many codes there are up to it.

    `own`: the seat's own action or -1. `seen`: two codes. `free`: whether other moves would have shown the same, as
    far as is known: somebody was dealt a card, but which one?
    """

    end: int
    own: int
    seen: tuple[int, ...]
    text: str
    free: bool = False

    @property
    def codes(self) -> tuple[int, ...]:
        """The step's codes."""
        return (self.own, *self.seen) if self.own >= 0 else self.seen


SILENCE = Chunk(0, -1, (), "", True)
"""What is seen of steps that show nothing."""


def chunks(codes: Sequence[int], texts: Sequence[str], action_count: int) -> list[Chunk]:
    """The steps that show these codes and texts. ValueError if no steps do."""
    made: list[Chunk] = []
    at = 0
    for text in texts:
        own = -1
        if at < len(codes) and codes[at] < action_count:
            own = codes[at]
            at += 1
        seen = tuple(codes[at : at + 2])
        at += 2
        if len(seen) < 2 or min(seen) < action_count:
            raise ValueError(f"no step shows {seen}")
        made.append(Chunk(at, own, seen, text))
    if at != len(codes):
        raise ValueError("the texts are not as many as the steps")
    return made


class Evidence:
    """One seat's side of a game."""

    def __init__(self, game: HiddenGame, player: int) -> None:
        self.game = game
        self.player = player

    def child(self, s: Position, action: int) -> tuple[Position, tuple[int, ...]]:
        """The state after a move, and the codes that the seat is shown."""
        after = Position(s.state.clone())
        after.state.apply_action(action)
        return after, tuple(self.game.observe(s, action, after, self.player))

    def moves(self, s: Position, chunk: Chunk) -> list[tuple[int, float]]:
        """The moves that may be made before the chunk's codes have been seen, with what chance gives them.

        Of the seat's own there is one at most.
        """
        player = s.state.current_player()
        if player == self.player:
            return [(chunk.own, 1.0)] if chunk.own >= 0 and chunk.own in s.state.legal_actions() else []
        if player >= 0:
            return [(action, 1.0) for action in s.state.legal_actions()]
        return [(outcome, p) for outcome, p in s.state.chance_outcomes() if p > 0.0] if player == -1 else []

    def children(self, s: Position, chunk: Chunk) -> Iterator[tuple[Position, float, tuple[int, ...]]]:
        """(state, weight, codes) after each of these moves.

        The law's weights: chance counts by its probabilities. A choice of another seat counts 1, whatever it was, where
        the seat can tell; choices that look alike share that 1.
        """
        made = [(*self.child(s, action), p) for action, p in self.moves(s, chunk)]
        chosen = s.state.current_player() >= 0
        for after, codes, p in made:
            weight = 1.0 / sum(other == codes for _, other, _ in made) if chosen else p
            yield after, weight, codes
