"""The native engine and the oracle play the same games: move for move, and show every seat the same."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravela import Game, load_game
from tests.oracles.lisboa import CHANCE, OVER, Lisboa
from tests.oracles.lisboa_configs import FULL, REDUCED, edits, merged
from tests.oracles.lisboa_native import action_ids, code_names, native_facts, oracle_facts, outcome_ids
from tests.oracles.lisboa_play import DEALERS, EVERYTHING, PLAYERS, next_name, note_end, note_step

STYLES = [(player, dealer) for dealer in DEALERS for player in PLAYERS]
DATA: dict[str, Any] = load_game("lisboa").data
EDITS = edits(DATA)
FACTS_EVERY = 8  # it is slow to read all the facts


class Knowledge:
    """What seats were told by the oracle, and the views that the engine gave them of the same.

    Equal words go with equal views, and a view tells all the facts of the table. One of these watches many games.
    """

    def __init__(self) -> None:
        self.views: dict[object, object] = {}

    def note(self, pair: "Pair", seat: int) -> None:
        """Compares one position with all before."""
        view = pair.state.view(seat)
        words, looks = (seat, *pair.oracle.told[seat]), view.to_bytes()
        assert self.views.setdefault(words, looks) == looks, f"the view says more than {seat} may know, {pair.where()}"
        pair.compare_facts(seat)


class Pair:
    """One game on both sides; every step must look the same."""

    def __init__(self, game: Game, oracle: Lisboa) -> None:
        self.game, self.oracle, self.state = game, oracle, game.new_initial_state()
        self.actions, self.outcomes, self.codes = action_ids(game), outcome_ids(game), code_names(game)
        self.compare()

    def where(self) -> str:
        """How to get there."""
        return f"{self.game.spec} after {self.oracle.answers} = {self.state.history()}"

    def compare(self) -> None:
        """The mover and what he, or chance, may do; what the seats have just seen; the result."""
        oracle, state = self.oracle, self.state
        mover = oracle.player()
        if (
            state.current_player() != mover
            or state.is_chance_node() != (mover == CHANCE)
            or state.is_terminal() != (mover == OVER)
            or state.turn() != oracle.turn
            or state.legal_actions() != sorted(self.actions[name] for name in oracle.legal())
            or any(state.legal_actions(seat) for seat in oracle.seats if seat != mover)
        ):
            raise AssertionError(
                f"{self.where()}: the oracle asks {oracle.asked()!r} of {mover} with {oracle.legal()}, the engine "
                f"{state.current_player()} with {[self.game.action_to_string(a) for a in state.legal_actions()]}"
            )
        if mover == CHANCE:
            chances = {self.outcomes[name]: share for name, share in oracle.outcomes().items()}
            drawn = dict(state.chance_outcomes())
            assert drawn.keys() == chances.keys(), self.where()
            assert all(abs(drawn[outcome] - share) < 1e-12 for outcome, share in chances.items()), self.where()
        elif mover == OVER:
            assert state.scores() == oracle.scores(), self.where()
            assert state.ranks() == oracle.ranks(), self.where()
            returns = [float(share) for share in oracle.returns()]
            assert state.returns() == pytest.approx(returns, abs=1e-12), self.where()
        else:
            assert state.view(mover).legal_actions() == state.legal_actions(), self.where()
            assert not any(state.returns()), self.where()

    def compare_facts(self, seat: int | None) -> None:
        """Everything on the table, or all that a seat may know of it."""
        facts = oracle_facts(self.oracle, seat)
        read = native_facts(self.state if seat is None else self.state.view(seat))
        unlike = {about: (read[about], facts[about]) for about in facts if read[about] != facts[about]}
        assert not unlike, f"seat {seat}: engine and oracle {unlike}, {self.where()}"

    def compare_told(self) -> None:
        """All that the seats have been shown from the beginning."""
        for seat in self.oracle.seats:
            assert [self.codes[code] for code in self.state.log(seat)] == self.oracle.told[seat], self.where()

    def apply(self, name: str) -> None:
        """Plays it on both sides."""
        ids = self.outcomes if self.oracle.player() == CHANCE else self.actions
        self.oracle.apply(name)
        self.state.apply_action(ids[name])
        self.compare()


def play_both(pair: Pair, seed: int, style: tuple[str, str], seen: Counter[str], knowledge: Knowledge) -> None:
    """A random game, then a twin of it that differs in what one seat does not see.

    The facts and that seat's knowledge are compared now and then, what the seats were shown at the end.
    """
    random, oracle = Random(seed), pair.oracle
    p = random.choice(oracle.seats)
    while oracle.player() != OVER:
        name = next_name(oracle, random, PLAYERS[style[0]], DEALERS[style[1]])
        note_step(oracle, name, seen)
        pair.apply(name)
        if len(oracle.answers) % FACTS_EVERY == 0:
            pair.compare_facts(None)
            knowledge.note(pair, p)
    note_end(oracle, seen)
    pair.compare_told()
    pair.compare_facts(None)
    play_twin(pair, p, random, knowledge)


def play_twin(first: Pair, p: int, random: Random, knowledge: Knowledge) -> None:
    """The same game with something changed that seat p does not see, as long as it is told the same."""
    told = first.oracle.told[p]
    hidden = [step for step, words in enumerate(told) if "?" in words]
    changed = random.choice(hidden)
    pair = Pair(first.game, Lisboa(first.oracle.data, **first.oracle.options))
    twin = pair.oracle
    for step, name in enumerate(first.oracle.answers):
        possible = twin.legal() or list(twin.outcomes())
        if step == changed:
            name = random.choice(possible)
        if name not in possible:
            break
        pair.apply(name)
        if twin.told[p] != told[: step + 1]:
            break  # the last step showed the difference
        if step >= changed and step % FACTS_EVERY == FACTS_EVERY - 1:
            knowledge.note(pair, p)
    pair.compare_told()


def sweep(options: dict[str, Any], changes: dict[str, Any], games: int, first_seed: int = 0) -> Counter[str]:
    """Games of every style in turn; returns what they met."""
    game = load_game("lisboa", data=changes or None, **options)
    data = merged(DATA, changes)
    assert game.data == data
    seen, knowledge = Counter[str](), Knowledge()
    for seed in range(first_seed, first_seed + games):
        play_both(Pair(game, Lisboa(data, **options)), seed, STYLES[7 * seed % len(STYLES)], seen, knowledge)
    return seen


@pytest.mark.parametrize("options", FULL, ids=str)
def test_full_games(options: dict[str, Any]) -> None:
    sweep(options, {}, 5, first_seed=100 * options["players"])


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_reduced_sizes(options: dict[str, Any]) -> None:
    sweep(options, {}, 2, first_seed=2000)


@pytest.mark.parametrize("about", EDITS)
def test_edited_tables(about: str) -> None:
    number = list(EDITS).index(about)
    sweep(FULL[number % 3], EDITS[about], 1, first_seed=3000 + number)


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(FULL + REDUCED), st.sampled_from(STYLES), st.integers(0, 2**32 - 1))
def test_any_game(options: dict[str, Any], style: tuple[str, str], seed: int) -> None:
    pair = Pair(load_game("lisboa", **options), Lisboa(DATA, **options))
    play_both(pair, seed, style, Counter(), Knowledge())


@pytest.mark.slow
def test_many_games_meet_everything() -> None:
    """Every decision, power, event, metric, action and rare thing."""
    seen: Counter[str] = Counter()
    for options in FULL:
        seen += sweep(options, {}, 80, first_seed=10_000 * options["players"])
    for number, options in enumerate(REDUCED):
        seen += sweep(options, {}, 15, first_seed=20_000 + 15 * number)
    for about in ("decrees", "triggers", "map"):  # tables on which rare things are less rare
        for options in FULL:
            seen += sweep(options, EDITS[about], 16, first_seed=50_000 * options["players"])
    assert {what for what in EVERYTHING if not seen[what]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("about", EDITS)
def test_many_games_on_edited_tables(about: str) -> None:
    for options in FULL:
        sweep(options, EDITS[about], 3, first_seed=30_000 * options["players"])
