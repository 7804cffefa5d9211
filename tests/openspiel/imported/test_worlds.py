"""Worlds for views: all of them where they can be listed, resampled ones, and those that are searched for."""

from collections import Counter

import pytest

pytest.importorskip("pyspiel")

import caravela as cv
from caravela.conformance.statistics import goodness_of_fit
from caravela.openspiel import NoWorldError
from caravela.openspiel.imported.hidden_game import HiddenGame
from caravela.openspiel.imported.position import Position
from caravela.openspiel.imported.rules import open_rules
from caravela.openspiel.imported.worlds import SOUND_RESAMPLERS


def opened(name: str, **options: object) -> HiddenGame:
    rules = open_rules(name, options)
    assert isinstance(rules, HiddenGame)
    return rules


def random_game(rules: HiddenGame, seed: int, longest: int = 10_000) -> list[Position]:
    """The states of a random game."""
    rng = cv.Rng(seed)
    at = rules.init()
    states = [rules.copy(at)]
    while rules.current_player(at) != cv.TERMINAL_PLAYER and len(states) < longest:
        chance = rules.current_player(at) == cv.CHANCE_PLAYER
        legal = rules.legal_actions(at)
        rules.apply(at, rules.sample_chance(at, rng) if chance else legal[rng.bounded(len(legal))])
        states.append(rules.copy(at))
    return states


def decisions(rules: HiddenGame, seed: int, longest: int = 10_000) -> list[tuple[int, Position]]:
    return [(p, s) for s in random_game(rules, seed, longest) if (p := rules.current_player(s)) >= 0]


def test_listed_worlds_come_as_often_as_the_law_says() -> None:
    rules = opened("leduc_poker")
    at = rules.init()
    for move in (0, 3, 1):  # seat 0 has card 0, seat 1 card 3; seat 0 calls
        rules.apply(at, move)
    view = rules.redact(at, 1)
    rng = cv.Rng(1)
    counts = Counter(tuple(rules.determinize(view, 1, rng)[0].state.history()) for _ in range(5000))
    assert set(counts) == {(card, 3, 1) for card in (0, 1, 2, 4, 5)}
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("spec", ["go_fish", "euchre", "liars_dice", "dark_hex", "oh_hell", "python_block_dominoes"])
def test_every_world_is_a_legal_game_that_shows_the_seat_the_same(spec: str) -> None:
    options = {"numdice": 3} if spec == "liars_dice" else {}
    rules = opened(spec, exact=50, worlds=6, **options)
    rng = cv.Rng(9)
    for player, state in decisions(rules, 2)[::3]:
        view = rules.redact(state, player)
        for _ in range(3):
            world, _ = rules.determinize(view, player, rng)
            assert rules.pack(rules.redact(world, player)) == rules.pack(view)
            assert rules.legal_actions(world) == list(view.legal_actions())
            assert rules.key(world, player) == rules.key(view, player)
            rules.replay(rules.moves(world))
            while rules.current_player(world) != cv.TERMINAL_PLAYER:  # it can be played to the end
                legal = rules.legal_actions(world)
                chance = rules.current_player(world) == cv.CHANCE_PLAYER
                move = rules.sample_chance(world, rng) if chance else legal[rng.bounded(len(legal))]
                rules.apply(world, move)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_hearts_is_explained_to_the_end(seed: int) -> None:
    """OpenSpiel's own sampler ignores who cannot follow suit; a third of its worlds breaks the rules."""
    rules = opened("hearts", worlds=16)
    for player, state in decisions(rules, seed):
        world, fallback = rules.determinize(rules.redact(state, player), player, cv.Rng(seed))
        assert fallback
        assert rules.replay(rules.moves(world)).state.history() == world.state.history()


def knowledge(rules: HiddenGame, s: Position) -> tuple[str, ...]:
    """What all seats and an onlooker know together: it tells worlds apart."""
    return (str(s.state), *(rules.sight(s, p).text for p in range(rules.players)))


@pytest.mark.parametrize("name", sorted(SOUND_RESAMPLERS))
def test_resamplers_that_are_trusted_follow_the_law(name: str) -> None:
    """Against all worlds there are, with their weights."""
    listing, resampling = opened(name, exact=10**7), opened(name, exact=0)
    compared = 0
    for number, (player, state) in enumerate(decisions(listing, 2)[:4]):
        view = listing.redact(state, player)
        law: Counter[tuple[str, ...]] = Counter()
        for world, weight in listing.worlds.belief(view).weighted():
            law[knowledge(listing, world)] += weight
        rng = cv.Rng(7, number)
        draws = [resampling.determinize(view, player, rng) for _ in range(1000)]
        assert not any(fallback for _, fallback in draws)
        assert goodness_of_fit(Counter(knowledge(resampling, world) for world, _ in draws), law) > 1e-6
        compared += len(law) > 1
    assert compared


def test_worlds_of_oh_hell_deal_cards_that_stay_out() -> None:
    """OpenSpiel's own sampler deals the other seats the two cards that they have, and no other."""
    options = {"num_suits": 2, "num_cards_per_suit": 4, "num_tricks_fixed": 1}
    rules = opened("oh_hell", exact=0, **options)
    player, state = decisions(rules, 1)[0]
    view = rules.redact(state, player)
    rng = cv.Rng(1)
    draws = [rules.determinize(view, player, rng) for _ in range(300)]
    assert all(fallback for _, fallback in draws)
    assert len({knowledge(rules, world) for world, _ in draws}) > 15  # of 6 * 5
    exact = opened("oh_hell", **options)
    assert len({knowledge(exact, exact.determinize(view, player, rng)[0]) for _ in range(1000)}) == 30


@pytest.mark.parametrize("name", ["go_fish", "oh_hell", "leduc_poker"])
def test_worlds_depend_on_the_view_alone_and_not_on_what_was_asked_before(name: str) -> None:
    used = opened(name, exact=100, worlds=6)
    asked = decisions(used, 5)[::4]
    for player, state in asked:
        used.determinize(used.redact(state, player), player, cv.Rng(0))
    for player, state in reversed(asked[-3:]):
        fresh = opened(name, exact=100, worlds=6)
        view = fresh.redact(state, player)
        draws = [[r.determinize(view, player, cv.Rng(seed))[0] for seed in range(4)] for r in (used, fresh)]
        assert [used.pack(world) for world in draws[0]] == [used.pack(world) for world in draws[1]]


def test_ways_are_told_apart_and_counted() -> None:
    ways = {}
    for name, options in (("leduc_poker", {}), ("leduc_poker", {"exact": 0}), ("go_fish", {"worlds": 2})):
        rules = opened(name, **options)
        player, state = decisions(rules, 1)[0]
        _, fallback = rules.determinize(rules.redact(state, player), player, cv.Rng(0))
        (way,) = (way for way, count in rules.worlds.drawn.items() if count)
        ways[way] = fallback
    assert ways == {"listed": False, "resampled": False, "searched": True}


def test_a_search_that_gives_up_says_how_far_it_came_and_what_to_do() -> None:
    game = cv.load_game("openspiel:hearts(effort=200,worlds=1)")
    state = game.new_initial_state()
    rng = cv.Rng(1)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(rng))
    with pytest.raises(NoWorldError, match=r"openspiel:hearts: no world .* after \d+ .* 200 steps, 13 times; raise"):
        state.view(0).determinize(rng)


def test_forged_views_have_no_world() -> None:
    rules = opened("leduc_poker")
    player, state = decisions(rules, 1)[0]
    view = rules.redact(state, player)
    forged = type(view)(player, (*view.codes[:-2], 2**30, 2**30), view.texts, view.sight)
    with pytest.raises(NoWorldError, match="no game shows seat"):
        rules.determinize(forged, player, cv.Rng(0))
