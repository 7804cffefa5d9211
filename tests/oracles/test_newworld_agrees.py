"""The native engine and the oracle play the same games: move for move, and show every seat the same."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravela import Game, load_game
from tests.oracles.newworld import CHANCE, OVER, NewWorld
from tests.oracles.newworld_configs import FULL, REDUCED, STARTS, SWITCHES, edits, merged
from tests.oracles.newworld_native import action_ids, native_facts, oracle_facts, outcome_ids
from tests.oracles.newworld_play import (
    DEALERS,
    PLAYERS,
    RARE,
    SHOW_ALL,
    STYLES,
    next_name,
    note_end,
    note_step,
    twin_name,
)

DATA: dict[str, Any] = load_game("newworld").data
EDITS = edits(DATA)


class Knowledge:
    """What seats were told by the oracle, and what the engine showed them of the same: neither more nor less.

    Equal words go with equal codes and equal views, different words with different codes, and a view is enough to tell
    all the facts of the table. One of these watches many games of one game.
    """

    def __init__(self) -> None:
        self.codes: dict[object, int] = {}
        self.words: dict[object, int] = {}
        self.views: dict[object, bytes] = {}
        self.facts: dict[object, int] = {}

    def note(self, pair: "Pair", seat: int) -> None:
        """Compares one position with all before."""
        words, codes = hash((seat, *pair.oracle.told[seat])), hash((seat, *pair.state.log(seat)))
        view = pair.state.view(seat).to_bytes()
        assert self.codes.setdefault(words, codes) == codes, f"codes say more than {seat} may know: {pair.where()}"
        assert self.words.setdefault(codes, words) == words, f"codes say less than {seat} knows: {pair.where()}"
        assert self.views.setdefault(words, view) == view, f"the view says more than {seat} may know: {pair.where()}"
        if len(pair.oracle.answers) % 9 == seat:  # it is slow to read all the facts
            assert native_facts(pair.state.view(seat), seat) == oracle_facts(pair.oracle, seat), pair.where()
        facts = hash(str(pair.oracle.facts(seat)))
        assert self.facts.setdefault((seat, view), facts) == facts, (
            f"the view says less than {seat} knows: {pair.where()}"
        )


class Pair:
    """One game on both sides; every step must look the same."""

    def __init__(self, game: Game, oracle: NewWorld) -> None:
        self.game, self.oracle, self.state = game, oracle, game.new_initial_state()
        self.actions, self.outcomes = action_ids(oracle), outcome_ids(oracle)
        self.compare()

    def where(self) -> str:
        return f"{self.game.spec} after {self.oracle.answers} = {self.state.history()}"

    def compare(self) -> None:
        oracle, state = self.oracle, self.state
        mover = oracle.player()
        assert oracle.conserved(), self.where()
        assert state.current_player() == mover, self.where()
        assert state.is_chance_node() == (mover == CHANCE), self.where()
        assert state.is_terminal() == (mover == OVER), self.where()
        assert state.legal_actions() == sorted(self.actions[name] for name in oracle.legal()), self.where()
        if mover == CHANCE:
            chances = {self.outcomes[name]: share for name, share in oracle.outcomes().items()}
            drawn = dict(state.chance_outcomes())
            assert drawn.keys() == chances.keys(), self.where()
            for outcome, share in chances.items():
                assert abs(drawn[outcome] - float(share)) < 1e-12, self.where()
        if mover == OVER:
            assert state.scores() == oracle.scores(), self.where()
            assert state.ranks() == oracle.ranks(), self.where()
            expected = [float(share) for share in oracle.returns()]
            assert state.returns() == pytest.approx(expected, abs=1e-12), self.where()
            assert oracle.legal() == state.legal_actions() == [], self.where()

    def apply(self, name: str) -> None:
        ids = self.outcomes if self.oracle.player() == CHANCE else self.actions
        self.oracle.apply(name)
        self.state.apply_action(ids[name])
        self.compare()


def play_both(
    game: Game, oracle: NewWorld, seed: int, style: tuple[str, str], seen: Counter[str], knowledge: Knowledge
) -> None:
    """A random game, then a twin of it: a game that differs from it in what one seat does not see.

    After each step that seat's knowledge is compared as well, at the end that of all.
    """
    random, pair = Random(seed), Pair(game, oracle)
    p = seed % oracle.players
    while oracle.player() != OVER:
        name = next_name(oracle, random, PLAYERS[style[0]], DEALERS[style[1]])
        note_step(oracle, name, seen)
        pair.apply(name)
        knowledge.note(pair, p)
    note_end(oracle, seen)
    for seat in oracle.seats:
        knowledge.note(pair, seat)
    play_twin(game, oracle, p, random, knowledge)


def play_twin(game: Game, oracle: NewWorld, p: int, random: Random, knowledge: Knowledge) -> None:
    """The same game up to some step, then another one, as long as p is told the same."""
    target, same = oracle.told[p], random.randrange(len(oracle.answers))
    pair = Pair(game, NewWorld(oracle.data, **oracle.options))
    twin = pair.oracle
    for name in oracle.answers[:same]:
        ids = pair.outcomes if twin.player() == CHANCE else pair.actions
        twin.apply(name)
        pair.state.apply_action(ids[name])
    while twin.player() != OVER:
        possible = twin_name(twin, p, target[len(twin.told[p]) :], random)
        if possible is None:
            break
        pair.apply(possible)
        knowledge.note(pair, p)


def sweep(options: dict[str, Any], changes: dict[str, Any], seeds: range) -> Counter[str]:
    """Games of every style in turn; returns what rare things they met."""
    game = load_game("newworld", data=changes or None, **options)
    data = merged(DATA, changes)
    assert game.data == data
    seen, knowledge = Counter[str](), Knowledge()
    for seed in seeds:
        play_both(game, NewWorld(data, **options), seed, STYLES[seed % len(STYLES)], seen, knowledge)
    return seen


def test_the_numbers_have_the_oracles_names() -> None:
    for options in (*FULL, *REDUCED):
        game, oracle = load_game("newworld", **options), NewWorld(DATA, **options)
        actions, outcomes = action_ids(oracle), outcome_ids(oracle)
        assert game.num_distinct_actions() == len(actions)
        assert all(game.action_to_string(number) == name for name, number in actions.items())
        assert game.max_chance_outcomes() == len(outcomes)
        assert all(game.chance_to_string(number) == name for name, number in outcomes.items())


def test_games_that_meet_every_rare_rule() -> None:
    """The same games by which the oracle's own tests know that they have met everything."""
    seen: Counter[str] = Counter()
    for seed in SHOW_ALL:
        seen += sweep(FULL[seed % len(FULL)], {}, range(seed, seed + 1))
    assert {what for what in RARE if not seen[what]} == set()


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_reduced_sizes(options: dict[str, Any]) -> None:
    sweep(options, {}, range(2000, 2004))


@pytest.mark.parametrize("options", STARTS, ids=str)
def test_first_players(options: dict[str, Any]) -> None:
    sweep(options, {}, range(1000, 1002))


@pytest.mark.parametrize("rulings", SWITCHES, ids=str)
def test_other_readings(rulings: dict[str, Any]) -> None:
    for number, options in enumerate(FULL):
        sweep(options, {"rulings": rulings}, range(3000 + 11 * number, 3001 + 11 * number))


@pytest.mark.parametrize("about", EDITS)
def test_edited_tables(about: str) -> None:
    for number, options in enumerate(FULL[::2]):
        sweep(options, EDITS[about], range(4000 + 7 * number, 4001 + 7 * number))


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([*FULL, *STARTS, *REDUCED]), st.sampled_from(STYLES), st.integers(0, 2**32 - 1))
def test_any_game(options: dict[str, Any], style: tuple[str, str], seed: int) -> None:
    play_both(load_game("newworld", **options), NewWorld(DATA, **options), seed, style, Counter(), Knowledge())


@pytest.mark.slow
@pytest.mark.parametrize("options", FULL, ids=str)
def test_many_games(options: dict[str, Any]) -> None:
    sweep(options, {}, range(10_000, 10_400))


@pytest.mark.slow
@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_many_games_of_reduced_sizes(options: dict[str, Any]) -> None:
    sweep(options, {}, range(20_000, 20_100))


@pytest.mark.slow
@pytest.mark.parametrize("rulings", SWITCHES, ids=str)
def test_many_games_of_other_readings(rulings: dict[str, Any]) -> None:
    for options in FULL:
        sweep(options, {"rulings": rulings}, range(30_000, 30_020))


@pytest.mark.slow
@pytest.mark.parametrize("about", EDITS)
def test_many_games_on_edited_tables(about: str) -> None:
    for options in FULL:
        sweep(options, EDITS[about], range(40_000, 40_010))
