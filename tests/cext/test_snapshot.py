import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from caravela.cext import Game, Rng, State, View, snapshot
from caravela.cext.core import _restore
from caravela.engines import engine_spec, load_game, registered_games
from tests.cext.conftest import Toy

CONFIGS = [
    (name, options)
    for name in registered_games()
    for spec in [engine_spec(name)]
    for options in (spec.variants[0], spec.variants[-1], spec.reduced[0])
]
IDS = [f"{name}-{'-'.join(f'{k}{v}' for k, v in options.items())}" for name, options in CONFIGS]


def positions(game: Game, seed: int) -> Iterator[State]:
    """A random game, step by step."""
    rng = Rng(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        legal = state.legal_actions()
        state = state.child(state.sample_chance(rng) if state.is_chance_node() else legal[rng.bounded(len(legal))])
        yield state


def subjects(game: Game, seed: int) -> list[State | View]:
    """A state, a state without history, a view and a sampled world from somewhere in a random game."""
    path = list(positions(game, seed))
    rng = random.Random(seed)
    state = rng.choice(path)
    view = state.view(rng.randrange(game.num_players()))
    bare = game.state_from_bytes(state.to_bytes())
    return [state, bare, view, view.determinize(Rng(seed))]


def memory_of(what: State | View) -> tuple[object, ...]:
    if isinstance(what, View):
        return what.player, what.to_bytes(), what.log()
    logs = [what.log(seat) for seat in range(what.game.num_players())]
    return what.sampled, what.to_bytes(), logs


def exercise(what: State | View) -> None:
    """Asks everything a program asks and plays to the end: accepted bytes must be as good as our own."""
    game = what.game
    assert repr(what)
    if isinstance(what, View):
        assert what.information_state_string().startswith(f"seat:{what.player}")
        assert what.observation_string()
        assert what.current_player() in range(-4, game.num_players())
        state = what.determinize(Rng(1))
        assert state.legal_actions(what.player) == what.legal_actions()
    else:
        state = what.clone()
    assert all(state.observation_string(seat) for seat in range(game.num_players()))
    rng = Rng(2)
    for _ in range(game.max_history_length() + 1):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(state.sample_chance(rng) if state.is_chance_node() else legal[rng.bounded(len(legal))])
    assert state.is_terminal()
    assert all(state.observation_string(seat) for seat in range(game.num_players()))
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())


@pytest.mark.parametrize(("name", "options"), CONFIGS, ids=IDS)
def test_everything_comes_back(name: str, options: dict[str, object]) -> None:
    game = load_game(name, **options)
    for seed in range(10):
        for what in subjects(game, seed):
            for again in (pickle.loads(pickle.dumps(what)), game.restore(what.snapshot())):
                assert type(again) is type(what)
                assert again == what
                assert memory_of(again) == memory_of(what)
                assert again.snapshot() == what.snapshot()
                exercise(again)
        assert game.restore(subjects(game, seed)[0].snapshot()).history() == subjects(game, seed)[0].history()


def test_states_without_history_say_so(toy_game: Game, played: Callable[..., State]) -> None:
    state = toy_game.state_from_bytes(played(toy_game, (3, 1), 2).to_bytes())
    state.apply_action(1)
    for again in (state, pickle.loads(pickle.dumps(state.log(0))) and toy_game.restore(state.snapshot())):
        with pytest.raises(ValueError, match="made from bytes"):
            again.history()
        assert (again.log(0), again.log(1)) == ([7], [7])
        assert again == played(toy_game, (3, 1), 2, 1)


def test_a_pickle_opens_in_a_fresh_process() -> None:
    game = load_game("pennies", rounds=5)
    state = list(positions(game, 3))[4]
    code = (
        "import pickle, sys; state, view, world = pickle.load(sys.stdin.buffer);"
        "print(state.game, state.state_hash(), view.view_hash(), world.sampled)"
    )
    view = state.view(1)
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps((state, view, view.determinize(Rng(0)))),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().split() == [
        "pennies(rounds=5)",
        str(state.state_hash()),
        str(view.view_hash()),
        "True",
    ]


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Another body with a good checksum."""
    body = bytearray(data[: -snapshot.CHECKSUM_SIZE])
    kind = rng.randrange(7)
    place = rng.randrange(len(body))
    if kind == 0:
        body[place] ^= 1 << rng.randrange(8)
    elif kind == 1:
        body[place] = rng.choice((0, 1, 2, 0x7F, 0x80, 0xFF))
    elif kind == 2:
        word = rng.choice((0, 1, -1, 2**31 - 1, -(2**31), rng.randrange(-40, 200))).to_bytes(4, "little", signed=True)
        body[place : place + 4] = word[: len(body) - place]
    elif kind == 3:
        del body[place : place + rng.randrange(1, 9)]
    elif kind == 4:
        body[place:place] = rng.randbytes(rng.randrange(1, 9))
    elif kind == 5:
        other = rng.randrange(len(body))
        size = rng.randrange(1, 17)
        body[place : place + size] = body[other : other + size]
    else:
        for _ in range(rng.randrange(2, 6)):
            body[rng.randrange(len(body))] = rng.randrange(256)
    return snapshot.seal(bytes(body))


def mutate_content(data: bytes, rng: random.Random) -> bytes:
    """The state block or a log changed, everything around it repaired."""
    saved = snapshot.read(data)
    if saved.block and rng.random() < 0.7:
        block = bytearray(saved.block)
        for _ in range(rng.randrange(1, 4)):
            block[rng.randrange(len(block))] = rng.choice((0, 1, 2, 3, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        return snapshot.write(replace(saved, block=bytes(block)))
    streams = [list(stream) for stream in saved.streams]
    stream = rng.choice(streams)
    if stream and rng.random() < 0.6:
        stream[rng.randrange(len(stream))] = rng.choice((0, 1, -1, 2**31 - 1, -(2**31), rng.randrange(300)))
    else:
        stream.insert(rng.randrange(len(stream) + 1), rng.randrange(300))
    return snapshot.write(replace(saved, streams=tuple(streams)))


@pytest.mark.parametrize("change", [mutate, mutate_content])
@pytest.mark.parametrize(("name", "options"), CONFIGS, ids=IDS)
def test_mutated_snapshots_are_refused_or_good(
    name: str, options: dict[str, object], change: Callable[[bytes, random.Random], bytes]
) -> None:
    """1,000 mutations a configuration, the checksum repaired: a clean error, or a state as good as any."""
    game = load_game(name, **options)
    rng = random.Random(f"{name} {options}")
    refused = 0
    for seed in range(25):
        for what in subjects(game, seed):
            data = what.snapshot()
            for _ in range(10):
                changed = change(data, rng)
                try:
                    again = game.restore(changed)
                except ValueError:
                    refused += 1
                    continue
                assert again.snapshot() == changed, "what is accepted means just what it says"
                exercise(again)
    assert refused > 300


@pytest.mark.parametrize("size", range(0, 60, 7))
def test_cut_snapshots_are_refused(toy_game: Game, played: Callable[..., State], size: int) -> None:
    data = played(toy_game, (3, 1), 2).view(0).snapshot()
    with pytest.raises(ValueError, match=r"no Caravela snapshot|ends after|checksum"):
        toy_game.restore(data[:size])
    with pytest.raises(ValueError, match=r"no Caravela snapshot|ends|spec|kind|version"):
        toy_game.restore(snapshot.seal(data[:size]))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no Caravela snapshot"),
        (b"hello world" * 20, "no Caravela snapshot"),
        (pickle.dumps(3), "no Caravela snapshot"),
        ("text", "bytes, not str"),
        (None, "bytes, not NoneType"),
        (b"CARAVELA", "ends after 8 bytes"),
    ],
)
def test_foreign_data_is_refused(toy: Toy, data: object, message: str) -> None:
    for restore in (toy.game().restore, lambda data: _restore(toy.game(), data)):
        with pytest.raises(ValueError, match=message):
            restore(data)  # type: ignore[arg-type]


def test_restore_needs_a_game() -> None:
    with pytest.raises(TypeError):
        _restore(None, b"")


def test_the_checksum_is_checked(toy: Toy) -> None:
    data = bytearray(toy.game().new_initial_state().snapshot())
    data[-1] ^= 1
    with pytest.raises(ValueError, match="checksum does not fit"):
        toy.game().restore(bytes(data))


def changed(data: bytes, **fields: object) -> bytes:
    return snapshot.write(replace(snapshot.read(data), **fields))  # type: ignore[arg-type]


def test_another_games_snapshot_is_refused(toy: Toy, played: Callable[..., State]) -> None:
    game = toy.game()
    data = played(game, (3, 1), 2).snapshot()
    with pytest.raises(ValueError, match=r"the snapshot is of 'toy' with digest .*; this game is toy\(cards=7\)"):
        toy.game(cards=7).restore(data)
    with pytest.raises(ValueError, match="layout 0000000000000001; this engine has 0000000000001070"):
        game.restore(changed(data, layout=1))
    with pytest.raises(ValueError, match="of 'chess'"):
        game.restore(changed(data, spec="chess"))


def test_altered_histories_are_refused(toy: Toy, played: Callable[..., State]) -> None:
    game = toy.game()
    state = played(game, (3, 1), 2)
    data = state.snapshot()
    for fields, message in [
        ({"state_hash": state.state_hash() ^ 1}, "ends with hash"),
        ({"streams": ([3, 1, 1],)}, "ends with hash"),
        ({"streams": ([3, 3],)}, r"step 1: impossible outcome 3 \(card:3\)"),
        ({"streams": ([3, 1, 7],)}, "step 2: illegal action 7 for seat 0"),
        ({"streams": ([3, 1, -1],)}, "step 2: illegal action -1"),
        ({"streams": ([3, 1, 0, 0, 0, 0, 0],)}, "7 steps is longer"),
        ({"streams": ()}, "one list of actions"),
        ({"streams": ([3], [1])}, "one list of actions"),
        ({"block": b"x"}, "one list of actions"),
        ({"player": 0}, "one list of actions"),
    ]:
        with pytest.raises(ValueError, match=message):
            game.restore(changed(data, **fields))


@pytest.mark.parametrize("foreign", [False, True])
def test_altered_views_and_worlds_are_refused(toy: Toy, played: Callable[..., State], foreign: bool) -> None:
    game = toy.game(foreign=foreign)
    state = played(game, (3, 1), 2)
    view, other = state.view(0), state.view(1)
    data, world = view.snapshot(), view.determinize(Rng(0)).snapshot()
    for base, fields, message in [
        (data, {"block": state.to_bytes()}, "hold what the seat cannot know"),
        (data, {"block": other.to_bytes()}, "check 6 failed"),
        (data, {"block": view.to_bytes() + b"\0"}, "20 bytes, not 21|wrong number of bytes"),
        (data, {"block": b""}, "20 bytes, not 0|wrong number of bytes"),
        (data, {"player": 1}, "check 6 failed"),
        (data, {"player": 2}, "no seat 2"),
        (data, {"player": -1}, "no seat -1"),
        (data, {"streams": ([1], [2])}, "one log, not 2"),
        (data, {"streams": ([-1],)}, "code -1 in a log"),
        (data, {"streams": ([9],)}, "has no code 9"),
        (data, {"streams": ([2**31 - 1],)}, "has no code 2147483647"),
        (data, {"streams": ([0] * 13,)}, "log of 13 codes is longer"),
        (data, {"state_hash": 1}, "only a history has a state hash"),
        (data, {"kind": snapshot.BARE}, "2 logs, not 1"),
        (world, {"player": -1}, "has the seat that sampled it, not -1"),
        (world, {"player": 2}, "has the seat that sampled it, not 2"),
        (world, {"streams": ([1],)}, "2 logs, not 1"),
        (world, {"streams": ([1], [2], [3])}, "2 logs, not 3"),
        (world, {"block": view.to_bytes()}, "check 6 failed"),
        (world, {"kind": snapshot.BARE}, "has the seat that sampled it, not 0"),
        (world, {"kind": 9}, "unknown kind of snapshot 9"),
    ]:
        with pytest.raises(ValueError, match=message):
            game.restore(changed(base, **fields))


@pytest.mark.parametrize(
    ("data", "player", "message"),
    [
        (bytes(19), None, "20 bytes, not 19"),
        (b"\xff" * 20, None, "check 1 failed"),
        (bytes(20), 2, "no seat 2"),
        ([1, 2], None, "bytes, not list"),
        ("x" * 20, 0, "bytes, not str"),
    ],
)
def test_foreign_blocks_are_refused(toy: Toy, data: object, player: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        toy.game().state_from_bytes(data, player)  # type: ignore[arg-type]


def test_blocks_come_back(toy_game: Game, played: Callable[..., State]) -> None:
    state = played(toy_game, (3, 1), 2)
    assert toy_game.state_from_bytes(bytearray(state.to_bytes())) == state
    view = toy_game.state_from_bytes(state.view(1).to_bytes(), 1)
    assert view.log() == []
    assert view.to_bytes() == state.view(1).to_bytes()


def test_the_format_is_fixed(toy: Toy, played: Callable[..., State]) -> None:
    """Version 1 of the format: a change of these bytes needs a new version."""
    saved = snapshot.Snapshot(snapshot.VIEW, 1, 2, 3, 0, "toy", ([5, 6],), b"ab")
    magic, version, kind, seat = "434152415645" + "4c41", "0100", "02", "01"
    numbers = "0200000000000000" + "0300000000000000" + "0000000000000000"
    spec, log, block = "0300746f79", "01" + "020000000500000006000000", "020000006162"
    assert snapshot.write(saved)[:-8].hex() == magic + version + kind + seat + numbers + spec + log + block
    assert snapshot.read(snapshot.write(saved)) == saved
