import copy
import ctypes
import gc
import pickle
from collections.abc import Callable
from itertools import permutations

import pytest

from caravela.cext import Game, Rng, State, View
from caravela.engines import engine_spec, load_game, registered_games
from tests.cext.conftest import Toy

GAMES = registered_games()


def random_state(game: Game, seed: int, steps: int) -> State:
    rng = Rng(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[rng.bounded(len(legal))])
    return state


def test_what_a_view_tells(toy_game: Game, played: Callable[..., State]) -> None:
    state = played(toy_game, (3, 1), 2)
    view = state.view(1)
    assert (view.player, view.game, view.current_player(), view.is_terminal()) == (1, toy_game, 1, False)
    assert view.legal_actions() == [0, 1, 2]
    assert state.view(0).legal_actions() == []
    assert view.log() == state.log(1) == [1, 8]
    assert view.information_state_string() == state.information_state_string(1) == "seat:1 card:1 say:2"
    assert view.observation_string() == str(view) == state.observation_string(1)
    assert repr(view) == f"<View of {toy_game.spec}, seat 1, hash {view.view_hash():016x}>"
    assert view.string_to_action("say:1") == 1
    assert view.action_to_string(1) == "say:1"
    assert view.turn() == 2, "without a turn function of the engine: the codes observed"
    assert copy.copy(view) is view
    assert copy.deepcopy(view) is view


def test_a_view_stays_when_the_game_goes_on(toy_game: Game, played: Callable[..., State]) -> None:
    state = played(toy_game, (3, 1))
    view = state.view(0)
    before = view.to_bytes(), view.log(), view.view_hash()
    for _ in range(4):
        state.apply_action(1)
    assert (view.to_bytes(), view.log(), view.view_hash()) == before
    assert state.view(0).log() == [3, 7, 7, 7, 7, 1]


def test_worlds_with_one_view_cannot_be_told_apart(toy: Toy, played: Callable[..., State]) -> None:
    for foreign in (False, True):
        game = toy.game(foreign=foreign)
        for own, first, second in permutations(range(6), 3):
            one, other = played(game, (own, first), 1, 2), played(game, (own, second), 1, 2)
            assert one != other
            views = one.view(0), other.view(0)
            assert views[0] == views[1]
            for what in (View.to_bytes, View.snapshot, View.view_hash, View.log, repr, str, hash, View.turn):
                assert what(views[0]) == what(views[1])
            assert one.view(1) != other.view(1)


@pytest.mark.parametrize("name", GAMES)
def test_equal_views_pickle_alike(name: str) -> None:
    for options in engine_spec(name).variants:
        game = load_game(name, **options)
        for seed in range(20):
            state = random_state(game, seed, seed)
            for seat in range(game.num_players()):
                view = state.view(seat)
                world = view.determinize(Rng(seed, seat))
                assert world.sampled
                other = world.view(seat)
                assert other == view
                assert pickle.dumps(other) == pickle.dumps(view)
                assert (repr(other), str(other), hash(other)) == (repr(view), str(view), hash(view))


def test_nothing_leads_from_a_view_to_the_truth(toy: Toy, played: Callable[..., State]) -> None:
    game = toy.game(cards=2**24)
    secret = 0xB51DE5
    state = game.new_initial_state()
    # The toy lists every outcome, so its deals are set by bytes here.
    block = bytearray(state.to_bytes())
    block[0:4] = (3).to_bytes(4, "little")
    block[4:8] = (1).to_bytes(4, "little")
    block[12:20] = (5).to_bytes(4, "little") + secret.to_bytes(4, "little")
    state = game.state_from_bytes(bytes(block))
    needle = secret.to_bytes(4, "little")
    assert needle in state.to_bytes()
    view = state.view(0)
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    memory = ctypes.string_at(address(view.capsule, b"caravela.state"), game.state_size)
    assert memory == view.to_bytes()
    assert needle not in memory
    for told in (view.snapshot(), repr(view).encode(), str(view).encode()):
        assert needle not in told
    assert gc.get_referents(view) == [game]
    attributes = {name: getattr(view, name) for name in dir(view) if not name.startswith("__")}
    plain = {name: value for name, value in attributes.items() if not callable(value)}
    assert set(plain) == {"game", "player", "capsule"}
    assert not any(isinstance(value, State) for value in gc.get_referents(game))


def test_a_capsule_keeps_its_view(toy: Toy, played: Callable[..., State]) -> None:
    before = toy.boxes
    state = played(toy.game(foreign=True), (3, 1))
    capsule = state.view(0).capsule
    assert toy.boxes == before + 2
    del capsule
    assert toy.boxes == before + 1


def test_sampled_worlds(toy_game: Game, played: Callable[..., State]) -> None:
    state = played(toy_game, (3, 1), 2)
    view = state.view(1)
    world = view.determinize(Rng(1))
    assert world.sampled
    assert not state.sampled
    assert world.legal_actions() == state.legal_actions()
    assert (world.log(1), world.log(0)) == ([1, 8], [])
    for call in (world.history, world.serialize):
        with pytest.raises(ValueError, match="a sampled world has no history"):
            call()
    world.apply_action(0)
    assert (world.log(1), world.log(0)) == ([1, 8, 6], [6])
    assert world.view(1) == state.child(0).view(1)
    assert world.clone().sampled
    assert "Sampled world of toy" in repr(world)
    assert view.log() == [1, 8]


def test_the_law_is_sampled(toy_game: Game, played: Callable[..., State]) -> None:
    view = played(toy_game, (3, 1)).view(0)
    rng = Rng(2)
    counts = dict.fromkeys(range(6), 0)
    for _ in range(3000):
        world = view.determinize(rng)
        counts[int.from_bytes(world.to_bytes()[16:20], "little") - 1] += 1
    assert counts.pop(3) == 0
    assert all(500 < count < 700 for count in counts.values())


def test_fallback_worlds_are_marked(toy: Toy, played: Callable[..., State]) -> None:
    game = toy.game()
    assert not played(game, (3, 1), 2).view(0).determinize(Rng(0)).fallback
    world = played(game, (3, 1), 1).view(0).determinize(Rng(0))
    assert world.fallback
    assert world.clone().fallback


def test_views_come_from_states_only(toy: Toy) -> None:
    with pytest.raises(TypeError, match=r"State.view|positional"):
        View()
    with pytest.raises(TypeError, match=r"State.view"):
        View(toy.game(), 0, 0, object())  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        View.__new__(View)
