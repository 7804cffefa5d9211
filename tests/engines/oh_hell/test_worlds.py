"""Worlds sampled at Oh Hell: every unseen card as likely in every hidden place, but for shown voids."""

from collections import Counter
from itertools import combinations

import pytest
from scipy.stats import chisquare

from caravela.cext.core import Rng
from caravela.cext.probe import Probe
from caravela.engines.oh_hell.histories import explain_world, rotate_history
from caravela.engines.oh_hell.table import cards_of, read_table
from caravela.engines.registry import load_game


def positions(game, games, seed):
    """Every decision of random games."""
    rng = Rng(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                yield state
                actions = state.legal_actions()
                state.apply_action(actions[rng.bounded(len(actions))])


def first_decision(spec, seed):
    return next(positions(load_game(spec), 1, seed))


@pytest.mark.parametrize(
    ("spec", "places"),
    [
        # Hands of 5 from 12 unseen cards, then from 7: drawn by coins and corrections, below and above a half.
        ("oh_hell(num_suits=2,num_cards_per_suit=9,num_tricks_fixed=5)", 792),
        ("oh_hell(num_suits=1,num_cards_per_suit=12,num_tricks_fixed=3)", 56),
        # Hands of 5 from 10: all are dealt.
        ("oh_hell(num_suits=2,num_cards_per_suit=8,num_tricks_fixed=5)", 252),
    ],
)
def test_hands_are_alike(spec, places):
    view = first_decision(spec, 1).view(0)
    rng, samples = Rng(2), 20 * places
    worlds = [read_table(view.determinize(rng)) for _ in range(samples)]
    for seat in (1, 2):
        hands = Counter(world.hands[seat] for world in worlds)
        assert len(hands) <= places
        assert chisquare([*hands.values(), *[0] * (places - len(hands))]).pvalue > 1e-4


def possible_hands(view):
    """All pairs of hands of the two others at a table of three, by trial; and how many of them cannot be free."""
    table, suits = read_table(view), view.game.options["num_suits"]
    others = [seat for seat in range(3) if seat != view.player]
    unseen = cards_of(table.pool)
    held = {seat: [card for card in unseen if not table.voids[seat] >> card % suits & 1] for seat in others}
    sizes = {seat: table.tricks - table.step - (table.trick[seat] is not None) for seat in others}
    first, second = others
    pairs = [
        (sum(1 << card for card in one), sum(1 << card for card in two))
        for one in combinations(held[first], sizes[first])
        for two in combinations([card for card in held[second] if card not in one], sizes[second])
    ]
    return pairs, sum(sizes[seat] > 0 and len(held[seat]) < len(unseen) for seat in others)


@pytest.mark.parametrize("restricted", [0, 1, 2])
def test_all_possible_hands_are_alike(restricted):
    """The law, by trying all hands: without voids that matter, with those of one seat, of both."""
    rng, tested = Rng(8), 0
    for state in positions(load_game("oh_hell", num_suits=3, num_cards_per_suit=5, num_tricks_fixed=4), 80, 9):
        view = state.view(state.current_player())
        pairs, found = possible_hands(view)
        if found != restricted or not 20 <= len(pairs) <= 300 or tested == 4:
            continue
        drawn = Counter(
            tuple(hand for seat, hand in enumerate(read_table(view.determinize(rng)).hands) if seat != view.player)
            for _ in range(20 * len(pairs))
        )
        assert set(drawn) <= set(pairs)
        assert chisquare([drawn[pair] for pair in pairs]).pvalue > 1e-5
        tested += 1
    assert tested == 4


@pytest.mark.parametrize("players", [3, 4, 7])
def test_hands_keep_to_shown_voids(players):
    game, rng = load_game("oh_hell", players=players), Rng(3)
    worlds = needed = 0
    for state in positions(game, 25, 4):
        seat = state.current_player()
        table = read_table(state.view(seat))
        for _ in range(3):
            world = read_table(state.view(seat).determinize(rng))
            for other, hand in enumerate(world.hands):
                assert not any(table.voids[other] >> card % 4 & 1 for card in cards_of(hand))
                assert hand.bit_count() == read_table(state).hands[other].bit_count()
                needed += any(table.voids[other] >> card % 4 & 1 for card in cards_of(table.pool))
            worlds += 1
    assert worlds > 1500
    assert needed > worlds // 2, "voids that no deal could break prove nothing"


def test_three_seats_need_no_fallback_and_seven_seldom_do():
    rates = {}
    for players in (3, 7):
        game = load_game("oh_hell", players=players)
        probe = Probe(game.capsule)
        drawn = [
            probe.determinize(state.view(state.current_player()).to_bytes(), state.current_player(), 1, i)[1]
            for i, state in enumerate(positions(game, 100, 5))
        ]
        rates[players] = sum(drawn) / len(drawn)
    assert rates[3] == 0.0
    assert rates[7] < 0.01


def test_worlds_are_explained_at_every_step():
    game, rng = load_game("oh_hell", players=4, num_tricks_fixed=3), Rng(6)
    state = game.new_initial_state()
    while True:
        for seat in range(4):
            world = state.view(seat).determinize(rng)
            told = game.new_initial_state()
            for move in explain_world(game, state.history(), seat, world):
                told.apply_action(move)
            assert told.to_bytes() == world.to_bytes()
            assert told.log(seat) == state.log(seat)
        if state.is_terminal():
            break
        chance = state.is_chance_node()
        state.apply_action(state.sample_chance(rng) if chance else state.legal_actions()[0])


def test_seats_can_be_moved_on_once_the_deal_is_complete():
    state = first_decision("oh_hell(players=5,num_tricks_fixed=2)", 7)
    moved = state.game.new_initial_state()
    for move in rotate_history(state.game, state.history(), 2):
        moved.apply_action(move)
    hands = read_table(state).hands
    assert read_table(moved).hands == [hands[(seat - 2) % 5] for seat in range(5)]
    assert moved.current_player() == (state.current_player() + 2) % 5
    with pytest.raises(ValueError, match="ends before the deal does"):
        rotate_history(state.game, state.history()[:-1], 2)
