"""Worlds sampled from a view: every hidden card is given a value by telling the money log once more.

A telling settles, unit by unit, which cards that left a hand in sight came out of a slot, and of which; a unit that
cannot be is told again. It is accepted in proportion to what the weights of the tokens leave out (`pizarro_weigh`).
Then the other slots are filled from the cards that turned up nowhere, and refused if a fact does not hold. Work is
bounded: in the end any telling is taken and mended until all facts hold.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from rng cimport rng_bounded, rng_uniform

from pizarro_auction cimport start_payment
from pizarro_events cimport (
    EV_DRAW,
    EV_TUCK,
    NOWHERE,
    SEGMENTS,
    TOKEN,
    pizarro_telling,
    pizarro_unit,
    read_log,
)
from pizarro_facts cimport MENDS, count_lies, mend, pick_of
from pizarro_state cimport (
    PHASES,
    STEP_PAY,
    STEP_PUT,
    STEP_TUCK_HAND,
    UNSEEN,
    WIDTH,
    hand_values,
    pizarro_rules,
    pizarro_state,
)
from pizarro_tell cimport tell_unit
from pizarro_ways cimport weigh_units
from pizarro_weigh cimport ONES, weigh_stack

cdef enum:
    # Events told before
    WORK = 24000        # a telling is mended until all facts hold, whatever the law says of it
    MORE_WORK = 60000   # facts are given up

    BY_LAW = 0
    ANYHOW = 1

    BROKEN = 0          # no telling
    FALSE = 1           # cards move as seen, but a fact does not hold
    TRUE = 2


cdef inline double value_share(const pizarro_rules *r, const pizarro_telling *t) noexcept nogil:
    """What the weights of the tokens leave out, value by value, as a share of its greatest value."""
    cdef double share = 1.0
    cdef int k, v, d, n
    for v in range(r.values):
        if t.value_table[0][v] == ONES:
            continue
        share /= t.value_bound[v]
        d = 0
        for k in range(t.segments):
            if k and t.survival[k - 1] == 0.0:
                d = 0
            n = t.token[k][v] - t.least[k][v]
            share *= t.table[t.value_table[k][v] + d * (t.most[k][v] - t.least[k][v] + 1) + n]
            d += n
    return share


cdef inline int draw_older(int older, int fresh, int n, double survival, caravela_rng *rng) noexcept nogil:
    """How many of n cards drawn are older ones; see `ways_of`."""
    cdef double share[256]
    cdef double sum = 0.0, at
    cdef int f, i, first
    if older == 0 or survival == 0.0:
        return 0
    if fresh == 0:
        return n
    first = max(0, n - fresh)
    share[0] = 1.0
    sum = 1.0
    for i in range(min(n, older) - first):
        f = first + i
        share[i + 1] = (share[i] * (older - f) * survival * (n - f)
                        / ((f + 1) * <double>(fresh - n + f + 1)))
        sum += share[i + 1]
    at = rng_uniform(rng) * sum
    f = first
    while at >= share[f - first] and f < min(n, older):
        at -= share[f - first]
        f += 1
    return f


cdef inline double tell_stack(const pizarro_rules *r, pizarro_telling *t, caravela_rng *rng) noexcept nogil:
    """Which cards of the stack were seen: what is left in the pool, by the segment in which it joined the stack, turned
    up nowhere. Returns what the weights leave out, segment by segment, as a share of its greatest value."""
    cdef int used[SEGMENTS]     # cards of a segment or older, drawn in later ones
    cdef int drawn[SEGMENTS]
    cdef double share = t.share
    cdef int k, j, v, n, f, older, start, at
    for k in range(t.segments):
        used[k] = drawn[k] = 0
        memcpy(t.pool[k], t.entered[k], WIDTH)
    for v in range(r.values):
        start = 0
        older = 0
        for k in range(t.segments):
            if k and t.survival[k - 1] == 0.0:
                start = k
                older = 0
            n = t.seen[k][v] + t.token[k][v]
            drawn[k] += n
            f = draw_older(older, t.pool[k][v], n, t.survival[k - 1] if k else 0.0, rng) if n else 0
            if f > older or n - f > t.pool[k][v]:
                return 0.0
            t.pool[k][v] -= <uint8_t>(n - f)
            while f:
                f -= 1
                at = rng_bounded(rng, older)
                older -= 1
                j = start
                while at >= t.pool[j][v]:
                    at -= t.pool[j][v]
                    j += 1
                t.pool[j][v] -= 1
                used[k - 1] += 1
                while j < k - 1:  # not counted on for these segments
                    used[j] += 1
                    share *= t.survival[j]
                    j += 1
            older += t.pool[k][v]
    for k in range(t.segments):
        if used[k] > t.size[k] - t.drawn[k]:
            return 0.0
        share *= t.table[t.left_table[k] + used[k]] * t.table[t.drawn_table[k] + used[k] + drawn[k]]
    return share / t.segments_bound


cdef inline void fill_slots(const pizarro_rules *r, pizarro_telling *t, caravela_rng *rng) noexcept nogil:
    """The slots whose cards never turned up in sight."""
    cdef int e, v, k = -1, count = 0
    memset(t.stack, 0, WIDTH)
    for v in range(t.segments):
        memset(t.filled[v], 0, WIDTH)
    for e in range(t.events):
        if t.event[e].kind == EV_DRAW and t.into[e] != TOKEN:
            while k < t.event[e].number:
                k += 1
                for v in range(r.values):
                    t.stack[v] += t.pool[k][v]
                    count += t.pool[k][v]
            v = pick_of(t.stack, count, rng)
            t.stack[v] -= 1
            count -= 1
            t.filled[k][v] += 1
            t.value[e] = <uint8_t>(1 + v)
            if t.into[e] >= 0:
                t.value[t.into[e]] = <uint8_t>(1 + v)
    for k in range(k + 1, t.segments):
        for v in range(r.values):
            t.stack[v] += t.pool[k][v]


cdef inline int tell_hands(const pizarro_rules *r, pizarro_telling *t, int way, caravela_rng *rng) noexcept nogil:
    """Follows the hands through the log. FALSE or TRUE."""
    cdef const pizarro_unit *unit
    cdef int u, result = TRUE
    for u in range(t.units):
        unit = &t.unit[u]
        if count_lies(r, t, unit, t.hand[unit.seat]):
            if way == BY_LAW:
                return FALSE
            if not mend(r, t, unit, t.hand[unit.seat], rng):
                result = FALSE
            t.work += MENDS
            count_lies(r, t, unit, t.hand[unit.seat])
    return result


cdef inline void fill_options(const pizarro_rules *r, pizarro_state *s, int p) noexcept nogil:
    """What another seat that is asked may choose."""
    if s.mover == p:
        return
    if s.step == STEP_PAY:
        start_payment(r, s)
        if s.options == 0:  # only where facts were given up
            s.due = s.sum[s.mover]
            s.options = <uint16_t>hand_values(s, s.mover)
            s.options &= <uint16_t>-<int>s.options
    elif s.step == STEP_TUCK_HAND:
        s.options = <uint16_t>hand_values(s, s.mover)
    elif s.step == STEP_PUT:
        s.options = <uint16_t>hand_values(s, s.mover)
        if s.last:
            s.options &= <uint16_t>((<uint32_t>1 << s.last) - 1)


cdef inline void fill_hand(const pizarro_rules *r, pizarro_state *s, int q) noexcept nogil:
    cdef int v
    s.sum[q] = 0
    for v in range(r.values):
        s.sum[q] += <uint16_t>((s.known[q][v] + s.hidden[q][v]) * r.value[v])


cdef inline void fill_in(const pizarro_rules *r, pizarro_state *s, const pizarro_telling *t, int p) noexcept nogil:
    """The world that a telling ends in."""
    cdef int e, q, v, i, slot
    for q in range(r.players):
        if q != p and s.hidden_count[q]:
            for v in range(r.values):
                s.hidden[q][v] = t.hand[q][v] - s.known[q][v]
            fill_hand(r, s, q)
    memcpy(s.stack, t.stack, WIDTH)
    for e in range(t.events):
        i = t.event[e].entry
        if t.event[e].kind == EV_DRAW:
            s.log[i] = <uint16_t>(s.log[i] & ~0x1FF | t.value[e])
        elif t.event[e].kind == EV_TUCK:
            s.log[i] = <uint16_t>(s.log[i] & ~15 | t.value[e])
            slot = s.log[i] >> 4 & 31
            s.tucked[slot // PHASES][slot % PHASES] = <uint8_t>(UNSEEN | t.value[e])


cdef inline void fill_blindly(const pizarro_rules *r, pizarro_state *s, int p, caravela_rng *rng) noexcept nogil:
    """Hidden cards without regard to the log: any that are unseen."""
    cdef int q, k, place, i, v, left = 0
    for v in range(r.values):
        left += s.stack[v]
    for q in range(r.players):
        if q != p and s.hidden_count[q]:
            for i in range(s.hidden_count[q]):
                v = pick_of(s.stack, left, rng)
                left -= 1
                s.stack[v] -= 1
                s.hidden[q][v] += 1
            fill_hand(r, s, q)
    for k in range(r.stacks):
        for place in range(PHASES):
            if s.tucked[k][place] == UNSEEN:
                v = pick_of(s.stack, left, rng)
                left -= 1
                s.stack[v] -= 1
                s.tucked[k][place] = <uint8_t>(UNSEEN | (1 + v))


cdef inline void forget_units(pizarro_telling *t) noexcept nogil:
    cdef int k
    t.share = 1.0
    for k in range(t.segments):
        memset(t.token[k], 0, WIDTH)


cdef inline bint tell_units(const pizarro_rules *r, pizarro_telling *t, int limit, bint loosely,
                            caravela_rng *rng) noexcept nogil:
    """Tells every unit; False if that is too much work."""
    cdef int told = 0, u = 0
    forget_units(t)
    while told < t.units:
        t.work += 5
        if t.work > limit:
            return False
        if t.unit[u].first < 0 or tell_unit(r, t, &t.unit[u], loosely, rng):
            told += 1
            u = u + 1 if u + 1 < t.units else 0
        elif loosely:  # the others may have left it no card: now it comes first
            told = 0
            forget_units(t)
    return True


cdef inline int tell_once(const pizarro_rules *r, pizarro_telling *t, int way, caravela_rng *rng) noexcept nogil:
    """Goes on when all units are told. BROKEN, FALSE or TRUE."""
    cdef double share = value_share(r, t)
    if way == BY_LAW and rng_uniform(rng) >= share:
        return BROKEN
    share = tell_stack(r, t, rng)
    if share == 0.0 or way == BY_LAW and rng_uniform(rng) >= share:
        return BROKEN
    fill_slots(r, t, rng)
    return tell_hands(r, t, way, rng)


cdef inline bint tell_world(const pizarro_rules *r, const pizarro_state *view, pizarro_state *s, int p,
                            caravela_rng *rng) noexcept nogil:
    """Fills in a world by the law and returns True; otherwise the best that turns up."""
    cdef pizarro_telling t
    cdef int way = BY_LAW, limit = WORK, result, best = BROKEN, i
    read_log(r, view, p, &t)
    if not t.overflow:
        weigh_stack(r, &t)
        weigh_units(r, &t)
    t.work = 0
    for i in range(t.events):
        t.into[i] = NOWHERE
    while best < TRUE and not t.overflow:
        if not tell_units(r, &t, limit, way != BY_LAW, rng):
            if way == ANYHOW:
                break
            way = ANYHOW
            limit += MORE_WORK
            continue
        result = tell_once(r, &t, way, rng)
        if result > best and (result == TRUE or way == ANYHOW):
            best = result
            memcpy(s, view, sizeof(pizarro_state))
            fill_in(r, s, &t, p)
    if best == BROKEN:
        fill_blindly(r, s, p, rng)
    return best == TRUE and way == BY_LAW


cdef inline int sample_world(const pizarro_rules *r, const pizarro_state *view, pizarro_state *s, int p,
                             caravela_rng *rng) noexcept nogil:
    """Fills in what seat p does not know; 1 if the world follows another law."""
    cdef bint exact = True
    memcpy(s, view, sizeof(pizarro_state))
    if s.log_count and s.blurred < 2:
        exact = tell_world(r, view, s, p, rng)
    elif s.log_count:
        exact = False
        fill_blindly(r, s, p, rng)
    fill_options(r, s, p)
    return not exact or s.blurred != 0
