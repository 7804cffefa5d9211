"""Rules that the test vectors leave out, paragraph by paragraph of RULES.md."""

from collections import Counter
from itertools import pairwise

import pytest

from caravela.cext import Rng
from caravela.engines import load_game
from caravela.engines.veracruz.table import read_table


def random_game(game, seed, visit):
    """Plays at random; visit(state) at every step."""
    rng = Rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        visit(state)
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[rng.bounded(len(actions))])
    visit(state)
    return state


def test_v1_boxes():
    """V1.1: 32 goods boxes, 7 stones, 4 empty boxes."""
    pool = read_table(load_game("veracruz").new_initial_state()).pool
    goods = ("gold", "silver", "corn", "cacao")
    assert pool == {
        **{f"{good}{value}": copies for good in goods for value, copies in ((1, 3), (2, 3), (3, 2))},
        "stone1": 3,
        "stone2": 2,
        "stone3": 2,
        "empty": 4,
    }


@pytest.mark.parametrize(("players", "reserve"), [(2, 27), (3, 23), (4, 19)])
def test_v2_setup(stage, players, reserve):
    """V2.3 to V2.6: one card of each kind, hands and decks of four, the reserve, one toss, a starting player."""
    table = stage(players=players, tosses=["storm"], start=1).table()
    assert table.reserve == reserve
    assert [(deck.count, deck.top is not None) for deck in table.decks] == [(4, True), (4, True)]
    assert (table.meteorology, table.tosses, table.mover, table.phase) == (2, 1, 1, "act")
    assert len({seat.investment for seat in table.seats}) == players
    for seat in table.seats:
        assert seat.hidden_count == sum(seat.hidden.values()) == 4
        assert seat.bet_cards == {"reach_port": 1, "sunken": 1}


def test_v2_6_drawn_start():
    """V2.6, R3: without a given starting player each seat is as likely."""
    game = load_game("veracruz", players=3)
    state = game.new_initial_state()
    rng = Rng(1)
    while read_table(state).phase != "start":
        state.apply_action(state.sample_chance(rng))
    assert state.chance_outcomes() == [(state.string_to_action(f"start:{seat}"), 1 / 3) for seat in range(3)]
    state.apply_action(state.string_to_action("start:2"))
    assert state.current_player() == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v3_1_clockwise(players):
    """V3.1: one action each, clockwise."""
    movers = []

    def visit(state):
        if read_table(state).phase == "act":
            movers.append(state.current_player())

    random_game(load_game("veracruz", players=players), 5, visit)
    assert len(movers) > 20
    assert all(after == (before + 1) % players for before, after in pairwise(movers))


def test_v4_2_balance_limit(stage):
    """V4.2: imbalance at most the balance limit, on both sides."""
    at = stage("gold3>juncal.left", "gold2>juncal.left", hold={0: ["gold1", "corn1", "stone1", "cacao3"]})
    assert at.table().galleons[0].balance == -5
    loads = [name for name in at.legal() if ">juncal" in name and not name.startswith("bet:")]
    assert loads == ["corn1>juncal.right", "cacao3>juncal.right", "stone1>juncal.right"]


def test_v4_2_red_galleon_takes_boxes(stage):
    """V4.2, R11: a galleon in the red zone may be loaded up to its limits."""
    at = stage("gold3>juncal.left", hold={1: ["cacao1", "stone1"]}, weight_cap=4, galleons=2)
    assert {"cacao1>juncal.right", "stone1>juncal.right", "stone1>juncal.left"} <= set(at.legal())
    at.act("cacao1>juncal.right")
    assert at.table().galleons[0].weight == 4
    assert not [name for name in at.legal() if ">juncal" in name and "bet:" not in name and "empty" not in name]


def test_v4_4_empty_on_stone_and_reloading(stage):
    """V4.4, R5: stones become void too; after a void pair the side must be loaded again before another empty box."""
    at = stage("stone3>juncal.left", "empty>juncal.left", hold={0: ["empty", "gold2"], 1: ["empty"]})
    assert at.table().galleons[0].weight == 0
    assert "empty>juncal.left" not in at.legal()
    at.act("gold2>juncal.left")
    assert "empty>juncal.left" in at.legal()
    at.act("empty>juncal.left")
    table = at.table()
    assert (table.galleons[0].weight, table.galleons[0].last[0]) == (0, "void")
    assert table.out == {"gold2": 1, "stone3": 1, "empty": 2}


def test_v4_4_leaving_the_red_zone(stage):
    """V7.1: a galleon can leave the red zone through an empty box; only the joint state counts."""
    at = stage("gold3>juncal.left", "empty>juncal.left", "gold3>santa_teresa.left", galleons=2, weight_cap=5)
    assert at.table().phase == "act"
    assert [galleon.weight for galleon in at.table().galleons] == [0, 3]


def test_v4_6_choice_of_deck(stage):
    """V4.6, D2: the loader picks an open deck and takes its top card, seen by all."""
    at = stage(hold={0: ["gold1"]})
    state = at.state
    tops = [deck.top for deck in at.table().decks]
    state.apply_action(state.string_to_action("gold1>juncal.left"))
    assert state.current_player() == 0
    assert at.legal() == ["draw:1", "draw:2"]
    state.apply_action(state.string_to_action("draw:2"))
    assert at.table().seats[0].known == {tops[1]: 1}
    assert [deck.count for deck in at.table().decks] == [4, 3]
    assert at.table().phase == "reveal"


def test_v10_2_one_deck_is_drawn_from_without_asking():
    """V10.2: D2 with one deck is automatic; without decks nothing is drawn."""
    game = load_game("veracruz", players=4)
    seen = Counter()

    def visit(state):
        table = read_table(state)
        full = sum(deck.count > 0 for deck in table.decks)
        if table.phase == "draw":
            assert full == 2
        if table.phase == "act":
            seen[full] += 1
            if full:
                assert all(seat.hidden_count + sum(seat.known.values()) == 4 for seat in table.seats)

    for seed in range(15):
        random_game(game, seed, visit)
    assert seen[2] > seen[1] > 0


def test_v4_7_refill_shows_the_top_then_tosses(stage):
    """V4.7: the draw that empties a deck brings a new one of four, then a toss."""
    loads = ["gold1>juncal.left", "corn1>juncal.right"] * 2
    at = stage(*loads, tosses=["sun", "sun"])
    table = at.table()
    assert table.tosses == 2
    assert table.meteorology == 5
    assert table.decks[0].count == 4
    assert table.reserve == 23


@pytest.mark.parametrize(("players", "most"), [(2, 7), (3, 6), (4, 5)])
def test_v4_8_tosses(players, most):
    """V4.8: at most 7, 6 or 5 tosses between set-up and end."""
    game = load_game("veracruz", players=players)
    tosses = [read_table(random_game(game, seed, lambda state: None)).tosses - 2 for seed in range(60)]
    assert max(tosses) <= most
    assert max(tosses) >= most - 1


def test_v5_bets(stage):
    """V5: in order, by owner; no card is drawn; both bets may lie on one galleon, red or not."""
    at = stage("bet:sunken>juncal", "bet:reach_port>juncal", "bet:reach_port>juncal", players=2)
    table = at.table()
    assert table.galleons[0].bets == [(0, "sunken"), (1, "reach_port"), (0, "reach_port")]
    assert [seat.bets_left for seat in table.seats] == [0, 1]
    assert [deck.count for deck in table.decks] == [4, 4]
    assert [seat.hidden_count for seat in table.seats] == [4, 4]
    assert [name for name in at.legal() if name.startswith("bet:")] == [
        "bet:sunken>juncal",
        "bet:sunken>santa_teresa",
        "bet:sunken>san_antonio",
    ]


def test_v6_2_end_by_passes(stage):
    """V6.2, R12: all players passing one after another end the game; galleons sail as they are."""
    hold = {0: ["gold1", "gold1", "gold1", "silver3"], 1: ["silver1", "silver1", "silver2", "silver2"]}
    at = stage("gold3>juncal.left", "gold2>juncal.left", "pass", hold=hold, galleons=1, bets=0)
    assert at.table().galleons[0].balance == -5
    assert at.legal() == ["pass"]
    assert at.table().passes == 1
    at.act("pass")
    table = at.table()
    assert at.state.is_terminal()
    assert table.tosses == 2
    assert abs(table.galleons[0].balance) >= table.meteorology
    assert at.state.returns() == [0.0, 0.0]


def test_v6_passing_is_forced_only():
    """V6.1, R4: a pass is legal exactly when there is nothing else."""
    game = load_game("veracruz", players=4, galleons=1, bets=0, stones=False)
    passes = 0

    def visit(state):
        nonlocal passes
        if state.current_player() >= 0:
            names = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
            assert ("pass" in names) == (names == ["pass"])
            passes += names == ["pass"]

    for seed in range(60):
        random_game(game, seed, visit)
    assert passes > 0


def test_v8_5_all_sunk_is_seen_in_random_games():
    """V8.5, R14: without an arrived galleon nobody is first, all share the last place, and the returns are 0."""
    game = load_game("veracruz", players=3)
    sunk = 0
    for seed in range(250):
        state = random_game(game, seed, lambda state: None)
        table = read_table(state)
        nobody = all(abs(galleon.balance) >= table.meteorology for galleon in table.galleons)
        assert (state.returns() == [0.0, 0.0, 0.0] and state.ranks() == [3, 3, 3]) or not nobody
        assert sum(state.returns()) == pytest.approx(0.0)
        sunk += nobody
    assert sunk > 0


def test_v10_1_equal_cards_are_one_action(stage):
    """V10.1: equal cards in a hand give one action each kind."""
    legal = stage(hold={0: ["gold1", "gold1", "gold1", "corn1"]}).legal()
    loads = [name for name in legal if ">juncal" in name and "bet:" not in name]
    assert loads == ["gold1>juncal.left", "corn1>juncal.right"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v10_4_games_end_in_time(players):
    """V10.4: the bounds the game claims hold."""
    game = load_game("veracruz", players=players)
    for seed in range(60):
        decisions = 0

        def visit(state):
            nonlocal decisions
            decisions += state.current_player() >= 0

        state = random_game(game, seed, visit)
        assert decisions <= game.max_game_length()
        assert len(state.history()) <= game.max_history_length()


def test_turns(stage):
    """A draw belongs to the turn of its load; every later turn has a greater number, and so has the end of play."""
    at = stage("gold1>juncal.left", "bet:sunken>juncal", hold={0: ["corn1"]})
    before = at.state.turn()
    at.state.apply_action(at.state.string_to_action("corn1>juncal.right"))
    assert at.state.turn() == before
    turns = []

    def visit(state):
        if read_table(state).phase == "act":
            turns.append(state.turn())

    random_game(load_game("veracruz", players=4, galleons=1, bets=0), 3, visit)
    assert turns == sorted(set(turns))
    end = random_game(load_game("veracruz", players=4, galleons=1, bets=0), 3, lambda state: None)
    assert end.turn() > turns[-1]
