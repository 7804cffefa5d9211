"""The native engine and the oracle play the same games: move for move, and show every seat the same."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravela import Game, State, load_game
from tests.oracles.pizarro import CHANCE, OVER, Pizarro
from tests.oracles.pizarro_configs import FULL, REDUCED, STARTS, edits, merged
from tests.oracles.pizarro_native import CALM, action_ids, native_facts, oracle_facts, outcome_ids
from tests.oracles.pizarro_play import DEALERS, PLAYERS, RARE, next_name, note_end, note_step, twin_name

STYLES = [(player, dealer) for dealer in sorted(DEALERS) for player in sorted(PLAYERS)]
DATA: dict[str, Any] = load_game("pizarro").data
EDITS = edits(DATA)
TWINS = 1  # of each game


class Knowledge:
    """What seats were told by the oracle, and what the engine showed them of the same: neither more nor less.

    Equal words go with equal codes and equal views, different words with different codes, and a view is enough to tell
    all the facts of the table. One of these watches many games of one game.
    """

    def __init__(self) -> None:
        self.codes: dict[object, object] = {}
        self.words: dict[object, object] = {}
        self.views: dict[object, object] = {}
        self.facts: dict[object, object] = {}

    def note(self, oracle: Pizarro, state: State, seat: int, where: str) -> None:
        """Compares one position with all before."""
        words, codes = (seat, *oracle.told[seat]), (seat, *state.log(seat))
        view = state.view(seat).to_bytes()
        assert self.codes.setdefault(words, codes) == codes, f"codes say more than seat {seat} may know, {where}"
        assert self.words.setdefault(codes, words) == words, f"codes say less than seat {seat} knows, {where}"
        assert self.views.setdefault(words, view) == view, f"the view says more than seat {seat} may know, {where}"
        facts = oracle.facts(seat)
        if oracle.asked() in CALM and len(oracle.answers) % 4 in (0, seat):  # it is slow to read all the facts
            assert native_facts(state.view(seat)) == oracle_facts(oracle, seat), where
        assert self.facts.setdefault((seat, view), facts) == facts, (
            f"the view says less than seat {seat} knows, {where}"
        )


class Pair:
    """One game on both sides; every step must look the same."""

    def __init__(self, game: Game, oracle: Pizarro) -> None:
        self.game, self.oracle, self.state = game, oracle, game.new_initial_state()
        self.actions, self.outcomes = action_ids(oracle), outcome_ids(oracle)
        self.compare()

    def where(self) -> str:
        return f"{self.game.spec} after {self.oracle.answers} = {self.state.history()}"

    def compare(self) -> None:
        oracle, state, where = self.oracle, self.state, self.where()
        mover = oracle.player()
        assert oracle.conserved(), where
        assert state.current_player() == mover, where
        assert state.is_chance_node() == (mover == CHANCE), where
        assert state.is_terminal() == (mover == OVER), where
        assert state.legal_actions() == sorted(self.actions[name] for name in oracle.legal()), where
        for seat in oracle.seats:
            assert seat == mover or state.legal_actions(seat) == [], where
        if mover == CHANCE:
            chances = {self.outcomes[name]: share for name, share in oracle.outcomes().items()}
            drawn = dict(state.chance_outcomes())
            assert drawn.keys() == chances.keys(), where
            for outcome, share in chances.items():
                assert abs(drawn[outcome] - share) < 1e-12, where
        if mover == OVER:
            assert state.scores() == oracle.scores(), where
            assert state.ranks() == oracle.ranks(), where
            assert state.returns() == pytest.approx([float(share) for share in oracle.returns()], abs=1e-12), where
        else:
            assert not any(state.returns()), where

    def apply(self, name: str) -> None:
        ids = self.outcomes if self.oracle.player() == CHANCE else self.actions
        self.oracle.apply(name)
        self.state.apply_action(ids[name])
        self.compare()


def play_both(
    game: Game, oracle: Pizarro, seed: int, style: tuple[str, str], seen: Counter[str], knowledge: Knowledge
) -> None:
    """A random game, then twins of it: games that differ from it in what one seat does not see.

    After each step that seat's knowledge is compared as well, at the end that of all.
    """
    random, pair = Random(seed), Pair(game, oracle)
    p = random.choice(oracle.seats)
    while oracle.player() != OVER:
        name = next_name(oracle, random, PLAYERS[style[0]], DEALERS[style[1]])
        note_step(oracle, name, seen)
        pair.apply(name)
        knowledge.note(oracle, pair.state, p, pair.where())
    note_end(oracle, seen)
    for seat in oracle.seats:
        knowledge.note(oracle, pair.state, seat, pair.where())
    for _ in range(TWINS):
        play_twin(game, oracle, p, random, knowledge)


def play_twin(game: Game, oracle: Pizarro, p: int, random: Random, knowledge: Knowledge) -> None:
    """The same game up to some step, then another one, as long as p is told the same."""
    target, same = oracle.told[p], random.randrange(len(oracle.answers))
    pair = Pair(game, Pizarro(oracle.data, **oracle.options))
    twin = pair.oracle
    for name in oracle.answers[:same]:
        twin.apply(name)
        pair.state.apply_action((pair.outcomes if name in pair.outcomes else pair.actions)[name])
    while twin.player() != OVER:
        known = len(twin.told[p])
        possible = twin_name(twin, p, target[known], random)
        if possible is None:
            break
        pair.apply(possible)
        knowledge.note(twin, pair.state, p, pair.where())
        if twin.told[p] != target[: len(twin.told[p])]:
            break  # the last step showed the difference: the engine must show it as well


def sweep(options: dict[str, Any], changes: dict[str, Any], games: int, first_seed: int = 0) -> Counter[str]:
    """Games of every style in turn; returns what rare things they met."""
    game = load_game("pizarro", data=changes or None, **options)
    data = merged(DATA, changes)
    assert game.data == data
    seen, knowledge = Counter[str](), Knowledge()
    for seed in range(first_seed, first_seed + games):
        play_both(game, Pizarro(data, **options), seed, STYLES[seed % len(STYLES)], seen, knowledge)
    return seen


def test_the_numbers_have_the_oracles_names() -> None:
    for options in (*FULL, *REDUCED):
        game, oracle = load_game("pizarro", **options), Pizarro(DATA, **options)
        for name, number in action_ids(oracle).items():
            if number < game.num_distinct_actions():
                assert game.action_to_string(number) == name
        for name, number in outcome_ids(oracle).items():
            if number < game.max_chance_outcomes():
                assert game.chance_to_string(number) == name


def test_all_boards_and_player_counts() -> None:
    for number, options in enumerate(FULL):
        sweep(options, {}, 2, first_seed=100 + 7 * number)


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_reduced_sizes(options: dict[str, Any]) -> None:
    sweep(options, {}, 6, first_seed=2000)


@pytest.mark.parametrize("options", STARTS, ids=str)
def test_auctioneers(options: dict[str, Any]) -> None:
    sweep(options, {}, 2, first_seed=1000)


@pytest.mark.parametrize("about", EDITS)
def test_edited_tables(about: str) -> None:
    for number, options in enumerate(FULL[::8]):
        sweep(options, EDITS[about], 1, first_seed=3000 + number)


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from([*FULL, *STARTS, *REDUCED]),
    st.sampled_from(STYLES),
    st.integers(0, 2**32 - 1),
)
def test_any_game(options: dict[str, Any], style: tuple[str, str], seed: int) -> None:
    play_both(load_game("pizarro", **options), Pizarro(DATA, **options), seed, style, Counter(), Knowledge())


@pytest.mark.parametrize("options", [{"players": 6, "money": 5}, {"players": 3, "money": 2, "values": 4}])
def test_both_refuse_too_little_money(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="too few"):
        Pizarro(DATA, **options)
    with pytest.raises(ValueError, match="too few"):
        load_game("pizarro", **options)


def test_both_play_without_a_stack() -> None:
    sweep({"players": 3, "money": 3}, {}, 4)


@pytest.mark.slow
def test_many_games_meet_every_rare_rule() -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(FULL):
        seen += sweep(options, {}, 8, first_seed=10_000 + 8 * number)
    for options in REDUCED:
        seen += sweep(options, {}, len(STYLES) + len(STYLES) // 2, first_seed=20_040)
    assert {what for what in RARE if not seen[what]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("about", EDITS)
def test_many_games_on_edited_tables(about: str) -> None:
    for number, options in enumerate(FULL[::3]):
        sweep(options, EDITS[about], 1, first_seed=30_000 + number)
