"""The numbers by which the native engine knows the oracle's actions and outcomes, and what its bytes say."""

from collections import Counter
from typing import Any

from caravela import State, View
from caravela.engines.newworld.table import read_table
from tests.oracles.newworld import NewWorld
from tests.oracles.newworld_worlds import World


def action_ids(game: NewWorld) -> dict[str, int]:
    """Every action by name."""
    names = [
        *("end", "done", "pass", "stop", "build", "struggle", "repair"),
        *(f"pledge:{points}" for points in range(game.rules["plague_ship_vp_to_stop"] + 1)),
        *(f"player:{seat}" for seat in game.seats),
        *(f"region:{region}" for region in game.regions),
        *(f"site:{site}" for site in game.sites),
        *(f"{verb}:{title}" for verb in ("card", "play", "support") for title in game.cards),
    ]
    return {name: number for number, name in enumerate(names)}


def outcome_ids(game: NewWorld) -> dict[str, int]:
    """Every outcome by name."""
    names = [*(f"card:{title}" for title in game.cards), *(f"first:{seat}" for seat in game.seats)]
    return {name: number for number, name in enumerate(names)}


def native_world(state: State) -> World:
    """The hands of a true or sampled state; ValueError if one is still hidden in it."""
    table = read_table(state)
    hands = [Counter(seat.hand) for seat in table.seats]
    if [hand.total() for hand in hands] != [seat.hand_count for seat in table.seats]:
        raise ValueError("a hand is hidden")
    if sum(table.pile.values()) != table.pile_count:
        raise ValueError("the pile is hidden")
    return tuple(tuple(sorted(hand.elements())) for hand in hands)


STEPS = {
    "first": "first",
    "deal": "draw",
    "draw": "draw",
    "discard": "D1",
    "abandon": "D2",
    "play": "D3",
    "card": "D3 card",
    "player": "D5",
    "region": "D6",
    "react": "D8",
    "iron": "D9",
    "plague": "D10",
    "pledge": "D11",
    "over": "",
}


def native_facts(view: View, p: int) -> dict[str, Any]:
    """What a view says of the table, as `oracle_facts`."""
    table = read_table(view)
    return {
        "asked": STEPS.get(table.step, "D4 or D7"),
        "first": None if table.step == "first" else table.first,
        "support": [seat.support for seat in table.seats],
        "points": [seat.vp for seat in table.seats],
        "colonies": [seat.colonies for seat in table.seats],
        "isolated": [seat.isolated for seat in table.seats],
        "pile": table.pile_count,
        "discard": table.discard,
        "hand sizes": [seat.hand_count for seat in table.seats],
        "hands": [seat.hand if number == p else {} for number, seat in enumerate(table.seats)],
        "hidden": not any(seat.hand for number, seat in enumerate(table.seats) if number != p),
    }


def oracle_facts(game: NewWorld, p: int) -> dict[str, Any]:
    """The same from the oracle."""
    facts = game.facts(p)
    asked = facts["asked"]
    return {
        "asked": "D4 or D7" if asked in ("D4", "D7") else asked,
        "first": None if asked == "first" else facts["first"],
        "support": facts["support"],
        "points": facts["points"],
        "colonies": [
            {game.sites[site]: up for site, (owner, up) in facts["map"].items() if owner == seat} for seat in game.seats
        ],
        "isolated": [
            [game.regions[region] for region, owner in facts["isolations"].items() if owner == seat]
            for seat in game.seats
        ],
        "pile": facts["pile"],
        "discard": facts["discard"],
        "hand sizes": facts["hand sizes"],
        "hands": [facts["hand"] if seat == p else {} for seat in game.seats],
        "hidden": True,
    }
