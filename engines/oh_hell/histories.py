"""For conformance checks: games that explain a sampled world, and games with the seats moved on."""

from collections.abc import Iterator

from caravela.cext.core import Game, State
from caravela.engines.oh_hell.table import cards_of, read_table

CARDS_FROM = 2  # the number of tricks and the dealer are drawn first


def rotate_history(game: Game, history: list[int], by: int) -> list[int]:
    """The history of the same game with every seat moved on by `by`. ValueError if the deal is not complete."""
    seats = game.num_players()
    deal = _deal(game, history)
    if len(history) <= deal.stop:
        raise ValueError(f"a history of {len(history)} steps ends before the deal does")
    tricks, dealer = history[:CARDS_FROM]
    dealt = history[deal.start : deal.stop]
    # Cards go to the seats in turn: a round of them turns with the seats.
    rounds = [dealt[first + (seat - by) % seats] for first in range(0, len(dealt), seats) for seat in range(seats)]
    return [tricks, (dealer + by) % seats, *rounds, *history[deal.stop :]]


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:  # noqa: ARG001 (same for all)
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Every seat is dealt what it holds in the world and what it has played. Nobody knows in which order.
    """
    deal = _deal(game, history)
    told = list(history)
    hands = [iter(hand) for hand in _hands_dealt(game, history, world)]
    for at in range(deal.start, min(deal.stop, len(history))):
        told[at] = next(hands[(at - deal.start) % len(hands)])
    return told


def _deal(game: Game, history: list[int]) -> range:
    """Where in the history hands are dealt."""
    tricks = history[0] if history else 0
    return range(CARDS_FROM, CARDS_FROM + tricks * game.num_players())


def _hands_dealt(game: Game, history: list[int], world: State) -> Iterator[list[int]]:
    """What each seat was dealt: what it holds in the world, and what it played."""
    played: list[list[int]] = [[] for _ in range(game.num_players())]
    state = game.new_initial_state()
    cards = game.max_chance_outcomes()
    for action in history:
        mover = state.current_player()
        if mover >= 0 and action < cards:
            played[mover].append(action)
        state.apply_action(action)
    for seat, hand in enumerate(read_table(world).hands):
        yield [*cards_of(hand), *played[seat]]
