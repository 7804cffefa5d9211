"""Native operations over all steps of random games; see "calls" for how many one round makes."""

import pytest

import caravela as cv
from caravela.cext.bench import OPERATIONS, Operations

PASSES = 20


@pytest.mark.parametrize("operation", OPERATIONS)
def test_operation(benchmark, game: cv.Game, operation: str) -> None:
    timer = Operations(game, games=16, seed=1)
    _, calls = timer.time(operation)
    assert calls > 0
    benchmark.extra_info["calls"] = calls * PASSES
    benchmark(timer.time, operation, PASSES)
