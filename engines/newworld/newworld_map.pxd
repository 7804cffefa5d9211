"""Colonies on the map (N1). Sites are sets of bits; every function takes sites that fit what it does."""

from libc.stdint cimport uint16_t, uint32_t

from bits cimport bits_count, bits_lowest, bits_nth

from newworld_state cimport SEATS, newworld_rules, newworld_state, occupied


cdef inline void build(newworld_state *s, int q, uint32_t sites) noexcept nogil:
    """N1.4."""
    s.colony[q] |= <uint16_t>sites


cdef inline void take_off(newworld_state *s, uint32_t sites) noexcept nogil:
    """N1.7: whosever they are."""
    cdef int q
    for q in range(SEATS):
        s.colony[q] &= <uint16_t>~sites
    s.struggling &= <uint16_t>~sites


cdef inline void reduce(newworld_state *s, uint32_t sites) noexcept nogil:
    """N1.6: Successful ones Struggle, Struggling ones leave the map."""
    cdef uint32_t weak = sites & s.struggling
    s.struggling |= <uint16_t>sites
    if weak:
        take_off(s, weak)


cdef inline void repair(newworld_state *s, uint32_t sites) noexcept nogil:
    """N1.8."""
    s.struggling &= <uint16_t>~sites


cdef inline void replace(newworld_state *s, int q, uint32_t sites) noexcept nogil:
    """N1.9."""
    take_off(s, sites)
    build(s, q, sites)


cdef inline void lose(newworld_state *s, int q, int points) noexcept nogil:
    """N1.12: never below 0."""
    s.vp[q] = <uint16_t>(s.vp[q] - points if s.vp[q] > points else 0)


cdef inline uint32_t beside(const newworld_rules *r, uint32_t sites) noexcept nogil:
    """N1.2: sites adjacent to any of these."""
    cdef uint32_t found = 0
    while sites:
        found |= r.neighbours[bits_lowest(sites)]
        sites &= sites - 1
    return found


cdef inline uint32_t above(uint32_t sites, uint32_t chosen) noexcept nogil:
    """Those of the sites that are higher than all chosen ones."""
    chosen |= chosen >> 1
    chosen |= chosen >> 2
    chosen |= chosen >> 4
    chosen |= chosen >> 8
    return sites & ~chosen


cdef inline uint32_t forced_picks(uint32_t sites, uint32_t chosen, int wanted) noexcept nogil:
    """N15.2: in ascending order `wanted` of the sites are picked (there are as many), these were chosen: what may come
    next without leaving too few."""
    cdef int left = wanted - bits_count(chosen & sites)
    if left == 0:
        return 0
    sites = above(sites, chosen & sites)
    return sites & ((<uint32_t>2 << bits_nth(sites, bits_count(sites) - left)) - 1)
