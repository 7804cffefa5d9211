"""Set-up (L3), what there is (L2), the start of a turn."""

import pytest

from caravela.engines.lisboa.table import peek


def test_l3_1_rubble_uses_63_cubes_and_56_with_two_players(table):
    for players, left in ((2, 7), (3, 0), (4, 0)):
        here = table(players=players).table()
        assert all(sum(cubes.values()) == 3 for cubes in here.row.values())
        assert [sum(cubes.values()) for cubes in here.column.values()] == [3, 3, 3, 3, 2]
        assert all(sum(cubes.values()) == 2 for cubes in here.plot.values())
        assert sum(here.pile.values()) == 6
        placed = [*here.row.values(), *here.column.values(), *here.plot.values(), here.pile]
        assert sum(sum(cubes.values()) for cubes in placed) == 63 - left


def test_l3_2_two_players_have_no_row_e_and_a_dummy_in_each_office(table):
    stage = table(players=2)
    assert list(stage.table().row) == ["A", "B", "C", "D"]
    assert not {"WE", "EE"} & set(stage.names.plots)
    assert "store:E1.gold" not in stage.names.actions
    assert "1 of nobody" in stage.state.observation_string(0)
    assert "of nobody" not in table(players=3).state.observation_string(0)


def test_l3_3_current_and_next_building_of_each_colour(table):
    here = table(wishes={"building": ["B07", "B03", "B11", "B02"]}).table()
    assert here.current == {"blue": "B07", "green": "B11"}
    assert here.next == {"blue": "B03", "green": "B02"}
    assert here.beneath == {"green": 6, "blue": 6}


def test_l3_9_and_l3_13_what_each_player_gets(table):
    stage = table(players=4)
    assert [seat.influence for seat in stage.table().seats] == [4, 5, 6, 7]
    for seat in stage.table().seats:
        assert (seat.reis, seat.wigs, seat.board) == (10, 5, 7)
        assert seat.goods == {"gold": 1, "cloth": 1, "books": 1, "tools": 1}
        assert seat.office == {"maia": 0, "marquis": 1, "king": 0}
        assert (len(seat.clergy), len(seat.plans), sum(seat.favors.values()), len(seat.hand)) == (1, 1, 1, 5)
    assert sum(stage.table().portrait.values()) == 4 * 3 - 4


def test_l3_10_decrees_on_row_e_leave_with_two_players(table):
    for players, decrees in ((2, 68), (3, 70)):
        here = table(players=players).table()
        assert len(here.display) == 8
        assert len(here.display) + here.decree_deck == decrees


def test_l3_11_ships(table):
    for players in (2, 3, 4):
        yard = table(players=players).table().shipyard
        assert yard == {"blue": players - 1, "red": players - 1, "purple": 0, "brown": 0}


def test_l3_12_four_stacks_of_five_with_the_top_face_up(table):
    here = table().table()
    assert list(here.top) == ["maia", "marquis", "king", "treasury"]
    assert here.stack == dict.fromkeys(here.top, 4)


def test_l3_13_one_of_two_tiles_is_kept_and_the_other_returned(table):
    stage = table(start=False, tiles=[["sell_plus", "trade_wild"]])
    stage.run_until("keep")
    assert stage.legal() == ["keep:sell_plus", "keep:trade_wild"]
    bag = sum(stage.table().bag.values())
    stage.play("keep:trade_wild")
    assert stage.seat(0).clergy == ["trade_wild"]
    assert stage.table().bag["sell_plus"] == 2
    assert sum(stage.table().bag.values()) == bag + 1 - 2  # seat 1 has drawn two by now


def test_two_alike_tiles_are_still_asked_for(table):
    stage = table(start=False, tiles=[["sell_plus", "sell_plus"]]).run_until("keep")
    assert stage.legal() == ["keep:sell_plus"]


def test_l3_15_order_of_the_set_up(table):
    stage, kinds = table(start=False, players=3), []
    while peek(stage.state)[0] != "play":
        step = peek(stage.state)[0]
        if not kinds or kinds[-1] != step:
            kinds.append(step)
        if stage.state.is_chance_node():
            stage.draw()
        else:
            stage.state.apply_action(stage.state.legal_actions()[0])
    seat = ["draw_plan", "draw_offer", "keep"]
    rest = ["draw_cube", "draw_building", "draw_scoring", "draw_tile", "draw_decree", "draw_hand", "draw_top"]
    assert kinds == ["draw_favor", *seat * 3, *rest]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_l5_1_seats_take_turns_and_seat_0_begins(table, players):
    stage, seats = table(players=players), []
    for _ in range(2 * players):
        seats.append(stage.table().turn)
        stage.pass_turn()
    assert seats == list(range(players)) * 2


def test_l5_4_the_card_taken_is_known_and_the_next_one_is_turned_up(table):
    stage = table(wishes={"card": ["P17", "P20"]})
    top = stage.table().top["maia"]
    stage.play(stage.legal()[0], "gold", "draw:maia")
    assert (top, True) in stage.seat(0).hand
    assert stage.table().stack["maia"] == 3
    assert stage.table().top["maia"] != top
