"""Several tournaments of one game, read as one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from caravela.arena.results import GameResult


def merged(tournaments: Iterable[Sequence[GameResult]]) -> list[GameResult]:
    """All games, one tournament after another, their deals numbered anew so that no two share a number."""
    results: list[GameResult] = []
    offset = 0
    for tournament in tournaments:
        results += [replace(r, deal=r.deal + offset) for r in tournament]
        offset += 1 + max((r.deal for r in tournament), default=-1)
    return results
