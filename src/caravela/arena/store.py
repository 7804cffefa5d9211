"""A tournament in one SQLite file: its settings and every game that has been played.

A batch of games is one transaction: a process that is killed loses the games it had not handed in, and nothing else.
There is one writer at a time; anybody may read while it writes. While it is written a file has two others beside it,
`-wal` and `-shm`; after a kill they stay until somebody opens it. They spare waiting for the disk: what may be lost
with the machine's power, not with the process, is the last second or so.
"""

import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from caravela.arena.lock import FileLock
from caravela.arena.results import GameResult, SeatResult
from caravela.arena.settings import Settings
from caravela.record import Fault

__all__ = ["Store", "is_store"]

FORMAT = 1
_MARK = 0x43524156  # "CRAV": SQLite's field for whose file it is
_PATIENCE = 300.0  # seconds that a writer waits for readers, and they for it

_SCHEMA = """
CREATE TABLE tournament (settings TEXT NOT NULL, plan TEXT NOT NULL, planned INTEGER NOT NULL, stopped INTEGER);
CREATE TABLE bots (bot INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE);
CREATE TABLE tables ("table" INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE);
CREATE TABLE games (
    number INTEGER PRIMARY KEY, deal INTEGER NOT NULL, "table" INTEGER NOT NULL, deal_seed INTEGER NOT NULL,
    state_hash TEXT NOT NULL, actions BLOB NOT NULL, trace BLOB NOT NULL
);
CREATE TABLE seats (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, bot INTEGER NOT NULL, win REAL NOT NULL, place INTEGER NOT NULL,
    score REAL NOT NULL, returns REAL NOT NULL, moves INTEGER NOT NULL, seconds REAL NOT NULL,
    iterations INTEGER NOT NULL, search_seconds REAL NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE faults (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, step INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL
);
CREATE INDEX faults_by_game ON faults (game);
"""


class Store:
    """The file of one tournament. A context manager: leaving it closes the file."""

    def __init__(self, path: Path, base: sqlite3.Connection, lock: FileLock | None) -> None:
        """Use `create` or `open`."""
        self.path = path
        self._base = base
        self._lock = lock
        self.plan: str
        self._planned: int
        self._stopped: int | None
        settings, self.plan, self._planned, self._stopped = base.execute(
            "SELECT settings, plan, planned, stopped FROM tournament"
        ).fetchone()
        self.settings = Settings.from_json(settings)

    @classmethod
    def create(cls, path: str | Path, settings: Settings, *, planned: int = 0, plan: str = "") -> Self:
        """A new file for a tournament of `planned` games; `plan` is a digest of them, compared on resuming.

        ValueError if the file holds anything already, or if another process writes it.
        """
        path = Path(path)
        with ExitStack() as undo:
            lock = FileLock(path)
            undo.callback(lock.release)
            base = _connect(path)
            undo.callback(base.close)
            with _about(f"{path} exists and is no tournament"):
                _make(base, path, settings, planned, plan)
            store = cls(path, base, lock)
            undo.pop_all()
            return store

    @classmethod
    def open(cls, path: str | Path, writable: bool = False) -> Self:
        """A file that `create` made. OSError without one; ValueError for another file or, if `writable`, one in use."""
        path = Path(path)
        with path.open("rb"):
            pass
        with ExitStack() as undo:
            lock = FileLock(path) if writable else None
            if lock is not None:
                undo.callback(lock.release)
            base = _connect(path)
            undo.callback(base.close)
            with _about(f"{path} is no tournament"):
                _check(base, path)
                if writable:
                    _write_ahead(base)
                # Even a reader may have to undo the half of a transaction that a killed writer left.
                base.execute(f"PRAGMA query_only = {int(not writable)}")
                store = cls(path, base, lock)
            undo.pop_all()
            return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file and lets others write."""
        if self._lock is not None:
            self._base.execute("PRAGMA busy_timeout = 0")
            with suppress(sqlite3.OperationalError):  # somebody reads; the last one to go leaves a single file too
                self._base.execute("PRAGMA journal_mode = DELETE")
        self._base.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @property
    def planned(self) -> int:
        """Games of the whole tournament; fewer than at first once it was stopped early."""
        return self._planned if self._stopped is None else self._stopped

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before all its games were played, since enough was known."""
        return self._stopped is not None

    @property
    def played(self) -> int:
        """Games played so far."""
        (count,) = self._base.execute("SELECT count(*) FROM games").fetchone()
        return int(count)

    def add(self, batch: Iterable[tuple[int, GameResult]]) -> None:
        """Keeps games, each with its number in the plan: all of them, or none if anything goes wrong.

        A game played twice, as when the worker that had it was thought lost, is kept once.
        """
        with _transaction(self._base):
            bots = self._numbers("bots")
            tables = self._numbers("tables")
            games, seats, faults = [], [], []
            for number, result in batch:
                table = self._number(tables, "tables", result.game)
                actions, trace = _packed(result.actions), result.trace
                games.append((number, result.deal, table, result.deal_seed, result.state_hash, actions, trace))
                for place, seat in enumerate(result.seats):
                    bot = self._number(bots, "bots", seat.bot)
                    efforts = (seat.moves, seat.seconds, seat.iterations, seat.search_seconds)
                    seats.append((number, place, bot, seat.win, seat.place, seat.score, seat.returns, *efforts))
                    faults += [(number, fault.seat, fault.step, fault.kind, fault.detail) for fault in seat.faults]
            self._base.executemany("DELETE FROM faults WHERE game = ?", [(game[0],) for game in games])
            self._base.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", games)
            self._base.executemany("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", seats)
            self._base.executemany("INSERT INTO faults VALUES (?, ?, ?, ?, ?)", faults)

    def stop(self, games: int) -> None:
        """Ends the tournament with the first `games` games of its plan; later ones that were played are dropped."""
        with _transaction(self._base):
            for table, column in (("games", "number"), ("seats", "game"), ("faults", "game")):
                self._base.execute(f"DELETE FROM {table} WHERE {column} >= ?", (games,))  # noqa: S608 - own names
            self._base.execute("UPDATE tournament SET stopped = ?", (games,))
        self._stopped = games

    def numbered(self) -> list[tuple[int, GameResult]]:
        """All games played so far with their numbers in the plan, without their actions."""
        numbers = [number for (number,) in self._base.execute("SELECT number FROM games ORDER BY number")]
        return list(zip(numbers, self.results(), strict=True))

    def results(self, *, actions: bool = False) -> list[GameResult]:
        """All games played so far in the order of the plan; `actions` also reads what was played."""
        return self._read("", (), actions=actions)

    def result(self, number: int) -> GameResult:
        """One game with its actions. Games count from 0 in the order of the plan. ValueError if it is not there."""
        found = self._read("WHERE number = ?", (number,), actions=True)
        if not found:
            raise ValueError(
                f"game {number} is not in {self.path}: {self.played} of its {self.planned} games, counted from 0, are"
            )
        return found[0]

    def _read(self, where: str, values: tuple[int, ...], *, actions: bool) -> list[GameResult]:
        """The games that `where` chooses by their number, as they are at one moment."""
        with _transaction(self._base, "DEFERRED"), closing(self._base.cursor()) as rows:
            return list(_games(self._base, rows, where, values, actions=actions))

    def _numbers(self, table: str) -> dict[str, int]:
        """The numbers that stand for the bots or the games in this file."""
        return {text: number for number, text in self._base.execute(f"SELECT * FROM {table}")}  # noqa: S608 - own names

    def _number(self, numbers: dict[str, int], table: str, text: str) -> int:
        """The number that stands for a bot or a game; a new one for a new text."""
        if text not in numbers:
            cursor = self._base.execute(f"INSERT INTO {table} VALUES (NULL, ?)", (text,))  # noqa: S608 - own names
            numbers[text] = int(cursor.lastrowid or 0)
        return numbers[text]


def is_store(path: Path) -> bool:
    """Whether a file is a database, and no text. OSError without one."""
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _games(
    base: sqlite3.Connection, rows: sqlite3.Cursor, where: str, values: tuple[int, ...], *, actions: bool
) -> Iterator[GameResult]:
    """Goes through the games and, side by side, through their seats."""
    bots = dict(base.execute("SELECT bot, spec FROM bots"))
    tables = dict(base.execute('SELECT "table", game FROM tables'))
    faults: dict[tuple[int, int], list[Fault]] = {}
    of_game = where.replace("number", "game")
    query = f"SELECT game, step, seat, kind, detail FROM faults {of_game} ORDER BY rowid"  # noqa: S608 - own text
    for game, *fault in base.execute(query, values):
        faults.setdefault((game, fault[1]), []).append(Fault(*fault))
    rows.execute(f"SELECT * FROM seats {of_game} ORDER BY game, seat", values)  # noqa: S608 - own text
    row = rows.fetchone()
    blobs = "actions, trace" if actions else "x'', x''"
    query = f'SELECT number, deal, "table", deal_seed, state_hash, {blobs} FROM games {where} ORDER BY number'  # noqa: S608
    for number, deal, table, deal_seed, state_hash, packed, trace in base.execute(query, values):
        seats = []
        while row is not None and row[0] == number:
            own = tuple(faults.get((number, row[1]), ()))
            _, _, bot, win, place, score, returns, moves, seconds, iterations, searching = row
            seats.append(
                SeatResult(bots[bot], win, place, score, returns, moves, seconds, iterations, searching, faults=own)
            )
            row = rows.fetchone()
        yield GameResult(deal, tuple(seats), deal_seed, tables[table], _unpacked(packed), state_hash, bytes(trace))


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)


def _write_ahead(base: sqlite3.Connection) -> None:
    """Commits without waiting for the disk, and without making readers wait."""
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def _about(what: str) -> Iterator[None]:
    """What SQLite cannot read is a ValueError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{what}: {error}") from None


def _make(base: sqlite3.Connection, path: Path, settings: Settings, planned: int, plan: str) -> None:
    """The empty tables, in one transaction. ValueError if the file holds anything."""
    if base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise ValueError(f"{path} exists; resume it, or name a new file")
    _write_ahead(base)
    with _transaction(base):
        for statement in _SCHEMA.split(";"):
            base.execute(statement)
        base.execute("INSERT INTO tournament VALUES (?, ?, ?, NULL)", (settings.to_json(), plan, planned))
        base.executemany("INSERT OR IGNORE INTO bots VALUES (NULL, ?)", [(bot,) for bot in settings.bots])
        base.executemany("INSERT OR IGNORE INTO tables VALUES (NULL, ?)", [(game,) for game in settings.games])
        base.execute(f"PRAGMA application_id = {_MARK}")
        base.execute(f"PRAGMA user_version = {FORMAT}")


def _check(base: sqlite3.Connection, path: Path) -> None:
    """ValueError unless the file is a tournament of this format."""
    (mark,) = base.execute("PRAGMA application_id").fetchone()
    (number,) = base.execute("PRAGMA user_version").fetchone()
    if mark != _MARK or not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise ValueError(f"{path} is no tournament")
    if number != FORMAT:
        raise ValueError(f"{path} is of format {number}; this caravela reads format {FORMAT}")


@contextmanager
def _transaction(base: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    base.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        base.execute("ROLLBACK")
        raise
    base.execute("COMMIT")


_SIZES = ("B", "H", "I", "Q")
"""Types of whole numbers from 0, smallest first: an action takes as many bytes as the largest of its game needs."""


def _packed(actions: tuple[int, ...]) -> bytes:
    """A letter for the size, then the numbers, low byte first."""
    if not actions:
        return b""
    most = max(actions)
    code = next(code for code in _SIZES if most < 1 << 8 * array(code).itemsize)
    numbers = array(code, actions)
    if sys.byteorder == "big":
        numbers.byteswap()
    return code.encode() + numbers.tobytes()


def _unpacked(blob: bytes) -> tuple[int, ...]:
    """Inverse of `_packed`. ValueError for anything else."""
    if not blob:
        return ()
    code = chr(blob[0])
    if code not in _SIZES:
        raise ValueError(f"the actions of a game begin with {blob[:1]!r}: the file is damaged")
    numbers = array(code)
    numbers.frombytes(blob[1:])
    if sys.byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)
