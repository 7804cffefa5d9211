"""Bit tricks on arrays of small counters and on sets (see include/bits.h)."""

from libc.stdint cimport uint32_t, uint64_t


cdef extern from "bits.h" nogil:
    int bits_lowest(uint64_t x) noexcept
    uint64_t bits_load(const void *bytes) noexcept
    void bits_store(void *bytes, uint64_t x) noexcept
    int bits_sum(uint64_t counters) noexcept
    uint32_t bits_present(uint64_t counters) noexcept
    int bits_pick(uint64_t counters, int r) noexcept
    int bits_count(uint64_t set) noexcept
    int bits_nth(uint64_t set, int r) noexcept
