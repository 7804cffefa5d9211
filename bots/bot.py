"""The base of the bots in this package: checked options, a text spec, seeds, pickling."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from caravela.bots.options import BotOption, check_options
from caravela.bots.seeding import derive
from caravela.cext.core import CHANCE_PLAYER, Game, View
from caravela.cext.names import shorten

__all__ = ["SEED", "Bot"]

SEED = BotOption("seed", "integer", 0, "source of chance, together with the seed of the game", 0, 2**64 - 1)


class Bot(ABC):
    """A player built from options alone.

    Options never change after construction; pickles and copies carry them and nothing of a game in
    progress. A decision depends only on the options, the seed given to `begin` (0 without) and the view.
    """

    name: ClassVar[str] = ""
    """The short name in specs; without one the spec says `module:Class`."""
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (SEED,)
    """Every keyword the bot takes. Subclasses extend it."""

    def __init__(self, **options: Any) -> None:
        """ValueError for an unknown option or a bad value, naming the good ones."""
        self._options = check_options(type(self).__name__, self.OPTIONS, options)
        self._game_seed = 0

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option with its value."""
        return dict(self._options)

    @property
    def spec(self) -> str:
        """The text that `caravela.bots.make` builds the same bot from: options that differ from the default, sorted."""
        return self._spec_text(self.name or f"{type(self).__module__}:{type(self).__qualname__}", self._options)

    def check(self, game: Game) -> None:  # noqa: B027 - a hook; a bot that says nothing plays every game
        """ValueError if this bot cannot play `game`."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Forgets the last game. `seed` joins the bot's own seed until the game ends."""
        self._game_seed = seed

    @abstractmethod
    def choose(self, view: View) -> int:
        """A legal action of `view`. ValueError if its seat is not to act."""

    def end(self, returns: Sequence[float]) -> None:
        """Forgets the game."""
        self._game_seed = 0

    def decision_seed(self, view: View) -> int:
        """The seed of the decision at `view`: the bot's seed, the game's seed and the number of codes seen so far."""
        return derive(self._options["seed"], self._game_seed, len(view.log()))

    def _spec_text(self, head: str, options: Mapping[str, Any]) -> str:
        known = {option.name: option for option in self.OPTIONS}
        parts = [
            f"{name}={known[name].format(value)}"
            for name, value in sorted(options.items())
            if value != known[name].default
        ]
        return head + (":" + ",".join(parts) if parts else "")

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        known = {option.name: option.default for option in self.OPTIONS}
        changed = [f"{name}={value!r}" for name, value in self._options.items() if value != known[name]]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self._options)


def legal_actions(view: View) -> list[int]:
    """The legal actions of the view's seat. ValueError if it is not to act, TypeError for what is no view."""
    if not isinstance(view, View):
        raise TypeError(f"choose takes a View: state.view(player); not {shorten(view)}")
    if view.is_terminal():
        raise ValueError("the game is over: no seat is to act in this view")
    actions = view.legal_actions()
    if not actions:
        mover = view.current_player()
        awaited = "chance" if mover == CHANCE_PLAYER else f"seat {mover}"
        raise ValueError(f"seat {view.player} is not to act in this view; the game waits for {awaited}")
    return actions


def _rebuild(kind: type[Bot], options: dict[str, Any]) -> Bot:
    """Unpickles a bot: subclasses may take their options as positional parameters, so they go by name."""
    return kind(**options)
