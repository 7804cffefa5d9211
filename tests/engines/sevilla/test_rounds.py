"""Set-up, reveal, collection, the end of rounds and of the game (S2 to S4, S7 to S9, S12)."""

import pytest

from caravela.cext.core import Rng
from caravela.engines import load_game
from caravela.engines.sevilla.names import names_of


def play_out(stage, seed=0):
    rng = Rng(seed)
    while not stage.state.is_terminal():
        legal = stage.state.legal_actions()
        stage.state.apply_action(legal[rng.bounded(len(legal))] if legal else stage.state.sample_chance(rng))
    return stage


@pytest.mark.parametrize(
    ("players", "purse", "lots", "small", "ships"),
    [
        (2, 6, 4, 6, (2, 2, 2, 3, 3, 3, 4, 5)),
        (3, 6, 4, 6, (2, 2, 2, 3, 3, 3, 4, 5)),
        (4, 7, 5, 8, (2, 2, 3, 3, 4, 4, 5, 5)),
        (5, 8, 6, 10, (2, 3, 4, 4, 4, 5, 5, 5)),
    ],
)
def test_s2_setup(table, players, purse, lots, small, ships):
    stage = table(players=players)
    now = stage.table()
    assert [seat.purse for seat in now.seats] == [purse] * players
    assert (len(now.lots), now.supply, now.deck_count) == (lots, small, 88)
    assert names_of(stage.game).ships == ships


def test_s2_5_anybody_may_have_the_helm_first(table):
    stage = table(players=4)
    assert stage.legal() == ["helm>0", "helm>1", "helm>2", "helm>3"]
    assert {p for _, p in stage.state.chance_outcomes()} == {0.25}


def test_s4_1_lots_are_dealt_in_order(table):
    stage = table(helm=0)
    assert [lot.cards for lot in stage.table().lots] == [
        ("oil", "friar"),
        ("wine", "soldier"),
        ("armament", "cook"),
        ("ships_boy", None),
    ]
    assert stage.table().deck_count == 88 - 7


def test_s4_2_one_colour_adds_a_small_ship(table):
    stage = table(helm=0, reveal="oil wine friar cook oil friar ships_boy")
    assert [lot.small for lot in stage.table().lots] == [True, True, False, False]
    assert stage.table().supply == 4


def test_s4_2_an_empty_supply_adds_nothing(table):
    stage = table(helm=0, reveal="oil wine friar cook carpentry_a carpentry_b ships_boy", small_ships=2)
    assert [lot.small for lot in stage.table().lots] == [True, True, False, False]
    assert stage.table().supply == 0


def test_s6_8_ships_make_the_fleet(table):
    stage = table(helm=0, reveal="oil wine").bids("1", "0 0 0 1")
    seats = stage.table().seats
    assert [(seat.ships, seat.capacity) for seat in seats] == [(1, 4), (1, 8), (0, 0)]


def test_s7_1_patrons_that_are_ready_pay(table):
    stage = table(helm=2).bids("2 1", "2 1").play("church", "crown", "nobility", "pass")
    assert stage.purses() == [6 - 1 + 5, 6 - 2 + 3, 12]
    assert stage.table().round == 2


def test_s8_2_the_ship_of_the_round_takes_the_helm_along(table):
    assert table(helm=0).bids("1", "0 0 0 1").table().helm == 1
    assert table(helm=0, reveal="oil wine").bids("0", "1").table().helm == 0  # a small ship does not


def test_s8_2_a_deserted_ship_leaves_the_helm(table):
    stage = table(helm=0).bids("0", "0 0 0 1", "0 0 0 1").play("pass", "pass")
    assert stage.table().helm == 0


def test_s9_2_coins_score(table):
    stage = table(helm=0).finish()
    assert stage.purses() == [6 + 8 * 6] * 3
    assert stage.state.scores() == [54 // 4] * 3
    assert stage.state.ranks() == [1, 1, 1]
    assert stage.state.returns() == [0.0, 0.0, 0.0]


def test_s9_2_the_purse_breaks_a_tie(table):
    stage = table(helm=0, reveal="friar").bids("1").finish()
    assert stage.state.scores() == [53 // 4, 54 // 4, 54 // 4]
    assert stage.state.ranks() == [3, 1, 1]
    assert stage.state.returns() == [-0.5, 0.25, 0.25]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_s3_eight_rounds_use_up_the_deck_of_five_only(table, players):
    stage = play_out(table(players=players))
    used = {2: 56, 3: 56, 4: 72, 5: 88}[players]
    assert stage.table().deck_count == 88 - used
    assert stage.table().turns > 8


def test_s12_2_the_discs_follow_the_ship(table):
    stage = table("helm>0", players=2)
    discs = []
    for _ in range(8):
        stage.deal()
        discs.append(sorted(lot.disc for lot in stage.table().lots))
        stage.bids()
    assert discs == [[0, 1, 1, 2]] * 3 + [[0, 1, 2, 2]] * 3 + [[1, 1, 2, 3], [1, 2, 2, 3]]


def test_s12_2_discs_are_drawn_without_replacement(table):
    stage = table("helm>0", players=2)
    while stage.table().step == "card":
        stage.play(stage.legal()[0])
    assert [p for _, p in stage.state.chance_outcomes()] == [0.25, 0.5, 0.25]
    stage.play("disc2")
    assert stage.legal() == ["disc0", "disc1"]


def test_s17_1_no_purse_outgrows_the_actions(table):
    for options in ({"players": 5, "palace": True}, {"players": 5, "palace": True, "coins": 14}):
        game = load_game("sevilla", **options)
        assert game.legal_max <= 76
    with pytest.raises(ValueError, match=r"purses may reach 76 coins; the engine takes 75"):
        load_game("sevilla", players=5, palace=True, coins=20)
