"""Options and data: bad ones are refused with a reason, good ones change the game."""

import pytest

from caravela.engines import load_game
from caravela.engines.sevilla import ENGINE

DATA = ENGINE.data()


def rows(table, which=None, **changes):
    """A table of the data with other values in one row, or in all."""
    return {table: [{**row, **changes} if which in (None, row.get("id")) else row for row in DATA[table]]}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 6}, "option players is 6; it must be a whole number from 2 to 5"),
        ({"boarding": "by hand"}, "option boarding is"),
        ({"players": 5, "false_coins": 6}, "6 false coins each; with 5 players at most 5"),
        ({"players": 4, "false_coins": 7}, "with 4 players at most 6"),
        ({"players": 3, "false_coins": 9}, "with 3 players at most 8"),
        ({"players": 2, "false_coins": 6}, "with 2 players at most 5"),
        ({"lots": 5}, "options.lots is 5; it must be between 0 and 4"),
        ({"small_ships": 7}, "options.small_ships is 7; it must be between -1 and 6"),
        ({"cards": "oil+gold"}, "options.cards is 'oil\\+gold'"),
        ({"cards": "oil+oil"}, "options.cards is 'oil\\+oil'"),
        ({"cards": ""}, "options.cards is ''"),
        ({"cards": "oil+rogue"}, "options.cards names 'rogue', but options.rebels is false"),
        ({"cards": "oil+wine"}, "10 auction cards; 8 rounds with 4 lots need 56"),
        ({"coins": 40}, "purses may reach 82 coins; the engine takes 75"),
    ],
)
def test_bad_options_are_refused(options, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("sevilla", **options)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"constants": {"rounds": 9}}, "constants.rounds is 9"),
        ({"constants": {"rounds": 7}}, "setup.1.auction_cards_used is 56; it must be 49"),
        ({"constants": {"cards_per_lot": 3}}, "it must be 2"),
        ({"constants": {"base_auction_cards": 90}}, "constants.base_auction_cards is 90; it must be 88"),
        ({"constants": {"small_ships_per_player": 3}}, "setup.1.small_ships is 6; it must be 9"),
        ({"setup": DATA["setup"][2:]}, "the data have no setup for 3 players"),
        ({"setup": DATA["setup"] + DATA["setup"][1:2]}, "setup.1 and setup.4 are both for 3 players"),
        (rows("ship", "ship_2a", capacity_quarters=9), "ship.0.capacity_quarters is 9; it must be 8"),
        ({"ship": DATA["ship"][1:]}, "7 ships have the symbol 3; for 8 rounds it must be as many"),
        (rows("patron", "crown", id="king"), "no patron has the id 'crown'"),
        (rows("patron", "crown", income=2), "palace.alcazar.crown_income is 3; it must be 2"),
        ({"patron": DATA["patron"][:2]}, "there must be 3 patrons"),
        ({"palace": {"order": [*DATA["palace"]["order"][1:], "alcazar"]}}, "palace.order has 'atarazanas' in place 0"),
        (rows("auction_card", "cook", id="co ok"), "an id has no white space"),
        (rows("rebel_card", "rogue", must_board=False), "rebel_card.1.must_board is 0"),
        ({"rulings": {"rogue_distinct_titles": -1}}, "rulings.rogue_distinct_titles is -1"),
    ],
)
def test_bad_data_are_refused(data, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("sevilla", data=data)


def test_two_players_need_discs_for_every_ship():
    with pytest.raises(ValueError, match="false_player has no row for a ship of capacity 5"):
        load_game("sevilla", players=2, data={"false_player": DATA["false_player"][:3]})
    with pytest.raises(ValueError, match="discs are 0 to 3"):
        load_game("sevilla", players=2, data=rows("false_player", coins=[0, 1, 1, 4]))
    load_game("sevilla", players=3, data={"false_player": DATA["false_player"][:3]})


def test_switches_of_the_data_are_options_of_the_game():
    with pytest.raises(ValueError, match="unknown key 'visible_tokens'"):
        load_game("sevilla", data={"rulings": {"visible_tokens": False}})


def test_other_numbers_change_the_game(table):
    stage = table("helm>0", coins=3, lots=2, rounds=2, small_ships=1, patrons=1, false_coins=2)
    stage.deal("oil wine friar").bids("1")
    now = stage.table()
    assert [seat.purse for seat in now.seats] == [3, 4, 4]  # Nobility alone brings 1 coin
    assert (now.supply, now.seats[0].ships, len(now.lots)) == (0, 1, 2)
    stage.deal().play("bid0")
    assert stage.legal() == ["false0", "false1", "false2"]


def test_more_lots_by_data(table):
    """A set-up may have up to eight lots."""
    setup = [{**row, "lots": 6, "auction_cards_used": 88} if row["players"] == 3 else row for row in DATA["setup"]]
    assert len(table(players=3, data={"setup": setup}).table().lots) == 6


def test_games_of_different_options_live_side_by_side(table):
    first, second = table(helm=0, players=3), table(helm=0, players=5)
    first.bids("1")
    second.bids("1")
    assert (len(first.table().seats), len(second.table().seats)) == (3, 5)
