"""Every check can fail: broken games are caught, each by the check that is there for it."""

import re
from typing import Any

import pytest

from caravela.cext.core import Game, State
from caravela.conformance.result import Violation
from caravela.conformance.subject import Subject
from caravela.conformance.suite import CHECKS, run_check
from caravela.conformance.views import holds_no_truth
from tests.conformance import mutants
from tests.conformance.ctable import PythonEngine
from tests.conformance.lantern import choice_weight, explain_world, open_lantern, rotate_history

GAMES = 40


def subject(game: Any, **changes: Any) -> Subject:
    helpers = {"rotate_history": rotate_history, "explain_world": explain_world, "choice_weight": choice_weight}
    return Subject(game, GAMES, 0, **(helpers | changes))


@pytest.mark.parametrize("number", [number for number, _, _ in CHECKS])
def test_sound_game_passes(number: int) -> None:
    result = run_check(number, subject(open_lantern()))
    assert result.passed, result.detail


CAUGHT: list[tuple[type[PythonEngine], int, str]] = [
    (mutants.RedactLeavesAHiddenCard, 1, "view changes when a world is sampled"),
    (mutants.RedactLeavesAHiddenCard, 3, "different views|two different views"),
    (mutants.RedactLeavesAHiddenCard, 11, "the byte string tells seat"),
    (mutants.RedactForgetsTheVow, 3, "different views"),
    (mutants.RedactForgetsTheVow, 11, "the byte string tells seat"),
    (mutants.DealingOrderInPadding, 3, "different views"),
    (mutants.DealingOrderInPadding, 7, "validate refuses"),
    (mutants.DeterminizeRedrawsKnownCards, 1, "view changes when a world is sampled"),
    (mutants.DeterminizeLosesACard, 1, "view changes when a world is sampled"),
    (mutants.DeterminizeLosesACard, 7, "validate refuses"),
    (mutants.DeterminizePrefersLowCards, 4, "do not follow the law"),
    (mutants.DeterminizeVowsAlwaysTheSame, 4, "do not follow the law"),
    (mutants.DeterminizeForgetsWhatAPlayProves, 4, "no legal game that shows"),
    (mutants.DeterminizeForgetsWhatAPlayProves, 10, "needs an illegal game"),
    (mutants.DeterminizeRemembersTheTruth, 11, "a sampled world tells seat"),
    (mutants.LegalActionsDependOnTheOthersHand, 2, "has the actions"),
    (mutants.ObserveMissesAVow, 3, "two different views"),
    (mutants.ObserveShowsDealtCards, 10, "shows it something else"),
    (mutants.ObserveHidesTheFace, 3, "different views"),
    (mutants.StatedProbabilityIsWrong, 5, "samples .* came instead of"),
    (mutants.ProbabilitiesDoNotAddUp, 5, "add up to"),
    (mutants.SamplesImpossibleCards, 5, "outcome that cannot be|which chance does not list"),
    (mutants.SamplesSlightlyOff, 5, "were to be expected|came instead of"),
    (mutants.ListsImpossibleOutcomes, 5, r"outside \(0, 1\]"),
    (mutants.ChanceKeyComesTwice, 5, "comes twice"),
    (mutants.ApplyIsNotDeterministic, 6, "state differs"),
    (mutants.DrawnCardStaysInTheDeck, 7, "validate refuses"),
    (mutants.PlayedCardVanishes, 7, "validate refuses"),
    (mutants.NeverEnds, 6, "not over after"),
    (mutants.NeverEnds, 7, "validate refuses|not over after"),
    (mutants.LegalActionsAreNotAscending, 7, "not ascending"),
    (mutants.NoLegalAction, 7, "no legal action"),
    (mutants.TooManyDecisions, 7, "4 decisions; 3 is the most"),
    (mutants.TooManyCodes, 12, "observe .*codes"),
    (mutants.NotZeroSum, 8, "do not add up"),
    (mutants.ReturnsOutOfRange, 8, "leave the range"),
    (mutants.SecondAmongTwoIsThird, 8, "the places"),
    (mutants.FirstSeatIsFavoured, 8, "with seats moved on by 1"),
    (mutants.InitLeavesPadding, 12, "init depends on what its memory held"),
    (mutants.DeterminizeLeavesPadding, 12, "determinize depends on what its memory held"),
    (mutants.WritesPastLegalMax, 12, "legal_actions wrote outside"),
    (mutants.CountsPastLegalMax, 12, "legal_actions (wrote outside|returned the count)"),
    (mutants.WritesPastTheState, 12, "apply wrote outside"),
    (mutants.WritesBeforeTheCodes, 12, "observe wrote outside"),
    (mutants.ReadingChangesTheState, 12, "current_player changed the state"),
    (mutants.RedactTwiceIsNotOnce, 12, "redacting a second time"),
]


@pytest.mark.parametrize(("mutant", "number", "finding"), CAUGHT, ids=lambda value: getattr(value, "__name__", None))
def test_broken_engine_is_caught(mutant: type[PythonEngine], number: int, finding: str) -> None:
    result = run_check(number, subject(open_lantern(mutant())))
    assert result.passed is False, result.detail
    assert re.search(finding, result.detail), result.detail


def test_every_mutant_is_tried() -> None:
    defined = {
        value for value in vars(mutants).values() if isinstance(value, type) and value.__module__ == mutants.__name__
    }
    assert defined == {mutant for mutant, _, _ in CAUGHT}


def test_enumeration_alone_finds_codes_that_know_more_than_the_view() -> None:
    result = run_check(10, subject(open_lantern(mutants.ObserveShowsDealtCards()), explain_world=None))
    assert result.passed is False
    assert "no legal game that shows" in result.detail


def test_law_needs_the_weights_of_merged_actions() -> None:
    """Without them, a card played from a pair would count like a single one."""
    result = run_check(4, subject(open_lantern(), choice_weight=None))
    assert result.passed is False
    assert "do not follow the law" in result.detail


class Loose:
    """A State that forwards everything to a real one; mutants of the Python layer derive from it."""

    def __init__(self, inner: State) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def clone(self) -> "Loose":
        return type(self)(self.inner.clone())

    def child(self, action: int) -> "Loose":
        return type(self)(self.inner.child(action))


class IgnoresIllegalActions(Loose):
    def apply_action(self, action: int) -> None:
        legal = [o for o, _ in self.chance_outcomes()] if self.is_chance_node() else self.legal_actions()
        if action in legal:
            self.inner.apply_action(action)


class ChangesBeforeRefusing(Loose):
    def apply_action(self, action: int) -> None:
        legal = [o for o, _ in self.chance_outcomes()] if self.is_chance_node() else self.legal_actions()
        if action not in legal and legal:
            self.inner.apply_action(legal[0])
            raise ValueError(f"illegal action {action}")
        self.inner.apply_action(action)


class ClonesShareTheirState(Loose):
    def clone(self) -> "Loose":
        return self


class TurnsGoBack(Loose):
    def turn(self) -> int:
        return max(0, 3 - self.inner.turn())


class LooseGame:
    """A Game whose states are of another class."""

    def __init__(self, game: Game, kind: type[Loose]) -> None:
        self.game = game
        self.kind = kind

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def new_initial_state(self) -> Loose:
        return self.kind(self.game.new_initial_state())


@pytest.mark.parametrize(
    ("kind", "number", "finding"),
    [
        (IgnoresIllegalActions, 9, "is accepted"),
        (ChangesBeforeRefusing, 9, "changes the state"),
        (TurnsGoBack, 7, "turn 2 comes after turn 3"),
        (ClonesShareTheirState, 6, "playing on a clone changes its original"),
    ],
)
def test_broken_state_class_is_caught(kind: type[Loose], number: int, finding: str) -> None:
    result = run_check(number, subject(LooseGame(open_lantern(), kind)))
    assert result.passed is False
    assert finding in result.detail


@pytest.mark.parametrize(
    ("names", "finding"),
    [
        ({"action_to_string": lambda game, a: f"play {a}"}, "contains white space"),
        ({"action_to_string": lambda game, a: "play"}, "are both called"),
        ({"chance_to_string": lambda game, o: ""}, "is empty"),
    ],
)
def test_bad_names_are_caught(names: dict[str, Any], finding: str) -> None:
    result = run_check(6, subject(open_lantern(text=names)))
    assert result.passed is False
    assert finding in result.detail


def test_view_with_a_road_to_the_truth_is_caught() -> None:
    state = open_lantern().new_initial_state()
    for action in (0, 0, 1, 1):
        state.apply_action(action)
    holds_no_truth(state.view(0), 0, state)

    class Careless:
        def __init__(self, **held: object) -> None:
            self.held = held

    for held in ({"state": state}, {"blocks": [b"", state.to_bytes()]}):
        with pytest.raises(Violation, match="holds a reference to the true state"):
            holds_no_truth(Careless(**held), 0, state)
