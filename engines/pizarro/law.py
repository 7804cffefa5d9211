"""For conformance checks: the weights of the law of determinization, and games that explain a sampled world."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from caravela.cext.core import Game, State
from caravela.engines.pizarro.names import names_of
from caravela.engines.pizarro.table import Table, hand_bytes, peek, read_table


def choice_weight(state: State, action: int, player: int) -> float:  # noqa: ARG001 (all who watch see the same)
    """The law's weight of an action of another seat than `player`.

    A card that leaves a hand is a known copy if there is one; otherwise each hidden copy is as likely to be the one.
    Everything else is chosen freely, and that is no evidence.
    """
    verb, _, value = names_of(state.game).actions[action].partition(":")
    table = read_table(state)
    if verb not in ("pay", "tuck", "put") or table.step == "tuck_paid":
        return 1.0
    known, hidden = Counter(table.seats[table.mover].known), Counter(table.seats[table.mover].hidden)
    laid = _laid_before_and_by(state, table, action) if verb == "pay" else ([], [int(value)])
    weight = 1.0
    for cards, counts in zip(laid, (False, True), strict=True):
        for card in cards:
            weight *= hidden[card] if counts and not known[card] else 1.0
            (known if known[card] else hidden)[card] -= 1
    return weight


@dataclass(frozen=True)
class Move:
    """A step of a history as other seats can take it: what is hidden from whom."""

    action: int
    secret: bool  # draws or tucks a card unseen, noted in the present log
    payer: int | None = None
    payment: tuple[int, ...] = ()  # the whole payment that this step completes, in descending order


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Every other seat draws and tucks what it does in the world since the log began; before, everything is known. It
    pays with the same cards, but other hands may leave more or less of it to choose.
    """
    names = names_of(game)
    secret = [event.value for event in read_table(world).events if event.what in ("draw", "tuck")]
    told = game.new_initial_state()
    for move in _moves(game, tuple(history)):
        if move.payer not in (None, player):
            _pay(told, move.payment)  # one that is not complete has not begun in the world
        elif move.secret:
            decides = told.current_player() >= 0
            ids, verb = (names.actions, "tuck") if decides else (names.outcomes, "money")
            told.apply_action(ids.index(f"{verb}:{secret.pop(0)}"))
        else:
            told.apply_action(move.action)
    return told.history()


@lru_cache(maxsize=2)
def _moves(game: Game, history: tuple[int, ...]) -> list[Move]:
    """The steps of a history, read once for all worlds that it may end in."""
    names = names_of(game)
    state = game.new_initial_state()
    before, moves, started = state, list[Move](), 0
    for step, action in enumerate(history):
        now = peek(state)
        if not now.logged:
            started = step
        if now.step == "pay" and not now.laid:
            before = state.clone()
        state.apply_action(action)
        if now.step != "pay":
            moves.append(Move(action, now.secret))
        elif peek(state).step == "pay":
            moves.append(Move(action, False, now.mover))
        else:
            payment = _left_hand(before, state, now.mover, names.values)
            moves.append(Move(action, False, now.mover, tuple(payment)))
    if not peek(state).logged:
        started = len(history)
    return [replace(move, secret=False) if step < started else move for step, move in enumerate(moves)]


def _left_hand(before: State, after: State, seat: int, values: tuple[int, ...]) -> list[int]:
    """What left the hand of a seat, in descending order."""
    old, new = hand_bytes(before, seat), hand_bytes(after, seat)
    return [value for v, value in reversed(list(enumerate(values))) for _ in range(old[v] - new[v])]


def _pay(told: State, payment: tuple[int, ...]) -> None:
    """Pays with these cards, if any; those without an alternative are laid by the engine."""
    while payment and (now := peek(told)).step == "pay":
        told.apply_action(told.game.string_to_action(f"pay:{payment[now.laid]}"))


def _laid_before_and_by(state: State, table: Table, action: int) -> tuple[list[int], list[int]]:
    """The cards of a payment laid before an action, and those that it lays, in descending order."""
    before = Counter(table.paid)
    child = state.child(action)
    if peek(child).step == "pay":
        laid = Counter(read_table(child).paid)
    else:
        laid = Counter(_left_hand(state, child, table.mover, names_of(state.game).values))
    return list(before.elements()), sorted((laid - before).elements(), reverse=True)
