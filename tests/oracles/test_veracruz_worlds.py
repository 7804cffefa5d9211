"""Native determinization against exact enumeration: the same worlds, with the same frequencies.

The law (design of the engines): unseen physical cards are exchangeable over the hidden slots, given the kinds that
forced passes rule out; placed bets and investments of others are uniform.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil, comb, prod
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from caravela import Rng, State, View, load_game
from tests.oracles.veracruz import OVER, Veracruz, World
from tests.oracles.veracruz_native import world_of
from tests.oracles.veracruz_play import DEALERS, PLAYERS, next_name

DATA: dict[str, Any] = load_game("veracruz").data

# Sizes whose worlds can be counted; those without bets are wrecked soonest, so that players pass.
SMALL: dict[str, Any] = {"galleons": 1, "deck_size": 1, "max_value": 2, "copies": 1}
TWO = {**SMALL, "players": 2, "goods": 3, "copies": 2, "hand_size": 3}
TWO_BETS = {**SMALL, "players": 2, "goods": 2, "copies": 2, "hand_size": 2, "deck_size": 2, "bets": 2}
TWO_MUTE = {**TWO, "bets": 0, "copies": 3, "hand_size": 2}
THREE = {**SMALL, "players": 3, "goods": 3, "hand_size": 2}
THREE_MUTE = {**THREE, "bets": 0, "copies": 3}
FOUR_MUTE = {**SMALL, "players": 4, "hand_size": 2, "bets": 0, "copies": 2, "weight_cap": 9}

FEWEST = 12  # the least expected number of samples of a world
MOST_SAMPLES = 30_000
MOST_WORLDS = 600
FULL_SAMPLES = 4000
REJECT = 1e-4  # seeds are fixed: a test that passes once passes always

Wanted = Callable[[Veracruz, int], bool]


def hidden_bets(oracle: Veracruz, p: int) -> int:
    return sum(seat != p for galleon in oracle.galleons for seat, _ in galleon.bets)


def restricted(oracle: Veracruz, p: int) -> list[int]:
    """Other seats with cards that p does not know and kinds that a pass has ruled out of them."""
    return [seat for seat in oracle.seats if seat != p and oracle.unknown[seat] and oracle.excluded[seat]]


WANTED: dict[str, Wanted] = {
    "investments dealt": lambda oracle, p: len(oracle.investments) == oracle.players and not any(oracle.unknown),
    "in the middle of the deal": lambda oracle, p: bool(oracle.unknown[0]) and oracle.agenda[:1] == [("deal", 1)],
    "first decision": lambda oracle, p: oracle.player() >= 0,
    "first decision, from the other side": lambda oracle, p: oracle.player() >= 0 and oracle.player() != p,
    "choice of decks": lambda oracle, p: oracle.to_draw and oracle.player() != p,
    "next top pending": lambda oracle, p: oracle.agenda[:1] in ([("turn", 0)], [("turn", 1)]),
    "one bet": lambda oracle, p: hidden_bets(oracle, p) == 1,
    "several bets": lambda oracle, p: hidden_bets(oracle, p) > 1,
    "all bets": lambda oracle, p: hidden_bets(oracle, p) == 2 * oracle.bets_each * (oracle.players - 1),
    "a pass": lambda oracle, p: len(restricted(oracle, p)) == 1,
    "own pass": lambda oracle, p: bool(oracle.excluded[p]) and bool(oracle.unknown[p]) and not restricted(oracle, p),
    "two passes": lambda oracle, p: len(restricted(oracle, p)) > 1,
    "two passes that rule out different kinds": lambda oracle, p: (
        len({frozenset(oracle.excluded[seat]) for seat in restricted(oracle, p)}) > 1
    ),
    "last toss": lambda oracle, p: oracle.last_toss and not oracle.over,
    "after the end": lambda oracle, p: oracle.over,
}


def positions(options: dict[str, Any], wanted: Wanted) -> Iterator[tuple[Veracruz, State, int]]:
    """Wanted positions of wrecked games on both sides, each with the seat that looks at it."""
    game = load_game("veracruz", **options)
    for seed in range(400):
        random, oracle, state = Random(seed), Veracruz(DATA, **options), game.new_initial_state()
        player = PLAYERS[("pass_seeker", "wrecker", "uniform")[seed % 3]]
        dealer = DEALERS[("fair", "left_first")[seed % 2]]
        while oracle.player() != OVER:
            yield from ((oracle, state, p) for p in random.sample(oracle.seats, oracle.players) if wanted(oracle, p))
            name = next_name(oracle, random, player, dealer)
            oracle.apply(name)
            state.apply_action(state.string_to_action(name))
        yield from ((oracle, state, p) for p in oracle.seats if wanted(oracle, p))
    raise LookupError(f"no such position within 400 games of {game.spec}")


def sampled(view: View, count: int, seed: int = 5) -> Counter[World]:
    """How often each world was drawn."""
    rng, known, found = Rng(seed), dict[bytes, World](), Counter[World]()
    for _ in range(count):
        world = view.determinize(rng)
        key = world.to_bytes()
        if key not in known:
            known[key] = world_of(world)
        found[known[key]] += 1
    return found


CASES = [
    (TWO, "investments dealt", 2),
    (TWO, "in the middle of the deal", 100),
    (TWO, "first decision", 100),
    (TWO, "first decision, from the other side", 100),
    (TWO, "choice of decks", 100),
    (TWO_BETS, "next top pending", 20),
    (TWO, "one bet", 50),
    (TWO, "all bets", 20),
    (TWO, "a pass", 12),
    (TWO, "last toss", 12),
    (TWO, "after the end", 1),
    (TWO_BETS, "several bets", 100),
    (TWO_BETS, "all bets", 50),
    (TWO_MUTE, "a pass", 8),
    (TWO_MUTE, "own pass", 50),
    (THREE, "first decision", 50),
    (THREE, "one bet", 50),
    (THREE, "several bets", 50),
    (THREE_MUTE, "a pass", 40),
    (THREE_MUTE, "two passes", 12),
    (THREE_MUTE, "two passes that rule out different kinds", 8),
    (FOUR_MUTE, "two passes", 50),
    (FOUR_MUTE, "two passes that rule out different kinds", 50),
]


@pytest.mark.parametrize(("options", "position", "least"), CASES)
def test_determinization_follows_its_law(options: dict[str, Any], position: str, least: int) -> None:
    """Equal supports, and frequencies that chi-square does not tell apart."""
    state, p, law = next(
        (state, p, law)
        for oracle, state, p in positions(options, WANTED[position])
        for law in [oracle.worlds(p)]
        if least <= len(law) <= MOST_WORLDS and FEWEST / min(law.values()) <= MOST_SAMPLES
    )
    count = max(200, ceil(FEWEST / min(law.values())))
    found = sampled(state.view(p), count)
    assert found.keys() - law.keys() == set(), "worlds that cannot be"
    assert law.keys() - found.keys() == set(), "worlds that are never drawn"
    if len(law) > 1:
        order = sorted(law)
        assert (
            chisquare([found[world] for world in order], [float(law[world] * count) for world in order]).pvalue > REJECT
        )


# The whole game: too many worlds to meet them all, so each seat's unknown cards of each kind are counted instead.
FULL_CASES = [
    ({"players": 2, "bets": 0, "galleons": 1}, "a pass"),
    ({"players": 3}, "a pass"),
    ({"players": 3, "bets": 0}, "a pass"),
    ({"players": 3, "bets": 0, "galleons": 1}, "two passes"),
    ({"players": 4, "bets": 0, "galleons": 1, "hand_size": 2}, "two passes that rule out different kinds"),
]


@pytest.mark.parametrize(("options", "position"), FULL_CASES)
def test_unknown_hands_of_the_whole_game(options: dict[str, Any], position: str) -> None:
    """How many cards of a kind a seat holds: every such distribution passes chi-square, Bonferroni included."""
    oracle, state, p, law = next(
        (oracle, state, p, law)
        for oracle, state, p in positions(options, WANTED[position])
        if size_of(oracle, p) <= 40_000
        for law in [oracle.possible_hands(p)]
        if len(law) >= 20
    )
    total = sum(law.values())
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for world, times in sampled(state.view(p), FULL_SAMPLES).items():
        found[world.unknown] += times
    assert found.keys() - law.keys() == set()
    checks = []
    for seat in restricted(oracle, p):
        for kind in oracle.kinds:
            expected, drawn = Counter[int](), Counter[int]()
            for hands, ways in law.items():
                expected[hands[seat].count(kind)] += ways
            for hands, times in found.items():
                drawn[hands[seat].count(kind)] += times
            shares = {number: ways / total for number, ways in expected.items()}
            common = [number for number in shares if shares[number] * FULL_SAMPLES >= 5]
            if len(common) > 1:
                seen = [drawn[number] for number in common]
                wanted = [shares[number] * sum(seen) / sum(shares[number] for number in common) for number in common]
                checks.append(chisquare(seen, wanted).pvalue)
    assert checks
    assert min(checks) * len(checks) > REJECT


def size_of(oracle: Veracruz, p: int) -> int:
    """At most how many combinations of unknown hands p may imagine."""
    free = [len(oracle.kinds) - len(oracle.excluded[seat]) for seat in oracle.seats]
    return prod(
        comb(free[seat] + len(oracle.unknown[seat]) - 1, len(oracle.unknown[seat]))
        for seat in oracle.seats
        if seat != p
    )
