"""All that may be hidden from a seat at Sevilla 1503, with its exact probability.

The law: complete bids of another seat (amounts and false coins on all lots of the round) are uniform over those that
agree with what was seen: his purse, stacks, uncovered lots, and the free money that a paid toll has shown. The false
player's discs lie in any order. Cards that nobody but their owner has seen are any of those that are not in sight.
These parts are independent of each other.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod
from typing import NamedTuple, TypeVar

from tests.oracles.sevilla import Sevilla, stack
from tests.oracles.sevilla_score import Pile

Key = TypeVar("Key")
Bids = tuple[tuple[int, int], ...]  # amount and false coins, lot by lot
Discs = tuple[int, ...]
Cards = tuple[str, ...]


class World(NamedTuple):
    """Everything hidden from somebody, in a canonical order."""

    bids: tuple[Bids, ...]  # by seat, on lots that are not uncovered yet; () if there are none, or not all have bid
    discs: Discs  # of the false player, on lots that are not uncovered yet
    drawn: tuple[Cards, ...]  # by seat: cards that only their owner has seen, sorted


def world_of(game: Sevilla) -> World:
    """The truth."""
    covered = [lot for lot in game.lots if not lot.uncovered]
    return World(
        tuple(tuple((lot.bids[seat], lot.false[seat]) for lot in covered) for seat in game.seats)
        if game.bids_shown and covered
        else (),
        tuple(lot.disc for lot in covered if lot.disc is not None),
        tuple(tuple(sorted(cards.elements())) for cards in game.drawn),
    )


def worlds(game: Sevilla, p: int) -> dict[World, Fraction]:
    """All worlds that seat p cannot tell from the truth, with their probabilities."""
    return {
        World(bids, discs, drawn): bid_share * disc_share * card_share
        for bids, bid_share in shares(hidden_bids(game, p)).items()
        for discs, disc_share in shares(disc_orders(game)).items()
        for drawn, card_share in shares(drawn_cards(game, p)).items()
    }


def shares(weights: Counter[Key]) -> dict[Key, Fraction]:
    """Probabilities in proportion to the weights."""
    return {key: Fraction(weight, weights.total()) for key, weight in weights.items()}


def hidden_bids(game: Sevilla, p: int) -> Counter[tuple[Bids, ...]]:
    """What may lie on the covered lots, by seat, each with the number of whole bids that agree with it."""
    covered = [number for number, lot in enumerate(game.lots) if not lot.uncovered]
    if not game.bids_shown or not covered:
        return Counter([()])
    by_seat = []
    for seat in game.seats:
        own = tuple((lot.bids[seat], lot.false[seat]) for lot in game.lots)
        whole = [own] if seat == p else list(possible_bids(game, seat))
        by_seat.append(Counter(tuple(bids[number] for number in covered) for bids in whole))
    found: Counter[tuple[Bids, ...]] = Counter()
    for parts in product(*(seat.items() for seat in by_seat)):
        found[tuple(bids for bids, _ in parts)] = prod(weight for _, weight in parts)
    return found


def possible_bids(game: Sevilla, seat: int) -> Iterator[Bids]:
    """Whole bids of a seat that agree with everything the others have seen."""
    toll = game.all_buildings["puerto"]["toll"]
    for bids in _bids(game, seat, 0, game.purses_at_bidding[seat], game.false_coins_each):
        later = {paid: sum(r for r, _ in bids[paid.lot + 1 :]) for paid in game.tolls if paid.seat == seat}
        if all(paid.purse - committed >= toll for paid, committed in later.items()):
            yield bids


def _bids(game: Sevilla, seat: int, number: int, money: int, false: int) -> Iterator[Bids]:
    """S5.2, from this lot on."""
    if number == len(game.lots):
        yield ()
        return
    lot = game.lots[number]
    for r, f in product(range(money + 1), range(false + 1 if game.visible_tokens else 1)):
        seen = lot.bids[seat], lot.false[seat]
        if lot.uncovered and (r, f) != seen:
            continue
        if game.visible_tokens and stack(r, f) != stack(*seen):
            continue
        for rest in _bids(game, seat, number + 1, money - r, false - f):
            yield ((r, f), *rest)


def disc_orders(game: Sevilla) -> Counter[Discs]:
    """Orders of the false player's discs on the lots that have one and are covered (S12.2)."""
    placed = [lot for lot in game.lots if lot.disc is not None]
    if not placed:
        return Counter([()])
    uncovered = tuple(lot.disc for lot in placed if lot.uncovered)
    orders = permutations(game.false_player_discs(), len(placed))  # like discs are different ones here
    return Counter(order[len(uncovered) :] for order in orders if order[: len(uncovered)] == uncovered)


def drawn_cards(game: Sevilla, p: int) -> Counter[tuple[Cards, ...]]:
    """Cards that only their owners have seen: as likely as any other cards that p cannot see."""
    seats = [seat for seat in game.seats if seat != p and game.drawn[seat].total()]
    known = tuple(tuple(sorted(cards.elements())) for cards in game.drawn)
    if not seats:
        return Counter([known])
    (owner,) = seats  # there is one El Arenal
    unseen: Pile = game.deck + game.drawn[owner]
    number = game.drawn[owner].total()
    return Counter(
        {
            (*known[:owner], cards, *known[owner + 1 :]): prod(comb(unseen[t], cards.count(t)) for t in set(cards))
            for cards in _parts(sorted(unseen), unseen, number)
        }
    )


def _parts(titles: list[str], pile: Pile, number: int) -> Iterator[Cards]:
    """Sub-multisets with so many cards, sorted."""
    if number == 0:
        yield ()
        return
    if titles:
        for count in range(min(number, pile[titles[0]]) + 1):
            for rest in _parts(titles[1:], pile, number - count):
                yield (*(titles[0],) * count, *rest)
