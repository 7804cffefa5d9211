"""A game between a person and bots: the true state, what the person has seen, and the way back."""

from collections.abc import Sequence

from caravela.bots import Player, make
from caravela.bots.player import Begins, Checks, Observes
from caravela.cext.core import CHANCE_PLAYER, Game, Rng, State, View
from caravela.play import player_seed
from caravela.record import Record
from caravela.replay import replay

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
        self._begin([])

    @classmethod
    def resume(cls, record: Record, game: Game | None = None) -> "Session":
        """Goes on with a saved game. ValueError if the record is not one, or not of `game`."""
        state = replay(record, game)
        if record.seed is None or PERSON not in record.bots:
            raise ValueError("this record is not a saved game: it names no seed or no person")
        session = cls(state.game, record.bots, record.seed)
        session._begin(state.history())
        return session

    @property
    def view(self) -> View:
        """What the person knows."""
        return self.state.view(self.seat)

    @property
    def record(self) -> Record:
        """The game so far."""
        return Record.from_state(self.state, seed=self.seed, bots=self.players)

    def advance(self) -> None:
        """Plays on until the person has to decide or the game is over. What a bot gets wrong is in `complaints`."""
        while not self.state.is_terminal() and self.state.current_player() != self.seat:
            mover = self.state.current_player()
            self._take(self._draw() if mover == CHANCE_PLAYER else self._ask(mover))

    def act(self, action: int) -> None:
        """The person's decision. ValueError if it is not legal."""
        self._take(action)

    def undo(self) -> bool:
        """Goes back to the person's previous decision; False if there is none."""
        own = [step for step, mover in enumerate(self.record.players) if mover == self.seat]
        if not own:
            return False
        self._begin(self.state.history()[: own[-1]])
        return True

    def news(self) -> list[str]:
        """What the person has seen since the last call, by name."""
        codes = self.state.log(self.seat)
        fresh, self._told = codes[self._told :], len(codes)
        return [self.game.text.code_to_string(self.game, code) for code in fresh]

    def log(self) -> list[str]:
        """Everything the person has seen, by name."""
        return [self.game.text.code_to_string(self.game, code) for code in self.state.log(self.seat)]

    def _begin(self, history: Sequence[int]) -> None:
        """A new start, with fresh bots that see the steps of `history` as if for the first time."""
        self.state: State = self.game.new_initial_state()
        self.complaints: list[str] = []
        self._seen = [0] * len(self.players)
        self._bots: dict[int, Player] = {}
        for seat, spec in enumerate(self.players):
            if seat == self.seat:
                continue
            bot = make(spec)
            if isinstance(bot, Checks):
                bot.check(self.game)
            if isinstance(bot, Begins):
                bot.begin(self.game, seat, player_seed(self.seed, seat))
            self._bots[seat] = bot
        for action in history:
            self._take(action)
        self._told = min(self._told, len(self.state.log(self.seat)))

    def _draw(self) -> int:
        return self.state.sample_chance(Rng(self.seed, self.state.chance_key()))

    def _ask(self, seat: int) -> int:
        """A bot's action; the first legal one if the bot fails, as in `caravela.play`."""
        legal = self.state.legal_actions()
        who = f"{self.players[seat]} in seat {seat}"
        try:
            action = self._bots[seat].choose(self.state.view(seat))
        except Exception as error:  # noqa: BLE001 - a person's game does not end because a bot fails
            self.complaints.append(f"{who} failed ({error}); the first legal action is played.")
            return legal[0]
        if action not in legal:
            self.complaints.append(f"{who} answered {action!r}; the first legal action is played.")
            return legal[0]
        return action

    def _take(self, action: int) -> None:
        self.state.apply_action(action)
        for seat, bot in self._bots.items():
            codes = self.state.log(seat)[self._seen[seat] :]
            self._seen[seat] += len(codes)
            if codes and isinstance(bot, Observes):
                bot.observe(codes)
