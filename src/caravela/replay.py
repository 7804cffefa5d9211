"""Playing recorded games again, every step checked."""

from collections.abc import Iterator

from caravela.cext.core import CHANCE_PLAYER, TERMINAL_PLAYER, Game, State
from caravela.record import Record

__all__ = ["replay", "replay_states"]


def replay(record: Record | str, game: Game | None = None, *, strict: bool = True) -> State:
    """The state at the end of a record, or of a script or JSON text.

    Every step must be made by the seat (or chance) whose turn it is and be legal, and the result must be the recorded
    one. `game`: by default loaded by the record's spec; needed if it was opened with other data.
    `strict=False` accepts a record of another rules version or other data if all those checks pass.

    ValueError names the line of the script (or the number of the step) and what is wrong.
    """
    record, game = _opened(record, game, strict)
    state = game.new_initial_state()
    for step in range(len(record.actions)):
        _take(record, state, step)
    _check_result(record, state)
    return state


def replay_states(record: Record | str, game: Game | None = None, *, strict: bool = True) -> Iterator[State]:
    """The state before the first step and after each, as independent states. Arguments and errors as `replay`."""
    record, game = _opened(record, game, strict)
    state = game.new_initial_state()
    yield state.clone()
    for step in range(len(record.actions)):
        _take(record, state, step)
        yield state.clone()
    _check_result(record, state)


def _opened(record: Record | str, game: Game | None, strict: bool) -> tuple[Record, Game]:
    if not isinstance(record, Record):
        record = Record.from_text(record, game)
    return record, record.opened(game, strict=strict)


def _take(record: Record, state: State, step: int) -> None:
    """Makes one recorded step."""
    player, action = record.players[step], record.actions[step]
    mover = state.current_player()
    if mover == TERMINAL_PLAYER:
        raise ValueError(f"{record.where(step)}: the game is over before this step")
    if mover != player:
        raise ValueError(f"{record.where(step)}: {_who(player)} is said to act, but the game waits for {_who(mover)}")
    try:
        state.apply_action(action)
    except ValueError as error:
        raise ValueError(f"{record.where(step)}: {error}") from None


def _check_result(record: Record, state: State) -> None:
    """Compares what the record says of the result, which may be nothing."""
    if not record.returns and not record.scores and not record.ranks:
        return
    if not state.is_terminal():
        raise ValueError(
            f"the record gives a result, but after its {len(record.actions)} steps the game waits for "
            f"{_who(state.current_player())}"
        )
    for name, said, found in (
        ("returns", record.returns, tuple(state.returns())),
        ("scores", record.scores, tuple(state.scores())),
        ("ranks", record.ranks, tuple(state.ranks())),
    ):
        if said and said != found:
            raise ValueError(f"{name}: the record says {_row(said)}, its steps lead to {_row(found)}")


def _who(player: int) -> str:
    return "chance" if player == CHANCE_PLAYER else f"seat {player}"


def _row(values: tuple[float, ...]) -> str:
    return " ".join(map(repr, values))
