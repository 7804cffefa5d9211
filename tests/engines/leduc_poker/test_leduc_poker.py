"""Leduc poker, rule by rule."""

import struct
from collections import Counter

import pytest
from scipy.stats import chisquare

from caravela.cext.core import Rng
from caravela.engines.leduc_poker.text import table_of
from caravela.engines.registry import load_game
from tests.oracles.sequence_form import zero_sum_value

FOLD, CALL, RAISE = 0, 1, 2


def after(game, *steps):
    state = game.new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


def test_the_deck_has_two_cards_of_each_rank():
    state = load_game("leduc_poker").new_initial_state()
    assert state.chance_outcomes() == [(card, 1 / 6) for card in range(6)]
    assert after(state.game, 3, 0).legal_actions() == [CALL, RAISE]
    assert after(state.game, 3, 0, CALL, CALL).chance_outcomes() == [(card, 1 / 4) for card in (1, 2, 4, 5)]


def test_without_suits_a_card_is_its_rank():
    game = load_game("leduc_poker", suit_isomorphism=True)
    assert game.new_initial_state().chance_outcomes() == [(rank, 1 / 3) for rank in range(3)]
    assert after(game, 1).chance_outcomes() == [(0, 2 / 5), (1, 1 / 5), (2, 2 / 5)]
    assert after(game, 1, 1, CALL, CALL).chance_outcomes() == [(0, 1 / 2), (2, 1 / 2)]


def test_what_is_legal():
    game = load_game("leduc_poker")
    assert after(game, 0, 2, CALL).legal_actions() == [CALL, RAISE]
    assert after(game, 0, 2, RAISE).legal_actions() == [FOLD, CALL, RAISE]
    assert after(game, 0, 2, RAISE, RAISE).legal_actions() == [FOLD, CALL]
    assert after(game, 0, 2, RAISE, RAISE, CALL, 4).legal_actions() == [CALL, RAISE]


def test_mapped_actions_are_calls_for_everybody():
    game, plain = load_game("leduc_poker", action_mapping=True), load_game("leduc_poker")
    for steps, meant in (
        ((FOLD, RAISE, CALL, 4, FOLD, FOLD), (CALL, RAISE, CALL, 4, CALL, CALL)),
        ((RAISE, RAISE, RAISE, 4, RAISE, RAISE, RAISE), (RAISE, RAISE, CALL, 4, RAISE, RAISE, CALL)),
        ((RAISE, FOLD), (RAISE, FOLD)),
    ):
        state, twin = after(game, 0, 2, *steps), after(plain, 0, 2, *meant)
        assert state.to_bytes() == twin.to_bytes()
        assert [state.log(seat) for seat in (0, 1)] == [twin.log(seat) for seat in (0, 1)]
        assert state.is_terminal()
    for steps in ((), (RAISE,), (RAISE, RAISE)):
        assert after(game, 0, 2, *steps).legal_actions() == [FOLD, CALL, RAISE]


@pytest.mark.parametrize(
    ("actions", "returns"),
    [
        ((RAISE, FOLD), [1, -1]),
        ((RAISE, RAISE, FOLD), [-3, 3]),
        ((CALL, CALL, 4, CALL, CALL), [-1, 1]),
        ((RAISE, CALL, 4, CALL, RAISE, CALL), [-7, 7]),
        ((RAISE, RAISE, CALL, 4, RAISE, RAISE, CALL), [-13, 13]),
        ((CALL, CALL, 4, RAISE, FOLD), [1, -1]),
        ((CALL, CALL, 1, RAISE, CALL), [5, -5]),  # L9: the open card makes a pair
    ],
)
def test_what_is_paid_and_won(actions, returns):
    state = after(load_game("leduc_poker"), 0, 2, *actions)
    assert state.is_terminal()
    assert state.returns() == state.scores() == returns
    assert state.ranks() == [1 + (value < 0) for value in returns]


@pytest.mark.parametrize("merged", [False, True])
def test_equal_ranks_share_the_pot(merged):
    game = load_game("leduc_poker", players=3, suit_isomorphism=merged)
    deal = (1, 1, 0, RAISE, CALL, CALL, 3) if merged else (2, 3, 0, RAISE, CALL, CALL, 6)
    state = after(game, *deal, CALL, CALL, CALL)
    assert state.returns() == [1.5, 1.5, -3]
    assert state.ranks() == [1, 1, 3]


def test_rounds_start_with_the_starting_player_or_the_next_in_the_game():
    game = load_game("leduc_poker", players=3, starting_player=1)
    state = after(game, 0, 2, 4)
    assert state.current_player() == 1
    for step, mover in ((CALL, 2), (RAISE, 0), (CALL, 1), (FOLD, -1), (6, 2), (CALL, 0), (RAISE, 2), (CALL, -4)):
        state.apply_action(step)
        assert state.current_player() == mover


def test_after_a_raise_each_of_the_others_acts_once_more():
    state = after(load_game("leduc_poker", players=4), 0, 2, 4, 6)
    movers = []
    for step in (CALL, CALL, RAISE, RAISE, CALL, FOLD, CALL):
        movers.append(state.current_player())
        state.apply_action(step)
    assert movers == [0, 1, 2, 3, 0, 1, 2]
    assert state.is_chance_node()


def test_a_seat_sees_its_own_card_and_the_open_one_only_even_at_the_end():
    game = load_game("leduc_poker")
    for actions in ((), (CALL,), (CALL, CALL, 4), (CALL, CALL, 4, CALL, CALL)):
        assert after(game, 0, 1, *actions).view(0) == after(game, 0, 2, *actions).view(0)
        assert after(game, 0, 1, *actions).view(0) != after(game, 3, 1, *actions).view(0)
    end = after(game, 0, 2, CALL, CALL, 4, CALL, CALL)
    assert table_of(end.view(1)).cards == [None, 2]
    assert end.information_state_string(1).split()[-7:] == [
        "dealt:0",
        "card:1a",
        "0:call",
        "1:call",
        "open:2a",
        "0:call",
        "1:call",
    ]


def test_codes_tell_the_order_of_betting_which_the_view_forgets():
    game = load_game("leduc_poker")
    first, second = after(game, 0, 2, RAISE, CALL, 4), after(game, 0, 2, CALL, RAISE, CALL, 4)
    assert first.to_bytes() == second.to_bytes()
    assert first.log(0) != second.log(0)


def test_what_the_table_looks_like():
    state = after(load_game("leduc_poker"), 5, 2, RAISE, CALL)
    assert state.observation_string(0).splitlines() == [
        "open card: not dealt; stake 3, pot 6, raises in this round 0",
        "seat 0: card 2b, has paid 3",
        "seat 1: card unknown, has paid 3",
    ]
    game = load_game("leduc_poker", suit_isomorphism=True)
    assert after(game, 1).observation_string(1).splitlines()[1:] == [
        "seat 0: card unknown, has paid 1",
        "seat 1: no card yet, has paid 1",
    ]
    assert after(game, 1, 1, CALL, CALL, 2, RAISE, FOLD).observation_string(1).splitlines() == [
        "open card: 2; stake 5, pot 6, raises in this round 1",
        "seat 0: card unknown, has paid 5",
        "seat 1: card 1, has paid 1, folded",
    ]


@pytest.mark.parametrize("player", [0, 2])
def test_worlds_deal_the_unseen_cards_all_alike(player):
    # Gone for seat 0: a 0 and the open 1; for seat 2: the other 0 and the open 1.
    view = after(load_game("leduc_poker", players=3), 0, 2, 1, CALL, CALL, CALL, 3).view(player)
    rng = Rng(player)
    tables = [table_of(view.determinize(rng)) for _ in range(8000)]
    own = (0, None, 1)[player]
    unseen = [card for card in range(8) if card not in (own, 3)]
    others = [seat for seat in range(3) if seat != player]
    pairs = Counter(tuple(table.cards[seat] for seat in others) for table in tables)
    deals = [(a, b) for a in unseen for b in unseen if a != b]
    assert {(table.cards[player], table.open_card) for table in tables} == {(own, 3)}
    assert set(pairs) <= set(deals)
    assert chisquare([pairs[deal] for deal in deals]).pvalue > 1e-4


def test_worlds_without_suits_weigh_ranks_by_the_cards_left():
    view = after(load_game("leduc_poker", suit_isomorphism=True), 0, 2, CALL, CALL, 1).view(0)
    rng = Rng(3)
    dealt = Counter(table_of(view.determinize(rng)).cards[1] for _ in range(6000))
    assert chisquare([dealt[0], dealt[1], dealt[2]], [1500, 1500, 3000]).pvalue > 1e-4


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, -0.0856064),  # what solvers agree on
        ({"suit_isomorphism": True}, -0.0856064),  # suits decide nothing
        ({"suit_isomorphism": True, "starting_player": 1}, 0.0856064),
    ],
)
def test_the_value_of_the_game(options, value):
    assert zero_sum_value(load_game("leduc_poker", **options)) == pytest.approx(value, abs=1e-7)


def test_other_stakes():
    stakes = {"ante": 2, "raises": [1, 3], "raises_per_round": 3, "source": "assumed"}
    game = load_game("leduc_poker", data={"stakes": stakes})
    assert (game.min_utility(), game.max_utility(), game.max_game_length()) == (-14, 14, 10)
    end = after(game, 0, 2, RAISE, RAISE, RAISE, CALL, 4, RAISE, RAISE, RAISE, CALL)
    assert end.returns() == [-14, 14]
    for change, message in (
        ({"raises": [0, 3]}, r"stakes\.raises has 0"),
        ({"raises": [1]}, r"stakes\.raises has 1 values; it must have 2"),
        ({"ante": 0}, r"stakes\.ante is 0"),
        ({"raises_per_round": 100}, "255 is the most"),
    ):
        with pytest.raises(ValueError, match=message):
            load_game("leduc_poker", data={"stakes": stakes | change})


def test_the_starting_player_must_sit_at_the_table():
    with pytest.raises(ValueError, match="starting_player is 2; it must be between 0 and 1"):
        load_game("leduc_poker", starting_player=2)


START = {"cards": (2, 4), "paid": (1, 1), "open": 0, "stake": 1, "raises": 0, "folded": 0, "active": 2, "waiting": 2}
START |= {"dealt": 2, "mover": 0}
SECOND = START | {"open": 5, "stake": 3, "paid": (3, 3)}


def packed(fields):
    cards, paid, *rest = fields.values()
    return struct.pack("=8B8B7Bb", *cards, *[0] * (8 - len(cards)), *paid, *[0] * (8 - len(paid)), *rest)


@pytest.mark.parametrize("fields", [START, SECOND, SECOND | {"raises": 1, "stake": 7, "paid": (3, 7), "waiting": 1}])
def test_good_bytes_are_taken(fields):
    assert load_game("leduc_poker").state_from_bytes(packed(fields)).to_bytes() == packed(fields)


@pytest.mark.parametrize(
    "fields",
    [
        START | {"cards": (2, 7)},
        START | {"cards": (2, 2)},
        START | {"cards": (2, 0)},
        START | {"cards": (2, 4, 5)},
        SECOND | {"open": 4},
        SECOND | {"open": 7},
        START | {"dealt": 3},
        START | {"dealt": 1},
        START | {"cards": (2,), "dealt": 1, "mover": -1},  # nobody waits yet
        START | {"folded": 4},
        START | {"folded": 1},
        START | {"folded": 3, "active": 0},
        START | {"active": 1},
        START | {"folded": 2, "active": 1, "mover": -4, "waiting": 0},  # nobody has to fold a check
        START | {"waiting": 3},
        START | {"waiting": 0},
        START | {"mover": 1},
        START | {"mover": 2},
        START | {"mover": -1},
        START | {"mover": -4, "waiting": 0},  # the second round is missing
        SECOND | {"mover": -1, "waiting": 0},  # the open card is there
        START | {"stake": 3, "paid": (3, 3)},  # without a raise
        START | {"stake": 2, "paid": (2, 2), "open": 5},  # no raise is 1
        START | {"stake": 7, "paid": (7, 7), "open": 5},  # three raises in the first round
        START | {"raises": 3, "stake": 7, "paid": (7, 5), "waiting": 1, "mover": 1},
        START | {"raises": 1, "stake": 3, "paid": (3, 3), "waiting": 1, "mover": 1},
        START | {"raises": 1, "stake": 3, "paid": (1, 3), "waiting": 2},
        START | {"paid": (1, 1, 1)},
        SECOND | {"paid": (3, 1)},
        SECOND | {"paid": (3, 1), "folded": 2, "active": 1, "mover": -4, "waiting": 0},  # it ended in the first round
    ],
)
def test_foreign_bytes_are_checked(fields):
    with pytest.raises(ValueError, match="leduc_poker"):
        load_game("leduc_poker").state_from_bytes(packed(fields))


def test_a_rank_is_there_twice_and_not_three_times():
    game = load_game("leduc_poker", suit_isomorphism=True)
    assert game.state_from_bytes(packed(SECOND | {"cards": (2, 2), "open": 1})).view(0)
    with pytest.raises(ValueError, match="leduc_poker"):
        game.state_from_bytes(packed(SECOND | {"cards": (2, 2), "open": 2}))


def test_views_with_others_cards_are_refused():
    game = load_game("leduc_poker")
    state = after(game, 2, 0, CALL)
    assert game.state_from_bytes(state.view(1).to_bytes(), player=1).to_bytes() == state.view(1).to_bytes()
    for player in (0, 1):
        with pytest.raises(ValueError, match="leduc_poker"):
            game.state_from_bytes(state.to_bytes(), player=player)
        with pytest.raises(ValueError, match="leduc_poker"):
            game.state_from_bytes(state.view(player).to_bytes(), player=1 - player)
