"""The test vectors T1 to T15 of RULES.md, played through the engine."""

from collections import Counter

import pytest

from caravela.cext import Rng
from caravela.engines import load_game
from caravela.engines.veracruz.table import read_table
from tests.engines.veracruz.totals import with_totals

ONE_GALLEON = {"galleons": 1}


@pytest.mark.parametrize(("balance", "arrives"), [(3, False), (2, True)])
def test_t1_imbalance_equal_to_meteorology_sinks(stage, balance, arrives):
    """T1: meteorology 3 at the end: imbalance 3 sinks, imbalance 2 arrives."""
    # A limit of 3 makes any weight red, so that the first load ends the game.
    end = stage(f"cacao{balance}>juncal.right", invest=["cacao"], tosses=["storm", "sun"], weight_cap=3, **ONE_GALLEON)
    assert end.state.is_terminal()
    assert end.table().meteorology == 3
    assert end.table().galleons[0].balance == balance
    assert end.state.scores()[0] == (balance if arrives else 0)


def test_t2_weight_limit(stage):
    """T2: Juncal at weight 13: a box of 3 is illegal, a box of 2 legal (to 15, balance permitting)."""
    loads = ["gold3>juncal.left", "cacao3>juncal.right"] * 2 + ["stone1>juncal.left"]
    more = with_totals({"goods_boxes": {"copies_per_good": [3, 3, 3]}})
    at = stage(*loads, hold={1: ["gold3", "silver2", "corn3", "corn2"]}, data=more)
    assert at.table().galleons[0].weight == 13
    legal = at.legal()
    assert "silver2>juncal.left" in legal
    assert "corn2>juncal.right" in legal
    assert "gold3>juncal.left" not in legal
    assert "corn3>juncal.right" not in legal


def test_t3_empty_boxes(stage):
    """T3: gold 3 left, cacao 2 right. An empty box voids the gold; another there is illegal, on the cacao legal."""
    at = stage("gold3>juncal.left", hold={0: ["empty"], 1: ["cacao2", "empty"]})
    juncal = at.table().galleons[0]
    assert (juncal.weight, juncal.balance) == (3, -3)
    at = stage("gold3>juncal.left", "cacao2>juncal.right", hold={0: ["empty"], 1: ["empty"]})
    juncal = at.table().galleons[0]
    assert (juncal.weight, juncal.balance) == (5, -1)
    at.act("empty>juncal.left")
    juncal = at.table().galleons[0]
    assert (juncal.weight, juncal.balance, juncal.last) == (2, 2, ("void", "cacao2"))
    assert juncal.value == {"gold": 0, "silver": 0, "corn": 0, "cacao": 2}
    assert "empty>juncal.left" not in at.legal()
    at.act("empty>juncal.right")
    juncal = at.table().galleons[0]
    assert (juncal.weight, juncal.balance, juncal.last) == (0, 0, ("void", "void"))


def test_t4_empty_box_respects_balance(stage):
    """T4: left 3+3, right 3+3+3: weight 15, balance +3; an empty box on the left is illegal, on the right legal."""
    at = stage(
        "gold3>juncal.left",
        "corn3>juncal.right",
        "gold3>juncal.left",
        "corn3>juncal.right",
        "stone3>juncal.right",
        hold={1: ["empty"]},
    )
    juncal = at.table().galleons[0]
    assert (juncal.weight, juncal.balance, juncal.last) == (15, 3, ("gold3", "stone3"))
    assert "empty>juncal.left" not in at.legal()
    at.act("empty>juncal.right")
    assert (at.table().galleons[0].weight, at.table().galleons[0].balance) == (12, 0)


def test_t5_sides(stage):
    """T5: corn on the left is illegal anywhere; stone 2 is legal on both sides of an empty galleon."""
    legal = stage(hold={0: ["corn1", "gold1", "stone2", "cacao2"]}).legal()
    loads = {name for name in legal if not name.startswith("bet:")}
    galleons = ("juncal", "santa_teresa", "san_antonio")
    assert loads == {
        f"{box}>{galleon}.{side}"
        for galleon in galleons
        for box, side in (
            ("corn1", "right"),
            ("cacao2", "right"),
            ("gold1", "left"),
            ("stone2", "left"),
            ("stone2", "right"),
        )
    }


@pytest.mark.parametrize(("start", "face", "after"), [(5, "sun", 5), (5, "storm", 4), (1, "storm", 1), (1, "sun", 2)])
def test_t6_ends_of_the_meteorology_track(stage, start, face, after):
    """T6: meteorology at its maximum stays there on sun; at its minimum stays there on storm."""
    assert stage(tosses=[face], data={"meteorology": {"start": start}}).table().meteorology == after


BETS = [f"bet:{kind}>juncal" for kind in ("reach_port", "sunken", "reach_port", "reach_port", "sunken", "reach_port")]


def test_t7_bets_on_an_arrived_galleon(stage):
    """T7: bets A port, B sunken, C port, D port, A sunken, B port: A +4 -1, B -1 +0, C +2, D +1."""
    end = stage(*BETS, "stone1>juncal.left", players=4, weight_cap=3, **ONE_GALLEON)
    assert end.table().galleons[0].bets == [
        (0, "reach_port"),
        (1, "sunken"),
        (2, "reach_port"),
        (3, "reach_port"),
        (0, "sunken"),
        (1, "reach_port"),
    ]
    assert end.state.scores() == [3.0, -1.0, 2.0, 1.0]


def test_t8_bets_on_a_sunk_galleon(stage):
    """T8: the same order, the galleon sinks: A +1, B +3, C -1, D -1."""
    end = stage(*BETS, "stone3>juncal.left", players=4, weight_cap=3, tosses=["storm", "sun"], **ONE_GALLEON)
    assert end.state.scores() == [1.0, 3.0, -1.0, -1.0]


def test_t9_investment_points(stage):
    """T9: Juncal arrives with gold 3 and a void gold 1, Santa Teresa sinks with 3, San Antonio arrives with 2: 5."""
    end = stage(
        "gold1>juncal.left",
        "empty>juncal.left",
        "gold3>juncal.left",
        "stone1>juncal.right",  # weight 4: red under a limit of 6
        "gold3>santa_teresa.left",
        "stone1>santa_teresa.left",  # balance -4
        "gold2>san_antonio.left",
        "cacao2>san_antonio.right",
        invest=["gold", "cacao"],
        tosses=["sun", "storm", "sun"],  # one for the new deck
        weight_cap=6,
    )
    assert end.state.is_terminal()
    assert end.table().meteorology == 4
    assert [galleon.value["gold"] for galleon in end.table().galleons] == [3, 3, 2]
    assert end.state.scores() == [5.0, 2.0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t10_short_last_deck(players):
    """T10: reserve 3 and a deck runs out: the new deck has 3 cards and there is a toss. Reserve 0: no deck, no toss."""
    game = load_game("veracruz", players=players)
    short = none = 0
    for seed in range(25):
        rng = Rng(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            before = read_table(state)
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
                continue
            actions = state.legal_actions()
            state.apply_action(actions[rng.bounded(len(actions))])
            after = read_table(state)
            if after.phase == "refill":
                new = next(i for i in range(2) if after.decks[i].count and after.decks[i].top is None)
                assert after.decks[new].count == min(4, before.reserve)
                assert after.reserve == before.reserve - after.decks[new].count
                short += before.reserve == 3
                state.apply_action(state.sample_chance(rng))
                assert read_table(state).phase == "toss"
                state.apply_action(state.sample_chance(rng))
                assert read_table(state).tosses == before.tosses + 1
                assert read_table(state).phase == "act"
            elif sum(deck.count for deck in before.decks) == 1 and not any(deck.count for deck in after.decks):
                assert before.reserve == 0
                assert after.phase in {"act", "last_toss"}
                assert after.tosses == before.tosses
                none += 1
    assert short > 0
    # With two players the boxes outlast nearly every game.
    assert none > 0 or players == 2


def test_t11_end_comes_before_the_draw(stage):
    """T11: the load that makes the third galleon red ends the game: no draw, no refill, only the last toss."""
    at = stage("gold3>juncal.left", "gold3>santa_teresa.left", hold={0: ["gold1", "cacao2"]}, weight_cap=4)
    state, before = at.state, at.table()
    state.apply_action(state.string_to_action("cacao2>san_antonio.right"))
    after = at.table()
    assert after.phase == "last_toss"
    assert after.decks == before.decks
    assert sum(after.seats[0].known.values()) + after.seats[0].hidden_count == 3
    state.apply_action(state.string_to_action("toss:sun"))
    assert state.is_terminal()
    assert at.table().tosses == before.tosses + 1


def tie_data():
    """Juncal takes 18, Santa Teresa is red with its first box."""
    galleon = {"balance_limit": 5, "source": "assumed", "weight_source": "assumed", "balance_source": "assumed"}
    return with_totals(
        galleon=[
            {"name": "juncal", "weight_limit": 18, **galleon},
            {"name": "santa_teresa", "weight_limit": 3, **galleon},
        ]
    )


def test_t12_tie_broken_by_investment(stage):
    """T12: totals 9 (7+2) and 9 (8+1), investment first: the second player wins."""
    end = stage(
        "bet:reach_port>juncal",  # C: first correct
        "bet:reach_port>juncal",  # A: second
        "bet:reach_port>juncal",  # B: third
        "gold3>juncal.left",
        "corn3>juncal.right",
        "gold3>juncal.left",
        "corn2>juncal.right",
        "gold1>juncal.left",
        "corn3>juncal.right",
        invest=["gold", "corn", "silver"],
        players=3,
        start=2,
        **ONE_GALLEON,
    )
    assert end.state.scores() == [9.0, 9.0, 4.0]
    assert end.state.ranks() == [2, 1, 3]
    assert end.state.returns() == [-0.5, 1.0, -0.5]


def test_t12_full_tie_is_shared(stage):
    """T12: 9 (8+1) both: shared."""
    end = stage(
        "bet:reach_port>juncal",  # C: first
        "bet:sunken>santa_teresa",  # D: first
        "bet:sunken>santa_teresa",  # A: second
        "bet:reach_port>juncal",  # B: second
        "bet:sunken>juncal",  # C: wrong
        "bet:reach_port>santa_teresa",  # D: wrong
        "bet:reach_port>santa_teresa",  # A: wrong, 1 in all
        "bet:sunken>juncal",  # B: wrong, 1 in all
        "gold3>juncal.left",
        "corn3>juncal.right",
        "gold2>juncal.left",
        "corn2>juncal.right",
        "gold3>juncal.left",
        "corn3>juncal.right",
        "stone3>santa_teresa.left",
        invest=["gold", "corn", "silver", "cacao"],
        tosses=["storm", "sun", "storm"],  # one for the new deck
        players=4,
        start=2,
        data=tie_data(),
    )
    assert end.state.scores() == [9.0, 9.0, 3.0, 3.0]
    assert end.state.ranks() == [1, 1, 3, 3]
    assert end.state.returns() == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


def test_t13_nobody_wins_if_all_sink(stage):
    """T13: all galleons sunk, totals 4 and -1: no winner."""
    end = stage(
        "bet:sunken>juncal",
        "bet:reach_port>juncal",
        "stone3>juncal.left",
        weight_cap=3,
        tosses=["storm", "sun"],
        **ONE_GALLEON,
    )
    assert end.state.scores() == [4.0, -1.0]
    assert end.state.returns() == [0.0, 0.0]
    assert end.state.ranks() == [2, 2]


def test_t14_four_empty_boxes(stage):
    """T14: an opening hand of four empty boxes: no load is possible, the player must bet; after both bets he passes."""
    hold = {0: ["empty"] * 4}
    at = stage(hold=hold)
    assert at.legal() == [
        f"bet:{kind}>{galleon}"
        for galleon in ("juncal", "santa_teresa", "san_antonio")
        for kind in ("reach_port", "sunken")
    ]
    at = stage("bet:sunken>juncal", "bet:sunken>juncal", "bet:reach_port>juncal", "bet:reach_port>juncal", hold=hold)
    assert at.legal() == ["pass"]
    at.act("pass")
    assert at.state.current_player() == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t15_conservation(players):
    """T15: after every step hands + open decks + reserve + loaded boxes (voided and empty ones included) = 43."""
    game = load_game("veracruz", players=players)
    whole = None
    for seed in range(12):
        rng = Rng(seed)
        state = game.new_initial_state()
        while True:
            table = read_table(state)
            counts = Counter(table.pool) + Counter(table.out) + Counter(deck.top for deck in table.decks if deck.top)
            for seat in table.seats:
                counts += Counter(seat.hidden) + Counter(seat.known)
            whole = whole or counts
            assert counts == whole
            assert counts.total() == 43
            if table.phase not in ("invest", "deal"):
                hands = sum(seat.hidden_count + sum(seat.known.values()) for seat in table.seats)
                decks = sum(deck.count for deck in table.decks)
                assert hands + decks + table.reserve + sum(table.out.values()) == 43
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.bounded(len(actions))])
