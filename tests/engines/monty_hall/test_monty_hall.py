"""Monty Hall, rule by rule."""

import struct
from collections import Counter

import pytest
from scipy.stats import chisquare

from caravela.cext.core import Rng
from caravela.engines.registry import load_game


def after(game, *steps):
    state = game.new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


def test_a_whole_game():
    game = load_game("monty_hall")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state.apply_action(2)
    assert state.current_player() == 0
    assert state.legal_actions() == [0, 1, 2]
    state.apply_action(0)
    assert state.chance_outcomes() == [(1, 1.0)]
    state.apply_action(1)
    assert state.legal_actions() == [0, 2]
    won, lost = state.child(2), state.child(0)
    assert (won.returns(), won.scores(), won.ranks()) == ([1.0, -1.0], [1.0, 0.0], [1, 2])
    assert (lost.returns(), lost.scores(), lost.ranks()) == ([-1.0, 1.0], [0.0, 1.0], [2, 1])


def test_the_host_has_a_choice_when_the_guest_stands_before_the_prize():
    state = after(load_game("monty_hall", doors=5), 3, 3)
    assert state.chance_outcomes() == [(0, 0.25), (1, 0.25), (2, 0.25), (4, 0.25)]


@pytest.mark.parametrize("doors", [3, 4, 7])
@pytest.mark.parametrize("pick", [0, 2])
def test_drawn_doors_follow_the_probabilities(doors, pick):
    for prize in (pick, 1):
        state = after(load_game("monty_hall", doors=doors), prize, pick)
        outcomes = dict(state.chance_outcomes())
        rng = Rng(doors, pick)
        drawn = Counter(state.sample_chance(rng) for _ in range(6000))
        assert set(drawn) <= set(outcomes)
        if len(outcomes) > 1:
            assert chisquare([drawn[a] for a in outcomes], [6000 * p for p in outcomes.values()]).pvalue > 1e-4


@pytest.mark.parametrize("doors", [3, 4, 7])
@pytest.mark.parametrize(("pick", "opened"), [(0, 1), (2, 0), (1, 2)])
def test_worlds_follow_the_posterior(doors, pick, opened):
    prize = next(d for d in range(doors) if d not in (pick, opened))
    state = after(load_game("monty_hall", doors=doors), prize, pick, opened)
    rng = Rng(7, 8)
    view = state.view(0)
    found = Counter(struct.unpack("=5i", view.determinize(rng).to_bytes())[1] - 1 for _ in range(8000))
    # Bayes: all doors were alike; the host could open doors - 1 with the prize behind the pick, else doors - 2.
    weights = {d: (1 / (doors - 1) if d == pick else 1 / (doors - 2)) for d in range(doors) if d != opened}
    expected = [8000 * w / sum(weights.values()) for w in weights.values()]
    assert set(found) <= set(weights)
    assert chisquare([found[d] for d in weights], expected).pvalue > 1e-4


def test_the_guest_does_not_see_the_prize_before_the_end_and_the_house_does():
    game = load_game("monty_hall")
    assert after(game, 0, 1, 2).view(0) == after(game, 1, 1, 2).view(0)
    assert after(game, 0, 1, 2).view(1) != after(game, 1, 1, 2).view(1)
    assert after(game, 0).log(0) == after(game, 2).log(0) == [0]
    end = after(game, 2, 0, 1, 2)
    assert end.information_state_string(0) != after(game, 0, 0, 1, 2).information_state_string(0)
    assert "prize" in end.view(0).observation_string()
    assert "prize" not in after(game, 2, 0, 1).view(0).observation_string()


def test_the_tensor_shows_the_prize_only_to_those_who_know():
    game = load_game("monty_hall")
    state = after(game, 2, 0, 1)
    row = slice(9, 12)
    assert state.observation_tensor(0)[row].tolist() == [0, 0, 0]
    assert state.observation_tensor(1)[row].tolist() == [0, 0, 1]
    assert state.observation_tensor(0)[:9].tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 0]
    assert state.child(0).observation_tensor(0)[6:].tolist() == [1, 0, 0, 0, 0, 1]


def test_names():
    game = load_game("monty_hall", doors=4)
    assert [game.action_to_string(a) for a in range(4)] == ["door:1", "door:2", "door:3", "door:4"]
    assert game.string_to_chance("at:4") == 3
    text = after(game, 3, 0, 1, 2).information_state_string(0)
    for name in ("placed", "pick:1", "opened:2", "choice:3", "prize:4"):
        assert name in text


@pytest.mark.parametrize("doors", [2, 21])
def test_door_counts_out_of_range_are_refused(doors):
    with pytest.raises(ValueError, match=str(doors)):
        load_game("monty_hall", doors=doors)


@pytest.mark.parametrize(
    "fields",
    [
        (5, 1, 1, 2, 1),
        (-1, 0, 0, 0, 0),
        (0, 1, 0, 0, 0),
        (1, 0, 0, 0, 0),
        (2, 4, 1, 0, 0),
        (2, 1, 0, 0, 0),
        (3, 1, 1, 1, 0),  # the guest's door cannot be opened
        (3, 1, 2, 1, 0),  # nor the prize's
        (4, 1, 2, 3, 3),  # an open door cannot be chosen
        (4, 1, 2, 3, 0),
    ],
)
def test_foreign_bytes_are_checked(fields):
    with pytest.raises(ValueError, match="monty_hall"):
        load_game("monty_hall").state_from_bytes(struct.pack("=5i", *fields))


def test_a_guest_view_with_the_prize_is_refused():
    game = load_game("monty_hall")
    state = after(game, 2, 0, 1)
    assert game.state_from_bytes(state.view(0).to_bytes(), player=0).to_bytes() == state.view(0).to_bytes()
    assert game.state_from_bytes(state.to_bytes(), player=1).to_bytes() == state.to_bytes()
    with pytest.raises(ValueError, match="monty_hall"):
        game.state_from_bytes(state.to_bytes(), player=0)
