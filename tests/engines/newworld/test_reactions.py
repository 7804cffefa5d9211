"""Reactions (N7): who is asked, what fits, chains, what stands."""

import pytest


def asked(stage):
    """Who is asked, and what fits."""
    return stage.table().mover, [name.removeprefix("card:") for name in stage.legal()[1:]]


def test_n7_2_everybody_is_asked_clockwise_but_for_empty_hands(table):
    stage = table({1: "war", 2: "war", 0: "blight", 4: "war"}, actor=1, players=5).play("build", "card:war", "am.gold")
    order = []
    while stage.table().step == "react":
        order.append(stage.table().mover)
        assert stage.legal() == ["pass"]  # forced, and still a step
        stage.play("pass")
    assert order == [2, 4, 0]


def test_n7_2_the_first_reaction_closes_the_window(table):
    stage = table({0: "war war", 1: "fate", 2: "fate"}).play("build", "card:war", "am.gold")
    assert asked(stage) == (1, ["fate"])
    stage.play("card:fate")
    assert asked(stage) == (2, ["fate"])  # against the Fate; seat 1 has no card left
    stage.play("pass", "pass")
    assert stage.table().step == "play"
    assert stage.colonies(0) == set()
    assert stage.table().discard == {"fate": 1, "war": 1}


@pytest.mark.parametrize(
    ("hands", "steps"),
    [
        ({0: "war fate"}, ["build", "card:war", "am.gold"]),
        ({0: "fate war"}, ["support:fate"]),
        ({0: "war fate"}, ["support:war", "player:1"]),
        ({0: "spread_out war"}, ["play:spread_out", "na.wood", "ca.wood", "cb.fruit", "am.fruit", "ch.gold"]),
        ({0: "plague_ship war"}, ["build", "card:plague_ship", "am.gold"]),
        ({0: "plague_ship war"}, ["support:plague_ship", "player:1"]),
    ],
)
def test_n7_3_fate_fits_any_use(table, hands, steps):
    stage = table({**hands, 1: "fate"}, support=[0, 2, 0]).play(*steps)
    assert "fate" in asked(stage)[1]
    before = stage.table().seats
    stage.play("card:fate").quiet()
    after = stage.table().seats
    assert [seat.colonies for seat in after] == [seat.colonies for seat in before]
    assert [seat.support for seat in after] == [0, 2, 0]
    assert stage.table().step == "play"


def test_n7_3_embargo_fits_negative_support_only(table):
    hands = {0: "war fate", 1: "embargo", 2: "embargo"}
    stage = table(hands, support=[0, 2, 2]).play("support:war", "player:2")
    assert asked(stage) == (1, ["embargo"])  # the target is a third party
    stage.play("pass")
    assert asked(stage) == (2, ["embargo"])  # the target itself
    assert asked(table(hands).play("support:fate")) == (1, [])
    assert asked(table(hands, {1: "am.gold"}).play("struggle", "card:war", "am.gold")) == (1, [])


def test_n7_5_embargo_draws_a_card(table):
    stage = table({0: "war fate", 1: "embargo war"}, support=[0, 0, 2]).play("support:war", "player:2", "card:embargo")
    stage.quiet()
    assert [stage.table().step, stage.table().mover] == ["draw", 1]
    stage.play("card:isolation")
    assert stage.hand(1) == {"isolation": 1, "war": 1}
    assert stage.table().seats[2].support == 2
    assert stage.table().discard == {"embargo": 1, "war": 1}
    assert stage.table().step == "play"


def test_r26_cards_on_the_stack_are_not_shuffled(table):
    hands = {0: "war fate", 1: "embargo war", 2: "fate"}
    stage = table(hands, support=[0, 0, 2], all_discarded=True).play("support:war", "player:2", "card:embargo")
    stage.play("card:fate").play("pass*2")
    assert stage.table().step == "play"  # the Fate stands: Embargo is lost, and the support takes effect
    assert stage.table().seats[2].support == 0
    stage = table(hands, support=[0, 0, 2], all_discarded=True).play("support:war", "player:2", "card:embargo").quiet()
    assert stage.table().pile_count == 112 - 3 - 2  # without hands, War and Embargo
    assert stage.table().discard == {}


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        ("war fate", ["struggle", "card:war", "ch.gold"]),
        ("disease war", ["play:disease", "ch.gold", "done"]),
        ("blight war", ["play:blight"]),
        ("colonists war", ["play:colonists", "na.wood", "na.gold", "ch.gold"]),
        ("regional_disaster war", ["play:regional_disaster", "region:ch"]),
        ("raiders war", ["play:raiders", "region:ch", "ch.gold", "done"]),
        ("advantageous_marriage war", ["play:advantageous_marriage", "ch.gold", "ch.jewels"]),
        ("hoarding_supplies war", ["play:hoarding_supplies"]),
        ("rescue_voyage war", ["play:rescue_voyage", "am.fruit"]),
        ("war fate", ["play:war", "ch.gold"]),
    ],
)
def test_n7_3_loyalty_fits_any_harm(table, hand, steps):
    colonies = {0: "ch.spices am.gold-", 1: "ch.gold ch.jewels am.fruit-"}
    stage = table({0: hand, 1: "loyalty", 2: "loyalty"}, colonies).play(*steps)
    if stage.table().step == "site":
        stage.play("done")
    assert asked(stage) == (1, ["loyalty"])
    stage.play("card:loyalty").quiet()
    assert stage.colonies(1) == {"ch.gold", "ch.jewels", "am.fruit-"}
    assert stage.vp() == [0, 0, 0]
    assert stage.table().step == "play"


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        ("war fate", ["build", "card:war", "am.gold"]),
        ("war fate", ["repair", "card:war", "am.fruit"]),
        ("mutual_support war", ["play:mutual_support", "na.wood", "done"]),
        ("explorer war", ["play:explorer", "region:cb"]),
        ("isolation war", ["play:isolation", "region:ch"]),
        ("overconfident war", ["play:overconfident", "player:1"]),
    ],
)
def test_n7_3_loyalty_needs_harm(table, hand, steps):
    colonies = {1: "ch.gold am.fruit-"}
    stage = table({0: hand, 1: "loyalty revolt"}, colonies, vp=[9, 1, 0], isolated={2: "cb"}).play(*steps)
    assert asked(stage) == (1, [])
    stage.play("pass")
    assert stage.table().step == "play"  # nor is there a Revolt


def test_n17_9_loyalty_strikes_out_own_steps_and_uses_the_slot(table):
    colonies = {1: "ch.gold ch.spices", 2: "ch.jewels"}
    stage = table({0: "disease war", 1: "loyalty revolt", 2: "revolt"}, colonies)
    stage.play("play:disease", "ch.gold", "ch.spices", "ch.jewels", "card:loyalty").quiet()
    assert [stage.colonies(1), stage.colonies(2)] == [{"ch.gold", "ch.spices"}, {"ch.jewels-"}]
    assert stage.vp() == [1, 0, 0]
    assert stage.table().step == "play"


@pytest.mark.parametrize("fates", [1, 2, 3, 4])
def test_n7_4_chains_of_fates(table, fates):
    hands = {0: "war fate fate war", 1: "fate fate war"}
    stage = table(hands, players=2).play("build", "card:war", "am.gold")
    for _ in range(fates):
        assert stage.legal() == ["pass", "card:fate"]
        stage.play("card:fate")
    stage.quiet()
    assert stage.colonies(0) == (set() if fates % 2 else {"am.gold"})
    assert stage.table().discard == {"fate": fates, "war": 1}


def test_n17_8_an_answered_card_leaves_no_room_for_revolt(table):
    colonies = {1: "na.wood ca.wood cb.wood", 2: "am.gold ch.gold"}
    hands = {0: "uprising fate war", 1: "fate war", 2: "revolt"}
    stage = table(hands, colonies, vp=[9, 0, 0])
    stage.play("play:uprising", "na.wood", "ca.wood", "cb.wood", "am.gold", "ch.gold", "card:fate", "pass", "card:fate")
    assert asked(stage) == (1, [])
    stage.play("pass")
    assert asked(stage) == (2, [])
    stage.play("pass")
    assert [stage.colonies(seat) for seat in range(3)] == [set(), set(), set()]
    assert [stage.table().step, stage.table().mover] == ["play", 0]


def test_n7_4_the_actor_may_answer_a_reaction(table):
    stage = table({0: "war fate", 1: "loyalty war"}, {1: "ch.gold"}, players=2).play("struggle", "card:war", "ch.gold")
    stage.play("card:loyalty")
    assert asked(stage) == (0, ["fate"])
    stage.play("card:fate", "pass")
    assert stage.colonies(1) == {"ch.gold-"}
    assert stage.vp() == [1, 0]
    assert stage.table().discard == {"fate": 1, "loyalty": 1, "war": 1}


def test_n17_16_revolt_looks_at_points_after_the_card(table):
    stage = table({0: "disease war", 1: "revolt war"}, {1: "ch.gold"}, vp=[4, 4, 9])
    stage.play("play:disease", "ch.gold", "pass")
    assert asked(stage) == (1, ["revolt"])
    assert stage.vp() == [5, 4, 9]
    stage.play("card:revolt", "pass")
    assert [stage.table().step, stage.table().mover, stage.table().due] == ["draw", 1, 2]
    stage.play("card:fate", "card:war")
    assert stage.hand(1) == {"fate": 1, "war": 2}
    assert stage.table().discard == {"disease": 1, "revolt": 1}


def test_n7_7_only_those_behind_are_asked(table):
    hands = {0: "war fate", 1: "revolt war", 2: "revolt war", 3: "revolt war"}
    stage = table(hands, {0: "am.gold"}, vp=[3, 3, 2, 4], players=4).play("struggle", "card:war", "am.gold", "pass*3")
    assert asked(stage) == (2, ["revolt"])  # the colony was the actor's own (R25)
    stage.play("pass")
    assert stage.table().step == "play"


def test_n7_7_revolt_may_be_met_by_fate(table):
    stage = table({0: "war fate", 1: "revolt war"}, {1: "am.gold"}, vp=[3, 0], players=2)
    stage.play("struggle", "card:war", "am.gold", "pass", "card:revolt", "card:fate").quiet()
    assert stage.hand(1) == {"war": 1}
    assert stage.table().discard == {"fate": 1, "revolt": 1, "war": 1}


@pytest.mark.parametrize(
    ("hand", "steps", "there"),
    [
        ("regional_disaster war", ["play:regional_disaster", "region:am"], True),
        ("rescue_voyage war", ["play:rescue_voyage", "am.fruit"], True),
        ("hoarding_supplies war", ["play:hoarding_supplies"], True),
        ("overconfident war", ["play:overconfident", "player:1"], False),
        ("war fate", ["support:fate"], False),
        ("war fate", ["repair", "card:war", "am.fruit"], False),
    ],
)
def test_r25_what_sets_off_a_revolt(table, hand, steps, there):
    stage = table({0: hand, 1: "revolt war"}, {1: "am.fruit-"}, vp=[9, 1], players=2).play(*steps, "pass")
    assert (stage.table().window == "revolt") == there


def test_n7_1_a_cancelled_reaction_has_used_the_slot(table):
    hands = {0: "war fate war", 1: "loyalty revolt", 2: "loyalty"}
    stage = table(hands, {1: "am.gold", 2: "na.wood"}, vp=[9, 0, 0])
    stage.play("struggle", "card:war", "am.gold", "card:loyalty", "pass", "card:fate").quiet()
    assert stage.colonies(1) == {"am.gold-"}
    assert stage.table().step == "play"


def test_n8_3_a_cancelled_isolation_is_discarded(table):
    stage = table({0: "isolation war", 1: "fate"}).play("play:isolation", "region:am", "card:fate").quiet()
    assert stage.table().seats[0].isolated == []
    assert stage.table().discard == {"fate": 1, "isolation": 1}


def test_revolt_draws_what_there_is(table):
    options = {"vp": [3, 0], "players": 2, "titles": "war+fate+revolt", "copies": 2}
    stage = table({0: "war fate", 1: "revolt war"}, {1: "am.gold"}, **options)
    assert stage.table().pile_count == 6 - 4
    stage.play("struggle", "card:war", "am.gold", "pass", "card:revolt", "pass", "card:fate", "card:revolt")
    assert stage.hand(1) == {"fate": 1, "revolt": 1, "war": 1}
    few = table({0: "war fate fate", 1: "revolt war revolt"}, {1: "am.gold"}, **options)
    few.play("struggle", "card:war", "am.gold", "pass", "card:revolt", "pass")
    assert few.table().step == "play"  # all cards are in hands or on the stack: none to draw
