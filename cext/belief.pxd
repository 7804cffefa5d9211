"""Worlds weighed by what the others did since the seat's previous decision (a particle filter)."""

from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcmp

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_game, state_copy
from rng cimport rng_uniform
from search_types cimport search_worker


cdef inline size_t draw_particle(search_worker *w) noexcept nogil:
    """Index of a particle, in proportion to weight."""
    cdef double u = rng_uniform(&w.rng) * w.sample_ends[w.samples_ready - 1]
    cdef size_t low = 0, high = <size_t>w.samples_ready - 1, middle
    while low < high:
        middle = (low + high) // 2
        if w.sample_ends[middle] > u:
            high = middle
        else:
            low = middle + 1
    return low


cdef inline int same_view(search_worker *w, const void *s, const void *view, int p) except -100 nogil:
    """Whether seat p's view of s is `view`."""
    cdef uint64_t one, other
    if w.g.key is not NULL:
        w.g.key(w.g, s, p, &one)
        w.g.key(w.g, view, p, &other)
        return one == other
    state_copy(w.g, w.scratch, s)
    w.g.redact(w.g, w.scratch, p)
    return memcmp(w.scratch, view, w.g.state_size) == 0


cdef inline int step_codes(search_worker *w, const void *s, int a) except -100 nogil:
    """What the seat would observe of `a` at s: codes in w.codes; returns how many. The result is in w.scratch."""
    state_copy(w.g, w.scratch, s)
    w.g.apply(w.g, w.scratch, a)
    return w.g.observe(w.g, s, a, w.scratch, w.seat, w.codes)


cdef inline int weigh_steps(search_worker *w, const void *s, int p) except -100 nogil:
    """Candidate steps at s in w.legal with the policy's probabilities in w.prior; returns how many."""
    cdef int n, i
    if p == CARAVELA_CHANCE:
        return w.g.chance_outcomes(w.g, s, w.legal, w.prior)
    n = w.g.legal_actions(w.g, s, w.legal)
    if p == w.seat:
        for i in range(n):
            w.prior[i] = 1.0
    elif w.cfg.heuristic is not NULL:
        w.cfg.heuristic.prior(w.g, s, p, w.legal, n, w.cfg.weights, w.prior)
    else:
        for i in range(n):
            w.prior[i] = 1.0 / n
    return n


cdef inline int follow(search_worker *w, char *s, const int32_t *log, int log_length, double *weight) except -100 nogil:
    """Plays world s forward along the seat's log; weight becomes the likelihood of the codes (0: they do not fit)."""
    cdef int position = 0
    cdef int steps = 0
    cdef int p, n, i, count, chosen
    cdef double total, u
    weight[0] = 1.0
    while True:
        p = w.g.current_player(w.g, s)
        if position == log_length and p == w.seat:
            if not same_view(w, s, w.view, w.seat):
                weight[0] = 0.0
            return 0
        if p == CARAVELA_TERMINAL or steps == w.g.steps_max:
            weight[0] = 0.0
            return 0
        n = weigh_steps(w, s, p)
        total = 0.0
        for i in range(n):
            count = step_codes(w, s, w.legal[i])
            if count > log_length - position or (
                count > 0 and memcmp(w.codes, log + position, count * sizeof(int32_t)) != 0
            ):
                w.prior[i] = 0.0
            total += w.prior[i]
        weight[0] *= total
        if not weight[0] > 0.0:  # nor where a heuristic gives no numbers
            weight[0] = 0.0
            return 0
        u = rng_uniform(&w.rng) * total
        chosen = -1
        for i in range(n):
            if w.prior[i] > 0.0:
                chosen = i
                u -= w.prior[i]
                if u < 0.0:
                    break
        position += step_codes(w, s, w.legal[chosen])
        state_copy(w.g, s, w.scratch)
        steps += 1


cdef inline int make_particles(search_worker *w, const void *previous, const int32_t *log,
                               int log_length) except -100 nogil:
    """Fills the samples from the seat's previous view and the codes it has observed since."""
    cdef double weight
    cdef double total = 0.0
    cdef int k
    cdef char *s
    for k in range(w.cfg.belief):
        s = w.samples + <size_t>k * w.stride
        w.fallbacks += w.g.determinize(w.g, previous, s, w.seat, &w.rng)
        w.worlds += 1
        follow(w, s, log, log_length, &weight)
        total += weight
        w.sample_ends[k] = total
    w.samples_ready = w.cfg.belief if total > 0.0 else 0
    return 0
