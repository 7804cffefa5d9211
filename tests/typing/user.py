"""A user's program, for mypy only: what the installed package promises about types."""

from collections.abc import Sequence
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import caravela as cv
from caravela.arena import GameResult, SequentialTest, pair_score, plan_tournament, rate, run
from caravela.cext.result import ActionStats, SearchResult


class FirstBot:
    """A player from outside: the protocol needs no base class."""

    def begin(self, game: cv.Game, seat: int, seed: int) -> None:
        self.seat = seat

    def observe(self, codes: Sequence[int]) -> None:
        self.last = codes[-1]

    def choose(self, view: cv.View) -> int:
        assert_type(view.log(), list[int])
        return view.legal_actions()[0]


def play_a_game() -> cv.Record:
    game = cv.load_game("veracruz", players=2, data={"setup": {"hand_size": 4}})
    assert_type(game, cv.Game)
    assert_type(game.options, dict[str, Any])
    bots: list[cv.bots.Player | str] = [FirstBot(), "ismcts:iterations=10"]
    record = cv.play(game, bots, seed=7)
    assert_type(record.returns, tuple[float, ...])
    assert_type(record.actions, tuple[int, ...])
    return record


def walk(state: cv.State) -> cv.State:
    while not state.is_terminal():
        if state.is_chance_node():
            assert_type(state.chance_outcomes(), list[tuple[int, float]])
            state.apply_action(state.sample_chance(cv.Rng(1, state.chance_key())))
        else:
            view = state.view(state.current_player())
            assert_type(view, cv.View)
            assert_type(view.determinize(cv.Rng(2)), cv.State)
            state.apply_action(view.legal_actions()[0])
    assert_type(state.returns(), list[float])
    assert_type(state.ranks(), list[int])
    return state


def search(view: cv.View) -> int:
    bot = cv.bots.ISMCTSBot(iterations=100, algorithm="mo")
    result = bot.search(view)
    assert_type(result, SearchResult)
    assert_type(result.actions, list[ActionStats])
    assert_type(result.principal_line, list[tuple[int, int]])
    return result.action


def measure() -> npt.NDArray[np.float64]:
    played = cv.playouts(cv.load_game("pennies"), 10, seed=1, threads=2)
    assert_type(played.lengths, npt.NDArray[np.int32])
    return played.returns


def compare(game: cv.Game) -> float:
    results = run([game], plan_tournament(["random", "easy"], [2], 10))
    assert_type(results, list[GameResult])
    test = SequentialTest(0.0, 0.05)
    for result in results:
        test.update(pair_score([result], "easy", "random"))
    ratings = rate(results)
    return ratings.bots["easy"].value if ratings else 0.0


def mistakes(game: cv.Game, state: cv.State) -> None:
    """Each line is refused: mypy --strict complains about an ignore that ignores nothing."""
    cv.play(game, [3, 4], seed=1)  # type: ignore[list-item]
    game.new_initial_state(1)  # type: ignore[call-arg]
    state.apply_action("draw:1")  # type: ignore[arg-type]
    state.returns().winner  # type: ignore[attr-defined]


def main() -> None:
    state = cv.replay(play_a_game())
    assert_type(state, cv.State)
    player: cv.bots.Player = cv.bots.make("random")
    print(walk(state.game.new_initial_state()), player, cv.get_include(), measure())
