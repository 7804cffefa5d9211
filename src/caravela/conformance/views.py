"""Invariants 1, 2, 3 and 11: a view holds what its seat knows, all of it and nothing else."""

import gc
import hashlib
import pickle
from array import array
from types import FunctionType, ModuleType
from typing import Any

from caravela.cext.core import Game, Rng, State, View
from caravela.cext.search import Search
from caravela.conformance.result import Violation
from caravela.conformance.subject import Subject
from caravela.conformance.twins import twins
from caravela.conformance.walks import positions, walks, where

SEARCHED = 4
"""Searches are compared at this many positions a seat and algorithm."""

THINNED = 100
"""After this many steps every other position is compared, after twice as many one in three: logs grow, and each
comparison reads all of them."""


def sampling_keeps_the_view(subject: Subject) -> str:
    """1: redact(determinize(view)) is the view again, byte for byte; the rate of fallback worlds is told as well."""
    worlds = fallback = 0
    for state, rng in positions(subject.game, subject.games, subject.seed):
        for player in range(subject.game.num_players()):
            view = state.view(player)
            world = view.determinize(rng)
            again = world.view(player)
            if again.to_bytes() != view.to_bytes():
                raise Violation(
                    f"seat {player}'s view changes when a world is sampled from it, {where(state)}\n"
                    f"view:  {view.to_bytes().hex()}\nagain: {again.to_bytes().hex()}"
                )
            if again.log() != view.log():
                raise Violation(f"seat {player}'s log changes when a world is sampled from it, {where(state)}")
            worlds += 1
            fallback += world.fallback
    return f"{worlds} sampled worlds, {fallback / worlds:.2%} of them fallback worlds"


def legal_actions_are_known(subject: Subject) -> str:
    """2: the seat to move has the same legal actions in the state, in its view and in every sampled world."""
    decisions = 0
    for state, rng in positions(subject.game, subject.games, subject.seed):
        player = state.current_player()
        if player < 0:
            continue
        legal = state.legal_actions()
        view = state.view(player)
        world = view.determinize(rng)
        for what, at in (("its view", view), ("a sampled world", world)):
            if at.current_player() != player:
                raise Violation(f"seat {player} is to move, but not in {what}, {where(state)}")
            if at.legal_actions() != legal:
                raise Violation(
                    f"seat {player} has the actions {legal}, but in {what} {at.legal_actions()}, {where(state)}"
                )
        decisions += 1
    return f"{decisions} decisions"


def codes_decide_the_view(subject: Subject) -> str:
    """3: a step that shows a seat nothing leaves its view alone; equal code sequences give equal views."""
    pairs = _compare_all_logs(subject)
    for i in range(subject.games):
        rng = Rng(subject.seed, i)
        player = i % subject.game.num_players()
        for state, twin in twins(subject.game, player, rng):
            pairs += 1
            if state.view(player).to_bytes() != twin.view(player).to_bytes():
                raise Violation(f"two states show seat {player} the same codes, but different views, {where(state)}")
    return f"{pairs} pairs of equal code sequences"


def _compare_all_logs(subject: Subject) -> int:
    """Compares each view with the view that the same codes gave before, in this game or an earlier one."""
    known: dict[tuple[int, bytes], bytes] = {}
    pairs = 0
    for _, _, steps in walks(subject.game, subject.games, subject.seed):
        for step in steps:
            for player in range(subject.game.num_players()):
                for state in (step.before, step.after) if step.ordinal == 0 else (step.after,):
                    log = state.log(player)
                    key = player, _digest(array("q", log).tobytes())
                    view = _digest(state.view(player).to_bytes())
                    if known.setdefault(key, view) != view:
                        raise Violation(f"the codes {log} gave seat {player} two different views, {where(state)}")
                    pairs += 1
    return pairs - len(known)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def truth_is_out_of_reach(subject: Subject) -> str:
    """11: two states with one view are the same to everything that can be done with the view."""
    game = subject.game
    pairs = distinct = 0
    searches = [0] * game.num_players()
    for i in range(max(game.num_players(), subject.portion(0.25))):
        rng = Rng(subject.seed, i)
        player = i % game.num_players()
        for ordinal, (state, twin) in enumerate(twins(game, player, rng)):
            if ordinal >= THINNED and rng.bounded(1 + ordinal // THINNED):
                continue
            # One view after the other: an engine that remembers the last state it saw is found out.
            mine = state.view(player)
            shown = {name: surface(mine) for name, surface in SURFACES.items()}
            other = twin.view(player)
            for name, surface in SURFACES.items():
                if surface(other) != shown[name]:
                    raise Violation(f"{name} tells seat {player} two equal situations apart, {where(state)}")
            differ = state.to_bytes() != twin.to_bytes()
            if differ:
                holds_no_truth(mine, player, state)
            if differ and searches[player] < SEARCHED and len(mine.legal_actions()) > 1 and rng.bounded(4) == 0:
                searches[player] += 1
                _search_alike(mine, other, subject.seed + i)
            pairs += 1
            distinct += differ
    return f"{pairs} pairs, {distinct} with a different truth, {sum(searches)} searched"


def _pickle(view: View) -> bytes:
    """Games that were opened without a loader cannot be pickled, nor can their views: then there is nothing to see."""
    try:
        pickle.dumps(view.game)
    except TypeError:
        return b""
    return pickle.dumps(view)


def _tensor(view: View) -> bytes:
    return view.observation_tensor().tobytes() if view.game.has_observation_tensor else b""


SURFACES: dict[str, Any] = {
    "the byte string": View.to_bytes,
    "the log": View.log,
    "the snapshot": View.snapshot,
    "the pickle": _pickle,
    "repr": repr,
    "str": str,
    "hash": hash,
    "the view's hash": View.view_hash,
    "the observation string": View.observation_string,
    "the information state": View.information_state_string,
    "the observation tensor": _tensor,
    "the player to move": View.current_player,
    "the turn": View.turn,
    "the legal actions": View.legal_actions,
    "the public attributes": lambda view: sorted(name for name in dir(view) if not name.startswith("_")),
    "a sampled world": lambda view: view.determinize(Rng(1)).to_bytes(),
}
"""Everything a bot can ask a view, by name."""


def holds_no_truth(view: object, player: int, state: State) -> None:
    """Follows every reference that the garbage collector knows from a view on, up to games and code."""
    truth = state.to_bytes()
    ahead: list[Any] = [view]
    met = {id(view)}
    while ahead:
        for item in gc.get_referents(ahead.pop()):
            if id(item) in met or isinstance(item, Game | ModuleType | FunctionType | type):
                continue
            met.add(id(item))
            ahead.append(item)
            if isinstance(item, State) or item == truth:
                raise Violation(f"seat {player}'s view holds a reference to the true state, {where(state)}")


def _search_alike(mine: View, other: View, seed: int) -> None:
    for algorithm in ("so", "mo", "infoset", "pimc"):
        results = [
            Search(mine.game, algorithm=algorithm, memory=1 << 20).run(view, iterations=100, seed=seed)
            for view in (mine, other)
        ]
        first, second = ((r.action, r.actions, r.values, r.principal_line, r.nodes, r.policy) for r in results)
        if first != second:
            raise Violation(f"the search {algorithm} tells seat {mine.player} two equal situations apart")
