"""Invariants 4 and 10: sampled worlds are possible, and as likely as the law says."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from caravela.cext.core import Game, Rng, State, View
from caravela.conformance.posterior import Posterior, TooLargeError
from caravela.conformance.result import NotApplicable, Violation
from caravela.conformance.statistics import ALPHA, goodness_of_fit
from caravela.conformance.subject import ExplainWorld, Subject
from caravela.conformance.walks import positions, walks, where

LIMIT = 20_000
"""Most moves looked at for one observation."""

TESTED = 120
"""Most positions whose law is tested a configuration."""

MOST_WORLDS = 300
"""Positions with more worlds are left to the support check: their test would need too many samples."""

SAMPLES_A_WORLD = 30


@dataclass(frozen=True)
class Enumerated:
    """A position of a random game, with all the states that seat `player` holds possible."""

    state: State
    player: int
    posterior: Posterior
    rng: Rng


def enumerated(subject: Subject, game: Game, games: int) -> Iterator[Enumerated]:
    """Positions of random games, for every seat.

    A random game is left where a seat holds too many states possible. TooLargeError if that is so in the first one.
    """
    for number, rng, steps in walks(game, games, subject.seed):
        try:
            posteriors = [Posterior(game, p, LIMIT, subject.choice_weight) for p in range(game.num_players())]
            for step in steps:
                for player, posterior in enumerate(posteriors):
                    posterior.advance(step.after.log(player))
                    yield Enumerated(step.after, player, posterior, rng)
        except TooLargeError:
            if number == 0:
                raise


def in_small_games(subject: Subject, test: Callable[[Game], None]) -> str:
    """Runs a test that enumerates on the game itself; if that is too large, on its engine's reduced configurations.

    Returns where it was run. NotApplicable if all are too large.
    """
    try:
        test(subject.game)
    except TooLargeError:
        pass
    else:
        return "in the game itself"
    done = []
    for game in subject.small:
        try:
            test(game)
        except TooLargeError:
            continue
        done.append(game.spec)
    if not done:
        raise NotApplicable(
            f"more than {LIMIT} moves may explain what a seat observes, and no reduced configuration has fewer"
        )
    return "in " + ", ".join(done)


def settle(world: State, posterior: Posterior, rng: Rng) -> tuple[bytes, int, Posterior] | None:
    """Plays a sampled world on until it is a state that a game can reach; None if it never becomes one.

    In most games a world is such a state at once. In a secret simultaneous choice, though, the seat's world is the one
    in which the others have not chosen yet, whatever the order of asking; they choose after it. So the seat itself
    takes its first legal action, the others go on with random choices that it does not notice, as likely as the law
    has them, and the state then reached must be possible for what the seat has then seen.
    """
    player = posterior.player
    ahead = posterior
    for _ in range(world.game.max_history_length() + 1):
        block = world.to_bytes()
        steps = ahead.stage_of(block)
        if steps is not None:
            return block, steps, ahead
        if world.is_terminal() or world.is_chance_node():
            break
        if world.current_player() == player:
            world = world.child(world.legal_actions()[0])
            ahead = ahead.after(world.log(player))
            continue
        seen = world.log(player)
        silent = [move for move in posterior.moves(world) if move[0].log(player) == seen]
        if not silent:
            break
        world = _drawn(silent, rng)
    return None


def _drawn(moves: list[tuple[State, float]], rng: Rng) -> State:
    """One of the states, by weight."""
    at = rng.uniform() * math.fsum(weight for _, weight in moves)
    for state, weight in moves:
        at -= weight
        if at < 0.0:
            return state
    return moves[-1][0]


def determinize_follows_its_law(subject: Subject) -> str:
    """4: over many samples, worlds come as often as exact enumeration says (chi-square)."""
    tested = samples = largest = 0

    def test(game: Game) -> None:
        nonlocal tested, samples, largest
        left = TESTED
        for at in enumerated(subject, game, subject.portion(0.1)):
            worlds = len(at.posterior)
            if 2 <= worlds <= MOST_WORLDS:
                samples += compare_with_law(at, SAMPLES_A_WORLD * max(worlds, 10))
                largest = max(largest, worlds)
                tested += 1
                left -= 1
                if not left:
                    return

    place = in_small_games(subject, test)
    if not tested:
        raise NotApplicable("no seat is ever in doubt about anything")
    return f"{tested} positions with up to {largest} worlds, {samples} samples, {place}"


def compare_with_law(at: Enumerated, samples: int) -> int:
    """Compares samples with the law, stage by stage. Returns their number. Violation if they differ."""
    view = at.state.view(at.player)
    counts: dict[int, Counter[bytes]] = defaultdict(Counter)
    laws: dict[int, dict[bytes, float]] = {}
    for _ in range(samples):
        block, steps, posterior = _possible(at, view)
        counts[steps][block] += 1
        if steps not in laws:
            laws[steps] = {key: weight for key, (_, weight) in posterior.stages[steps].items()}
    for steps, seen in counts.items():
        p = goodness_of_fit(seen, laws[steps])
        if p < ALPHA:
            raise Violation(
                f"seat {at.player}'s worlds do not follow the law (p = {p:.1e}), {where(at.state)}\n"
                + _compare(seen, laws[steps])
            )
    return samples


def _possible(at: Enumerated, view: View) -> tuple[bytes, int, Posterior]:
    """A sampled world that a game can reach (its bytes), after how many steps, and what else is possible then."""
    world = view.determinize(at.rng)
    found = settle(world, at.posterior, at.rng)
    if found is None:
        raise Violation(
            f"no legal game that shows seat {at.player} the same codes leads to a sampled world, {where(at.state)}\n"
            f"world: {world.to_bytes().hex()}"
        )
    return found


def _compare(seen: Counter[bytes], law: dict[bytes, float]) -> str:
    """The worlds that differ most from what was expected."""
    total, mass = seen.total(), sum(law.values())
    rows = [(seen[block], total * weight / mass, block.hex()) for block, weight in law.items()]
    rows.sort(key=lambda row: -((row[0] - row[1]) ** 2) / row[1])
    return "\n".join(f"{count} times instead of {expected:.1f}: {block}" for count, expected, block in rows[:3])


def worlds_explain_what_was_seen(subject: Subject) -> str:
    """10: for every sampled world there is a legal game that shows the seat the same and ends in that world.

    On small configurations all such games are enumerated. On the game itself, at any size, the engine's `explain_world`
    names one for each world, and it is replayed. It has none for a world in which others have yet to make secret
    choices that the true game has asked for.
    """
    parts = []
    if subject.explain_world is not None:
        parts.append(_replay_explanations(subject, subject.explain_world))
    found = 0

    def test(game: Game) -> None:
        nonlocal found
        for at in enumerated(subject, game, subject.portion(0.1)):
            view = at.state.view(at.player)
            for _ in range(10):
                _possible(at, view)
                found += 1

    try:
        place = in_small_games(subject, test)
    except NotApplicable:
        if not parts:
            raise
    else:
        parts.append(f"{found} found by enumeration {place}")
    return "worlds: " + "; ".join(parts)


def _replay_explanations(subject: Subject, explain_world: ExplainWorld) -> str:
    worlds = ahead = 0
    for state, rng in positions(subject.game, subject.portion(0.1), subject.seed):
        for player in range(subject.game.num_players()):
            world = state.view(player).determinize(rng)
            history = explain_world(subject.game, state.history(), player, world)
            if history is None:
                if world.current_player() < 0:
                    raise Violation(f"seat {player}'s world is left unexplained, though nobody chooses, {where(state)}")
                ahead += 1
                continue
            told = subject.game.new_initial_state()
            try:
                for action in history:
                    told.apply_action(action)
            except ValueError as error:
                raise Violation(f"seat {player}'s world needs an illegal game: {error}, {where(state)}") from error
            if told.to_bytes() != world.to_bytes():
                raise Violation(f"the explanation of seat {player}'s world leads elsewhere, {where(state)}")
            if told.log(player) != state.log(player):
                raise Violation(f"the explanation of seat {player}'s world shows it something else, {where(state)}")
            worlds += 1
    return f"{worlds} explained and replayed" + (f", {ahead} in the midst of secret choices" if ahead else "")
