"""64-bit word hashing (in the manner of wyhash) for node keys and code sequences."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy


cdef extern from "mum.h" nogil:
    uint64_t mum(uint64_t a, uint64_t b) noexcept


cdef inline uint64_t hash_step(uint64_t key, uint64_t value) noexcept nogil:
    """Key of a sequence after one more value; order matters."""
    return mum(key ^ 0xA0761D6478BD642FULL, value ^ 0xE7037ED1A0B428DBULL ^ (key >> 32))


cdef inline uint64_t hash_bytes(const void *bytes, size_t count, uint64_t seed) noexcept nogil:
    cdef const uint8_t *p = <const uint8_t *>bytes
    cdef uint64_t a = seed ^ 0xA0761D6478BD642FULL, b = seed ^ 0x8EBC6AF09C88C6E3ULL
    cdef uint64_t w[4]
    cdef size_t left = count
    while left >= 32:
        memcpy(w, p, 32)
        a = mum(w[0] ^ 0xE7037ED1A0B428DBULL, w[1] ^ a)
        b = mum(w[2] ^ 0x589965CC75374CC3ULL, w[3] ^ b)
        p += 32
        left -= 32
    w[0] = w[1] = w[2] = w[3] = 0
    memcpy(w, p, left)
    a = mum(w[0] ^ 0xE7037ED1A0B428DBULL, w[1] ^ a)
    b = mum(w[2] ^ 0x589965CC75374CC3ULL, w[3] ^ b)
    return mum(a ^ 0x1D8E4E27C47D124FULL ^ count, b ^ 0xEB44ACCAB455D165ULL)
