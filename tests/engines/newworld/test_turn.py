"""Set-up, Preparation, the player turn, the tally and the end (N2 to N5, N8, N11, N12)."""

import pytest


def test_n2_1_the_first_player_is_drawn(opening):
    stage = opening(players=4)
    assert stage.legal() == [f"first:{seat}" for seat in range(4)]
    assert [p for _, p in stage.state.chance_outcomes()] == [0.25] * 4
    stage.play("first:2")
    assert [stage.table().first, stage.table().mover] == [2, 2]


@pytest.mark.parametrize(("players", "starts"), [(2, [0, 1]), (6, [0, 1, 1, 2, 2, 3])])
def test_n2_3_royal_support_by_turn_order(opening, players, starts):
    stage = opening(players=players).play("first:1")
    assert [stage.table().seats[(1 + i) % players].support for i in range(players)] == starts
    assert stage.table().pile_count == 112


def test_n4_1_cards_are_dealt_in_rounds(opening):
    stage = opening(players=4, first=3)
    order = []
    while stage.table().step == "deal":
        order.append(stage.table().mover)
        stage.play(stage.legal()[0])
    assert order == [3, 0, 1, 2] * 4 + [2]  # the fourth seat in order gets five


def test_n17_5_hand_2_limit_5(table):
    stage = table({0: "war war", 1: "fate fate"}, support=[2, 2], players=2)
    stage.play("end")
    stage.play("end")
    stage.deal()
    assert [seat.hand_count for seat in stage.table().seats] == [7, 7]
    assert [stage.table().step, stage.table().mover] == ["discard", 0]
    first = stage.legal()[0]
    stage.play(first)
    assert stage.table().discard == {first.removeprefix("card:"): 1}
    stage.play(stage.legal()[0])
    assert stage.table().mover == 1
    stage.play(stage.legal()[0], stage.legal()[0])
    assert [seat.hand_count for seat in stage.table().seats] == [5, 5]
    assert stage.table().step == "play"


def test_n4_2_the_discard_pile_is_shuffled_when_a_card_is_wanted(table):
    stage = table({0: "war"}, titles="war+fate", copies=3, discard="fate fate fate", players=2)
    assert stage.table().pile_count == 2
    stage.play("end")
    assert stage.table().step == "deal"
    stage.play("card:war", "card:war")
    assert stage.legal() == ["card:fate"]
    assert [stage.table().pile_count, stage.table().discard, stage.table().shuffles] == [3, {}, 1]
    stage.settle()
    assert stage.table().step == "play"  # all cards are dealt: the rest is left out


def test_n5_1_own_isolation_ends(table):
    stage = table({0: "war", 1: "war"}, isolated={0: "am ch", 1: "na", 2: "cb"}).play("end")
    assert [seat.isolated for seat in stage.table().seats] == [["amazon", "cape_horn"], [], ["caribbean"]]
    assert stage.table().discard == {"isolation": 1}


def test_n5_2_and_n17_7_struggling_colonies_cost_points(table):
    stage = table({0: "war"}, {1: "am.gold- am.fruit- na.wood- ch.gold- ch.spices-"}, vp=[0, 3, 0], isolated={2: "am"})
    assert stage.play("end").vp()[1] == 0


def test_n5_3_abandoning(table):
    stage = table({0: "war", 1: "war"}, {1: "am.gold am.fruit- na.wood"}, isolated={2: "na"}).play("end")
    assert stage.legal() == ["done", "site:amazon_fruit", "site:amazon_gold"]
    stage.play("am.gold")
    assert stage.legal() == ["done", "site:amazon_fruit"]
    stage.play("am.fruit")
    assert stage.table().step == "play"  # nothing left that may be taken
    assert stage.colonies(1) == {"na.wood"}


def test_n5_4_an_empty_hand_ends_the_card_step(table):
    stage = table({0: "war", 1: "war"}, {0: "am.gold"}).use("build", "card:war", "am.fruit")
    assert [stage.table().actor, stage.vp()[0]] == [1, 2]


def test_n11_tally(table):
    colonies = {0: "am.fruit am.gold am.spices na.wood ca.wood cb.wood na.gold ca.jewels cb.jewels ch.spices"}
    stage = table({0: "war"}, colonies).play("end", "pass")  # no Iron Grip
    assert stage.vp()[0] == 10 + 2 * 2  # N17.4
    colonies[0] = colonies[0].replace("am.gold", "am.gold-")
    assert table({0: "war"}, colonies).play("end", "pass").vp()[0] == 9 + 2


def test_n8_2_isolated_colonies_score(table):
    stage = table({0: "war"}, {0: "am.fruit am.gold am.spices"}, isolated={1: "am"}).play("end", "pass")
    assert stage.vp()[0] == 5


def test_n11_2_iron_grip(table):
    horn = {0: "ch.gold ch.spices ch.jewels"}
    stage = table({0: "iron_grip", 1: "fate"}, horn).play("end")
    assert stage.legal() == ["pass", "card:iron_grip"]
    stage.play("card:iron_grip", "pass", "pass")  # neither Fate nor Marauders
    assert stage.vp()[0] == 3 + 4
    again = table({0: "iron_grip iron_grip", 1: "fate"}, horn).play("end", "card:iron_grip", "card:fate", "pass")
    assert again.legal() == ["pass", "card:iron_grip"]  # the first was cancelled
    assert again.play("card:iron_grip").vp()[0] == 3 + 4
    unasked = table({0: "iron_grip", 1: "war"}, {0: "ch.gold"}).play("end")
    assert unasked.table().actor == 1


def test_n11_3_marauders(table):
    horn = {0: "ch.gold ch.spices ch.jewels"}
    stage = table({0: "iron_grip war", 1: "marauders"}, horn).play("end", "card:iron_grip", "pass")
    assert stage.legal() == ["pass", "card:marauders"]
    stage.play("card:marauders", "pass")
    assert stage.vp()[0] == 3
    assert stage.table().discard == {"iron_grip": 1, "marauders": 1}
    fate = table({0: "fate war", 1: "marauders marauders"}, horn).play("end", "pass", "card:marauders")
    assert fate.legal() == ["pass", "card:fate"]  # the actor's own
    fate.play("card:fate", "pass")
    assert fate.vp()[0] == 3 + 2


def test_n12_the_end(table):
    stage = table({2: "war"}, {0: "am.gold- am.fruit-", 1: "na.wood-"}, vp=[9, 9, 8], actor=2, turn=5).play("end")
    assert stage.state.is_terminal()
    assert stage.vp() == [7, 8, 8]
    assert stage.state.ranks() == [3, 1, 1]
    assert stage.state.returns() == pytest.approx([-0.5, 0.25, 0.25])
    assert stage.state.scores() == [7, 8, 8]


def test_n3_1_six_game_turns(opening):
    stage = opening(players=2, first=0)
    turns = set()
    while not stage.state.is_terminal():
        turns.add(stage.table().turn)
        stage.play(stage.legal()[0])
    assert turns == set(range(6))


def test_turns_ascend(opening):
    stage = opening(players=3, first=1, turns=2)
    seen = []
    while not stage.state.is_terminal():
        seen.append((stage.state.turn(), stage.table().step, stage.table().actor))
        stage.play(stage.legal()[0])
    assert [turn for turn, _, _ in seen] == sorted(turn for turn, _, _ in seen)
    assert {turn for turn, step, _ in seen if step == "deal"} == {0, 4}
    played = {(turn, actor) for turn, step, actor in seen if step == "play"}
    assert played == {(1, 1), (2, 2), (3, 0), (5, 1), (6, 2), (7, 0)}
