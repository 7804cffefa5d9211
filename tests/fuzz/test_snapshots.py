"""Damaged snapshots, their checksum repaired: ValueError, or something sound. Never a crash."""

import pickle
import random

import pytest

from caravela.cext.core import Game, Rng
from caravela.cext.snapshot import CHECKSUM_SIZE, seal
from caravela.engines.registry import load_game
from tests.conformance.configurations import ALL, VARIANTS, quick_first
from tests.fuzz.tools import Value, mutate, somewhere, use_up

MUTANTS = 1000
BLOCKS = 400
CUTS = 60


def values_of(game: Game, rng: Rng) -> list[Value]:
    """One of each kind that can be saved: a state, a view, a sampled world, a state made from bytes."""
    state = somewhere(game, rng)
    player = rng.bounded(game.num_players())
    view = state.view(player)
    return [state, view, view.determinize(rng), game.state_from_bytes(state.to_bytes())]


def restore(game: Game, data: bytes) -> Value | None:
    try:
        return game.restore(data)
    except ValueError:
        return None


@pytest.mark.parametrize("spec", quick_first(ALL))
def test_snapshots_and_pickles_come_back(spec: str) -> None:
    game = load_game(spec)
    for value in values_of(game, Rng(1)):
        for again in (game.restore(value.snapshot()), pickle.loads(pickle.dumps(value))):
            assert again == value
            assert again.snapshot() == value.snapshot()


def test_mutated_snapshots_are_refused_or_sound() -> None:
    chooser, rng = random.Random(2), Rng(2)
    games = [load_game(spec) for spec in ALL]
    accepted = 0
    for i in range(MUTANTS):
        game = games[i % len(games)]
        value = values_of(game, rng)[i // len(games) % 4]
        data = seal(mutate(value.snapshot()[:-CHECKSUM_SIZE], chooser))
        restored = restore(game, data)
        if restored is not None:
            assert restored.snapshot() == data or restored == value, "what was accepted is not what was saved"
            use_up(restored, rng)
            accepted += 1
    assert accepted < MUTANTS // 2, "most damage must be noticed"


@pytest.mark.parametrize("spec", quick_first(VARIANTS))
def test_mutated_state_blocks_are_refused_or_sound(spec: str) -> None:
    """Only the state's bytes are damaged, and keep their number: the engine's own checks stand alone."""
    game, chooser, rng = load_game(spec), random.Random(3), Rng(3)
    refused = 0
    for _ in range(BLOCKS):
        state = somewhere(game, rng)
        player = chooser.choice((None, *range(game.num_players())))
        block = bytearray(state.to_bytes() if player is None else state.view(player).to_bytes())
        for _ in range(chooser.choice((1, 1, 2, 4))):
            at = chooser.randrange(len(block))
            block[at] = chooser.choice((block[at] ^ 1 << chooser.randrange(8), chooser.randrange(256), 0, 1, 255))
        try:
            restored = game.state_from_bytes(bytes(block), player)
        except ValueError:
            refused += 1
        else:
            assert restored.to_bytes() == block
            use_up(restored, rng)
    assert refused > BLOCKS // 4


@pytest.mark.parametrize("spec", quick_first(VARIANTS))
def test_exchanged_state_bytes_are_refused_or_sound(spec: str) -> None:
    """Counts stay in range and their sums stay right: one byte gives what another takes."""
    game, chooser, rng = load_game(spec), random.Random(4), Rng(4)
    for _ in range(BLOCKS):
        state = somewhere(game, rng)
        player = chooser.choice((None, *range(game.num_players())))
        block = bytearray(state.to_bytes() if player is None else state.view(player).to_bytes())
        filled = [at for at, value in enumerate(block) if value]
        if not filled:
            continue
        giver, taker = chooser.choice(filled), chooser.randrange(len(block))
        block[giver] -= 1
        block[taker] = (block[taker] + 1) % 256
        try:
            restored = game.state_from_bytes(bytes(block), player)
        except ValueError:
            continue
        use_up(restored, rng)


@pytest.mark.parametrize("spec", quick_first(VARIANTS))
def test_random_bytes_are_refused_or_sound(spec: str) -> None:
    game, chooser, rng = load_game(spec), random.Random(5), Rng(5)
    refused = 0
    for _ in range(BLOCKS):
        size = chooser.choice((game.state_size, game.state_size, 0, 1, game.state_size - 1, game.state_size + 1, 5000))
        player = chooser.choice((None, *range(game.num_players())))
        top = chooser.choice((2, 4, 256))
        data = bytes(chooser.randrange(top) for _ in range(size))
        try:
            restored = game.state_from_bytes(data, player)
        except ValueError:
            refused += 1
        else:
            use_up(restored, rng)
    assert refused > BLOCKS // 2


def test_snapshots_cut_anywhere_are_refused() -> None:
    game, rng = load_game("veracruz"), Rng(6)
    for value in values_of(game, rng):
        data = value.snapshot()
        for size in sorted({*range(CUTS), *(len(data) * i // CUTS for i in range(CUTS)), len(data) - 1}):
            with pytest.raises(ValueError, match="snapshot"):
                game.restore(data[:size])
            if size > CHECKSUM_SIZE:
                with pytest.raises(ValueError, match="snapshot"):
                    game.restore(seal(data[: size - CHECKSUM_SIZE]))


def test_snapshots_of_another_game_are_refused() -> None:
    rng = Rng(7)
    games = [load_game(spec) for spec in ALL]
    for game in games:
        for other in games:
            for value in values_of(other, rng):
                if game is other:
                    assert game.restore(value.snapshot()) == value
                else:
                    with pytest.raises(ValueError, match="this game is"):
                        game.restore(value.snapshot())


@pytest.mark.parametrize("data", [None, 3, "text", [1, 2], b"", b"CARAVELA", bytes(1000)])
def test_what_is_no_snapshot_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="snapshot"):
        load_game("pennies").restore(data)
