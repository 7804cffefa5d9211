"""Words in OpenSpiel's texts, and the moves whose names have them."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORDS = re.compile(r"[^\W_]+|[^\w\s]")
"""Letters and digits together, other signs one by one."""

COMMON = 8
"""A word in more names than this says little about the move."""


def vocabulary(names: Sequence[str]) -> dict[str, list[int]]:
    """The numbers of the moves that have a word in their name, for each word that is not too common."""
    made: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        for word in set(WORDS.findall(name)):
            made.setdefault(word, []).append(number)
    return {word: numbers for word, numbers in made.items() if len(numbers) <= COMMON}
