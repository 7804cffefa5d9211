"""One game from the first shuffle to the result, whatever its players do."""

import math
from collections.abc import Callable, Sequence

from caravela.bots.player import Checks, Player
from caravela.bots.spec import make, spec_of
from caravela.cext.core import CHANCE_PLAYER, Game, State
from caravela.cext.names import shorten
from caravela.engines.registry import as_game
from caravela.record import Record
from caravela.runner import Match, player_seed, whole_number

__all__ = ["play", "player_seed"]


def play(
    game: Game | str,
    bots: Sequence[Player | str],
    seed: int,
    *,
    bots_seed: int | None = None,
    seconds_limit: float | None = None,
    on_step: Callable[[State, int, int], None] | None = None,
) -> Record:
    """Plays one game between `bots`, seat by seat, and returns its record. `game` may be a spec, as in `load_game`.

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
    game = as_game(game)
    table = _seated(game, bots)
    if seconds_limit is not None and not _is_above_zero(seconds_limit):
        raise ValueError(f"seconds_limit={shorten(seconds_limit)}: it must be above 0, or None")
    deal_seed = _checked_seed("seed", seed)
    own_seed = deal_seed if bots_seed is None else _checked_seed("bots_seed", bots_seed)
    match = Match(game, dict(enumerate(table)), deal_seed, own_seed, seconds_limit)
    match.begin()
    state = match.state
    while not state.is_terminal():
        mover = state.current_player()
        action = match.draw() if mover == CHANCE_PLAYER else match.ask(mover)
        match.take(action)
        if on_step is not None:
            on_step(state.clone(), mover, action)
    match.end()
    return Record.from_state(
        state,
        players=match.players,
        seed=deal_seed,
        bots_seed=None if own_seed == deal_seed else own_seed,
        bots=[spec_of(player) for player in table],
        faults=match.faults,
        seconds=match.seconds,
        iterations=match.iterations,
    )


def _seated(game: Game, bots: Sequence[Player | str]) -> list[Player]:
    """The players, built where they are given as text, and checked."""
    if isinstance(bots, str) or not isinstance(bots, Sequence) or len(bots) != game.num_players():
        raise ValueError(f"{game.spec} has {game.num_players()} seats; one bot each is needed, not {shorten(bots)}")
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


def _is_above_zero(limit: object) -> bool:
    """Whether a limit is a number above 0; True is none."""
    return isinstance(limit, int | float) and not isinstance(limit, bool) and not math.isnan(limit) and limit > 0


def _checked_seed(name: str, seed: object) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number < 2**64:
        raise ValueError(f"{name}={seed!r}: it must be an integer, at least 0 and below 2**64")
    return number
