"""Stores, decrees, public buildings, rubble (L10, L13 to L16)."""

import pytest


def building_store(table, **options):
    """Seat 0 visits Maia for a store, with plenty of money."""
    stage = table(hands=[["P01"]], **options).favors(1).set(0, reis=30, influence=10, wigs=5)
    return stage.play("play:P01", "visit", "none")


def test_l10_2_forty_stores_and_32_without_row_e(table):
    assert sum(name.startswith("store:") for name in table(players=3).names.actions) == 40
    stage = building_store(table)
    assert len(stage.legal()) == 32
    assert "store:A1.gold" in stage.legal()
    assert not {"store:A1.cloth", "store:A5.books", "store:A3.gold"} & set(stage.legal())


def test_l14_1_tiles_must_be_face_up(table):
    stage = building_store(table, data={"city_tiles": {"list": city(blue=1)}, "components": {"city_tiles": 18}})
    assert "store:A4.tools" in stage.legal()
    stage.play("store:A4.tools", "house:1", "spend:0", "clear:row.earthquake").turn()
    stage.set(1, reis=30, influence=10)
    maia = next(name for name in stage.legal() if stage.names.cards[name.removeprefix("play:")].get("noble") == "maia")
    stage.play(maia, "visit", "none")
    assert not any(name.startswith("store:") and name.endswith("4.tools") for name in stage.legal())
    assert "store:A5.tools" in stage.legal()  # the small tiles are others


def city(**counts):
    colours = [("yellow", "gold", 7), ("pink", "cloth", 5), ("brown", "books", 5), ("blue", "tools", 5)]
    rows = [
        {"colour": colour, "good": good, "small": False, "count": counts.get(colour, count)}
        for colour, good, count in colours
    ]
    return [*rows, {"colour": "small_blue", "good": "tools", "small": True, "count": 5}]


def test_l14_3_and_l14_4_rewards_come_before_the_payment(table):
    # Treasury 3, three earthquake cubes in the row and in the column: 3 + 9 + 9 = 21. Column 1 and house 7: 5 and 4.
    cubes = {"cube": ["earthquake"] * 21}
    stage = table(hands=[["P01"]], wishes=cubes).favors(1).clergy(0).set(0, reis=12, influence=4)
    stage.play("play:P01", "visit", "none")  # all the Influence went for the visit
    assert "store:A1.gold" in stage.legal()  # 12 + 5 + 4 are just enough
    assert "store:A2.gold" not in stage.legal()
    stage.play("store:A1.gold")
    assert stage.seat(0).reis == 0  # D22: only house 7 makes it payable
    assert 7 not in stage.seat(0).houses


def test_l14_4_the_price(table):
    stage = (
        table(hands=[["P01"]], wishes={"cube": ["fire"] * 12 + ["tsunami"] * 12})
        .favors(1)
        .set(0, influence=10, reis=30)
    )
    stage.play("play:P01", "visit", "none", "store:B2.gold", "house:2", "take:gold", "spend:0")
    assert stage.seat(0).reis == 30 - (3 + 3 * 2 + 3 * 1)
    assert stage.legal() == ["clear:row.fire", "clear:column.tsunami"]


@pytest.mark.parametrize(("tile", "price"), [("store_discount", 9), ("store_skip_row", 6), ("store_skip_column", 9)])
def test_powers_that_make_stores_cheaper(table, tile, price):
    stage = (
        table(hands=[["P01"]], wishes={"cube": ["fire"] * 12 + ["tsunami"] * 12})
        .favors(1)
        .set(0, influence=10, reis=30)
    )
    stage.clergy(0, tile).play("play:P01", "visit", "none", "store:B2.gold", "house:2", "take:gold", "spend:0")
    assert stage.seat(0).reis == 30 - price


def test_l13_3_a_set_enlarges_portfolio_and_warehouse(table):
    stage = table(hands=[["P01"]], wishes={"cube": ["tsunami"] * 3}).rubble(0, "EF").favors(1)
    stage.set(0, reis=30, influence=10).play("play:P01", "visit", "none", "store:A1.gold", "house:2", "spend:0")
    if stage.legal()[0].startswith("clear:"):
        stage.play("clear:row.tsunami")
    seat = stage.seat(0)
    assert (seat.sets, seat.markers) == (1, 1)
    assert "room for 3 of each" in stage.state.observation_string(0)
    assert "Portfolio (at most 3)" in stage.state.observation_string(0)


def test_l4_4_a_sixth_cube_is_thrown_away(table):
    stage = table(hands=[["P01"]], wishes={"cube": ["earthquake"] * 3}).rubble(0, "EEEEE").favors(1)
    stage.set(0, reis=30, influence=10).play("play:P01", "visit", "none", "store:A1.gold", "house:2", "spend:0")
    if "clear:row.earthquake" in stage.legal():
        stage.play("clear:row.earthquake")
    assert stage.seat(0).rubble["earthquake"] == 5
    assert stage.table().row["A"]["earthquake"] == 2


def test_l13_5_cubes_of_the_pile(table):
    stage = building_store(table)
    pile = stage.table().pile
    stage.play("store:A1.gold", "house:8")
    kinds = [name.removeprefix("pile:") for name in stage.legal()] if len(pile) > 1 else list(pile)
    assert sorted(kinds) == sorted(pile)


def test_l15_decrees(table):
    stage = table(hands=[["P07"]]).favors(1).clergy(0, "decree_plus").rubble(0, "EFT")
    stage.play("play:P07", "visit", "none", "decree:D01", "decree:D02")
    assert stage.legal() == ["done", "more"]
    stage.play("more", "decree:D03")
    assert stage.seat(0).decrees == ["D01", "D02", "D03"]
    assert stage.seat(0).markers == 0
    assert len(stage.table().display) == 5
    stage.turn()
    assert len(stage.table().display) == 8


def opened(table, *tiles):
    """Seat 0 may visit the King for its starting plan S1, green, 2 Officials; nobody can follow."""
    wishes = {"building": ["B01", "B02", "B07", "B08"], "plan": ["S1", "S3"]}
    stage = table(hands=[["P12"]], wishes=wishes).favors(0).favors(1).clergy(0, *tiles)
    return stage.set(0, influence=10, reis=20, wigs=5)


def test_l16_a_public_building(table):
    stage = (
        opened(table).officials(0, maia=1, king_plaza=1, marquis=1).store(0, "A1.gold").store(1, "A2.gold", "A3.cloth")
    )
    cubes = stage.table().plot["WA"]
    stage.play("play:P12", "visit", "none", "plot:WA")
    assert stage.legal() == ["hire:0.maia", "hire:0.marquis", "hire:0.king.plaza"]
    stage.play("hire:0.maia", "hire:0.king.plaza")
    seat, here = stage.seat(0), stage.table()
    assert (seat.staff, seat.office["marquis"], seat.plans) == (2, 1, [])
    assert here.buildings["WA"].id == "B07"
    assert (here.current["green"], here.beneath["green"]) == ("B08", 5)
    assert seat.rubble == {"earthquake": 0, "fire": 0, "tsunami": 0, **cubes}
    pays = stage.names.buildings["B07"]["green"]  # 1 for each of gold, cloth and books, 2 for tools
    assert seat.wigs == 5 + 2 + pays["gold"]
    assert stage.seat(1).wigs == 5 + pays["gold"] + pays["cloth"]
    assert here.market == {"gold": 4, "cloth": 4, "books": 5, "tools": 4}


def test_r13_a_north_plot_serves_its_street(table):
    stage = opened(table).officials(0, maia=2).store(0, "A1.gold").store(1, "A2.gold", "A3.cloth")
    stage.play("play:P12", "visit", "none", "plot:N1")
    assert stage.seat(0).wigs == 5 + 2 + 4 + 1  # plan, plot, store
    assert stage.seat(1).wigs == 5 + 1


def test_l16_3_rivals_cost_and_keep_counting_for_their_owner(table):
    stage = opened(table).officials(0, maia=1).officials(1, king=2)
    stage.set(0, influence=10).play("play:P12", "visit", "none", "plot:WB")
    if stage.legal()[0].startswith("spend:"):
        stage.play("spend:0")
    assert (stage.seat(0).staff, stage.seat(1).staff) == (1, 1)
    assert stage.seat(0).reis == 20 - 2 + 4  # the fee; WB brings 4
    assert stage.seat(1).office["king"] == 1


def test_hire_minus(table):
    stage = opened(table, "hire_minus").officials(0, maia=1).play("play:P12", "visit", "none", "plot:WD")
    assert stage.seat(0).staff == 1


def test_l16_1_no_own_official_no_building(table):
    stage = opened(table).officials(0).officials(1, king=3).play("play:P12", "visit")
    assert "none" not in stage.legal()


def test_l14_7_a_new_store_is_paid_by_open_buildings(table):
    stage = opened(table).officials(0, maia=2)
    stage.play("play:P12", "visit", "none", "plot:WA").turn().pass_turn()
    stage.set(0, influence=10, reis=30, wigs=0).favors(1)
    maia = next(name for name in stage.legal() if stage.names.cards[name.removeprefix("play:")].get("noble") == "maia")
    stage.play(maia, "visit", "none", "store:A4.tools", "house:1", "spend:0")
    stage.play(stage.legal()[0])
    assert stage.seat(0).wigs == 2  # B07 pays 2 for tools
