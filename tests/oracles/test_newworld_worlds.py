"""Native determinization of The New World against exact enumeration: the same worlds, with the same frequencies.

The law: unseen cards are exchangeable, given every card that moved in sight; what others choose is no evidence, but
each card of a hand is a card of its own.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import ceil
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare, hypergeom

from caravela import Rng, State, View, load_game
from tests.oracles.newworld import CHANCE, OVER, NewWorld
from tests.oracles.newworld_native import action_ids, native_world, outcome_ids
from tests.oracles.newworld_play import DEALERS, PLAYERS, next_name
from tests.oracles.newworld_worlds import World, worlds

DATA: dict[str, Any] = load_game("newworld").data

# Sizes whose worlds can be counted.
TWO: dict[str, Any] = {"players": 2, "regions": 2, "titles": "fate+war+colonists+embargo", "copies": 2, "hand": 2}
WIDE: dict[str, Any] = {"players": 2, "regions": 2, "titles": "fate+blight+embargo+revolt", "copies": 4, "hand": 3}
THREE: dict[str, Any] = {"players": 3, "regions": 2, "titles": "fate+disease+embargo+revolt", "copies": 3, "hand": 2}
FOUR: dict[str, Any] = {"players": 4, "regions": 3, "titles": "fate+isolation+revolt", "copies": 4, "hand": 2}
SIX: dict[str, Any] = {"players": 6, "regions": 2, "titles": "embargo+revolt", "copies": 5, "hand": 1}

FEWEST = 12  # the least expected number of samples of a world
REJECT = 1e-4  # seeds are fixed: a test that passes once passes always

KEPT = 3  # after more shuffles the engine may give up the law

Wanted = Callable[[NewWorld, int], bool]


def shuffles(oracle: NewWorld) -> int:
    return sum(move.what == "shuffle" for move in oracle.moves)


def kept(wanted: Wanted) -> Wanted:
    """The same before so many shuffles that the engine may give up the law."""
    return lambda oracle, p: shuffles(oracle) <= KEPT and wanted(oracle, p)


def kept_through_a_shuffle(oracle: NewWorld, p: int) -> bool:
    """Whether another seat still held a card when the discard was shuffled last, and has played one since."""
    last = max((place for place, move in enumerate(oracle.moves) if move.what == "shuffle"), default=0)
    held, mixed = Counter[int](), False
    for place, move in enumerate(oracle.moves):
        if place < last:
            held[move.seat] += {"draw": 1, "leave": -1, "shuffle": 0}[move.what]
        elif place > last and move.what == "leave" and move.seat != p:
            mixed |= held[move.seat] > 0
    return last > 0 and mixed


WANTED: dict[str, Wanted] = {
    "in the middle of the deal": lambda oracle, p: oracle.asked() == "draw" and len(oracle.moves) == 3,
    "first decision": lambda oracle, p: oracle.asked() == "D3" and oracle.turn == 1,
    "asked for a reaction": lambda oracle, p: oracle.asked() == "D8" and oracle.player() == p,
    "another is asked": lambda oracle, p: oracle.asked() == "D8" and oracle.player() != p and oracle.turn > 1,
    "cards were discarded": lambda oracle, p: oracle.asked() == "D1" and oracle.player() != p,
    "a reaction drew": lambda oracle, p: (
        not shuffles(oracle) and oracle.asked() == "D3" and oracle.discard["embargo"] + oracle.discard["revolt"] > 1
    ),
    "before a shuffle": lambda oracle, p: oracle.turn > 1 and not shuffles(oracle) and oracle.pile.total() <= 1,
    "a shuffle": lambda oracle, p: shuffles(oracle) == 1 and oracle.asked() == "D3",
    "a second shuffle": lambda oracle, p: shuffles(oracle) == 2 and oracle.asked() in ("D1", "D3"),
    "a third shuffle": lambda oracle, p: shuffles(oracle) == KEPT and oracle.asked() in ("D1", "D3"),
    "a card left a mixed hand": lambda oracle, p: kept_through_a_shuffle(oracle, p) and oracle.asked() in ("D3", "D8"),
    "a mixed hand draws": lambda oracle, p: kept_through_a_shuffle(oracle, p) and oracle.asked() == "draw",
    "after the end": lambda oracle, p: oracle.over and shuffles(oracle) > 0,
}


def positions(options: dict[str, Any], wanted: Wanted, first_seed: int) -> Iterator[tuple[NewWorld, State, int]]:
    """Wanted positions of random games on both sides, each with the seat that looks at it."""
    game = load_game("newworld", **options)
    for seed in range(first_seed, first_seed + 200):
        random, oracle, state = Random(seed), NewWorld(DATA, **options), game.new_initial_state()
        actions, outcomes = action_ids(oracle), outcome_ids(oracle)
        player = PLAYERS[("uniform", "saver", "reactor", "dealmaker")[seed % 4]]
        while oracle.player() != OVER:
            yield from ((oracle, state, p) for p in random.sample(oracle.seats, oracle.players) if wanted(oracle, p))
            name = next_name(oracle, random, player, DEALERS["fair"])
            number = (outcomes if oracle.player() == CHANCE else actions)[name]
            oracle.apply(name)
            state.apply_action(number)
        yield from ((oracle, state, p) for p in oracle.seats if wanted(oracle, p))
    raise LookupError(f"no such position within 200 games of {game.spec}")


def sampled(view: View, count: int, seed: int = 5) -> Counter[World]:
    """How often each world was drawn."""
    rng, known, found = Rng(seed), dict[bytes, World](), Counter[World]()
    for _ in range(count):
        world = view.determinize(rng)
        assert not world.fallback
        key = world.to_bytes()
        if key not in known:
            known[key] = native_world(world)
        found[known[key]] += 1
    return found


CASES = [
    ({**options, "turns": 3} if position == "after the end" else options, position)
    for options in (TWO, WIDE, THREE, FOUR, SIX)
    for position in WANTED
]


NAMES = [f"{options['players']}-{position}" for options, position in CASES]


@pytest.mark.parametrize(("options", "position"), CASES, ids=NAMES)
def test_determinization_follows_its_law(options: dict[str, Any], position: str) -> None:
    follows_its_law(options, position, look_at=6, most_samples=4_000 if position != "first decision" else 30_000)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "position"), CASES, ids=NAMES)
def test_determinization_follows_its_law_more_closely(options: dict[str, Any], position: str) -> None:
    follows_its_law(options, position, look_at=25, most_samples=30_000, first_seed=1000)


def follows_its_law(
    options: dict[str, Any], position: str, *, look_at: int, most_samples: int, first_seed: int = 0
) -> None:
    """Equal supports, and frequencies that chi-square does not tell apart, at the position with most worlds."""
    view, law = None, dict[World, Fraction]()
    for oracle, state, p in islice(positions(options, kept(WANTED[position]), first_seed), look_at):
        found_law = worlds(oracle, p)
        if FEWEST / min(found_law.values()) <= most_samples and len(found_law) >= len(law):
            view, law = state.view(p), found_law
    assert view is not None
    count = max(200, ceil(FEWEST / min(law.values())))
    found = sampled(view, count)
    assert found.keys() - law.keys() == set(), "worlds that cannot be"
    assert law.keys() - found.keys() == set(), "worlds that are never drawn"
    if len(law) > 1:
        order = sorted(law)
        expected = [float(law[world] * count) for world in order]
        assert chisquare([found[world] for world in order], expected).pvalue > REJECT


def test_after_many_shuffles_worlds_are_marked() -> None:
    """The state keeps track of a few piles only; what it does after that is no longer the law, and says so."""
    marked = Counter[bool]()
    for oracle, state, p in islice(positions(FOUR, lambda oracle, p: oracle.over and shuffles(oracle) > KEPT, 0), 12):
        world = state.view(p).determinize(Rng(1))
        assert list(map(len, native_world(world))) == [hand.total() for hand in oracle.hands]
        marked[world.fallback] += 1
    assert marked[True]


# The whole deck: too many worlds to meet them all, so each seat's cards of each title are counted instead.
FULL_SAMPLES = 1500


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hands_of_the_whole_game(players: int) -> None:
    """Before the first shuffle others hold a random part of what p has not seen."""
    options: dict[str, Any] = {"players": players}
    oracle, state, p = next(
        positions(options, lambda oracle, p: oracle.asked() == "D3" and oracle.turn == 2 and not shuffles(oracle), 0)
    )
    gone = Counter(title for move in oracle.moves if move.what == "leave" for title in move.cards)
    pool = oracle.deck - gone - oracle.hands[p]
    others = [seat for seat in oracle.seats if seat != p and oracle.hands[seat].total()]
    found = {seat: Counter[tuple[str, int]]() for seat in others}
    for world, times in sampled(state.view(p), FULL_SAMPLES).items():
        assert list(map(len, world)) == [hand.total() for hand in oracle.hands]
        assert Counter(world[p]) == +oracle.hands[p]
        assert Counter(card for seat in others for card in world[seat]) <= pool
        for seat in others:
            for title in oracle.cards:
                found[seat][title, world[seat].count(title)] += times
    checks = []
    for seat in others:
        for title in oracle.cards:
            law = hypergeom(pool.total(), pool[title], oracle.hands[seat].total())
            common = [number for number in range(7) if law.pmf(number) * FULL_SAMPLES >= 5]
            seen = [found[seat][title, number] for number in common]
            if len(common) > 1:
                checks.append(chisquare(seen, law.pmf(common) * (sum(seen) / law.pmf(common).sum())).pvalue)
    assert len(checks) >= 20 * len(others)
    assert min(checks) * len(checks) > REJECT
