import copy
import pickle
from collections.abc import Iterator

import pytest

from caravela.cext import Rng

WORD = 2**64 - 1


def splitmix(x: int) -> Iterator[int]:
    while True:
        x = (x + 0x9E3779B97F4A7C15) & WORD
        z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield z ^ (z >> 31)


def rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & WORD


def xoshiro(seed: int, stream: int) -> Iterator[int]:
    start = (next(splitmix(seed)) + stream) & WORD
    words = splitmix(next(splitmix(start)))
    s = [next(words) for _ in range(4)]
    while True:
        yield (rotl((s[0] + s[3]) & WORD, 23) + s[0]) & WORD
        t = (s[1] << 17) & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)


@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (1, 0), (0, 1), (WORD, WORD), (20260101, 17)])
def test_stream_is_xoshiro(seed: int, stream: int) -> None:
    rng = Rng(seed, stream)
    expected = xoshiro(seed, stream)
    assert [rng.next() for _ in range(100)] == [next(expected) for _ in range(100)]


def test_uniform_takes_the_top_53_bits() -> None:
    rng, words = Rng(5), Rng(5)
    assert [rng.uniform() for _ in range(50)] == [(words.next() >> 11) / 2**53 for _ in range(50)]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 1000, 3 * 2**30, 2**32 - 1])
def test_bounded_is_lemire(n: int) -> None:
    rng, words = Rng(n), Rng(n)
    for _ in range(200):
        product = (words.next() >> 32) * n
        while product % 2**32 < (2**32 - n) % n:
            product = (words.next() >> 32) * n
        assert rng.bounded(n) == product >> 32


@pytest.mark.parametrize("n", [0, -1, 2**32, 10**30])
def test_bounded_refuses(n: int) -> None:
    with pytest.raises(ValueError, match="between 1 and 2\\*\\*32"):
        Rng(0).bounded(n)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed is {seed}"):
        Rng(seed)
    with pytest.raises(ValueError, match=f"stream is {seed}"):
        Rng(0, seed)


def test_seed_is_a_whole_number() -> None:
    with pytest.raises(TypeError):
        Rng(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed is True"):
        Rng(True)
    with pytest.raises(ValueError, match="stream is False"):
        Rng(0, False)


@pytest.mark.parametrize("again", [lambda rng: pickle.loads(pickle.dumps(rng)), copy.copy, copy.deepcopy])
def test_copies_go_on_alike(again: object) -> None:
    rng = Rng(3)
    rng.next()
    other = again(rng)  # type: ignore[operator]
    assert [rng.next() for _ in range(10)] == [other.next() for _ in range(10)]


@pytest.mark.parametrize("words", [(0, 0, 0, 0), (1, 2, 3), (1, 2, 3, 2**64), (1, 2, 3, -1)])
def test_altered_pickle_is_refused(words: tuple[int, ...]) -> None:
    restore = Rng(0).__reduce__()[0]
    with pytest.raises(ValueError, match="generator"):
        restore(*words)  # type: ignore[operator]
