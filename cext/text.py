"""What the text module of an engine offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caravela.cext.core import Game, State, View


class GameText(Protocol):
    """Names and drawings, in Python, never on a hot path; a module with these functions will do.

    Names contain no white space and are unique within their kind.
    """

    def action_to_string(self, game: Game, action: int) -> str:
        """The name of an action."""

    def chance_to_string(self, game: Game, outcome: int) -> str:
        """The name of a chance outcome."""

    def code_to_string(self, game: Game, code: int) -> str:
        """The name of an observation code. ValueError for a number that is no code of this game."""

    def describe_action(self, game: Game, action: int) -> str:
        """A sentence for people, such as 'Load gold 3 on the left of Juncal'."""

    def observation_string(self, state: State | View, player: int) -> str:
        """The table as seat `player` sees it (several lines), drawn from redacted bytes only."""


class Noticed(NamedTuple):
    """A step of a game as one seat noticed it: what it knew before, the codes it was given, what it knew after.

    Steps that give a seat no code it does not notice; its view may change by them all the same, between the `after`
    of one step and the `before` of the next.
    """

    before: View
    codes: tuple[int, ...]
    after: View


@runtime_checkable
class TellsSteps(Protocol):
    """What a text module may offer besides: the course of a game in sentences."""

    def describe_steps(self, steps: Sequence[Noticed]) -> list[str]:
        """What happened in some steps in a row, all noticed by one seat: a paragraph or more of whole sentences.

        The steps may begin and end anywhere. What goes together may be told together, what says nothing left out.
        """


@runtime_checkable
class KnowsRoutine(Protocol):
    """What a text module may offer besides: what a person need not confirm."""

    def is_routine(self, game: Game, action: int) -> bool:
        """Whether a person who has no other action than this one is not asked: it is played for him."""
