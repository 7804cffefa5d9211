"""The course of the game, paragraph by paragraph."""

from caravela.cext.core import Rng


def test_p2_set_up(table):
    for players, stack in ((3, 36), (4, 27), (5, 18), (6, 9)):
        stage = table(players=players)
        assert stage.table().stack_count == stack
        assert all(stage.hand(seat) == list(range(1, 10)) for seat in range(players))
        assert all(seat.unplaced == 6 for seat in stage.table().seats)
        assert sum(stage.table().deck.values()) == 18


def test_p2_5_the_auctioneer_opens(table):
    assert table("card:cook", auctioneer=2).state.current_player() == 2
    drawn = table(auctioneer=-1)
    assert drawn.legal() == [f"auctioneer:{seat}" for seat in range(4)]
    assert drawn.play("auctioneer:3", "card:cook").state.current_player() == 3


def test_p3_three_phases_of_18_12_and_6_cards(table):
    stage, cards, rng = table(), [], Rng(3)
    while not stage.state.is_terminal():
        if stage.table().step == "turn_up":
            cards.append(stage.table().phase)
        moves = stage.state.legal_actions()
        stage.state.apply_action(stage.state.sample_chance(rng) if stage.state.is_chance_node() else moves[0])
    assert [cards.count(phase) for phase in (1, 2, 3)] == [18, 12, 6]


def test_p4_2_the_last_winner_opens(table):
    stage = table().sell("pizarro", 2, 1, 1)
    assert stage.play("card:cook").state.current_player() == 2
    stage.play("pass*4", "card:cook")
    assert stage.state.current_player() == 2  # nobody won: the right stays


def test_p4_3_holders_are_asked_clockwise_from_the_opener(table):
    stage = table().sell("columbus", 3, 1, 1).sell("columbus", 1, 1, 1)
    stage.play("card:cook")
    assert [stage.state.current_player(), stage.legal()] == [1, ["veto", "decline"]]
    stage.play("decline")
    assert stage.state.current_player() == 3
    stage.play("decline")
    assert [stage.state.current_player(), stage.table().step] == [1, "bid"]


def test_p4_4_a_veto_sends_the_card_under_the_stack(table):
    stage = table(explorers="columbus+cook", copies=1).sell("columbus", 0, 1, 1)
    assert stage.table().seats[0].vetoes == 1
    stage = table(explorers="columbus+cook", copies=2).sell("columbus", 0, 1, 1)
    stage.play("card:cook", "veto")
    assert stage.table().seats[0].vetoes == 0
    assert stage.table().bottom == ["cook"]
    assert stage.legal() == ["card:columbus", "card:cook"]
    stage.skip("columbus").skip("cook")
    assert stage.legal() == ["card:cook"]  # the known one comes last
    assert stage.state.chance_outcomes()[0][1] == 1.0


def test_p4_5_no_veto_on_the_last_card(table):
    stage = table(explorers="columbus+cook", copies=1).sell("columbus", 0, 1, 1)
    stage.play("card:cook")
    assert stage.table().step == "bid"


def test_p4_6_who_cannot_bid_may_still_veto(table):
    stage = table(explorers="columbus+cook", copies=2, ships=1).sell("columbus", 0, 1, 1)
    stage.play("card:cook")
    assert stage.table().step == "veto"
    stage.play("decline")
    assert stage.table().asked == [1, 2, 3]


def test_p5_4_bids_rise_and_a_pass_is_final(table):
    stage = table("card:pizarro", "bid:5", "bid:9", "pass", "pass")
    assert stage.state.current_player() == 0
    assert stage.legal() == ["pass", *(f"bid:{bid}" for bid in range(10, 46))]
    stage.play("bid:10", "pass")
    assert stage.table().step == "pay"
    assert stage.state.current_player() == 0


def test_p5_5_who_cannot_bid_passes_all_the_same(table):
    stage = table("card:pizarro", "bid:45")
    assert stage.legal() == ["pass"]


def test_p5_7_a_card_that_nobody_wants_is_gone(table):
    stage = table().skip("pizarro")
    assert stage.table().deck["pizarro"] == 2
    assert not any(seat.ships for seat in stage.table().seats)


def test_p5_7_the_last_one_left_may_bid_or_pass(table):
    stage = table("card:pizarro", "pass*3")
    assert stage.legal()[:2] == ["pass", "bid:1"]


def test_p6_payments_go_on_the_discard_in_sight_of_all(table):
    stage = table("card:pizarro", "bid:7", "pass*3")
    assert stage.legal() == ["pay:4", "pay:5", "pay:6", "pay:7"]
    stage.play("pay:5")
    assert stage.table().discard == {2: 1, 5: 1}  # what is left to choose is laid at once
    assert stage.log(2)[-2:] == ["paid:5", "paid:2"]


def test_p6_partial_payments_are_not_seen(table):
    stage = table("card:pizarro", "bid:20", "pass*3")
    before = stage.state.view(1).to_bytes()
    stage.play("pay:9")
    assert stage.table().step == "pay"
    assert stage.state.view(1).to_bytes() == before
    assert stage.state.view(0).to_bytes() != before


def test_p7_ships_move_on(table):
    stage = table(explorers="pizarro", copies=1)
    stage.sell("pizarro", 0, 1, 1)
    assert stage.table().seats[0].ships == {("pizarro", 1, "left"): 1}
    stage.deal().sell("pizarro", 0, 2, 2)
    assert stage.table().seats[0].ships == {("pizarro", 2, "left"): 1}
    assert stage.table().seats[0].unplaced == 0  # P7.5


def test_p7_3_stacks_of_side_a_always_differ(table):
    stage = table(explorers="magellan", copies=2, players=3, board="AA")
    stage.sell("magellan", 0, 9, 9).play("tuck:1").sell("magellan", 0, 8, 8).play("tuck:2").deal()
    stage.sell("magellan", 0, 7, 7)
    assert stage.legal() == ["stack:1", "stack:2"]
    stage.play("stack:2", "tuck:3")
    assert [stack.level for stack in stage.table().stacks] == [1, 2]


def test_p7_3_stacks_of_side_b_differ_by_their_cards(table):
    data = {
        "money_cards": {"starting_set_per_player": [1, 1, 3, 4], "crown": {"sum_of_set": 11}, "copies_per_value": 7}
    }
    stage = table(explorers="magellan", copies=2, players=3, board="BA", data=data)
    stage.sell("magellan", 0, 1, 1).sell("magellan", 0, 1, 1).deal()
    stage.sell("magellan", 0, 3, 3)
    assert stage.table().step == "turn_up"  # alike: no question
    assert sorted(stack.level for stack in stage.table().stacks) == [1, 2]


def test_p8_3_side_b_tucks_one_of_the_cards_paid(table):
    stage = table(players=3, board="BA").play("card:magellan", "bid:7", "pass*2", "pay:5")
    assert stage.legal() == ["tuck:2", "tuck:5"]
    stage.play("tuck:2")
    assert stage.table().discard == {5: 1}
    assert stage.table().stacks[0].cards == [(2, True)]


def test_p8_4_and_p9_6_exchanges(table):
    stage = table(explorers="marco_polo", copies=2, players=3, board="AA")
    stage.sell("marco_polo", 0, 1, 1).sell("marco_polo", 0, 2, 2).deal()
    assert stage.table().step == "put"
    hand, stack = stage.hand(0), stage.table().stack_count
    stage.play("put:9", "put:3")
    assert "put:4" not in stage.legal()  # descending
    assert stage.table().discard == {3: 1, 9: 1}
    stage.play("done")
    assert stage.table().step == "redraw"
    stage.settle()
    assert stage.table().stack_count == stack - 2
    assert len(stage.hand(0)) == len(hand)
    assert stage.table().step == "put"  # the second ship
    stage.play("done")
    assert stage.table().phase == 2
    other = table(explorers="marco_polo", copies=1, players=3, board="AB").sell("marco_polo", 0, 1, 1).deal()
    assert other.table().phase == 2  # side B has none


def test_p8_5_vasco_da_gama(table):
    stage = table(players=3, board="AA").sell("vasco_da_gama", 0, 9, 9)
    assert stage.table().step == "draw"
    stage.play("money:4")
    assert stage.hand(0) == [1, 2, 3, 4, 4, 5, 6, 7, 8]
    side_b = table(players=3, board="AB").sell("vasco_da_gama", 0, 9, 9)
    assert side_b.legal() == ["left", "right"]
    side_b.play("right")
    assert side_b.table().step == "turn_up"
    assert side_b.table().seats[0].ships == {("vasco_da_gama", 1, "right"): 1}


def test_p8_5_parts_differ_when_a_ship_moves(table):
    stage = table(players=3, board="AB", explorers="vasco_da_gama", copies=2)
    stage.sell("vasco_da_gama", 0, 9, 9).play("right").sell("vasco_da_gama", 0, 8, 8).play("left", "money:1").deal()
    stage.sell("vasco_da_gama", 0, 7, 7)
    assert stage.legal() == ["from:left", "from:right"]
    stage.play("from:right", "right")
    assert stage.table().seats[0].ships == {("vasco_da_gama", 1, "left"): 1, ("vasco_da_gama", 2, "right"): 1}


def test_p8_6_cook_side_a_opens_the_hand_until_the_phase_ends(table):
    stage = table(players=3, board="AA").sell("cook", 0, 9, 9)
    assert stage.table().exposed == [0]
    assert stage.log(1)[-8:] == [f"shown:{value}@0" for value in range(1, 9)]
    stage.sell("vasco_da_gama", 0, 8, 8).play("money:4")
    assert stage.log(1)[-1] == "money:4"  # seen by all
    assert stage.table().seats[0].hidden == {}
    stage = table(players=3, board="AA", explorers="cook", copies=1).sell("cook", 0, 9, 9)
    assert stage.table().exposed == []  # P9.1, before cards are dealt
    assert stage.log(1)[-8:] == [f"shown:{value}@0" for value in range(1, 9)]
    stage.play("money:1")
    assert stage.log(1)[-1] == "money:?@0"


def test_p8_6_a_card_tucked_out_of_an_open_hand_is_seen(table):
    stage = table(players=3, board="AA").sell("cook", 0, 9, 9).sell("magellan", 0, 8, 8)
    stage.play("tuck:1")
    assert stage.log(2)[-1] == "tuck:1"
    assert stage.table().stacks[0].cards == [(1, True)]


def test_p8_7_cook_side_b_costs_a_card_at_random(table):
    stage = table(players=3, board="AB").sell("cook", 0, 9, 9)
    assert stage.legal() == [f"taken:{value}" for value in range(1, 9)]
    stage.play("taken:3")
    assert stage.table().discard == {3: 1, 9: 1}
    assert stage.log(1)[-1] == "taken:3"


def test_p9_order_of_the_deal(table):
    stage = table(players=3, explorers="pizarro", copies=1, auctioneer=1).sell("pizarro", 0, 9, 9)
    order = []
    while stage.table().step == "deal":
        order.append(stage.table().mover)
        stage.play(next(iter(stage.legal())))
    assert order == [1, 2, 0, 1, 2, 0, 0]  # two rounds, then the bag


def test_p9_2_the_discard_joins_the_stack(table):
    stage = table(players=3, explorers="pizarro", copies=1).sell("pizarro", 0, 9, 9)
    assert stage.table().discard == {}
    assert stage.table().stack[9] == 5


def test_p9_8_an_empty_stack_is_made_of_the_discard(table):
    stage = table(players=6, explorers="vasco_da_gama", copies=2, values=2, money=7)
    assert stage.table().stack_count == 2
    stage.sell("vasco_da_gama", 0, 2, 2).play("money:1").sell("vasco_da_gama", 0, 1, 1)
    assert stage.table().stack == {2: 1}
    one = table(players=6, explorers="vasco_da_gama", copies=2, values=1, money=6)
    one.sell("vasco_da_gama", 0, 1, 1)
    assert one.table().stack == {1: 1}  # the card just paid
    assert one.legal() == ["money:1"]


def test_p10_1_scoring_begins_with_the_last_winner(table):
    stage = table(players=3, explorers="pizarro", copies=1, board="BA")
    for value in (9, 8, 7):
        stage.sell("pizarro", 1, value, value).deal()
    assert stage.table().step == "luck"
    assert stage.table().scored == [1]
    assert any(name.startswith("shown:") and name.endswith("@1") for name in stage.log(0))
    assert not any(name.endswith(("@0", "@2")) and name.startswith("shown:") for name in stage.log(0))


def test_p10_6_ties_are_shared(table):
    stage = table(players=3, explorers="pizarro", copies=1, phases=1)
    stage.skip("pizarro")
    for value in (9, 9, 9, 8, 8, 8):
        stage.play(f"money:{value}")
    assert stage.state.is_terminal()
    assert stage.state.returns() == [0.0, 0.0, 0.0]
    assert stage.state.ranks() == [1, 1, 1]


def test_p12_2_no_step_is_skipped_that_others_could_miss(table):
    """One card in hand: a tuck out of it and a payment with it are still decisions."""
    data = {"money_cards": {"starting_set_per_player": [5, 6], "crown": {"sum_of_set": 4}}}
    stage = table(players=3, data=data).play("card:magellan", "bid:6", "pass*2")
    assert stage.legal() == ["pay:6"]
    stage.play("pay:6")
    assert stage.legal() == ["tuck:5"]
