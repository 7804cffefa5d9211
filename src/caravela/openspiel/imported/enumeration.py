"""All worlds that agree with what a seat saw, where they can be listed."""

from __future__ import annotations

from collections.abc import Iterable

from caravela.openspiel.imported.evidence import SILENCE, Chunk, Evidence
from caravela.openspiel.imported.position import Position

Weighted = list[tuple[Position, float]]


class TooManyError(Exception):
    """More moves would have to be looked at than may be."""


def advance(evidence: Evidence, worlds: Iterable[tuple[Position, float]], chunk: Chunk, limit: int) -> Weighted:
    """From all states in which everything before the chunk was seen, to all in which the chunk has just been seen.

    TooManyError if more than `limit` moves have to be looked at.
    """
    made = []
    ahead = list(worlds)
    looked_at = 0
    while ahead:
        onward = []
        for state, weight in ahead:
            looked_at += len(evidence.moves(state, chunk))
            if looked_at > limit:
                raise TooManyError
            for after, factor, codes in evidence.children(state, chunk):
                if not codes:
                    onward.append((after, weight * factor))
                elif codes == chunk.codes:
                    made.append((after, weight * factor))
        ahead = onward
    return made


def with_silent_steps(evidence: Evidence, worlds: Weighted, limit: int) -> Weighted:
    """These worlds and all that steps lead to of which the seat notices nothing. TooManyError beyond the limit."""
    made = list(worlds)
    ahead = worlds
    looked_at = 0
    while ahead:
        onward = []
        for state, weight in ahead:
            looked_at += len(evidence.moves(state, SILENCE))
            if looked_at > limit:
                raise TooManyError
            for after, factor, codes in evidence.children(state, SILENCE):
                if not codes:
                    onward.append((after, weight * factor))
        made += onward
        ahead = onward
    return made
