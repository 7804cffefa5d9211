"""The walk tools find differences: a tool that cannot fail would prove nothing."""

from dataclasses import replace

import pytest

from caravela.engines.registry import load_game

pyspiel = pytest.importorskip("pyspiel")

from tests.openspiel.yardsticks.walks import (  # noqa: E402
    Twin,
    load_theirs,
    only_ours_is_chance,
    same_numbers,
    walk_at_random,
    walk_everything,
)

PENNIES = "matrix_mp"  # pays seat 0 for a match, as ours does; both choose at once


def twin() -> Twin:
    return Twin(load_game("pennies"), load_theirs(PENNIES), only_ours=only_ours_is_chance, bystanders=False)


def test_hidden_matching_pennies_is_the_matrix_game_of_that_name():
    count = walk_everything(twin())
    assert (count.decisions, count.chances, count.ends, count.information_sets) == (3, 0, 4, [1, 1])
    same_numbers(twin(), leave_out=["max_chance_outcomes"])  # showing the coins is chance in ours


def test_random_games_see_what_the_whole_walk_sees():
    count = walk_at_random(twin(), games=50, seed=1)
    assert (count.decisions, count.ends, count.information_sets) == (100, 50, [1, 1])


def test_a_longer_game_is_found_out():
    with pytest.raises(AssertionError, match="after our"):
        walk_everything(replace(twin(), ours=load_game("pennies", rounds=2)))
    with pytest.raises(AssertionError, match="max_game_length is 4 in ours and 2 in theirs"):
        same_numbers(replace(twin(), ours=load_game("pennies", rounds=2)), leave_out=["max_chance_outcomes"])


def test_other_actions_and_payoffs_are_found_out():
    with pytest.raises(AssertionError):
        walk_everything(replace(twin(), theirs=load_theirs("matrix_rps")))
    with pytest.raises(AssertionError):
        walk_everything(replace(twin(), their_action=lambda action: action + 1))
    with pytest.raises(AssertionError):
        walk_everything(replace(twin(), theirs=load_theirs("matrix_coordination")))


def test_what_a_seat_must_not_know_is_found_out():
    with pytest.raises(AssertionError, match="ours tells seat 1 more"):
        walk_everything(replace(twin(), ours_known=lambda state, seat: tuple(state.history())))
    with pytest.raises(AssertionError, match="theirs tells seat 1 more"):
        walk_everything(replace(twin(), theirs_known=lambda state, seat: tuple(state.history())))


def test_a_move_without_a_twin_is_found_out():
    with pytest.raises(AssertionError):
        walk_everything(Twin(load_game("pennies"), load_theirs(PENNIES), bystanders=False))


def test_a_move_of_ours_alone_must_be_forced():
    with pytest.raises(AssertionError, match="has alternatives"):
        walk_everything(replace(twin(), only_ours=lambda ours, theirs: not ours.is_terminal()))
