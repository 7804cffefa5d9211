"""Every card used by its text (N9), and the other modes (N5.5)."""

import pytest

ALL = "na.wood na.gold na.fruit ca.wood ca.jewels ca.spices cb.fruit cb.jewels cb.wood am.fruit am.gold am.spices"
HORN = "ch.gold ch.spices ch.jewels"


def plays(stage):
    return [name for name in stage.legal() if name.startswith("play:")]


def test_n9_1_marriage_replaces_two_of_the_leader(table):
    stage = table({0: "advantageous_marriage"}, {0: "am.gold", 1: "na.gold na.wood- ch.jewels", 2: "ca.wood ca.jewels"})
    stage.play("play:advantageous_marriage")
    assert stage.sites() == ["na.wood", "na.gold"]  # two are forced: the highest cannot come first
    stage.use("na.wood")
    assert stage.sites() == ["na.gold", "ch.jewels"]
    stage.use("ch.jewels")
    assert stage.colonies(0) == {"am.gold", "na.wood", "ch.jewels"}
    assert stage.colonies(1) == {"na.gold"}
    assert stage.vp() == [3, 0, 0]  # tally only: replacing pays nothing


def test_n9_1_the_leader_is_chosen_where_several_tie_and_qualify(table):
    colonies = {0: "am.gold am.fruit", 1: "na.gold na.wood", 2: "ca.wood ca.jewels"}
    stage = table({0: "advantageous_marriage war"}, colonies).play("play:advantageous_marriage")
    assert stage.legal() == ["player:1", "player:2"]  # seat 0 ties, but has nothing to be replaced
    stage.use("player:2", "ca.wood", "ca.jewels")
    assert stage.colonies(2) == set()


def test_n9_1_own_struggling_colonies_and_a_single_one(table):
    stage = table({0: "advantageous_marriage war"}, {0: "am.gold am.fruit-", 1: "na.gold"})
    stage.use("play:advantageous_marriage", "am.fruit")
    assert stage.colonies(0) == {"am.gold", "am.fruit"}
    blocked = table({0: "advantageous_marriage"}, {0: "am.gold am.fruit", 1: "na.gold"})
    assert plays(blocked) == []
    isolated = table({0: "advantageous_marriage"}, {1: "na.gold na.wood"}, isolated={2: "na"})
    assert plays(isolated) == []


def test_n9_2_disease_spreads_along_borders(table):
    stage = table({0: "disease war"}, {0: "ch.gold", 1: "ch.spices am.gold na.wood am.fruit-", 2: "ch.jewels"})
    stage.play("play:disease")
    assert stage.sites() == ["na.wood", "am.gold", "ch.gold", "ch.spices", "ch.jewels"]
    stage.play("ch.spices")
    assert stage.legal()[0] == "done"
    assert stage.sites() == ["am.gold", "ch.gold", "ch.jewels"]
    stage.play("ch.gold", "am.gold", "ch.jewels").quiet()  # ends by itself: nothing adjacent is left
    assert stage.colonies(0) == {"ch.gold-"}
    assert stage.colonies(1) == {"ch.spices-", "am.gold-", "na.wood", "am.fruit-"}
    assert stage.vp() == [3, 0, 0]  # not for the own one


def test_n9_2_disease_has_at_most_six_targets(table):
    stage = table({0: "disease war"}, {1: f"{HORN} am.gold am.fruit am.spices cb.wood"})
    stage.play("play:disease", "ch.gold", "ch.spices", "ch.jewels", "am.gold", "am.fruit")
    assert stage.sites() == ["cb.wood", "am.spices"]
    stage.use("cb.wood")
    assert stage.vp()[0] == 6


def test_n9_3_blight_hits_all_neighbours(table):
    stage = table({0: "blight war"}, {0: "ch.spices- na.wood", 1: "ch.gold am.gold am.spices", 2: "ch.jewels- na.gold"})
    stage.use("play:blight")
    assert stage.colonies(1) == {"ch.gold-", "am.gold-", "am.spices"}
    assert stage.colonies(2) == {"ch.jewels-", "na.gold-"}
    assert stage.vp() == [3, 0, 0]
    assert plays(table({0: "blight"}, {0: "ch.spices", 2: "ch.jewels-"})) == []


def test_n8_2_blight_counts_isolated_neighbours_of_the_actor(table):
    stage = table({0: "blight war"}, {0: "ch.spices", 1: "am.gold ch.gold"}, isolated={2: "ch"})
    stage.use("play:blight")
    assert stage.colonies(1) == {"am.gold-", "ch.gold"}


def test_n9_5_colonists_build_or_reduce(table):
    stage = table({0: "colonists war"}, {1: "na.gold na.fruit-"})
    stage.use("play:colonists", "na.wood", "na.gold", "na.fruit")
    assert stage.colonies(0) == {"na.wood"}
    assert stage.colonies(1) == {"na.gold-"}
    assert stage.vp() == [2, 0, 0]


def test_n17_13_colonists_are_forced(table):
    stage = table({0: "colonists war"}, {0: f"{ALL} {HORN}"}, isolated={1: "na ca cb"})
    stage.play("play:colonists")
    assert stage.sites() == ["am.fruit", "am.gold", "am.spices", "ch.gold"]
    stage.play("ch.gold")
    assert stage.legal() == ["site:cape_horn_spices"]
    stage.use("ch.spices", "ch.jewels")
    assert {f"{site}-" for site in HORN.split()} <= stage.colonies(0)
    assert stage.vp() == [0, 0, 0]


def test_n9_6_explorer_ends_the_isolation_of_another(table):
    stage = table({0: "explorer war", 1: ""}, isolated={0: "na", 1: "am ch"}).play("play:explorer")
    assert stage.legal() == ["region:amazon", "region:cape_horn"]
    stage.use("region:am")
    assert stage.table().seats[1].isolated == ["cape_horn"]
    assert stage.table().discard == {"explorer": 1, "isolation": 1}
    assert plays(table({0: "explorer"}, isolated={0: "na"})) == []


def test_n9_8_hoarding_repairs_and_removes(table):
    colonies = {0: "am.gold- na.wood-", 1: "am.fruit- ch.gold-", 2: "ca.wood"}
    stage = table({0: "hoarding_supplies war"}, colonies, isolated={2: "ch"})
    stage.use("play:hoarding_supplies")
    assert stage.colonies(0) == {"am.gold", "na.wood"}
    assert stage.colonies(1) == {"ch.gold-"}
    assert stage.vp() == [0, 0, 0]
    assert plays(table({0: "hoarding_supplies"}, {2: "ca.wood"})) == []


def test_n9_10_isolation_stays_on_the_map(table):
    stage = table({0: "isolation war"}, isolated={1: "na"}).play("play:isolation")
    assert "region:north_america" not in stage.legal()
    stage.use("region:am")
    assert stage.table().seats[0].isolated == ["amazon"]
    assert stage.table().discard == {}


def test_n9_12_mutual_support_is_linked_by_itself(table):
    stage = table({0: "mutual_support war"}, {0: "na.wood", 1: "ch.jewels"}).play("play:mutual_support")
    assert len(stage.sites()) == 13
    stage.play("cb.wood")
    assert stage.sites() == ["cb.jewels", "am.fruit"]  # own colonies from before are no links
    stage.play("am.fruit", "am.gold", "am.spices").quiet()
    assert stage.colonies(0) == {"na.wood", "cb.wood", "am.fruit", "am.gold", "am.spices"}
    alone = table({0: "mutual_support war"}, {1: f"{ALL.replace('na.wood ', '')} {HORN}"})
    assert alone.use("play:mutual_support", "na.wood").table().step == "play"


def test_n9_13_overconfident(table):
    stage = table({0: "overconfident war"}, {0: "na.wood", 1: "am.gold am.fruit- ch.gold", 2: "cb.wood"}, vp=[1, 2, 0])
    stage.play("play:overconfident")
    assert stage.legal() == ["player:0", "player:1"]
    assert stage.use("player:1").vp() == [1, 0, 0]
    assert plays(table({0: "overconfident"}, {1: "am.gold"}, vp=[5, 0, 0])) == []


def test_n9_15_disaster_removes_a_region(table):
    colonies = {0: "am.gold", 1: "am.fruit- ch.gold", 2: "cb.wood"}
    stage = table({0: "regional_disaster war"}, colonies, isolated={1: "cb"})
    stage.play("play:regional_disaster")
    assert stage.legal() == ["region:amazon", "region:cape_horn"]
    stage.use("region:am")
    assert [stage.colonies(seat) for seat in range(3)] == [set(), {"ch.gold"}, {"cb.wood"}]
    assert stage.vp() == [0, 0, 0]


def test_n9_16_rescue_replaces_struggling_colonies_of_others(table):
    stage = table({0: "rescue_voyage war"}, {0: "am.gold-", 1: "am.fruit- ch.gold- na.wood", 2: "cb.wood-"})
    stage.play("play:rescue_voyage", "am.fruit")
    assert stage.legal() == ["done", "site:cape_horn_gold"]  # cb.wood comes earlier in order
    stage.use("done")
    assert stage.colonies(0) == {"am.gold-", "am.fruit"}
    assert plays(table({0: "rescue_voyage"}, {0: "am.gold-", 1: "na.wood"})) == []


def test_n9_17_raiders(table):
    colonies = {0: "ch.jewels na.gold- na.wood am.gold-", 1: "ch.spices am.fruit", 2: "ch.gold-"}
    stage = table({0: "raiders war"}, colonies).play("play:raiders")
    assert stage.legal() == ["region:north_america", "region:cape_horn"]
    stage.play("region:ch").use("ch.gold", "ch.spices")
    assert stage.colonies(0) >= {"ch.jewels", "ch.gold", "ch.spices"}
    assert stage.vp() == [0, 0, 0]
    own = table({0: "raiders war"}, {0: "na.gold- na.wood"}).use("play:raiders", "region:na", "na.gold")
    assert own.colonies(0) == {"na.gold", "na.wood"}


def test_n9_18_spread_out_builds_in_each_region(table):
    stage = table({0: "spread_out war"}, {1: HORN, 2: "am.gold am.fruit"}, isolated={2: "na"}).play("play:spread_out")
    stage.play("ca.spices", "cb.fruit")
    assert stage.sites() == ["am.spices"]
    stage.use("am.spices")
    assert stage.colonies(0) == {"ca.spices", "cb.fruit", "am.spices"}


def test_n9_19_uprising_removes_one_in_each_region(table):
    colonies = {0: "na.wood ca.wood-", 1: "cb.wood am.gold ch.gold", 2: "ch.jewels na.gold-"}
    stage = table({0: "uprising war"}, colonies).play("play:uprising")
    assert stage.sites() == ["na.wood", "na.gold"]
    stage.use("na.gold", "ca.wood", "cb.wood", "am.gold", "ch.jewels")
    assert [stage.colonies(seat) for seat in range(3)] == [{"na.wood"}, {"ch.gold"}, set()]
    assert plays(table({0: "uprising"}, {0: "na.wood ca.wood cb.wood am.gold"})) == []
    assert plays(table({0: "uprising"}, colonies, isolated={1: "am"})) == []


@pytest.mark.parametrize(("own", "hit"), [("ch.gold-", 2), ("ch.gold- na.wood-", 3)])
def test_n17_6_war(table, own, hit):
    stage = table({0: "war"}, {0: own, 1: "am.gold am.fruit", 2: "cb.wood", 3: "ca.wood-"}, players=4)
    stage.play("play:war")
    while stage.table().step == "site":
        stage.play(stage.legal()[0])
    stage.quiet()
    assert stage.vp() == [hit, 0, 0, 0]
    assert stage.colonies(2) == {"cb.wood-"}
    assert stage.colonies(3) == {"ca.wood-"}


def test_n9_20_war_goes_round_clockwise(table):
    stage = table({1: "war"}, {1: "ch.gold-", 0: "am.gold", 2: "cb.wood"}, actor=1).play("play:war")
    assert stage.sites() == ["cb.wood"]
    stage.play("cb.wood")
    assert stage.sites() == ["am.gold"]
    assert plays(table({0: "war"}, {0: "ch.gold", 1: "am.gold"})) == []


REACTIONS = ["embargo", "fate", "loyalty", "marauders", "revolt"]


@pytest.mark.parametrize("title", [*REACTIONS, "iron_grip"])
def test_n5_5_reactions_and_iron_grip_have_no_text_here(table, title):
    stage = table({0: title}, {0: "am.gold", 1: "ch.gold-"}, vp=[5, 5, 5])
    assert f"play:{title}" not in stage.legal()
    assert {"build", "struggle", "repair"} <= set(stage.legal())


def test_every_title_serves_every_basic_mode(table, opening):
    for title in opening().names.titles:
        for mode, site, colonies in (
            ("build", "am.gold", {}),
            ("struggle", "ch.gold", {1: "ch.gold"}),
            ("repair", "ch.gold", {1: "ch.gold-"}),
        ):
            stage = table({0: f"{title} war"}, colonies).use(mode, f"card:{title}", site)
            assert stage.table().discard == {title: 1}
            assert stage.vp()[0] == (mode == "struggle")
            owner = 0 if mode == "build" else 1
            assert stage.colonies(owner) == {site + ("-" if mode == "struggle" else "")}


def test_every_title_gives_royal_support(table, opening):
    names = opening().names
    for title in names.titles:
        value = names.values[title]
        stage = table({0: f"{title} war"}, support=[2, 3, 0]).play(f"support:{title}")
        if value < 0:
            assert stage.legal() == ["player:1"]  # nobody on the top space, never oneself
            stage.play("player:1")
        stage.quiet()
        assert [seat.support for seat in stage.table().seats] == [2 + max(value, 0), max(3 + min(value, 0), 0), 0]


def test_n5_6_uses_without_effect_are_not_offered(table):
    stage = table({0: "fate war"}, support=[11, 0, 0])
    assert stage.legal() == ["end", "build"]
    stage = table({0: "fate war"}, {0: f"{ALL} {HORN}"}, support=[11, 0, 0], isolated={1: "na ca cb am ch"})
    assert stage.legal() == ["end"]
    full = table({0: "fate"}, {0: f"{ALL} {HORN}"}, support=[0, 0, 0])
    assert full.legal() == ["end", "struggle", "support:fate"]


def test_n17_12_support_stops_at_the_ends(table):
    stage = table({0: "war fate fate"}, support=[10, 1, 0]).use("support:war", "player:1")
    assert stage.table().seats[1].support == 0
    assert stage.use("support:fate").table().seats[0].support == 11
    assert "support:fate" not in stage.legal()


def test_n5_5_struggle_takes_struggling_ones_off(table):
    stage = table({0: "war fate"}, {0: "am.gold", 1: "ch.gold-"}).use("struggle", "card:war", "ch.gold")
    assert [stage.colonies(1), stage.vp()] == [set(), [1, 0, 0]]
    stage.play("struggle", "card:fate", "am.gold").quiet()
    assert stage.colonies(0) == {"am.gold-"}
    assert stage.vp() == [1, 0, 0]  # nothing for the own one


def test_n8_1_nothing_happens_on_isolated_sites(table):
    stage = table({0: "war fate"}, {1: "am.gold ch.gold-"}, isolated={1: "am"})
    assert "am.fruit" not in stage.play("build", "card:war").sites()
    stage = table({0: "war fate"}, {1: "am.gold am.fruit-"}, isolated={1: "am"})
    assert not {"struggle", "repair"} & set(stage.legal())
