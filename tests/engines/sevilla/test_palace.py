"""Buildings and rebels (S13, S14)."""

import pytest

GOODS = "oil wine friar wine"
PALACE = {"palace": True, "buildings": "puerto arenal casa_comercio"}


def test_s13_1_buildings_are_dealt_by_seat(table):
    stage = table("helm>0", palace=True)
    assert len(stage.legal()) == 5
    stage.play("building:puerto")
    assert "building:puerto" not in stage.legal()
    stage.play("building:alcazar", "building:casa_comercio")
    assert [seat.building for seat in stage.table().seats] == ["puerto", "alcazar", "casa_comercio"]


def test_s13_4_arenal_swaps_a_card(table):
    stage = table(helm=0, **PALACE).bids("0", "1 1")
    assert stage.legal() == ["decline", "swap1", "swap2"]
    stage.play("swap1")
    assert stage.table().bottom == ["oil"]
    assert stage.state.is_chance_node()
    stage.play("card:surgeon")  # lot 2 is won as well, but the swap was used in this round
    assert (stage.table().drawn, stage.table().drawn_count) == ({"surgeon": 1}, 1)
    assert stage.table().seats[1].pile == {"wine": 1, "friar": 1, "soldier": 1}
    assert stage.table().round == 2


def test_s13_4_the_swap_can_wait(table):
    stage = table(helm=0, **PALACE).bids("0", "1 1").play("decline")
    assert stage.legal() == ["decline", "swap1", "swap2"]
    assert stage.table().lot == 2


def test_s13_4_the_last_lot_has_one_card(table):
    stage = table(helm=0, **PALACE).bids("0", "0 0 0 1")
    assert stage.legal() == ["decline", "swap1"]


THREE = {"palace": True, "rounds": 1, "lots": 2, "copies": 1, "cards": "oil+friar+wine"}
FIRST = ("helm>0", "building:arenal", "building:puerto", "building:alcazar")


def test_s13_4_not_without_a_deck(table):
    """R9: all three cards have been revealed."""
    stage = table(*FIRST, **THREE).deal("oil friar wine").bids("1")
    assert stage.state.is_terminal()


def test_s13_4_without_a_deck_by_another_ruling(table):
    stage = table(*FIRST, data={"rulings": {"arenal_needs_deck": False}}, **THREE).deal("oil friar wine").bids("1")
    assert stage.play("swap1").legal() == ["card:oil"]
    assert stage.play("card:oil").table().seats[0].pile == {"oil": 1, "friar": 1}


def test_s13_4_what_was_put_under_the_deck_comes_up_known(table):
    stage = table(*FIRST, **{**THREE, "rounds": 2, "lots": 1}).deal("oil").bids("1").play("swap1", "card:wine")
    assert (stage.table(1).drawn, stage.table(1).drawn_count, stage.table(1).bottom) == ({}, 1, ["oil"])
    assert stage.table(1).deck == {"friar": 1, "wine": 1}
    assert (stage.table(0).drawn, stage.table(0).deck) == ({"wine": 1}, {"friar": 1})
    stage.deal("friar").bids("1").play("swap1")
    assert stage.legal() == ["card:oil"]
    assert stage.table(1).deck == {"wine": 1}
    stage.play("card:oil")
    assert stage.state.is_terminal()
    assert stage.table().seats[0].pile == {"oil": 1, "wine": 1}


def test_s13_5_the_toll(table):
    stage = table(helm=0, **PALACE, reveal=GOODS).bids("0", "0", "1 5")
    assert stage.table().step == "toll"
    assert stage.legal() == ["hand_over"]  # all that is left is committed
    stage.play("hand_over")
    assert [seat.ships for seat in stage.table().seats] == [1, 0, 0]


def test_s13_5_the_toll_is_paid_from_free_money(table):
    stage = table(helm=0, **PALACE, reveal=GOODS).bids("0", "0", "1 4")
    assert stage.legal() == ["pay", "hand_over"]
    before = stage.table()
    assert before.seats[2].limit == 5
    stage.play("pay")
    after = stage.table()
    assert (after.seats[0].purse, after.seats[2].ships) == (6 + 1 + 6, 1)


def test_s13_5_a_payment_shows_free_money(table):
    stage = table(helm=0, **PALACE, reveal="oil wine").bids("0", "0 1", "1 2 1").play("pay")
    assert stage.table().step in ("rebid", "order")
    seat = stage.table().seats[2]
    assert (seat.purse, seat.limit) == (4, 2)  # 6 less 1 paid, less the toll; 2 lie uncovered on lot 2


def test_s13_5_the_owner_pays_himself_nothing(table):
    stage = table(helm=0, **PALACE, reveal=GOODS).bids("1")
    assert stage.table().step != "toll"
    assert stage.table().seats[0].ships == 1


def test_s13_6_the_casa_buys_a_card(table):
    stage = table(helm=0, **PALACE).bids("0", "0", "1")
    assert stage.legal() == ["decline", "sell:oil", "sell:friar"]
    stage.play("sell:oil")
    assert stage.table().seats[2].purse == 6 - 1 + 6 + 2
    assert stage.table().seats[2].pile == {"friar": 1}
    assert stage.table().round == 2


def test_s13_6_an_empty_pile_sells_nothing(table):
    stage = table(helm=0, **PALACE).bids()
    assert (stage.table().round, stage.table().step) == (2, "card")


def test_s14_1_rebels_join_the_deck(table):
    assert table(rebels=True).table().deck_count == 94


def test_s14_2_black_is_a_colour(table):
    stage = table(helm=0, rebels=True, reveal="rogue mutineer rogue stowaway oil mutineer")
    assert [lot.small for lot in stage.table().lots] == [True, True, False, False]


def test_s14_4_each_deal_is_decided_in_order(table):
    stage = table(helm=0, rebels=True, reveal="rogue mutineer").bids("1")
    assert stage.legal() == ["keep", "give>1", "give>2"]
    assert stage.table().slot == 0
    stage.play("give>2")
    assert stage.table().slot == 1
    stage.play("keep")
    assert [seat.pile for seat in stage.table().seats] == [{"mutineer": 1}, {}, {"rogue": 1}]


def test_s14_4_two_players_have_one_to_give_to(table):
    stage = table(helm=0, rebels=True, players=2, reveal="rogue oil").deal(discs="0 2 1 1").bids("1")
    assert stage.legal() == ["keep", "give>1"]


def test_r11_a_deal_comes_before_the_swap(table):
    stage = table(helm=0, **PALACE, rebels=True, reveal="rogue oil").bids("0", "1").play("give>0")
    assert stage.legal() == ["decline", "swap2"]
    stage = table(helm=0, **PALACE, rebels=True, reveal="rogue stowaway").bids("0", "1").play("pay", "give>0", "give>2")
    assert stage.table().step != "arenal"  # nothing of the lot is left


def test_r11_the_toll_comes_before_the_deal(table):
    stage = table(helm=0, **PALACE, rebels=True, reveal="rogue stowaway").bids("0", "0", "1")
    assert stage.table().step == "toll"
    assert stage.play("hand_over").table().step == "deal"


@pytest.mark.parametrize("helm", [0, 1])
def test_s14_3_the_mutineer_wants_the_helm(table, helm):
    """R21: the ship of the last round has moved it."""
    stage = table(helm=1, rebels=True, rounds=1, lots=2, reveal="oil friar mutineer")
    stage.bids(*(("0 1", "0") if helm == 0 else ("0 1", "0 2"))).play("keep" if helm == 0 else "last")
    if helm == 1:
        stage.play("pass", "pass", "give>0")
    stage.finish()
    points = stage.state.scores()[0] - stage.purses()[0] // 4
    assert points == (5 if helm == 0 else 0)
