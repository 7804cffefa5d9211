"""What fuzz tests share: mutations of bytes, and using up whatever was accepted."""

import random

from caravela.cext.core import Game, Rng, State, View
from caravela.conformance.walks import random_move

Value = State | View


def mutate(data: bytes, rng: random.Random) -> bytes:
    """The data with one to three small damages: bits, bytes, words; parts cut out, doubled, swapped or put in."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(made)) if made else 0
        kind = rng.randrange(9)
        if kind <= 1 and made:
            made[at] ^= 1 << rng.randrange(8)
        elif kind == 2 and made:
            made[at] = rng.choice((0, 1, 2, 3, 4, 127, 128, 254, 255))
        elif kind == 3 and made:
            made[at] = (made[at] + rng.choice((-1, 1))) % 256
        elif kind == 4:
            made[at : at + 4] = rng.choice((-1, 0, 2**31 - 1, -(2**31), 10_000)).to_bytes(4, "little", signed=True)
        elif kind == 5:
            del made[at : at + rng.choice((1, 1, 4, 8, 100))]
        elif kind == 6:
            made[at:at] = made[at : at + rng.choice((1, 4, 8))]
        elif kind == 7:
            made[at:at] = rng.randbytes(rng.choice((1, 4, 8)))
        elif made:
            other = rng.randrange(len(made))
            made[at], made[other] = made[other], made[at]
    return bytes(made)


def use_up(value: Value, rng: Rng) -> None:
    """Does with an accepted state or view all that can be done; a sound one stands it."""
    if isinstance(value, View):
        _look_at_view(value, rng)
    else:
        play_on(value, rng)


def play_on(state: State, rng: Rng) -> None:
    """Plays to the end, within the game's bounds."""
    game = state.game
    for player in range(game.num_players()):
        _look_at_view(state.view(player), rng)
    for _ in range(game.max_history_length() + 1):
        if state.is_terminal():
            break
        state.apply_action(random_move(state, rng))
    assert state.is_terminal(), "an accepted state leads to a game without an end"
    bounds = game.min_utility() - 1e-9, game.max_utility() + 1e-9
    assert all(bounds[0] <= value <= bounds[1] for value in state.returns())
    assert len(state.ranks()) == len(state.scores()) == game.num_players()
    for player in range(game.num_players()):
        _look_at_view(state.view(player), rng)


def _look_at_view(view: View, rng: Rng) -> None:
    game = view.game
    assert view.current_player() < game.num_players()
    assert all(0 <= action < game.num_distinct_actions() for action in view.legal_actions())
    assert str(view) == view.observation_string()
    assert view.information_state_string()
    if game.has_observation_tensor:
        assert view.observation_tensor().shape[0] > 0
    world = view.determinize(rng)
    assert len(world.to_bytes()) == len(view.to_bytes())
    assert world.current_player() < game.num_players()


def somewhere(game: Game, rng: Rng) -> State:
    """A state somewhere in a random game."""
    length = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random_move(state, rng))
        length += 1
    stop = rng.bounded(length + 1)
    history = state.history()
    state = game.new_initial_state()
    for action in history[:stop]:
        state.apply_action(action)
    return state
