import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from caravela.cext import CHANCE_PLAYER, TERMINAL_PLAYER, Game, Rng, State
from tests.cext.conftest import TRAPS, Toy


def test_a_game_from_start_to_end(toy_game: Game) -> None:
    state = toy_game.new_initial_state()
    assert state.current_player() == CHANCE_PLAYER == -1
    assert state.is_chance_node()
    assert state.legal_actions() == []
    assert state.legal_actions(0) == []
    assert state.returns() == [0.0, 0.0]
    assert state.chance_outcomes() == [(card, 1 / 6) for card in range(6)]
    state.apply_action(2)
    assert state.chance_outcomes() == [(card, 0.0 if card == 2 else 1 / 5) for card in range(6)]
    assert state.chance_key() == (7 << 32) + 1
    state.apply_action(4)
    for step in range(4):
        assert state.turn() == step
        mover = state.current_player()
        assert mover == step % 2
        assert state.legal_actions() == state.legal_actions(mover) == [0, 1, 2]
        assert state.legal_actions(1 - mover) == []
        assert not state.is_terminal()
        state.apply_action(np.int64(step % 3))
    assert state.is_terminal()
    assert state.current_player() == TERMINAL_PLAYER == -4
    assert state.legal_actions() == []
    assert state.returns() == [-1.0, 1.0]
    assert state.scores() == [2.0, 4.0]
    assert state.ranks() == [2, 1]
    assert state.history() == [2, 4, 0, 1, 2, 0]
    assert state.serialize() == "2\n4\n0\n1\n2\n0"
    assert state.log(0) == [2, 6, 7, 8, 6, 4]
    assert state.log(1) == [4, 6, 7, 8, 6, 2]
    assert state.information_state_string(1) == "seat:1 card:4 say:0 say:1 say:2 say:0 card:2"
    assert toy_game.deserialize_state(state.serialize()) == state


def test_what_chance_samples_is_possible(toy_game: Game) -> None:
    rng = Rng(1)
    for _ in range(50):
        state = toy_game.new_initial_state()
        while state.is_chance_node():
            before = state.state_hash()
            outcome = state.sample_chance(rng)
            assert state.state_hash() == before, "sampling applies nothing"
            state.apply_action(outcome)


@pytest.mark.parametrize("action", [-1, 3, -2, 2**31, 2**40, -(2**70), 10**30])
def test_illegal_actions_change_nothing(toy_game: Game, played: Callable[..., State], action: int) -> None:
    state = played(toy_game, (0, 1), 2)
    twin = state.clone()
    message = rf"illegal action {action} for seat 1 of toy.*; legal: say:0, say:1, say:2$"
    with pytest.raises(ValueError, match=message):
        state.apply_action(action)
    with pytest.raises(ValueError, match=message):
        state.child(action)
    assert state == twin
    assert state.history() == [0, 1, 2]
    assert state.log(0) == twin.log(0)


def test_impossible_outcomes_are_refused(toy_game: Game, played: Callable[..., State]) -> None:
    state = toy_game.new_initial_state()
    state.apply_action(3)
    message = r"impossible outcome 3 \(card:3\) in toy.*; possible: card:0, card:1, card:2, card:4, card:5$"
    with pytest.raises(ValueError, match=message):
        state.apply_action(3)
    with pytest.raises(ValueError, match="impossible outcome 6 in"):
        state.apply_action(6)
    assert state.history() == [3]


def test_questions_at_the_wrong_time(toy_game: Game, played: Callable[..., State]) -> None:
    state = played(toy_game, (0, 1))
    for call in (state.chance_outcomes, state.chance_key, lambda: state.sample_chance(Rng(0))):
        with pytest.raises(ValueError, match=r"no chance event is next in <State of toy.*, seat 0 to move"):
            call()
    with pytest.raises(ValueError, match="scores are known at the end only"):
        state.scores()
    with pytest.raises(ValueError, match="ranks are known at the end only"):
        state.ranks()
    for seat in (2, -1, 2**40, True):
        for question in (state.legal_actions, state.log, state.view, state.information_state_string):
            with pytest.raises(ValueError, match=f"no seat {seat}; the seats of toy.* are 0 to 1"):
                question(seat)
    over = played(toy_game, (0, 1), 0, 0, 0, 0)
    with pytest.raises(ValueError, match="the game is over"):
        over.apply_action(0)


@pytest.mark.parametrize("bad", [1.0, "say:1", None, [1]])
def test_ids_are_whole_numbers(toy_game: Game, played: Callable[..., State], bad: Any) -> None:
    with pytest.raises(TypeError):
        played(toy_game, (0, 1)).apply_action(bad)


@pytest.mark.parametrize("copied", [State.clone, copy.copy, copy.deepcopy])
def test_clones_are_independent(toy_game: Game, played: Callable[..., State], copied: Callable[[State], State]) -> None:
    state = played(toy_game, (3, 1), 1)
    twin = copied(state)
    assert twin == state
    assert hash(twin) == hash(state)
    twin.apply_action(2)
    assert twin != state
    assert state.history() == [3, 1, 1]
    assert twin.history() == [3, 1, 1, 2]
    state.apply_action(0)
    assert (state.history(), state.log(0)) == ([3, 1, 1, 0], [3, 7, 6])
    assert (twin.history(), twin.log(0)) == ([3, 1, 1, 2], [3, 7, 8])


def test_shared_histories_never_mix(toy: Toy) -> None:
    """A crowd of clones steps in any order; plain lists say what each must remember."""
    game = toy.game(rounds=60, codes=3)
    rng = random.Random(4)
    crowd = [(game.new_initial_state(), list[int]())]
    for _ in range(4000):
        pick = rng.randrange(len(crowd))
        state, past = crowd[pick]
        if state.is_terminal() or rng.random() < 0.2:
            crowd.append((state.clone(), list(past)))
            if len(crowd) > 12:
                crowd.pop(rng.randrange(len(crowd)))
            continue
        chances = [outcome for outcome, p in state.chance_outcomes() if p] if state.is_chance_node() else None
        action = rng.choice(chances or state.legal_actions())
        state.apply_action(action)
        past.append(action)
    assert max(len(past) for _, past in crowd) > 20
    for state, past in crowd:
        assert state.history() == past
        for seat in range(2):
            expected = [6 + action for action in past[2:] for _ in range(3)]
            end = [past[1 - seat]] if state.is_terminal() else []
            assert state.log(seat) == past[seat : seat + 1] + expected + end


def test_equality_and_hash(toy_game: Game, played: Callable[..., State], toy: Toy) -> None:
    state = played(toy_game, (0, 1), 0, 1)
    # Another way to the same situation.
    assert state != played(toy_game, (0, 1), 1, 0)
    assert played(toy_game, (0, 1), 1, 1, 0) != played(toy_game, (0, 2), 1, 1, 0)
    assert played(toy_game, (0, 1), 2, 0, 1) == played(toy_game, (0, 1), 0, 2, 1)
    assert state != 3
    assert state != played(toy.game(cards=9), (0, 1), 0, 1)


def test_repr_is_one_line(toy: Toy, played: Callable[..., State]) -> None:
    state = played(toy.game(), (0, 1))
    assert repr(state) == str(state) == f"<State of toy, seat 0 to move, hash {state.state_hash():016x}>"
    assert "chance to move" in repr(toy.game().new_initial_state())
    assert ", over, " in repr(played(toy.game(), (0, 1), 0, 0, 0, 0))


def test_names_by_node(toy_game: Game, played: Callable[..., State]) -> None:
    state = toy_game.new_initial_state()
    assert state.string_to_action("card:2") == 2
    assert state.action_to_string(CHANCE_PLAYER, 2) == "card:2"
    state = played(toy_game, (0, 1))
    assert state.string_to_action("say:2") == 2
    assert state.action_to_string(0, 2) == "say:2"
    with pytest.raises(ValueError, match="no seat 5"):
        state.action_to_string(5, 2)


@pytest.mark.parametrize("text", ["1 1", "x", "-1", "1_0", "٣", "9" * 5000, "0\n1\n7"])
def test_bad_serialized_states(toy_game: Game, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        toy_game.deserialize_state(text)


def test_states_come_from_games_only(toy: Toy) -> None:
    with pytest.raises(TypeError, match=r"Game.new_initial_state|positional"):
        State()
    with pytest.raises(TypeError, match=r"Game.new_initial_state"):
        State(toy.game(), object())  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        State.__new__(State)
    with pytest.raises(TypeError):
        type("Sub", (State,), {})


@pytest.mark.parametrize("align", [1, 2, 4, 8, 16, 32, 64])
def test_states_are_aligned(toy: Toy, align: int) -> None:
    before = toy.misaligned
    game = toy.game(align=align, codes=5)
    rng = Rng(align)
    states = [game.new_initial_state() for _ in range(20)]
    for state in states:
        while not state.is_terminal():
            state.apply_action(state.sample_chance(rng) if state.is_chance_node() else 1)
            assert state.view(0).determinize(rng).view(0) == state.view(0)
    assert toy.misaligned == before


def test_more_ids_and_codes_than_fit_on_the_stack(toy: Toy) -> None:
    game = toy.game(cards=1000, actions=900, codes=400)
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == 1000
    state.apply_action(999)
    with pytest.raises(ValueError, match=r"impossible outcome 999 \(card:999\).*card:11, \.\.\. \(999 in all\)"):
        state.apply_action(999)
    state.apply_action(0)
    assert state.legal_actions() == list(range(900))
    state.apply_action(899)
    with pytest.raises(ValueError, match=r"illegal action 900 .*say:11, \.\.\. \(900 in all\)"):
        state.apply_action(900)
    assert state.log(1) == [0] + [1899] * 400


@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize(
    ("trap", "error", "message"),
    [
        ("apply", ArithmeticError, "apply failed"),
        ("observe", ArithmeticError, "observe failed"),
        ("many_codes", RuntimeError, "shows 3 codes; its bound is 2"),
        ("negative_code", RuntimeError, "negative code -5"),
    ],
)
def test_a_failing_engine_leaves_the_state_as_it_was(
    toy: Toy, foreign: bool, trap: str, error: type[Exception], message: str
) -> None:
    game = toy.game(trap=TRAPS[trap], foreign=foreign)
    state = game.new_initial_state()
    for action in (0, 1, 1):
        state.apply_action(action)
    before = state.to_bytes(), state.history(), state.log(0), state.log(1), state.state_hash()
    for _ in range(3):
        with pytest.raises(error, match=message):
            state.apply_action(2)
        assert (state.to_bytes(), state.history(), state.log(0), state.log(1), state.state_hash()) == before
    state.apply_action(0)
    assert state.history() == [0, 1, 1, 0]


def test_tensors(toy: Toy, toy_game: Game, played: Callable[..., State]) -> None:
    state = played(toy.game(tensor=True), (3, 1), 2)
    tensor = state.observation_tensor(1)
    assert tensor.dtype == np.float32
    assert tensor.tolist() == [2.0, 2.0]
    with pytest.raises(ValueError, match="no views as numbers"):
        played(toy_game, (3, 1)).observation_tensor(0)
