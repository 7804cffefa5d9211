"""Boarding by edited data tables: other numbers count, and what the search does not cover is refused."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from caravela.engines.sevilla.boarding import DATA, Boarding

Tables = dict[str, Any]


def tables() -> Tables:
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def row(data: Tables, title: str) -> dict[str, Any]:
    """The row of a card, for changes."""
    return next(row for row in [*data["auction_card"], *data["rebel_card"]] if row["id"] == title)


def edited(title: str, **changes: Any) -> Tables:
    data = tables()
    row(data, title).update(changes)
    return data


def test_rows_have_the_same_keys() -> None:
    """A table edited as a whole must have the keys of the first row."""
    for table in ("auction_card", "rebel_card"):
        first, *others = tables()[table]
        for other in others:
            assert set(other) <= set(first)
            assert {key for key in set(first) - set(other) if not key.endswith("source")} == set()


def test_edited_points_count() -> None:
    cards = {"oil": 2, "wine": 2}
    assert Boarding().best(cards, 4, 1, 0)[0] == 2
    assert Boarding(edited("wine", points=3)).best(cards, 4, 1, 0) == (6, {"wine": 2})
    assert Boarding(edited("ships_boy", points=2)).best({"ships_boy": 3}, 8, 1, 0)[0] == 4
    assert Boarding(edited("stowaway", points=2, when="coins")).best({"stowaway": 2}, 8, 1, 10)[0] == 4


def test_edited_effects_count() -> None:
    """An officer may score for another crew title, a crew card exempt other goods."""
    data = edited("administrator", per="cook", points=2)
    assert Boarding(data).value({"administrator": 2, "cook": 2, "storekeeper": 1}, 1, 0) == 8
    assert Boarding(edited("treasurer", when="helm")).value({"treasurer": 1}, 1, 50, True) == 4
    assert Boarding(edited("treasurer", when="helm")).value({"treasurer": 1}, 1, 50, False) == 0
    goods = {"oil": 1, "wine": 1, "armament": 1, "livestock": 1}
    assert Boarding(edited("cook", per="ship")).best(goods | {"cook": 1, "scribe": 1}, 12, 3, 0)[0] == 4 * 3 + 4


def test_edited_constants_count() -> None:
    data = tables()
    data["constants"].update(carpentry_set_vp=5, admiral_distinct_officers=2, treasurer_coins=3)
    boarding = Boarding(data)
    pieces = {"carpentry_a": 1, "carpentry_b": 1, "carpentry_c": 1, "carpentry_d": 1}
    assert boarding.value(pieces, 1, 0) == 5
    assert boarding.best({"admiral": 1, "treasurer": 1}, 8, 1, 3)[0] == 8
    data["rulings"]["rogue_distinct_titles"] = 2
    data["constants"]["admiral_distinct_officers"] = 3
    assert Boarding(data).best({"admiral": 1, "rogue": 2}, 12, 1, 3)[0] == 4


def test_fewer_cards_and_titles() -> None:
    """Reduced tables are good as long as a family keeps its shape."""
    data = tables()
    data["rebel_card"] = []
    data["auction_card"] = [row for row in data["auction_card"] if row["family"] not in ("carpentry", "boy")]
    row(data, "surgeon").update(weightless="", per="card")
    row(data, "boatswain").update(per="card")
    data["constants"]["carpentry_set_size"] = 0
    assert Boarding(data).best({"boatswain": 1, "surgeon": 1, "oil": 5}, 10, 1, 0) == (5, {"boatswain": 1, "oil": 3})


def without(key: str) -> Callable[[Tables], None]:
    def change(data: Tables) -> None:
        del row(data, "admiral")[key]

    return change


def set_constant(key: str, value: Any) -> Callable[[Tables], None]:
    def change(data: Tables) -> None:
        data["constants"][key] = value

    return change


def set_card(title: str, **changes: Any) -> Callable[[Tables], None]:
    def change(data: Tables) -> None:
        row(data, title).update(changes)

    return change


def add_titles(data: Tables) -> None:
    data["auction_card"] += [row(data, "oil") | {"id": f"oil_{n}"} for n in range(4)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without("points"), "missing value auction_card.15.points"),
        (without("family"), "missing value auction_card.15.family"),
        (set_card("admiral", points=-1), "auction_card.15.points is -1; it must be between 0 and 50"),
        (set_card("admiral", points=1.5), "auction_card.15.points must be one integer"),
        (set_card("admiral", weight_quarters=5), "auction_card.15.weight_quarters is 5; like the other cards of its"),
        (set_card("admiral", family="sailor"), "family is 'sailor'; it must be one of goods carpentry officer crew"),
        (set_card("rogue", family="crew"), "rebel_card.1.family is 'crew'; it must be one of rebel"),
        (set_card("wine", id="oil"), "auction_card.1.id is 'oil', which is the id of another card"),
        (set_card("admiral", when="noon"), "auction_card.15.when is 'noon'; it must be one of always coins helm"),
        (set_card("admiral", when="goods"), "auction_card.15.when is 'goods', which boarding does not take"),
        (set_card("oil", when="coins"), "auction_card.0.when is 'coins', which boarding does not take"),
        (set_card("admiral", per="parrot"), "auction_card.15.per is 'parrot'; it must be one of card ship crew"),
        (set_card("admiral", per="crew"), "auction_card.15.per is 'crew', which boarding does not take"),
        (set_card("rancher", per="oil"), "auction_card.12.per is 'oil', which boarding does not take"),
        (set_card("friar", per="oil"), "auction_card.19.per is 'oil', which boarding does not take"),
        (set_card("rogue", per="boy"), "rebel_card.1.per is 'boy', which boarding does not take"),
        (set_card("rancher", per="officer"), "2 officers score per officer and 1 when there are enough"),
        (set_card("rancher", per="card", when="officers"), "1 officers score per officer and 2 when there are"),
        (set_card("admiral", weightless="oil"), "weightless is 'oil'; a crew card may name goods or the boys"),
        (set_card("cook", weightless="scribe"), "weightless is 'scribe'; a crew card may name goods or the boys"),
        (set_card("cook", weightless="oil"), "weightless names a card that another crew card makes weightless"),
        (set_card("oil", wild=True), "auction_card.0.wild must be false"),
        (set_card("carpentry_a", points=1), "auction_card.4.points must be 0"),
        (set_card("carpentry_a", family="boy", points=0, weight_quarters=4), "2 titles of family boy; boarding"),
        (set_card("oil", count=40), "50 cards of family goods; boarding takes 48"),
        (set_card("oil", count=49), "auction_card.0.count is 49; it must be between 0 and 48"),
        (set_card("cook", count=9), "ways to choose crew cards; boarding takes 59049"),
        (set_card("rogue", must_board=False), "rebel_card.1.must_board is 0; it must be between 1 and 1"),
        (set_constant("carpentry_set_size", 3), "constants.carpentry_set_size is 3; it must be between 4 and 4"),
        (set_constant("treasurer_coins", -1), "constants.treasurer_coins is -1"),
        (add_titles, "36 titles of auction_card and rebel_card; boarding takes 32"),
    ],
)
def test_bad_data_is_refused(change: Callable[[Tables], None], message: str) -> None:
    data = tables()
    change(data)
    with pytest.raises(ValueError, match=re.escape(message)):
        Boarding(data)
