"""Playing one game: what the runner promises whatever its players do."""

import math
import pickle
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import caravela as cv
from caravela.play import player_seed
from tests.bots.mocks import (
    Answers,
    BadHooks,
    Crasher,
    First,
    Follower,
    Last,
    Raises,
    Refuses,
    Slow,
    UnprintableError,
)


@pytest.fixture(scope="module")
def game() -> cv.Game:
    return cv.load_game("veracruz", players=3)


@pytest.fixture(scope="module")
def small() -> cv.Game:
    return cv.load_game("pennies", rounds=3)


def trio(**seeds: int) -> list[cv.bots.Player]:
    return [cv.bots.RandomBot(seed) for seed in (seeds or {"a": 1, "b": 2, "c": 3}).values()]


def test_a_record_tells_the_game(game: cv.Game) -> None:
    record = cv.play(game, trio(), seed=7)
    assert record.game == "veracruz(players=3)"
    assert record.digest == game.digest
    assert record.rules_version == game.rules_version
    assert record.seed == 7
    assert record.bots == ("random:seed=1", "random:seed=2", "random:seed=3")
    assert record.faults == ()
    assert len(record.actions) == len(record.players) == len(record.seconds) == len(record.iterations)
    state = cv.replay(record, game)
    assert state.history() == list(record.actions)
    assert record.returns == tuple(state.returns())
    assert record.scores == tuple(state.scores())
    assert record.ranks == tuple(state.ranks())
    assert all(second > 0 for second, player in zip(record.seconds, record.players, strict=True) if player >= 0)
    assert all(second == 0 for second, player in zip(record.seconds, record.players, strict=True) if player < 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_count(players: int) -> None:
    game = cv.load_game("veracruz", players=players)
    record = cv.play(game, ["random", "easy", "flatmc:iterations=20", "random:seed=4"][:players], seed=1)
    assert len(record.returns) == players
    assert record.faults == ()


def test_the_same_seed_gives_the_same_game(game: cv.Game) -> None:
    bots = ["ismcts:iterations=40,seed=5", "random", "flatmc:iterations=20"]
    first = cv.play(game, bots, seed=11)
    assert cv.play(game, bots, seed=11) == first
    used = [cv.bots.make(bot) for bot in bots]
    cv.play(game, used, seed=3)
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002 - global generators must not matter
    assert cv.play(game, used, seed=11) == first
    assert cv.play(game, bots, seed=12) != first
    assert pickle.loads(pickle.dumps(first)) == first


def test_cards_do_not_depend_on_the_play(game: cv.Game) -> None:
    """The k-th card of a deck is the same however the game went."""
    games = [cv.play(game, [bot(), bot(), bot()], seed=21) for bot in (First, Last)]
    draws: list[dict[int, int]] = []
    for record in games:
        states = cv.replay_states(record)
        draws.append({s.chance_key(): a for s, a in zip(states, record.actions, strict=False) if s.is_chance_node()})
    assert games[0].actions != games[1].actions
    shared = draws[0].keys() & draws[1].keys()
    assert len(shared) > 3 + 12 + 2  # more than the set-up
    assert {key: draws[0][key] for key in shared} == {key: draws[1][key] for key in shared}


def test_each_seat_sees_its_own_views(game: cv.Game) -> None:
    bots = [Follower(), Follower(), Follower()]
    record = cv.play(game, bots, seed=5)
    assert record.faults == ()  # Follower asserts that hooks and views tell the same
    end = cv.replay(record)
    for seat, bot in enumerate(bots):
        assert bot.calls[0] == ("begin", game.spec, seat, player_seed(5, seat))
        assert bot.calls[-1] == ("end", record.returns)
        assert set(bot.calls[1:-1]) == {("choose", seat)}
        assert bot.codes == end.log(seat)
    assert len({player_seed(5, seat) for seat in range(3)}) == 3


def faults(record: cv.Record) -> set[tuple[int, str, str]]:
    return {(fault.seat, fault.kind, fault.detail) for fault in record.faults}


@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        (Crasher, "raised", "RuntimeError: no idea at 2 actions"),
        (lambda: Answers(7), "illegal", "answered 7"),
        (lambda: Answers(-1), "illegal", "answered -1"),
        (lambda: Answers(2**70), "illegal", f"answered {2**70}"),
        (lambda: Answers(None), "illegal", "answered None"),
        (lambda: Answers("heads"), "illegal", "answered 'heads'"),
        (lambda: Answers(True), "illegal", "answered True"),
        (lambda: Answers(np.bool_(True)), "illegal", f"answered {np.bool_(True)!r}"),
        (lambda: Answers(1.0), "illegal", "answered 1.0"),
        (lambda: Answers(math.nan), "illegal", "answered nan"),
        (lambda: Answers([1]), "illegal", "answered [1]"),
        (lambda: Answers(np.array([1, 1])), "illegal", "answered array([1, 1])"),
        (lambda: Raises(UnprintableError), "raised", "UnprintableError"),
        (lambda: Raises(lambda: RecursionError("deep")), "raised", "RecursionError: deep"),
    ],
)
def test_a_bad_answer_is_replaced_by_the_first_legal_action(
    bot: Callable[[], Any], kind: str, detail: str, small: cv.Game
) -> None:
    record = cv.play(small, [bot(), Last()], seed=1)
    assert faults(record) == {(0, kind, detail)}
    own = [step for step, player in enumerate(record.players) if player == 0]
    assert [fault.step for fault in record.faults] == own
    assert [record.actions[step] for step in own] == [0, 0, 0]  # heads, the lowest id
    assert [action for action, player in zip(record.actions, record.players, strict=True) if player == 1] == [1, 1, 1]
    assert record.returns == tuple(cv.replay(record).returns())


def test_whole_numbers_of_numpy_are_answers(small: cv.Game) -> None:
    for answer in (np.int64(1), np.uint8(1), np.array(1)):
        record = cv.play(small, [Answers(answer), Last()], seed=1)
        assert record.faults == ()
        assert set(record.actions) == {0, 1}  # `show` is outcome 0
        assert all(type(action) is int for action in record.actions)


def test_a_late_answer_is_replaced(small: cv.Game) -> None:
    record = cv.play(small, [Slow(0.03), Last()], seed=1, seconds_limit=0.02)
    assert {(fault.seat, fault.kind) for fault in record.faults} == {(0, "overtime")}
    assert len(record.faults) == 3
    assert record.faults[0].detail.endswith(" s of 0.02 s")
    assert [a for a, p in zip(record.actions, record.players, strict=True) if p == 0] == [0, 0, 0]
    patient = cv.play(small, [Slow(0.01), Last()], seed=1, seconds_limit=10.0)
    assert patient.faults == ()
    assert [a for a, p in zip(patient.actions, patient.players, strict=True) if p == 0] == [1, 1, 1]


@pytest.mark.parametrize("hook", ["begin", "observe", "end"])
def test_a_bad_hook_is_a_fault_and_nothing_else(hook: str, small: cv.Game) -> None:
    record = cv.play(small, [Last(), BadHooks(hook)], seed=1)
    assert faults(record) == {(1, hook, "ZeroDivisionError: in a hook")}
    assert record.actions == cv.play(small, [Last(), First()], seed=1).actions
    steps = [fault.step for fault in record.faults]
    assert steps == ({"begin": [0], "end": [len(record.actions)]}.get(hook) or sorted(steps))


def test_one_bad_bot_costs_others_nothing(game: cv.Game) -> None:
    record = cv.play(game, [cv.bots.RandomBot(), Crasher(), "flatmc:iterations=10"], seed=2)
    assert {fault.seat for fault in record.faults} == {1}
    assert all(before.step < after.step for before, after in pairwise(record.faults))
    assert record.bots[1] == "tests.bots.mocks:Crasher"
    assert cv.replay(record.to_text()).is_terminal()


def test_interrupts_get_through(small: cv.Game) -> None:
    with pytest.raises(KeyboardInterrupt):
        cv.play(small, [Raises(KeyboardInterrupt), Last()], seed=1)


def test_one_deal_with_other_seeds_of_the_bots(game: cv.Game) -> None:
    plain, other = (cv.play(game, ["random"] * 3, seed=4, bots_seed=seed) for seed in (None, 5))
    setup = next(step for step, player in enumerate(plain.players) if player >= 0)
    assert other.actions[:setup] == plain.actions[:setup]
    assert other.actions != plain.actions
    assert (plain.seed, plain.bots_seed, other.seed, other.bots_seed) == (4, None, 4, 5)
    assert cv.play(game, ["random"] * 3, seed=4, bots_seed=4) == plain
    assert cv.Record.from_text(other.to_text()) == cv.Record.from_json(other.to_json()) == other


def test_search_effort_is_recorded(small: cv.Game) -> None:
    record = cv.play(small, ["ismcts:iterations=30", "random"], seed=1)
    assert record.iterations == (30, 0, 0) * 3


def test_on_step_sees_every_step(small: cv.Game) -> None:
    steps: list[tuple[int, int]] = []
    histories: list[list[int]] = []

    def look(state: cv.State, player: int, action: int) -> None:
        steps.append((player, action))
        histories.append(state.history())
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0] if state.legal_actions() else 0)  # only a copy

    record = cv.play(small, [First(), Last()], seed=1, on_step=look)
    assert steps == list(zip(record.players, record.actions, strict=True))
    assert histories[-1] == list(record.actions)


@pytest.mark.parametrize(
    ("bots", "options", "message"),
    [
        ([First()], {}, r"pennies\(rounds=3\) has 2 seats; one bot each is needed"),
        ([First(), First(), First()], {}, "has 2 seats"),
        ("random", {}, "has 2 seats; one bot each is needed, not 'random'"),
        ([First(), object()], {}, r"seat 1: <object .* is no player: it has no method choose\(view\)"),
        ([First, First()], {}, "seat 0: <class .* is no player"),
        ([First(), "rnadom"], {}, "unknown bot 'rnadom'"),
        ([First(), Refuses()], {}, "cannot play pennies"),
        ([First(), "heuristic"], {}, "HeuristicBot cannot play pennies"),
        ([First(), Last()], {"seed": -1}, "seed=-1: it must be an integer, at least 0"),
        ([First(), Last()], {"seed": "x"}, "seed='x'"),
        ([First(), Last()], {"seed": True}, "seed=True"),
        ([First(), Last()], {"seed": 1, "bots_seed": -1}, "bots_seed=-1"),
        ([First(), Last()], {"seed": 1, "seconds_limit": 0}, "seconds_limit=0: it must be above 0"),
        ([First(), Last()], {"seed": 1, "seconds_limit": math.nan}, "seconds_limit=nan"),
        ([First(), Last()], {"seed": 1, "seconds_limit": "5"}, "seconds_limit='5': it must be above 0"),
        ([First(), Last()], {"seed": 1, "seconds_limit": [5]}, r"seconds_limit=\[5\]"),
        ([First(), Last()], {"seed": 1, "seconds_limit": True}, "seconds_limit=True"),
        (None, {}, "2 seats; one bot each is needed, not None"),
        (5, {}, "one bot each is needed, not 5"),
    ],
)
def test_mistakes_before_the_game(bots: Any, options: dict[str, Any], message: str, small: cv.Game) -> None:
    with pytest.raises(ValueError, match=message):
        cv.play(small, bots, **{"seed": 1} | options)


def test_games_may_be_given_by_spec() -> None:
    record = cv.play("pennies(rounds=3)", ["random", "random"], seed=1)
    assert record == cv.play(cv.load_game("pennies", rounds=3), ["random", "random"], seed=1)
    assert cv.playouts("pennies", 3).lengths.tolist() == cv.playouts(cv.load_game("pennies"), 3).lengths.tolist()
    assert all(result.passed is not False for result in cv.check("pennies", games=2))
    with pytest.raises(ValueError, match="unknown game 'penies'"):
        cv.playouts("penies", 3)
    with pytest.raises(TypeError, match="a Game or a text"):
        cv.play(None, ["random", "random"], seed=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Game or a text"):
        cv.check(5)  # type: ignore[arg-type]


def test_no_object_sits_twice(game: cv.Game) -> None:
    bot = cv.bots.RandomBot()
    with pytest.raises(ValueError, match="seats 0 and 2 share one bot object; give each seat its own"):
        cv.play(game, [bot, cv.bots.RandomBot(), bot], seed=1)
