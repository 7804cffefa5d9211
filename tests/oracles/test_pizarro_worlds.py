"""Native determinization of Pizarro & Co. against exact enumeration: the same worlds, with the same frequencies.

The law: unseen physical cards are exchangeable, given everything the seat was shown; others' choices are no evidence.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare, hypergeom

from caravela import Rng, State, View, load_game
from tests.oracles.pizarro import CHANCE, OVER, Pizarro
from tests.oracles.pizarro_native import action_ids, native_world, outcome_ids
from tests.oracles.pizarro_play import DEALERS, PLAYERS, next_name
from tests.oracles.pizarro_worlds import World, worlds

DATA: dict[str, Any] = load_game("pizarro").data

# Sizes whose worlds can be counted.
MAGELLAN: dict[str, Any] = {"players": 3, "explorers": "magellan", "values": 3, "money": 4, "copies": 1}
VASCO: dict[str, Any] = {"players": 3, "explorers": "vasco_da_gama", "values": 3, "money": 5, "copies": 1}
COOK: dict[str, Any] = {"players": 3, "explorers": "cook", "values": 3, "money": 4, "copies": 2, "phases": 2}
MARCO: dict[str, Any] = {"players": 3, "explorers": "marco_polo", "values": 3, "money": 6, "copies": 1, "phases": 2}
MIXED: dict[str, Any] = {"players": 3, "explorers": "magellan+vasco_da_gama+cook", "values": 3, "money": 4, "copies": 1}
FOUR: dict[str, Any] = {"players": 4, "explorers": "magellan+cook", "values": 3, "money": 5, "copies": 1, "phases": 2}

FEWEST = 12  # the least expected number of samples of a world
MOST_SAMPLES = 30_000
MOST_WORLDS = 400
REJECT = 1e-4  # seeds are fixed: a test that passes once passes always

Wanted = Callable[[Pizarro, int], bool]


def told(oracle: Pizarro, p: int, *words: str) -> bool:
    """Whether p was told of such a thing about another seat."""
    return any(all(word in line for word in words) and not line.startswith(str(p)) for line in oracle.told[p])


WANTED: dict[str, Wanted] = {
    "phase two": lambda oracle, p: oracle.phase == 2 and oracle.asked() == "D2",
    "phase three": lambda oracle, p: oracle.phase == 3 and oracle.asked() == "D2",
    "hidden tuck": lambda oracle, p: oracle.phase == 1 and told(oracle, p, "D6") and oracle.asked() == "explorer",
    "hidden tuck, then payments": lambda oracle, p: (
        oracle.phase == 2 and told(oracle, p, "D6") and told(oracle, p, "pays")
    ),
    "several hidden tucks": lambda oracle, p: (
        sum(not seen for ship in oracle.ships if ship.owner != p for seen in ship.seen) > 1
    ),
    "in the middle of the deal": lambda oracle, p: oracle.asked() == "draw" and told(oracle, p, "draws ?"),
    "a draw in phase one": lambda oracle, p: (
        oracle.phase == 1 and told(oracle, p, "draws ?") and oracle.asked() == "explorer"
    ),
    "a card taken from unknown ones": lambda oracle, p: (
        oracle.phase == 2 and oracle.asked() == "explorer" and "loses" in oracle.told[p][-1]
    ),
    "an exchange": lambda oracle, p: told(oracle, p, "put:") and oracle.asked() in ("explorer", "D2"),
    "an open hand": lambda oracle, p: any(oracle.exposed) and oracle.phase == 2,
    "after an open hand": lambda oracle, p: (
        oracle.phase == 3 and told(oracle, p, "shows") and oracle.asked() == "explorer"
    ),
    "a bid": lambda oracle, p: oracle.phase > 1 and oracle.high_bidder not in (None, p) and oracle.asked() == "D2",
    "payment begins": lambda oracle, p: (
        oracle.phase > 1 and oracle.asked() == "D3" and oracle.player() != p and not oracle.paid.total()
    ),
    "own payment": lambda oracle, p: oracle.phase > 1 and oracle.asked() == "D3" and oracle.player() == p,
    "after the end": lambda oracle, p: oracle.over,
}


def positions(options: dict[str, Any], wanted: Wanted, first_seed: int) -> Iterator[tuple[Pizarro, State, int]]:
    """Wanted positions of random games on both sides, each with the seat that looks at it."""
    game = load_game("pizarro", **options)
    for seed in range(first_seed, first_seed + 400):
        random, oracle, state = Random(seed), Pizarro(DATA, **options), game.new_initial_state()
        actions, outcomes = action_ids(oracle), outcome_ids(oracle)
        player = PLAYERS[("haggler", "spender", "changers", "monopolist", "uniform")[seed % 5]]
        dealer = DEALERS[("fair", "any_outcome")[seed % 2]]
        while oracle.player() != OVER:
            yield from ((oracle, state, p) for p in random.sample(oracle.seats, oracle.players) if wanted(oracle, p))
            name = next_name(oracle, random, player, dealer)
            number = (outcomes if oracle.player() == CHANCE else actions)[name]
            oracle.apply(name)
            state.apply_action(number)
        yield from ((oracle, state, p) for p in oracle.seats if wanted(oracle, p))
    raise LookupError(f"no such position within 400 games of {game.spec}")


def sampled(view: View, count: int, seed: int = 5) -> Counter[World]:
    """How often each world was drawn."""
    rng, known, found = Rng(seed), dict[bytes, World](), Counter[World]()
    for _ in range(count):
        world = view.determinize(rng)
        key = world.to_bytes()
        if key not in known:
            known[key] = native_world(world)
        found[known[key]] += 1
    return found


# Options, position, the least number of worlds, and the seed of the first game to look at: the search is long.
CASES = [
    ({**MAGELLAN, "copies": 2}, "hidden tuck", 2, 0),
    (MAGELLAN, "phase two", 5, 3),
    (MAGELLAN, "hidden tuck, then payments", 8, 63),
    (MAGELLAN, "phase three", 4, 3),
    (MAGELLAN, "after the end", 1, 0),
    ({**VASCO, "copies": 2}, "a draw in phase one", 3, 0),
    (VASCO, "phase two", 20, 4),
    ({**VASCO, "values": 2, "money": 7}, "phase three", 3, 0),
    ({**VASCO, "copies": 2}, "a bid", 10, 1),
    (VASCO, "payment begins", 10, 1),
    (VASCO, "own payment", 10, 1),
    ({**VASCO, "board": "AB"}, "phase three", 10, 1),
    ({**COOK, "board": "AB"}, "phase two", 10, 1),
    ({**COOK, "board": "AB"}, "a card taken from unknown ones", 4, 0),
    ({**COOK, "phases": 3, "board": "AB", "copies": 1}, "phase three", 4, 1),
    ({**COOK, "copies": 3}, "an open hand", 3, 0),
    ({**COOK, "phases": 3, "copies": 2}, "after an open hand", 5, 4),
    (MARCO, "an exchange", 10, 1),
    ({**MARCO, "copies": 2}, "in the middle of the deal", 10, 0),
    (MIXED, "several hidden tucks", 10, 4),
    (MIXED, "phase two", 30, 4),
    (MIXED, "phase three", 10, 17),
    ({**MIXED, "board": "BB"}, "phase three", 20, 6),
    ({**MIXED, "board": "AB"}, "phase three", 20, 4),
    (FOUR, "phase two", 20, 1),
    ({**FOUR, "board": "AB"}, "phase two", 20, 0),
]


@pytest.mark.parametrize(("options", "position", "least", "seed"), CASES)
def test_determinization_follows_its_law(options: dict[str, Any], position: str, least: int, seed: int) -> None:
    """Equal supports, and frequencies that chi-square does not tell apart."""
    state, p, law = next(
        (state, p, law)
        for oracle, state, p in positions(options, WANTED[position], seed)
        for law in [worlds(oracle, p)]
        if least <= len(law) <= MOST_WORLDS and FEWEST / min(law.values()) <= MOST_SAMPLES
    )
    count = max(200, ceil(FEWEST / min(law.values())))
    found = sampled(state.view(p), count)
    assert found.keys() - law.keys() == set(), "worlds that cannot be"
    assert law.keys() - found.keys() == set(), "worlds that are never drawn"
    if len(law) > 1:
        order = sorted(law)
        expected = [float(law[world] * count) for world in order]
        assert chisquare([found[world] for world in order], expected).pvalue > REJECT


# The whole money: too many worlds to meet them all, so each seat's drawn cards of each value are counted instead.
FULL_CASES = [
    {"players": players, "board": "BB", "explorers": "columbus+pizarro+marco_polo+cook"} for players in (3, 4, 5, 6)
]
FULL_SAMPLES = 1500


@pytest.mark.parametrize("options", FULL_CASES, ids=str)
def test_drawn_cards_of_the_whole_game(options: dict[str, Any]) -> None:
    """After phase I hands are known but for the cards just dealt: each holds a random part of what p has not seen."""
    oracle, state, p = next(positions(options, lambda oracle, p: oracle.phase == 2 and oracle.asked() == "explorer", 0))
    others = [seat for seat in oracle.seats if seat != p]
    drawn = {seat: oracle.hands[seat] - oracle.known[seat] for seat in others}
    pool = sum(drawn.values(), oracle.stack)
    found = {seat: Counter[tuple[int, int]]() for seat in others}
    for world, times in sampled(state.view(p), FULL_SAMPLES).items():
        for seat in others:
            cards = Counter(world.hands[seat]) - oracle.known[seat]
            assert cards.total() == drawn[seat].total()
            for value in oracle.values:
                found[seat][value, cards[value]] += times
    checks = []
    for seat in others:
        for value in oracle.values:
            law = hypergeom(pool.total(), pool[value], drawn[seat].total())
            common = [number for number in range(drawn[seat].total() + 1) if law.pmf(number) * FULL_SAMPLES >= 5]
            seen = [found[seat][value, number] for number in common]
            if len(common) > 1:
                total = law.pmf(common).sum()
                checks.append(chisquare(seen, law.pmf(common) * (sum(seen) / total)).pvalue)
    assert len(checks) >= len(others)
    assert min(checks) * len(checks) > REJECT
