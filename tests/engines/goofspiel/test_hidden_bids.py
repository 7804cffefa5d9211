"""Hidden bids: `determinize` against all vectors, listed one by one."""

from collections import Counter
from itertools import permutations, product

import pytest

from caravela.cext.core import Rng
from caravela.conformance.statistics import goodness_of_fit
from caravela.engines.registry import load_game

HEADER = 64


def taker(bids):
    return bids.index(max(bids)) if bids.count(max(bids)) == 1 else len(bids)


def play(game, rng):
    """A state after all turns but the last, by random bids."""
    state = game.new_initial_state()
    while state.turn() < game.options["num_turns"] - 1:
        moves = [game.options["num_cards"]] if state.is_chance_node() else state.legal_actions()
        state.apply_action(moves[rng.bounded(len(moves))])
    return state


def rows(state):
    """The bids of each finished turn, and its taker."""
    seats, block = state.game.num_players(), state.to_bytes()[HEADER:]
    cut = [block[at : at + seats + 1] for at in range(0, len(block), seats + 1)]
    return [(tuple(row[:seats]), row[seats] - 1) for row in cut if row[seats]]


def law(state, player):
    """Every vector of bids, turn by turn, that looks the same to the player."""
    game, known = state.game, rows(state)
    own = [bids[player] for bids, _ in known]
    takers = [took for _, took in known]
    hands = [list(permutations(range(1, game.options["num_cards"] + 1), len(known))) for _ in range(game.num_players())]
    hands[player] = [tuple(own)]
    vectors = (tuple(zip(*sequences, strict=True)) for sequences in product(*hands))
    return [vector for vector in vectors if [taker(bids) for bids in vector] == takers]


@pytest.mark.parametrize(
    ("players", "cards", "turns"),
    [(2, 5, 4), (2, 6, 5), (3, 4, 4), (3, 5, 4), (4, 4, 3), (5, 3, 3), (6, 3, 2), (5, 4, 3)],
)
def test_all_vectors_that_explain_the_takers_are_alike(players, cards, turns):
    game = load_game(
        "goofspiel", players=players, num_cards=cards, num_turns=turns, imp_info=True, points_order="descending"
    )
    rng = Rng(players)
    looked = 0
    while looked < 3:
        state = play(game, rng)
        player = rng.bounded(players)
        worlds = law(state, player)
        if not 1 < len(worlds) <= 400:
            continue
        looked += 1
        view = state.view(player)
        drawn = Counter(tuple(bids for bids, _ in rows(view.determinize(rng))) for _ in range(25 * len(worlds)))
        assert goodness_of_fit(drawn, dict.fromkeys(worlds, 1.0)) > 1e-6


def test_two_pairs_that_tied_apart_are_drawn():
    """Five seats; nobody took turns in which two and two of the others may have bid the same highest card."""
    game = load_game("goofspiel", players=5, num_cards=3, num_turns=3, imp_info=True, points_order="ascending")
    state = game.new_initial_state()
    for bids in ((1, 3, 3, 2, 2), (2, 1, 1, 3, 3)):
        for card in bids:
            state.apply_action(card - 1)
        state.apply_action(3)
    worlds = law(state, 0)
    # ((1, 3, 3, 2, 2), (2, 1, 1, 3, 3)) and all others in which neither turn has a single highest bid
    drawn = Counter(tuple(bids for bids, _ in rows(state.view(0).determinize(Rng(s)))) for s in range(30 * len(worlds)))
    assert set(drawn) == set(worlds)
    assert goodness_of_fit(drawn, dict.fromkeys(worlds, 1.0)) > 1e-6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_late_in_a_full_game_worlds_still_explain_everything(players):
    game = load_game("goofspiel", players=players, imp_info=True, num_turns=11, points_order="descending")
    rng = Rng(players)
    state = play(game, rng)
    for player in range(players):
        view = state.view(player)
        worlds = {view.determinize(rng) for _ in range(20)}
        assert len(worlds) > 10
        assert all(world.view(player) == view for world in worlds)
        assert all([taker(bids) for bids, _ in rows(w)] == [took for _, took in rows(state)] for w in worlds)
        assert not any(world.fallback for world in worlds)
