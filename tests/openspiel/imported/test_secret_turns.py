"""Simultaneous moves, seat by seat."""

import pytest

pyspiel = pytest.importorskip("pyspiel")

import caravela as cv  # noqa: E402


def test_nobody_notices_a_choice_until_all_are_uncovered() -> None:
    state = cv.load_game("openspiel:goofspiel(num_cards=3,imp_info=true,points_order=descending)").new_initial_state()
    before = state.view(1)
    state.apply_action(2)
    assert state.view(1) == before
    assert state.view(1).current_player() == 1
    state.apply_action(0)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1.0)]
    chosen = state.view(1)
    state.apply_action(0)
    assert state.view(1) != chosen


def test_in_worlds_of_a_seat_the_others_have_yet_to_choose() -> None:
    game = cv.load_game("openspiel:matching_pennies_3p")
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 1
    view = state.view(1)
    world = view.determinize(cv.Rng(1))
    assert world.current_player() == 1
    world.apply_action(1)
    assert [world.current_player(), world.child(0).current_player()] == [0, 2]
    assert world.view(1).determinize(cv.Rng(1)).current_player() == 0


def test_returns_are_those_of_the_simultaneous_game() -> None:
    state = cv.load_game("openspiel:matrix_pd").new_initial_state()
    for choice in (1, 0, 0):
        state.apply_action(choice)
    theirs = pyspiel.load_game("matrix_pd").new_initial_state()
    theirs.apply_actions([1, 0])
    assert state.returns() == theirs.returns()


def test_mixed_strategies_are_found() -> None:
    """Hidden choices are played by regret matching: rock, paper and scissors alike."""
    view = cv.load_game("openspiel:matrix_rps").new_initial_state().view(0)
    result = cv.bots.ISMCTSBot(iterations=4000, final="regret", seed=1).search(view)
    assert all(abs(probability - 1 / 3) < 0.1 for _, probability in result.policy)
    assert len(result.policy) == 3


def test_the_order_of_choices_does_not_matter_to_bytes() -> None:
    game = cv.load_game("openspiel:matching_pennies_3p")
    state = game.new_initial_state()
    state.apply_action(1)
    state.apply_action(0)
    assert game.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    world = state.view(2).determinize(cv.Rng(3))
    assert game.state_from_bytes(world.to_bytes()).current_player() == 2


@pytest.mark.parametrize("data", [b'["state",[],3]', b'["state",[[0,5]],-1]', b'["state",[[7,0]],-1]', b'["state",[]]'])
def test_impossible_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="refused"):
        cv.load_game("openspiel:matching_pennies_3p").state_from_bytes(data)
