"""The worked examples of N17 that span turns; the others are beside their paragraphs."""


def test_n17_1_to_3_the_sample_turn(opening):
    stage = opening(players=3, first=0).deal(
        {
            0: "spread_out colonists fate isolation",
            1: "advantageous_marriage blight rescue_voyage iron_grip",
            2: "disease hoarding_supplies mutual_support isolation",
        }
    )
    assert [seat.hand_count for seat in stage.table().seats] == [4, 4, 4]
    # P1
    stage.use("play:spread_out", "na.gold", "ca.jewels", "cb.jewels", "am.gold", "ch.gold")
    stage.use("play:colonists", "am.spices", "ch.spices", "ch.jewels")
    stage.use("support:fate")
    assert stage.table().seats[0].support == 3
    stage.play("end", "pass").quiet()  # no Iron Grip, no Marauders
    assert stage.vp() == [14, 0, 0]
    assert stage.table().seats[0].hand_count == 1
    # P2
    stage.use("play:advantageous_marriage", "na.gold", "ch.spices")
    stage.use("play:blight")
    assert stage.colonies(0) == {"ca.jewels", "cb.jewels", "am.spices", "am.gold-", "ch.gold-", "ch.jewels-"}
    assert stage.vp() == [14, 3, 0]
    stage.use("play:rescue_voyage", "am.gold", "ch.gold", "ch.jewels")
    assert stage.vp() == [14, 3, 0]
    stage.play("end", "card:iron_grip").quiet()
    assert stage.vp() == [14, 16, 0]
    # P3
    stage.use("play:disease", "am.spices", "am.gold", "ch.gold", "ch.spices", "ch.jewels")
    assert stage.vp() == [14, 16, 5]
    stage.use("play:hoarding_supplies")
    assert stage.vp() == [14, 16, 5]
    stage.use("play:mutual_support", "am.fruit", "am.gold", "am.spices", "cb.wood")
    stage.use("play:isolation", "region:am")
    assert stage.vp() == [14, 16, 11]
    assert stage.colonies(2) == {"am.fruit", "am.gold", "am.spices", "cb.wood"}
    assert stage.table().turn == 1


def test_n17_11_an_isolated_region(table):
    colonies = {0: "am.gold", 1: "am.fruit na.wood ca.wood cb.wood ch.gold am.spices"}
    stage = table({0: "war", 1: "blight uprising", 2: "war"}, colonies, isolated={0: "am"}).play("end")
    assert "am.fruit" not in stage.sites()
    stage.play("done")
    assert "play:uprising" not in stage.legal()
    assert "play:blight" not in stage.legal()
    stage.play("end").quiet()
    while stage.table().actor == 1:
        stage.play("pass")
    assert stage.vp()[1] == 6 + 2  # the wood monopoly, and colonies on the Amazon
    stage.play("end")
    while stage.table().seats[0].isolated:
        stage.play(stage.legal()[0])
    assert [stage.table().actor, stage.table().turn] == [0, 2]


def test_n18_the_map_keeps_the_facts_of_the_sample_turn(opening):
    data = opening().game.data
    joined = {frozenset((edge["a"], edge["b"])) for edge in data["edge"]}
    site = {row["id"]: row for row in data["site"]}
    for a, b in (("cape_horn_spices", "cape_horn_jewels"), ("cape_horn_spices", "cape_horn_gold")):
        assert frozenset((a, b)) in joined
    assert frozenset(("cape_horn_spices", "amazon_gold")) in joined
    for a, b in (
        ("cape_horn_spices", "amazon_spices"),
        ("cape_horn_spices", "central_america_jewels"),
        ("cape_horn_spices", "caribbean_jewels"),
        ("north_america_gold", "central_america_jewels"),
        ("north_america_gold", "caribbean_jewels"),
    ):
        assert frozenset((a, b)) not in joined
    assert any("caribbean_wood" in edge and any(s.startswith("amazon") for s in edge) for edge in joined)
    assert not any(row["good"] == "wood" and row["region"] == "amazon" for row in site.values())
    assert sum(card["count"] for card in data["card"]) == 112
