"""The numbers by which the native engine knows the oracle's actions and outcomes, and what its bytes say."""

from collections import Counter
from typing import Any

from caravela import Game, State, View
from caravela.engines.sevilla.table import Table, read_table
from tests.oracles.sevilla import Sevilla
from tests.oracles.sevilla_score import Pile
from tests.oracles.sevilla_worlds import World

# The steps of the engine by what the oracle asks.
STEPS = {
    "helm": "helm",
    "building": "building",
    "card": "card",
    "disc": "disc",
    "E1": "amount",
    "E2": "false",
    "show": "show",
    "E3": "order",
    "E4": "rebid",
    "E5": "toll",
    "E6": "deal",
    "E7": "arenal",
    "arenal": "draw",
    "E8": "casa",
    "E9": "board",
    "": "over",
}
BEFORE = ("helm", "building")
BIDDING = ("amount", "false", "show")
CONTESTED = ("order", "rebid")  # bids lie on the lot that is being resolved
WON = ("toll", "deal", "arenal", "draw")
RESOLVING = (*CONTESTED, *WON)
AFTER = ("casa", "board", "over")
OPEN = (*CONTESTED, "toll", "deal", "arenal", "casa", "board")  # who is asked is for all to see


def action_ids(game: Game) -> dict[str, int]:
    """Every action by name."""
    return {game.action_to_string(number): number for number in range(game.num_distinct_actions())}


def outcome_ids(game: Game) -> dict[str, int]:
    """Every outcome by name."""
    return {game.chance_to_string(number): number for number in range(game.max_chance_outcomes())}


def native_world(state: State) -> World:
    """The hidden part of a true or sampled state."""
    table = read_table(state)
    seats, lots = range(len(table.seats)), range(len(table.lots))
    shown = table.step in RESOLVING
    covered = lots[table.lot :] if shown else [] if table.step in AFTER else lots
    discs = [table.lots[number].disc for number in covered]
    drawn = tuple(sorted(Counter(table.drawn).elements()))
    bids = tuple(
        tuple((table.seats[seat].coins[number], table.seats[seat].false_coins[number]) for number in covered)
        for seat in seats
    )
    return World(
        bids if shown and covered else (),
        tuple(disc for disc in discs if disc is not None),
        tuple(drawn if table.seats[seat].building == "arenal" else () for seat in seats),
    )


def native_facts(view: View) -> dict[str, Any]:
    """What the view's seat knows, read from its redacted bytes."""
    table, p = read_table(view), view.player
    bids = _bids_in(table, p)
    lots = range(len(table.lots))
    open_lots = lots[table.lot - (table.step in CONTESTED) :] if table.step in RESOLVING else lots
    return {
        "step": "others bid" if table.step in BIDDING and p in table.done else table.step,
        "mover": table.mover if table.step in OPEN else None,
        "round": table.round if table.step not in BEFORE and table.step not in AFTER else None,
        "lot": table.lot if table.step in RESOLVING else None,
        "helm": table.helm if table.step != "helm" else None,
        "purses": [seat.purse for seat in table.seats],
        "spent": [sorted(seat.spent) for seat in table.seats],
        "backing": [seat.backing for seat in table.seats] if table.step in CONTESTED else None,
        "buildings": [seat.building for seat in table.seats],
        "fleets": [(seat.ships, seat.capacity) for seat in table.seats],
        "won": [_with_drawn(table, seat, p) for seat in range(len(table.seats))],
        "unseen in piles": [
            table.drawn_count if seat.building == "arenal" and number != p else 0
            for number, seat in enumerate(table.seats)
        ],
        "unseen": table.deck,  # cards that p has not seen, in the deck or elsewhere
        "deck": table.deck_count + len(table.bottom),
        "under": table.bottom,
        "small ships": table.supply,
        "arenal used": table.swapped and table.step not in AFTER,
        "aboard": [seat.aboard for seat in table.seats],
        "lots": [
            ([card for card in table.lots[number].cards if card], table.lots[number].small)
            for number in open_lots
            if any(table.lots[number].cards) and table.step not in AFTER
        ],
        "swappable": table.lots[table.lot - 1].cards if table.step == "arenal" else None,
        "bids": bids,
    }


def _bids_in(table: Table, p: int) -> Any:
    """Coins, false coins and discs as far as p knows them: own ones while others bid, later those of all."""
    if table.step in BIDDING:
        return table.seats[p].coins, table.seats[p].false_coins
    if table.step not in RESOLVING:
        return None
    present, later = table.lot - 1, slice(table.lot, None)
    contested = table.step in CONTESTED
    return (
        [(seat.coins[present], seat.false_coins[present]) for seat in table.seats] if contested else None,
        table.lots[present].disc if contested else None,
        (table.seats[p].coins[later], table.seats[p].false_coins[later]),
        [seat.discs[later] for seat in table.seats],
    )


def _with_drawn(table: Table, seat: int, p: int) -> dict[str, int]:
    pile = Counter(table.seats[seat].pile)
    if seat == p and table.seats[seat].building == "arenal":
        pile.update(table.drawn)
    return dict(pile)


def oracle_facts(game: Sevilla, p: int) -> dict[str, Any]:
    """The same from the oracle."""
    facts = game.facts(p)
    step = STEPS.get(facts["asked"], facts["asked"])
    lots = facts["lots"]
    open_lots = range(game.lot + (step in WON), len(lots)) if step in RESOLVING else range(len(lots))
    unseen: Pile = Counter(game.deck)
    for seat in game.seats:
        if seat != p:
            unseen.update(game.drawn[seat])
    bids: Any = None
    if step in (*BIDDING, "others bid"):
        bids = [lot[5][p] for lot in lots], [lot[6][p] for lot in lots]
    elif step in RESOLVING:
        now, later = lots[game.lot], lots[game.lot + 1 :]
        bids = (
            list(zip(now[5], now[6], strict=True)) if step in CONTESTED else None,
            now[7] if step in CONTESTED else None,
            ([lot[5][p] for lot in later], [lot[6][p] for lot in later]),
            [facts["stacks"][seat][game.lot + 1 :] if facts["stacks"] else [0] * len(later) for seat in game.seats],
        )
    return {
        "step": step,
        "mover": facts["player"] if step in OPEN else None,
        "round": facts["round"] if step not in BEFORE and step not in AFTER else None,
        "lot": game.lot + 1 if step in RESOLVING else None,
        "helm": facts["helm"] if step != "helm" else None,
        "purses": facts["purses"],
        "spent": [sorted(set(game.patrons) - set(ready)) for ready in facts["ready"]],
        "backing": [lots[game.lot][8].get(seat) for seat in game.seats] if step in CONTESTED else None,
        "buildings": [*facts["buildings"], *[None] * (game.players - len(facts["buildings"]))],
        "fleets": [
            (len(fleet), sum(game.ship_cards[ship]["capacity_quarters"] for ship in fleet)) for fleet in facts["fleets"]
        ],
        "won": facts["won"],
        "unseen in piles": facts["unseen in piles"],
        "unseen": dict(+unseen),
        "deck": facts["deck"],
        "under": facts["under"],
        "small ships": facts["small ships"],
        "arenal used": facts["arenal used"] and step not in AFTER,
        "aboard": [
            facts["boarding"] if step == "board" and seat == facts["player"] else facts["boarded"][seat] or {}
            for seat in game.seats
        ],
        "lots": [(lots[number][0], lots[number][2]) for number in open_lots if lots[number][0] and step not in AFTER],
        "swappable": _swappable(game) if step == "arenal" else None,
        "bids": bids,
    }


def _swappable(game: Sevilla) -> tuple[str | None, ...]:
    """The cards of the lot just won, None for those that are not there or not his any more."""
    lot = game.lots[game.lot]
    cards = [card if place in lot.kept else None for place, card in enumerate(lot.cards, 1)]
    return (*cards, *[None] * (2 - len(cards)))
