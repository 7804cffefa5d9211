"""Uniformly random subsets of sets of up to 64 elements, one bit each."""

from libc.stdint cimport uint64_t

from abi cimport caravela_rng
from bits cimport bits_count, bits_nth
from rng cimport rng_bounded, rng_next

cdef enum:
    SUBSET_FEW = 4  # up to so many elements are drawn one by one


cdef inline uint64_t subset_coins(int eighths, caravela_rng *rng) noexcept nogil:
    """64 independent bits, each set with a probability of so many eighths (0 to 8)."""
    cdef uint64_t bits = 0, word, more
    cdef int i
    if eighths == 8:
        return ~bits
    for i in range(3):  # a binary fraction, its last digit first: each word halves the probability, and may add 1/2
        word = rng_next(rng)
        more = 0 - <uint64_t>(eighths >> i & 1)
        bits = (bits & word) | (more & (bits | word))
    return bits


cdef inline uint64_t subset_draw(uint64_t elements, int count, caravela_rng *rng) noexcept nogil:
    """A subset with `count` elements (there are as many), each subset as likely.

    Coins come close at once; then random elements are added or removed until the number is right. No step prefers an
    element to another, so that all subsets of the same size stay alike.
    """
    cdef int size = bits_count(elements)
    cdef uint64_t drawn = 0
    cdef int have = 0
    if count > SUBSET_FEW:
        drawn = elements & subset_coins((8 * count + size // 2) // size, rng)
        have = bits_count(drawn)
    while have < count:
        drawn |= <uint64_t>1 << bits_nth(elements & ~drawn, <int>rng_bounded(rng, size - have))
        have += 1
    while have > count:
        drawn ^= <uint64_t>1 << bits_nth(drawn, <int>rng_bounded(rng, have))
        have -= 1
    return drawn
