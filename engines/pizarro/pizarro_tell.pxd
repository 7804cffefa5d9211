"""Tells a unit: which cards that left the hand in sight, or unseen, were known copies, and which came out of a slot."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from rng cimport rng_bounded, rng_uniform

from pizarro_events cimport (
    EV_DRAW,
    EV_GAIN,
    EV_LEAVE,
    EV_OUT,
    EV_TUCK,
    NOWHERE,
    SEGMENTS,
    TOKEN,
    pizarro_event,
    pizarro_hand,
    pizarro_telling,
    pizarro_unit,
)
from pizarro_state cimport LOG, WIDTH, pizarro_rules
from pizarro_ways cimport greatest_weight, planned, ways_from
from pizarro_weigh cimport ONES

# The slots of a hand while a unit is told, by its segments.
ctypedef struct pizarro_slots:
    int32_t start[SEGMENTS]             # in `slot`
    int32_t count[SEGMENTS]
    int32_t emptied[SEGMENTS]
    double rate[SEGMENTS]               # count * pace
    int32_t loosely
    int32_t all                         # emptied ones
    int32_t state                       # see `ways_from`
    double share                        # of the bounds
    int16_t slot[LOG]                   # events
    # Tokens told so far.
    int32_t tokens
    uint8_t token_segment[LOG]
    uint8_t token_value[LOG]


cdef inline void no_slots(const pizarro_unit *unit, pizarro_slots *h) noexcept nogil:
    cdef int j
    h.all = h.state = h.tokens = 0
    h.share = 1.0 / unit.excess
    for j in range(unit.segments):
        h.start[j] = h.start[j - 1] + unit.drawn[j - 1] if j else 0
        h.count[j] = h.emptied[j] = 0
        h.rate[j] = 0.0


cdef inline void set_rate(const pizarro_telling *t, const pizarro_unit *unit, pizarro_slots *h, int j) noexcept nogil:
    h.rate[j] = h.count[j] * t.table[unit.pace[j] + h.emptied[j]]


cdef inline void fill_slot(pizarro_telling *t, const pizarro_unit *unit, pizarro_slots *h, int j, int e) noexcept nogil:
    h.slot[h.start[j] + h.count[j]] = <int16_t>e
    h.count[j] += 1
    set_rate(t, unit, h, j)
    t.value[e] = 0
    t.into[e] = NOWHERE


cdef inline int empty_slot(const pizarro_telling *t, const pizarro_unit *unit, pizarro_slots *h, int j,
                           caravela_rng *rng) noexcept nogil:
    """Takes one of the slots of a segment out of the hand; returns its event."""
    cdef int i = h.start[j] + <int>rng_bounded(rng, h.count[j]), e = h.slot[i]
    h.count[j] -= 1
    h.emptied[j] += 1
    h.all += 1
    h.state += unit.stride[j]
    set_rate(t, unit, h, j)
    h.slot[i] = h.slot[h.start[j] + h.count[j]]
    return e


cdef inline bint has_card(const pizarro_telling *t, int k, int v) noexcept nogil:
    """Would the stack have another card of value v in segment k, and still those told of later segments?"""
    cdef int left = 0, j
    for j in range(t.segments):
        if j and t.survival[j - 1] == 0.0:
            if j > k:
                return True
            left = 0
        left += t.entered[j][v] - t.seen[j][v] - t.token[j][v]
        if j >= k and left <= 0:
            return False
    return True


cdef inline double slots_weight(const pizarro_telling *t, const pizarro_unit *unit, const pizarro_slots *h, int v,
                               int ways, int least, double *weight) noexcept nogil:
    """Weights of the segments if one of their slots is emptied, of a card of value v (-1: of any); returns their
    sum."""
    cdef double sum = 0.0
    cdef int j
    for j in range(unit.segments):
        weight[j] = 0.0
        if h.count[j]:
            weight[j] = h.rate[j] * ways_from(t, unit, ways, least, h.all + 1, h.state + unit.stride[j])
            if v >= 0:
                weight[j] *= t.weight[unit.segment[j]][v]
                if h.loosely and not has_card(t, unit.segment[j], v):
                    weight[j] = 0.0
        sum += weight[j]
    return sum


cdef inline int segment_at(const pizarro_unit *unit, const pizarro_slots *h, const double *weight,
                           double at) noexcept nogil:
    """Where `at` points; -1: beyond the weights."""
    cdef int j
    for j in range(unit.segments):
        if at < weight[j]:
            return j
        at -= weight[j]
    return -1


cdef inline void take_token(pizarro_telling *t, const pizarro_unit *unit, pizarro_slots *h, int v, int j,
                            caravela_rng *rng) noexcept nogil:
    """A card of value v comes out of a slot."""
    cdef int slot = empty_slot(t, unit, h, j, rng)
    t.value[slot] = <uint8_t>(1 + v)
    t.into[slot] = TOKEN
    t.token[unit.segment[j]][v] += 1
    h.token_segment[h.tokens] = unit.segment[j]
    h.token_value[h.tokens] = <uint8_t>v
    h.tokens += 1


cdef inline bint plan_tucks(const pizarro_rules *r, const pizarro_telling *t, const pizarro_unit *unit,
                            uint8_t *plan, caravela_rng *rng) noexcept nogil:
    """Chooses the values of known copies that are tucked unseen: bit n of plan[v] stands for the n-th tuck."""
    cdef int sets = 1 << unit.tucks, left = 0, part, v, row = unit.plan + sets * (r.values + 1)
    cdef double at = 0.0
    for part in range(sets):
        at += t.table[row + part]
    at *= rng_uniform(rng)
    while at >= t.table[row + left]:
        at -= t.table[row + left]
        left += 1
        if left == sets:
            return False
    for v in range(r.values - 1, -1, -1):
        row -= sets
        at = rng_uniform(rng) * t.table[row + left]
        part = left
        while True:
            at -= (t.table[row - sets + (left & ~part)]
                   * planned(t, unit, unit.start[v], unit.known[v], part))
            if at < 0.0 or part == 0:
                break
            part = (part - 1) & left
        plan[v] = <uint8_t>part
        left &= ~part
    return left == 0


cdef inline bint tell_leave(pizarro_telling *t, const pizarro_unit *unit, const pizarro_event *event, pizarro_slots *h,
                            uint8_t *known, const uint8_t *plan, caravela_rng *rng) noexcept nogil:
    """A card leaves in sight."""
    cdef double weight[SEGMENTS]
    cdef double copy = 0.0, slot, without = 0.0, here, at
    cdef int v = event.v, j
    slot = slots_weight(t, unit, h, v, event.ways, event.emptied, weight)
    if event.copies == 0:
        j = segment_at(unit, h, weight, rng_uniform(rng) * slot)
    else:
        here = ways_from(t, unit, event.ways, event.emptied, h.all, h.state)
        if here <= 0.0:
            return False
        if known[v]:
            copy = known[v] * planned(t, unit, event.after, known[v] - 1, plan[v])
        if event.slots_most:  # none may be left: then this choice is refused
            without = planned(t, unit, event.after, known[v], plan[v])
        at = rng_uniform(rng) * (copy + without * event.bound)
        if at < copy:
            known[v] -= 1
            return True
        j = segment_at(unit, h, weight, rng_uniform(rng) * slot)
        h.share *= slot / (here * event.bound)
    if j < 0:
        return False
    take_token(t, unit, h, v, j, rng)
    return True


cdef inline bint tell_tuck(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit, int e,
                           pizarro_slots *h, uint8_t *known, uint8_t *plan, caravela_rng *rng) noexcept nogil:
    """A card is tucked unseen: a known copy as planned, or any out of a slot."""
    cdef const pizarro_event *event = &t.event[e]
    cdef double weight[SEGMENTS]
    cdef double slot
    cdef int v, j
    for v in range(r.values):
        if plan[v] >> event.number & 1:
            plan[v] &= ~(1 << event.number)
            known[v] -= 1
            t.value[e] = <uint8_t>(1 + v)
            t.into[e] = NOWHERE
            return True
    slot = slots_weight(t, unit, h, -1, event.ways, event.emptied, weight)
    j = segment_at(unit, h, weight, rng_uniform(rng) * slot)
    if j < 0:
        return False
    if event.copies:
        h.share *= slot / (event.bound * ways_from(t, unit, event.ways, event.emptied, h.all, h.state))
    t.into[e] = <int16_t>empty_slot(t, unit, h, j, rng)
    t.into[t.into[e]] = <int16_t>e
    return True


cdef inline bint tell_show(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit,
                           const pizarro_event *event, pizarro_slots *h, const uint8_t *known,
                           caravela_rng *rng) noexcept nogil:
    """The hand is shown: what is not known comes out of the slots, all of them."""
    cdef const pizarro_hand *hand = &t.hand_shown[event.number]
    cdef double weight[SEGMENTS]
    cdef double sum, base = event.slots_least + 1
    cdef int v, i, j, ways = event.ways, left = hand.tokens
    for v in range(r.values):
        if known[v] > hand.shown[v]:
            return False
        for i in range(hand.shown[v] - known[v]):
            left -= 1
            if hand.vague or left == 0:
                sum = slots_weight(t, unit, h, v, ONES, 0, weight)
            else:
                ways += unit.states
                sum = slots_weight(t, unit, h, v, ways, h.all + 1, weight)
            if hand.vague:
                h.share *= sum / (base * greatest_weight(t, unit, v))
            j = segment_at(unit, h, weight, rng_uniform(rng) * sum)
            if j < 0:
                return False
            take_token(t, unit, h, v, j, rng)
    if hand.vague:
        h.share /= event.bound
    return True


cdef inline bint tell_events(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit, pizarro_slots *h,
                             caravela_rng *rng) noexcept nogil:
    """One telling of a unit; False if it is refused."""
    cdef uint8_t known[WIDTH]
    cdef uint8_t plan[WIDTH]
    cdef const pizarro_event *event
    cdef int e = unit.choice, kind
    memcpy(known, unit.known, WIDTH)
    memset(plan, 0, WIDTH)
    if unit.tucks and not plan_tucks(r, t, unit, plan, rng):
        return False
    while e >= 0:
        event = &t.event[e]
        kind = event.kind
        t.work += 1
        if kind == EV_DRAW:
            fill_slot(t, unit, h, event.segment, e)
        elif kind == EV_LEAVE:
            if not tell_leave(t, unit, event, h, known, plan, rng):
                return False
        elif kind == EV_OUT:
            known[event.v] -= 1
        elif kind == EV_GAIN:
            known[event.v] += 1
        elif kind == EV_TUCK:
            if not tell_tuck(r, t, unit, e, h, known, plan, rng):
                return False
        elif not tell_show(r, t, unit, event, h, known, rng):
            return False
        e = event.choice
    return h.loosely or h.share >= 1.0 or rng_uniform(rng) < h.share


cdef inline bint tell_unit(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit, bint loosely,
                           caravela_rng *rng) noexcept nogil:
    """Tells one unit; False if it is refused. loosely: whatever can be will do."""
    cdef pizarro_slots h
    cdef int i
    no_slots(unit, &h)
    h.loosely = loosely
    if tell_events(r, t, unit, &h, rng):
        for i in range(unit.segments):
            t.share *= t.table[unit.pace[i] + unit.drawn[i] + 1 + h.emptied[i]]
        return True
    for i in range(h.tokens):
        t.token[h.token_segment[i]][h.token_value[i]] -= 1
    return False
