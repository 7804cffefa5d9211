"""For conformance checks: the weights of the law of determinization, and games that explain a sampled world."""

from collections.abc import Iterator

from caravela.cext.core import Game, State
from caravela.engines.veracruz.names import Names, names_of
from caravela.engines.veracruz.table import KINDS, SEATS, read_table


def choice_weight(state: State, action: int, player: int) -> float:  # noqa: ARG001 (all who watch see the same)
    """The law's weight of an action of another seat than `player`.

    Boxes are exchangeable as cards: a kind of which the hand hides two copies can be loaded in two ways, although it
    is one action (V10.1). Where a drawn copy is known, that one counts as played (V11.3). Bets weigh the same, so
    that all sequences of kinds are alike.
    """
    names = names_of(state.game)
    if action >= _loads(names):
        return 1.0
    kind = action % len(names.kinds)
    return float(_hidden_copies(state, state.current_player(), kind))


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Every other seat is dealt what it hides in the world and what it loaded from hiding; its bets and its investment
    are the world's.
    """
    names = names_of(game)
    seats = game.num_players()
    table = read_table(world)
    told = list(history)
    dealt = [[kind for kind, count in seat.hidden.items() for _ in range(count)] for seat in table.seats]
    bets = [iter(galleon.bets) for galleon in table.galleons]
    state = game.new_initial_state()
    for step, action in enumerate(history):
        mover = state.current_player()
        if mover >= 0:
            if action < _loads(names):
                kind = action % len(names.kinds)
                if _is_hidden(state, mover, kind):
                    dealt[mover].append(names.kinds[kind])
            elif action < _loads(names) + len(names.bets) * len(names.galleons):
                galleon = (action - _loads(names)) // len(names.bets)
                told[step] = _loads(names) + galleon * len(names.bets) + _next_bet(bets[galleon], names)
        state.apply_action(action)
    hand = game.options["hand_size"] or game.data["setup"]["hand_size"]
    for seat in range(seats):
        if seat == player:
            continue
        investment = table.seats[seat].investment
        if investment is not None:
            told[seat] = game.string_to_chance(f"invest:{investment}")
        for card, box in enumerate(dealt[seat]):
            told[seats + seat * hand + card] = game.string_to_chance(f"box:{box}")
    return told


def _loads(names: Names) -> int:
    """Load actions come first: their number."""
    return 2 * len(names.galleons) * len(names.kinds)


def _is_hidden(state: State, seat: int, kind: int) -> bool:
    """Whether a box of this kind would be loaded from the hidden part of the hand."""
    return state.to_bytes()[SEATS * KINDS + seat * KINDS + kind] == 0


def _hidden_copies(state: State, seat: int, kind: int) -> int:
    """In how many ways a seat can load a kind: its hidden copies, or one if a copy is known."""
    return state.to_bytes()[seat * KINDS + kind] if _is_hidden(state, seat, kind) else 1


def _next_bet(bets: Iterator[tuple[int, str | None]], names: Names) -> int:
    """The kind of the next bet on a galleon of a world, where all are known."""
    _, kind = next(bets)
    if kind is None:
        raise ValueError("a bet is unknown: this is a view, not a world")
    return names.bets.index(kind)
