"""Worlds at Veracruz after forced passes, which show what a hidden hand cannot hold (V11.5), against enumeration.

Such positions are rare in random games, and rarer in games that can be enumerated. So passes are looked for
first, with balance limits so tight that they happen.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from caravela.cext.core import Game, Rng
from caravela.conformance.posterior import Posterior
from caravela.conformance.walks import walk
from caravela.conformance.worlds import Enumerated, compare_with_law
from caravela.engines.registry import engine_spec, load_game
from caravela.engines.veracruz.law import choice_weight
from caravela.engines.veracruz.table import read_table

SMALL = {"galleons": 1, "goods": 2, "deck_size": 1, "copies": 2, "stones": False, "empties": False}
TWO = {"players": 2, "hand_size": 3, "max_value": 3, "weight_cap": 6, "bets": 0}
BETS = {"players": 2, "hand_size": 2, "max_value": 3, "weight_cap": 4, "bets": 1}
THREE = {"players": 3, "goods": 3, "hand_size": 2, "max_value": 2, "weight_cap": 4, "bets": 0}


def tight(options: dict[str, Any]) -> Game:
    galleons = engine_spec("veracruz").data()["galleon"]
    for galleon in galleons:
        galleon["balance_limit"] = 2
    return load_game("veracruz", data={"galleon": galleons}, **(SMALL | options))


def games_with_passes(game: Game) -> Iterator[list[int]]:
    """Histories of random games in which a seat passes."""
    forced = game.string_to_action("pass")
    for i in range(20_000):
        last = None
        passed = False
        for step in walk(game, Rng(5, i)):
            passed |= step.before.current_player() >= 0 and step.action == forced
            last = step.after
        if passed and last is not None:
            yield last.history()


def after_passes(game: Game, history: list[int], rng: Rng) -> Iterator[Enumerated]:
    """Positions at which a seat knows that kinds are not hidden in another hand."""
    posteriors = [Posterior(game, p, 2_000_000, choice_weight) for p in range(game.num_players())]
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
        seats = read_table(state).seats
        for player, posterior in enumerate(posteriors):
            posterior.advance(state.log(player))
            shown = any(seat.excluded and seat.hidden_count for q, seat in enumerate(seats) if q != player)
            if shown and not state.is_terminal() and len(posterior) > 1:
                yield Enumerated(state.clone(), player, posterior, rng)


def compare(options: dict[str, Any], games: int) -> int:
    game = tight(options)
    rng = Rng(6)
    positions = 0
    for history in islice(games_with_passes(game), games):
        for at in after_passes(game, history, rng):
            compare_with_law(at, 30 * max(10, len(at.posterior)))
            positions += 1
    return positions


@pytest.mark.parametrize(("options", "least"), [(TWO, 20), (BETS, 10)], ids=["hands", "hands and bets"])
def test_worlds_after_passes_follow_the_law(options: dict[str, Any], least: int) -> None:
    assert compare(options, 40) >= least


@pytest.mark.slow
def test_worlds_of_two_hidden_hands_after_passes_follow_the_law() -> None:
    assert compare(THREE, 60) >= 20
