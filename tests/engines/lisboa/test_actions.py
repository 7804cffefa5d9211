"""State actions, the church, visits and followers (L9, L11, L12)."""

import pytest


def traded(table, action, good, *, hands=(("P12",),), **options):
    """A game in which seat 0 trades for one State action only."""
    return table(hands=[list(hand) for hand in hands], **options).goods(0, **{good: 1})


def test_l9_2_recruit_up_to_two(table):
    stage = traded(table, "recruit", "tools").play("play:P12", "trade", "state:recruit", "recruit:maia")
    assert stage.legal() == ["done", "recruit:maia", "recruit:marquis", "recruit:king"]
    stage.play("recruit:king")
    assert stage.seat(0).office == {"maia": 1, "marquis": 1, "king": 1}
    assert stage.legal()[0].startswith("draw:")
    stage = traded(table, "recruit", "tools").clergy(0, "recruit_plus").play("play:P12", "trade", "state:recruit")
    stage.play("recruit:maia", "recruit:maia", "recruit:maia")
    assert stage.seat(0).board == 4


def test_r10_a_full_office_overflows_into_the_plaza(table):
    stage = traded(table, "recruit", "tools").officials(1, maia=5).play("play:P12", "trade", "state:recruit")
    stage.play("recruit:maia", "done")  # 5 of seat 1 and the dummy fill the six spaces
    assert (stage.seat(0).office["maia"], stage.seat(0).plaza["maia"]) == (0, 1)


def test_l9_3_plans(table):
    stage = traded(table, "acquire_plan", "tools").play("play:P12", "trade", "state:acquire_plan", "plan:blue")
    assert stage.seat(0).plans == ["B1", "S1"]
    stage.turn().pass_turn()
    card = stage.legal()[0]
    stage.goods(0, gold=1).play(card, "trade")
    if stage.legal()[0].startswith(("drop:", "take:")):
        stage.play(stage.legal()[0])
    stage.play("state:acquire_plan", "plan:green")
    assert stage.legal() == ["toss:G1", "toss:B1", "toss:S1"]
    assert stage.play("toss:B1").seat(0).plans == ["G1", "S1"]


def test_l9_4_a_ship_raises_the_treasury_and_brings_influence(table):
    stage = traded(table, "build_ship", "books").set(0, influence=0)
    stage.play("play:P12", "trade")
    assert [ship.colour for ship in stage.seat(0).ships] == ["blue"]  # blue ones lie on top
    assert stage.seat(0).influence == 1 + 2  # P12 and the ship
    assert stage.names.treasury[stage.table().treasury] == 4


def test_r30_room_is_made_before_the_ship_counts(table):
    stage = traded(table, "build_ship", "books").set(0, influence=0).cards(0, "P09").play("play:P12", "trade")
    assert stage.legal() == ["drop:P09", "drop:P12"]
    assert stage.play("drop:P09").seat(0).influence == 1 + 2


def test_l9_5_produce(table):
    stage = traded(table, "produce", "books").store(0, "A1.gold", "B1.gold", "A3.cloth").play("play:P12", "trade")
    stage.play("state:produce")
    assert stage.legal() == ["produce:gold", "produce:cloth", "produce:gold+cloth"]
    stage.play("produce:gold+cloth")
    assert stage.seat(0).goods == {"gold": 2, "cloth": 1, "books": 0, "tools": 0}
    assert stage.table().market == {"gold": 3, "cloth": 3, "books": 5, "tools": 3}


@pytest.mark.parametrize(("tile", "gold", "price"), [("produce_gold", 2, 3), ("produce_steady", 1, 4)])
def test_powers_of_production(table, tile, gold, price):
    stage = traded(table, "produce", "books").store(0, "A1.gold").clergy(0, tile)
    stage.play("play:P12", "trade", "state:produce")
    assert stage.seat(0).goods["gold"] == gold
    assert stage.table().market["gold"] == price


def test_a_full_warehouse_keeps_the_price(table):
    stage = table(hands=[["P12"]]).goods(0, gold=2, books=1).store(0, "A1.gold").play("play:P12", "trade")
    stage.play("state:produce", "give:books", "done")
    assert stage.table().market["gold"] == 4


def test_l9_7_a_favor(table):
    stage = traded(table, "royal_favor", "cloth").play("play:P12", "trade", "state:royal_favor", "favor:king")
    assert stage.seat(0).favors["king"] == 1


TILES = ["visit_maia", "sell_plus", "trade_wild", "sail_plus", "hire_minus", "recruit_plus"]


def met(table, *steps, **options):
    """Seat 0 meets the Cardinal; the track is known."""
    stage = traded(table, "meet_cardinal", "cloth", wishes={"clergy": TILES}, tiles=[["visit_any"] * 2] * 2, **options)
    return stage.play("play:P12", "trade", "state:meet_cardinal", *steps)


def test_l11_2_one_or_two_steps(table):
    stage = met(table)
    assert stage.legal() == ["move:1", "move:2"]
    stage.play("move:2")
    assert stage.seat(0).clergy == ["visit_any", "sell_plus"] or stage.seat(0).clergy == ["sell_plus", "visit_any"]
    assert stage.table().track[2] is None


def test_l11_1_empty_spaces_are_not_counted(table):
    stage = met(table, "move:1")
    assert stage.seat(0).clergy[0] == "visit_maia"
    stage.turn()
    assert stage.table().track[1] is not None  # filled up at the end of the turn


def ring(stage, cardinal, *tiles):
    """The Cardinal on a space of the ring, tiles on spaces 1 to 3 and 5 to 7."""
    return stage.church(cardinal, dict(zip((1, 2, 3, 5, 6, 7), tiles, strict=True)))


def meeting(table, cardinal, players=2):
    """Seat 0 meets the Cardinal, who stands on a space of the ring; seats hold no tiles."""
    stage = table(hands=[["P12"]], players=players).goods(0, cloth=1)
    for q in range(players):
        stage.clergy(q)
    return ring(stage, cardinal, *TILES)


def test_l11_3_crossing_the_treasury_corner(table):
    stage = meeting(table, 3)
    stage.play("play:P12", "trade", "state:meet_cardinal", "move:1")
    assert stage.names.treasury[stage.table().treasury] == 4
    assert (stage.table().cardinal, stage.seat(0).clergy) == (5, ["sail_plus"])


def test_l11_4_church_scoring_comes_before_the_tile(table):
    stage = meeting(table, 7, players=3)
    stage.clergy(0, "sell_plus", "influence_plus").clergy(2, "visit_any").set(0, influence=0, wigs=0).cards(0, "P09")
    stage.play("play:P12", "trade", "state:meet_cardinal", "move:1")
    assert stage.legal() == ["done", "surrender:sell_plus", "surrender:influence_plus"]
    stage.play("surrender:influence_plus", "done")
    assert (stage.seat(0).wigs, stage.seat(0).influence) == (3, 3 + 1)  # the tile's power is gone: P09 and P12 alone
    assert stage.state.current_player() == 2  # seat 1 has no tile
    stage.play("done")
    assert stage.seat(2).influence == 6  # nothing given up, nothing gained
    assert stage.seat(0).clergy == ["visit_maia", "sell_plus"]


def test_l11_2_a_second_step_needs_a_second_tile(table):
    stage = table(hands=[["P12"]], clergy=3).goods(0, cloth=1)
    bag = sum(stage.table().bag.values())
    assert bag == 0  # six tiles: two kept, four on the track
    stage.church(1, {2: stage.table().track[1]})
    stage.play("play:P12", "trade", "state:meet_cardinal")
    assert stage.table().cardinal == 2
    assert stage.legal()[0].startswith("draw:")


def test_l11_3_too_many_tiles(table):
    stage = meeting(table, 1)
    stage.clergy(0, "visit_any", "visit_any", "sail_plus", "hire_minus")
    stage.play("play:P12", "trade", "state:meet_cardinal", "move:1")
    wigs = stage.seat(0).wigs
    assert stage.legal() == ["return:visit_any", "return:sell_plus", "return:sail_plus", "return:hire_minus"]
    stage.play("return:visit_any")
    assert len(stage.seat(0).clergy) == 4
    assert (stage.seat(0).wigs, stage.table().bag["visit_any"]) == (wigs, 1)


def test_l4_6_goods_that_no_longer_fit_go_back(table):
    stage = meeting(table, 7)
    stage.clergy(0, "warehouse_plus").goods(0, cloth=1, gold=3)
    stage.play("play:P12", "trade", "state:meet_cardinal", "give:cloth", "done", "move:1", "surrender:warehouse_plus")
    assert stage.seat(0).goods["gold"] == 2


def test_l12_2_price_of_a_visit(table):
    stage = table(hands=[["P12"]]).set(0, influence=10, wigs=5).officials(1, king=2, king_plaza=1)
    stage.play("play:P12", "visit")
    assert stage.seat(0).influence == 10 - (3 + 2 + 1)  # Treasury, rivals in the office, the dummy
    stage = table(hands=[["P12"]]).set(0, influence=10).clergy(0, "visit_king", "visit_any").play("play:P12", "visit")
    assert stage.seat(0).influence == 10 - (3 + 1 - 2 - 1)


def test_l12_2_wigs_stand_in_for_influence(table):
    stage = table(hands=[["P12"]]).set(0, influence=1, wigs=5).play("play:P12", "visit")
    assert (stage.seat(0).influence, stage.seat(0).wigs) == (0, 2)
    stage = table(hands=[["P12"]]).set(0, influence=1, wigs=2).play("play:P12")
    assert "visit" not in stage.legal()


def test_l12_3_a_state_action_for_nothing_then_the_noble_action(table):
    stage = table(hands=[["P07"]]).favors(1).play("play:P07", "visit")
    assert stage.legal() == ["none", "state:build_ship"]  # nothing to produce
    stage.play("state:build_ship")
    assert stage.legal() == ["none", "noble"]
    assert stage.play("noble").legal()[0].startswith("decree:")


def test_l12_4_at_least_one_thing_is_done(table):
    # The King: no plan can be carried out, so one of his State actions must be chosen.
    stage = table(hands=[["P12"]]).favors(1).officials(0).play("play:P12", "visit")
    assert stage.legal() == ["state:meet_cardinal", "state:royal_favor"]
    stage.play("state:royal_favor", "favor:king")
    assert stage.legal()[0].startswith("draw:")


def test_l12_5_followers_give_a_favor_back_pay_and_act(table):
    stage = table(hands=[["P07"]], players=3).favors(0).favors(1, marquis=1).favors(2, marquis=2)
    stage.set(1, influence=9).set(2, influence=9).play("play:P07", "visit", "none", "decree:D01")
    assert stage.state.current_player() == 1
    assert stage.legal() == ["none", "noble", "state:build_ship"]
    stage.play("noble")
    assert stage.seat(1).influence == 9 - (3 + 2)  # Officials of seats 0 and 2
    assert stage.seat(1).favors["marquis"] == 0
    portrait = stage.table().portrait["marquis"]
    stage.play("decree:D02")
    assert stage.state.current_player() == 2
    stage.play("state:build_ship")
    assert stage.table().portrait["marquis"] == portrait + 1
    assert (stage.seat(2).favors["marquis"], len(stage.seat(2).ships)) == (1, 1)
    assert stage.legal()[0].startswith("draw:")


def test_l12_5_who_cannot_pay_is_not_asked(table):
    stage = table(hands=[["P07"]]).favors(1, marquis=1).set(1, influence=1, wigs=1)
    stage.play("play:P07", "visit", "none", "decree:D01")
    assert stage.state.current_player() == 0
    free = table(hands=[["P07"]], data={"limits": {"follow_pays_influence": False}}).favors(1, marquis=1)
    free.set(1, influence=1, wigs=1).play("play:P07", "visit", "none", "decree:D01")
    assert free.state.current_player() == 1


def test_l17_1_an_event_costs_the_treasury_value(table):
    stage = table(hands=[["P64"]]).set(0, influence=0, reis=5).play("play:P64", "event")
    assert stage.seat(0).reis == 2
    assert stage.legal() == ["recruit:maia", "recruit:marquis", "recruit:king"]
    assert stage.table().treasury == 2  # the marker does not move
    stage = table(hands=[["P64"]]).set(0, influence=0, reis=5).clergy(0, "event_discount").play("play:P64", "event")
    assert stage.seat(0).reis == 4
    stage = table(hands=[["P64"]]).set(0, influence=0, reis=2).play("play:P64")
    assert "event" not in stage.legal()


def test_l17_1_the_event_must_be_possible_afterwards(table):
    # A store in column 3 gains Influence before it is paid: at 9 the 10 is soon reached, so it matters who pays.
    stage = table(hands=[["P63"]]).set(0, influence=0, reis=3).play("play:P63")
    assert "event" not in stage.legal()  # nothing is left for the store
