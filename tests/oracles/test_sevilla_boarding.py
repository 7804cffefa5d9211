"""The native boarding equals brute force over all sub-multisets (S10.6)."""

import random

import pytest

from caravela.engines.sevilla.boarding import Boarding
from tests.oracles.sevilla_boarding import Table, best, legal, own_data, value, weight

CAPACITIES = [0, 1, 2, 3, 4, 6, 8, 11, 12, 16, 20, 24, 28, 32, 40]


def draw(rng: random.Random, table: Table, most: int) -> dict[str, int]:
    """A random pile; half of them of few titles, so that copies and pairs are common."""
    deck = [card for card, count in table.count.items() for _ in range(count)]
    if rng.random() < 0.5:
        some = rng.sample(list(table.count), rng.randint(3, 9))
        deck = [card for card in deck if card in some]
    pile: dict[str, int] = {}
    for card in rng.sample(deck, min(len(deck), rng.randint(1, most))):
        pile[card] = pile.get(card, 0) + 1
    return pile


def agree(boarding: Boarding, table: Table, piles: int, most: int, seed: int) -> None:
    """Plays no game: piles, capacities, fleets, purses and the Helm are drawn."""
    rng = random.Random(seed)
    fits = 0
    for _ in range(piles):
        pile = draw(rng, table, most)
        capacity, ships = rng.choice(CAPACITIES), rng.randrange(7)
        purse, helm = rng.choice([0, 9, 10, 30]), rng.random() < 0.5
        situation = (pile, capacity, ships, purse, helm)
        points, board = boarding.best(*situation)
        assert points == best(table, *situation), situation
        assert all(count <= pile[card] for card, count in board.items()), situation
        assert legal(table, pile, board, capacity), situation
        assert value(table, board, ships, purse, helm) == boarding.value(board, ships, purse, helm) == points
        assert weight(table, board) == boarding.weight(board)
        fits += board == pile
    assert fits < piles // 2


def test_it_equals_brute_force() -> None:
    agree(Boarding(), Table(own_data()), 1200, 9, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_it_equals_brute_force_on_larger_piles(seed: int) -> None:
    agree(Boarding(), Table(own_data()), 1500, 13, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_it_equals_brute_force_on_edited_tables(seed: int) -> None:
    agree_edited(2000, 9, seed)


def test_it_equals_brute_force_on_an_edited_table() -> None:
    agree_edited(300, 8, seed=9)


def agree_edited(piles: int, most: int, seed: int) -> None:
    """Other points, thresholds and weights of whole families, drawn anew for each hundred piles."""
    rng = random.Random(seed)
    for number in range(piles // 100):
        data = own_data()
        weights = {family: rng.choice([0, 1, 2, 3, 4, 5]) for family in ("goods", "carpentry", "officer", "boy")}
        weights |= {"crew": rng.choice([0, 2, 4, 6]), "rebel": rng.choice([2, 4, 5])}
        for row in [*data["auction_card"], *data["rebel_card"]]:
            row["weight_quarters"] = weights[row["family"]]
            if row["family"] != "carpentry" and row["points"]:
                row["points"] = rng.randrange(1, 9)
        data["constants"] |= {
            "carpentry_set_vp": rng.randrange(12),
            "admiral_distinct_officers": rng.randrange(6),
            "master_distinct_crew": rng.randrange(6),
        }
        data["rulings"]["rogue_distinct_titles"] = rng.choice([1, 2])
        agree_some(Boarding(data), Table(data), 100, most, 1000 * seed + number)


def agree_some(boarding: Boarding, table: Table, piles: int, most: int, seed: int) -> None:
    """`agree` where weights may be so small that most piles fit."""
    rng = random.Random(seed)
    for _ in range(piles):
        pile = draw(rng, table, most)
        situation = (pile, rng.randrange(25), rng.randrange(7), rng.choice([0, 10]), rng.random() < 0.5)
        points, board = boarding.best(*situation)
        assert points == best(table, *situation), situation
        assert legal(table, pile, board, situation[1]), situation
        assert value(table, board, *situation[2:]) == points, situation
