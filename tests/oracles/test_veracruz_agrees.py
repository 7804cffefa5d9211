"""The native engine and the oracle play the same games: move for move, by names."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from caravela import Game, load_game
from tests.oracles.veracruz import CHANCE, OVER, Veracruz
from tests.oracles.veracruz_configs import EDITS, FULL, REDUCED, STARTS, merged
from tests.oracles.veracruz_native import native_facts, oracle_facts, world_of
from tests.oracles.veracruz_play import DEALERS, PLAYERS, RARE, next_name, note_end, note_step

STYLES = [(player, dealer) for dealer in sorted(DEALERS) for player in sorted(PLAYERS)]
MOST_BETS = 8  # the native engine has no room for more
DATA: dict[str, Any] = load_game("veracruz").data


def play_both(game: Game, oracle: Veracruz, seed: int, player: str, dealer: str, seen: Counter[str]) -> None:
    """One game on both sides; every step must look the same."""
    random, names, state = Random(seed), list[str](), game.new_initial_state()
    while True:
        where = f"{game.spec} after {names}"
        mover = oracle.player()
        assert state.current_player() == mover, where
        legal = {game.action_to_string(action): action for action in state.legal_actions()}
        assert sorted(legal) == oracle.legal(), where
        assert list(legal.values()) == sorted(legal.values()), where
        chances = oracle.outcomes()
        assert state.is_chance_node() == (mover == CHANCE), where
        if mover == CHANCE:
            drawn = {game.chance_to_string(outcome): (outcome, share) for outcome, share in state.chance_outcomes()}
            assert drawn.keys() == chances.keys(), where
            for name, share in chances.items():
                assert drawn[name][1] == pytest.approx(float(share), abs=1e-12), where
            possible = {name: outcome for name, (outcome, _) in drawn.items()}
        else:
            possible = legal
        for seat in oracle.seats:
            assert seat == mover or state.legal_actions(seat) == [], where
        for seat in oracle.seats if mover == OVER else [len(names) % oracle.players]:
            assert native_facts(state.view(seat)) == oracle_facts(oracle, seat), where
        assert world_of(state) == oracle.world(), where
        assert state.is_terminal() == (mover == OVER), where
        if mover == OVER:
            break
        name = next_name(oracle, random, PLAYERS[player], DEALERS[dealer])
        note_step(oracle, name, seen)
        names.append(name)
        oracle.apply(name)
        state.apply_action(possible[name])
    note_end(oracle, seen)
    assert state.scores() == oracle.scores(), where
    assert state.ranks() == oracle.ranks(), where
    assert state.returns() == pytest.approx([float(share) for share in oracle.returns()], abs=1e-12), where


def sweep(options: dict[str, Any], changes: dict[str, Any], games: int, first_seed: int = 0) -> Counter[str]:
    """Games of every style in turn; returns what rare things they met."""
    game = load_game("veracruz", data=changes or None, **options)
    data = merged(DATA, changes)
    assert game.data == data
    seen: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + games):
        player, dealer = STYLES[seed % len(STYLES)]
        play_both(game, Veracruz(data, **options), seed, player, dealer, seen)
    return seen


def test_the_real_game() -> None:
    """All player counts; the rare rules are really met."""
    seen: Counter[str] = Counter()
    for options in FULL:
        seen += sweep(options, {}, 2 * len(STYLES), first_seed=100)
    assert {what for what in RARE if not seen[what]} == set()


@pytest.mark.parametrize("options", STARTS, ids=str)
def test_a_given_starting_player(options: dict[str, Any]) -> None:
    sweep(options, {}, 6, first_seed=1000)


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_reduced_sizes(options: dict[str, Any]) -> None:
    sweep(options, {}, len(STYLES), first_seed=2000)


@pytest.mark.parametrize("about", EDITS)
def test_edited_tables(about: str) -> None:
    for players in (2, 3, 4) if about != "more bets" else (2,):
        sweep({"players": players}, EDITS[about], 8, first_seed=3000 + players)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([*FULL, *STARTS, *REDUCED]),
    st.sampled_from([{}, *EDITS.values()]),
    st.sampled_from(STYLES),
    st.integers(0, 2**32 - 1),
)
def test_any_game(options: dict[str, Any], changes: dict[str, Any], style: tuple[str, str], seed: int) -> None:
    data = merged(DATA, changes)
    each = options.get("bets", data["betting"]["per_kind_per_player"])
    assume(2 * each * options["players"] <= MOST_BETS)
    try:
        oracle = Veracruz(data, **options)
    except ValueError:
        with pytest.raises(ValueError, match="too few"):
            load_game("veracruz", data=changes or None, **options)
    else:
        game = load_game("veracruz", data=changes or None, **options)
        play_both(game, oracle, seed, *style, Counter())


@pytest.mark.slow
@pytest.mark.parametrize("options", FULL, ids=str)
def test_many_real_games(options: dict[str, Any]) -> None:
    sweep(options, {}, 10 * len(STYLES), first_seed=10_000)


@pytest.mark.slow
@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_many_reduced_games(options: dict[str, Any]) -> None:
    sweep(options, {}, 5 * len(STYLES), first_seed=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("about", EDITS)
def test_many_games_on_edited_tables(about: str) -> None:
    for options in FULL if about != "more bets" else FULL[:1]:
        sweep(options, EDITS[about], 2 * len(STYLES), first_seed=30_000)


ONE_EACH = {"players": 2, "goods": 2, "copies": 1, "max_value": 1}  # gold1, corn1, stone1, empty


@pytest.mark.parametrize("options", [{"players": 4, "goods": 3}, {**ONE_EACH, "hand_size": 2}])
def test_both_refuse_too_few_goods_or_cards(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="too few"):
        Veracruz(DATA, **options)
    with pytest.raises(ValueError, match=r"too few|at least"):
        load_game("veracruz", **options)


def test_both_play_with_a_single_card_to_draw() -> None:
    sweep({**ONE_EACH, "hand_size": 1, "stones": False}, {}, len(STYLES))
