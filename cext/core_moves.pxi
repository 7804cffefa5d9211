# What can be done in a state, asked of its engine.

cdef list legal_list(const caravela_game *g, const void *block):
    cdef int32_t local[LOCAL]
    cdef int32_t *out = local
    cdef int i, n
    if g.legal_max > LOCAL:
        out = <int32_t *>malloc(g.legal_max * sizeof(int32_t))
        if out is NULL:
            raise MemoryError
    try:
        n = g.legal_actions(g, block, out)
        return [out[i] for i in range(min(n, g.legal_max))]
    finally:
        if out is not local:
            free(out)


cdef list chance_list(const caravela_game *g, const void *block):
    """(outcome, probability) of everything that can happen."""
    cdef int32_t *out = <int32_t *>malloc(g.chance_max * (sizeof(double) + sizeof(int32_t)) + 1)
    cdef double *p = <double *>malloc(g.chance_max * sizeof(double) + 1)
    cdef int i, n
    try:
        if out is NULL or p is NULL:
            raise MemoryError
        n = g.chance_outcomes(g, block, out, p)
        return [(out[i], p[i]) for i in range(min(n, g.chance_max))]
    finally:
        free(out)
        free(p)


cdef bint is_legal(const caravela_game *g, const void *block, int action) except -1:
    """Whether the seat to act may take this action."""
    cdef int32_t local[LOCAL]
    cdef int i, n
    if g.legal_max > LOCAL:
        return action in legal_list(g, block)
    n = g.legal_actions(g, block, local)
    for i in range(min(n, g.legal_max)):
        if local[i] == action:
            return True
    return False


cdef bint is_possible(const caravela_game *g, const void *block, int outcome) except -1:
    """Whether chance can bring this outcome."""
    cdef int32_t local[LOCAL]
    cdef double p[LOCAL]
    cdef int i, n
    if g.chance_max > LOCAL:
        return any(listed == outcome and chance > 0.0 for listed, chance in chance_list(g, block))
    n = g.chance_outcomes(g, block, local, p)
    for i in range(min(n, g.chance_max)):
        if local[i] == outcome:
            return p[i] > 0.0
    return False
