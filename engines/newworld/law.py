"""For conformance checks: the weights of the law of determinization, games that explain a sampled world, rotations."""

from dataclasses import dataclass
from functools import lru_cache

from caravela.cext.core import Game, State
from caravela.engines.newworld.names import names_of
from caravela.engines.newworld.table import WIDTH, peek, read_logs, read_table


def choice_weight(state: State, action: int, player: int) -> float:  # noqa: ARG001 (all who watch see the same)
    """The law's weight of an action of another seat than `player`.

    Cards are exchangeable: a title of which the hand has two copies leaves it in two ways, although it is one action.
    Everything else is chosen freely, and that is no evidence.
    """
    names = names_of(state.game)
    title = action - names.first_card
    if title < 0:
        return 1.0
    return float(state.to_bytes()[state.current_player() * WIDTH + title % len(names.titles)])


@dataclass(frozen=True)
class Draws:
    """The steps at which each seat drew what a world may tell otherwise, and whether they are what its log tells."""

    steps: list[list[int]]
    logged: bool


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Every other seat draws what it does in the world: since the log began, and what was in its hand then; without a
    log, what is in its hand now.
    """
    draws = _draws(game, tuple(history))
    titles = names_of(game).titles
    table, logs = read_table(world), read_logs(world)
    told = list(history)
    for q, seat in enumerate(table.seats):
        if q == player:
            continue
        drawn = [event.title for event in logs[q] if event.epoch is not None]
        if not draws.logged:
            drawn = [title for title, count in seat.hand.items() for _ in range(count)]
        for step, title in zip(draws.steps[q], drawn, strict=True):
            if title is None:
                raise ValueError("a card is unknown: this is a view, not a world")
            told[step] = titles.index(title)
    return told


@lru_cache(maxsize=2)
def _draws(game: Game, history: tuple[int, ...]) -> Draws:
    """Read once for all worlds that a history may end in."""
    names = names_of(game)
    state = game.new_initial_state()
    held: list[list[tuple[int, int]]] = [[] for _ in range(names.players)]  # (step, title) of the cards in the hand
    told: list[list[int]] = [[] for _ in range(names.players)]
    now = peek(state)
    for step, action in enumerate(history):
        before = now
        state.apply_action(action)
        now = peek(state)
        title = (action - names.first_card) % len(names.titles)
        if before.step in ("deal", "draw"):
            held[before.mover].append((step, action))
            told[before.mover].append(step)
        elif before.step != "first" and action >= names.first_card:
            held[before.mover].remove(next(card for card in held[before.mover] if card[1] == title))
        if now.epochs and not 0 < before.epochs <= now.epochs:  # the log begins
            told = [[drawn for drawn, _ in cards] for cards in held]
    if not now.epochs:
        told = [[drawn for drawn, _ in cards] for cards in held]
    return Draws(told, now.epochs > 0)


def rotate_history(game: Game, history: list[int], by: int) -> list[int] | None:
    """The history of the same game with every seat moved on by `by`; None if the options fix the first player."""
    names = names_of(game)
    seats = names.players
    if by % seats == 0:
        return list(history)
    if game.options["first"] >= 0:
        return None
    if not history:
        return []
    first = len(names.titles)
    chosen = range(names.first_player, names.first_player + seats)
    state = game.new_initial_state()
    moved = []
    for step, action in enumerate(history):
        if step == 0:
            moved.append(first + (action - first + by) % seats)
        elif action in chosen and not state.is_chance_node():
            moved.append(names.first_player + (action - names.first_player + by) % seats)
        else:
            moved.append(action)
        state.apply_action(action)
    return moved
