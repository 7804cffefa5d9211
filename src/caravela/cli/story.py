"""The course of a game as one seat noticed it, in sentences."""

import shutil
import textwrap
from collections.abc import Sequence
from itertools import groupby

from caravela.cext.core import CHANCE_PLAYER, Game, View
from caravela.cext.text import Noticed, TellsSteps

WIDEST = 100
"""Columns of a paragraph at most."""


def noticed(before: View, after: View) -> Noticed | None:
    """The step between two views of a seat; None if it noticed nothing."""
    codes = after.log()[len(before.log()) :]
    return Noticed(before, tuple(codes), after) if codes else None


def tell(steps: Sequence[Noticed]) -> list[str]:
    """Paragraphs about steps in a row: the game's own; without them, who did what by name."""
    if not steps:
        return []
    text = steps[0].before.game.text
    return text.describe_steps(steps) if isinstance(text, TellsSteps) else _plain(steps)


def code_names(game: Game, codes: Sequence[int]) -> list[str]:
    """Observation codes by name."""
    return [game.text.code_to_string(game, code) for code in codes]


def paragraphs(told: Sequence[str], indent: str = "  ") -> str:
    """Paragraphs as lines of text, no wider than the terminal."""
    width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)
    fill = textwrap.TextWrapper(width, initial_indent=indent, subsequent_indent=2 * indent, break_long_words=False)
    fill.break_on_hyphens = False
    return "\n".join(fill.fill(paragraph) for paragraph in told)


def _plain(steps: Sequence[Noticed]) -> list[str]:
    """A paragraph for each decision, one for chance events in a row."""
    game = steps[0].before.game
    actions = range(game.num_distinct_actions())
    sentences = {game.action_to_string(a): game.text.describe_action(game, a) for a in actions}
    told = []
    for chance, group in groupby(steps, lambda step: step.before.current_player() == CHANCE_PLAYER):
        if chance:
            names = [name for step in group for name in code_names(game, step.codes)]
            told.append(f"By chance: {', '.join(_counted(names))}.")
            continue
        for before, codes, _ in group:
            seat = before.current_player()
            names = [name.removeprefix(f"{seat}:") for name in code_names(game, codes)]
            who = "You" if seat == before.player else f"Seat {seat}"
            told.append(f"{who}: {'; '.join(sentences.get(name, name) for name in names)}.")
    return told


def _counted(names: Sequence[str]) -> list[str]:
    """`dealt (3 times)` for dealt, dealt, dealt."""
    counted = [(name, len(list(same))) for name, same in groupby(names)]
    return [name if times == 1 else f"{name} ({times} times)" for name, times in counted]
