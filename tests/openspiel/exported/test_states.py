"""Every public method of a state: what our overrides say is what OpenSpiel's own methods say of the same state."""

import copy
import pickle
import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

from caravela.openspiel import complete_record  # noqa: E402
from caravela.openspiel.exported import ExportedState  # noqa: E402
from tests.openspiel.exported.tools import SMALL, exported, several_sizes, step, walk  # noqa: E402

BASE = pyspiel.State
GAMES = [*SMALL, "veracruz", "veracruz(players=4,start=0)"]

PLAIN = (
    *("current_player", "is_terminal", "is_chance_node", "is_player_node", "is_simultaneous_node"),
    *("is_mean_field_node", "legal_actions", "legal_actions_mask", "returns", "rewards", "history", "history_str"),
    *("move_number", "is_initial_state", "to_string", "__str__", "__repr__", "get_type", "num_players"),
    *("num_distinct_actions", "starting_state", "starting_state_str", "get_game"),
)
"""Methods without arguments that answer everywhere."""
SEATED = ("information_state_string", "observation_string", "observation_tensor", "player_return", "player_reward")
"""Methods that take a seat."""
ELSEWHERE = {
    *("full_history", "is_initial_non_chance_state", "chance_outcomes", "action_to_string", "string_to_action"),
    *("information_state_tensor", "clone", "child", "apply_action", "apply_action_with_legality_check", "serialize"),
    "resample_from_infostate",
}
"""Methods with tests of their own."""
OF_OTHER_GAMES = {
    *("apply_actions", "apply_actions_with_legality_checks", "undo_action", "to_struct", "to_json", "to_dict"),
    *("action_to_struct", "actions_to_struct", "struct_to_actions", "apply_action_struct", "validate_action_struct"),
    *("get_action_struct_sampler", "to_observation_struct", "distribution_support", "update_distribution"),
    "mean_field_population",
}
"""Methods for simultaneous or mean-field games, undo and structs: OpenSpiel's own refuse."""


def test_every_public_method_is_looked_at():
    public = {name for name in dir(BASE) if not name.startswith("_")}
    assert public == {*(name for name in PLAIN if name[0] != "_"), *SEATED, *ELSEWHERE, *OF_OTHER_GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_overrides_agree_with_the_methods_of_openspiel(name):
    game = exported(name)
    for state in walk(game, seed=3):
        complete_record(state)
        for method in PLAIN:
            assert getattr(state, method)() == getattr(BASE, method)(state), method
        for player in range(game.num_players()):
            for method in SEATED:
                assert getattr(state, method)(player) == getattr(BASE, method)(state, player), method
        if game.get_type().provides_information_state_tensor:
            assert state.information_state_tensor(1) == BASE.information_state_tensor(state, 1)
        theirs = [(item.player, item.action) for item in BASE.full_history(state)]
        assert [(item.player, item.action) for item in state.full_history()] == theirs
        assert [action for _, action in theirs] == state.history()
        assert state.is_initial_non_chance_state() == BASE.is_initial_non_chance_state(state)
        if state.is_chance_node():
            assert state.chance_outcomes() == BASE.chance_outcomes(state)
        for action in state.legal_actions():
            said = state.action_to_string(state.current_player(), action)
            assert said == state.action_to_string(action) == BASE.action_to_string(state, action)
            assert state.string_to_action(said) == BASE.string_to_action(state, said) == action
            assert state.string_to_action(state.current_player(), said) == action


@pytest.mark.parametrize("name", GAMES)
def test_players_who_are_not_to_act_have_no_actions(name):
    # As native games have it: kuhn_poker, for one.
    theirs = pyspiel.load_game("kuhn_poker").new_initial_state()
    assert [theirs.legal_actions(player) for player in (0, -1, 7)] == [[], [0, 1, 2], []]
    assert len(theirs.legal_actions_mask()) == len(theirs.legal_actions_mask(-1)) == 3
    assert theirs.legal_actions_mask(0) == [0, 0]
    game = exported(name)
    for state in walk(game):
        mover = state.current_player()
        assert state.legal_actions(mover) == state.legal_actions()
        for player in {-4, -1, 0, 1, 7} - {mover}:
            assert state.legal_actions(player) == []
            assert sum(state.legal_actions_mask(player)) == 0
    assert state.is_terminal()
    assert state.legal_actions() == []


def test_errors_are_those_of_openspiel_or_ours():
    game = exported("monty_hall")
    state = game.new_initial_state()
    for method in (*SEATED, "information_state_tensor"):
        with pytest.raises(pyspiel.SpielError, match="player >= 0"):
            getattr(state, method)(-1)
        with pytest.raises(pyspiel.SpielError, match="player <"):
            getattr(state, method)(2)
    for method in ("information_state_string", "observation_string", "information_state_tensor", "observation_tensor"):
        with pytest.raises(pyspiel.SpielError, match="player >= 0"):
            getattr(state, method)()  # chance knows nothing
    for play in (state.apply_action, state.child, state.apply_action_with_legality_check):
        with pytest.raises(ValueError, match="impossible outcome 3"):
            play(3)
        with pytest.raises(ValueError, match="impossible outcome -1"):
            play(pyspiel.INVALID_ACTION)
    with pytest.raises(ValueError, match="impossible outcome 3"):
        BASE.apply_action(state, 3)
    state.apply_action(0)
    with pytest.raises(ValueError, match="door:9"):
        state.string_to_action("door:9")
    state.apply_action(1)
    state.apply_action(2)
    with pytest.raises(ValueError, match="'door:3' is not legal"):
        state.string_to_action("door:3")
    assert state.history() == [0, 1, 2]
    with pytest.raises(pyspiel.SpielError, match="UndoAction function is not overridden"):
        state.undo_action(-1, 2)
    with pytest.raises(pyspiel.SpielError, match="begins at its beginning"):
        game.new_initial_state("somewhere")
    with pytest.raises(pyspiel.SpielError, match="ToStruct is not implemented"):
        state.to_dict()


def test_long_logs_have_no_tensor():
    state = exported("veracruz").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="provides no such tensor"):
        state.information_state_tensor(0)


def deserialized(state):
    return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]


COPIES = {
    "clone": ExportedState.clone,
    "clone in C++": BASE.clone,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "pickle 2": lambda state: pickle.loads(pickle.dumps(state, protocol=2)),
    "serialize": lambda state: state.get_game().deserialize_state(state.serialize()),
    "serialize in C++": lambda state: state.get_game().deserialize_state(BASE.serialize(state)),
    "serialize with the game": deserialized,
    "of the copied game": lambda state: copy.deepcopy(state.get_game()).deserialize_state(state.serialize()),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", GAMES)
def test_copies_play_on_alike_and_apart(name, way):
    for number, state in enumerate(walk(exported(name), seed=5)):
        if number & (number - 1):  # at powers of two
            continue
        before = str(state)
        made = COPIES[way](state)
        twin = state.clone()
        assert str(made) == before
        one, other = random.Random(number), random.Random(number)
        while not made.is_terminal():
            assert step(made, one) == step(twin, other)
            assert made.legal_actions() == twin.legal_actions()
            assert made.current_player() == twin.current_player()
        assert made.history() == twin.history()
        assert made.returns() == twin.returns()
        assert [made.information_state_string(p) for p in (0, 1)] == [twin.information_state_string(p) for p in (0, 1)]
        theirs, ours = made.full_history(), twin.full_history()
        assert [(item.player, item.action) for item in theirs] == [(item.player, item.action) for item in ours]
        assert str(state) == before


def test_states_of_one_pickle_share_their_game():
    state = next(walk(exported("pennies")))
    one, other = pickle.loads(pickle.dumps([state, state.clone()]))
    assert one.get_game() is other.get_game()


def test_text_of_states_is_the_history_as_in_native_games():
    state = exported("monty_hall").new_initial_state()
    for action in (0, 1, 2):
        state.apply_action(action)
    assert state.serialize() == "0\n1\n2\n"
    assert str(state) == "c:at:1 0:door:2 c:at:3"
    with pytest.raises(ValueError, match="impossible outcome 7"):
        state.get_game().deserialize_state("7\n")


def test_a_state_holds_one_thing_that_cpp_must_copy():
    state = exported("veracruz").new_initial_state()
    assert list(state.__dict__) == ["_state"]


@pytest.mark.parametrize("name", several_sizes())
def test_the_record_of_cpp_can_be_completed(name):
    game = exported(name)
    *_, state = walk(game, seed=1)
    assert BASE.history(state) == []  # Python played it alone
    complete_record(state)
    assert BASE.history(state) == state.history()
    assert BASE.move_number(state) == state.move_number()
    # One that C++ began and Python went on with.
    half = game.new_initial_state()
    for number, action in enumerate(state.history()):
        play = BASE.apply_action if number % 3 == 0 and number < 20 else type(half).apply_action
        if number < 10:
            BASE.apply_action(half, action)
        else:
            play(half, action) if number >= 20 else half.apply_action(action)
    complete_record(half)
    assert BASE.history(half) == half.history() == state.history()
    complete_record(half)
    assert half.returns() == state.returns()
