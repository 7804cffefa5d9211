"""Oh Hell, rule by rule (engines/oh_hell/RULES.md)."""

import pytest

from caravela.engines.oh_hell import text
from caravela.engines.oh_hell.table import read_table
from caravela.engines.registry import load_game


def after(game, *steps):
    state = game.new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


def dealt(game, dealer, hands, trump, *moves):
    """The state after this deal and these moves; cards by name, in the order in which each seat gets them."""
    tricks = len(hands[0])
    names = [hand[card] for card in range(tricks) for hand in hands]
    cards = [game.string_to_action(name) for name in (*names, trump)]
    state = after(game, tricks, dealer, *cards)
    for move in moves:
        state.apply_action(game.string_to_action(move))
    return state


def names(state):
    return [state.game.action_to_string(action) for action in state.legal_actions()]


HANDS = (["HA", "C2", "S9"], ["H3", "D4", "DK"], ["HT", "CA", "S2"])


def table(*moves, dealer=2, trump="DQ", **options):
    return dealt(load_game("oh_hell", **options), dealer, HANDS, trump, *moves)


@pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 12), (5, 10), (6, 8), (7, 7)])
def test_h2_the_number_of_tricks_leaves_a_card_over(players, most):
    game = load_game("oh_hell", players=players)
    assert [tricks for tricks, _ in game.new_initial_state().chance_outcomes()] == list(range(1, most + 1))
    assert game.num_distinct_actions() == 52 + most + 1


def test_h2_the_number_of_tricks_may_be_given():
    assert load_game("oh_hell", num_tricks_fixed=5).new_initial_state().chance_outcomes() == [(5, 1.0)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_tricks_fixed": 0}, "num_tricks_fixed is 0; it must be between 1 and 17"),
        ({"players": 4, "num_tricks_fixed": 13}, "num_tricks_fixed is 13; it must be between 1 and 12"),
        ({"num_suits": 1, "num_cards_per_suit": 3}, "players is 3 and the deck has 3 cards"),
        ({"players": 2}, "players is 2"),
        ({"players": 8}, "players is 8"),
        ({"num_suits": 5}, "num_suits is 5"),
        ({"num_cards_per_suit": 1}, "num_cards_per_suit is 1"),
        ({"points_per_trick": -1}, "points_per_trick is -1"),
        ({"data": {"scoring": {"made_bid_bonus": 0}}}, "made_bid_bonus is 0"),
    ],
)
def test_odd_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        load_game("oh_hell", **options)


def test_h3_every_seat_may_be_the_dealer():
    assert after(load_game("oh_hell", players=4), 3).chance_outcomes() == [(seat, 0.25) for seat in range(4)]


def test_h4_cards_go_to_the_seats_in_turn_and_none_comes_twice():
    state = after(load_game("oh_hell"), 2, 1, 40, 7, 51)
    assert read_table(state).hands == [1 << 40, 1 << 7, 1 << 51]
    assert state.chance_outcomes() == [(card, 1 / 49) for card in range(52) if card not in (40, 7, 51)]


def test_h4_nobody_sees_a_card_before_the_deal_is_over():
    game = load_game("oh_hell")
    one, other = after(game, 2, 1, 40, 7, 51), after(game, 2, 1, 3, 8, 50)
    for seat in range(3):
        assert one.view(seat) == other.view(seat)
        assert one.log(seat) == other.log(seat)
        assert one.observation_tensor(seat).tolist() == other.observation_tensor(seat).tolist()


def test_h5_each_seat_picks_up_its_own_hand_in_no_order():
    game = load_game("oh_hell")
    state = table()
    swapped = dealt(game, 2, (["S9", "HA", "C2"], ["D4", "DK", "H3"], ["CA", "HT", "S2"]), "DQ")
    assert state.to_bytes() == swapped.to_bytes()
    for seat in range(3):
        assert state.information_state_string(seat) == swapped.information_state_string(seat)
        assert [hand != 0 for hand in read_table(state.view(seat)).hands] == [seat == other for other in range(3)]
    codes = [text.code_to_string(game, code) for code in state.log(0)]
    assert codes == ["tricks:3", "dealer:2", *["dealt"] * 9, "hand:C2", "hand:S9", "hand:HA", "trump:DQ"]


def test_h6_bids_go_round_from_the_seat_after_the_dealer():
    assert table().current_player() == 0
    assert table(dealer=0).current_player() == 1
    assert names(table()) == ["bid:0", "bid:1", "bid:2", "bid:3"]
    assert names(table("bid:1")) == ["bid:0", "bid:1", "bid:2", "bid:3"]


@pytest.mark.parametrize(
    ("bids", "missing"), [(("bid:1", "bid:1"), "bid:1"), (("bid:0", "bid:0"), "bid:3"), (("bid:3", "bid:3"), None)]
)
def test_h6_the_dealer_may_not_make_the_bids_add_up(bids, missing):
    assert names(table(*bids)) == [bid for bid in ("bid:0", "bid:1", "bid:2", "bid:3") if bid != missing]


BIDS = ("bid:1", "bid:1", "bid:0")


def test_h7_the_leader_plays_what_it_likes_and_others_follow_suit_if_they_can():
    assert table(*BIDS).current_player() == 0
    assert names(table(*BIDS)) == ["C2", "S9", "HA"]
    assert names(table(*BIDS, "S9")) == ["H3", "D4", "DK"], "no spade: any card"
    assert names(table(*BIDS, "HA")) == ["H3"]
    assert names(table(*BIDS, "HA", "H3")) == ["HT"]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("HA", "H3", "HT"), 0),  # the highest of the suit led
        (("C2", "H3", "CA"), 2),  # another suit wins nothing
        (("C2", "D4", "CA"), 1),  # a trump beats all
        (("S9", "DK", "S2"), 1),
    ],
)
def test_h8_the_highest_trump_takes_the_trick_else_the_highest_of_its_suit(cards, winner):
    state = table(*BIDS, *cards)
    assert state.current_player() == winner, "the winner leads"
    assert read_table(state).won == [int(seat == winner) for seat in range(3)]


def test_h8_the_higher_of_two_trumps_wins():
    hands = (["C2"], ["D4"], ["DK"])
    bids = ("bid:1", "bid:0", "bid:1")
    state = dealt(load_game("oh_hell"), 2, hands, "DQ", *bids, "C2", "D4", "DK")
    assert (state.is_terminal(), read_table(state).won) == (True, [0, 0, 1])
    hands = (["C2"], ["DK"], ["D4"])
    assert read_table(dealt(load_game("oh_hell"), 2, hands, "DQ", *bids, "C2", "DK", "D4")).won == [0, 1, 0]


# Seat 0 takes one trick and bid 1; seat 1 takes one and bid 1; seat 2 takes one and bid 0.
WHOLE = (*BIDS, "HA", "H3", "HT", "S9", "DK", "S2", "D4", "CA", "C2")


def test_h9_points_for_tricks_and_a_bonus_for_the_bid():
    state = table("bid:1", "bid:2", "bid:1", *WHOLE[3:])
    assert state.is_terminal()
    assert read_table(state).won == [1, 2, 0]
    assert state.returns() == state.scores() == [11.0, 12.0, 0.0]
    assert state.ranks() == [2, 1, 3]
    assert table(*WHOLE, points_per_trick=5).returns() == [15.0, 10.0, 10.0]


def test_h9_with_the_penalty_only_made_bids_score():
    state = table("bid:2", "bid:0", "bid:0", *WHOLE[3:], off_bid_penalty=True, points_per_trick=3)
    assert state.returns() == [-3.0, -6.0, 10.0]
    assert state.ranks() == [2, 3, 1]


def test_h9_the_bonus_is_in_the_data():
    game = load_game("oh_hell", data={"scoring": {"made_bid_bonus": 4}})
    assert dealt(game, 2, HANDS, "DQ", *WHOLE).returns() == [5.0, 2.0, 4.0]
    assert game.max_utility() == 17 + 4


def test_bounds_of_returns():
    game = load_game("oh_hell", off_bid_penalty=True, points_per_trick=3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-51.0, 61.0, None)
    assert load_game("oh_hell", num_tricks_fixed=4).max_utility() == 14.0
    assert load_game("oh_hell").min_utility() == 0.0


def test_a_void_is_shown_and_lasts():
    state = table(*BIDS, "S9", "DK", "S2")
    assert read_table(state).voids == [0, 0b0100, 0]
    state = table(*BIDS, "S9", "DK", "S2", "D4", "CA", "C2")
    assert read_table(state).voids == [0b0010, 0b0100, 0b0010]


def test_views_forget_finished_tricks_but_not_what_they_showed():
    """Positions that differ only in who played what before, and showed the same voids, are one in the search."""
    game = load_game("oh_hell", num_tricks_fixed=2)
    bids = ("bid:0", "bid:0", "bid:1")
    one = dealt(game, 2, (["HA", "C2"], ["H3", "C5"], ["HT", "C7"]), "DQ", *bids, "HA", "H3", "HT")
    other = dealt(game, 2, (["HA", "C2"], ["HT", "C5"], ["H3", "C7"]), "DQ", *bids, "HA", "HT", "H3")
    for seat in range(3):
        assert one.view(seat).to_bytes() == other.view(seat).to_bytes()
        assert one.information_state_string(seat) != other.information_state_string(seat)
