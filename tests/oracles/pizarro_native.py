"""The numbers by which the native engine knows the oracle's actions and outcomes, and what its bytes say."""

from collections import Counter
from typing import Any

from caravela import State, View
from caravela.engines.pizarro.table import read_table
from tests.oracles.pizarro import Pizarro
from tests.oracles.pizarro_worlds import World


def action_ids(game: Pizarro) -> dict[str, int]:
    """Every action by name."""
    copies = game.data["explorer_cards"]["copies_per_phase"][0]
    stacks = [f"stack:{number}" for number in range(1, 1 + min(copies, game.options["copies"] or copies))]
    cards = [f"{verb}:{value}" for verb in ("pay", "tuck", "put") for value in game.values]
    most = sum(game.all_money.elements())
    names = [
        *("pass", "veto", "decline", "done", "left", "right", "from:left", "from:right", "draw", "stop"),
        *stacks,
        *cards,
        *(f"bid:{bid}" for bid in range(1, most + 1)),
    ]
    return {name: number for number, name in enumerate(names)}


def outcome_ids(game: Pizarro) -> dict[str, int]:
    """Every outcome by name."""
    names = [
        *(f"money:{value}" for value in game.values),
        *(f"taken:{value}" for value in game.values),
        *(f"card:{name}" for name in game.explorers),
        *(f"auctioneer:{seat}" for seat in game.seats),
    ]
    return {name: number for number, name in enumerate(names)}


def native_world(state: State) -> World:
    """The hidden part of a true or sampled state; ValueError if something is still hidden in it."""
    table = read_table(state)
    hands = [Counter(seat.known) + Counter(seat.hidden) for seat in table.seats]
    if [hand.total() for hand in hands] != [seat.hand_count for seat in table.seats]:
        raise ValueError("a hand is hidden")
    stacks = [tuple(value for value, _ in stack.cards) for stack in table.stacks]
    if any(value is None for cards in stacks for value in cards):
        raise ValueError("a tucked card is hidden")
    return World(
        tuple(tuple(sorted(hand.elements())) for hand in hands),
        tuple((number, cards) for number, cards in enumerate(stacks, 1) if cards),
    )


# Where both have put everything in its place: not while a sale is being settled.
CALM = ("explorer", "D1", "D2", "D7", "D8", "draw", "laid out", "")


def native_facts(view: View) -> dict[str, Any]:
    """What the view's seat knows, read from its redacted bytes."""
    table = read_table(view)
    bidding, putting = table.step == "bid", table.step == "put"
    return {
        "phase": table.phase,
        "turned up": table.card,
        "unknown explorer cards": table.deck,
        "put back": table.bottom,
        "opener": table.opener,
        "bid": (table.high, table.leader),
        "bidders": table.asked if bidding else [],
        "stack": table.stack_count,
        "discard": table.discard,
        "exposed": table.exposed,
        "revealed": table.scored,
        "put away": table.puts if putting else 0,
        "drawn for luck": table.luck,
        "ships": [seat.ships for seat in table.seats],
        "stacks": [(stack.owner, stack.level, [value for value, _ in stack.cards]) for stack in table.stacks],
        "unplaced": [seat.unplaced for seat in table.seats],
        "vetoes": [seat.vetoes for seat in table.seats],
        "hand sizes": [seat.hand_count for seat in table.seats],
        "known": [dict(Counter(seat.known) + Counter(seat.hidden)) for seat in table.seats],
    }


def oracle_facts(game: Pizarro, p: int) -> dict[str, Any]:
    """The same from the oracle, in calm positions."""
    facts = game.facts(p)
    ships = [Counter[tuple[str, int, str]]() for _ in game.seats]
    for owner, explorer, space, part, *_ in facts["ships"]:
        ships[owner][explorer, space, part or "left"] += 1
    return {
        "phase": facts["phase"],
        "turned up": facts["turned up"],
        "unknown explorer cards": facts["phase stacks"][game.phase],
        "put back": facts["put back"],
        "opener": facts["opener"],
        "bid": facts["bid"],
        "bidders": sorted(facts["bidders"]),
        "stack": facts["stack"],
        "discard": facts["discard"],
        "exposed": [seat for seat in game.seats if facts["exposed"][seat]],
        "revealed": [seat for seat in game.seats if facts["revealed"][seat]],
        "put away": facts["put away"] if game.asked() == "D7" else 0,
        "drawn for luck": sum(value * count for value, count in facts["laid out"].items()),
        "ships": [dict(own) for own in ships],
        "stacks": [
            (owner, space, [value or None for value in cards])
            for _, owner, space, cards in sorted(
                (ship[4], ship[0], ship[2], ship[6]) for ship in facts["ships"] if ship[4]
            )
        ],
        "unplaced": facts["unplaced"],
        "vetoes": facts["vetoes"],
        "hand sizes": facts["hand sizes"],
        "known": [dict(+game.hands[seat] if seat == p else +game.known[seat]) for seat in game.seats],
    }
