"""All that may be hidden from a seat at The New World, with exact probabilities.

Hidden are the hands of the others; the pile holds what is left. The law: chance has its probabilities; what others
choose is no evidence, but each card of a hand is a card of its own, so a title that leaves a hand with two copies
weighs twice.
"""

from collections import Counter, defaultdict
from fractions import Fraction

from tests.oracles.newworld import CHANCE, NewWorld

World = tuple[tuple[str, ...], ...]  # hands by seat, sorted


def world_of(game: NewWorld) -> World:
    """The truth."""
    return tuple(tuple(sorted(hand.elements())) for hand in game.hands)


def worlds(game: NewWorld, p: int) -> dict[World, Fraction]:
    """All worlds that seat p cannot tell from the truth, with their probabilities.

    Hands are followed through every card that moved, in all ways that show p the same. Exponential: for reduced games.
    """
    public = Counter[str]()  # in neither a hand nor the pile
    found: dict[World, Fraction] = {((),) * game.players: Fraction(1)}
    for move in game.moves:
        if move.what == "shuffle":
            public -= Counter(move.cards)
            continue
        after: dict[World, Fraction] = defaultdict(Fraction)
        (title,) = move.cards
        for world, share in found.items():
            if move.what == "leave":
                copies = world[move.seat].count(title)
                if copies:
                    after[_without(world, move.seat, title)] += share * (copies if move.seat != p else 1)
            else:
                pile = game.deck - public - Counter(card for hand in world for card in hand)
                for drawn in [title] if move.seat == p else pile:
                    if pile[drawn]:
                        after[_with(world, move.seat, drawn)] += share * Fraction(pile[drawn], pile.total())
        if move.what == "leave":
            public[title] += 1
        found = dict(after)
    total = sum(found.values())
    return {world: share / total for world, share in found.items()}


def _with(world: World, seat: int, title: str) -> World:
    return tuple(tuple(sorted((*hand, title))) if one == seat else hand for one, hand in enumerate(world))


def _without(world: World, seat: int, title: str) -> World:
    place = world[seat].index(title)
    return tuple((*hand[:place], *hand[place + 1 :]) if one == seat else hand for one, hand in enumerate(world))


def worlds_by_playing(game: NewWorld, p: int) -> dict[World, Fraction]:
    """The same by playing all games that show p the same, from the start. For the smallest of games."""
    target = game.told[p]
    front: dict[World, tuple[NewWorld, Fraction]] = {}
    start = NewWorld(game.data, **game.options)
    front[world_of(start)] = (start, Fraction(1))
    for line in target:
        after: dict[World, tuple[NewWorld, Fraction]] = {}
        for here, share in front.values():
            outcomes = here.outcomes()
            for name in here.legal() or outcomes:
                if here.player() != CHANCE and line != f"{here.player()} {name}":
                    continue  # only to save the copy
                there = here.clone()
                there.apply(name)
                if there.told[p][-1] != line:
                    continue
                if here.player() == CHANCE:
                    part = outcomes[name]
                else:
                    seat = here.player()
                    left = here.hands[seat] - there.hands[seat]
                    copies = [here.hands[seat][title] for title in left]
                    part = Fraction(copies[0] if copies and seat != p else 1)
                _, before = after.get(world_of(there), (there, Fraction(0)))
                after[world_of(there)] = (there, before + share * part)
        front = after
    total = sum(share for _, share in front.values())
    return {world: share / total for world, (_, share) in front.items()}
