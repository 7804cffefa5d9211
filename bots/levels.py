"""Playing strengths for people: presets of `ISMCTSBot`, weak to strong."""

from collections.abc import Mapping
from typing import Any

__all__ = ["LEVELS"]

# Iterations, not seconds: a level is as strong on a slow machine as on a fast one, and its games can be repeated.
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"iterations": 100, "temperature": 0.5},
    "medium": {"iterations": 500, "temperature": 0.25},
    "hard": {"iterations": 3_000, "final": "max"},
    "expert": {"iterations": 30_000, "final": "max"},
}
"""Options by level. A table [levels.NAME] in `bots/heuristics/<game>.toml` goes before them; what neither
sets is as measured for the game."""
