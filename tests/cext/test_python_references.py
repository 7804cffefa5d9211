"""States of games written in Python: every reference is let go, whatever goes wrong."""

import gc
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from caravela.cext import Game, Rng, playouts
from caravela.cext.search import Search
from tests.python_twins import Fields, MontyHall, Pennies, twin

ROOT = Path(__file__).parents[2]
METHODS = [name for name in vars(MontyHall) | vars(Pennies) | vars(MontyHall.__mro__[1]) if not name.startswith("_")]


class Counted(Fields):
    """A state that counts how many there are."""

    __slots__ = ()
    alive: ClassVar[int] = 0

    def __init__(self, *n: int) -> None:
        super().__init__(*n)
        Counted.alive += 1

    def __del__(self) -> None:
        Counted.alive -= 1


class BoomError(Exception):
    """What a method raises."""


class Timed:
    """Raises in the `left`-th call of any method; `calls` counts them."""

    made = Counted
    left: int = -1
    calls: int = 0

    def tick(self) -> None:
        self.calls += 1
        if self.calls == self.left:
            raise BoomError


def timed(rules: type[MontyHall] | type[Pennies]) -> type[Any]:
    """The rules, all of whose methods tick; half of them after their work, which is then lost."""

    def ticking(name: str, number: int) -> Callable[..., Any]:
        def method(self: Any, *arguments: Any) -> Any:
            if number % 2:
                self.tick()
            answer = getattr(rules, name)(self, *arguments)
            if not number % 2:
                self.tick()
            return answer

        return method

    methods = {name: ticking(name, i) for i, name in enumerate(METHODS) if callable(getattr(rules, name, None))}
    del methods["made"]
    return type("Ticking", (Timed, rules), methods)


def opened(spec: str) -> tuple[Game, Any]:
    made: list[Any] = []
    kind = timed(MontyHall if spec.startswith("monty") else Pennies)

    def factory(options: dict[str, Any]) -> Any:
        made.append(kind(options))
        return made[0]

    return twin(spec, factory), made[0]


def session(game: Game, seed: int) -> None:
    """A game in which everything is done that can be done with states."""
    rng = Rng(seed)
    state = game.new_initial_state()
    search = Search(game, algorithm="mo", belief=4, rollout="mast")
    others = [Search(game, algorithm=algorithm, worlds=3) for algorithm in ("so", "infoset", "pimc")]
    while not state.is_terminal():
        seats = range(game.num_players())
        views = [state.view(seat) for seat in seats]
        worlds = [view.determinize(rng) for view in views]
        kept = [game.restore(what.snapshot()) for what in (state, *views, *worlds)]
        assert kept == [state, *views, *worlds]
        if game.has_observation_tensor:
            state.observation_tensor(0)
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        view = views[state.current_player()]
        for each in (search, *others):
            each.run(view, iterations=6, seed=seed)
        playouts(state, 2, seed)
        state = state.child(view.legal_actions()[0])
    state.ranks()


@pytest.fixture(autouse=True)
def all_let_go() -> Iterator[None]:
    gc.collect()
    before = Counted.alive
    yield
    gc.collect()
    assert Counted.alive == before, "every state is let go"


@pytest.mark.parametrize("spec", ["monty_hall", "pennies(rounds=2)"])
def test_one_object_a_state(spec: str) -> None:
    game, _ = opened(spec)
    before = Counted.alive
    state = game.new_initial_state()
    state.apply_action(0)
    assert Counted.alive == before + 1, "the state before a step is let go"
    clone, view = state.clone(), state.view(0)
    world = view.determinize(Rng(0))
    assert Counted.alive == before + 4
    del clone, view, world
    assert Counted.alive == before + 1


@pytest.mark.parametrize("spec", ["monty_hall", "pennies(rounds=2)"])
def test_whatever_call_fails_nothing_is_kept(spec: str) -> None:
    game, rules = opened(spec)
    session(game, 1)
    total = rules.calls
    assert total > 500
    gc.collect()
    before = Counted.alive
    for left in [*range(1, 40), *range(40, total, 13)]:
        rules.calls, rules.left = 0, left
        raised: type[BaseException] | None = None
        try:
            session(game, 1)
        except ValueError as error:  # bytes that unpack refuses, for whatever reason
            raised = type(error.__cause__)
        except BoomError:
            raised = BoomError
        assert raised is BoomError, f"call {left} of {total}"
        assert Counted.alive == before, f"after call {left} of {total}"


def test_threads_that_fail_keep_nothing() -> None:
    game, rules = opened("monty_hall")
    before = Counted.alive
    state = game.new_initial_state()
    state.apply_action(1)
    view = state.view(0)
    search = Search(game, threads=3)
    for left in range(100, 3000, 290):
        rules.calls, rules.left = 0, left
        with pytest.raises(BoomError):
            playouts(game, 1000, threads=3)
        rules.calls = 0
        with pytest.raises(BoomError):
            search.run(view, iterations=3000)
    rules.left = -1
    del search
    gc.collect()
    assert Counted.alive == before + 2


def test_memory_does_not_grow() -> None:
    game, rules = opened("monty_hall")

    def some(rounds: int) -> int:
        for seed in range(rounds):
            session(game, seed)
            rules.calls, rules.left = 0, 200 + 31 * seed
            with pytest.raises((BoomError, ValueError)):
                session(game, seed)
            rules.left = -1
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        some(12)
        grown = some(24) - some(12)
    finally:
        tracemalloc.stop()
    assert abs(grown) < 4096


def test_thousands_of_games() -> None:
    game, _ = opened("pennies(rounds=2)")
    before = Counted.alive
    assert playouts(game, 3000, threads=2).lengths.tolist() == [4] * 3000
    assert Counted.alive == before


@pytest.mark.parametrize("answer", [[0], [0, 5], (0, 1), [], "abc"], ids=repr)
def test_answers_are_let_go(answer: Any) -> None:
    """Good and bad ones: `sys.getrefcount` finds a reference too many, and one too few."""

    class Fixed(MontyHall):
        def legal_actions(self, s: Fields) -> Any:
            return answer

    state = twin("monty_hall", Fixed).new_initial_state()
    state.apply_action(0)
    before = sys.getrefcount(answer)
    for _ in range(50):
        try:
            state.legal_actions()
        except RuntimeError:
            assert answer not in ([0], (0, 1))
    gc.collect()
    assert sys.getrefcount(answer) == before


def test_games_and_engines_are_let_go() -> None:
    class Witness(MontyHall):
        open: ClassVar[int] = 0

        def __init__(self, options: dict[str, Any]) -> None:
            super().__init__(options)
            Witness.open += 1

        def __del__(self) -> None:
            Witness.open -= 1

    before = sys.getrefcount(Witness)
    for _ in range(20):
        game = twin("monty_hall", Witness)
        state = game.new_initial_state()
        view = state.view(0)
        search = Search(game)
        del game, state
        assert Witness.open == 1, "a view keeps its game"
        assert view.current_player() == -1
        del view
        assert Witness.open == 1, "so does a search"
        del search
        assert Witness.open == 0
        with pytest.raises(ValueError, match="breaks its contract"):
            twin("monty_hall", type("Unfit", (Witness,), {"players": 0}))
        gc.collect()
        assert Witness.open == 0
    assert sys.getrefcount(Witness) == before


PROGRAM = """
import sys
from caravela.cext import playouts
from caravela.cext.search import Search
from tests.python_twins import twin

what, threads = sys.argv[1], int(sys.argv[2])
game = twin("monty_hall")
state = game.new_initial_state()
state.apply_action(0)
print("ready", flush=True)
try:
    if what == "search":
        Search(game, threads=threads).run(state.view(0), seconds=60.0)
    else:
        playouts(game, 10_000_000, threads=threads)
except KeyboardInterrupt:
    print("interrupted", playouts(game, 3).lengths.tolist())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals to processes")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("what", ["search", "playouts"])
def test_ctrl_c(what: str, threads: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, what, str(threads)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    finally:
        process.kill()
    assert (out, err) == ("interrupted [2, 2, 2]\n", "")
    assert process.returncode == 0
