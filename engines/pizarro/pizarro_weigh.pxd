"""How worlds are weighed: the law (README) in a form from which they can be drawn.

All ways in which chance deals physical cards are as likely. A telling says which cards that left a hand in sight came
out of a slot, and of which segment (tokens); which cards of the stack the tokens, and the cards this seat saw
drawn, were is counted, not told. In segment k the stack is what was left of the one before, *older* cards, and what
joined it, *fresh* ones. The number of ways is a product of

- for each unit, the ways to match tokens with slots and known copies with what they were;
- for each value, the ways to choose the tokens' cards in one segment after the other:
  sum over f of C(n, f) * older!/(older - f)! * fresh!/(fresh - n + f)!
- for each segment, the ways to fill the other slots with cards that turned up nowhere else. Of the f older
  cards used in later segments, none may be among them: (left)!/(left - f)! * (size - tokens - f)! / size!.

Tokens are first drawn as if each had a weight of its own, that of its value in its segment: units are then independent
of each other. What this gets wrong is a factor for each value and each segment, whose greatest value is found here;
the telling is accepted in proportion. Any weights lead to the same law: good ones refuse less.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from detmath cimport det_exp, det_log

from pizarro_events cimport (
    EV_DRAW,
    EV_GAIN,
    EV_LEAVE,
    EV_OUT,
    EV_SHOW,
    EV_TUCK,
    SEGMENTS,
    TABLE,
    pizarro_event,
    pizarro_telling,
    pizarro_unit,
)
from pizarro_state cimport LOG, WIDTH, pizarro_rules

cdef enum:
    ONES = -1       # stands for a table of ones


cdef inline int new_table(pizarro_telling *t, int count) noexcept nogil:
    """Where so many numbers may be written. If there is no room, the telling is marked and they overwrite others."""
    cdef int at = t.table_count
    if at + count > TABLE:
        t.overflow = 1
        return 0
    t.table_count += count
    return at


cdef inline double ways_of(int older, int fresh, int n, double survival) noexcept nogil:
    """To draw n cards of a value, if older ones count `survival` each."""
    cdef double ways = 1.0, sum = 0.0
    cdef int f, i
    if older == 0 or survival == 0.0:
        for i in range(n):
            ways *= fresh - i
        return ways if n <= fresh else 0.0
    if fresh == 0:
        for i in range(n):
            ways *= (older - i) * survival
        return ways if n <= older else 0.0
    if n == 0:
        return 1.0
    if n == 1:
        return older * survival + fresh
    # Term f = 0, or the first that is not 0; then from one to the next.
    f = max(0, n - fresh)
    if f > older:
        return 0.0
    for i in range(f):
        ways *= (older - i) * survival * (n - i) / (i + 1)
    for i in range(n - f):
        ways *= fresh - i
    while True:
        sum += ways
        if f == n or f == older:
            return sum
        ways *= (older - f) * survival * (n - f) / ((f + 1) * <double>(fresh - n + f + 1))
        f += 1


cdef inline void weigh_survival(const pizarro_rules *r, pizarro_telling *t, double *rate, double *stays) noexcept nogil:
    """Survival of a card in each segment, 0 where none is left; about one of 1 / `rate` cards that are neither tokens
    nor used later each slot was filled with, and `stays` of these were left."""
    cdef double tokens[SEGMENTS]
    cdef double used[SEGMENTS + 2]      # older cards among those drawn
    cdef double older, fresh, kept, usual
    cdef int k, v, left
    memset(used, 0, sizeof(used))
    for k in range(t.segments):
        tokens[k] = 0.0
        for v in range(r.values):
            tokens[k] += t.seen[k][v] + t.mean[k][v]
        left = t.size[k] - t.drawn[k]
        t.survival[k] = left / max(t.size[k] - tokens[k], <double>left) if left else 0.0
    for v in range(r.values):
        older = 0.0
        for k in range(t.segments):
            fresh = t.entered[k][v]
            if k:
                if t.survival[k - 1] == 0.0:
                    older = 0.0
                kept = older * t.survival[k - 1]
                if kept > 0.0:
                    used[k] += (t.seen[k][v] + t.mean[k][v]) * kept / (kept + fresh)
            older = max(0.0, older + fresh - t.seen[k][v] - t.mean[k][v])
    for k in range(t.segments):
        left = t.size[k] - t.drawn[k]
        usual = used[k + 1] + 0.5 * used[k + 2]
        older = max(t.size[k] - tokens[k] - usual, 1.0)
        rate[k] = 1.0 / older
        stays[k] = max(left - usual, 0.5)
        if left:
            t.survival[k] = min(1.0, stays[k] / older)


cdef inline void weigh_tokens(const pizarro_rules *r, pizarro_telling *t, int v, const double *rate) noexcept nogil:
    """The weight of a token of a value in each segment: about the number of cards it can be, times `rate`."""
    cdef double mass[SEGMENTS]
    cdef double older = 0.0, count, later = 1.0
    cdef int k
    for k in range(t.segments):
        if k:
            older = older * t.survival[k - 1]
        mass[k] = older + t.entered[k][v]
        older = max(0.0, mass[k] - t.seen[k][v] - t.mean[k][v])
    for k in range(t.segments - 1, -1, -1):
        count = t.seen[k][v] + t.mean[k][v]
        t.weight[k][v] = max(mass[k] - count + 0.5, 0.1) * later * rate[k]
        if k:
            if t.survival[k - 1] == 0.0:
                later = 1.0
            elif count > 0.0:
                later /= 1.0 + t.survival[k - 1] * count / max(mass[k] - 0.5 * count, 0.5)


cdef inline void weigh_value(const pizarro_rules *r, pizarro_telling *t, int v, const double *rate) noexcept nogil:
    """What the weights of tokens leave out of the ways to choose cards of a value, and its greatest value."""
    cdef double best[256]
    cdef double next[256]
    cdef double scale
    cdef int k, n, d, span, far = 0, low, room, table, seen, alive
    cdef bint open = False
    for k in range(t.segments):
        open = open or t.most[k][v] != t.least[k][v]
    t.value_bound[v] = 1.0
    t.value_table[0][v] = ONES
    if not open:
        return
    # best[d]: greatest product so far with d tokens more than there are in every telling.
    best[0] = 1.0
    room = t.most_of[v]
    low = t.least_of[v]
    for k in range(t.segments):
        room -= t.least[k][v]
        low -= t.least[k][v]
    alive = 0
    for k in range(t.segments):
        if k and t.survival[k - 1] == 0.0:
            for d in range(1, far + 1):
                best[0] = max(best[0], best[d])
            far = alive = low = 0
        span = t.most[k][v] - t.least[k][v]
        seen = t.seen[k][v] + t.least[k][v]
        table = new_table(t, (far + 1) * (span + 1))
        if t.overflow:
            return
        t.value_table[k][v] = table
        for d in range(min(far + span, room) + 1):
            next[d] = 0.0
        for d in range(far + 1):
            scale = 1.0
            for n in range(span + 1):
                t.table[table] = scale * ways_of(max(alive - d, 0), t.entered[k][v], seen + n,
                                                 t.survival[k - 1] if k else 0.0)
                if d + n <= room:
                    next[d + n] = max(next[d + n], best[d] * t.table[table])
                table += 1
                scale *= rate[k] / t.weight[k][v]
        far = min(far + span, room)
        memcpy(best, next, (far + 1) * sizeof(double))
        alive += t.entered[k][v] - seen
    t.value_bound[v] = 0.0
    for d in range(low, far + 1):
        t.value_bound[v] = max(t.value_bound[v], best[d])


cdef inline void settle_token(pizarro_telling *t, pizarro_unit *unit, double *slots, int v,
                              double tokens) noexcept nogil:
    """So many cards of value v come out of the slots, in proportion to their weights."""
    cdef double all = 0.0, share
    cdef int j, k
    for j in range(unit.segments):
        all += slots[j] * t.weight[unit.segment[j]][v]
    if all <= 0.0:
        return
    for j in range(unit.segments):
        k = unit.segment[j]
        share = min(slots[j], slots[j] * t.weight[k][v] * tokens / all)
        t.mean[k][v] += share
        unit.mean[j] += share
        slots[j] -= share


cdef inline void settle_unit(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit) noexcept nogil:
    """How many tokens there are by the present weights, roughly."""
    cdef double slots[SEGMENTS]
    cdef double known[WIDTH]
    cdef const pizarro_event *event
    cdef double all, copies, share
    cdef int e = unit.first, j, v
    unit.extra = 0.0
    for j in range(unit.segments):
        slots[j] = unit.mean[j] = 0.0
    for v in range(r.values):
        known[v] = unit.known[v]
    while e >= 0:
        event = &t.event[e]
        v = event.v
        if event.kind == EV_DRAW:
            slots[event.segment] += 1.0
        elif event.kind == EV_OUT:
            known[v] = max(0.0, known[v] - 1.0)
        elif event.kind == EV_GAIN:
            known[v] += 1.0
        elif event.kind == EV_LEAVE:
            share = 1.0
            if event.copies:
                all = known[v]
                for j in range(unit.segments):
                    all += slots[j] * t.weight[unit.segment[j]][v]
                share = 1.0 - known[v] / all if all > 0.0 and event.slots_most else 0.0
                unit.extra += share
                known[v] = max(0.0, known[v] - 1.0 + share)
            settle_token(t, unit, slots, v, share)
        elif event.kind == EV_TUCK:
            all = 0.0
            for v in range(r.values):
                all += known[v]
            for j in range(unit.segments):
                all += slots[j]
            if all > 0.0:
                for v in range(r.values):
                    known[v] -= known[v] / all
                for j in range(unit.segments):
                    unit.extra += slots[j] / all
                    unit.mean[j] += slots[j] / all
                    slots[j] -= slots[j] / all
        elif event.kind == EV_SHOW:
            for v in range(r.values):
                settle_token(t, unit, slots, v, max(0.0, t.hand_shown[event.number].shown[v] - known[v]))
        e = event.next


cdef inline int least_tokens(const pizarro_unit *unit, int j) noexcept nogil:
    """Fewest tokens out of the unit's j-th segment: the other slots may not be enough for them."""
    cdef int i, slots = 0
    for i in range(unit.segments):
        slots += unit.drawn[i] if i != j else 0
    return max(<int>unit.least[unit.segment[j]], unit.tokens - slots)


cdef inline int most_tokens(const pizarro_unit *unit, int j) noexcept nogil:
    return max(least_tokens(unit, j), min(<int>unit.drawn[j], <int>unit.most[unit.segment[j]]))


cdef inline int number_of(const pizarro_unit *unit, int k) noexcept nogil:
    """Which of the unit's segments segment k is; -1: none of them."""
    cdef int j
    for j in range(unit.segments):
        if unit.segment[j] == k:
            return j
    return -1


cdef inline double slope(const double *logs, int count, int at, int steps) noexcept nogil:
    """How much the logarithm rises over so many steps, on and on at the same rate beyond the ends."""
    cdef double rise = 0.0
    cdef int i
    if count < 2:
        return 0.0
    for i in range(at, at + steps):
        i = max(0, min(i, count - 2))
        rise += logs[i + 1] - logs[i]
    return rise


cdef inline void weigh_pace(pizarro_telling *t, int k, double *best, int span) noexcept nogil:
    """Each slot of a unit that is emptied makes the next one in the segment likelier: pace[n] after n of them.

    best[x], the greatest value of what the weights leave out of segment k if there are x tokens more than the
    fewest, is log-convex. So best[sum of d over units] is at most the product of best[m * d] ** (1 / m) over m units,
    all taken from the mean on: such is the pace. It is then taken out of best[x] again, as far as it must be there.
    """
    cdef pizarro_unit *unit
    cdef double logs[LOG]
    cdef double next[LOG]
    cdef double mean = 0.0, product, pace, most
    cdef int u, j, n, x, i, low, high, table, units = 0, count = 0
    while count <= span and best[count] > 0.0:
        logs[count] = det_log(best[count])
        count += 1
    for u in range(t.units):
        unit = &t.unit[u]
        j = number_of(unit, k)
        if j >= 0:
            units += most_tokens(unit, j) > least_tokens(unit, j)
            mean += min(max(unit.mean[j], <double>least_tokens(unit, j)), <double>most_tokens(unit, j))
            mean -= least_tokens(unit, j)
    span = 0
    next[0] = 1.0
    for u in range(t.units):
        unit = &t.unit[u]
        j = number_of(unit, k)
        if j < 0:
            continue
        n = unit.drawn[j]
        table = unit.pace[j] = new_table(t, 2 * n + 2)
        if t.overflow:
            return
        low = least_tokens(unit, j)
        high = most_tokens(unit, j)
        product = 1.0
        for i in range(n + 1):
            pace = 1.0
            if high > low and units > 1:
                pace = det_exp(slope(logs, count, <int>(mean + units * (i - unit.mean[j]) + 64.5) - 64, units) / units)
            t.table[table + i] = pace if i < n else 0.0
            t.table[table + n + 1 + i] = product
            product /= pace
        for x in range(span + high - low, -1, -1):
            product = 0.0
            for i in range(max(0, x - span), min(x, high - low) + 1):
                most = 0.0
                for n in range(low + i, min(<int>unit.drawn[j], low + i + <int>unit.slot_tucks) + 1):
                    most = max(most, t.table[table + unit.drawn[j] + 1 + n])
                product = max(product, next[x - i] * most)
            next[x] = product
        span += high - low
    for x in range(span + 1):
        best[x] *= next[x]


cdef inline int weigh_segment(const pizarro_rules *r, pizarro_telling *t, int k, double stays, double room,
                              double *best, int *low) noexcept nogil:
    """Factors of a segment, in which about `room` cards are neither tokens nor used later, `stays` of them never drawn.
    Writes to best[x] the greatest value of what the weights leave out, if there are x tokens more than the fewest,
    `low`; returns the greatest x."""
    cdef double product
    cdef int j, v, u, f, x, span = 0, seen = 0, far = 0, left = t.size[k] - t.drawn[k]
    low[0] = 0
    for u in range(t.units):
        j = number_of(&t.unit[u], k)
        if j >= 0:
            low[0] += least_tokens(&t.unit[u], j)
            span += most_tokens(&t.unit[u], j) - least_tokens(&t.unit[u], j)
    for v in range(r.values):
        seen += t.seen[k][v]
        for j in range(k + 1, t.segments):
            far += t.seen[j][v] + t.most[j][v]
    far = min(far, left)
    seen += low[0]
    t.left_table[k] = new_table(t, far + 1)
    t.drawn_table[k] = new_table(t, far + seen + span + 1)
    if t.overflow:
        return 0
    product = 1.0
    for f in range(far + 1):
        t.table[t.left_table[k] + f] = product
        product *= (left - f) / stays
    product = 1.0
    for f in range(far + seen + span + 1):
        t.table[t.drawn_table[k] + f] = product if f <= t.size[k] else 0.0
        product *= room / max(t.size[k] - f, 1)
    for x in range(span + 1):
        best[x] = 0.0
        for f in range(far + 1):
            best[x] = max(best[x], t.table[t.left_table[k] + f] * t.table[t.drawn_table[k] + seen + x + f])
    weigh_pace(t, k, best, span)
    return span


cdef inline void weigh_segments(const pizarro_rules *r, pizarro_telling *t, const double *stays,
                                const double *rate) noexcept nogil:
    """Their factors, and the greatest product of what the weights leave out: a token is in one segment only."""
    cdef double best[LOG]
    cdef double next[LOG]
    cdef double all[LOG]
    cdef int k, v, x, i, low, span = 0, step, least = 0, most = 0
    all[0] = 1.0
    for v in range(r.values):
        least += t.least_of[v]
        most += t.most_of[v]
    for k in range(t.segments):
        step = weigh_segment(r, t, k, stays[k], 1.0 / rate[k], best, &low)
        if t.overflow:
            return
        least -= low
        most -= low
        for x in range(span + step + 1):
            next[x] = 0.0
        for x in range(span + 1):
            for i in range(step + 1):
                next[x + i] = max(next[x + i], all[x] * best[i])
        span += step
        memcpy(all, next, (span + 1) * sizeof(double))
    t.segments_bound = 0.0
    for x in range(max(0, least), min(span, most) + 1):
        t.segments_bound = max(t.segments_bound, all[x])


cdef inline void settle(const pizarro_rules *r, pizarro_telling *t, double *rate, double *stays) noexcept nogil:
    """How many tokens there are in each segment, by the weights that the numbers so far lead to."""
    cdef int u, k, v
    weigh_survival(r, t, rate, stays)
    for v in range(r.values):
        weigh_tokens(r, t, v, rate)
    for k in range(t.segments):
        memset(t.mean[k], 0, sizeof(t.mean[k]))
    for u in range(t.units):
        settle_unit(r, t, &t.unit[u])


cdef inline void weigh_stack(const pizarro_rules *r, pizarro_telling *t) noexcept nogil:
    """Weights of the tokens, what they leave out, and its bounds."""
    cdef double rate[SEGMENTS]
    cdef double stays[SEGMENTS]
    cdef double first[SEGMENTS][WIDTH]
    cdef int k, v
    t.table_count = 0
    for k in range(t.segments):
        memset(t.mean[k], 0, sizeof(t.mean[k]))
    settle(r, t, rate, stays)
    memcpy(first, t.mean, sizeof(first))
    settle(r, t, rate, stays)
    for k in range(t.segments):  # the numbers swing to and fro
        for v in range(r.values):
            t.mean[k][v] = 0.5 * (t.mean[k][v] + first[k][v])
    weigh_survival(r, t, rate, stays)
    for v in range(r.values):
        weigh_tokens(r, t, v, rate)
        weigh_value(r, t, v, rate)
        if t.overflow:
            return
    weigh_segments(r, t, stays, rate)
