"""The native engine and the oracle play the same games: move for move, and show every seat the same."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravela import Game, load_game
from tests.oracles.sevilla import CHANCE, OVER, Sevilla, stack
from tests.oracles.sevilla_configs import FULL, REDUCED, WAYS, edits, merged
from tests.oracles.sevilla_native import action_ids, native_facts, oracle_facts, outcome_ids
from tests.oracles.sevilla_play import DEALERS, PLAYERS, RARE, next_name, note_end, note_step

STYLES = [(player, dealer) for dealer in sorted(DEALERS) for player in sorted(PLAYERS)]
DATA: dict[str, Any] = load_game("sevilla").data
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

    def note(self, pair: "Pair", seat: int) -> None:
        """Compares one position with all before."""
        oracle, state = pair.oracle, pair.state
        words, codes = (seat, *oracle.told[seat]), (seat, *state.log(seat))
        view = state.view(seat)
        looks = view.to_bytes()
        assert self.codes.setdefault(words, codes) == codes, f"codes say more than {seat} may know, {pair.where()}"
        assert self.words.setdefault(codes, words) == words, f"codes say less than {seat} knows, {pair.where()}"
        assert self.views.setdefault(words, looks) == looks, f"the view says more than {seat} may know, {pair.where()}"
        if len(oracle.answers) % 3 and not pair.is_over():  # it is slow to read all the facts
            return
        facts, read = oracle_facts(oracle, seat), native_facts(view)
        unlike = {about: (read[about], facts[about]) for about in facts if read[about] != facts[about]}
        assert not unlike, f"seat {seat} reads {unlike}, {pair.where()}"
        assert self.facts.setdefault((seat, looks), facts) == facts, (
            f"the view says less than {seat} knows, {pair.where()}"
        )


class Pair:
    """One game on both sides; every step must look the same."""

    def __init__(self, game: Game, oracle: Sevilla) -> None:
        self.game, self.oracle, self.state = game, oracle, game.new_initial_state()
        self.actions, self.outcomes = action_ids(game), outcome_ids(game)
        self.stops: list[tuple[str, int, int]] = []  # of each answer: what was asked, of whom, in which round
        self.compare()

    def where(self) -> str:
        return f"{self.game.spec} after {self.oracle.answers} = {self.state.history()}"

    def is_over(self) -> bool:
        return self.oracle.player() == OVER

    def compare(self) -> None:
        oracle, state = self.oracle, self.state
        mover = oracle.player()
        if (
            state.current_player() != mover
            or state.is_chance_node() != (mover == CHANCE)
            or state.is_terminal() != (mover == OVER)
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
            for outcome, share in chances.items():
                assert abs(drawn[outcome] - share) < 1e-12, self.where()
        if mover >= 0:
            assert state.view(mover).legal_actions() == state.legal_actions(), self.where()
        if oracle.asked() in ("E1", "E2", "show"):  # who has not bid sees the table as if nobody had (S5.1)
            for seat in oracle.seats:
                if seat != mover:
                    amounts = [] if oracle.done_bidding[seat] else range(oracle.purses[seat] + 1)
                    legal = [self.actions[f"bid{r}"] for r in amounts]
                    assert state.view(seat).legal_actions() == legal, self.where()
        if mover == OVER:
            assert state.scores() == oracle.scores(), self.where()
            assert state.ranks() == oracle.ranks(), self.where()
            returns = [float(share) for share in oracle.returns()]
            assert state.returns() == pytest.approx(returns, abs=1e-12), self.where()
        else:
            assert not any(state.returns()), self.where()

    def apply(self, name: str) -> None:
        ids = self.outcomes if self.oracle.player() == CHANCE else self.actions
        self.stops.append((self.oracle.asked(), self.oracle.player(), self.oracle.round))
        self.oracle.apply(name)
        self.state.apply_action(ids[name])
        self.compare()


def play_both(
    game: Game, oracle: Sevilla, seed: int, style: tuple[str, str], seen: Counter[str], knowledge: Knowledge
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
        knowledge.note(pair, p)
    note_end(oracle, seen)
    for seat in oracle.seats:
        knowledge.note(pair, seat)
    for _ in range(TWINS):
        play_twin(pair, p, random, knowledge)


def play_twin(first: Pair, p: int, random: Random, knowledge: Knowledge) -> None:
    """The same game with something changed that seat p does not see, as long as it is told the same."""
    names = changed_unseen(first, p, random)
    pair = Pair(first.game, Sevilla(first.oracle.data, **first.oracle.options))
    twin, target = pair.oracle, first.oracle.told[p]
    for name in names:
        if name not in (twin.legal() or twin.outcomes()):
            break
        pair.apply(name)
        knowledge.note(pair, p)
        if twin.told[p] != target[: len(twin.told[p])]:
            break  # the last step showed the difference: the engine must show it as well


def changed_unseen(pair: Pair, p: int, random: Random) -> list[str]:
    """The names of a game with one thing changed: a bid of another seat, two discs, or a card drawn unseen."""
    names, stops = list(pair.oracle.answers), pair.stops
    round_ = random.randint(1, pair.oracle.rounds)
    discs = [i for i, (what, _, r) in enumerate(stops) if what == "disc" and r == round_]
    draws = [i for i, (what, _, _) in enumerate(stops) if what == "arenal" and pair.stops[i - 1][1] != p]
    if draws and random.random() < 0.3:
        names[random.choice(draws)] = f"card:{random.choice(list(pair.oracle.titles))}"
    elif len(discs) > 1 and random.random() < 0.3:
        i, j = random.sample(discs, 2)
        names[i], names[j] = names[j], names[i]
    else:
        seat = random.choice([seat for seat in pair.oracle.seats if seat != p])
        amounts = [i for i, stop in enumerate(stops) if stop == ("E1", seat, round_)]
        for i in random.sample(amounts, random.randint(1, len(amounts))):
            before = int(names[i].removeprefix("bid"))
            after = max(0, before + random.choice((-2, -1, 1, 2)))
            names[i] = f"bid{after}"
            if pair.oracle.visible_tokens and random.random() < 0.9:  # the same stack
                false = int(names[i + 1].removeprefix("false"))
                names[i + 1] = f"false{max(0, stack(before, false) - stack(after, 0))}"
    return names


def sweep(options: dict[str, Any], changes: dict[str, Any], games: int, first_seed: int = 0) -> Counter[str]:
    """Games of every style in turn; returns what rare things they met."""
    game = load_game("sevilla", data=changes or None, **options)
    data = merged(DATA, changes)
    assert game.data == data
    seen, knowledge = Counter[str](), Knowledge()
    for seed in range(first_seed, first_seed + games):
        play_both(game, Sevilla(data, **options), seed, STYLES[seed % len(STYLES)], seen, knowledge)
    return seen


def test_all_variants() -> None:
    for number, options in enumerate(FULL):
        sweep(options, {}, 1, first_seed=100 + 7 * number)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_ways_to_play(way: dict[str, Any]) -> None:
    for number, options in enumerate(FULL[3::6]):
        sweep(options | way, {}, 1, first_seed=1000 + 7 * number)


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_reduced_sizes(options: dict[str, Any]) -> None:
    sweep(options, {}, 4, first_seed=2000)


@pytest.mark.parametrize("about", EDITS)
def test_edited_tables(about: str) -> None:
    for number, options in enumerate(FULL[3:8:4]):
        sweep(options, EDITS[about], 1, first_seed=3000 + 5 * number)


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from([full | way for full in FULL for way in WAYS] + REDUCED),
    st.sampled_from(STYLES),
    st.integers(0, 2**32 - 1),
)
def test_any_game(options: dict[str, Any], style: tuple[str, str], seed: int) -> None:
    play_both(load_game("sevilla", **options), Sevilla(DATA, **options), seed, style, Counter(), Knowledge())


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5, "cards": "oil+wine+cook"},
        {"players": 3, "rounds": 2, "copies": 1, "cards": "oil+wine+cook+diver+friar"},
        {"players": 2, "rounds": 8, "lots": 1, "cards": "oil"},
    ],
)
def test_both_refuse_too_few_cards(options: dict[str, Any]) -> None:
    """S4.3."""
    with pytest.raises(ValueError, match="cards are too few"):
        Sevilla(DATA, **options)
    with pytest.raises(ValueError, match=r"auction cards; .* rounds with .* lots need"):
        load_game("sevilla", **options)


def test_won_cards_that_are_not_public_are_hidden_in_drawings_only() -> None:
    """R24: the piles follow from the open lots, so views and codes are the same."""
    both: list[dict[str, Any]] = [{"players": 3, "palace": True}, {"players": 2, "rebels": True}]
    for options in both:
        shown, hidden = (
            Pair(load_game("sevilla", **options, won_cards_public=public), Sevilla(DATA, **options))
            for public in (True, False)
        )
        random = Random(7)
        while not shown.is_over():
            name = next_name(shown.oracle, random, PLAYERS["spreader"], DEALERS["fair"])
            shown.apply(name)
            hidden.apply(name)
            for seat in shown.oracle.seats:
                assert shown.state.view(seat).to_bytes() == hidden.state.view(seat).to_bytes()
                assert shown.state.log(seat) == hidden.state.log(seat)
            if name.startswith("card:"):
                others = sum(bool(shown.oracle.won[seat].total()) for seat in shown.oracle.seats[1:])
                drawing = hidden.state.observation_string(0)
                assert drawing.count("won cards hidden") == others
                assert drawing != shown.state.observation_string(0) or not others


@pytest.mark.slow
def test_many_games_meet_every_rare_rule() -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(FULL):
        for kind, way in enumerate(WAYS):
            seen += sweep(options | way, {}, 6, first_seed=10_000 + 50 * number + 6 * kind)
    for options in REDUCED:
        seen += sweep(options, {}, 2 * len(STYLES), first_seed=20_000)
    assert {what for what in RARE if not seen[what]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("about", EDITS)
def test_many_games_on_edited_tables(about: str) -> None:
    for number, options in enumerate(FULL):
        sweep(options, EDITS[about], 2, first_seed=30_000 + 5 * number)
