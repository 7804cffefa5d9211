"""Worlds sampled from a view: every hidden card is given a value by telling the money log once more.

A telling settles, unit by unit, which cards that left a hand in sight came out of a slot, and of which; a unit that
cannot be is told again. It is accepted in proportion to what the weights of the tokens leave out (`pizarro_weigh`).
Then the other slots are filled from the cards that turned up nowhere, and refused if a fact does not hold. Work is
bounded: in the end a telling in which everything seen is true is taken as it is.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from bits cimport bits_load, bits_lowest, bits_pick, bits_sum
from rng cimport rng_bounded, rng_uniform

from pizarro_auction cimport exact_options, start_payment
from pizarro_events cimport (
    EVENTS,
    EV_DRAW,
    EV_GAIN,
    EV_INEXACT,
    EV_LEAVE,
    EV_OUT,
    EV_SHOW,
    EV_SPARE,
    EV_TUCK,
    EV_WORTH,
    SEGMENTS,
    pizarro_event,
    pizarro_hand,
    pizarro_telling,
    pizarro_unit,
    read_log,
)
from pizarro_state cimport (
    LOG,
    LOG_DRAW,
    LOG_TUCK,
    PHASES,
    SEATS,
    STEP_PAY,
    STEP_PUT,
    STEP_TUCK_HAND,
    UNSEEN,
    WIDTH,
    hand_values,
    pizarro_rules,
    pizarro_state,
)
from pizarro_weigh cimport ONES, greatest_weight, planned, ways_from, weigh

cdef enum:
    TRIES = 1000        # units told before a consistent world of another law is taken
    LAST_TRIES = 128    # tellings before facts are given up

    BROKEN = 0          # no telling
    FALSE = 1           # cards move as seen, but a fact does not hold
    TRUE = 2

# The slots of a hand while a unit is told, by its segments.
ctypedef struct pizarro_slots:
    int32_t start[SEGMENTS]             # in `slot`
    int32_t count[SEGMENTS]
    int32_t emptied[SEGMENTS]
    double rate[SEGMENTS]               # count * pace
    int32_t all                         # emptied ones
    int32_t state                       # see `ways_from`
    double share                        # of the bounds
    int16_t slot[LOG]                   # events
    # Tokens told so far.
    int32_t tokens
    uint8_t token_segment[LOG]
    uint8_t token_value[LOG]


cdef inline int pick_of(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    cdef int at = rng_bounded(rng, total), sum
    cdef uint64_t word = bits_load(counts)
    sum = bits_sum(word)
    return bits_pick(word, at) if at < sum else 8 + bits_pick(bits_load(counts + 8), at - sum)


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
    t.into[e] = -1


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
    t.value[empty_slot(t, unit, h, j, rng)] = <uint8_t>(1 + v)
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
        if slot > 0.0:
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
            return True
    slot = slots_weight(t, unit, h, -1, event.ways, event.emptied, weight)
    j = segment_at(unit, h, weight, rng_uniform(rng) * slot)
    if j < 0:
        return False
    if event.copies:
        h.share *= slot / (event.bound * ways_from(t, unit, event.ways, event.emptied, h.all, h.state))
    t.value[e] = 0
    t.into[empty_slot(t, unit, h, j, rng)] = <int16_t>e
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


cdef inline bint tell_unit(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit, bint loosely,
                           caravela_rng *rng) noexcept nogil:
    """Tells one unit; False if it is refused."""
    cdef pizarro_slots h
    cdef uint8_t known[WIDTH]
    cdef uint8_t plan[WIDTH]
    cdef const pizarro_event *event
    cdef int e = unit.first, i, kind
    memcpy(known, unit.known, WIDTH)
    memset(plan, 0, WIDTH)
    if unit.tucks and not plan_tucks(r, t, unit, plan, rng):
        return False
    no_slots(unit, &h)
    while e >= 0:
        event = &t.event[e]
        kind = event.kind
        if kind == EV_DRAW:
            fill_slot(t, unit, &h, event.segment, e)
        elif kind == EV_LEAVE:
            if not tell_leave(t, unit, event, &h, known, plan, rng):
                return False
        elif kind == EV_OUT:
            known[event.v] -= 1
        elif kind == EV_GAIN:
            known[event.v] += 1
        elif kind == EV_TUCK:
            if not tell_tuck(r, t, unit, e, &h, known, plan, rng):
                return False
        elif kind == EV_SHOW:
            if not tell_show(r, t, unit, event, &h, known, rng):
                return False
        e = event.next
    if not loosely and h.share < 1.0 and rng_uniform(rng) >= h.share:
        return False
    for i in range(unit.segments):
        t.share *= t.table[unit.pace[i] + unit.drawn[i] + 1 + h.emptied[i]]
    for i in range(h.tokens):
        t.token[h.token_segment[i]][h.token_value[i]] += 1
    return True


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


cdef inline double tell_stack(const pizarro_rules *r, pizarro_telling *t,
                              caravela_rng *rng) noexcept nogil:
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


cdef inline void fill_slots(const pizarro_rules *r, pizarro_telling *t,
                            caravela_rng *rng) noexcept nogil:
    """The slots whose cards never turned up in sight."""
    cdef int e, v, k = -1, count = 0
    memset(t.stack, 0, WIDTH)
    for e in range(t.events):
        if t.event[e].kind == EV_DRAW and t.value[e] == 0:
            while k < t.event[e].number:
                k += 1
                for v in range(r.values):
                    t.stack[v] += t.pool[k][v]
                    count += t.pool[k][v]
            v = pick_of(t.stack, count, rng)
            t.stack[v] -= 1
            count -= 1
            t.value[e] = <uint8_t>(1 + v)
            if t.into[e] >= 0:
                t.value[t.into[e]] = <uint8_t>(1 + v)
    for k in range(k + 1, t.segments):
        for v in range(r.values):
            t.stack[v] += t.pool[k][v]


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


cdef inline int tell_hands(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int p) noexcept nogil:
    """Follows the hands through the log. BROKEN, FALSE or TRUE."""
    cdef const pizarro_event *event
    cdef uint8_t *hand
    cdef int u, e, kind, v, q, result = TRUE
    memcpy(t.hand, s.first_hand, sizeof(t.hand))
    for u in range(t.units):
        e = t.unit[u].first
        hand = t.hand[t.unit[u].seat]
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
            elif kind == EV_WORTH or kind == EV_SPARE:
                if not worth_holds(r, hand, event.number, kind == EV_SPARE):
                    result = FALSE
            elif kind == EV_INEXACT:
                if exact_options(r, hand, event.number, r.values - 1):
                    result = FALSE
            e = event.next
    for e in range(t.events):  # a known copy would have been tucked first
        if t.into[e] >= 0 and t.event[e].kind == EV_DRAW:
            event = &t.event[t.into[e]]
            if event.sure >> (t.value[e] - 1) & 1:
                return BROKEN
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


cdef inline bint tell_units(const pizarro_rules *r, pizarro_telling *t, int *tries, bint loosely,
                            caravela_rng *rng) noexcept nogil:
    """Tells every unit; False if that took too long."""
    cdef int u, k
    t.share = 1.0
    for k in range(t.segments):
        memset(t.token[k], 0, WIDTH)
    for u in range(t.units):
        if t.unit[u].first < 0:
            continue
        while True:
            tries[0] -= 1
            if tries[0] < 0:
                return False
            if tell_unit(r, t, &t.unit[u], loosely, rng):
                break
    return True


cdef inline bint tell_world(const pizarro_rules *r, const pizarro_state *view, pizarro_state *s, int p,
                            caravela_rng *rng) noexcept nogil:
    """Fills in a world by the law and returns True; otherwise the best that turned up."""
    cdef pizarro_telling t
    cdef int tries = TRIES, result, best = BROKEN, i
    cdef double share
    cdef bint loosely = False
    read_log(r, view, p, &t)
    if not t.overflow:
        weigh(r, &t)
    for i in range(t.events):
        t.into[i] = -1
    while not t.overflow:
        if not tell_units(r, &t, &tries, loosely, rng):
            if loosely:
                break
            loosely = True
            tries = LAST_TRIES
            continue
        share = value_share(r, &t)
        if not loosely and rng_uniform(rng) >= share:
            continue
        share = tell_stack(r, &t, rng)
        if share == 0.0 or not loosely and rng_uniform(rng) >= share:
            continue
        fill_slots(r, &t, rng)
        result = tell_hands(r, view, &t, p)
        if result == TRUE and not loosely or result > best:
            best = result
            memcpy(s, view, sizeof(pizarro_state))
            fill_in(r, s, &t, p)
            if result == TRUE:
                break
    if best == BROKEN:
        fill_blindly(r, s, p, rng)
    return best == TRUE and not loosely


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
