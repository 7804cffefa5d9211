"""The suite: twelve checks, one for each invariant that a game must keep."""

from collections.abc import Callable, Iterator

from caravela.cext.core import Game
from caravela.conformance.bounds import bounds_hold
from caravela.conformance.chance import chance_is_as_stated
from caravela.conformance.memory import memory_is_respected
from caravela.conformance.payoffs import payoffs_are_fair
from caravela.conformance.replay import illegal_actions_are_refused, replay_reproduces
from caravela.conformance.result import CheckResult, NotApplicable, Violation
from caravela.conformance.subject import Subject, subject_of
from caravela.conformance.views import (
    codes_decide_the_view,
    legal_actions_are_known,
    sampling_keeps_the_view,
    truth_is_out_of_reach,
)
from caravela.conformance.worlds import determinize_follows_its_law, worlds_explain_what_was_seen
from caravela.engines.registry import as_game

Check = Callable[[Subject], str]

CHECKS: tuple[tuple[int, str, Check], ...] = (
    (1, "sampling a world keeps the view", sampling_keeps_the_view),
    (2, "legal actions are known to their seat", legal_actions_are_known),
    (3, "codes decide the view", codes_decide_the_view),
    (4, "sampled worlds follow the law", determinize_follows_its_law),
    (5, "chance is as stated", chance_is_as_stated),
    (6, "replay reproduces the game", replay_reproduces),
    (7, "components and bounds hold", bounds_hold),
    (8, "payoffs are fair", payoffs_are_fair),
    (9, "illegal actions are refused", illegal_actions_are_refused),
    (10, "worlds explain what was seen", worlds_explain_what_was_seen),
    (11, "the truth is out of reach", truth_is_out_of_reach),
    (12, "memory is respected", memory_is_respected),
)


def run_check(number: int, subject: Subject) -> CheckResult:
    """One check by its number, 1 to 12. An exception out of the game is a failure that names it."""
    _, name, check = CHECKS[number - 1]
    try:
        return CheckResult(number, name, True, check(subject))
    except NotApplicable as reason:
        return CheckResult(number, name, None, str(reason))
    except Violation as violation:
        return CheckResult(number, name, False, str(violation))
    except Exception as error:  # noqa: BLE001 (a game may raise anything)
        return CheckResult(number, name, False, f"{type(error).__name__}: {error}")


def run_checks(game: Game | str, *, games: int = 200, seed: int = 0) -> Iterator[CheckResult]:
    """The results of `check`, each as soon as it is there."""
    subject = subject_of(as_game(game), games, seed)
    for number, _, _ in CHECKS:
        yield run_check(number, subject)


def check(game: Game | str, *, games: int = 200, seed: int = 0) -> list[CheckResult]:
    """Checks a game, or that of a spec, against the twelve invariants that bots and searches rely on, in their order.

    `games` random games serve each check (the costly ones use a part of them). The same seed gives the same results.
    A registered engine's reduced configurations serve the checks that enumerate, if the game itself is too large.
    ValueError if `games` is less than 1.
    """
    return list(run_checks(game, games=games, seed=seed))
