"""Options and data: bad ones are refused with a reason, good ones change the game."""

from copy import deepcopy

import pytest

from caravela.engines import load_game
from caravela.engines.lisboa import ENGINE

DATA = ENGINE.data()


def rows(path, number, **changes):
    """The data with other values in one row of a list."""
    table = DATA
    for key in path.split("."):
        table = table[key]
    made = deepcopy(table["list"])
    made[number].update(changes)
    data = {"list": made}
    for key in reversed(path.split(".")):
        data = {key: data}
    return data


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "option players is 1"),
        ({"players": 5}, "option players is 5"),
        ({"players": 2, "rows": 5}, "options.rows is 5; it must be between 0 and 4"),
        ({"deck": 9}, "the blue deck has 9 cards; 2 players start with 5 each"),
        ({"players": 4, "deck": 19}, "4 players start with 5 each"),
        ({"clergy": 1}, "has 2 tiles in play; 2 players need 3"),
        ({"decrees": 71}, "options.decrees is 71"),
        ({"hand": 9}, "option hand is 9"),
    ],
)
def test_bad_options_are_refused(options, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("lisboa", **options)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"components": {"political_cards": 81}}, "components.political_cards is 81; .* it must be 82"),
        ({"components": {"clergy_tiles": 36}}, "it must be 37"),
        ({"players_max": 5}, "players_max is 5"),
        ({"track": {"treasury": {"values": [1, 2, 4]}}}, "has 6 values; it must have 3 to 3"),
        ({"setup": {"treasury": {"start": 7}}}, "must be one of track.treasury.values"),
        ({"track": {"influence": {"reis_spaces": [0, 4, 2]}}}, "spaces ascend"),
        ({"track": {"church": {"steps": [2]}}}, "must allow 1 step"),
        ({"track": {"church": {"ring": ["influence", "treasury"]}}}, "needs a space for a tile"),
        ({"track": {"church": {"direction": "left"}}}, "it must be one of: clockwise counterclockwise"),
        ({"map": {"streets": ["gold", "books", "cloth", "tools"]}}, "in this order: gold cloth books tools"),
        ({"map": {"column_streets": {"c1": ["silver"]}}}, "must be a street of map.streets"),
        ({"map": {"columns": [1, 2, 3, 5, 4]}}, "map.columns has 5; its value 4 must be 4"),
        (rows("royal_favors", 0, noble="king"), "it must be one of: maia"),
        ({"map": {"rubble_pile": 60}}, "but the map takes"),
        (rows("map.plots", 0, reward="teleport"), "it must be one of: none good reis wigs"),
        (rows("map.plots", 1, id="WA"), "has the id 'WA' twice"),
        (rows("houses", 2, type="silver"), "gold cloth books tools any"),
        (rows("nobles", 0, state=["recruit", "produce"]), "there are, each once"),
        (rows("nobles", 0, noble_action="take_decree"), "each belongs to one"),
        (rows("noble_cards", 0, deck="green"), "blue red purple brown"),
        (rows("noble_cards", 0, deck="red"), "decks.list.0.cards is 21; it must be between 20 and 20"),
        (rows("noble_cards", 0, influence=11), "it must be between 0 and 10"),
        (rows("noble_cards", 0, effect="penalty", kind="recruit"), "good reis wigs influence official"),
        (rows("noble_cards", 1, id="P 2"), "no white space"),
        (rows("treasury_cards", 0, id="P01"), "has the id 'P01' twice"),
        (rows("treasury_cards", 0, event="nap"), "events are recruit, acquire_plan"),
        (rows("ships", 0, hull=0), "ships.list.0.hull is 0"),
        (rows("plans", 0, count=2), "components.plans is 20; .* it must be 21"),
        (rows("clergy_tiles", 1, effect="fly"), "the powers are those in RULES.md"),
        (rows("clergy_tiles", 1, effect="visit_maia"), "has the effect of an earlier row"),
        (rows("decrees", 0, metric="hats"), "the metrics are listed in RULES.md"),
        (rows("decrees", 1, need=0), "decrees.list.1.need is 0"),
        (rows("city_tiles", 1, good="gold"), "of the same good and size"),
        ({"limits": {"portfolio_base": 1}}, "limits.portfolio_base is 1"),
        ({"limits": {"rubble_max_per_kind": 6}}, "it must be between 1 and 5"),
        ({"scoring": {"ties": {"order": ["reis", "reis", "stores", "influence"]}}}, "each once"),
        ({"setup": {"by_players": {"two": {"rubble_placed": 55}}}}, "it must be 56"),
    ],
)
def test_bad_data_are_refused(data, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("lisboa", data=data)


@pytest.mark.parametrize("options", [*ENGINE.variants, *ENGINE.reduced], ids=str)
def test_every_size_opens(options):
    game = load_game("lisboa", **options)
    assert game.num_players() == options["players"]
    assert game.state_size < 1500
