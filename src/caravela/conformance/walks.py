"""Random play, step by step: where most checks look."""

from collections.abc import Iterator
from dataclasses import dataclass

from caravela.cext.core import Game, Rng, State
from caravela.conformance.result import Violation


@dataclass(frozen=True)
class Step:
    """`action` (or outcome) led from `before` to `after`; `ordinal` counts steps from 0."""

    before: State
    action: int
    after: State
    ordinal: int


def random_move(state: State, rng: Rng) -> int:
    """A sampled outcome, or a legal action with equal chances. Violation if a decision offers none."""
    if state.is_chance_node():
        return state.sample_chance(rng)
    legal = state.legal_actions()
    if not legal:
        raise Violation(f"seat {state.current_player()} is to act and has no legal action\n{state}")
    return legal[rng.bounded(len(legal))]


def walk(game: Game, rng: Rng) -> Iterator[Step]:
    """One random game. Violation if it goes on for longer than the game says it can."""
    state = game.new_initial_state()
    longest = game.max_history_length()
    ordinal = 0
    while not state.is_terminal():
        if ordinal >= longest:
            raise Violation(f"a game is not over after {longest} steps, the most it may have")
        action = random_move(state, rng)
        try:
            after = state.child(action)
        except ValueError as error:
            raise Violation(f"chance gave an outcome that cannot be: {error}, {where(state)}") from error
        yield Step(state, action, after, ordinal)
        state = after
        ordinal += 1


def walks(game: Game, games: int, seed: int) -> Iterator[tuple[int, Rng, Iterator[Step]]]:
    """(number, generator, steps) of `games` random games; game i plays and lets its check draw from Rng(seed, i)."""
    for i in range(games):
        rng = Rng(seed, i)
        yield i, rng, walk(game, rng)


def positions(game: Game, games: int, seed: int) -> Iterator[tuple[State, Rng]]:
    """Every state of `games` random games, first and last included."""
    for _, rng, steps in walks(game, games, seed):
        state = game.new_initial_state()
        yield state, rng
        for step in steps:
            state = step.after
            yield state, rng


def where(state: State) -> str:
    """How to get to a state, for reports."""
    if state.sampled:
        return "in a sampled world"
    return f"after {state.history()}"
