"""The Portfolio, selling and trading (L4, L6 to L9.1)."""

import pytest


def test_l5_3_uses_of_a_card(table):
    stage = table("play:P01", hands=[["P01"]])
    assert stage.legal() == ["trade", "visit", "gold"]  # no ship is docked
    stage = table(hands=[["P01"]]).ship(1, ("blue", "")).play("play:P01")
    assert stage.legal() == ["sell", "trade", "visit", "gold"]
    stage = table("play:P64", hands=[["P64"]])
    assert stage.legal() == ["trade", "event", "gold"]


def test_l17_3_get_1_gold(table):
    stage = table("play:P01", "gold", hands=[["P01"]])
    assert stage.seat(0).goods["gold"] == 2
    stage = table(hands=[["P01"]]).goods(0, gold=2).play("play:P01", "gold")
    assert stage.seat(0).goods["gold"] == 2  # lost: the warehouse is full


def test_l7_2_reward_then_the_card_then_the_action(table):
    stage = table(hands=[["P04"]]).goods(0).play("play:P04", "trade")  # P04 brings 1 gold
    assert stage.seat(0).goods["gold"] == 1
    assert stage.seat(0).nobles == ["P04"]
    assert all(name.startswith("state:") for name in stage.legal())


def test_l7_1_without_a_good_there_is_no_portfolio(table):
    stage = table(hands=[["P01"]]).goods(0).ship(1, ("blue", "")).play("play:P01")
    assert stage.legal() == ["visit", "gold"]
    stage = table(hands=[["P04"]]).goods(0).ship(1, ("blue", "")).play("play:P04")
    assert stage.legal()[:2] == ["sell", "trade"]  # its reward is the good


def test_l7_1_a_choice_of_goods_must_leave_a_trade(table):
    # Without an Official on the board, a plan, a ship, a store or a favor left only the Cardinal can be bought.
    stage = table(hands=[["P03"]], data=small_world()).goods(0).favors(0, maia=1, king=1).play("play:P03", "trade")
    assert stage.legal() == ["take:gold", "take:cloth"]


def small_world():
    """Data in which only the Cardinal, and at first the recruiting of one Official, can be traded for."""
    return {
        "components": {"officials_per_player": 1, "plans": 4},
        "plans": {"list": [plan("S1", "green"), plan("S2", "green"), plan("S3", "blue"), plan("S4", "blue")]},
        "setup": {"by_players": {"two": {"ships_per_colour": 0, "royal_favors_per_noble": 1}}},
        "royal_favors": {"list": [{"noble": noble, "count": 4} for noble in ("maia", "marquis", "king")]},
        "nobles": {
            "list": [
                noble("maia", "tools", ["recruit", "acquire_plan"], "build_store"),
                noble("marquis", "books", ["build_ship", "royal_favor"], "take_decree"),
                noble("king", "cloth", ["meet_cardinal", "produce"], "open_public_building"),
            ]
        },
    }


def plan(name, architect):
    return {"id": name, "architect": architect, "officials": 2, "wigs": 2, "starting": True, "count": 1}


def noble(name, good, state, action):
    return {
        "id": name,
        "name": name,
        "good": good,
        "wild": "gold",
        "state": state,
        "noble_action": action,
        "office_spaces": 6,
    }


def test_l7_1_a_penalty_must_leave_a_good(table):
    stage = table(hands=[["P06"]]).goods(0, gold=1).ship(1, ("blue", "")).play("play:P06")
    assert stage.legal() == ["visit", "gold"]
    stage = table(hands=[["P06"]]).goods(0, gold=1, books=1).ship(1, ("blue", "")).play("play:P06", "trade")
    assert stage.legal() == ["give:gold", "give:books"]


def test_l7_3_penalties_are_paid_as_far_as_possible(table):
    stage = table(hands=[["P11"]]).officials(0).play("play:P11", "trade")
    assert stage.seat(0).nobles == ["P11"]  # no Official to take back
    stage = table(hands=[["P11"]]).officials(0, maia=1, king_plaza=1).play("play:P11", "trade")
    assert stage.legal() == ["recall:maia", "recall:king.plaza"]
    assert stage.play("recall:king.plaza").seat(0).board == 7


def test_r28_a_penalty_in_reis_may_fall_short(table):
    stage = table(hands=[["P16"]]).set(0, reis=1, influence=4).play("play:P16", "trade")
    assert stage.legal() == ["spend:0", "spend:1", "spend:2"]
    assert stage.play("spend:0").seat(0).reis == 0
    stage = table(hands=[["P16"]]).set(0, reis=1, influence=0).play("play:P16", "trade")
    assert stage.seat(0).reis == 0


def test_l7_4_a_treasury_card_pays_its_value_and_lowers_it(table):
    stage = table(hands=[["P63"]]).play("play:P63", "trade")
    assert (stage.seat(0).reis, stage.seat(0).treasury) == (13, ["P63"])
    assert stage.names.treasury[stage.table().treasury] == 2


def test_l6_6_the_treasury_stops_at_its_ends(table):
    stage = table(hands=[["P63"]]).treasury(1).play("play:P63", "trade")
    assert (stage.seat(0).reis, stage.table().treasury) == (11, 0)


def test_l4_2_a_full_portfolio_makes_room(table):
    stage = table(hands=[["P01"]]).cards(0, "P09", "P63").play("play:P01", "trade")
    assert stage.legal() == ["drop:P09", "drop:P63"]
    assert stage.play("drop:P63").seat(0).nobles == ["P01", "P09"]


def test_l4_2_a_full_row_gives_up_a_card_of_its_own(table):
    stage = table(hands=[["P63"]]).rubble(0, "EEFFTT").cards(0, "P09", "P64", "P65", "P66").play("play:P63", "trade")
    assert stage.legal() == ["drop:P64", "drop:P65", "drop:P66"]
    stage = table(hands=[["P63"]]).rubble(0, "EEFFTT").cards(0, "P09", "P10", "P15", "P66").play("play:P63", "trade")
    assert stage.legal() == ["drop:P09", "drop:P10", "drop:P15", "drop:P66"]  # the bottom row has room, all have not


def test_l4_2_a_discarded_ship_loses_its_goods_to_the_supply(table):
    stage = table(hands=[["P01"]]).ship(0, ("red", "gold")).cards(0, "P09").play("play:P01", "trade")
    supply = stage.table().supply["gold"]
    assert stage.legal() == ["drop:P09", "scrap:1"]
    assert stage.play("scrap:1").table().supply["gold"] == supply + 1
    assert stage.seat(0).ships == []


def test_l20_5_the_only_docked_ship_stays_for_the_sale(table):
    stage = table(hands=[["P01"]]).ship(0, ("red", "")).cards(0, "P09").play("play:P01", "sell")
    assert stage.seat(0).nobles == ["P01"]  # P09 went, without a choice


def test_l6_2_influence_of_the_top_row_and_the_wig_at_10(table):
    # The event of P65 builds a ship: 3 of P09 and 2 of the ship.
    stage = table(hands=[["P65"]]).cards(0, "P09").set(0, influence=8, wigs=0).play("play:P65", "event", "spend:0")
    assert (stage.seat(0).influence, stage.seat(0).wigs) == (10, 1)
    stage = table(hands=[["P65"]]).cards(0, "P09").set(0, influence=10, wigs=0).play("play:P65", "event", "spend:0")
    assert stage.seat(0).wigs == 1  # also if it was on 10 before


def test_r29_a_gain_of_nothing_is_no_gain(table):
    stage = table(hands=[["P63"]], data={"ships": {"list": ships(influence=0)}}).set(0, influence=10, wigs=0)
    stage.play("play:P63", "trade", "state:build_ship", "give:gold")
    if "done" in stage.legal():
        stage.play("done")
    assert stage.seat(0).wigs == 0


def ships(**changes):
    colours = [("blue", 1, 1, 0), ("red", 1, 2, 1), ("purple", 2, 3, 2), ("brown", 2, 4, 3)]
    keys = ("colour", "period", "hull", "price_modifier")
    return [{**dict(zip(keys, row, strict=True)), "influence": 2, "count": 3, **changes} for row in colours]


@pytest.mark.parametrize(
    ("influence", "reis", "options", "after"),
    [(10, 0, [3], 6), (7, 1, [2, 3], 2), (0, 5, [0], 0), (5, 2, [1, 2, 3], 0)],
)
def test_l6_4_influence_stands_in_for_reis(table, influence, reis, options, after):
    # The event of P64 costs 3; a real at 0, 2, 4, 6, 8, 9.
    stage = table(hands=[["P64"]]).set(0, influence=influence, reis=reis).play("play:P64", "event")
    if len(options) > 1:
        assert stage.legal() == [f"spend:{k}" for k in options]
        stage.play(f"spend:{options[-1]}")
        assert stage.seat(0).reis == reis
    assert stage.seat(0).influence == after


def test_l6_4_discounts_come_first(table):
    stage = table(hands=[["P64"]]).cards(0, "P63", "P66").set(0, influence=0).play("play:P64", "event")
    assert stage.seat(0).reis == 9  # 3 less 1 and 1


def test_l8_2_the_example_of_the_rulebook(table):
    # Gold is worth 4, books 5; a red ship pays 1 more, a purple one 2 more.
    data = {"ships": {"list": [{**row, "period": 1 + (row["colour"] == "brown")} for row in ships()]}}
    data |= {"shipyard": {"period1": ["blue", "red", "purple"], "period2": ["brown"]}}
    stage = table(hands=[["P01"]], data=data).goods(0, gold=2, books=2, tools=1).set(0, reis=0)
    stage.ship(0, ("red", "")).ship(1, ("purple", "")).play("play:P01", "sell")
    assert stage.seat(0).reis == 3  # the reward of P01
    stage.play("sell:gold", "ship:0.1", "sell:gold", "ship:0.1")
    assert (stage.seat(0).reis, stage.seat(0).wigs) == (3 + 10, 5 + 2)
    assert stage.seat(0).ships[0].at_sea
    stage.play("sell:books", "sell:books")
    assert (stage.seat(0).reis, stage.seat(1).wigs) == (3 + 10 + 14, 5)
    assert stage.play("done").table().market == {"gold": 4, "cloth": 4, "books": 5, "tools": 3}


def test_l8_4_sailing_pays_the_owner(table):
    stage = table(hands=[["P01"]]).goods(0, gold=1).ship(1, ("red", "cloth")).clergy(1, "sail_plus")
    stage.play("play:P01", "sell")
    assert stage.seat(1).wigs == 5 + 2 + 2
    assert stage.seat(1).ships[0].at_sea


def test_l5_2_ships_dock_at_the_beginning_of_their_owners_turn(table):
    stage = table(hands=[["P01"]]).goods(0, gold=1).ship(1, ("red", "cloth"))
    supply = stage.table().supply
    stage.turn("play:P01", "sell")
    assert stage.table().turn == 1
    assert stage.seat(1).ships[0].loaded == 0
    assert stage.table().supply["cloth"] == supply["cloth"] + 1


def test_l8_5_foreign_ship_pays_once_in_a_sale(table):
    stage = table(hands=[["P01"]], players=3).goods(0, gold=2, cloth=1).clergy(0, "foreign_ship")
    stage.ship(1, ("red", ""), ("red", "")).play("play:P01", "sell", "sell:gold")
    assert stage.seat(0).wigs == 5 + 2
    stage.play("sell:gold", "ship:1.1")
    assert stage.seat(0).wigs == 5 + 2


def test_benefits_and_sell_plus_add_to_each_sale(table):
    stage = table(hands=[["P01"]]).rubble(0, "EFT").cards(0, "P65", "P67").clergy(0, "sell_plus")
    stage.goods(0, books=1).set(0, reis=0).ship(1, ("blue", "")).play("play:P01", "sell")
    assert stage.seat(0).reis == 3 + 5 + 0 + 1 + 2 + 1  # reward, price, ship, P65, P67, tile


def test_alike_ships_are_offered_once(table):
    stage = table(hands=[["P01"]], players=3).goods(0, gold=2).ship(1, ("blue", ""), ("red", "")).ship(0, ("red", ""))
    stage.play("play:P01", "sell")
    assert stage.legal() == ["ship:0.1", "ship:1.1", "ship:1.2"]
    stage = table(hands=[["P01"]], players=4).goods(0, gold=1).ship(1, ("red", ""), ("red", ""))
    stage.play("play:P01", "sell")  # one good, and both ships are the same
    assert [ship.loaded for ship in stage.seat(1).ships] == [0, 1]


def test_l9_1_spaces_take_their_good_or_gold(table):
    stage = table(hands=[["P01"]]).goods(0, cloth=1, gold=1).play("play:P01", "trade")
    assert stage.legal() == [
        "state:recruit",
        "state:acquire_plan",
        "state:build_ship",
        "state:meet_cardinal",
        "state:royal_favor",
    ]  # no store: nothing to produce
    assert stage.play("state:royal_favor").legal() == ["give:gold", "give:cloth"]
    stage.play("give:gold")
    assert stage.legal() == ["done", "state:meet_cardinal"]


def test_trade_wild_takes_any_good(table):
    stage = table(hands=[["P01"]]).goods(0, cloth=1).clergy(0, "trade_wild").play("play:P01", "trade")
    assert "state:recruit" in stage.legal()


def test_l9_1_actions_follow_in_the_order_of_the_goods(table):
    stage = table(hands=[["P01"]]).play("play:P01", "trade", "state:royal_favor", "give:cloth", "state:recruit")
    stage.play("give:tools")
    assert stage.legal() == ["favor:marquis", "favor:king"]  # both of Maia's were dealt
    assert stage.play("favor:king").legal()[0] == "recruit:maia"


def test_l9_1_one_that_has_become_impossible_lapses(table):
    # The last favor: the Cardinal goes first, then it is gone by the time it could be had twice.
    data = {"limits": {"clergy_max": 1}, **small_world()}
    stage = table(hands=[["P01"]], data=data).officials(0, maia=1).goods(0, gold=2)
    stage.play("play:P01", "trade", "state:royal_favor", "state:meet_cardinal")
    assert stage.seat(0).favors["king"] == 1
    assert stage.legal() == ["move:1", "move:2"]


def test_l9_1_goods_lie_on_the_spaces_until_the_end_of_the_turn(table):
    stage = table(hands=[["P01"]]).play("play:P01", "trade", "state:recruit", "give:tools")
    assert stage.table().spaces == {0: "tools"}
    supply = stage.table().supply["tools"]
    assert "state:recruit" not in stage.legal()
    stage.turn("done")
    assert stage.table().spaces == {}
    assert stage.table().supply["tools"] == supply + 1
