"""The actions a person may choose from, as lines of text, and what a typed answer means."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from caravela.cext.core import View
from caravela.cext.names import listing

SHORTEST_RUN = 3
"""Fewer actions that differ in a number only are listed one by one."""


class Choice(NamedTuple):
    """A legal action: its id, its name, a sentence about it."""

    action: int
    name: str
    sentence: str

    @property
    def word(self) -> str:
        """The bid of `bid:7`."""
        return self.name.rpartition(":")[0]

    @property
    def number(self) -> str:
        """The 7 of `bid:7`; empty if there is none."""
        number = self.name.rpartition(":")[2]
        return number if number.isdecimal() else ""

    @property
    def pattern(self) -> str:
        """The sentence with its number left open."""
        return re.sub(rf"\b{self.number}\b", "#", self.sentence) if self.number else self.sentence


class Menu:
    """The legal actions of a view.

    Lines are numbered. A run such as `bid:5` to `bid:44` beside other actions is one line without a number: its
    actions have numbers of their own.
    """

    def __init__(self, view: View) -> None:
        describe = view.game.text.describe_action
        self._game = view.game
        choices = [Choice(a, view.action_to_string(a), describe(view.game, a)) for a in view.legal_actions()]
        self._by_name = {choice.name: choice for choice in choices}
        self._groups = _grouped(choices)
        self._lines = [group[0] for group in self._groups if len(group) == 1]

    def lines(self) -> list[str]:
        """A line each: number, sentence, name."""
        told = []
        number = 0
        for group in self._groups:
            first, last = group[0], group[-1]
            if len(group) == 1:
                number += 1
                told.append(f"{number:>3}  {first.sentence}  [{first.name}]")
            else:
                told.append(f"     {first.sentence} ... {last.sentence}  [{_ends(group)}]")
        return told

    def choose(self, answer: str, again: bool = False, commands: Sequence[str] = ()) -> int:
        """The action that an answer means: a name, with a space for ":" if it likes, or a number.

        `again`: the same was answered just before. ValueError if it means none; and if it is the number of a line
        whose action has another number of its own, unless it is said again.
        """
        name = ":".join(answer.split())
        if name in self._by_name:
            return self._by_name[name].action
        if answer.isdecimal():
            return self._by_number(int(answer), again)
        if name in self._everything():
            raise ValueError(f"{name} is not possible now; possible: {self._good()}")
        close = get_close_matches(answer, [*self._by_name, *commands], n=1)
        hint = f"did you mean {close[0]}?" if close else f"possible: {self._good()}"
        raise ValueError(f"{answer!r} is neither an action nor a command; {hint}")

    def _by_number(self, number: int, again: bool) -> int:
        own = [choice for choice in self._by_name.values() if choice.number == str(number)]
        line = self._lines[number - 1] if 1 <= number <= len(self._lines) else None
        if line is None and len(own) == 1:
            return own[0].action
        if line is None:
            raise ValueError(f"{number} is not possible now; possible: {self._good()}")
        if again or own == [line] or (not own and not line.number):
            return line.action
        name = (own or [line])[0].name
        raise ValueError(f"{number} may be line {number} ({line.sentence}): type it again for that. Or type {name}")

    def _good(self) -> str:
        """The names there are; runs by their ends."""
        return listing([group[0].name if len(group) == 1 else _ends(group) for group in self._groups])

    def _everything(self) -> set[str]:
        """The names of all actions of the game."""
        return {self._game.action_to_string(action) for action in range(self._game.num_distinct_actions())}


def _ends(run: Sequence[Choice]) -> str:
    return f"{run[0].name} ... {run[-1].name}"


def _grouped(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Every choice for itself, but for runs: all choices of a word, with numbers that ascend by 1, beside others."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.word if choice.number else choice.name, []).append(choice)
    if len(groups) == 1:
        return [[choice] for choice in choices]
    return [part for group in groups.values() for part in ([group] if _is_run(group) else [[c] for c in group])]


def _is_run(group: Sequence[Choice]) -> bool:
    if len(group) < SHORTEST_RUN or len({choice.pattern for choice in group}) > 1:
        return False
    first = int(group[0].number)
    return [choice.number for choice in group] == [str(first + i) for i in range(len(group))]
