"""Hidden bids, discs and cards of Sevilla 1503: the law, told twice, and native determinization against it.

The law: whole bids of others are uniform over those that agree with what was seen; unseen physical discs and cards are
exchangeable.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare, hypergeom

from caravela import Rng, State, View, load_game
from tests.oracles.sevilla import CHANCE, OVER, Sevilla
from tests.oracles.sevilla_native import action_ids, native_world, outcome_ids
from tests.oracles.sevilla_play import DEALERS, PLAYERS, next_name
from tests.oracles.sevilla_worlds import World, possible_bids, world_of, worlds

DATA: dict[str, Any] = load_game("sevilla").data

FEWEST = 12  # the least expected number of samples of a world
MOST_SAMPLES = 30_000
MOST_WORLDS = 600
REJECT = 1e-4  # seeds are fixed: a test that passes once passes always

Wanted = Callable[[Sevilla, int], bool]

# Sizes whose worlds can be counted.
TWO: dict[str, Any] = {"players": 2, "rounds": 2, "lots": 2, "coins": 3, "false_coins": 2, "copies": 1}
TWO_PALACE: dict[str, Any] = {**TWO, "lots": 3, "palace": True, "cards": "oil+wine+cook+diver+surgeon", "copies": 3}
THREE: dict[str, Any] = {"players": 3, "rounds": 2, "lots": 3, "coins": 3, "false_coins": 1}
THREE_PALACE: dict[str, Any] = {**THREE, "coins": 5, "false_coins": 2, "palace": True}
FOUR: dict[str, Any] = {"players": 4, "rounds": 1, "lots": 2, "coins": 4, "false_coins": 1}
CARDS: dict[str, Any] = {**THREE, "lots": 2, "rounds": 4, "palace": True, "cards": "oil+wine+cook+diver", "copies": 4}
TINY: dict[str, Any] = {**TWO, "palace": True, "coins": 1, "false_coins": 1, "cards": "oil+wine+cook", "lots": 1}


def covered(oracle: Sevilla) -> int:
    """Lots whose bids are still hidden, when all have bid."""
    return sum(not lot.uncovered for lot in oracle.lots) if oracle.bids_shown else 0


def most_drawn(oracle: Sevilla, p: int) -> int:
    """How many cards a seat other than p has drawn unseen."""
    return max(oracle.drawn[seat].total() for seat in oracle.seats if seat != p)


WANTED: dict[str, Wanted] = {
    "some discs placed": lambda oracle, p: oracle.asked() == "disc" and oracle.lots[1].disc is not None,
    "first bid": lambda oracle, p: oracle.asked() == "E1" and oracle.player() == p,
    "others bid": lambda oracle, p: oracle.asked() == "E1" and oracle.done_bidding[p],
    "about to be shown": lambda oracle, p: oracle.asked() == "show",
    "all have bid": lambda oracle, p: covered(oracle) == oracle.lots_a_round - 1,
    "one lot is left": lambda oracle, p: covered(oracle) == 1,
    "a toll was paid": lambda oracle, p: covered(oracle) > 0 and any(toll.seat != p for toll in oracle.tolls),
    "tolls are asked": lambda oracle, p: oracle.asked() == "E5" and oracle.player() != p and covered(oracle) > 0,
    "a card drawn unseen": lambda oracle, p: most_drawn(oracle, p) > 0,
    "the draw goes on": lambda oracle, p: oracle.asked() == "arenal" and most_drawn(oracle, p) > 0,
    "two cards drawn unseen": lambda oracle, p: most_drawn(oracle, p) > 1,
    "drawn by oneself": lambda oracle, p: oracle.drawn[p].total() > 1,
    "after the end": lambda oracle, p: oracle.over,
}


Position = tuple[Sevilla, State, int]


def positions(options: dict[str, Any], wanted: Wanted, first_seed: int = 0) -> Iterator[Position]:
    """Wanted positions of random games on both sides, each with the seat that looks at it."""
    game = load_game("sevilla", **options)
    actions, outcomes = action_ids(game), outcome_ids(game)
    for seed in range(first_seed, first_seed + 400):
        random, oracle, state = Random(seed), Sevilla(DATA, **options), game.new_initial_state()
        player = PLAYERS[("spreader", "schemer", "uniform", "passive")[seed % 4]]
        dealer = DEALERS[("fair", "any_outcome", "first_outcome")[seed % 3]]
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


# ---------------------------------------------------------------------- the law, by following all games


def followed(game: Sevilla, p: int) -> dict[World, Fraction]:
    """The law once more: all games that show seat p the same up to here, each as likely as its chances.

    Choices of others count as they come, so each complete bid is as likely as any other.
    """
    target, steps = game.told[p], len(game.answers)
    found: Counter[World] = Counter()
    todo: list[tuple[list[str], Fraction]] = [([], Fraction(1))]
    while todo:
        answers, share = todo.pop()
        here = Sevilla(game.data, **game.options)
        for name in answers:
            here.apply(name)
        told = here.told[p]
        if told != target[: len(told)]:
            continue
        if len(answers) == steps:
            if told == target and here.asked() == game.asked():
                found[world_of(here)] += share  # type: ignore[assignment]
            continue
        outcomes = here.outcomes()
        names = here.legal() or outcomes
        todo += [([*answers, name], share * outcomes.get(name, Fraction(1))) for name in names]
    total = sum(found.values())
    return {world: Fraction(share) / total for world, share in found.items()}


FOLLOWED = [
    ({**TWO, "rounds": 1, "coins": 2, "cards": "oil+wine+cook+diver"}, "one lot is left", 5),
    ({**TINY, "rounds": 1, "lots": 2, "coins": 3, "cards": "oil+wine+friar", "copies": 2}, "a toll was paid", 2),
    (TINY, "a card drawn unseen", 2),
    ({**TINY, "cards": "oil+wine", "copies": 2, "rounds": 3}, "two cards drawn unseen", 1),
]


@pytest.mark.parametrize(("options", "position", "least"), FOLLOWED)
def test_the_law_is_that_of_all_games(options: dict[str, Any], position: str, least: int) -> None:
    oracle, p, law = next(
        (oracle, p, law)
        for oracle, _, p in positions(options, WANTED[position])
        for law in [worlds(oracle, p)]
        if len(law) >= least
    )
    assert followed(oracle, p) == law


# ---------------------------------------------------------------------- the engine's worlds

# Options, position, the least number of worlds, and the seed of the first game to look at.
CASES = [
    ({**TWO, "lots": 4}, "some discs placed", 5, 0),
    (TWO, "first bid", 4, 0),
    (TWO, "others bid", 4, 1),
    (TWO, "about to be shown", 4, 2),
    (TWO, "all have bid", 4, 0),
    ({**TWO, "lots": 3}, "all have bid", 12, 3),
    ({**TWO, "lots": 4, "coins": 5}, "all have bid", 30, 0),
    ({**TWO, "visible_tokens": False}, "all have bid", 8, 0),
    (TWO_PALACE, "a toll was paid", 3, 0),
    (TWO_PALACE, "a card drawn unseen", 4, 0),
    (THREE, "all have bid", 4, 0),
    (THREE, "one lot is left", 4, 5),
    ({**THREE, "visible_tokens": False}, "all have bid", 30, 0),
    ({**THREE, "coins": 6, "false_coins": 3}, "all have bid", 60, 1),
    (THREE_PALACE, "a toll was paid", 2, 0),
    (THREE_PALACE, "tolls are asked", 5, 0),
    ({**THREE_PALACE, "visible_tokens": False}, "a toll was paid", 5, 0),
    ({**THREE_PALACE, "rebels": True, "copies": 2}, "all have bid", 12, 2),
    (CARDS, "a card drawn unseen", 4, 0),
    (CARDS, "the draw goes on", 3, 0),
    (CARDS, "two cards drawn unseen", 6, 0),
    (CARDS, "drawn by oneself", 1, 0),
    (CARDS, "after the end", 1, 0),
    ({**CARDS, "won_cards_public": False}, "two cards drawn unseen", 4, 7),
    (FOUR, "all have bid", 30, 0),
    ({**FOUR, "visible_tokens": False, "coins": 3}, "one lot is left", 8, 0),
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


# The whole game: too many worlds to meet them all, so what lies on each lot, or in a pile, is counted instead.
FULL_SAMPLES = 3000


def check_counts(checks: list[tuple[dict[int, float], Counter[int]]]) -> None:
    """Each count against its probabilities; Bonferroni included."""
    values = []
    for law, found in checks:
        assert found.keys() <= law.keys()
        common = [number for number, share in law.items() if share * FULL_SAMPLES >= 5]
        if len(common) > 1:
            seen, shares = [found[number] for number in common], [law[number] for number in common]
            values.append(chisquare(seen, [share * sum(seen) / sum(shares) for share in shares]).pvalue)
    assert values
    assert min(values) * len(values) > REJECT


@pytest.mark.parametrize(
    ("options", "position"),
    [
        ({"players": 2, "palace": True}, "all have bid"),
        ({"players": 3, "palace": True}, "a toll was paid"),
        ({"players": 3, "visible_tokens": False}, "all have bid"),
        ({"players": 4, "rebels": True}, "all have bid"),
        ({"players": 5}, "all have bid"),
    ],
    ids=str,
)
def test_bids_of_the_whole_game(options: dict[str, Any], position: str) -> None:
    """In the second round or later, what others may have put on each covered lot."""
    oracle, state, p, possible = next(
        (oracle, state, p, possible)
        for oracle, state, p in positions(options, WANTED[position])
        if oracle.round > 1 and max(oracle.purses_at_bidding) <= 15
        for possible in [{seat: list(possible_bids(oracle, seat)) for seat in oracle.seats if seat != p}]
        if min(map(len, possible.values())) >= 6
    )
    found = sampled(state.view(p), FULL_SAMPLES)
    first = oracle.lots_a_round - covered(oracle)
    checks = []
    for seat, whole in possible.items():
        for lot in range(first, oracle.lots_a_round):
            law = Counter(bids[lot][0] for bids in whole)
            drawn: Counter[int] = Counter()
            for world, times in found.items():
                drawn[world.bids[seat][lot - first][0]] += times
            checks.append(({r: ways / len(whole) for r, ways in law.items()}, drawn))
    check_counts(checks)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_drawn_cards_of_the_whole_game(players: int) -> None:
    """El Arenal's cards are a random part of all that p has not seen."""
    oracle, state, p = next(
        positions({"players": players, "palace": True, "rebels": True}, lambda game, p: most_drawn(game, p) > 2)
    )
    (owner,) = (seat for seat in oracle.seats if oracle.drawn[seat].total())
    pool, number = oracle.deck + oracle.drawn[owner], oracle.drawn[owner].total()
    found = sampled(state.view(p), FULL_SAMPLES)
    checks = []
    for title in pool:
        law = hypergeom(pool.total(), pool[title], number)
        drawn: Counter[int] = Counter()
        for world, times in found.items():
            drawn[world.drawn[owner].count(title)] += times
        checks.append(({copies: law.pmf(copies) for copies in range(min(pool[title], number) + 1)}, drawn))
    check_counts(checks)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [TWO, TWO_PALACE, THREE, THREE_PALACE, CARDS, FOUR, {**THREE, "visible_tokens": False}, {**CARDS, "rebels": True}],
    ids=str,
)
def test_worlds_anywhere(options: dict[str, Any]) -> None:
    """Up to a dozen positions of each kind."""
    kinds: Counter[tuple[str, int]] = Counter()
    values: list[float] = []
    with suppress(LookupError):
        for oracle, state, p in positions(options, lambda oracle, p: oracle.round > 0 and p == oracle.round % 2):
            kind = oracle.asked(), covered(oracle)
            law = worlds(oracle, p) if kinds[kind] < 12 else {}
            if 2 <= len(law) <= MOST_WORLDS and 20 / min(law.values()) <= MOST_SAMPLES:
                kinds[kind] += 1
                count = ceil(20 / min(law.values()))
                found = sampled(state.view(p), count, seed=len(values))
                assert found.keys() == law.keys(), oracle.answers
                expected = [float(share * count) for share in law.values()]
                values.append(chisquare([found[world] for world in law], expected).pvalue)
    assert len(values) >= 20
    assert min(values) * len(values) > REJECT
