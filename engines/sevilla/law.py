"""For conformance checks: weights of the law of determinization, games that explain a sampled world, seats moved on."""

from functools import lru_cache
from math import comb

from caravela.cext.core import Game, State
from caravela.engines.sevilla.names import A_BID, A_FALSE, A_GIVE, O_HELM, names_of
from caravela.engines.sevilla.table import Glance, peek, read_table


def choice_weight(state: State, action: int, player: int) -> float:  # noqa: ARG001 (all who watch see the same)
    """The law's weight of an action of another seat than `player`.

    Secret bids are alike as whole vectors, so that a choice weighs by the share of the vectors that begin with it:
    money m on k + 1 lots can be bid in (m + k + 1 over k + 1) ways. Everything else is chosen freely, in the open.
    """
    if action < A_FALSE:
        return 1.0
    glance = peek(state)
    if action < A_BID:
        spent, left = action - A_FALSE, names_of(state.game).false_coins - glance.false_coins
    else:
        spent, left = action - A_BID, glance.free
    return comb(left - spent + glance.lots_after, glance.lots_after) / comb(left + glance.lots_after + 1, left)


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int] | None:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    Others bid on lots to come what they do in the world, discs and unseen cards fall as there. None while bids are made
    and another seat is asked before `player`: in the world it has not bid yet, which no game leads to.
    """
    names = names_of(game)
    end = read_table(world)
    bidding = end.step in ("amount", "false")
    if bidding and end.helm != player:
        return None
    hidden = end.lot if end.step in ("order", "rebid", "toll", "deal", "arenal", "draw") else len(end.lots)
    unseen = [card for card, copies in end.drawn.items() for _ in range(copies)]
    told = []
    for action, now in zip(history, _glances(game, tuple(history)), strict=True):
        step = action
        if now.step in ("amount", "false") and now.round == end.round and now.mover != player:
            if bidding:
                break
            seat = end.seats[now.mover]
            if now.lot >= hidden:
                step = A_BID + seat.coins[now.lot] if now.step == "amount" else A_FALSE + seat.false_coins[now.lot]
        elif now.step == "disc" and now.round == end.round:
            disc = end.lots[now.lot].disc
            step = action if disc is None else names.outcomes.index(f"disc{disc}")
        elif now.step == "draw" and now.deck_count and unseen and now.mover != player:
            step = names.outcomes.index(f"card:{unseen.pop()}")
        told.append(step)
    return told


@lru_cache(maxsize=2)
def _glances(game: Game, history: tuple[int, ...]) -> list[Glance]:
    """The situation before each step of a history, read once for all worlds that it may end in."""
    state, glances = game.new_initial_state(), list[Glance]()
    for action in history:
        glances.append(peek(state))
        state.apply_action(action)
    return glances


def rotate_history(game: Game, history: list[int], by: int) -> list[int]:
    """The history of the same game with every seat moved on by `by`: the Helm, buildings and receivers of Deals move.

    Bids come in the same order, for it begins with the Helm; manual boarding goes by seats, so that it is taken anew.
    """
    seats = game.num_players()
    buildings = seats if game.options["palace"] else 0
    turned = [O_HELM + (history[0] - O_HELM + by) % seats]
    turned += [history[1 + (seat - by) % seats] for seat in range(buildings)]
    boarding: list[list[int]] = [[] for _ in range(seats)]
    for action, now in list(zip(history, _glances(game, tuple(history)), strict=True))[1 + buildings :]:
        if now.step == "deal" and action >= A_GIVE:
            turned.append(A_GIVE + (action - A_GIVE + by) % seats)
        elif now.step == "board":
            boarding[(now.mover + by) % seats].append(action)
        else:
            turned.append(action)
    return turned + [action for block in boarding for action in block]
