"""Players that misbehave in one way each, and one that follows the rules of hooks closely."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from caravela.cext.core import Game, View


class First:
    """Plays the first legal action, and nothing else."""

    def choose(self, view: View) -> int:
        return view.legal_actions()[0]


class Last:
    """Plays the last legal action as an integer of numpy."""

    spec = "last"

    def choose(self, view: View) -> Any:
        return np.int64(view.legal_actions()[-1])


class Crasher:
    """Raises at every decision."""

    def choose(self, view: View) -> int:
        raise RuntimeError(f"no idea\nat {len(view.legal_actions())} actions")


class Answers:
    """Gives the same answer whatever is asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View) -> Any:
        return self.answer


class Slow:
    """Plays the last legal action, late."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, view: View) -> int:
        time.sleep(self.seconds)
        return view.legal_actions()[-1]


class Follower(First):
    """Notes every call of a hook."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.codes: list[int] = []

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.calls.append(("begin", game.spec, seat, seed))
        self.codes = []

    def observe(self, codes: Sequence[int]) -> None:
        assert codes
        self.codes += codes

    def choose(self, view: View) -> int:
        assert view.log() == self.codes
        self.calls.append(("choose", view.player))
        return super().choose(view)

    def end(self, returns: Sequence[float]) -> None:
        self.calls.append(("end", tuple(returns)))


class BadHooks(First):
    """Raises in one hook."""

    def __init__(self, hook: str) -> None:
        self.__dict__[hook] = self._raise

    def _raise(self, *_: object) -> None:
        raise ZeroDivisionError("in a hook")


class UnprintableError(Exception):
    """Cannot even be shown."""

    def __str__(self) -> str:
        raise ValueError("never")


class Raises:
    """Raises what it was given, also for its own name and iterations."""

    def __init__(self, make: Callable[[], BaseException]) -> None:
        self.make = make

    @property
    def spec(self) -> str:
        raise self.make()

    @property
    def last_iterations(self) -> int:
        raise self.make()

    def choose(self, view: View) -> int:
        raise self.make()


class Refuses(First):
    """Plays no game at all."""

    def check(self, game: Game) -> None:
        raise ValueError(f"cannot play {game.name}")


class Configured(First):
    """A class from elsewhere that declares no options."""

    def __init__(self, depth: int = 1, *, label: str = "none given", fast: bool = False) -> None:
        self.depth = depth
        self.label = label
        self.fast = fast


class BadStart(First):
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no start")


class Floats:
    """Answers with the right number in the wrong type."""

    def choose(self, view: View) -> Any:
        return float(view.legal_actions()[-1])


class Arrays:
    """Answers with an array."""

    def choose(self, view: View) -> Any:
        return np.array(view.legal_actions() * 2)


class BadBegin(BadHooks):
    """Raises when the game begins."""

    def __init__(self) -> None:
        super().__init__("begin")


class BadObserve(BadHooks):
    """Raises at everything it sees."""

    def __init__(self) -> None:
        super().__init__("observe")


class BadEnd(BadHooks):
    """Raises when the game is over."""

    def __init__(self) -> None:
        super().__init__("end")


NOT_CALLABLE = 5
CALLS: list[str] = []
"""What `not_a_player` was called with."""


def not_a_player(command: str = "") -> object:
    """Builds something without `choose`."""
    CALLS.append(command)
    return object()


class NoPlayer:
    """A class, but not of players."""

    def __init__(self, command: str = "") -> None:
        CALLS.append(command)
