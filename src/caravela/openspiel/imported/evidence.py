"""What a seat did and saw, step by step, and which moves agree with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from caravela.openspiel.imported.position import Position

if TYPE_CHECKING:
    from caravela.openspiel.imported.hidden_game import HiddenGame


class Chunk(NamedTuple):
    """The codes of one step that a seat noticed, and the text it saw then; `end`: how many codes there are up to it.

    `own`: the seat's own action or -1. `seen`: two codes, or none if nothing else has changed.
    """

    end: int
    own: int
    seen: tuple[int, ...]
    text: str

    @property
    def codes(self) -> tuple[int, ...]:
        """The step's codes."""
        return (self.own, *self.seen) if self.own >= 0 else self.seen


def chunks(codes: Sequence[int], texts: Sequence[str], action_count: int) -> list[Chunk]:
    """The steps that show these codes and texts. ValueError if no steps do."""
    made: list[Chunk] = []
    left = iter(texts)
    at = 0
    while at < len(codes):
        own = -1
        if 0 <= codes[at] < action_count:
            own = codes[at]
            at += 1
        seen = tuple(codes[at : at + 2])
        text = made[-1].text if made else ""
        if seen and seen[0] >= action_count:
            text = next(left, "")
            if len(seen) < 2 or seen[1] < action_count:
                raise ValueError("half of what was seen is missing")
            at += 2
        elif own < 0:
            raise ValueError(f"a step shows {codes[at]}")
        else:
            seen = ()
        made.append(Chunk(at, own, seen, text))
    if len(texts) != sum(bool(chunk.seen) for chunk in made):
        raise ValueError("the texts are not as many as the seat saw")
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
