import signal
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from caravela.cext import Game, Rng, State, playouts
from caravela.engines import engine_spec, load_game, registered_games
from tests.cext.conftest import TRAPS, Toy

CONFIGS = [(name, options) for name in registered_games() for options in engine_spec(name).variants]


def slow_playout(state: State, rng: Rng) -> tuple[list[float], list[float], int]:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        legal = state.legal_actions()
        decisions += 1
        state.apply_action(legal[0] if len(legal) == 1 else legal[rng.bounded(len(legal))])
    return state.returns(), state.scores(), decisions


@pytest.mark.parametrize(("name", "options"), CONFIGS, ids=str)
def test_same_as_step_by_step(name: str, options: dict[str, object]) -> None:
    game = load_game(name, **options)
    start = game.new_initial_state()
    for _ in range(3):
        result = playouts(start, 20, seed=11, threads=1)
        for i in range(20):
            returns, scores, decisions = slow_playout(start.clone(), Rng(11, i))
            assert result.returns[i].tolist() == returns
            assert result.scores[i].tolist() == scores
            assert result.lengths[i] == decisions
        rng = Rng(5)
        for _ in range(4):
            if not start.is_terminal():
                start.apply_action(start.sample_chance(rng) if start.is_chance_node() else start.legal_actions()[0])


@pytest.mark.parametrize("threads", [2, 3, 7, 200])
def test_threads_change_nothing(threads: int) -> None:
    game = load_game("pennies", rounds=3)
    one, many = playouts(game, 101, 4), playouts(game, 101, 4, threads)
    assert np.array_equal(one.returns, many.returns)
    assert np.array_equal(one.scores, many.scores)
    assert np.array_equal(one.lengths, many.lengths)


def test_shapes_and_types(toy: Toy, played: Callable[..., State]) -> None:
    game = toy.game()
    for n in (0, 1, 5):
        result = playouts(game, n)
        assert (result.returns.shape, result.scores.shape, result.lengths.shape) == ((n, 2), (n, 2), (n,))
        assert (result.returns.dtype, result.scores.dtype, result.lengths.dtype) == (
            np.float64,
            np.float64,
            np.int32,
        )
    assert playouts(game, 5).lengths.tolist() == [4] * 5
    over = playouts(played(game, (3, 1), 0, 0, 0, 0), 3, threads=2)
    assert over.lengths.tolist() == [0] * 3
    assert over.returns.tolist() == [[1.0, -1.0]] * 3


def test_the_start_is_left_alone(toy: Toy, played: Callable[..., State]) -> None:
    state = played(toy.game(), (3, 1), 2)
    before = state.to_bytes(), state.history()
    playouts(state, 10)
    assert (state.to_bytes(), state.history()) == before


def test_sampled_worlds_play_on(toy: Toy, played: Callable[..., State]) -> None:
    world = played(toy.game(), (3, 1), 2).view(0).determinize(Rng(0))
    assert set(playouts(world, 10).lengths) == {3}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "n is -1"),
        ({"n": 2**28 + 1}, "n is 268435457; it must be between 0 and 268435456"),
        ({"n": True}, "n is True"),
        ({"n": 1, "seed": -1}, "seed is -1"),
        ({"n": 1, "seed": 2**64}, "seed is 18446744073709551616"),
        ({"n": 1, "threads": 0}, "threads is 0; it must be between 1 and 1024"),
        ({"n": 1, "threads": 5000}, "threads is 5000"),
    ],
)
def test_bad_numbers(toy: Toy, arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        playouts(toy.game(), **arguments)


def test_bad_starts(toy: Toy, played: Callable[..., State]) -> None:
    for start in (None, "toy", played(toy.game(), (3, 1)).view(0)):
        with pytest.raises(TypeError, match="start from a State or a Game, not from"):
            playouts(start, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_never_ends_is_stopped(toy: Toy, threads: int) -> None:
    with pytest.raises(RuntimeError, match="took more than the 6 steps it claims"):
        playouts(toy.game(trap=TRAPS["endless"]), 4, threads=threads)


@pytest.mark.alone
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_batch(threads: int) -> None:
    game = load_game("pennies", rounds=200)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        playouts(game, 3_000_000, threads=threads)
    assert time.monotonic() - started < 2.0
    timer.join()


def test_batches_run_side_by_side() -> None:
    """One game shared by threads gives each the same as alone."""
    game = load_game("pennies", rounds=5)
    results: dict[int, list[float]] = {}

    def work(seed: int) -> None:
        state: State = game.new_initial_state()
        results[seed] = playouts(state, 200, seed).returns[:, 0].tolist()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {seed: playouts(game, 200, seed).returns[:, 0].tolist() for seed in range(6)}


def test_game_is_a_start_of_its_own(toy: Toy) -> None:
    game: Game = toy.game()
    assert playouts(game, 6, 1).scores.tolist() == playouts(game.new_initial_state(), 6, 1).scores.tolist()
