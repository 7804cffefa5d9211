"""For conformance checks: the weights of the law of determinization, and games that explain a sampled world."""

from collections import Counter

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


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Every other seat draws and tucks what it does in the world since the log began; before, everything is known. It
    pays with the same cards, but other hands may leave more or less of it to choose.
    """
    names = names_of(game)
    events = read_table(world).events
    secret = [event.value for event in events if event.what in ("draw", "tuck")]
    started = _log_start(game, history) if events else len(history)
    state, told = game.new_initial_state(), game.new_initial_state()
    before = state.clone()  # when the present payment began
    for step, action in enumerate(history):
        now = peek(state)
        if now.step == "pay" and now.mover != player:
            if peek(told) == now and not now.laid:
                before = state.clone()
            state.apply_action(action)
            if peek(state).step != "pay":
                _pay(told, _left_hand(before, state, now.mover, names.values))
            continue  # a payment that is not complete has not begun in the world
        if step >= started and now.secret:
            verb = "tuck" if now.step == "tuck_hand" else "money"
            told.apply_action(_id_of(told, f"{verb}:{secret.pop(0)}"))
        else:
            told.apply_action(action)
        state.apply_action(action)
    return told.history()


def _id_of(state: State, name: str) -> int:
    game = state.game
    return game.string_to_action(name) if state.current_player() >= 0 else game.string_to_chance(name)


def _log_start(game: Game, history: list[int]) -> int:
    """The step at which the present log begins: the last at which it was empty."""
    state, start = game.new_initial_state(), 0
    for step, action in enumerate(history):
        if not peek(state).logged:
            start = step
        state.apply_action(action)
    return start


def _left_hand(before: State, after: State, seat: int, values: tuple[int, ...]) -> list[int]:
    """What left the hand of a seat, in descending order."""
    old, new = hand_bytes(before, seat), hand_bytes(after, seat)
    return [value for v, value in reversed(list(enumerate(values))) for _ in range(old[v] - new[v])]


def _pay(told: State, payment: list[int]) -> None:
    """Pays with these cards; those without an alternative are laid by the engine."""
    while (now := peek(told)).step == "pay":
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
