"""Places by points, for engines whose places are decided by nothing else."""

from libc.stdint cimport int32_t


cdef inline void rank_by(const double *points, int players, int32_t *out) noexcept nogil:
    """1 is best, ties share."""
    cdef int p, q
    for p in range(players):
        out[p] = 1
        for q in range(players):
            out[p] += points[q] > points[p]
