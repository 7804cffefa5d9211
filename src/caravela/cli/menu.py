"""The actions a person may choose from, as lines of text, and what a typed answer means."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from caravela.cext.core import View

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
                told.append(f"     {first.sentence} ... {last.sentence}  [{first.name} ... {last.name}]")
        return told

    def choose(self, answer: str, again: bool = False, commands: Sequence[str] = ()) -> int:
        """The action that an answer means: a name, with a space for ":" if it likes, or a number.

        `again`: the same was answered just before. ValueError if it means none; and if it is a number that may mean a
        line or another action's own number, unless it is said again: then it is the line.
        """
        name = ":".join(answer.split())
        if name in self._by_name:
            return self._by_name[name].action
        if answer.isdecimal():
            return self._by_number(int(answer), again)
        close = get_close_matches(answer, [*self._by_name, *commands], n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise ValueError(f"{answer!r} is neither a command nor possible now{hint}")

    def _by_number(self, number: int, again: bool) -> int:
        own = [choice for choice in self._by_name.values() if choice.number == str(number)]
        line = self._lines[number - 1] if 1 <= number <= len(self._lines) else None
        if line is not None and (again or own in ([], [line])):
            return line.action
        if line is not None:
            raise ValueError(
                f"{number} may be line {number} ({line.sentence}): type it again for that. Or type {own[0].name}"
            )
        if len(own) == 1:
            return own[0].action
        lines = f"there are actions 1 to {len(self._lines)}" if self._lines else "there are no numbered actions"
        raise ValueError(f"{lines}, not {number}")


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
