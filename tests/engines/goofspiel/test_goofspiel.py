"""Goofspiel, rule by rule (RULES.md)."""

import struct

import pytest

from caravela.cext.core import CHANCE_PLAYER, Rng
from caravela.engines.goofspiel import text
from caravela.engines.registry import load_game

FIXED = {"points_order": "ascending"}


def played(game, *turns):
    """The state after whole turns of bids (as card numbers), shown; point cards in fixed order."""
    state = game.new_initial_state()
    for bids in turns:
        for card in bids:
            state.apply_action(card - 1)
        state.apply_action(game.options["num_cards"])
    return state


def test_everybody_has_all_bid_cards():  # G1
    state = load_game("goofspiel", players=3, num_cards=5, **FIXED).new_initial_state()
    assert "seat 2: 0 points, hand 1 2 3 4 5" in state.observation_string(0)
    for seat in range(3):
        assert state.current_player() == seat
        assert state.legal_actions() == [0, 1, 2, 3, 4]
        state.apply_action(seat)


@pytest.mark.parametrize(("order", "cards"), [("ascending", [1, 2, 3]), ("descending", [5, 4, 3])])
def test_point_cards_come_in_order(order, cards):  # G4
    game = load_game("goofspiel", num_cards=5, points_order=order)
    for turns, card in enumerate(cards):
        assert f"point card: {card}," in played(game, *[(bid, bid) for bid in range(1, turns + 1)]).observation_string(
            0
        )


def test_point_cards_come_by_chance():  # G4
    state = load_game("goofspiel", num_cards=4).new_initial_state()
    assert state.current_player() == CHANCE_PLAYER
    assert state.chance_outcomes() == [(card, 0.25) for card in range(4)]
    for action in (2, 0, 1, 4):
        state.apply_action(action)
    assert state.chance_outcomes() == [(card, 1 / 3) for card in (0, 1, 3)]
    assert {state.sample_chance(Rng(seed)) for seed in range(50)} == {0, 1, 3}


def test_the_highest_bid_takes_the_card_and_equal_ones_none():  # G5
    game = load_game("goofspiel", players=3, num_cards=5, **FIXED)
    state = played(game, (1, 3, 2), (5, 5, 4), (2, 1, 5))
    assert [line.split(",")[0] for line in state.observation_string(0).splitlines() if line.startswith("seat")] == [
        "seat 0: 0 points",
        "seat 1: 1 points",
        "seat 2: 3 points",
    ]


def test_the_last_turn_follows_by_itself():  # G6
    state = played(load_game("goofspiel", num_cards=3, **FIXED), (3, 1), (1, 2))
    assert state.is_terminal()  # 2 against 3 for the last card
    assert state.scores() == [1.0, 5.0]
    short = played(load_game("goofspiel", num_cards=3, num_turns=1, **FIXED), (3, 1))  # G2
    assert short.is_terminal()
    assert short.scores() == [1.0, 0.0]
    single = load_game("goofspiel", num_cards=1, **FIXED).new_initial_state()
    assert single.legal_actions() == [0]


@pytest.mark.parametrize(
    ("returns_type", "returns"),
    [("win_loss", [0.5, -1.0, 0.5]), ("point_difference", [1.0, -2.0, 1.0]), ("total_points", [3.0, 0.0, 3.0])],
)
def test_returns(returns_type, returns):  # G7
    game = load_game("goofspiel", players=3, num_cards=4, num_turns=3, returns_type=returns_type, **FIXED)
    state = played(game, (4, 1, 3), (3, 2, 1), (1, 3, 4))
    assert state.scores() == [3.0, 0.0, 3.0]
    assert state.returns() == returns
    assert state.ranks() == [1, 3, 1]
    draw = played(game, (1, 1, 1), (2, 2, 2), (3, 3, 3))
    assert draw.ranks() == [1, 1, 1]
    assert draw.returns() == [0.0, 0.0, 0.0]


def test_the_stake_and_the_bounds():
    game = load_game("goofspiel", num_cards=3, data={"payoff": {"stake": 2.5}}, **FIXED)
    assert played(game, (3, 1), (1, 2)).returns() == [-2.5, 2.5]
    few = load_game("goofspiel", num_cards=6, num_turns=2, returns_type="total_points", **FIXED)
    assert (few.min_utility(), few.max_utility(), few.utility_sum()) == (0.0, 3.0, None)
    few = load_game("goofspiel", num_cards=6, num_turns=2, returns_type="point_difference", points_order="descending")
    assert (few.min_utility(), few.max_utility(), few.utility_sum()) == (-5.5, 5.5, 0.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_turns": 0}, "num_turns is 0; it must be between 1 and 13"),
        ({"num_turns": 14}, "between -1 and 13"),
        ({"imp_info": True, "players": 8, "num_cards": 14}, "with imp_info and 8 players .* at most 13"),
        ({"imp_info": True, "players": 5, "num_cards": 20}, "at most 17"),
        ({"points_order": "shuffled"}, "random"),
        ({"data": {"payoff": {"stake": 0.0}}}, r"payoff\.stake"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        load_game("goofspiel", **options)


@pytest.mark.parametrize("players", range(2, 9))
def test_hidden_results_go_with_any_number_of_players_at_full_size(players):
    game = load_game("goofspiel", players=players, imp_info=True)
    assert game.new_initial_state().view(0).determinize(Rng(1)).is_chance_node()


@pytest.mark.parametrize("imp_info", [False, True])
def test_nothing_tells_who_has_chosen(imp_info):  # G3
    game = load_game("goofspiel", players=3, num_cards=4, imp_info=imp_info, **FIXED)
    start = played(game, (1, 2, 3))
    asked = start.view(2)
    assert asked.current_player() == 2
    assert asked.legal_actions() == [0, 1, 3]
    state = start
    for bid in (1, 0):
        state = state.child(bid)
        assert state.view(2) == asked
        assert state.log(2) == start.log(2)
    chosen = state.child(3).view(2)
    assert chosen.current_player() == 0
    world = start.view(2).determinize(Rng(1))
    assert [world.current_player(), world.child(3).current_player(), world.child(3).child(2).current_player()] == [
        2,
        0,
        1,
    ]


def test_codes_and_their_names():  # G3, G5, G8
    shown = load_game("goofspiel", num_cards=4, **FIXED)
    state = played(shown, (1, 4))
    assert [text.code_to_string(shown, code) for code in state.log(0)] == ["bid:1", "seat0:1", "seat1:4"]
    hidden = load_game("goofspiel", num_cards=4, imp_info=True)
    state = hidden.new_initial_state()
    for action in (1, 0, 3, 4, 2, 1, 1, 4, 0, 2, 0, 4):
        state.apply_action(action)
    assert [text.code_to_string(hidden, code) for code in state.log(1)] == [
        *("deal:2", "bid:4", "taken:1"),
        *("deal:3", "bid:2", "taken:nobody"),
        *("deal:1", "bid:1", "taken:0", "taken:0"),  # the last turn follows: 4 against 3
    ]
    assert state.scores() == [5.0, 2.0]
    assert "taken by: 1 nobody 0 0" in state.observation_string(1)
    assert "own bids: 4 2 1 3" in state.observation_string(1)
    assert "seat 0: 5 points, hand hidden" in state.observation_string(1)


def test_takers_count_from_the_observer_if_egocentric():  # G9
    for egocentric, first in ((False, [0.0, 0.0, 1.0]), (True, [0.0, 1.0, 0.0])):
        game = load_game(
            "goofspiel", players=3, num_cards=3, num_turns=1, imp_info=True, egocentric=egocentric, **FIXED
        )
        assert list(played(game, (1, 2, 3)).observation_tensor(1)[-3:]) == first


def test_names():
    game = load_game("goofspiel", num_cards=3)
    assert [game.action_to_string(a) for a in range(3)] == ["bid:1", "bid:2", "bid:3"]
    assert [game.chance_to_string(o) for o in range(4)] == ["deal:1", "deal:2", "deal:3", "show"]
    assert text.describe_action(game, 1) == "Bid your 2"


HEADER = "=I8I8H8BHBB"
FIELDS = ["deck", "hand", "points", "bid", "turn", "card", "mover"]


def changed(state, field, value, index=0):
    fields = list(struct.unpack_from(HEADER, state.to_bytes()))
    fields[[0, 1, 9, 17, 25, 26, 27][FIELDS.index(field)] + index] = value
    return struct.pack(HEADER, *fields) + state.to_bytes()[struct.calcsize(HEADER) :]


@pytest.mark.parametrize(
    ("field", "value", "index"),
    [
        ("deck", 0b1111, 0),
        ("deck", 0b1101, 0),
        ("deck", 1 << 20, 0),
        ("hand", 0b11, 0),
        ("hand", 0b11111, 0),
        ("hand", 1, 2),
        ("points", 9, 0),
        ("points", 1, 2),
        ("bid", 1, 0),
        ("bid", 9, 0),
        ("bid", 1, 2),
        ("turn", 2, 0),
        ("turn", 900, 0),
        ("card", 0, 0),
        ("card", 3, 0),
        ("mover", 2, 0),
        ("mover", 200, 0),
    ],
)
@pytest.mark.parametrize("imp_info", [False, True])
def test_foreign_bytes_are_checked(field, value, index, imp_info):
    game = load_game("goofspiel", num_cards=4, imp_info=imp_info, **FIXED)
    state = played(game, (1, 4))
    assert game.state_from_bytes(state.to_bytes()) == state
    with pytest.raises(ValueError, match="goofspiel"):
        game.state_from_bytes(changed(state, field, value, index))


def test_a_view_that_nothing_explains_is_refused():
    game = load_game("goofspiel", num_cards=4, imp_info=True, **FIXED)
    view = played(game, (1, 4)).view(0)
    assert game.state_from_bytes(view.to_bytes(), player=0).to_bytes() == view.to_bytes()
    block = bytearray(played(game, (4, 1)).view(0).to_bytes())
    block[-12 + 2] = 2  # seat 1 took the first card, although the 4 was bid against it
    block[36:40] = struct.pack("=2H", 0, 1)
    with pytest.raises(ValueError, match="goofspiel"):
        game.state_from_bytes(bytes(block), player=0)
