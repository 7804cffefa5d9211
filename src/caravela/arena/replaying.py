"""Games of a tournament's file played again, every step checked against what was kept."""

from collections.abc import Iterator

from caravela.arena.results import GameResult
from caravela.arena.settings import Settings
from caravela.cext.core import TERMINAL_PLAYER, Game, State
from caravela.engines.registry import load_game

__all__ = ["opened", "replayed"]


def opened(settings: Settings, result: GameResult, *, strict: bool = True) -> Game:
    """The game of a result, with the data of its tournament.

    ValueError if the actions were not kept, or, if `strict`, if rules or data are others than those it was played with.
    """
    if not result.actions:
        raise ValueError("the actions of this game were not kept, so it cannot be played again")
    game = load_game(result.game, data=settings.data)
    for name, now in (("rules", str(game.rules_version)), ("data", game.digest)):
        then = settings.versions.get(f"{name} of {result.game}", "unknown")
        if strict and then != now:
            raise ValueError(
                f"the game was played with version {then} of the {name} of {result.game}; this is version {now}. "
                "A replay that is not strict verifies it move by move"
            )
    return game


def replayed(game: Game, result: GameResult) -> Iterator[State]:
    """The state before the first step and after each, as independent states.

    After each step its hash is compared with what was kept, so other rules that change anything are found at once.
    ValueError names the step.
    """
    state = game.new_initial_state()
    yield state.clone()
    for step, action in enumerate(result.actions, 1):
        if state.current_player() == TERMINAL_PLAYER:
            raise ValueError(f"step {step}: the game is over before this step; these are other rules")
        try:
            state.apply_action(action)
        except ValueError as error:
            raise ValueError(f"step {step}: {error}") from None
        kept = result.trace[2 * step - 2 : 2 * step]
        if kept and int.from_bytes(kept, "little") != state.state_hash() & 0xFFFF:
            raise ValueError(f"step {step}: it leads to another state than it did; these are other rules or other data")
        yield state.clone()
    if not state.is_terminal() or (result.state_hash and f"{state.state_hash():016x}" != result.state_hash):
        raise ValueError("the game does not end as it did; these are other rules or other data")
