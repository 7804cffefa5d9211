"""Data of Veracruz whose sums and numbers of components agree with its tables."""

from typing import Any

from caravela.engines.veracruz import ENGINE


def with_totals(changes: dict[str, dict[str, Any]] | None = None, **tables: Any) -> dict[str, Any]:
    """The whole data with the changes of some tables, others replaced, and every number that follows from them."""
    data = ENGINE.data()
    for name, table in (changes or {}).items():
        data[name] |= table
    return add_totals(data | tables)


def add_totals(data: dict[str, Any]) -> dict[str, Any]:
    """The data with every number that follows from the tables. It may raise anything if these make no sense."""
    boxes, stones, bets = data["goods_boxes"], data["stone_boxes"], 2 * data["betting"]["per_kind_per_player"]
    goods = len(data["goods"]["order"])
    boxes["per_good"] = sum(boxes["copies_per_good"])
    boxes["weight_per_good"] = sum(
        copies * value for copies, value in zip(boxes["copies_per_good"], boxes["values"], strict=True)
    )
    boxes["total"] = boxes["per_good"] * goods
    stones["total"] = len(stones["weights"])
    data["setup"] |= {"investments_per_player": 1, "betting_cards_per_player": bets}
    data["components"] |= {
        "galleons": len(data["galleon"]),
        "counters": 2 * len(data["galleon"]),
        "goods_boxes": boxes["total"],
        "stone_boxes": stones["total"],
        "empty_boxes": data["empty_boxes"]["total"],
        "box_cards": boxes["total"] + stones["total"] + data["empty_boxes"]["total"],
        "investment_cards": goods,
        "betting_cards": bets * data["players"]["max"],
        "meteorology_counters": 1,
        "doubloons": 1,
    }
    return data
