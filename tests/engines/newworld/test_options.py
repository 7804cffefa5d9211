"""Options and data: bad ones are refused with a reason, good ones change the game."""

import pytest

from caravela.engines import load_game
from caravela.engines.newworld import ENGINE

CARDS, SITES, EDGES = (ENGINE.data()[table] for table in ("card", "site", "edge"))


def changed(rows, at, **changes):
    return [{**row, **changes} if i == at else row for i, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "option players is 1"),
        ({"players": 7}, "option players is 7"),
        ({"players": 2, "first": 2}, "options.first is 2; it must be between -1 and 1"),
        ({"regions": 6}, "options.regions is 6; it must be between 0 and 5"),
        ({"titles": "fate+famine"}, "options.titles names 'famine', which is no card"),
        ({"titles": ""}, "the deck has 0 cards"),
        ({"turns": 13}, "option turns is 13"),
    ],
)
def test_bad_options_are_refused(options, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("newworld", **options)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"constants": {"deck_size": 111}}, "constants.deck_size is 111; it must be 112"),
        ({"constants": {"deck_titles": 21}}, "constants.deck_titles is 21; it must be 22"),
        ({"constants": {"sites": 14}}, "constants.sites is 14; it must be 15"),
        ({"constants": {"regions": 4}}, "constants.regions is 4; it must be 5"),
        ({"constants": {"vp_floor": 1}}, "constants.vp_floor is 1; it must be 0"),
        ({"constants": {"reactions_per_card": 2}}, "constants.reactions_per_card is 2"),
        ({"constants": {"revolt_draw": 3}}, "constants.revolt_draw is 3; it must be between 0 and 2"),
        ({"constants": {"game_turns": 5}}, "turn_track.labels has 6 values; it must have 5 to 5"),
        ({"constants": {"disease_max_targets": 0}}, "constants.disease_max_targets is 0"),
        ({"rulings": {"marauders_scope": "none"}}, "it must be 'monopolies' or 'all'"),
        ({"rulings": {"tie_break": "colonies"}}, "it must be 'shared'"),
        ({"royal_support_track": {"cards": [4, 4, 5]}}, "royal_support_track.labels has 12 values"),
        ({"royal_support_track": {"cards": [0, *[4] * 11]}}, "it must be between 1 and 20"),
        ({"royal_support_track": {"start_index_by_seat": [0, 1]}}, "start_index_by_seat has 2 values"),
        ({"royal_support_track": {"start_index_by_seat": [0, 1, 12]}}, "start_index_by_seat has 12"),
        ({"royal_support_track": {"floor_index": 1}}, "start_index_by_seat has 0; it must be between 1 and 11"),
        ({"card": changed(CARDS, 1, id="famine")}, "whose text the engine does not know"),
        ({"card": changed(CARDS, 1, id="blight")}, "two cards are called 'blight'"),
        ({"card": changed(CARDS, 1, kind="reaction")}, "card.1.kind does not fit 'disease'"),
        ({"card": changed(CARDS, 1, window="after")}, "it must be 'turn'"),
        ({"card": changed(CARDS, 1, count=-1)}, "card.1.count is -1"),
        ({"card": changed(CARDS, 1, royal_support=99)}, "card.1.royal_support is 99"),
        ({"card": CARDS[1:]}, "constants.deck_titles is 22; it must be 21"),
        ({"site": changed(SITES, 3, index=4)}, "site.3.index is 4; it must be 3"),
        ({"site": changed(SITES, 3, id="amazon_gold")}, "two sites are called 'amazon_gold'"),
        ({"site": changed(SITES, 3, region="asia")}, "'asia', which regions.order does not have"),
        ({"site": changed(SITES, 3, region="amazon")}, "region 'central_america' has 2 sites"),
        ({"site": changed(SITES, 3, good="gold")}, "good 'wood' has 2 sites"),
        ({"edge": changed(EDGES, 0, a="asia_wood")}, "edge.0.a is 'asia_wood', which is no site"),
        ({"edge": changed(EDGES, 0, a="north_america_gold")}, "edge.0 joins a site with itself"),
        ({"edge": changed(EDGES, 0, kind="air")}, "it must be 'land' or 'sea'"),
        ({"regions": {"order": ["north_america"] * 5}}, "names differ"),
        ({"goods": {"order": ["wood", "gold", "fruit", "jewels", "sp ices"]}}, "no white space"),
    ],
)
def test_bad_data_are_refused(data, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("newworld", data=data)


def test_reduced_sizes(opening):
    stage = opening(players=2, first=0, turns=1, regions=2, titles="fate+disease", copies=2, hand=1)
    assert stage.names.titles == ("disease", "fate")
    assert stage.names.regions == ("north_america", "central_america")
    assert len(stage.names.sites) == 6
    assert stage.table().pile == {"disease": 2, "fate": 2}
    stage.play("card:fate", "card:disease")
    assert stage.table().step == "play"  # one card each
    stage.play("end", "end")
    assert stage.state.is_terminal()


def test_goods_without_all_their_sites_make_no_monopoly(table):
    colonies = {0: "na.wood ca.wood cb.wood na.gold ca.jewels"}
    assert table({0: "war"}, colonies, regions=3).play("end", "pass").vp()[0] == 5 + 2
    colonies = {0: "na.wood ca.wood na.gold"}
    assert table({0: "war"}, colonies, regions=2).play("end").vp()[0] == 3


def test_numbers_come_from_the_data(table):
    horn = {0: "ch.gold ch.spices ch.jewels", 1: "am.gold-"}
    constants = {"vp_per_successful": 3, "vp_per_monopoly": 5, "vp_per_reduced_enemy": 4, "vp_lost_per_struggling": 2}
    stage = table({0: "war fate", 1: "war"}, horn, vp=[0, 9, 0], data={"constants": constants})
    stage.use("struggle", "card:war", "am.gold")
    assert stage.vp()[0] == 4
    stage.play("end", "pass").quiet()
    assert stage.vp()[0] == 4 + 9 + 5
    drawn = table({0: "war fate", 1: "embargo"}, support=[0, 1, 0], data={"constants": {"embargo_draw": 2}})
    drawn.play("support:war", "player:1", "card:embargo").quiet().settle()
    assert drawn.table().seats[1].hand_count == 2
    short = table({0: "disease war"}, horn, data={"constants": {"disease_max_targets": 1}})
    short.play("play:disease", "ch.gold")
    assert short.table().step != "site"


def test_a_card_without_copies_is_left_out():
    data = {"card": changed(CARDS, 1, count=0), "constants": {"deck_size": 107}}
    game = load_game("newworld", data=data)
    assert game.num_distinct_actions() == load_game("newworld").num_distinct_actions() - 3
