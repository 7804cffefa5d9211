"""A game between a person and bots: the true state, what the person has seen, and the way back."""

from collections.abc import Sequence

from caravela.bots import Player, make
from caravela.bots.player import Checks
from caravela.bots.spec import names_code
from caravela.cext.core import CHANCE_PLAYER, Game, State, View
from caravela.cext.text import KnowsRoutine, Noticed
from caravela.cli.story import code_names, noticed, tell
from caravela.record import Fault, Record
from caravela.replay import replay
from caravela.runner import Match

PERSON = "person"
"""Stands for the person among the specs of the bots."""


class Session:
    """Plays bots and chance up to the person's decisions.

    Chance outcomes depend on the seed alone, not on how the game went: the same card comes again after undo, and
    after a saved game is resumed.
    """

    def __init__(self, game: Game, players: Sequence[str], seed: int) -> None:
        """`players`: a bot's spec for each seat, PERSON for one of them. ValueError for anything else."""
        if len(players) != game.num_players():
            raise ValueError(f"{game.spec} has {game.num_players()} seats, not {len(players)}")
        if list(players).count(PERSON) != 1:
            raise ValueError(f"a game needs one {PERSON}, not {list(players).count(PERSON)}")
        self.game = game
        self.players = list(players)
        self.seed = seed
        self.seat = self.players.index(PERSON)
        self._told = 0
        self._reported = 0
        self._begin([])

    @classmethod
    def resume(cls, record: Record, game: Game | None = None, *, trusted: Sequence[str] = ()) -> "Session":
        """Goes on with a saved game; news begin with the person's last decision.

        ValueError if the record is not one, or not of `game`.

        A bot given as `module:Class` is code that would run. A file may come from anybody, so such a bot is refused
        unless its spec is among `trusted`.
        """
        state = replay(record, game)
        if record.seed is None or PERSON not in record.bots:
            raise ValueError("this record is not a saved game: it names no seed or no person")
        for spec in record.bots:
            if names_code(spec) and spec not in trusted:
                raise ValueError(f"it names the bot {spec!r}, which is code; if you trust it, repeat it with --bot")
        session = cls(state.game, record.bots, record.seed)
        session._begin(state.history())
        own = [i for i, step in enumerate(session._steps) if session._is_asked(step.before)]
        session._told = own[-1] if own else 0
        return session

    @property
    def state(self) -> State:
        """The truth."""
        return self._match.state

    @property
    def view(self) -> View:
        """What the person knows."""
        return self.state.view(self.seat)

    @property
    def record(self) -> Record:
        """The game so far."""
        return Record.from_state(self.state, seed=self.seed, bots=self.players)

    def advance(self) -> None:
        """Plays on until the person has to decide or the game is over; `complaints` tells what bots got wrong."""
        while not self.state.is_terminal() and not self._is_asked(self.view):
            mover = self.state.current_player()
            if mover == self.seat:
                self._take(self.state.legal_actions()[0])
            else:
                self._take(self._match.draw() if mover == CHANCE_PLAYER else self._match.ask(mover))
        if self.state.is_terminal():
            self._match.end()

    def act(self, action: int) -> None:
        """The person's decision. ValueError if it is not legal."""
        self._take(action)

    def undo(self) -> bool:
        """Goes back to the person's previous decision; False if there is none."""
        if not self._decisions:
            return False
        self._begin(self.state.history()[: self._decisions[-1]])
        return True

    def _is_asked(self, view: View) -> bool:
        """Whether the person decides here; what is routine is played for him if there is nothing else."""
        if view.current_player() != self.seat:
            return False
        legal, text = view.legal_actions(), self.game.text
        return len(legal) > 1 or not (isinstance(text, KnowsRoutine) and text.is_routine(self.game, legal[0]))

    def news(self) -> list[str]:
        """What happened since the last call as the person noticed it, in paragraphs."""
        fresh, self._told = self._steps[self._told :], len(self._steps)
        return tell(fresh)

    def complaints(self) -> list[str]:
        """What bots got wrong since the last call, each thing once; the game goes on as in `caravela.play`."""
        fresh, self._reported = self._match.faults[self._reported :], len(self._match.faults)
        return list(dict.fromkeys(map(self._complaint, fresh)))

    def log(self) -> list[str]:
        """Everything that happened as the person noticed it, in paragraphs."""
        return tell(self._steps)

    def codes(self) -> list[str]:
        """Everything the person noticed, as the names of codes."""
        return code_names(self.game, self.state.log(self.seat))

    def _begin(self, history: Sequence[int]) -> None:
        """A new start, with fresh bots that see the steps of `history` as if for the first time."""
        bots: dict[int, Player] = {}
        for seat, spec in enumerate(self.players):
            if seat == self.seat:
                continue
            bot = make(spec)
            if isinstance(bot, Checks):
                bot.check(self.game)
            bots[seat] = bot
        self._match = Match(self.game, bots, self.seed, self.seed)
        self._reported = 0
        self._steps: list[Noticed] = []
        self._decisions: list[int] = []  # the lengths of the history at which the person was asked
        self._match.begin()
        for action in history:
            self._take(action)
        self._told = min(self._told, len(self._steps))

    def _take(self, action: int) -> None:
        before = self.view
        if self._is_asked(before):
            self._decisions.append(len(self.state.history()))
        self._match.take(action)
        step = noticed(before, self.view)
        if step is not None:
            self._steps.append(step)

    def _complaint(self, fault: Fault) -> str:
        who = f"{self.players[fault.seat]} in seat {fault.seat}"
        if fault.kind == "raised":
            return f"{who} failed ({fault.detail}); the first legal action is played."
        if fault.kind == "illegal":
            return f"{who} {fault.detail}; the first legal action is played."
        return f"{who} failed in {fault.kind} ({fault.detail}); the game goes on."
