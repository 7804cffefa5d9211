"""Bots that do one thing wrong each, and one that draws much."""

import os
import sys
import time
from typing import Any, Self

import numpy as np

from caravela.bots import RandomBot
from caravela.cext.core import Game, View

HOARD: list[Any] = []


class _Late(RandomBot):
    """Plays well-behaved random moves up to a number of decisions in each game."""

    name = ""
    good = 2

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked = 0

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self.asked = 0

    def choose(self, view: View) -> Any:
        self.asked += 1
        return super().choose(view) if self.asked <= self.good else self.fail(view)

    def fail(self, view: View) -> Any:
        raise NotImplementedError


class Raises(_Late):
    def fail(self, view: View) -> Any:
        raise RuntimeError("no idea")


class Leaves(_Late):
    def fail(self, view: View) -> Any:
        sys.exit("enough")


class Illegal(_Late):
    def fail(self, view: View) -> Any:
        return 10**6


class Silent(_Late):
    def fail(self, view: View) -> Any:
        return None


class WrongType(_Late):
    def fail(self, view: View) -> Any:
        return [view.legal_actions()[0]]


class Prints(_Late):
    def fail(self, view: View) -> Any:
        print("thinking\x00 hard {")
        return super(_Late, self).choose(view)


class Slow(_Late):
    def fail(self, view: View) -> Any:
        time.sleep(0.3)
        return super(_Late, self).choose(view)


class Hangs(_Late):
    def fail(self, view: View) -> Any:
        while True:
            time.sleep(60)


class HangsInBegin(RandomBot):
    name = ""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        time.sleep(3600)


class Exits(_Late):
    def fail(self, view: View) -> Any:
        os._exit(0)


class Crashes(_Late):
    def fail(self, view: View) -> Any:
        os.abort()


class Eats(_Late):
    """Takes more and more, and keeps it beyond the game."""

    def fail(self, view: View) -> Any:
        while True:
            HOARD.append(np.zeros(2**23))


class Nibbles(_Late):
    """Takes most of the memory, so that others find none."""

    good = 0

    def fail(self, view: View) -> Any:
        if not HOARD:
            HOARD.append(np.zeros(150 * 2**17))
        return super(_Late, self).choose(view)


class Hungry(_Late):
    """Needs some memory for a moment, and is entitled to it."""

    def fail(self, view: View) -> Any:
        np.zeros(100 * 2**17)  # address space is what counts
        return super(_Late, self).choose(view)


class HungForEver:
    """Cannot even be made."""

    def __init__(self) -> None:
        time.sleep(3600)

    def choose(self, view: View) -> int:
        return 0


class ExitsWhenMade(HungForEver):
    def __init__(self) -> None:
        os._exit(3)


_ONLY: list["OneForAll"] = []


class OneForAll(RandomBot):
    """One object, however often it is made."""

    name = ""

    def __new__(cls, *arguments: Any) -> Self:
        if not _ONLY:
            _ONLY.append(super().__new__(cls))
        return _ONLY[0]  # type: ignore[return-value]


class Draws(RandomBot):
    """Plays as `random` does, but draws many more numbers and looks at many more worlds first."""

    name = ""

    def choose(self, view: View) -> int:
        from caravela.cext.core import Rng

        rng = Rng(self.decision_seed(view), 77)
        for _ in range(3):
            view.determinize(rng)
        return super().choose(view)
