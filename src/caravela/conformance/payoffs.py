"""Invariant 8: what a game pays."""

import math
from collections.abc import Sequence

from caravela.cext.core import State
from caravela.conformance.result import Violation
from caravela.conformance.subject import Subject
from caravela.conformance.walks import walks, where


def payoffs_are_fair(subject: Subject) -> str:
    """8: returns within bounds, adding up to zero where promised; places as at sports; seats are interchangeable."""
    game = subject.game
    promised = game.utility_sum()
    rotations = 0
    for _, _, steps in walks(game, subject.games, subject.seed):
        end = game.new_initial_state()
        for step in steps:
            end = step.after
        returns = end.returns()
        if not all(game.min_utility() - 1e-9 <= value <= game.max_utility() + 1e-9 for value in returns):
            raise Violation(
                f"the returns {returns} leave the range {game.min_utility()} .. {game.max_utility()}, {where(end)}"
            )
        if promised is not None and abs(math.fsum(returns) - promised) > 1e-9:
            raise Violation(f"the returns {returns} do not add up to {promised}, {where(end)}")
        if not all(math.isfinite(score) for score in end.scores()):
            raise Violation(f"the scores {end.scores()} are not numbers, {where(end)}")
        _places_are_well_formed(end)
        rotations += _rotations(subject, end)
    zero = "zero-sum" if promised is not None else "sum not promised"
    return f"{subject.games} games, {zero}, {_turned(subject, rotations)}"


def _turned(subject: Subject, rotations: int) -> str:
    if subject.rotate_history is None:
        return "no rotation given by the engine"
    return f"{rotations} games with seats moved on" if rotations else "seats are not alike"


def _places_are_well_formed(end: State) -> None:
    ranks = end.ranks()
    if set(ranks) == {len(ranks)}:
        return  # nobody won
    for place in ranks:
        if place != 1 + sum(other < place for other in ranks):
            raise Violation(f"the places {ranks} are not of the form 1, 2, 2, 4, {where(end)}")


def _rotations(subject: Subject, end: State) -> int:
    if subject.rotate_history is None:
        return 0
    game = subject.game
    for by in range(1, game.num_players()):
        turned = game.new_initial_state()
        history = subject.rotate_history(game, end.history(), by)
        if history is None:
            return 0
        try:
            for action in history:
                turned.apply_action(action)
        except ValueError as error:
            raise Violation(f"with seats moved on by {by} the game is illegal: {error}, {where(end)}") from error
        if not turned.is_terminal():
            raise Violation(f"with seats moved on by {by} the game does not end, {where(end)}")
        for what, was, now in (
            ("returns", end.returns(), turned.returns()),
            ("scores", end.scores(), turned.scores()),
            ("places", end.ranks(), turned.ranks()),
        ):
            if not _moved_on(was, now, by):
                raise Violation(f"with seats moved on by {by} the {what} {was} become {now}, {where(end)}")
    return game.num_players() - 1


def _moved_on(was: Sequence[float], now: Sequence[float], by: int) -> bool:
    return all(abs(now[(seat + by) % len(was)] - value) < 1e-9 for seat, value in enumerate(was))
