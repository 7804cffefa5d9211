"""Batches of full random games."""

import pytest

import caravela as cv

GAMES = 2000


@pytest.mark.parametrize("threads", [1, 2])
def test_playouts(benchmark, game: cv.Game, threads: int) -> None:
    result = benchmark(cv.playouts, game, GAMES, seed=1, threads=threads)
    benchmark.extra_info["decisions"] = int(result.lengths.sum())
    assert len(result.lengths) == GAMES
