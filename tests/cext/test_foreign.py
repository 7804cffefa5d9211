"""States that hold references: every one is copied, dropped and packed through the engine, and dropped once."""

import gc
import pickle
from collections.abc import Callable, Iterator

import pytest

from caravela.cext import Game, Rng, State, playouts
from tests.cext.conftest import TRAPS, Toy


@pytest.fixture
def game(toy: Toy) -> Iterator[Game]:
    gc.collect()
    before = toy.boxes
    game = toy.game(foreign=True)
    yield game
    gc.collect()
    assert toy.boxes == before, "every foreign state is dropped exactly once"


def test_one_box_a_state(toy: Toy, game: Game, played: Callable[..., State]) -> None:
    before = toy.boxes
    state = played(game, (3, 1), 2)
    assert toy.boxes == before + 1, "the state before a step is let go"
    clone, view = state.clone(), state.view(0)
    world = view.determinize(Rng(0))
    assert toy.boxes == before + 4
    del clone, view, world
    assert toy.boxes == before + 1


def test_same_as_native(toy: Toy, game: Game) -> None:
    native = toy.game()
    rng, other = Rng(1), Rng(1)
    one, two = game.new_initial_state(), native.new_initial_state()
    for _ in range(6):
        action = one.sample_chance(rng) if one.is_chance_node() else one.history()[-1] % 3
        if two.is_chance_node():
            assert two.sample_chance(other) == action
        one.apply_action(action)
        two.apply_action(action)
        assert one.to_bytes() == two.to_bytes()
        assert [one.log(seat) for seat in range(2)] == [two.log(seat) for seat in range(2)]
        assert one.view(1).to_bytes() == two.view(1).to_bytes()
    assert one.returns() == two.returns()


def test_snapshots(game: Game, played: Callable[..., State]) -> None:
    state = played(game, (3, 1), 2)
    view = state.view(0)
    for what in (state, view, view.determinize(Rng(0)), game.state_from_bytes(state.to_bytes())):
        assert game.restore(what.snapshot()) == what
    with pytest.raises(ValueError, match=r"refused as a state of toy.*: wrong number of bytes"):
        game.state_from_bytes(b"123")


def test_hashes_are_by_content(game: Game, played: Callable[..., State]) -> None:
    assert hash(played(game, (3, 1), 2)) == hash(played(game, (3, 1), 2))
    assert hash(played(game, (3, 1), 2)) != hash(played(game, (3, 1), 1))
    assert hash(played(game, (3, 1)).view(0)) == hash(played(game, (3, 5)).view(0))


def test_an_exception_comes_out_as_itself(toy: Toy, played: Callable[..., State]) -> None:
    before = toy.boxes
    game = toy.game(foreign=True, trap=TRAPS["copy"])
    state = played(game, (3, 1), 2)
    for question in ("clone()", "view(0)", "apply_action(0)", "child(0)"):
        with pytest.raises(ArithmeticError, match="copy failed"):
            eval(f"state.{question}", {"state": state})
    assert state.history() == [3, 1, 2]
    with pytest.raises(ArithmeticError, match="copy failed"):
        playouts(state, 3)
    del state, game
    gc.collect()
    assert toy.boxes == before


@pytest.mark.parametrize("threads", [1, 3])
def test_playouts_pass_exceptions_on(toy: Toy, threads: int) -> None:
    before = toy.boxes
    with pytest.raises(ArithmeticError, match="apply failed"):
        playouts(toy.game(foreign=True, trap=TRAPS["apply"]), 50, threads=threads)
    gc.collect()
    assert toy.boxes == before


@pytest.mark.parametrize("threads", [1, 3])
def test_playouts_are_those_of_the_native_game(toy: Toy, game: Game, threads: int) -> None:
    one, two = playouts(game, 40, 9, threads), playouts(toy.game(), 40, 9)
    assert one.returns.tolist() == two.returns.tolist()
    assert one.scores.tolist() == two.scores.tolist()


def test_views_pickle_without_their_engine_state(game: Game, played: Callable[..., State]) -> None:
    function, (kept, data) = played(game, (3, 1)).view(0).__reduce__()
    assert kept is game
    assert function(game, pickle.loads(pickle.dumps(data))) == played(game, (3, 1)).view(0)
