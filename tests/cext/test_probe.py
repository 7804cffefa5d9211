"""The guarded probe agrees with State and View, and reports what breaks the contract."""

import pytest

from caravela.cext.core import TERMINAL_PLAYER, Rng
from caravela.cext.probe import ContractError, Probe
from caravela.conformance.walks import walk
from caravela.engines.registry import load_game
from tests.conformance import mutants
from tests.conformance.lantern import open_lantern


@pytest.mark.parametrize("spec", ["pennies(rounds=3)", "monty_hall", "veracruz(players=3)"])
@pytest.mark.parametrize("fill", [0x00, 0xAA])
def test_probe_answers_like_state_and_view(spec: str, fill: int) -> None:
    game = load_game(spec)
    probe = Probe(game.capsule, fill)
    assert probe.players == game.num_players()
    assert probe.state_size == game.state_size
    assert probe.zero_sum == (game.utility_sum() == 0.0)
    assert probe.init() == game.new_initial_state().to_bytes()
    for step in walk(game, Rng(3)):
        before, after = step.before.to_bytes(), step.after.to_bytes()
        assert probe.current_player(before) == step.before.current_player()
        assert probe.legal_actions(before) == step.before.legal_actions()
        assert probe.apply(before, step.action) == after
        if step.before.is_chance_node():
            assert probe.chance_outcomes(before) == step.before.chance_outcomes()
            assert probe.sample_chance(before, 8, 9) == step.before.sample_chance(Rng(8, 9))
            assert probe.chance_key(before) == step.before.chance_key()
        for player in range(game.num_players()):
            new = step.after.log(player)[len(step.before.log(player)) :]
            assert probe.observe(before, step.action, after, player) == new
            view = step.after.view(player)
            assert probe.redact(after, player) == view.to_bytes()
            world, fallback = probe.determinize(view.to_bytes(), player, 8, 9)
            assert world == view.determinize(Rng(8, 9)).to_bytes()
            assert fallback is False
            assert probe.validate(view.to_bytes(), player) == 0
            if game.has_observation_tensor:
                assert probe.observation(view.to_bytes(), player) == view.observation_tensor().tolist()
            else:
                assert probe.observation(view.to_bytes(), player) is None
        assert probe.validate(after) == 0
        assert probe.turn(after) in (None, step.after.turn())
        if step.after.is_terminal():
            assert probe.current_player(after) == TERMINAL_PLAYER
            assert probe.returns(after) == step.after.returns()
            assert probe.scores(after) == step.after.scores()
            assert probe.ranks(after) == step.after.ranks()


def test_foreign_values_are_refused() -> None:
    probe = Probe(load_game("monty_hall").capsule)
    state = probe.init()
    with pytest.raises(ValueError, match=f"a state has {len(state)} bytes, not 3"):
        probe.legal_actions(b"abc")
    with pytest.raises(ValueError, match=r"seat 2 is not one of 0 \.\. 1"):
        probe.redact(state, 2)
    with pytest.raises(ValueError, match="seat -1"):
        probe.observe(state, 0, state, -1)
    with pytest.raises(ValueError, match="PyCapsule"):
        Probe(object())


def test_every_breach_names_its_function() -> None:
    def played(engine: mutants.Lantern) -> Probe:
        return Probe(open_lantern(engine).capsule)

    start = played(mutants.Lantern()).init()
    act = start
    for outcome in (0, 0, 1, 1, 3):
        act = played(mutants.Lantern()).apply(act, outcome)
    with pytest.raises(ContractError, match="legal_actions wrote outside its 5 entries"):
        played(mutants.WritesPastLegalMax()).legal_actions(act)
    with pytest.raises(ContractError, match="legal_actions wrote outside its 2 entries"):
        played(mutants.CountsPastLegalMax()).legal_actions(act)
    with pytest.raises(ContractError, match="apply wrote outside the state"):
        played(mutants.WritesPastTheState()).apply(start, 0)
    with pytest.raises(ContractError, match="observe wrote outside its 2 codes"):
        played(mutants.WritesBeforeTheCodes()).observe(start, 0, start, 0)


def test_changed_inputs_and_wrong_answers_are_breaches() -> None:
    class Wrong(mutants.Lantern):
        def current_player(self, s):  # type: ignore[no-untyped-def]
            return 7

        def determinize(self, view, out, p, rng):  # type: ignore[no-untyped-def]
            return 2 + super().determinize(view, out, p, rng)

        def validate(self, s, p):  # type: ignore[no-untyped-def]
            s[0] += 1
            return 0

        def c_redact(self, g, s, p):  # type: ignore[no-untyped-def]
            return 1

    probe = Probe(open_lantern(Wrong()).capsule)
    state = probe.init()
    with pytest.raises(ContractError, match="current_player returned 7"):
        probe.current_player(state)
    with pytest.raises(ContractError, match="determinize returned the count 2; it must be between 0 and 1"):
        probe.determinize(state, 0, 1)
    with pytest.raises(ContractError, match="validate changed the state"):
        probe.validate(state)
    with pytest.raises(ContractError, match="redact returned 1; it must return 0"):
        probe.redact(state, 0)
