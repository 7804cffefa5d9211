"""Interpretations that are switches of the data (Rulings of RULES.md)."""


def rulings(**changes):
    return {"rulings": changes}


def test_r2_struggle_effects_may_hit_struggling_colonies(table):
    data = rulings(struggle_hits_struggling=True)
    stage = table({0: "disease war"}, {1: "ch.gold- ch.spices"}, data=data).play("play:disease")
    stage.use("ch.gold", "ch.spices")
    assert stage.colonies(1) == {"ch.spices-"}
    assert stage.vp() == [2, 0, 0]
    stage = table({0: "war fate"}, {0: "am.gold-", 1: "ch.gold-"}, data=data).use("play:war", "ch.gold")
    assert stage.colonies(1) == set()
    stage = table({0: "blight fate"}, {0: "ch.spices", 1: "ch.gold-"}, data=data).use("play:blight")
    assert stage.colonies(1) == set()


def test_r10_removing_may_pay(table):
    data = rulings(remove_gives_vp=True)
    stage = table({0: "regional_disaster war"}, {0: "am.gold", 1: "am.fruit- am.spices"}, data=data)
    assert stage.use("play:regional_disaster", "region:am").vp() == [2, 0, 0]
    stage = table({0: "hoarding_supplies war"}, {0: "am.gold-", 1: "am.fruit-"}, data=data)
    assert stage.use("play:hoarding_supplies").vp() == [1, 0, 0]
    stage = table({0: "rescue_voyage war"}, {1: "am.fruit-"}, data=data).use("play:rescue_voyage", "am.fruit")
    assert stage.vp() == [1, 0, 0]


def test_r16_marauders_may_take_the_whole_tally(table):
    data = rulings(marauders_scope="all")
    stage = table({0: "war", 1: "marauders"}, {0: "am.gold"}, data=data).play("end")
    assert stage.legal() == ["pass", "card:marauders"]
    assert stage.play("card:marauders").vp() == [0, 0, 0]
    none = table({0: "war", 1: "marauders fate"}, {}, data=data).play("end")
    assert none.table().actor == 1


def test_n10_6_one_lap_lets_players_stop(table):
    data = rulings(plague_continuation="one_lap")
    stage = table({0: "plague_ship war"}, {1: "am.gold am.fruit am.spices"}, data=data, players=2)
    stage.play("play:plague_ship", "am.gold")
    assert stage.legal() == ["site:amazon_fruit", "site:amazon_gold", "site:amazon_spices"]  # seat 1 must
    stage.play("am.gold")
    assert stage.legal()[0] == "stop"
    stage.play("stop")
    assert [stage.table().mover, stage.legal()[0]] == [1, "stop"]
    stage.play("am.fruit")
    assert stage.table().mover == 1  # seat 0 is passed over
    stage.play("stop")
    assert [stage.table().step, stage.colonies(1)] == ["play", {"am.fruit-", "am.spices"}]


def test_n10_6_pledges_may_be_paid_at_once(table):
    data = rulings(plague_pledges="paid")
    stage = table({0: "plague_ship war"}, {1: "am.gold am.fruit am.spices"}, vp=[3, 4], data=data, players=2)
    stage.play("play:plague_ship", "am.gold", "pledge:2", "pledge:1")
    assert [stage.vp(), stage.table().paid, stage.table().step] == [[2, 2], 3, "plague"]
    stage.play("am.gold", "pledge:0")  # the poll begins with seat 0
    assert stage.legal() == ["pledge:0", "pledge:1", "pledge:2"]
    stage.play("pledge:2")
    assert [stage.vp(), stage.table().step, stage.table().paid] == [[2, 0], "play", 0]


def test_r12_a_revolt_may_follow_a_plague(table):
    data = rulings(revolt_in_plague=True)
    stage = table({0: "plague_ship war", 1: "revolt"}, {1: "am.gold-"}, vp=[3, 0, 0], data=data)
    stage.play("play:plague_ship", "am.gold")
    assert [stage.table().mover, stage.legal()] == [1, ["pass", "card:revolt"]]
    stage.play("card:revolt", "pass").settle()
    assert stage.table().seats[1].hand_count == 2
    assert stage.table().discard == {"plague_ship": 1, "revolt": 1}
