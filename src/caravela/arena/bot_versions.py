"""Whether a bot can take part, and what tells whether it is still the same bot."""

import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from caravela.bots import make
from caravela.bots.heuristics import find, settings
from caravela.bots.player import Checks
from caravela.bots.spec import class_of, is_own
from caravela.cext.core import Game

OWN_VERSION = version("caravela")

__all__ = ["OWN_VERSION", "able", "bot_version", "check_bot", "is_foreign"]


def check_bot(spec: str, game: Game) -> None:
    """ValueError for a bot that is unknown, refuses the game, or is one object however often it is made."""
    bot = make(spec)
    if make(spec) is bot:
        raise ValueError(f"bot {spec!r} is the same object whenever it is made; every seat needs one of its own")
    if isinstance(bot, Checks):
        bot.check(game)


def able(bots: Sequence[str], games: Sequence[Game]) -> list[str]:
    """Those of `bots` that can play all of `games`."""
    return [spec for spec in bots if all(_can_play(spec, game) for game in games)]


def is_foreign(spec: str) -> bool:
    """Whether a bot is code from elsewhere, which nobody here vouches for. ValueError for a malformed text."""
    return not is_own(spec)


def bot_version(spec: str, games: Sequence[Game]) -> str:
    """A text that changes with the code of a bot.

    Its attribute `version` where it has one. Else, for our own, the version of caravela with a digest of the measured
    settings and weights it may use in these games; for others, a digest of their file.
    """
    kind = class_of(spec)
    stated = getattr(kind, "version", None)
    if isinstance(stated, str):
        return stated
    if kind.__module__.startswith("caravela."):
        return f"{OWN_VERSION}-{_digest(*map(_knowledge, dict.fromkeys(game.name for game in games)))}"
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return _digest(Path(file).read_bytes()) if file else "unknown"


def _knowledge(game: str) -> bytes:
    """All that is known here about playing a game well."""
    heuristic, measured = find(game), settings(game)
    weights = (heuristic.names, heuristic.defaults) if heuristic else None
    return repr((weights, measured.ismcts, measured.heuristic, measured.levels, measured.weights)).encode()


def _digest(*parts: bytes) -> str:
    return blake2b(b"\x1f".join(parts), digest_size=8).hexdigest()


def _can_play(spec: str, game: Game) -> bool:
    try:
        check_bot(spec, game)
    except ValueError:
        return False
    return True
