"""Seeds made from seeds: every random choice of a bot or a game runner starts from one of these."""

from caravela.cext.core import Rng

__all__ = ["derive"]


def derive(seed: int, *streams: int) -> int:
    """A 64-bit seed that depends on `seed` and on each of `streams` in order (all in 0 .. 2**64 - 1)."""
    for stream in streams:
        seed = Rng(seed, stream).next()
    return seed
