"""One game from the first shuffle to the result, whatever its players do."""

import contextlib
import operator
import time
from collections.abc import Callable, Sequence

import numpy as np

from caravela.bots.player import Begins, Checks, Ends, Observes, Player
from caravela.bots.seeding import derive
from caravela.bots.spec import make, spec_of
from caravela.cext.core import CHANCE_PLAYER, Game, Rng, State
from caravela.record import Fault, Record

__all__ = ["play", "player_seed"]

# Above every key of a chance event (deck << 32 | ordinal), so that no player's stream is a card's.
_PLAYER_STREAM = 2**63
_DETAIL_LENGTH = 200


def player_seed(seed: int, seat: int) -> int:
    """The seed that `play` gives to the player in `seat` in the game of that seed."""
    return derive(seed, _PLAYER_STREAM + seat)


def play(
    game: Game,
    bots: Sequence[Player | str],
    seed: int,
    *,
    bots_seed: int | None = None,
    seconds_limit: float | None = None,
    on_step: Callable[[State, int, int], None] | None = None,
) -> Record:
    """Plays one game between `bots`, seat by seat, and returns its record.

    Every chance event is drawn with `Rng(seed, key of the event)`: the k-th card of a deck depends on the seed
    alone, not on how the game went. Each seat sees only its own views. Texts are bots by spec, as in
    `caravela.bots.make`. What the bots draw depends on `bots_seed`, by default the same number: with another one the
    same deal makes another game. By default a player could thus find a small `seed` by trying: where players are not
    trusted give two unrelated, unpredictable numbers of 64 bits.

    A player cannot spoil the game. If `choose` raises, or answers anything but a legal action (whole numbers of
    numpy are fine; None, True or text are not), or answers later than `seconds_limit` seconds after it was asked, the
    *first legal action* (the lowest id) is played for its seat and the record gets a fault. The time is looked at
    when the player has answered; a player that never answers is never stopped. A hook that raises is a
    fault too, and does nothing else. KeyboardInterrupt and SystemExit are not held back.

    `on_step(state, player, action)` is called after every step, chance included (player -1), with a copy of
    the true state; what it raises is not held back.

    ValueError before the game begins: another number of bots than seats, one object in two seats, something without
    `choose`, a `seconds_limit` that is not above 0, a seed outside 0 .. 2**64 - 1; and whatever the `check` of
    a player says, if it has one.
    """
    table = _seated(game, bots)
    if seconds_limit is not None and not seconds_limit > 0:
        raise ValueError(f"seconds_limit={seconds_limit!r}: it must be above 0, or None")
    deal_seed = _checked_seed("seed", seed)
    own_seed = deal_seed if bots_seed is None else _checked_seed("bots_seed", bots_seed)
    match = _Match(game, table, deal_seed, own_seed, seconds_limit)
    for seat, player in enumerate(table):
        if isinstance(player, Begins):
            match.call_hook("begin", seat, player.begin, game, seat, player_seed(own_seed, seat))
    state = match.state
    while not state.is_terminal():
        mover = state.current_player()
        action = match.draw() if mover == CHANCE_PLAYER else match.ask(mover)
        match.take(action)
        if on_step is not None:
            on_step(state.clone(), mover, action)
    for seat, player in enumerate(table):
        if isinstance(player, Ends):
            match.call_hook("end", seat, player.end, state.returns())
    return match.record()


class _Match:
    """A game being played: the true state and what goes into the record."""

    def __init__(
        self, game: Game, table: Sequence[Player], seed: int, bots_seed: int, seconds_limit: float | None
    ) -> None:
        self._seed = seed
        self._bots_seed = bots_seed
        self.state = game.new_initial_state()
        self._table = table
        self._limit = seconds_limit
        self._observers = [(seat, player) for seat, player in enumerate(table) if isinstance(player, Observes)]
        self._seen = [0] * len(table)
        self._faults: list[Fault] = []
        self._players: list[int] = []
        self._seconds: list[float] = []
        self._iterations: list[int] = []

    def draw(self) -> int:
        """The outcome of the chance event at hand."""
        self._note(CHANCE_PLAYER, 0.0, 0)
        return self.state.sample_chance(Rng(self._seed, self.state.chance_key()))

    def ask(self, seat: int) -> int:
        """The action of a seat: its player's, or the first legal one if it fails."""
        player = self._table[seat]
        legal = self.state.legal_actions()
        view = self.state.view(seat)
        begun = time.perf_counter()
        try:
            answer = player.choose(view)
            seconds = time.perf_counter() - begun
            action = _whole_number(answer)
        except Exception as error:  # noqa: BLE001 - whatever a player raises is its own fault
            self._note(seat, time.perf_counter() - begun, 0)
            self._fault(seat, "raised", _exception_text(error))
            return legal[0]
        self._note(seat, seconds, _iterations(player))
        if action not in legal:
            self._fault(seat, "illegal", f"answered {_short(answer)}")
        elif self._limit is not None and seconds > self._limit:
            self._fault(seat, "overtime", f"took {seconds:.3f} s of {self._limit:g} s")
        else:
            return action
        return legal[0]

    def take(self, action: int) -> None:
        """Makes a step and tells those who follow the game what they learned of it."""
        self.state.apply_action(action)
        for seat, player in self._observers:
            codes = self.state.log(seat)[self._seen[seat] :]
            if codes:
                self._seen[seat] += len(codes)
                self.call_hook("observe", seat, player.observe, codes)

    def call_hook(self, name: str, seat: int, hook: Callable[..., object], *arguments: object) -> None:
        """Calls a hook; what it raises becomes a fault."""
        try:
            hook(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever a player raises is its own fault
            self._fault(seat, name, _exception_text(error))

    def record(self) -> Record:
        return Record.from_state(
            self.state,
            players=self._players,
            seed=self._seed,
            bots_seed=None if self._bots_seed == self._seed else self._bots_seed,
            bots=[spec_of(player) for player in self._table],
            faults=self._faults,
            seconds=self._seconds,
            iterations=self._iterations,
        )

    def _note(self, player: int, seconds: float, iterations: int) -> None:
        self._players.append(player)
        self._seconds.append(seconds)
        self._iterations.append(iterations)

    def _fault(self, seat: int, kind: str, detail: str) -> None:
        self._faults.append(Fault(len(self.state.history()), seat, kind, detail[:_DETAIL_LENGTH]))


def _seated(game: Game, bots: Sequence[Player | str]) -> list[Player]:
    """The players, built where they are given as text, and checked."""
    if isinstance(bots, str) or len(bots) != game.num_players():
        raise ValueError(f"{game.spec} has {game.num_players()} seats; one bot each is needed, not {bots!r}")
    table: list[Player] = []
    for seat, bot in enumerate(bots):
        player = make(bot) if isinstance(bot, str) else bot
        if isinstance(player, type) or not callable(getattr(player, "choose", None)):
            raise ValueError(f"seat {seat}: {player!r} is no player: it has no method choose(view)")
        for other, taken in enumerate(table):
            if taken is player:
                raise ValueError(f"seats {other} and {seat} share one bot object; give each seat its own")
        table.append(player)
    for player in table:
        if isinstance(player, Checks):
            player.check(game)
    return table


def _checked_seed(name: str, seed: object) -> int:
    number = _whole_number(seed)
    if number is None or not 0 <= number < 2**64:
        raise ValueError(f"{name}={seed!r}: it must be an integer, at least 0 and below 2**64")
    return number


def _whole_number(answer: object) -> int | None:
    """A whole number as int; None for anything else. True is not the number 1."""
    if type(answer) is int:  # nearly always: no need to look further
        return answer
    if isinstance(answer, (bool, np.bool_)):
        return None
    with contextlib.suppress(TypeError):
        return operator.index(answer)  # type: ignore[arg-type]  # the question is whether it has an index
    return None


def _iterations(player: Player) -> int:
    """The search iterations that a player says were behind its last choice."""
    with contextlib.suppress(Exception):  # a property may do anything
        return max(_whole_number(getattr(player, "last_iterations", 0)) or 0, 0)
    return 0


def _exception_text(error: Exception) -> str:
    """One line, even if the exception cannot be printed."""
    kind = type(error).__name__
    with contextlib.suppress(Exception):
        return " ".join(f"{kind}: {error}".split())
    return kind


def _short(answer: object) -> str:
    """The answer on one line, even if it cannot be printed."""
    with contextlib.suppress(Exception):
        return " ".join(repr(answer).split())
    return f"a {type(answer).__name__}"
