"""Hypothesis plays, branches, saves, takes back and tries nonsense in any order; a list of actions is the model."""

import pickle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from caravela.cext.core import Game, Rng, State
from caravela.conformance.replay import legal_moves
from caravela.engines.registry import load_game
from tests.conformance.configurations import ALL

CHOICE = st.integers(0, 2**16)
SEED = st.integers(0, 2**64 - 1)


class Play(RuleBasedStateMachine):
    """`history` and `blocks` (the state's bytes before each action and now) are what must be true of `state`."""

    game: Game
    state: State
    history: list[int]
    blocks: list[bytes]

    @initialize(spec=st.sampled_from(ALL))
    def start(self, spec: str) -> None:
        self.game = load_game(spec)
        self.state = self.game.new_initial_state()
        self.history = []
        self.blocks = [self.state.to_bytes()]

    def goes_on(self) -> bool:
        return not self.state.is_terminal()

    @precondition(goes_on)
    @rule(choices=st.lists(CHOICE, min_size=1, max_size=12))
    def play(self, choices: list[int]) -> None:
        for choice in choices:
            legal = legal_moves(self.state)
            if not legal:
                break
            self.state.apply_action(legal[choice % len(legal)])
            self.history.append(legal[choice % len(legal)])
            self.blocks.append(self.state.to_bytes())

    @rule(action=st.integers() | st.integers(-3, 300))
    def try_anything(self, action: int) -> None:
        if action not in legal_moves(self.state):
            with pytest.raises(ValueError, match=r"illegal|impossible|over"):
                self.state.apply_action(action)

    @rule(seed=SEED)
    def play_out_a_clone(self, seed: int) -> None:
        clone, rng = self.state.clone(), Rng(seed)
        while not clone.is_terminal():
            legal = legal_moves(clone)
            clone.apply_action(legal[rng.bounded(len(legal))])
        assert clone.history()[: len(self.history)] == self.history

    @rule(how=st.sampled_from(["snapshot", "pickle", "serialize", "clone"]))
    def come_back_from_storage(self, how: str) -> None:
        if how == "snapshot":
            self.state = self.game.restore(self.state.snapshot())
        elif how == "pickle":
            self.state = pickle.loads(pickle.dumps(self.state))
        elif how == "serialize":
            self.state = self.game.deserialize_state(self.state.serialize())
        else:
            self.state = self.state.clone()

    @precondition(lambda self: self.history)
    @rule(choice=CHOICE)
    def take_back(self, choice: int) -> None:
        kept = choice % len(self.history)
        del self.history[kept:], self.blocks[kept + 1 :]
        self.state = self.game.new_initial_state()
        for action in self.history:
            self.state.apply_action(action)

    @rule(choice=CHOICE, seed=SEED)
    def sample_a_world(self, choice: int, seed: int) -> None:
        player = choice % self.game.num_players()
        view = self.state.view(player)
        world = view.determinize(Rng(seed))
        assert world.view(player) == view
        assert world.view(player).to_bytes() == view.to_bytes()
        assert view.determinize(Rng(seed)) == world
        if self.state.current_player() == player:
            assert self.state.legal_actions() == view.legal_actions() == world.legal_actions()
        assert pickle.loads(pickle.dumps(view)) == view
        assert self.game.restore(world.snapshot()) == world

    @invariant()
    def state_is_what_its_actions_make(self) -> None:
        assert self.state.history() == self.history
        assert self.state.to_bytes() == self.blocks[-1]
        assert self.game.state_from_bytes(self.blocks[-1]) == self.state

    @invariant()
    def views_are_sound(self) -> None:
        for player in range(self.game.num_players()):
            block = self.state.view(player).to_bytes()
            assert self.game.state_from_bytes(block, player).to_bytes() == block


TestPlay = Play.TestCase
Play.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None, derandomize=True)


@pytest.mark.slow
class TestLongPlay(Play.TestCase):  # type: ignore[misc, name-defined]
    settings = settings(max_examples=2000, stateful_step_count=40, deadline=None)
