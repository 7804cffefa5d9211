"""How fast a game, its Python interface and the search are on this machine: medians over repeats."""

import os
import platform
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from caravela.cext.bench import OPERATIONS, Operations
from caravela.cext.core import Game, Rng, State, View
from caravela.cext.playout import playouts
from caravela.cext.search import ALGORITHMS, Search

PASS_NS = 20_000_000
"""Least time of one repeat of a native loop."""
GAMES = 16
"""Random games whose steps are timed."""
OPENINGS = 100
"""Random games in which the first choice is looked for."""
SEARCH_ITERATIONS = 10_000
"""Of one timed search; slow games get fewer."""
SEARCH_SECONDS = 2.0
"""What one timed search may take."""
FIRST_PLAYOUTS = 32
PLAYOUT_SECONDS = 0.2


def machine() -> dict[str, Any]:
    """What the numbers depend on besides the code."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "caravela": version("caravela"),
        "python": platform.python_version(),
        "numpy": version("numpy"),
    }


def operations(game: Game, *, repeats: int, seed: int) -> dict[str, float | None]:
    """Nanoseconds of each native operation; None where a game never does it."""
    timer = Operations(game, GAMES, seed)
    return {name: _operation(timer, name, repeats) for name in OPERATIONS}


def random_play(game: Game, *, repeats: int, seed: int) -> dict[str, float]:
    """Full random games on one thread: decisions (chance is played, not counted) and games per second."""
    count = FIRST_PLAYOUTS
    while _seconds(playouts, game, count, seed) < PLAYOUT_SECONDS:
        count *= 2
    decisions = int(playouts(game, count, seed).lengths.sum())
    seconds = median(_seconds(playouts, game, count, seed) for _ in range(repeats))
    return {"decisions_per_second": decisions / seconds, "playouts_per_second": count / seconds}


def python_calls(game: Game, *, repeats: int, seed: int) -> dict[str, float]:
    """Nanoseconds of calls from Python in random games, played on from their start as a caller would."""
    games = [_random_game(game, seed, i) for i in range(GAMES)]
    decisions = [
        (state, state.current_player()) for states, _ in games for state in states if not state.is_chance_node()
    ]
    steps = sum(len(actions) for _, actions in games)
    apply = median(_seconds(_replay, game, games) for _ in range(repeats)) / steps
    legal = median(_seconds(_legal_actions, decisions) for _ in range(repeats)) / len(decisions)
    return {
        "legal_actions": 1e9 * legal,
        "apply_action": 1e9 * apply,
        "legal_actions + apply_action": 1e9 * (legal + apply),
        "view": 1e9 * median(_seconds(_views, decisions) for _ in range(repeats)) / len(decisions),
        "clone": 1e9 * median(_seconds(_clones, decisions) for _ in range(repeats)) / len(decisions),
    }


def search_iterations(game: Game, *, seed: int) -> int:
    """SEARCH_ITERATIONS, or a tenth or a hundredth of it where that many would take too long."""
    view = _opening(game, seed)
    iterations = SEARCH_ITERATIONS // 100
    search = Search(game, reuse=False)
    while iterations < SEARCH_ITERATIONS:
        if 10 * _seconds(partial(search.run, view, iterations=iterations, seed=seed)) > SEARCH_SECONDS:
            break
        iterations *= 10
    return iterations


def search(game: Game, *, repeats: int, seed: int, iterations: int) -> dict[str, dict[str, float]]:
    """Iterations per second from the opening position with uniform rollouts, by algorithm and number of threads.

    Every thread has a budget of `iterations`, and every search starts with an empty tree.
    """
    view = _opening(game, seed)
    return {
        algorithm: {
            str(threads): _search(view, algorithm, threads, repeats, iterations) for threads in _thread_counts()
        }
        for algorithm in ALGORITHMS
    }


def search_costs(game: Game, *, repeats: int, seed: int, iterations: int) -> dict[str, float]:
    """Microseconds to make a search, and of a whole first run with one iteration; bytes of a node with its edges."""
    view = _opening(game, seed)
    made = median(_seconds(Search, game) for _ in range(20 * repeats))
    first = median(_seconds(partial(Search(game).run, view, iterations=1)) for _ in range(20 * repeats))
    result = Search(game, reuse=False).run(view, iterations=iterations, seed=seed)
    return {"new_us": 1e6 * made, "first_iteration_us": 1e6 * first, "bytes_per_node": result.bytes / result.nodes}


def _operation(timer: Operations, name: str, repeats: int) -> float | None:
    spent, calls = timer.time(name)
    if not calls:
        return None
    rounds = max(1, PASS_NS // max(spent, 1))
    return median(spent / calls for spent, calls in (timer.time(name, rounds) for _ in range(repeats)))


def _seconds(call: Callable[..., object], *arguments: object) -> float:
    begun = perf_counter()
    call(*arguments)
    return perf_counter() - begun


def _random_game(game: Game, seed: int, number: int) -> tuple[list[State], list[int]]:
    """Every state of a random game but the last, and what was done in each."""
    states, rng, state = [], Rng(seed, number), game.new_initial_state()
    while not state.is_terminal():
        states.append(state.clone())
        legal = state.legal_actions()
        state.apply_action(legal[rng.bounded(len(legal))] if legal else state.sample_chance(rng))
    return states, state.history()


def _replay(game: Game, games: list[tuple[list[State], list[int]]]) -> None:
    for _, actions in games:
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(action)


def _legal_actions(decisions: list[tuple[State, int]]) -> None:
    for state, _ in decisions:
        state.legal_actions()


def _views(decisions: list[tuple[State, int]]) -> None:
    for state, seat in decisions:
        state.view(seat)


def _clones(decisions: list[tuple[State, int]]) -> None:
    for state, _ in decisions:
        state.clone()


def _opening(game: Game, seed: int) -> View:
    """The view of the first decision that offers a choice. ValueError if no game of many has one."""
    for number in range(OPENINGS):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) > 1:
                return state.view(state.current_player())
            state.apply_action(legal[0] if legal else state.sample_chance(Rng(seed + number, state.chance_key())))
    raise ValueError(f"{game.spec} has nothing to search: {OPENINGS} games offered no choice")


def _search(view: View, algorithm: str, threads: int, repeats: int, iterations: int) -> float:
    search = Search(view.game, algorithm=algorithm, threads=threads, reuse=False)
    run = partial(search.run, view, iterations=iterations * threads)
    return iterations * threads / median(_seconds(partial(run, seed=seed)) for seed in range(repeats))


def _thread_counts() -> list[int]:
    """1, 2, 4 and so on up to the number of cores."""
    cores = os.cpu_count() or 1
    return [1 << k for k in range(cores.bit_length()) if 1 << k <= cores]


def _processor() -> str:
    """The processor's name where the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
