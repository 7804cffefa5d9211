"""Plague Ship (N10)."""

MAP = {0: "am.gold", 1: "am.fruit na.wood-", 2: "ch.gold"}


def test_n10_1_no_reaction_and_no_points(table):
    stage = table({0: "plague_ship war", 1: "fate loyalty revolt"}, MAP).play("play:plague_ship")
    assert [stage.table().step, stage.table().mover] == ["plague", 0]
    while stage.table().step == "plague":
        stage.play(stage.legal()[0])
    assert [stage.table().step, stage.vp()] == ["play", [0, 0, 0]]
    assert stage.table().discard == {"plague_ship": 1}


def test_n10_2_reductions_go_round(table):
    stage = table({1: "plague_ship war"}, MAP, actor=1).play("play:plague_ship")
    order = []
    while stage.table().step == "plague":
        order.append(stage.table().mover)
        stage.play(stage.legal()[0])
    assert order == [1, 2, 0, 1, 2, 0, 1]  # three Successful colonies and a Struggling one


def test_n17_10_a_poll(table):
    stage = table({0: "plague_ship war"}, MAP, vp=[4, 0, 3]).play("play:plague_ship", "ch.gold")
    assert [stage.table().step, stage.table().mover] == ["pledge", 2]  # seat 1 cannot pay
    assert stage.legal() == ["pledge:0", "pledge:1", "pledge:2", "pledge:3"]
    stage.play("pledge:2")
    assert [stage.table().mover, stage.legal()] == [0, ["pledge:0", "pledge:1", "pledge:2", "pledge:3"]]
    assert stage.table().seats[2].pledge == 2
    stage.play("pledge:3")
    assert [stage.vp(), stage.table().step] == [[1, 0, 1], "play"]


def test_n10_3_less_than_five_is_not_paid(table):
    stage = table({0: "plague_ship war"}, MAP, vp=[4, 0, 3]).play("play:plague_ship", "ch.gold", "pledge:2", "pledge:2")
    assert [stage.table().step, stage.table().mover, stage.vp()] == ["plague", 1, [4, 0, 3]]
    assert [seat.pledge for seat in stage.table().seats] == [0, 0, 0]
    stage.play("ch.gold", "pledge:0", "pledge:0")  # from seat 2 on; seat 2 reduces next
    assert [stage.table().step, stage.table().mover] == ["plague", 2]


def test_n17_15_nothing_left_to_reduce(table):
    stage = table({0: "plague_ship war"}, {1: "am.gold-"}, vp=[9, 9, 9]).play("play:plague_ship", "am.gold")
    assert [stage.table().step, stage.vp()] == ["play", [9, 9, 9]]


def test_n8_1_isolated_colonies_are_safe(table):
    stage = table({0: "plague_ship war"}, MAP, isolated={1: "am"}).play("play:plague_ship")
    assert stage.sites() == ["na.wood", "ch.gold"]
    assert "play:plague_ship" not in table({0: "plague_ship"}, {0: "am.gold"}, isolated={1: "am"}).legal()
