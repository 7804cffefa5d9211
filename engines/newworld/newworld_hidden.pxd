"""Who knows what (N13): codes of steps, views, and the view as floats."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from newworld_state cimport (
    LOG_TITLE,
    STEP_DEAL,
    STEP_DRAW,
    STEP_FIRST,
    TITLES,
    add_counts,
    newworld_rules,
    newworld_state,
)

cdef enum:
    STEPS = 15
    MODES = 6
    WINDOWS = 5


cdef inline int write_codes(const newworld_rules *r, const newworld_state *before, int a, int p,
                            int32_t *codes) noexcept nogil:
    """Everything is public but for the cards drawn."""
    if before.step == STEP_DEAL or before.step == STEP_DRAW:
        codes[0] = r.code_outcome + a if before.mover == p else r.code_drawn + before.mover
    else:
        codes[0] = r.code_outcome + a if before.step == STEP_FIRST else a
    return 1


cdef inline void blank(const newworld_rules *r, newworld_state *s, int p) noexcept nogil:
    """Seat p's view: the others' cards count as unseen."""
    cdef int q, i
    for q in range(r.players):
        if q == p:
            continue
        add_counts(s.pile, s.hand[q])
        memset(s.hand[q], 0, TITLES)
        for i in range(s.log_count[q]):
            if s.log[q][i] > LOG_TITLE:
                s.log[q][i] &= <uint8_t>~LOG_TITLE


cdef inline int tensor_size(const newworld_rules *r) noexcept nogil:
    """Number of floats of `write_tensor`."""
    return (STEPS + MODES + WINDOWS + 10 + 3 * r.titles + r.sites * (r.players + 2) + r.regions * (r.players + 1)
            + r.players * (14 + r.titles))


cdef inline void write_tensor(const newworld_rules *r, const newworld_state *s, int p, float *out) noexcept nogil:
    """Seat p's view (blanked already) as tensor_size floats; layout in the README."""
    cdef float *at = out
    cdef int n = r.players, i, k, q
    memset(out, 0, tensor_size(r) * sizeof(float))
    at[s.step] = 1
    at += STEPS
    at[s.mode] = 1
    at += MODES
    at[s.window] = 1
    at += WINDOWS
    at[0] = <float>s.turn / r.turns
    at[1] = <float>s.pile_count / r.total
    at[2] = <float>s.fates / r.total
    at[3] = <float>s.due / 20
    at[4] = s.iron
    at[5] = <float>s.paid / r.plague_vp
    at[6] = s.answer != 0
    at[7] = s.shuffles != 0
    at[8] = s.epochs != 0
    at[9] = s.blurred
    at += 10
    for i in range(r.titles):
        at[i] = <float>s.pile[i] / r.copies[i]
        at[r.titles + i] = <float>s.discard[i] / r.copies[i]
    if s.title:
        at[2 * r.titles + s.title - 1] += 1
    if s.answer:
        at[2 * r.titles + s.answer - 1] += 0.5
    at += 3 * r.titles
    for i in range(r.sites):
        for k in range(n):
            at[k] = s.colony[(p + k) % n] >> i & 1
        at[n] = s.struggling >> i & 1
        at[n + 1] = s.staged >> i & 1
        at += n + 2
    for i in range(r.regions):
        for k in range(n):
            at[k] = s.isolated[(p + k) % n] >> i & 1
        at[n] = s.target == 1 + i and s.step != STEP_FIRST
        at += n + 1
    for k in range(n):  # seat p first, then clockwise
        q = (p + k) % n
        at[0] = q == s.mover
        at[1] = q == s.actor
        at[2] = q == s.first
        at[3] = s.answer != 0 and q == s.answerer
        at[4] = s.window != 0 and q == s.top
        at[5] = q == s.plague
        at[6] = s.reduced >> q & 1
        at[7] = s.stopped >> q & 1
        at[8] = s.target == 1 + q
        at[9] = <float>s.vp[q] / 50
        at[10] = <float>s.support[q] / r.spaces
        at[11] = <float>s.hand_count[q] / 10
        at[12] = <float>s.pledge[q] / r.plague_vp
        at[13] = s.fresh >> q & 1
        at += 14
        for i in range(r.titles):
            at[i] = <float>s.hand[q][i] / r.copies[i]
        at += r.titles
