"""For conformance checks: the weights of the law of determinization, and games that explain a sampled world."""

from collections import Counter

from caravela.cext.core import Game, State
from caravela.engines.pizarro.names import names_of
from caravela.engines.pizarro.table import Table, read_table


def choice_weight(state: State, action: int, player: int) -> float:  # noqa: ARG001 (all who watch see the same)
    """The law's weight of an action of another seat than `player`.

    A card that leaves a hand is a known copy if there is one; otherwise each hidden copy is as likely to be the one.
    Everything else is chosen freely, and that is no evidence.
    """
    verb, _, value = names_of(state.game).actions[action].partition(":")
    table = read_table(state)
    if verb not in ("pay", "tuck", "put") or table.step == "tuck_paid":
        return 1.0
    known, hidden = origins(table, table.mover)
    weight = 1.0
    laid = _laid_before_and_by(state, table, action) if verb == "pay" else ([], [int(value)])
    for value in laid[0]:
        (known if known[value] else hidden)[value] -= 1
    for value in laid[1]:
        if not known[value]:
            weight *= hidden[value]
        (known if known[value] else hidden)[value] -= 1
    return weight


def origins(table: Table, seat: int) -> tuple[Counter[int], Counter[int]]:
    """The hand of a seat of a true state: cards that came to it in the open, and those drawn unseen."""
    if not table.events:
        return Counter(table.seats[seat].known), Counter()
    known, hidden = Counter(table.first_hands[seat]), Counter[int]()
    for event in table.events:
        if event.seat != seat or event.value is None:
            continue
        if event.what == "draw":
            hidden[event.value] += 1
        elif event.what == "gain":
            known[event.value] += 1
        elif event.what == "show":
            known, hidden = known + hidden, Counter()
        elif event.what in ("out", "taken", "tuck", "set"):
            (known if known[event.value] else hidden)[event.value] -= 1
    return known, hidden


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Every other seat draws and tucks what it does in the world since the log began; before, everything is known. It
    pays with the same cards, but other hands may leave more or less of it to choose.
    """
    names = names_of(game)
    events = read_table(world).events
    secret = [event for event in events if event.what in ("draw", "tuck")]
    started = _log_start(game, history) if events else len(history)
    state, told = game.new_initial_state(), game.new_initial_state()
    payment: list[int] = []
    for step, action in enumerate(history):
        table = read_table(state)
        verb = (names.actions if state.current_player() >= 0 else names.outcomes)[action].partition(":")[0]
        if verb == "pay" and table.mover != player:
            payment = payment or _payment(state, history[step:])
            state.apply_action(action)
            if payment and read_table(state).step != "pay":
                _pay(told, payment)
                payment = []
            continue  # a payment that is not complete has not begun in the world
        if step >= started and _is_secret(table, verb):
            action = _id_of(told, f"{verb}:{secret.pop(0).value}")
        told.apply_action(action)
        state.apply_action(history[step])
    return told.history()


def _id_of(state: State, name: str) -> int:
    game = state.game
    return game.string_to_action(name) if state.current_player() >= 0 else game.string_to_chance(name)


def _is_secret(table: Table, verb: str) -> bool:
    """Does the next step draw or tuck a card unseen?"""
    if table.mover in table.exposed:
        return False
    return table.step in ("draw", "deal", "redraw", "tuck_hand") and verb in ("money", "tuck")


def _log_start(game: Game, history: list[int]) -> int:
    """The step at which the present log begins: the last at which it was empty."""
    state, start = game.new_initial_state(), 0
    for step, action in enumerate(history):
        if not read_table(state).events:
            start = step
        state.apply_action(action)
    return start


def _payment(state: State, actions: list[int]) -> list[int]:
    """The cards of a payment that begins or goes on with these actions; none if it does not end."""
    before = state
    for action in actions:
        state = state.child(action)
        if read_table(state).step != "pay":
            return _hand_cards(before, state)
    return []


def _hand_cards(before: State, after: State) -> list[int]:
    """What left the hand of the payer, in descending order."""
    seat = read_table(before).mover
    old, new = (read_table(state).seats[seat] for state in (before, after))
    gone = Counter(old.known) + Counter(old.hidden) - Counter(new.known) - Counter(new.hidden)
    return sorted(gone.elements(), reverse=True)


def _pay(told: State, payment: list[int]) -> None:
    """Pays with these cards; those without an alternative are laid by the engine."""
    while (table := read_table(told)).step == "pay":
        laid = sum(table.paid.values())
        told.apply_action(told.game.string_to_action(f"pay:{payment[laid]}"))


def _laid_before_and_by(state: State, table: Table, action: int) -> tuple[list[int], list[int]]:
    """The cards of a payment laid before an action, and those that it lays, in descending order."""
    before = Counter(table.paid)
    child = state.child(action)
    after = read_table(child)
    laid = Counter(after.paid) if after.step == "pay" else Counter(_hand_cards(state, child))
    return list(before.elements()), sorted((laid - before).elements(), reverse=True)
