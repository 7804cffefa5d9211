"""Searches from the opening position: algorithms, threads, set-up."""

import pytest

import caravela as cv
from caravela.cext.search import ALGORITHMS, Search

ITERATIONS = 10_000


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("threads", [1, 2])
def test_uniform_rollouts(benchmark, opening: cv.State, algorithm: str, threads: int) -> None:
    """Every thread has the same budget, so that more threads should take the same time."""
    search = Search(opening.game, algorithm=algorithm, threads=threads, reuse=False)
    view = opening.view(opening.current_player())
    result = benchmark(search.run, view, iterations=ITERATIONS * threads, seed=1)
    benchmark.extra_info |= {"iterations": result.iterations, "nodes": result.nodes, "bytes": result.bytes}
    assert result.iterations == ITERATIONS * threads


@pytest.mark.parametrize("memory", [1 << 20, 1 << 30])
def test_set_up(benchmark, opening: cv.State, memory: int) -> None:
    """A new search with one iteration: it must not depend on the memory budget."""
    view = opening.view(opening.current_player())
    result = benchmark(lambda: Search(opening.game, memory=memory).run(view, iterations=1))
    assert result.iterations == 1


@pytest.mark.parametrize("bot", ["easy", "medium", "flatmc:iterations=1000", "ismcts:iterations=1000"])
def test_decision_of_a_bot(benchmark, opening: cv.State, bot: str) -> None:
    """The whole way from a view to an action, game defaults and Python included; no tree is kept."""
    view = opening.view(opening.current_player())

    def decide() -> int:
        player = cv.bots.make(bot)
        player.begin(opening.game, view.player, 1)
        return player.choose(view)

    assert benchmark(decide) in view.legal_actions()
