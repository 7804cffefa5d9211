"""Facts that a telling has to respect: what bids and payments showed of hands. And how to come to them, if need be."""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memcpy

from abi cimport caravela_rng
from bits cimport bits_load, bits_pick, bits_sum
from rng cimport rng_bounded

from pizarro_auction cimport exact_options
from pizarro_events cimport (
    EV_DRAW,
    EV_GAIN,
    EV_INEXACT,
    EV_LEAVE,
    EV_OUT,
    EV_SPARE,
    EV_TUCK,
    EV_WORTH,
    TOKEN,
    pizarro_event,
    pizarro_telling,
    pizarro_unit,
)
from pizarro_state cimport LOG, WIDTH, pizarro_rules

cdef enum:
    MENDS = 50      # cards exchanged for a hand


cdef inline int pick_of(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    cdef int at = rng_bounded(rng, total), sum = bits_sum(bits_load(counts))
    return bits_pick(bits_load(counts), at) if at < sum else 8 + bits_pick(bits_load(counts + 8), at - sum)


cdef inline bint worth_holds(const pizarro_rules *r, const uint8_t *hand, int least, bint keep) noexcept nogil:
    """P5.3."""
    cdef int v, sum = 0
    for v in range(r.values):
        sum += hand[v] * r.value[v]
    if keep:
        for v in range(r.values):
            if hand[v]:
                sum -= r.value[v]
                break
    return sum >= least


cdef inline int count_lies(const pizarro_rules *r, const pizarro_telling *t, const pizarro_unit *unit,
                           uint8_t *hand) noexcept nogil:
    """Follows a hand through its unit, to `hand`; returns how many facts do not hold."""
    cdef const pizarro_event *event
    cdef int e = unit.first, lies = 0, kind
    memcpy(hand, unit.known, WIDTH)
    while e >= 0:
        event = &t.event[e]
        kind = event.kind
        if kind == EV_DRAW:
            hand[t.value[e] - 1] += 1
        elif kind == EV_LEAVE or kind == EV_OUT:
            hand[event.v] -= 1
        elif kind == EV_GAIN:
            hand[event.v] += 1
        elif kind == EV_TUCK:
            hand[t.value[e] - 1] -= 1
            if t.into[e] >= 0:  # out of a slot: a known copy would have gone first
                lies += event.sure >> (t.value[e] - 1) & 1
        elif kind == EV_WORTH or kind == EV_SPARE:
            lies += not worth_holds(r, hand, event.number, kind == EV_SPARE)
        elif kind == EV_INEXACT:
            lies += exact_options(r, hand, event.number, r.values - 1) != 0
        e = event.next
    return lies


cdef inline bint has_other(const pizarro_rules *r, const pizarro_telling *t, int k, int v) noexcept nogil:
    """Could a slot of segment k as well have been filled with a card of value v that is in the stack now?"""
    cdef int left = 0, j
    for j in range(t.segments):
        left += t.pool[j][v] - t.filled[j][v]
        if j >= k and left <= 0:
            return False
    return True


cdef inline void refill(pizarro_telling *t, int e, int v) noexcept nogil:
    """A slot gets a card of value v out of the stack instead of its own."""
    cdef int k = t.event[e].number, old = t.value[e] - 1
    t.filled[k][old] -= 1
    t.filled[k][v] += 1
    t.stack[old] += 1
    t.stack[v] -= 1
    t.value[e] = <uint8_t>(1 + v)
    if t.into[e] >= 0:
        t.value[t.into[e]] = <uint8_t>(1 + v)


cdef inline bint mend(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit, uint8_t *hand,
                      caravela_rng *rng) noexcept nogil:
    """Exchanges cards that turned up nowhere with such in the stack until all facts of a unit hold; False if that does
    not lead there."""
    cdef int16_t free[LOG]
    cdef int e = unit.first, count = 0, lies = count_lies(r, t, unit, hand), now, left = 0, i, v, old
    while e >= 0:
        if t.event[e].kind == EV_DRAW and t.into[e] != TOKEN:
            free[count] = <int16_t>e
            count += 1
        e = t.event[e].next
    for v in range(r.values):
        left += t.stack[v]
    if count == 0 or left == 0:
        return lies == 0
    for i in range(MENDS):
        if lies == 0:
            return True
        e = free[rng_bounded(rng, count)]
        v = pick_of(t.stack, left, rng)
        old = t.value[e] - 1
        if v == old or not has_other(r, t, t.event[e].number, v):
            continue
        refill(t, e, v)
        now = count_lies(r, t, unit, hand)
        if now <= lies:
            lies = now
        else:
            refill(t, e, old)
    return lies == 0
