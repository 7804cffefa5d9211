"""Hears what is printed while a game is played: results and nothing else belong on standard output."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TextIO

__all__ = ["listening"]


class Listener(Protocol):
    """Whoever wants to know what is printed."""

    def heard(self, text: str) -> None:
        """Something was printed."""


class _Ear:
    """Stands in for standard output. What threads print that play no game goes through."""

    def __init__(self, real: TextIO) -> None:
        self.real = real

    def write(self, text: str) -> int:
        listener: Listener | None = getattr(_here, "listener", None)
        if listener is None:
            return self.real.write(text)
        listener.heard(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


_here = threading.local()
_lock = threading.Lock()
_ears: list[_Ear] = []
"""One for each game that is being played in this process; the first one listens."""


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """What this thread prints in the block is told to `listener`, and dropped."""
    with _lock:
        ear = _ears[0] if _ears else _Ear(sys.stdout)
        _ears.append(ear)
        sys.stdout = ear
    _here.listener = listener
    try:
        yield
    finally:
        _here.listener = None
        with _lock:
            _ears.pop()
            if not _ears:
                sys.stdout = ear.real
