"""Hidden cards and clergy tiles of Lisboa: the law, told twice, and native determinization against it.

The law: hidden cards of others are any cards of their deck that the seat has not seen, tiles that others choose from
any two of those it has not seen; what others choose is no evidence.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare, hypergeom

from caravela import Rng, State, View, load_game
from caravela.engines.lisboa.law import explain_world
from tests.oracles.lisboa import CHANCE, OVER, Lisboa
from tests.oracles.lisboa_configs import edits, merged
from tests.oracles.lisboa_native import action_ids, code_names, native_world, outcome_ids
from tests.oracles.lisboa_play import DEALERS, PLAYERS, next_name
from tests.oracles.lisboa_worlds import World, followed, unseen_cards, world_of, worlds

DATA: dict[str, Any] = load_game("lisboa").data
ALIKE: dict[str, Any] = edits(DATA)["alike cards"]  # three of P01 in the blue deck, three of P33 in the purple one

FEWEST = 20  # the least expected number of samples of a world
MOST_SAMPLES = 30_000
MOST_WORLDS = 600
REJECT = 1e-4  # seeds are fixed: a test that passes once passes always

Wanted = Callable[[Lisboa, int], bool]

# Sizes whose worlds can be counted.
TINY: dict[str, Any] = {"players": 2, "rows": 1, "hand": 2, "deck": 5, "stack": 1, "clergy": 2, "decrees": 2}
TWO: dict[str, Any] = {"players": 2, "hand": 3, "deck": 8, "stack": 2, "clergy": 3}
THREE: dict[str, Any] = {"players": 3, "hand": 2, "deck": 8, "stack": 2}
FOUR: dict[str, Any] = {"players": 4, "hand": 1, "deck": 7, "stack": 2, "clergy": 4}


def hidden(oracle: Lisboa, p: int, back: str) -> int:
    """Cards of others that p has not seen."""
    hands = (oracle.table.seats[seat].hand for seat in oracle.seats if seat != p)
    return sum(held.back == back and not held.known for hand in hands for held in hand)


def plays(oracle: Lisboa) -> bool:
    """Whether a turn begins."""
    return oracle.asked() == "D2 card"


WANTED: dict[str, Wanted] = {
    "others choose a tile": lambda oracle, p: oracle.asked() == "D1" and oracle.player() != p,
    "one tile is drawn": lambda oracle, p: any(len(o) == 1 and q != p for q, o in oracle.offered.items()),
    "own choice of a tile": lambda oracle, p: oracle.asked() == "D1" and oracle.player() == p,
    "the deal goes on": lambda oracle, p: hidden(oracle, p, "blue") > 0 and oracle.asked().startswith("card@"),
    "first turn": lambda oracle, p: plays(oracle) and oracle.turn == 1,
    "cards were played": lambda oracle, p: plays(oracle) and oracle.turn > 2 and hidden(oracle, p, "blue") > 0,
    "a card is in play": lambda oracle, p: oracle.asked() == "D2 use" and hidden(oracle, p, "blue") > 0,
    "cards are discarded": lambda oracle, p: oracle.asked() == "D31" and hidden(oracle, p, "blue") > 0,
    "the second deal goes on": lambda oracle, p: hidden(oracle, p, "purple") > 0 and oracle.closing,
    "both backs": lambda oracle, p: hidden(oracle, p, "purple") > 0 and hidden(oracle, p, "blue") > 0,
    "second period": lambda oracle, p: plays(oracle) and oracle.table.period == 2 and hidden(oracle, p, "purple") > 0,
    "after the end": lambda oracle, p: oracle.over,
}
Position = tuple[Lisboa, State, int]


def positions(
    options: dict[str, Any], wanted: Wanted, first_seed: int = 0, changes: dict[str, Any] | None = None
) -> Iterator[Position]:
    """Wanted positions of random games on both sides, each with the seat that looks at it."""
    game, data = load_game("lisboa", data=changes, **options), merged(DATA, changes or {})
    actions, outcomes = action_ids(game), outcome_ids(game)
    for seed in range(first_seed, first_seed + 60):
        random, oracle, state = Random(seed), Lisboa(data, **options), game.new_initial_state()
        player = PLAYERS[("uniform", "hoarder", "merchant", "follower")[seed % 4]]
        while oracle.player() != OVER:
            yield from ((oracle, state, p) for p in random.sample(oracle.seats, len(oracle.seats)) if wanted(oracle, p))
            name = next_name(oracle, random, player, DEALERS["fair"])
            number = (outcomes if oracle.player() == CHANCE else actions)[name]
            oracle.apply(name)
            state.apply_action(number)
        yield from ((oracle, state, p) for p in oracle.seats if wanted(oracle, p))
    raise LookupError(f"no such position within 60 games of {game.spec}")


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

FOLLOWED = [
    (TINY, "others choose a tile", 2, None),
    (TINY, "one tile is drawn", 2, None),
    (TINY, "the deal goes on", 3, None),
    (TINY, "first turn", 3, None),
    (TINY, "cards were played", 3, None),
    (TINY, "cards were played", 2, ALIKE),
    ({**TINY, "deck": 6}, "cards were played", 3, ALIKE),
    (TINY, "cards are discarded", 2, None),
    (TINY, "second period", 3, ALIKE),
    ({**TINY, "players": 3, "deck": 6, "hand": 1}, "cards were played", 4, ALIKE),
]


@pytest.mark.parametrize(("options", "position", "least", "changes"), FOLLOWED)
def test_the_law_is_that_of_all_games(
    options: dict[str, Any], position: str, least: int, changes: dict[str, Any] | None
) -> None:
    oracle, p, law = next(
        (oracle, p, law)
        for oracle, _, p in positions(options, WANTED[position], changes=changes)
        for law in [worlds(oracle, p)]
        if len(law) >= least
    )
    assert followed(oracle, p) == law


# ---------------------------------------------------------------------- the engine's worlds

# Options, position, the least number of worlds, changes.
CASES = [
    ({"players": 2}, "others choose a tile", 100, None),
    ({"players": 4, "clergy": 7}, "others choose a tile", 10, None),
    ({"players": 3}, "one tile is drawn", 10, None),
    ({"players": 2}, "own choice of a tile", 1, None),
    (TINY, "others choose a tile", 2, None),
    (TWO, "the deal goes on", 6, None),
    (TWO, "first turn", 10, None),
    (TWO, "cards were played", 10, None),
    (TWO, "a card is in play", 6, None),
    (TWO, "cards are discarded", 6, None),
    (TWO, "both backs", 20, None),
    (TWO, "second period", 6, None),
    (TWO, "second period", 6, ALIKE),
    (TWO, "cards were played", 4, ALIKE),
    (TWO, "after the end", 2, None),
    (THREE, "first turn", 90, None),
    (THREE, "cards were played", 20, None),
    (THREE, "cards were played", 8, ALIKE),
    (THREE, "the second deal goes on", 20, None),
    (THREE, "second period", 20, ALIKE),
    (FOUR, "first turn", 100, None),
    (FOUR, "cards were played", 20, ALIKE),
    (FOUR, "second period", 20, None),
]


@pytest.mark.parametrize(("options", "position", "least", "changes"), CASES)
def test_determinization_follows_its_law(
    options: dict[str, Any], position: str, least: int, changes: dict[str, Any] | None
) -> None:
    """Equal supports, and frequencies that chi-square does not tell apart."""
    state, p, law = next(
        (state, p, law)
        for oracle, state, p in positions(options, WANTED[position], changes=changes)
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


# The whole game: too many worlds to meet them all, so how often a card lies in a hand is counted instead.
FULL_SAMPLES = 1000


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("position", ["cards were played", "second period"])
def test_hands_of_the_whole_game(players: int, position: str) -> None:
    """A hidden hand is a random part of all cards of its deck that p has not seen."""
    oracle, state, p = next(positions({"players": players}, WANTED[position], first_seed=players))
    back = "blue" if position == "cards were played" else "purple"
    unseen = unseen_cards(oracle, p)[back]
    found = sampled(state.view(p), FULL_SAMPLES)
    values = []
    for seat in oracle.seats:
        count = sum(held.back == back for held in oracle.table.seats[seat].hand)
        if seat == p or not count:
            continue
        drawn: Counter[str] = Counter()
        for world, times in found.items():
            held = Counter(card for of, card in world.hands[seat] if of == back)
            assert held.total() == count
            drawn.update({card: number * times for card, number in held.items()})
        assert drawn.keys() <= unseen.keys()
        for card in unseen:
            share = hypergeom(unseen.total(), unseen[card], count).mean()
            values.append(
                chisquare(
                    [drawn[card], FULL_SAMPLES - drawn[card]], [FULL_SAMPLES * share, FULL_SAMPLES * (1 - share)]
                ).pvalue
                if 0 < share < 1
                else 1.0
            )
    assert values
    assert min(values) * len(values) > REJECT


@pytest.mark.parametrize("options", [TWO, THREE, {"players": 4}], ids=str)
def test_worlds_are_explained(options: dict[str, Any]) -> None:
    """A sampled world is where a game ends that the oracle may play too and that shows the seat the same."""
    rng = Rng(3)
    wanted: Wanted = lambda oracle, p: len(oracle.answers) % 41 == p  # noqa: E731
    game = load_game("lisboa", **options)
    names, codes = [game.action_to_string(a) for a in range(game.num_distinct_actions())], code_names(game)
    outcomes = [game.chance_to_string(outcome) for outcome in range(game.max_chance_outcomes())]
    for _, (oracle, state, p) in zip(range(25), positions(options, wanted, first_seed=5), strict=False):
        world = state.view(p).determinize(rng)
        twin = Lisboa(DATA, **options)
        for number in explain_world(game, state.history(), p, world):
            twin.apply((outcomes if twin.player() == CHANCE else names)[number])
        assert twin.told[p] == oracle.told[p] == [codes[code] for code in world.log(p)]
        assert world_of(twin) == native_world(world)
        assert (twin.player(), twin.asked()) == (oracle.player(), oracle.asked())
        if twin.player() >= 0:
            assert sorted(names[action] for action in world.legal_actions()) == twin.legal()


@pytest.mark.slow
@pytest.mark.parametrize("changes", [None, ALIKE], ids=["", "alike cards"])
@pytest.mark.parametrize("options", [TWO, THREE, FOUR], ids=str)
def test_worlds_anywhere(options: dict[str, Any], changes: dict[str, Any] | None) -> None:
    """Up to three positions of each kind."""
    kinds: Counter[tuple[str, int, int]] = Counter()
    values: list[float] = []
    with suppress(LookupError):
        for oracle, state, p in positions(options, lambda oracle, p: p == oracle.turn % 2, 0, changes):
            kind = oracle.asked(), hidden(oracle, p, "blue"), hidden(oracle, p, "purple")
            law = worlds(oracle, p) if kinds[kind] < 3 else {}
            if 2 <= len(law) <= 200 and 20 / min(law.values()) <= MOST_SAMPLES:
                kinds[kind] += 1
                count = ceil(20 / min(law.values()))
                found = sampled(state.view(p), count, seed=len(values))
                assert found.keys() == law.keys(), oracle.answers
                expected = [float(share * count) for share in law.values()]
                values.append(chisquare([found[world] for world in law], expected).pvalue)
            if len(values) >= 60:
                break
    assert len(values) >= 20
    assert min(values) * len(values) > REJECT
