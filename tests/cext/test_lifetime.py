"""Garbage in cycles: whatever the collector frees first, states are dropped through a table that is still open."""

import gc
from collections.abc import Callable
from typing import Any

import pytest

from caravela.cext import Game, Rng
from caravela.cext.bench import Operations
from caravela.cext.search import Search
from tests.cext.conftest import Toy

MAKERS: dict[str, Callable[[Game], Any]] = {
    "state": Game.new_initial_state,
    "view": lambda game: game.new_initial_state().view(0),
    "world": lambda game: game.new_initial_state().view(0).determinize(Rng(1)),
    "search": Search,
    "operations": lambda game: Operations(game, 1),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_a_cycle_that_holds_a_game_is_freed(maker: str, toy: Toy) -> None:
    gc.collect()
    boxes, opened = toy.boxes, toy.opened
    for _ in range(20):
        game = toy.game(foreign=True)
        user = MAKERS[maker](game)
        cycle: list[Any] = [game, user]  # younger than both: the collector comes to the game first
        cycle.append(cycle)
        del game, user, cycle
        gc.collect()
        assert (toy.boxes, toy.opened) == (boxes, opened)


def test_a_search_that_failed_is_freed_with_its_traceback(toy: Toy) -> None:
    gc.collect()
    boxes, opened = toy.boxes, toy.opened
    for _ in range(20):
        try:
            Search(toy.game(foreign=True)).run(None)  # type: ignore[arg-type]
        except (TypeError, ValueError, AttributeError) as error:
            kept: list[Any] = [error]
            kept.append(kept)
        gc.collect()
    del kept
    gc.collect()
    assert (toy.boxes, toy.opened) == (boxes, opened)
