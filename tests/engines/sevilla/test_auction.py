"""The auction: bids, lots, rebids (S5, S6), by the vectors of S19 and beyond."""

import pytest

READY = ["pass", "nobility", "church", "crown"]


def test_s19_1_last_to_rebid_wins(table):
    stage = table(helm=0).bids("3", "3", "0")
    assert stage.legal() == ["first", "last"]
    assert stage.play("last").table().mover == 1
    assert stage.legal() == READY
    stage.play("church")
    assert stage.legal() == ["pass", "crown"]
    stage.play("crown")
    assert [seat.spent for seat in stage.table().seats] == [[], [], []]  # the round is over: all are ready again
    assert stage.purses() == [6 - 3 + 3, 6 + 6, 6 + 6]
    assert sum(stage.table().seats[0].pile.values()) == 2


def test_s19_2_a_tie_without_rebids_is_deserted(table):
    stage = table(helm=2).bids("2", "2", "0").play("pass", "pass")
    assert stage.purses() == [12, 12, 12]
    assert not any(seat.pile for seat in stage.table().seats)


def test_s19_3_a_rebid_must_beat_the_highest(table):
    stage = table(helm=1).bids("4", "1", "1").play("first")  # seat 1 is skipped: 1 + 3 is no more than 4
    assert stage.table().mover == 0
    assert stage.legal() == READY


def test_s19_3_the_crown_of_el_alcazar(table):
    stage = table(helm=1, buildings="puerto alcazar arenal", palace=True).bids("4", "1", "1").play("first")
    assert stage.table().mover == 1
    assert stage.legal() == ["pass", "crown"]
    stage.play("crown")
    assert stage.legal() == READY[:1] + READY[2:]  # 5 is to beat
    stage.play("pass")
    assert stage.table().seats[1].purse == 6 - 1 + 3  # the income of the spent Crown is missing


def test_s19_4_false_coins_are_no_bid(table):
    stage = table(helm=0).bids("0+2", "1", "0")
    assert stage.purses() == [12, 11, 12]
    assert sum(stage.table().seats[1].pile.values()) == 2


def test_s19_5_no_order_without_the_helm(table):
    stage = table(helm=0).bids("0", "2", "2")
    assert (stage.table().step, stage.table().mover) == ("rebid", 1)
    assert stage.play("pass").table().mover == 2


def test_s19_6_a_lone_contender_at_the_disc(table):
    stage = table("helm>0", players=2).deal(discs="2 0 1 1").bids("2")
    assert stage.legal() == READY
    stage.play("pass")
    assert stage.purses() == [12, 12]
    assert not stage.table().seats[0].pile


def test_s19_6_the_lone_contender_rebids(table):
    stage = table("helm>0", players=2).deal(discs="2 0 1 1").bids("2").play("nobility")
    assert stage.purses() == [6 - 2 + 5, 12]
    assert sum(stage.table().seats[0].pile.values()) == 2


def test_s12_3_nobody_above_the_disc(table):
    """The disc ties with the best bid, and 1 + 1 beats nothing."""
    stage = table("helm>1", players=2).deal(discs="2 0 1 1").bids("2", "1")
    assert stage.legal() == ["first", "last"]
    stage.play("last", "pass")
    assert stage.legal() == ["pass", "church", "crown"]
    stage.play("pass")
    assert stage.purses() == [12, 12]


def test_s19_7_the_disc_of_nothing(table):
    stage = table("helm>0", players=2).deal(discs="0 2 1 1").bids("1")
    assert stage.purses() == [11, 12]


def test_s19_8_three_raise_each_other(table):
    stage = table(helm=0).bids("5", "5", "4").play("first", "nobility")
    assert stage.legal() == ["pass", "church", "crown"]
    stage.play("church")  # seat 2 needs 4: it is skipped
    assert stage.purses() == [12, 6 - 5 + 4, 12]
    assert sum(stage.table().seats[1].pile.values()) == 2


def test_s6_5_the_leader_may_raise_himself(table):
    stage = table(helm=2).bids("3", "1", "0")
    assert (stage.table().mover, stage.legal()) == (0, READY)
    stage.play("nobility")  # 4: seat 1 is out of reach
    assert stage.table().seats[0].purse == 6 - 3 + 5


def test_s6_6_a_patron_comes_back_and_serves_again(table):
    stage = table(helm=2).bids("2 2", "2 2", "0").play("church", "crown")
    assert stage.table().lot == 2
    assert stage.table().seats[1].spent == ["crown"]
    assert stage.legal() == READY  # seat 0 has the Church again
    stage.play("pass")
    assert stage.legal() == READY[:3]


def test_s6_10_coins_come_back_too_late(table):
    stage = table(helm=2).bids("2 4", "3 0", "0").play("pass", "pass")
    assert stage.purses() == [12 - 4, 12 - 3, 12]


def test_s5_2_money_and_false_coins_run_out(table):
    stage = table(helm=0)
    assert stage.legal() == [f"bid{coins}" for coins in range(7)]
    stage.play("bid4")
    assert stage.legal() == [f"false{coins}" for coins in range(6)]
    stage.play("false5")
    assert stage.legal() == ["bid0", "bid1", "bid2"]
    stage.play("bid2")
    assert stage.legal() == ["false0"]
    stage.play("false0")
    assert stage.legal() == ["bid0"]  # S17.2: asked all the same


def test_s5_2_seats_are_asked_from_the_helm(table):
    stage = table(helm=1, lots=1)
    asked = []
    while stage.table().step != "show":
        asked.append(stage.table().mover)
        stage.play(stage.legal()[0])
    assert asked == [1, 1, 2, 2, 0, 0]


@pytest.mark.parametrize(
    ("coins", "false", "discs"),
    [(0, 0, 0), (0, 3, 3), (1, 0, 1), (3, 0, 1), (4, 0, 2), (6, 2, 4), (5, 1, 3)],
)
def test_s5_3_discs_that_are_seen(table, coins, false, discs):
    stage = table(helm=0, lots=2).bids(f"0 {coins}+{false}", "1", "1")
    assert f"discs:{discs}@0.2" in stage.log(1)


def test_s5_3_without_visible_tokens(table):
    stage = table(helm=0, visible_tokens=False).play("bid3")
    assert stage.table().step == "amount"
    stage.bids("3 1", "1", "1")
    assert not any(code.startswith("discs") for code in stage.log(1))


def test_s6_4_the_helm_holder_goes_first(table):
    stage = table(helm=1).bids("2", "2", "2").play("first")
    asked = []
    while stage.table().step == "rebid":
        asked.append(stage.table().mover)
        stage.play("pass")
    assert asked == [1, 2, 0]


def test_s6_4_the_helm_holder_goes_last(table):
    stage = table(helm=1).bids("2", "2", "2").play("last")
    asked = []
    while stage.table().step == "rebid":
        asked.append(stage.table().mover)
        stage.play("pass")
    assert asked == [2, 0, 1]


def test_s6_1_false_coins_and_coins_are_uncovered_lot_by_lot(table):
    stage = table(helm=2).bids("1 0 1", "1 2 0", "0")
    seen = [code for code in stage.log(2) if code.startswith("coins")]
    assert seen == ["coins:1@0.1", "coins:1@1.1", "coins:0@2.1"]
    stage.play("pass", "pass")
    seen = [code for code in stage.log(2) if code.startswith("coins")]
    assert seen[3:] == [f"coins:{coins}@{seat}.{lot}" for lot, row in ((2, "020"), (3, "100"), (4, "000"))
                        for seat, coins in enumerate(row)]  # fmt: skip
