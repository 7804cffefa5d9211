"""Pairs of states that one seat cannot tell apart."""

from collections.abc import Iterator

from caravela.cext.core import Game, Rng, State
from caravela.conformance.walks import walk

LOOK_AT = 64
"""Most moves tried for a twin's next step; a twin that finds none among them is given up."""


def follow(twin: State, player: int, log: list[int], rng: Rng) -> State | None:
    """Plays the twin on, with random moves that agree with `log`, until it has shown all of it. None: no way on."""
    for _ in range(twin.game.max_history_length() + 1):
        if len(twin.log(player)) == len(log):
            return twin
        onward = _step(twin, player, log, rng)
        if onward is None:
            break
        twin = onward
    return None


def _step(twin: State, player: int, log: list[int], rng: Rng) -> State | None:
    if twin.is_terminal():
        return None
    moves = [o for o, p in twin.chance_outcomes() if p > 0.0] if twin.is_chance_node() else twin.legal_actions()
    for i in range(min(LOOK_AT, len(moves))):
        j = i + rng.bounded(len(moves) - i)
        moves[i], moves[j] = moves[j], moves[i]
        child = twin.child(moves[i])
        seen = child.log(player)
        if seen == log[: len(seen)]:
            return child
    return None


def twins(game: Game, player: int, rng: Rng) -> Iterator[tuple[State, State]]:
    """Pairs (state of a random game, another state with the same codes for `player`), position by position.

    The twin starts as a true state with a history of its own: hidden cards fall differently. When it cannot explain
    what the seat sees next, a world sampled from the seat's view takes its place, and goes on in step.
    """
    twin: State | None = game.new_initial_state()
    for step in walk(game, rng):
        state = step.after
        twin = follow(twin, player, state.log(player), rng) if twin is not None else None
        if twin is None:
            twin = state.view(player).determinize(rng)
        yield state, twin
