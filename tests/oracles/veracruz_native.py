"""What the native engine's bytes say about a position, and what the oracle says, in one form that can be compared."""

from collections import Counter
from typing import Any

from caravela import State, View
from caravela.engines.veracruz.table import read_table
from tests.oracles.veracruz import SIDES, Veracruz, World


def native_facts(view: View) -> dict[str, Any]:
    """Everything the view's seat knows, read from its redacted bytes."""
    table = read_table(view)
    return {
        "weather": table.meteorology,
        # The engine forgets them where they no longer matter.
        "passes": table.passes if table.phase == "act" else None,
        # The engine does not count the reserve until the hands are dealt.
        "reserve": None if table.phase in ("invest", "deal") else table.reserve,
        "decks": [(deck.top, deck.count) for deck in table.decks],
        "galleons": {
            galleon.name: (galleon.weight, galleon.balance, galleon.last, galleon.value, galleon.bets)
            for galleon in table.galleons
        },
        "loaded": table.out,
        "unseen": table.pool,
        "investments": [seat.investment for seat in table.seats],
        "bets left": [seat.bets_left for seat in table.seats],
        "own bets left": table.seats[view.player].bet_cards,
        "drawn": [seat.known for seat in table.seats],
        "unknown": [seat.hidden_count for seat in table.seats],
        "shown": [seat.hidden for seat in table.seats],
        "excluded": [set(seat.excluded) if seat.hidden_count else set() for seat in table.seats],
    }


def oracle_facts(game: Veracruz, p: int) -> dict[str, Any]:
    """The same from the oracle."""
    view = game.public_view(p)
    ships, goods = view["galleons"], {box.name: box.good for box in game.all_boxes}
    unseen = Counter(game.unseen)
    for seat in game.seats:
        if seat != p and not game.over:
            unseen.update(box.name for box in game.unknown[seat])
    shown = [[] if isinstance(cards, int) else cards for cards in view["unknown"]]

    def last(pile: list[tuple[str, bool]]) -> str | None:
        return None if not pile else "void" if pile[-1][0] == "empty" else pile[-1][0]

    def values(ship: dict[str, Any]) -> dict[str, int]:
        return {
            good: sum(
                game.kinds[name].weight
                for side in SIDES
                for name, void in ship[side]
                if goods[name] == good and not void
            )
            for good in game.goods
        }

    return {
        "weather": view["meteorology"],
        "passes": game.passes if game.player() >= 0 and not game.to_draw else None,
        "reserve": None if any(what == "deal" for what, _ in game.agenda) else view["reserve"],
        "decks": view["decks"],
        "galleons": {
            name: (
                ship["weight"],
                ship["balance"],
                tuple(last(ship[side]) for side in SIDES),
                values(ship),
                ship["bets"],
            )
            for name, ship in ships.items()
        },
        "loaded": dict(Counter(name for ship in ships.values() for side in SIDES for name, _ in ship[side])),
        "unseen": dict(+unseen),
        "investments": [*view["investments"], *[None] * (game.players - len(view["investments"]))],
        "bets left": view["bets_left"],
        "own bets left": dict(game.bets_left[p]),
        "drawn": [dict(Counter(cards)) for cards in view["drawn"]],
        "unknown": [cards if isinstance(cards, int) else len(cards) for cards in view["unknown"]],
        "shown": [dict(Counter(cards)) for cards in shown],
        "excluded": [set(kinds) if view["unknown"][seat] else set() for seat, kinds in enumerate(view["excluded"])],
    }


def world_of(state: State) -> World:
    """The hidden part of a true or sampled state; ValueError if something is still hidden in it."""
    table = read_table(state)
    bets = tuple(tuple((seat, kind) for seat, kind in galleon.bets if kind is not None) for galleon in table.galleons)
    if [len(known) for known in bets] != [len(galleon.bets) for galleon in table.galleons]:
        raise ValueError("a bet is hidden")
    if [sum(seat.hidden.values()) for seat in table.seats] != [seat.hidden_count for seat in table.seats]:
        raise ValueError("a hand is hidden")
    return World(
        tuple(seat.investment for seat in table.seats if seat.investment is not None),
        bets,
        tuple(tuple(sorted(Counter(seat.hidden).elements())) for seat in table.seats),
    )
