"""Invariant 12: no byte depends on what memory held before, and none is written outside its place."""

from typing import Any

from caravela.cext.core import CHANCE_PLAYER, TERMINAL_PLAYER, Rng
from caravela.cext.probe import ContractError
from caravela.conformance.result import Violation
from caravela.conformance.subject import Subject
from caravela.conformance.walks import random_move

FILLS = (0x00, 0xAA)


class TwoMemories:
    """A game's table, called once in buffers of zeros and once in buffers of 0xAA; both must answer alike."""

    def __init__(self, subject: Subject) -> None:
        self.probes = [subject.probe(fill) for fill in FILLS]
        self.calls = 0

    def ask(self, function: str, *arguments: object) -> Any:
        """The common answer of a Probe method. Violation if they differ or a call breaks the contract."""
        self.calls += 1
        try:
            zeros, other = (getattr(probe, function)(*arguments) for probe in self.probes)
        except ContractError as error:
            raise Violation(str(error)) from error
        if zeros != other:
            raise Violation(f"{function} depends on what its memory held before: {_brief(zeros)} or {_brief(other)}")
        return zeros


def _brief(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else repr(value)


def memory_is_respected(subject: Subject) -> str:
    """12: every function of the table, at every step of random games, in guarded and prefilled buffers."""
    both = TwoMemories(subject)
    for i in range(subject.portion(0.25)):
        rng = Rng(subject.seed, i)
        state = subject.game.new_initial_state()
        block = both.ask("init")
        _look(both, block, rng)
        while not state.is_terminal():
            action = random_move(state, rng)
            before, block = block, both.ask("apply", block, action)
            for player in range(subject.game.num_players()):
                both.ask("observe", before, action, block, player)
            state.apply_action(action)
            if block != state.to_bytes():
                raise Violation(f"apply makes {block.hex()} in guarded buffers and {state.to_bytes().hex()} elsewhere")
            _look(both, block, rng)
    return f"{both.calls} calls in buffers of zeros and of 0xAA"


def _look(both: TwoMemories, block: bytes, rng: Rng) -> None:
    """Everything that can be asked of a state."""
    mover = both.ask("current_player", block)
    both.ask("legal_actions", block)
    both.ask("turn", block)
    both.ask("validate", block)
    if mover == CHANCE_PLAYER:
        both.ask("chance_outcomes", block)
        both.ask("sample_chance", block, rng.next())
        both.ask("chance_key", block)
    if mover == TERMINAL_PLAYER:
        both.ask("returns", block)
        both.ask("scores", block)
        both.ask("ranks", block)
    for player in range(both.probes[0].players):
        view = both.ask("redact", block, player)
        if both.ask("redact", view, player) != view:
            raise Violation(f"redacting a second time changes seat {player}'s view: {view.hex()}")
        both.ask("validate", view, player)
        both.ask("observation", view, player)
        if mover == player:
            both.ask("legal_actions", view)
        world, _ = both.ask("determinize", view, player, rng.next())
        if both.ask("redact", world, player) != view:
            raise Violation(f"seat {player}'s world has another view than the one it was made from: {world.hex()}")
