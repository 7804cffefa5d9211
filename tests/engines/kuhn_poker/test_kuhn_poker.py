"""Kuhn poker, rule by rule."""

import struct
from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare

from caravela.cext.core import Rng
from caravela.engines.kuhn_poker.text import cards_of
from caravela.engines.registry import load_game
from tests.oracles.sequence_form import zero_sum_value

PASS, BET = 0, 1


def after(game, *steps):
    state = game.new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


def test_each_seat_is_dealt_one_of_the_cards_that_are_left():
    state = load_game("kuhn_poker").new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state.apply_action(1)
    assert state.chance_outcomes() == [(0, 0.5), (2, 0.5)]
    state.apply_action(2)
    assert state.current_player() == 0
    assert state.legal_actions() == [PASS, BET]


@pytest.mark.parametrize(
    ("actions", "returns"),
    [
        ((PASS, PASS), [-1, 1]),  # K6: the higher card
        ((PASS, BET, PASS), [-1, 1]),
        ((PASS, BET, BET), [-2, 2]),
        ((BET, PASS), [1, -1]),  # K5: folding loses with the higher card, too
        ((BET, BET), [-2, 2]),
    ],
)
def test_every_course_of_a_game_of_two(actions, returns):
    state = after(load_game("kuhn_poker"), 0, 1, *actions)
    assert state.is_terminal()
    assert state.returns() == state.scores() == returns
    assert state.ranks() == [1 + (value < 0) for value in returns]


def test_after_a_bet_all_others_are_asked_once_more():
    state = after(load_game("kuhn_poker", players=4), 4, 3, 2, 1, PASS, PASS, BET)
    asked = []
    while not state.is_terminal():
        asked.append(state.current_player())
        state.apply_action(BET if asked[-1] == 1 else PASS)
    assert asked == [3, 0, 1]
    assert state.returns() == [-1, 4, -2, -1]  # K6: seat 0 has the highest card, but has folded
    assert state.ranks() == [2, 1, 4, 2]


def test_a_bet_of_seat_0_is_answered_by_all_others():
    state = after(load_game("kuhn_poker", players=3), 0, 1, 2, BET, BET)
    assert state.current_player() == 2
    assert state.child(BET).returns() == [-2, -2, 4]
    assert state.child(PASS).returns() == [-2, 3, -1]


def test_a_seat_sees_its_own_card_only_even_at_the_end():
    game = load_game("kuhn_poker")
    for actions in ((), (PASS,), (BET, BET)):
        assert after(game, 0, 1, *actions).view(0) == after(game, 0, 2, *actions).view(0)
        assert after(game, 0, 1, *actions).view(0) != after(game, 1, 2, *actions).view(0)
    assert cards_of(after(game, 0, 1, BET, BET).view(1)) == [None, 1]
    assert after(game, 2, 1, PASS, BET).information_state_string(1).split()[-4:] == [
        "dealt:0",
        "card:1",
        "0:pass",
        "1:bet",
    ]


def test_what_the_table_looks_like():
    state = after(load_game("kuhn_poker", players=4), 0, 1, 2)
    assert state.observation_string(1).splitlines() == [
        "seat 0: card unknown, to act",
        "seat 1: card 1, to act",
        "seat 2: card unknown, to act",
        "seat 3: not dealt yet",
    ]
    for step in (3, PASS, BET, PASS, BET, PASS):
        state.apply_action(step)
    assert state.observation_string(3).splitlines() == [
        "seat 0: card unknown, folded",
        "seat 1: card unknown, bet",
        "seat 2: card unknown, folded",
        "seat 3: card 3, bet",
    ]
    waiting = after(load_game("kuhn_poker", players=3), 0, 1, 2, PASS, BET)
    assert waiting.observation_string(0).splitlines()[0] == "seat 0: card 0, passed"


@pytest.mark.parametrize("players", [2, 3, 8])
def test_worlds_deal_the_unseen_cards_all_alike(players):
    view = after(load_game("kuhn_poker", players=players), *range(players), BET).view(1)
    rng = Rng(players)
    worlds = [tuple(cards_of(view.determinize(rng))) for _ in range(6000)]
    assert {world[1] for world in worlds} == {1}
    unseen = [card for card in range(players + 1) if card != 1]
    if players < 8:
        deals = [(deal[0], 1, *deal[1:]) for deal in permutations(unseen, players - 1)]
        assert chisquare([Counter(worlds)[deal] for deal in deals]).pvalue > 1e-4
    for seat in (0, *range(2, players)):
        counts = Counter(world[seat] for world in worlds)
        assert set(counts) == set(unseen)
        assert chisquare(list(counts.values())).pvalue > 1e-4


def test_the_value_of_the_game():
    assert zero_sum_value(load_game("kuhn_poker")) == pytest.approx(-1 / 18, abs=1e-9)  # K9


def test_other_stakes():
    game = load_game("kuhn_poker", data={"stakes": {"ante": 2, "bet": 0.5, "source": "assumed"}})
    assert (game.min_utility(), game.max_utility()) == (-2.5, 2.5)
    assert after(game, 0, 1, BET, BET).returns() == [-2.5, 2.5]
    with pytest.raises(ValueError, match=r"stakes\.bet is 0; it must be above 0"):
        load_game("kuhn_poker", data={"stakes": {"ante": 2.0, "bet": 0.0, "source": "assumed"}})


@pytest.mark.parametrize("players", [1, 9])
def test_numbers_of_players_out_of_range_are_refused(players):
    with pytest.raises(ValueError, match=f"players is {players}"):
        load_game("kuhn_poker", players=players)


@pytest.mark.parametrize(
    "fields",  # cards, steps, end, bets, mover of three seats
    [
        (0x000, 0, 6, 0, 0),  # chance deals
        (0x000, 0, 5, 0, -1),  # the end comes too early
        (0x000, 0, 7, 0, -1),  # nobody has bet yet
        (0x001, 0, 6, 0, -1),  # a card too many
        (0x011, 2, 6, 0, -1),  # one card twice
        (0x051, 2, 6, 0, -1),  # no such card
        (0x4321, 3, 6, 0, 0),  # no such seat
        (0x321, 3, 6, 0, 1),  # seat 0 begins
        (0x321, 4, 6, 2, 1),  # seat 1 has not acted yet
        (0x321, 4, 7, 1, 1),  # seat 0 bet first, not seat 1
        (0x321, 5, 7, 1, 2),  # seat 1 must have bet
        (0x321, 7, 7, 2, 0),  # the game is over
        (0x321, 8, 7, 2, -4),  # it has been before
        (0x321, 6, 6, 8, -4),  # no such seat
    ],
)
def test_foreign_bytes_are_checked(fields):
    with pytest.raises(ValueError, match="kuhn_poker"):
        load_game("kuhn_poker", players=3).state_from_bytes(struct.pack("=IBBBb", *fields))


def test_views_with_others_cards_are_refused():
    game = load_game("kuhn_poker")
    state = after(game, 2, 0, BET)
    assert game.state_from_bytes(state.view(1).to_bytes(), player=1).to_bytes() == state.view(1).to_bytes()
    for player in (0, 1):
        with pytest.raises(ValueError, match="kuhn_poker"):
            game.state_from_bytes(state.to_bytes(), player=player)
        with pytest.raises(ValueError, match="kuhn_poker"):
            game.state_from_bytes(state.view(player).to_bytes(), player=1 - player)
        with pytest.raises(ValueError, match="kuhn_poker"):
            game.state_from_bytes(state.view(player).to_bytes())
