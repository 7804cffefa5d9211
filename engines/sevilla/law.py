"""For conformance checks: weights of the law of determinization, games that explain a sampled world, seats moved on."""

from math import comb

from caravela.cext.core import Game, State
from caravela.engines.sevilla.names import A_BID, A_FALSE, A_GIVE, O_HELM, names_of
from caravela.engines.sevilla.table import peek, read_table


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
    told = game.new_initial_state()
    for action in history:
        now = peek(told)
        step = action
        if now.step in ("amount", "false") and now.round == end.round and now.mover != player:
            if bidding:
                break
            seat = end.seats[now.mover]
            if now.lot >= hidden:
                step = A_BID + seat.coins[now.lot] if now.step == "amount" else A_FALSE + seat.false_coins[now.lot]
        elif now.step == "disc" and now.round == end.round and end.lots[now.lot].disc is not None:
            step = names.outcomes.index(f"disc{end.lots[now.lot].disc}")
        elif now.step == "draw" and now.deck_count and unseen and now.mover != player:
            step = names.outcomes.index(f"card:{unseen.pop()}")
        told.apply_action(step)
    return told.history()


def rotate_history(game: Game, history: list[int], by: int) -> list[int]:
    """The history of the same game with every seat moved on by `by`: the Helm, buildings and receivers of Deals move.

    Bids come in the same order, for it begins with the Helm; manual boarding goes by seats, so that it is taken anew.
    """
    seats = game.num_players()
    buildings = seats if game.options["palace"] else 0
    turned = [O_HELM + (history[0] - O_HELM + by) % seats]
    turned += [history[1 + (seat - by) % seats] for seat in range(buildings)]
    boarding: list[list[int]] = [[] for _ in range(seats)]
    state = game.new_initial_state()
    for step, action in enumerate(history):
        seat = state.current_player()
        if step > buildings:
            if seat >= 0 and A_GIVE <= action < A_GIVE + seats:
                turned.append(A_GIVE + (action - A_GIVE + by) % seats)
            elif peek(state).step == "board":
                boarding[(seat + by) % seats].append(action)
            else:
                turned.append(action)
        state.apply_action(action)
    return turned + [action for block in boarding for action in block]
