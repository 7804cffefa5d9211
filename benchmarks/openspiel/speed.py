"""Iterations and playouts per second. Both sides take turns, so that a busy machine slows both."""

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

import pyspiel
from rows import Row
from twins import YARDSTICKS, Twin, opening, our_search, python_bot, their_bot, twin

from caravela.cext.playout import playouts

ITERATIONS = 10_000
SEARCHED = {"kuhn_poker": (2.0, None), "leduc_poker": (5.0, None), "oh_hell": (5.0, 100.0)}
"""Least ratio to reach against the C++ ISMCTS and the Python one."""
PLAYED = {"oh_hell": 3.0}
PLAYOUT_SECONDS = 0.3


def iterations(repeats: int) -> Iterator[Row]:
    """ISMCTS from the first decision, each repeat from another deal; both sides from the same one."""
    for name, (least, least_python) in SEARCHED.items():
        pair = twin(name)
        rates: dict[str, list[float]] = {"ours": [], "c++": [], "python": []}
        for seed in range(repeats):
            state, their_state = opening(pair, seed)
            view = state.view(state.current_player())
            search = our_search(pair.ours)
            bot = their_bot(pair, seed, ITERATIONS)
            slow = python_bot(pair, seed, ITERATIONS)
            rates["ours"].append(rate(lambda: search.run(view, iterations=ITERATIONS, seed=seed)))  # noqa: B023
            rates["c++"].append(rate(lambda: bot.step(their_state)))  # noqa: B023
            rates["python"].append(rate(lambda: slow.step(their_state)))  # noqa: B023
        yield compared(name + ", OpenSpiel C++", "ISMCTS iterations/s", rates["ours"], rates["c++"], least)
        yield compared(name + ", OpenSpiel Python", "ISMCTS iterations/s", rates["ours"], rates["python"], least_python)


def rollouts(repeats: int) -> Iterator[Row]:
    """Uniformly random games from the first decision, each repeat from another deal; both sides from the same one."""
    for name in YARDSTICKS:
        pair = twin(name)
        count = 1000
        while seconds(lambda: their_rollouts(pair, opening(pair, 0)[1], count, 0)) < PLAYOUT_SECONDS:  # noqa: B023
            count *= 2
        ours, theirs = [], []
        for seed in range(repeats):
            state, their_state = opening(pair, seed)
            ours.append(count / seconds(lambda: playouts(state, count, seed)))  # noqa: B023
            theirs.append(count / seconds(lambda: their_rollouts(pair, their_state, count, seed)))  # noqa: B023
        yield compared(name, "random games/s", ours, theirs, PLAYED.get(name))


def their_rollouts(pair: Twin, state: Any, count: int, seed: int) -> None:
    """OpenSpiel's C++ rollouts from the first decision, many in one call: one simulation of its MCTS.

    Its `RandomRolloutEvaluator` cannot be called from Python otherwise.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    pyspiel.MCTSBot(pair.theirs, evaluator, pair.uct_c, 1, 1, False, seed, False).mcts_search(state)


def rate(search: Callable[[], object]) -> float:
    """Iterations per second of a search of ITERATIONS."""
    return ITERATIONS / seconds(search)


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    begun = perf_counter()
    call()
    return perf_counter() - begun


def compared(name: str, unit: str, ours: list[float], theirs: list[float], least: float | None) -> Row:
    """Medians, and the median of the ratios of neighbours in time."""
    ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
    aim = "" if least is None else f"at least {least:g} times"
    reached = None if least is None else ratio >= least
    return Row("speed", name, unit, median(ours), median(theirs), ratio, aim=aim, reached=reached)
