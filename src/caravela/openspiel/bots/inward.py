"""Bots of OpenSpiel's as our players. They are handed worlds sampled from the view, never the truth."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import pyspiel

from caravela.bots.bot import SEED, Bot, legal_actions
from caravela.bots.options import BotOption
from caravela.bots.seeding import derive
from caravela.cext.core import Rng
from caravela.openspiel.bots.table import Table, table_of
from caravela.runner import whole_number

if TYPE_CHECKING:
    from caravela.cext import Game, View

__all__ = ["WORLDS", "PyspielPlayer", "WrappedBot", "asked", "from_pyspiel_bot"]

Factory = Callable[[pyspiel.Game, int, int], pyspiel.Bot]
"""(OpenSpiel's game, seat, seed) -> a bot for that seat."""

WORLDS = BotOption(
    "worlds", "integer", 1, "sampled worlds it is asked in; the most frequent answer is played", 1, 10_000
)


def from_pyspiel_bot(bot: pyspiel.Bot | Factory, *, seed: int = 0, worlds: int = 1) -> WrappedBot:
    """A player that does what a bot of OpenSpiel's does.

    `bot`: a bot that plays whatever game and seat it is asked about, or a function of (pyspiel.Game, seat, seed) that
    makes one for every game. At each decision it is asked in `worlds` worlds sampled from the view, and its most
    frequent answer is played (the lowest on ties). On games imported from OpenSpiel these are positions of
    OpenSpiel's own, else positions of the game as `as_pyspiel_game` shows it.

    The bot is restarted in every game. It is not told what others play, for that would be of no use: the past of each
    world is made up.
    """
    return WrappedBot(bot, seed=seed, worlds=worlds)


def asked(bot: pyspiel.Bot, table: Table, view: View, rng: Rng, worlds: int) -> int:
    """What the bot answers most often in so many sampled worlds. ValueError for an illegal answer."""
    legal = legal_actions(view)
    answers: Counter[int] = Counter()
    for _ in range(worlds):
        answer = bot.step(table.world(view, rng))
        action = whole_number(answer)
        if action is None or action not in legal:
            raise ValueError(f"{type(bot).__name__} answered {answer!r}, which is no legal action of {view!r}")
        answers[action] += 1
    return max(answers, key=lambda action: (answers[action], -action))


class PyspielPlayer(Bot):
    """A player that makes a bot of OpenSpiel's at every decision, from its options and a seed of that decision."""

    OPTIONS: ClassVar[tuple[BotOption, ...]] = (SEED,)

    @abstractmethod
    def make_bot(self, table: Table, view: View, seed: int) -> pyspiel.Bot:
        """The bot for a decision; `seed` is between 0 and 2**31 - 1. SpielError if it cannot play the game."""

    def check(self, game: Game) -> None:
        """ValueError if OpenSpiel's bot cannot play `game`."""
        self.refuse(table_of(game).theirs)

    def refuse(self, game: pyspiel.Game) -> None:
        """ValueError with the reason if the bot cannot play this game."""

    def choose(self, view: View) -> int:
        """The bot's answer in worlds that the view allows. ValueError if the seat is not to act."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        table = table_of(view.game)
        rng = Rng(self.decision_seed(view))
        bot = self.make_bot(table, view, rng.bounded(2**31))
        return asked(bot, table, view, rng, self._options.get(WORLDS.name, 1))


class WrappedBot:
    """A player around one bot of OpenSpiel's, or around what makes one for every game; see `from_pyspiel_bot`."""

    def __init__(self, bot: pyspiel.Bot | Factory, *, seed: int = 0, worlds: int = 1) -> None:
        if isinstance(bot, type) or not (isinstance(bot, pyspiel.Bot) or callable(bot)):
            raise ValueError(f"{bot!r} is no pyspiel.Bot, and no function of (game, seat, seed) that makes one")
        self._source = bot
        self._seed = SEED.check(seed)
        self._worlds = WORLDS.check(worlds)
        self._bot: pyspiel.Bot | None = None
        self._game_seed = 0

    @property
    def spec(self) -> str:
        """A name for records; no bot can be made from it."""
        source = self._source
        name = type(source).__name__ if isinstance(source, pyspiel.Bot) else getattr(source, "__name__", "bot")
        return f"pyspiel.{name}"

    def check(self, game: Game) -> None:
        """ValueError if OpenSpiel cannot be told of `game`, or the bot cannot be made for it."""
        self._made(game, 0, 0)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new bot, or the one there is, restarted."""
        self._game_seed = seed
        self._bot = self._made(game, seat, derive(self._seed, seed))
        self._bot.restart()

    def choose(self, view: View) -> int:
        """The bot's answer. ValueError for an illegal one, or if the seat is not to act."""
        if self._bot is None:
            self.begin(view.game, view.player, self._game_seed)
        rng = Rng(derive(self._seed, self._game_seed, len(view.log())))
        return asked(self._bot, table_of(view.game), view, rng, self._worlds)

    def end(self, returns: object) -> None:
        """Forgets the game."""
        self._bot = None
        self._game_seed = 0

    def _made(self, game: Game, seat: int, seed: int) -> pyspiel.Bot:
        theirs = table_of(game).theirs
        if isinstance(self._source, pyspiel.Bot):
            return self._source
        bot = self._source(theirs, seat, seed % 2**31)
        if not isinstance(bot, pyspiel.Bot):
            raise ValueError(f"{self._source!r} made {bot!r}, which is no pyspiel.Bot")
        return bot
