"""Invariant 7: nothing is lost or made, and everything stays within what the game declares."""

from caravela.cext.core import Rng, State
from caravela.conformance.result import Violation
from caravela.conformance.subject import Subject
from caravela.conformance.walks import Step, walks, where


def bounds_hold(subject: Subject) -> str:
    """7: the engine's own `validate` accepts every state, view and world; ids, counts and lengths keep their bounds.

    `validate` checks that every component is there and every field is in range, so a lost card shows here.
    """
    game = subject.game
    longest = most = 0
    for _, rng, steps in walks(game, subject.games, subject.seed):
        decisions = 0
        for step in steps:
            if step.ordinal == 0:
                _accepted(step.before, rng)
            _accepted(step.after, rng)
            _ids_in_bounds(step.before)
            _codes_in_bounds(step)
            if not 0 <= step.before.turn() <= step.after.turn():
                raise Violation(f"turn {step.after.turn()} comes after turn {step.before.turn()}, {where(step.after)}")
            decisions += step.before.current_player() >= 0
            longest = max(longest, step.ordinal + 1)
        most = max(most, decisions)
        if decisions > game.max_game_length():
            raise Violation(f"a game has {decisions} decisions; {game.max_game_length()} is the most it may have")
    bounds = game.max_game_length(), game.max_history_length()
    return f"games of up to {most} decisions (bound {bounds[0]}) and {longest} steps (bound {bounds[1]})"


def _accepted(state: State, rng: Rng) -> None:
    game = state.game
    try:
        game.state_from_bytes(state.to_bytes())
        for player in range(game.num_players()):
            view = state.view(player)
            game.state_from_bytes(view.to_bytes(), player)
            game.state_from_bytes(view.determinize(rng).to_bytes())
    except ValueError as error:
        raise Violation(f"validate refuses a state, view or world of play: {error}, {where(state)}") from error


def _ids_in_bounds(state: State) -> None:
    game = state.game
    if state.is_chance_node():
        kind, ids = "outcomes", [outcome for outcome, _ in state.chance_outcomes()]
        top = most = game.max_chance_outcomes()
    else:
        kind, ids = "actions", state.legal_actions()
        top, most = game.num_distinct_actions(), game.legal_max
    if ids != sorted(set(ids)):
        raise Violation(f"{kind} {ids} are not ascending and distinct, {where(state)}")
    if not 1 <= len(ids) <= most:
        raise Violation(f"there are {len(ids)} {kind}; there must be 1 to {most}, {where(state)}")
    if not (ids[0] >= 0 and ids[-1] < top):
        raise Violation(f"{kind} {ids} leave the range 0 .. {top - 1}, {where(state)}")


def _codes_in_bounds(step: Step) -> None:
    for player in range(step.before.game.num_players()):
        codes = step.after.log(player)[len(step.before.log(player)) :]
        if len(codes) > step.before.game.codes_max:
            raise Violation(f"a step shows seat {player} the {len(codes)} codes {codes}, {where(step.before)}")
        if any(code < 0 for code in codes):
            raise Violation(f"a step shows seat {player} the negative code among {codes}, {where(step.before)}")
