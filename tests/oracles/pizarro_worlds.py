"""All that may be hidden from a seat at Pizarro & Co.: exact, by going through all games that show it the same."""

from collections import defaultdict
from fractions import Fraction
from math import perm
from typing import NamedTuple

from tests.oracles.pizarro import CHANCE, Pizarro

OPEN = ("D1", "D2", "D4", "D5", "D7", "D8")  # decisions that all see as they are made


class World(NamedTuple):
    """Everything hidden from somebody, in a canonical order."""

    hands: tuple[tuple[int, ...], ...]  # by seat, sorted
    tucked: tuple[tuple[int, tuple[int, ...]], ...]  # number of the stack, its cards from the first one on


def world_of(game: Pizarro) -> World:
    """The truth."""
    return World(
        tuple(tuple(sorted(hand.elements())) for hand in game.hands),
        tuple(sorted((ship.stack, tuple(ship.tucked)) for ship in game.ships if ship.stack)),
    )


def worlds(game: Pizarro, p: int) -> dict[World, Fraction]:
    """All worlds that seat p cannot tell from the truth, with their probabilities.

    Games are followed from the start, in the order in which p learns things, and dropped where they show it something
    else; games that have come to the same position go on as one. Chance has its probabilities; what others choose is no
    evidence, but each card is a card of its own (`ways`). The position must be one in which nothing goes on
    that p does not notice: no payment of another seat that has begun. Exponential: for reduced games.
    """
    target = game.told[p]
    # By how much p knows and how many steps were made: all positions there, with the weights of the ways to them.
    fronts: dict[tuple[int, int], dict[object, tuple[Pizarro, Fraction]]] = defaultdict(dict)
    found: dict[World, Fraction] = defaultdict(Fraction)
    start = Pizarro(game.data, **game.options)
    fronts[len(start.told[p]), 0][_hidden(start)] = (start, Fraction(1))
    while fronts:
        known, steps = min(fronts)
        for here, share in fronts.pop((known, steps)).values():
            if known == len(target):
                if here.asked() == game.asked() and not here.paid.total():
                    found[world_of(here)] += share
                continue
            outcomes = here.outcomes()
            for name in here.legal() or outcomes:
                if here.asked() in OPEN and target[known] != f"{here.player()} {name}":
                    continue  # only to save the copy
                after = here.clone()
                after.apply(name)
                told = after.told[p]
                if told[known:] != target[known : len(told)]:
                    continue
                if here.player() == CHANCE:
                    part = outcomes[name]
                else:
                    part = Fraction(1 if here.player() == p else ways(here, after))
                front = fronts[len(told), steps + 1]
                _, before = front.get(_hidden(after), (after, Fraction(0)))
                front[_hidden(after)] = (after, before + share * part)
    total = sum(found.values())
    return {world: share / total for world, share in found.items()}


def ways(before: Pizarro, after: Pizarro) -> int:
    """In how many ways a seat could choose the cards that have left its hand, as an observer takes it.

    A card that all know is the one if there is such a one; otherwise it may be any of the hidden ones of its value.
    """
    seat, number = before.player(), 1
    for value, count in (before.hands[seat] - after.hands[seat]).items():
        hidden = before.hands[seat][value] - before.known[seat][value]
        number *= perm(hidden, max(0, count - before.known[seat][value]))
    return number


def _hidden(game: Pizarro) -> object:
    """What tells apart two positions in which a seat knows the same."""
    return world_of(game), tuple(sorted(game.paid.elements())), game.asked(), game.player()
