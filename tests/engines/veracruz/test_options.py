"""Options, edited data and what the engine refuses."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravela.cext import Rng
from caravela.engines import load_game
from caravela.engines.veracruz import ENGINE, rotate_history
from caravela.engines.veracruz.names import names_of
from caravela.engines.veracruz.table import read_table
from tests.engines.veracruz.totals import with_totals


def play(game, seed):
    rng = Rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[rng.bounded(len(actions))])
    return state


def opened(options):
    """The game, or None and why it was refused."""
    try:
        return load_game("veracruz", **options), ""
    except ValueError as refusal:
        return None, str(refusal)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    options=st.fixed_dictionaries(
        {"players": st.integers(2, 4)},
        optional={
            "start": st.integers(-1, 3),
            "galleons": st.integers(1, 3),
            "hand_size": st.integers(1, 12),
            "deck_size": st.integers(1, 6),
            "goods": st.integers(2, 4),
            "copies": st.integers(1, 4),
            "max_value": st.integers(1, 3),
            "weight_cap": st.integers(1, 21),
            "bets": st.integers(0, 2),
            "stones": st.booleans(),
            "empties": st.booleans(),
        },
    ),
    seed=st.integers(0, 2**32),
)
def test_any_options_are_refused_or_play(options, seed):
    """Whatever is accepted plays to its end: every state and view passes the checks, every world fits its view."""
    game, reason = opened(options)
    if game is None:
        assert re.search("too few|are more than 8 in all|it must be between -1 and", reason)
        return
    rng = Rng(seed)
    state = game.new_initial_state()
    while True:
        game.state_from_bytes(state.to_bytes())
        for seat in range(game.num_players()):
            view = state.view(seat)
            game.state_from_bytes(view.to_bytes(), seat)
            assert view.determinize(rng).view(seat).to_bytes() == view.to_bytes()
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            assert len(actions) <= game.legal_max
            state.apply_action(actions[rng.bounded(len(actions))])
    assert len(state.history()) <= game.max_history_length()
    assert sum(state.returns()) == pytest.approx(0.0)


def test_variants_are_all_full_sizes():
    assert {(variant["players"], variant["start"]) for variant in ENGINE.variants} == set(product((2, 3, 4), (-1, 0)))
    assert len(ENGINE.reduced) >= 3


@pytest.mark.parametrize("options", ENGINE.reduced, ids=lambda options: f"{options['players']}p{options['galleons']}g")
def test_reduced_games_end_inside_their_bounds(options):
    game = load_game("veracruz", **options)
    for seed in range(40):
        state = play(game, seed)
        assert len(state.history()) <= game.max_history_length()


def test_smallest_game_can_be_listed():
    """Every history of the first reduced game; together they have probability 1."""
    game = load_game("veracruz", **ENGINE.reduced[0])
    ends = 0
    weight = 0.0
    stack = [(game.new_initial_state(), 1.0)]
    while stack:
        state, chance = stack.pop()
        if state.is_terminal():
            ends += 1
            weight += chance
        elif state.is_chance_node():
            stack += [(state.child(outcome), chance * p) for outcome, p in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
            stack += [(state.child(action), chance / len(actions)) for action in actions]
    assert 100 < ends < 20_000
    assert weight == pytest.approx(1.0)


def test_reduced_boxes():
    game = load_game("veracruz", goods=3, copies=2, max_value=2, stones=False)
    pool = read_table(game.new_initial_state()).pool
    # Left and right goods in turn: gold, corn, silver; in data order.
    assert list(pool) == ["gold1", "gold2", "silver1", "silver2", "corn1", "corn2", "empty"]
    assert set(pool.values()) == {2}
    assert names_of(load_game("veracruz", goods=2)).goods == ("gold", "corn")
    assert "empty" not in names_of(load_game("veracruz", empties=False)).kinds
    assert names_of(load_game("veracruz", galleons=2)).galleons == ("juncal", "santa_teresa")


@pytest.mark.parametrize(
    ("options", "decks", "reserve"),
    [
        ({"hand_size": 20}, (3, 0), 0),
        ({"hand_size": 19}, (4, 1), 0),
        ({"hand_size": 17}, (4, 4), 1),
        ({"hand_size": 21}, (1, 0), 0),
        ({"deck_size": 1}, (1, 1), 33),
    ],
)
def test_decks_take_what_there_is(stage, options, decks, reserve):
    """With fewer cards than two full decks after the hands, deck 1 is laid out first."""
    table = stage(**options).table()
    assert tuple(deck.count for deck in table.decks) == decks
    assert table.reserve == reserve


def test_no_bets(stage):
    assert not [name for name in stage(bets=0).legal() if name.startswith("bet:")]
    assert [seat.bets_left for seat in stage(bets=2).table().seats] == [4, 4]


def test_edited_data():
    galleon = {"name": "alba", "weight_limit": 9, "balance_limit": 3}
    game = load_game(
        "veracruz",
        data=with_totals(
            {
                "betting": {"correct": [10], "later_correct": 7, "wrong": -3},
                "doubloon": {"probability": [0.25, 0.75]},
                "meteorology": {"step": 2},
            },
            galleon=[galleon],
        ),
    )
    state = game.new_initial_state()
    rng = Rng(1)
    while read_table(state).phase != "first_toss":
        state.apply_action(state.sample_chance(rng))
    assert [p for _, p in state.chance_outcomes()] == [0.25, 0.75]
    sun, storm = (state.child(outcome) for outcome, _ in state.chance_outcomes())
    assert (read_table(sun).meteorology, read_table(storm).meteorology) == (5, 1)
    assert game.action_to_string(0) == "gold1>alba.left"


def test_edited_points(stage):
    end = stage(
        "bet:reach_port>juncal",
        "bet:reach_port>juncal",
        "bet:sunken>juncal",
        "stone1>juncal.left",
        data={"betting": {"correct": [10], "later_correct": 7, "wrong": -3}},
        galleons=1,
        weight_cap=1,
    )
    assert end.state.scores() == [7.0, 7.0]


@pytest.mark.parametrize(
    ("options", "data", "match"),
    [
        ({"players": 5}, None, "players"),
        ({"players": 2, "start": 2}, None, "options.start is 2; it must be between -1 and 1"),
        ({"players": 3, "goods": 2}, None, "2 goods are too few for the investments of 3 players"),
        ({"galleons": 4}, None, "4 galleons asked for; the data has 3"),
        ({"players": 4, "hand_size": 11}, None, "43 boxes are too few for 4 hands of 11 and an open deck"),
        ({"players": 3, "bets": 2}, None, "2 betting cards of each kind for 3 players are more than 8"),
        ({}, {"goods_boxes": {"values": [1, 2]}}, "differ in length"),
        ({}, {"goods_boxes": {"values": [3, 2, 1]}}, "must ascend"),
        ({}, {"goods_boxes": {"values": [0, 1, 2]}}, "values are 1 to 60"),
        ({}, {"goods_boxes": {"values": list(range(1, 10)), "copies_per_good": [1] * 9}}, "more than 24 kinds"),
        ({}, {"goods_boxes": {"copies_per_good": [30, 1, 1]}}, "more than 120 boxes"),
        ({}, {"goods": {"order": ["gold", "silver", "corn", "tea"]}}, "must name 'cacao' once"),
        ({}, {"goods": {"order": ["gold", "silver", "corn"]}}, "must name each good"),
        ({}, {"stone_boxes": {"weights": [1, 61]}}, "stone_boxes.weights has 61"),
        ({}, {"stone_boxes": {"sides": ["top"]}}, "stone_boxes.sides names 'top'"),
        ({}, {"betting": {"kinds": ["sunken", "reach_port"]}}, "betting.kinds must be"),
        ({}, {"betting": {"correct": [101]}}, "betting.correct has 101"),
        ({}, {"meteorology": {"start": 9}}, "meteorology.start is 9"),
        ({}, {"doubloon": {"probability": [0.5, 0.6]}}, "add up to 1"),
        ({}, {"doubloon": {"probability": [1.0, 0.0]}}, "two positive numbers"),
        ({}, {"doubloon": {"faces": ["sun", "rain"]}}, "doubloon.faces must be"),
        ({}, {"setup": {"face_up_decks": 3}}, "setup.face_up_decks is 3"),
        ({}, {"galleon": [{"name": "alba", "weight_limit": 61, "balance_limit": 3}]}, "galleon.0.weight_limit is 61"),
        (
            {},
            {"galleon": [{"name": "alba", "weight_limit": 9}]},
            "missing key 'balance_limit' in the data of .*galleon.0",
        ),
        ({}, {"galleon": []}, "the data has 0"),
        ({}, {"betting": {"correct": []}}, "betting.correct has 0 values; it must have 1 to 8"),
        ({}, {"goods": {"left": []}}, "goods.left has 0 values; it must have 1 to 4"),
        (
            {"stones": False},
            {"stone_boxes": {"weights": []}},
            "stone_boxes.weights has 0 values; it must have 1 to 120",
        ),
        ({"max_value": 1}, {"goods_boxes": {"values": [1, 99, 3]}}, "copies of value 99"),
        ({"galleons": 1}, {"galleon": [*ENGINE.data()["galleon"][:2]] * 2}, "two galleons are called 'juncal'"),
        ({}, {"goods": {"left": ["stone", "silver"], "order": ["stone", "silver", "corn", "cacao"]}}, "both called"),
        (
            {},
            {"goods": {"left": ["a\u00a0b", "silver"], "order": ["a\u00a0b", "silver", "corn", "cacao"]}},
            "white space",
        ),
    ],
)
def test_refusals_say_why(options, data, match):
    with pytest.raises(ValueError, match=match):
        load_game("veracruz", data=data, **options)


@pytest.mark.parametrize(
    "key",
    [
        "goods_boxes.per_good",
        "goods_boxes.weight_per_good",
        "goods_boxes.total",
        "stone_boxes.total",
        "setup.investments_per_player",
        "setup.betting_cards_per_player",
        *(f"components.{name}" for name in ENGINE.data()["components"] if name != "source"),
    ],
)
def test_numbers_that_follow_from_the_tables_agree_with_them(key):
    table, name = key.split(".")
    right = ENGINE.data()[table][name]
    with pytest.raises(ValueError, match=rf"{key} is {right + 1}; by the rest of the data it must be {right}"):
        load_game("veracruz", data={table: {name: right + 1}})


def test_added_components_are_counted():
    with pytest.raises(ValueError, match=r"stone_boxes.total is 7; by the rest of the data it must be 2"):
        load_game("veracruz", data={"stone_boxes": {"weights": [1, 2]}})
    data = with_totals({"stone_boxes": {"weights": [1, 2]}, "betting": {"per_kind_per_player": 2}})
    assert load_game("veracruz", data=data).data["components"]["box_cards"] == 38


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by", [1, 2, -1])
def test_rotated_history_is_the_same_game_with_other_seats(players, by):
    """Everything a seat has and gets moves on with it."""
    game = load_game("veracruz", players=players)
    state = play(game, 21)
    moved = game.new_initial_state()
    turned = rotate_history(game, state.history(), by)
    assert turned is not None
    for action in turned:
        moved.apply_action(action)
    for seat in range(players):
        to = (seat + by) % players
        assert moved.returns()[to] == state.returns()[seat]
        assert moved.scores()[to] == state.scores()[seat]
        assert moved.ranks()[to] == state.ranks()[seat]
        assert read_table(moved).seats[to] == read_table(state).seats[seat]
    back = rotate_history(game, moved.history(), -by)
    assert back == state.history()


def test_rotation_needs_a_drawn_start_and_a_whole_setup():
    game = load_game("veracruz", start=1)
    history = play(game, 1).history()
    assert rotate_history(game, history, 1) is None
    assert rotate_history(game, history, 2) == history
    game = load_game("veracruz")
    with pytest.raises(ValueError, match="a history of 12 steps ends before the set-up does"):
        rotate_history(game, play(game, 1).history()[:12], 1)


def test_games_of_different_options_live_side_by_side():
    """No shared mutable state: two games interleaved play as if alone."""
    games = [load_game("veracruz", players=players) for players in (2, 4)]
    alone = [play(game, 9).history() for game in games]
    states = [game.new_initial_state() for game in games]
    for i in range(max(map(len, alone))):
        for state, history in zip(states, alone, strict=True):
            if i < len(history):
                state.apply_action(history[i])
    assert [state.is_terminal() for state in states] == [True, True]
    assert [state.state_hash() for state in states] == [play(game, 9).state_hash() for game in games]
