"""What seats know: observers, tensors, sampled worlds, and no way from there to the truth."""

import pickle
import random

import numpy as np
import pytest

from caravela.engines.registry import load_game

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.observation import make_observation  # noqa: E402

from caravela.openspiel.exported import tensors  # noqa: E402
from tests.openspiel.exported.tools import SMALL, decision, exported, several_sizes, walk  # noqa: E402

KIND = pyspiel.IIGObservationType
PRIVATE = pyspiel.PrivateInfoType
GAMES = [*SMALL, "veracruz(players=3)"]


@pytest.mark.parametrize("name", GAMES)
def test_strings_are_the_views_and_the_logs(name):
    game = exported(name)
    recall, plain = make_observation(game, KIND(perfect_recall=True)), make_observation(game)
    for state in walk(game, seed=2):
        ours = game.caravela_game.deserialize_state(state.serialize())
        for player in range(game.num_players()):
            known = ours.information_state_string(player)
            assert recall.string_from(state, player) == state.information_state_string(player) == known
            seen = ours.view(player).observation_string()
            assert plain.string_from(state, player) == state.observation_string(player) == seen
        if state.is_player_node():
            assert state.information_state_string() == state.information_state_string(state.current_player())
            assert state.observation_string() == state.observation_string(state.current_player())


@pytest.mark.parametrize("name", several_sizes())
def test_tensors_tell_exactly_what_strings_tell(name):
    game = exported(name)
    kind = game.get_type()
    observer = make_observation(game, KIND(perfect_recall=True))
    texts, seen = set(), set()
    for seed in range(3):
        for state in walk(game, seed):
            for player in range(game.num_players()):
                assert len(state.observation_tensor(player)) == game.observation_tensor_size()
                if kind.provides_information_state_tensor:
                    observer.set_from(state, player)
                    texts.add(observer.string_from(state, player))
                    seen.add(observer.tensor.tobytes())
    assert len(texts) == len(seen)
    assert bool(texts) == kind.provides_information_state_tensor
    if kind.provides_information_state_tensor:
        assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()


def test_the_code_tensor_can_be_read_back():
    game = exported("monty_hall")
    observer = make_observation(game, KIND(perfect_recall=True))
    *_, state = walk(game)
    observer.set_from(state, 1)
    assert list(observer.dict) == ["player", "codes"]
    assert observer.dict["player"].tolist() == [0, 1]
    rows = observer.dict["codes"]
    bits = rows[rows[:, 0] == 1][:, 1:].astype(int)
    assert [int("".join(map(str, row)), 2) for row in bits.tolist()] == state.log(1)
    assert observer.tensor.tolist() == state.information_state_tensor(1)


def test_great_codes_are_exact():
    class Told:
        def log(self, player):
            return [0, 1, 2**24 + 1, 2**31 - 1]

    encoding = tensors.CodeTensor(load_game("pennies", rounds=3))
    blocks = {name: np.ones(shape, np.float32) for name, shape in encoding.shapes.items()}
    encoding.write(Told(), 0, blocks)
    rows = blocks["codes"].astype(int).tolist()
    assert [int("".join(map(str, row)), 2) - 2**31 for row in rows[:4]] == Told().log(0)
    assert np.sum(rows[4:]) == 0


def test_observations_are_the_numbers_of_the_engine():
    game = exported("veracruz")
    state = decision(game)
    ours = game.caravela_game.deserialize_state(state.serialize())
    assert state.observation_tensor(0) == ours.observation_tensor(0).tolist()
    assert list(make_observation(game).dict) == ["observation"]


def test_everybody_sees_what_each_sees():
    game = exported("monty_hall")
    for recall in (False, True):
        everybody = make_observation(game, KIND(perfect_recall=recall, private_info=PRIVATE.ALL_PLAYERS))
        single = make_observation(game, KIND(perfect_recall=recall))
        for state in walk(game):
            everybody.set_from(state, 0)
            said = everybody.string_from(state, 1)
            parts = []
            for player in (0, 1):
                single.set_from(state, player)
                parts.append(single.tensor.copy())
                assert f"[{player}] {single.string_from(state, player)}" in said
                for part in single.dict:
                    assert np.array_equal(everybody.dict[f"{player}:{part}"], single.dict[part])
            assert np.array_equal(everybody.tensor, np.concatenate(parts))


@pytest.mark.parametrize(("public", "private"), [(True, "NONE"), (False, "SINGLE_PLAYER"), (False, "NONE")])
def test_public_and_private_are_not_parted(public, private):
    game = exported("pennies")
    kind = KIND(public_info=public, perfect_recall=False, private_info=getattr(PRIVATE, private))
    assert make_observation(game, kind) is None
    with pytest.raises(pyspiel.SpielError, match="no observer that parts public from private"):
        game.make_observer(kind, {})


def test_observers_take_no_parameters():
    game = exported("pennies")
    with pytest.raises(ValueError, match=r"observers of pennies take no parameters, not \{'colour': 3\}"):
        make_observation(game, None, {"colour": 3})
    with pytest.raises(ValueError, match="take no parameters"):
        game.make_observer(KIND(perfect_recall=True), {"colour": 3})


def test_observers_of_cpp_are_the_same():
    game = exported("monty_hall")
    observation = pyspiel._Observation(game, game.make_observer(KIND(perfect_recall=True), {}))
    for state in walk(game):
        observation.set_from(state, 0)
        assert np.frombuffer(observation, np.float32).tolist() == state.information_state_tensor(0)
        assert observation.string_from(state, 0) == state.information_state_string(0)


def numbers(seed):
    return random.Random(seed).random


@pytest.mark.parametrize("name", several_sizes())
def test_worlds_are_what_the_seat_may_believe(name):
    game = exported(name)
    for number, state in enumerate(walk(game, seed=4)):
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, numbers(number))
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.view(player) == state.view(player)
            if state.current_player() == player:
                assert world.current_player() == player
                assert world.legal_actions() == state.legal_actions()


def twins(name):
    """Pairs of states that differ, with one view of seat 0: true ones where the game is small, else worlds."""
    seen = {}
    for seed in range(60 if name in SMALL else 1):
        for number, state in enumerate(walk(exported(name), seed)):
            other = seen.setdefault(state.view(0), state.clone())
            if name not in SMALL and state.current_player() == 0:
                yield state.resample_from_infostate(0, numbers(number)), state.clone()
            elif other.history() != state.history():
                yield other, state.clone()


@pytest.mark.parametrize("name", [*SMALL[:4], "veracruz"])
def test_worlds_come_from_the_view_alone(name):
    differ = 0
    for one, other in twins(name):
        assert one.view(0) == other.view(0)
        differ += one._state.to_bytes() != other._state.to_bytes()
        for seed in range(3):
            first = one.resample_from_infostate(0, numbers(seed))
            second = other.resample_from_infostate(0, numbers(seed))
            assert repr(first) == repr(second)
            assert pickle.dumps(first._state) == pickle.dumps(second._state)
            while not first.is_terminal():
                assert first.legal_actions() == second.legal_actions()
                assert first.information_state_string(1) == second.information_state_string(1)
                for world in (first, second):
                    world.apply_action(world.legal_actions()[0])
            assert first.returns() == second.returns()
        assert one.information_state_string(0) == other.information_state_string(0)
        assert one.observation_tensor(0) == other.observation_tensor(0)
        assert pickle.dumps(one.view(0)) == pickle.dumps(other.view(0))
    assert differ


def test_worlds_follow_the_law():
    # Behind door 1 (the first pick) the prize is in one world of three.
    state = exported("monty_hall").new_initial_state()
    for action in (2, 0, 1):
        state.apply_action(action)
    source = numbers(1)
    won = [state.resample_from_infostate(0, source).child(0).returns()[0] > 0 for _ in range(3000)]
    assert sum(won) / len(won) == pytest.approx(1 / 3, abs=0.04)
    again = numbers(1)
    assert won == [state.resample_from_infostate(0, again).child(0).returns()[0] > 0 for _ in range(3000)]


def test_the_past_of_a_world_is_not_known():
    state = decision(exported("veracruz"), number=5)
    world = state.resample_from_infostate(0, numbers(0))
    for method in ("history", "history_str", "full_history", "move_number", "is_initial_state"):
        with pytest.raises(ValueError, match="sampled world has no history"):
            getattr(world, method)()
    with pytest.raises(pyspiel.SpielError, match="sampled for seat 0 it is not known what seat 1 observed"):
        world.log(1)
    assert world.log(0) == state.log(0)


@pytest.mark.parametrize("way", ["clone", "clone in C++", "pickle", "serialize"])
def test_copies_of_worlds_remember_whose_they_are(way):
    state = decision(exported("veracruz"), number=4)
    world = state.resample_from_infostate(1, numbers(0))
    made = {
        "clone": world.clone,
        "clone in C++": lambda: pyspiel.State.clone(world),
        "pickle": lambda: pickle.loads(pickle.dumps(world)),
        "serialize": lambda: world.get_game().deserialize_state(world.serialize()),
    }[way]()
    assert str(made) == str(world)
    assert made.information_state_string(1) == state.information_state_string(1)
    assert made.information_state_string(0) == world.information_state_string(0)
    with pytest.raises(pyspiel.SpielError, match="sampled for seat 1"):
        made.log(0)


@pytest.mark.parametrize("name", ["veracruz(players=3)", "monty_hall", "pennies(rounds=2)"])
def test_other_seats_of_worlds_are_keyed_by_what_they_know(name):
    # Searches share a node between worlds if its text is the same: then its seat must have the same choices.
    game = exported(name)
    known = {}
    state = decision(game, seed=1, number=1)
    source = numbers(7)
    for _ in range(200):
        for turn, world in enumerate(continued(state.resample_from_infostate(state.current_player(), source), source)):
            if world.is_player_node() and turn < 20:
                key = (world.current_player(), world.information_state_string())
                seen = (world.view(world.current_player()).to_bytes(), world.legal_actions())
                assert known.setdefault(key, seen) == seen


def continued(world, source):
    while not world.is_terminal():
        yield world
        world.apply_action(world.legal_actions()[int(source() * len(world.legal_actions()))])
