"""A tournament's file: what goes in comes out, one writer, nothing of strangers' files."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from caravela.arena import GameResult, SeatResult, Settings, Store
from caravela.record import Fault

SETTINGS = Settings(
    bots=("a", "b"),
    games=("veracruz",),
    players=(2,),
    seed=3,
    data={"cards": {"rum": 2}},
    versions={"caravela": "1", "bot a": "x"},
)


def game(deal: int, *, actions: tuple[int, ...] = (), faults: tuple[Fault, ...] = (), bots: str = "ab") -> GameResult:
    seats = tuple(
        SeatResult(bot, float(seat == 0), seat + 1, 2.5, -1.0, 7, 0.25, 100, 0.125, faults if seat == 0 else ())
        for seat, bot in enumerate(bots)
    )
    return GameResult(deal, seats, 2**63 - 1 - deal, "veracruz", actions, "00ff", bytes(2 * len(actions)))


def test_what_goes_in_comes_out_in_the_order_of_the_plan(tmp_path: Path) -> None:
    faults = (Fault(4, 0, "raised", "ValueError: no\x00 é"), Fault(9, 0, "illegal", "answered None"))
    games = {
        2: game(1, actions=(0, 255)),
        0: game(0, actions=(0, 256, 70000), faults=faults),
        1: game(0, actions=(2**40,), bots="cab"),
        3: game(1),
    }
    with Store.create(tmp_path / "t.db", SETTINGS, planned=6, plan="p") as store:
        store.add([(number, games[number]) for number in (2, 0)])
        store.add([(number, games[number]) for number in (3, 1)])
        store.add([(0, games[0])])
    with Store.open(tmp_path / "t.db") as store:
        assert store.settings == SETTINGS
        assert (store.planned, store.played, store.plan, store.stopped) == (6, 4, "p", False)
        assert store.results(actions=True) == [games[number] for number in range(4)]
        assert store.results() == [replace(games[number], actions=(), trace=b"") for number in range(4)]
        assert [store.result(number) for number in range(4)] == [games[number] for number in range(4)]
        assert [number for number, _ in store.numbered()] == [0, 1, 2, 3]
        with pytest.raises(ValueError, match=r"game 4 is not in .* 4 of its 6 games"):
            store.result(4)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store.add([(4, games[0])])
    assert [path.name for path in tmp_path.iterdir()] == ["t.db"]


def test_a_batch_is_kept_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    with Store.create(tmp_path / "t.db", SETTINGS) as store:
        with pytest.raises(sqlite3.Error):
            store.add([(0, game(0)), (1, replace(game(0), deal=None, game="new"))])  # type: ignore[arg-type]
        assert store.played == 0
        store.add([(0, game(0))])
        assert store.results() == [game(0)]


def test_stopping_drops_what_lies_beyond(tmp_path: Path) -> None:
    with Store.create(tmp_path / "t.db", SETTINGS, planned=9) as store:
        store.add([(number, game(number)) for number in (0, 1, 2, 5)])
        store.stop(2)
        assert (store.planned, store.played, store.stopped) == (2, 2, True)
    with Store.open(tmp_path / "t.db") as store:
        assert store.planned == 2
        assert [result.deal for result in store.results()] == [0, 1]


def test_one_writer_and_any_number_of_readers(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with Store.create(path, SETTINGS) as store:
        with pytest.raises(ValueError, match=r"t\.db is in use"):
            Store.open(path, writable=True)
        with pytest.raises(ValueError, match=r"t\.db is in use"):
            Store.create(path, SETTINGS)
        with Store.open(path) as reader:
            store.add([(0, game(0))])
            assert reader.results() == [game(0)]
    with Store.open(path) as reader:
        with Store.open(path, writable=True):
            pass  # does not wait for the reader
        assert reader.results() == [game(0)]
    assert [name.name for name in tmp_path.iterdir()] == ["t.db"]
    with Store.open(path, writable=True) as store:
        store.add([(1, game(1))])
        assert store.played == 2


def test_a_new_tournament_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    Store.create(path, SETTINGS).close()
    with pytest.raises(ValueError, match="exists; resume it"):
        Store.create(path, SETTINGS)
    path.write_text("a shopping list, long enough to look like a page of a database")
    with pytest.raises(ValueError, match="exists and is no tournament"):
        Store.create(path, SETTINGS)
    path.write_bytes(b"")  # as a process leaves it that is killed before it has begun
    Store.create(path, SETTINGS).close()


def test_files_of_strangers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with pytest.raises(FileNotFoundError):
        Store.open(path)
    for content in (b"", b"a shopping list"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="is no tournament"):
            Store.open(path)
    path.unlink()
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE tournament (settings TEXT)")
    base.close()
    with pytest.raises(ValueError, match="is no tournament"):
        Store.open(path, writable=True)
    path.unlink()
    Store.create(path, SETTINGS).close()
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA user_version = 9")
    base.close()
    with pytest.raises(ValueError, match="of format 9; this caravela reads format 1"):
        Store.open(path)


def test_differences_of_settings_are_named() -> None:
    other = replace(SETTINGS, seed=4, bots=("a", "c"), versions={"caravela": "2", "bot c": "y"})
    assert SETTINGS.differences(SETTINGS) == []
    assert SETTINGS.differences(other) == [
        "bots: a b, now a c",
        "seed: 3, now 4",
        "version of caravela: 1, now 2",
        "version of bot a: x, now none",
        "version of bot c: none, now y",
    ]
    assert Settings.from_json(other.to_json()) == other
    with pytest.raises(ValueError, match="no settings of a tournament"):
        Settings.from_json('{"bots": []}')
