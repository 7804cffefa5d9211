"""Invariants 6 and 9: a game is exactly its list of actions, and nothing but legal actions changes it."""

from caravela.cext.core import Game, Rng, State
from caravela.conformance.result import Violation
from caravela.conformance.subject import Subject
from caravela.conformance.walks import Step, positions, walks, where

TRIED = 12
"""Illegal actions tried at each position, besides the fixed ones."""


def replay_reproduces(subject: Subject) -> str:
    """6: the same actions give the same bytes and codes; a clone is independent; names lead back to actions."""
    game = subject.game
    names_are_unique(game)
    count = 0
    for _, _, steps in walks(game, subject.games, subject.seed):
        replayed = game.new_initial_state()
        last = replayed
        for step in steps:
            _clone_is_independent(step)
            _name_leads_back(step)
            replayed.apply_action(step.action)
            _same(step.after, replayed, "replayed")
            last = step.after
            count += 1
        if last.history() != replayed.history():
            raise Violation(f"a replayed game has another history: {replayed.history()}, {where(last)}")
        _same(last, game.deserialize_state(last.serialize()), "deserialized")
    return f"{count} steps replayed"


def names_are_unique(game: Game) -> None:
    """Every action and every outcome has a name of its own, without white space, that leads back to it."""
    for kind, total, name_of, number_of in (
        ("action", game.num_distinct_actions(), game.action_to_string, game.string_to_action),
        ("outcome", game.max_chance_outcomes(), game.chance_to_string, game.string_to_chance),
    ):
        for number in range(total):
            name = name_of(number)
            if not name or any(c.isspace() for c in name):
                raise Violation(f"the name {name!r} of {kind} {number} is empty or contains white space")
            try:
                found = number_of(name)
            except ValueError as error:
                raise Violation(f"the name {name!r} of {kind} {number} is refused: {error}") from error
            if found != number:
                raise Violation(f"the name {name!r} of {kind} {number} leads to {found}")


def _same(expected: State, got: State, how: str) -> None:
    if got.to_bytes() != expected.to_bytes():
        raise Violation(f"a {how} state differs, {where(expected)}")
    for player in range(expected.game.num_players()):
        if got.log(player) != expected.log(player):
            raise Violation(f"a {how} state has other codes for seat {player}, {where(expected)}")


def _clone_is_independent(step: Step) -> None:
    clone = step.before.clone()
    untouched = step.before.to_bytes()
    clone.apply_action(step.action)
    if step.before.to_bytes() != untouched:
        raise Violation(f"playing on a clone changes its original, {where(step.before)}")
    _same(step.after, clone, "cloned")


def _name_leads_back(step: Step) -> None:
    name = step.before.action_to_string(step.before.current_player(), step.action)
    if step.before.string_to_action(name) != step.action:
        raise Violation(f"the name {name!r} of move {step.action} leads elsewhere, {where(step.before)}")


def illegal_actions_are_refused(subject: Subject) -> str:
    """9: an illegal action raises ValueError and leaves state, history and codes as they were."""
    tried = 0
    for state, rng in positions(subject.game, subject.portion(0.25), subject.seed):
        before = _fingerprint(state)
        for action in illegal_moves(state, rng):
            try:
                state.apply_action(action)
            except ValueError:
                pass
            else:
                raise Violation(f"the illegal move {action} is accepted; legal: {legal_moves(state)}")
            if _fingerprint(state) != before:
                raise Violation(f"the refused move {action} changes the state, {where(state)}")
            tried += 1
    return f"{tried} illegal moves"


def legal_moves(state: State) -> list[int]:
    """Legal actions at a decision, possible outcomes at a chance node, none at the end."""
    if state.is_chance_node():
        return [outcome for outcome, p in state.chance_outcomes() if p > 0.0]
    return state.legal_actions()


def illegal_moves(state: State, rng: Rng) -> list[int]:
    """Numbers that are no legal move here: some in range, some just outside, some far away."""
    game = state.game
    top = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
    near = [rng.bounded(top) for _ in range(TRIED if top > 0 else 0)]
    far = (-1, -2, -4, -100, top, top + 1, 2**31 - 1, 2**31, -(2**31), 2**63, -(2**63) - 1, 2**70)
    legal = set(legal_moves(state))
    return [action for action in (*near, *far) if action not in legal]


def _fingerprint(state: State) -> tuple[bytes, tuple[int, ...], tuple[tuple[int, ...], ...]]:
    logs = tuple(tuple(state.log(player)) for player in range(state.game.num_players()))
    return state.to_bytes(), tuple(state.history()), logs
