"""Corrected tables: every number and effect is read from the data, so a change of the data changes the game."""

from caravela.engines.lisboa.text import describe_action
from tests.engines.lisboa.conftest import finish
from tests.engines.lisboa.test_options import rows


def test_another_reward_on_a_card(table):
    data = rows("noble_cards", 0, kind="wigs", n=7)
    stage = table(hands=[["P01"]], data=data).play("play:P01", "trade")
    assert (stage.seat(0).wigs, stage.seat(0).reis) == (12, 10)
    assert "reward 7 wigs" in describe_action(stage.game, stage.game.string_to_action("play:P01"))


def test_a_penalty_in_place_of_a_reward(table):
    data = rows("noble_cards", 0, effect="penalty", kind="good", n=1, type="cloth")
    stage = table(hands=[["P01"]], data=data).play("play:P01", "trade")
    assert stage.seat(0).goods["cloth"] == 0


def test_another_event_and_benefit(table):
    data = rows("treasury_cards", 0, event="royal_favor", benefit="sale_tools", n=4)
    stage = table(hands=[["P63"]], data=data).play("play:P63", "event", "spend:0")
    assert stage.legal() == ["favor:marquis", "favor:king"]
    stage = table(hands=[["P01"]], data=data).cards(0, "P63").goods(0, tools=1).set(0, reis=0).ship(1, ("blue", ""))
    assert stage.play("play:P01", "sell").seat(0).reis == 3 + 3 + 4


def test_two_copies_of_a_card(table):
    changed = rows("noble_cards", 0, count=2)
    changed["noble_cards"]["list"] = [row for row in changed["noble_cards"]["list"] if row["id"] != "P02"]
    stage = table(hands=[["P01", "P01"]], data=changed)
    assert [card for card, _ in stage.seat(0).hand].count("P01") == 2
    assert stage.legal().count("play:P01") == 1
    stage.turn("play:P01", "gold")
    assert [card for card, _ in stage.seat(0).hand].count("P01") == 1
    assert "P02" not in stage.names.cards


def test_other_tracks(table):
    data = {
        "track": {"treasury": {"values": [2, 5, 9], "influence_cost": [1, 2, 3]}},
        "setup": {"treasury": {"start": 5}, "player": {"reis": 20}},
    }
    stage = table(hands=[["P64", "P12"]], data=data)
    assert stage.play("play:P64", "event", "spend:0").seat(0).reis == 15
    stage = table(hands=[["P12"]], data=data).clergy(0).set(0, influence=10).play("play:P12", "visit")
    assert stage.seat(0).influence == 10 - 2 - 1


def test_another_house_and_cell(table):
    data = rows("houses", 0, kind="influence", n=3)
    data["map"] = {"store_space": {"rewards": [{"column": c, "kind": "wigs", "n": 9, "type": ""} for c in range(1, 6)]}}
    stage = table(hands=[["P01"]], data=data).favors(1).clergy(0).set(0, reis=40, influence=4, wigs=5)
    stage.play("play:P01", "visit", "none", "store:A1.gold", "house:1", "spend:0")
    assert (stage.seat(0).wigs, stage.seat(0).influence) == (14, 3)


def test_another_power_and_its_wigs(table):
    data = rows("clergy_tiles", 3, n=3, wigs=8)  # visit_any
    stage = table(hands=[["P12"]], data=data).clergy(0, "visit_any").set(0, influence=10).play("play:P12", "visit")
    assert stage.seat(0).influence == 10 - (3 + 1 - 3)


def test_actions_of_other_nobles(table):
    data = rows("nobles", 0, state=["recruit", "royal_favor"])
    data["nobles"]["list"][2].update(state=["meet_cardinal", "acquire_plan"])
    stage = table(hands=[["P01"]], data=data).goods(0, tools=1).play("play:P01", "trade")
    assert stage.legal() == ["state:recruit", "state:royal_favor"]


def test_another_decree_and_other_ships(table):
    data = rows("decrees", 0, kind="threshold", metric="reis", need=1, wigs=50, max=0)
    data |= rows("ships", 0, hull=3, price_modifier=5, influence=7)
    stage = table(hands=[["P07"]], data=data).favors(1).set(0, influence=10).play("play:P07", "visit")
    stage.play("state:build_ship", "noble", "decree:D01")
    assert stage.seat(0).ships[0].hull == 3
    assert stage.seat(0).influence == min(10, 10 - 4 + 7)
    assert "D01: 50 wigs for 1 or more: réis" in stage.state.observation_string(0)
    scores = finish(stage, 1).state.scores()
    assert scores[0] > 50


def test_other_ends_and_limits(table):
    data = {
        "end_triggers": {"empty_decks": 4},
        "limits": {"clergy_max": 2, "plans_max": 1, "trade_goods_max": 3, "recruit_max": 1},
    }
    stage = table(hands=[["P01"]], data=data, stack=1)
    stage.play("play:P01", "trade", "state:recruit", "give:tools", "state:acquire_plan", "state:royal_favor")
    assert stage.legal() == ["recruit:maia", "recruit:marquis", "recruit:king"]
    stage.play("recruit:maia")
    assert stage.legal() == ["plan:green", "plan:blue"]
    assert stage.play("plan:blue").legal() == ["toss:B1", "toss:S1"]
    for seed in range(5):
        assert finish(table(data=data, start=False, stack=2), seed).state.is_terminal()
