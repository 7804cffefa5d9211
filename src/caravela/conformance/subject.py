"""What is checked, and what its engine offers to help."""

from collections.abc import Callable
from dataclasses import dataclass

from caravela.cext.core import Game, State
from caravela.cext.probe import Probe
from caravela.conformance.result import NotApplicable
from caravela.engines.registry import engine_spec, load_game

RotateHistory = Callable[[Game, list[int], int], list[int] | None]
ExplainWorld = Callable[[Game, list[int], int, State], list[int] | None]
ChoiceWeight = Callable[[State, int, int], float]


@dataclass(frozen=True)
class Subject:
    """A game to check, how many random games to spend on it, and the engine's optional helpers.

    rotate_history(game, history, by): the history with all seats moved on by `by`, None where options set seats apart.
    explain_world(game, history, player, world): a history that shows `player` the same codes and ends in `world`; None
    if in the world others have yet to make secret choices that the true game has asked for.
    choice_weight(state, action, player): the law's weight of another seat's choice, as `player` takes it; without it,
    equal among the legal actions that show `player` the same codes.
    small: configurations of the same engine that can be enumerated.
    """

    game: Game
    games: int
    seed: int
    rotate_history: RotateHistory | None = None
    explain_world: ExplainWorld | None = None
    choice_weight: ChoiceWeight | None = None
    small: tuple[Game, ...] = ()

    def probe(self, fill: int = 0) -> Probe:
        """The game's table in guarded buffers; NotApplicable if states are not plain memory."""
        try:
            return Probe(self.game.capsule, fill)
        except ValueError as error:
            raise NotApplicable(str(error)) from error

    def portion(self, share: float) -> int:
        """`share` of the games, at least one: for checks that cost more a game."""
        return max(1, round(self.games * share))


def subject_of(game: Game, games: int, seed: int) -> Subject:
    """The subject for a game; the helpers and reduced configurations of an engine that can be loaded come along."""
    if games < 1:
        raise ValueError(f"games is {games}; it must be at least 1")
    try:
        spec = engine_spec(game.name)
    except ValueError:  # made from an engine that is not registered
        return Subject(game, games, seed)
    small = tuple(load_game(game.name, **options) for options in spec.reduced)
    return Subject(game, games, seed, spec.rotate_history, spec.explain_world, spec.choice_weight, small)
