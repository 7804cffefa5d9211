"""Playing on a Dask cluster. Needs the extra `cluster`."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

__all__ = ["dask_executor"]

_CONNECT = 10.0  # seconds
_RETRIES = 5


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster whose scheduler listens at `address`, and the number of its workers' threads.

    A batch of games whose worker is lost is played again by another one, and comes out the same. OSError if nobody
    answers; ValueError without Dask, or if the cluster has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("a cluster needs Dask: pip install 'caravela[cluster]'") from None
    with Client(address, timeout=_CONNECT, set_as_default=False) as client:
        threads = sum(client.ncores().values())
        if not threads:
            raise ValueError(f"the cluster at {address} has no workers")
        executor = client.get_executor(pure=False, retries=_RETRIES)
        try:
            yield executor, threads
        finally:
            executor.shutdown(wait=False)
