"""All that may be hidden from a seat at Lisboa, with its exact probability.

The law: the hidden cards of others are any of the blue, or purple, cards that the seat has not seen, each physical
card as likely as any other; the two clergy tiles from which somebody is choosing are any two of those it has not seen.
What others play is no evidence, but of alike cards in a hand each one may be the one that is played.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from tests.oracles.lisboa import CHANCE, Lisboa

Cards = tuple[tuple[str, str], ...]  # back, card


class World(NamedTuple):
    """Everything hidden from somebody, in a canonical order."""

    hands: tuple[Cards, ...]  # by seat: cards that not everybody knows, sorted by card
    offered: tuple[str, ...]  # clergy tiles of D1, sorted


def world_of(game: Lisboa) -> World:
    """The truth."""
    return World(
        tuple(
            tuple((held.back, held.card) for held in sorted(seat.hand, key=lambda held: held.card) if not held.known)
            for seat in game.table.seats
        ),
        tuple(sorted(tile for offered in game.offered.values() for tile in offered)),
    )


def unseen_cards(game: Lisboa, p: int) -> dict[str, Counter[str]]:
    """Blue and purple cards that p has not seen, by back: those of others, and those out of the game."""
    return {
        back: game.undealt[back]
        + Counter(
            held.card
            for seat in game.seats
            if seat != p
            for held in game.table.seats[seat].hand
            if held.back == back and not held.known
        )
        for back in ("blue", "purple")
    }


def worlds(game: Lisboa, p: int) -> dict[World, Fraction]:
    """All worlds that seat p cannot tell from the truth, with their probabilities."""
    true = world_of(game)
    hands = [({seat: true.hands[seat] if seat == p else () for seat in game.seats}, 1)]
    for back, unseen in unseen_cards(game, p).items():
        hands = [
            ({seat: tuple(sorted((*known[seat], *((back, card) for card in dealt[seat])))) for seat in known}, w * ways)
            for known, w in hands
            for dealt, ways in _deals(_slots(game, p, back), unseen)
        ]
    tiles = _offers(game, p)
    total = sum(weight for _, weight in hands) * tiles.total()
    return {
        World(tuple(tuple(sorted(known[seat], key=lambda pair: pair[1])) for seat in game.seats), offered): Fraction(
            weight * ways, total
        )
        for known, weight in hands
        for offered, ways in tiles.items()
    }


def _slots(game: Lisboa, p: int, back: str) -> dict[int, int]:
    """How many hidden cards with this back a seat has."""
    return {
        seat: sum(held.back == back and not held.known for held in game.table.seats[seat].hand) if seat != p else 0
        for seat in game.seats
    }


def _deals(slots: Mapping[int, int], unseen: Counter[str]) -> Iterator[tuple[dict[int, tuple[str, ...]], int]]:
    """Every way to fill the slots of all seats, with its number of physical ways."""
    if not slots:
        yield {}, 1
        return
    (seat, number), *others = slots.items()
    for cards in _parts(sorted(+unseen), unseen, number):
        ways = prod(comb(unseen[card], cards.count(card)) for card in set(cards))
        for rest, more in _deals(dict(others), unseen - Counter(cards)):
            yield {seat: cards, **rest}, ways * more


def _parts(kinds: list[str], pile: Counter[str], number: int) -> Iterator[tuple[str, ...]]:
    """Sub-multisets with so many cards, sorted."""
    if number == 0:
        yield ()
    elif kinds:
        for count in range(min(number, pile[kinds[0]]) + 1):
            for rest in _parts(kinds[1:], pile, number - count):
                yield (*(kinds[0],) * count, *rest)


def _offers(game: Lisboa, p: int) -> Counter[tuple[str, ...]]:
    """Clergy tiles that somebody else looks at, or the true ones."""
    true = world_of(game).offered
    if not true or p in game.offered:
        return Counter([true])
    unseen = game.table.clergy_bag + Counter(true)
    return Counter(tuple(sorted(tiles)) for tiles in combinations(unseen.elements(), len(true)))


def followed(game: Lisboa, p: int) -> dict[World, Fraction]:
    """The law once more: all games that show seat p the same up to here, each as likely as its chances.

    A card that leaves the hand of another seat counts as often as it lies there unknown; all else that others choose
    counts once.
    """
    target = game.told[p]
    found: Counter[World] = Counter()
    todo: list[tuple[list[str], Fraction]] = [([], Fraction(1))]
    while todo:
        names, share = todo.pop()
        here = Lisboa(game.data, **game.options)
        for name in names:
            here.apply(name)
        while len(here.answers) < len(game.answers):
            outcomes = here.outcomes()
            fits = [name for name in here.legal() or outcomes if _looks(here, p, name) == target[len(here.answers)]]
            if len(fits) != 1:
                todo += [([*here.answers, name], share * _weight(here, p, name)) for name in fits]
                break
            share *= _weight(here, p, fits[0])
            here.apply(fits[0])
        else:
            if here.asked() == game.asked():
                found[world_of(here)] += share  # type: ignore[assignment]
    total = sum(found.values())
    return {world: Fraction(share) / total for world, share in found.items()}


def _looks(game: Lisboa, p: int, name: str) -> str:
    """What p would be shown."""
    return game.shown(name)[p]


def _weight(game: Lisboa, p: int, name: str) -> Fraction:
    mover = game.player()
    if mover == CHANCE:
        return game.outcomes()[name]
    verb, _, card = name.partition(":")
    if mover == p or (verb, game.asked()) not in (("play", "D2 card"), ("drop", "D31")):
        return Fraction(1)
    alike = [held for held in game.table.seats[mover].hand if held.card == card]
    return Fraction(1) if any(held.known for held in alike) else Fraction(len(alike))
