"""One writer a file, however its process ends."""

import os
import sys
from pathlib import Path

__all__ = ["FileLock"]

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 2**40  # far from every byte that SQLite locks

    def _lock(handle: int) -> None:
        os.lseek(handle, _BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        # Of the open file, not of the process: SQLite's own locks are of the other kind, and neither sees the other's.
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Holds a file for one writer until `release`; the system releases it when the process ends, killed or not.

    Release it only after SQLite has closed the file: closing any handle of a file drops the locks SQLite has on it.
    """

    def __init__(self, path: Path) -> None:
        """Creates the file if there is none. ValueError if another writer holds it."""
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(self._handle)
        except OSError:
            os.close(self._handle)
            raise ValueError(f"{path} is in use: another process is playing this tournament") from None

    def release(self) -> None:
        """Lets others write."""
        os.close(self._handle)
