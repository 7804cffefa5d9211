"""Help for text modules that tell the course of a game (`describe_steps`): subjects, verbs, paragraphs."""

from __future__ import annotations

from collections.abc import Iterable

IRREGULAR = {"be": ("are", "is"), "have": ("have", "has")}
"""Verbs after `you` and after `seat 1`."""


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def who(seat: int, player: int) -> str:
    """The subject of a sentence that `player` reads: `you`, `seat 2`."""
    return "you" if seat == player else f"seat {seat}"


def does(seat: int, player: int, verb: str) -> str:
    """`you pass`, `seat 2 passes`."""
    if verb in IRREGULAR:
        second, third = IRREGULAR[verb]
    else:
        second, third = verb, f"{verb}{'es' if verb.endswith(('s', 'o')) else 's'}"
    return f"{who(seat, player)} {second if seat == player else third}"


def listed(things: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = things
    return f"{', '.join(most)} and {last}" if most else last


def seats(them: Iterable[int], player: int) -> str:
    """`you, seat 2 and seat 3`, the reader first."""
    return listed(who(seat, player) for seat in sorted(them, key=lambda seat: (seat != player, seat)))


def sentence(text: str) -> str:
    """With a capital first letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


class Story:
    """Paragraphs of sentences of clauses. Clauses of one kind in a row become one sentence."""

    def __init__(self) -> None:
        self._paragraphs: list[list[list[str]]] = []
        self._kind = ""

    def begin(self) -> None:
        """A new paragraph; one without a clause is left out."""
        self._paragraphs.append([])
        self._kind = ""

    def add(self, clause: str, kind: str = "", more: str = "") -> None:
        """A clause; it goes on with the sentence before if that is of the same kind, then as `more` if given."""
        if not self._paragraphs:
            self.begin()
        if kind and kind == self._kind:
            self._paragraphs[-1][-1].append(more or clause)
        else:
            self._paragraphs[-1].append([clause])
        self._kind = kind

    def told(self) -> list[str]:
        """The paragraphs as text."""
        return [" ".join(sentence(", ".join(clauses)) for clauses in part) for part in self._paragraphs if part]
