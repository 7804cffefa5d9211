"""xoshiro256++ (Blackman & Vigna 2019), seeded by SplitMix64; unbiased bounded draws (Lemire 2019)."""

from libc.stdint cimport uint32_t, uint64_t

from abi cimport caravela_rng


cdef inline uint64_t splitmix64(uint64_t *x) noexcept nogil:
    x[0] += 0x9E3779B97F4A7C15ULL
    cdef uint64_t z = x[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline void rng_seed(caravela_rng *rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Streams of one seed are independent; the state is never all zero (four distinct outputs of a bijection)."""
    cdef uint64_t x = seed
    x = splitmix64(&x) + stream
    x = splitmix64(&x)
    rng.s[0] = splitmix64(&x)
    rng.s[1] = splitmix64(&x)
    rng.s[2] = splitmix64(&x)
    rng.s[3] = splitmix64(&x)


cdef inline uint64_t rotl(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t rng_next(caravela_rng *rng) noexcept nogil:
    cdef uint64_t result = rotl(rng.s[0] + rng.s[3], 23) + rng.s[0]
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = rotl(rng.s[3], 45)
    return result


cdef inline uint32_t rng_bounded(caravela_rng *rng, uint32_t n) noexcept nogil:
    """Uniform in 0 .. n-1, n >= 1; always takes at least one number from the stream."""
    cdef uint64_t m = (rng_next(rng) >> 32) * <uint64_t>n
    cdef uint32_t low = <uint32_t>m
    cdef uint32_t threshold
    if low < n:
        threshold = (<uint32_t>0 - n) % n
        while low < threshold:
            m = (rng_next(rng) >> 32) * <uint64_t>n
            low = <uint32_t>m
    return <uint32_t>(m >> 32)


cdef inline double rng_uniform(caravela_rng *rng) noexcept nogil:
    """Uniform in [0, 1) with 53 bits."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)
