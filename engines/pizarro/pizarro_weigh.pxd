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

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

from detmath cimport det_exp, det_log

from pizarro_events cimport (
    EVENTS,
    EV_DRAW,
    EV_GAIN,
    EV_LEAVE,
    EV_OUT,
    EV_SHOW,
    EV_TUCK,
    SEGMENTS,
    TABLE,
    TUCKS,
    pizarro_event,
    pizarro_hand,
    pizarro_telling,
    pizarro_unit,
)
from pizarro_state cimport WIDTH, pizarro_rules

cdef enum:
    ONES = -1       # stands for a table of ones
    SETTLINGS = 2


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


cdef inline void set_states(pizarro_unit *unit) noexcept nogil:
    """How emptied slots are numbered: see `ways_from`."""
    cdef int j
    unit.largest = 0
    for j in range(unit.segments):
        if unit.drawn[j] > unit.drawn[unit.largest]:
            unit.largest = <uint8_t>j
    unit.states = 1
    for j in range(unit.segments):
        unit.stride[j] = 0
        if j != unit.largest:
            unit.stride[j] = unit.states
            unit.states *= unit.drawn[j] + 1


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


cdef inline void level_unit(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit) noexcept nogil:
    """If all slots were seen in the end, as many were emptied in each segment in every telling: then the segments may
    be made as likely as each other, and bounds are closer."""
    cdef const pizarro_hand *hand
    cdef const pizarro_event *event
    cdef int e = unit.first, j, v
    for j in range(unit.segments):
        unit.level[j] = 0.0 if unit.shown else 1.0
    if not unit.shown:
        return
    while e >= 0:
        event = &t.event[e]
        if event.kind == EV_LEAVE and event.copies == 0:
            add_level(t, unit, event.v, 1)
        elif event.kind == EV_SHOW:
            hand = &t.hand_shown[event.number]
            for v in range(r.values):
                if hand.shown[v] > hand.copies[v]:
                    add_level(t, unit, v, hand.shown[v] - hand.copies[v])
        e = event.next
    for j in range(unit.segments):
        if unit.level[j] == 0.0:
            unit.level[j] = 1.0


cdef inline void add_level(const pizarro_telling *t, pizarro_unit *unit, int v, int count) noexcept nogil:
    cdef double all = 0.0
    cdef int j
    for j in range(unit.segments):
        all += t.weight[unit.segment[j]][v]
    for j in range(unit.segments):
        unit.level[j] += count * t.weight[unit.segment[j]][v] / all


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
    cdef double logs[256]
    cdef double next[256]
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
                pace = det_exp(1.0 / units * slope(logs, count, <int>(mean + units * (i - unit.mean[j]) + 64.5) - 64,
                                                     units))
            t.table[table + i] = pace / unit.level[j] if i < n else 0.0
            t.table[table + n + 1 + i] = product
            product *= unit.level[j] / pace
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
    """Their factors, and the greatest product of what the weights leave out: tokens in one segment are not in another."""
    cdef double best[256]
    cdef double next[256]
    cdef double all[256]
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


cdef inline double planned(const pizarro_telling *t, const pizarro_unit *unit, int table, int copies,
                           int tucks) noexcept nogil:
    """What is to come for a value, at most, with so many known copies of which these tucks (bits) will take one
    each."""
    if table == ONES:
        return tucks == 0
    return t.table[table + (copies << unit.tucks) + tucks]


cdef inline int copies_table(pizarro_telling *t, const pizarro_unit *unit, int copies) noexcept nogil:
    return new_table(t, (copies + 1) << unit.tucks)


cdef inline void weigh_leave(pizarro_telling *t, const pizarro_unit *unit, pizarro_event *event,
                             int32_t *now) noexcept nogil:
    """A known copy leaves, or a card out of a slot."""
    cdef int i, tucks, after = now[event.v], table
    event.after = after
    table = now[event.v] = copies_table(t, unit, event.copies)
    if t.overflow:
        return
    for i in range(event.copies + 1):
        for tucks in range(1 << unit.tucks):
            t.table[table] = event.bound * planned(t, unit, after, i, tucks) if event.slots_most else 0.0
            if i:
                t.table[table] += i * planned(t, unit, after, i - 1, tucks)
            table += 1


cdef inline void weigh_move(pizarro_telling *t, const pizarro_unit *unit, pizarro_event *event, int32_t *now,
                            int change) noexcept nogil:
    """A known copy leaves or comes for certain."""
    cdef int i, tucks, after = now[event.v], table
    if after == ONES:
        return
    table = now[event.v] = copies_table(t, unit, event.copies)
    if t.overflow:
        return
    for i in range(event.copies + 1):
        for tucks in range(1 << unit.tucks):
            t.table[table] = planned(t, unit, after, i + change, tucks) if i + change >= 0 else 0.0
            table += 1


cdef inline void weigh_tuck(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit,
                            const pizarro_event *event, const uint8_t *copies, int32_t *now) noexcept nogil:
    """A known copy is tucked, if it is planned."""
    cdef int v, i, tucks, after, table, bit = 1 << event.number
    for v in range(r.values):
        if copies[v] == 0:
            continue
        after = now[v]
        table = now[v] = copies_table(t, unit, copies[v])
        if t.overflow:
            return
        for i in range(copies[v] + 1):
            for tucks in range(1 << unit.tucks):
                if not tucks & bit:
                    t.table[table] = planned(t, unit, after, i, tucks)
                elif i:
                    t.table[table] = ((1 if event.sure >> v & 1 else i)
                                      * planned(t, unit, after, i - 1, tucks & ~bit))
                else:
                    t.table[table] = 0.0
                table += 1


cdef inline double factorial(int n) noexcept nogil:
    cdef double product = 1.0
    cdef int i
    for i in range(2, n + 1):
        product *= i
    return product


cdef inline double power(double base, int n) noexcept nogil:
    """By multiplication: the same on every machine."""
    cdef double product = 1.0
    cdef int i
    for i in range(n):
        product *= base
    return product


cdef inline double greatest_weight(const pizarro_telling *t, const pizarro_unit *unit, int v) noexcept nogil:
    """Of a slot, for cards of value v."""
    cdef double most = 0.0
    cdef int j
    for j in range(unit.segments):
        most = max(most, t.weight[unit.segment[j]][v] * t.table[unit.pace[j] + unit.drawn[j] - 1])
    return most


cdef inline void weigh_show(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit,
                            pizarro_event *event, int32_t *now) noexcept nogil:
    """Of a hand of which tellings know different cards: what is shown beyond these was in the slots. So many slots, h,
    have h! ways, at most most! * b**(h - most), if b is one more than the fewest there can be."""
    cdef const pizarro_hand *hand = &t.hand_shown[event.number]
    cdef int v, i, tucks, table
    cdef double base = event.slots_least + 1
    event.bound = factorial(event.slots_most) / power(base, event.slots_most)
    for v in range(r.values):
        if hand.copies[v]:
            table = now[v] = copies_table(t, unit, hand.copies[v])
            if t.overflow:
                return
            for i in range(hand.copies[v] + 1):
                for tucks in range(1 << unit.tucks):
                    t.table[table] = 0.0
                    if tucks == 0 and i <= hand.shown[v]:
                        t.table[table] = (power(base * greatest_weight(t, unit, v), hand.shown[v] - i)
                                          / factorial(hand.shown[v] - i))
                    table += 1


cdef inline void weigh_plans(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit,
                             const double *slot) noexcept nogil:
    """Which value, or a slot, each tuck takes a card of. The table has, for the first 0, 1, 2, ... values and each set
    of tucks, the sum over the plans by which these values serve them; then with the slots for the others."""
    cdef int sets = 1 << unit.tucks, v, all, part, table
    cdef double sum
    table = unit.plan = new_table(t, sets * (r.values + 2))
    if t.overflow:
        return
    for all in range(sets):
        t.table[table + all] = all == 0
    for v in range(r.values):
        for all in range(sets):
            sum = 0.0
            part = all
            while True:
                sum += (t.table[table + (all & ~part)]
                        * planned(t, unit, unit.start[v], unit.known[v], part))
                if part == 0:
                    break
                part = (part - 1) & all
            t.table[table + sets + all] = sum
        table += sets
    for all in range(sets):
        sum = t.table[table + all]
        for v in range(unit.tucks):
            if not all >> v & 1:
                sum *= slot[v]
        t.table[table + sets + all] = sum


cdef inline double ways_from(const pizarro_telling *t, const pizarro_unit *unit, int table, int least, int emptied,
                             int state) noexcept nogil:
    """What is to come for the slots. A table has, for each number of emptied slots from `least` on, all states: how
    many of them are of each segment but the largest, as a number of mixed radix."""
    return 1.0 if table == ONES else t.table[table + (emptied - least) * unit.states + state]


cdef inline void weigh_step(pizarro_telling *t, const pizarro_unit *unit, const uint8_t *filled, int v, int least,
                            int most, int after, int least_after, int table, double *ratio) noexcept nogil:
    """A slot is emptied, of a card of value v (-1: of any), when between `least` and `most` have been. Sums what is to
    come over the slots: to a table, if there is one. Else ratio[n], if n more than the least have been emptied, becomes
    the greatest ratio of the sum to what would come otherwise."""
    cdef int x[SEGMENTS]
    cdef double sum, without
    cdef int state, emptied, j, spent = 0, large = unit.largest
    for j in range(unit.segments):
        x[j] = 0
    if table == ONES:
        for j in range(most - least + 1):
            ratio[j] = 0.0
    for state in range(unit.states):
        for emptied in range(least, most + 1):
            sum = 0.0
            x[large] = emptied - spent
            if 0 <= x[large] <= filled[large]:
                for j in range(unit.segments):
                    if x[j] < filled[j]:
                        sum += ((filled[j] - x[j]) * t.table[unit.pace[j] + x[j]]
                                * (t.weight[unit.segment[j]][v] if v >= 0 else 1.0)
                                * ways_from(t, unit, after, least_after, emptied + 1, state + unit.stride[j]))
                    elif x[j] > filled[j]:
                        sum = 0.0
                        break
                if table == ONES and sum > 0.0:
                    without = ways_from(t, unit, after, least_after, emptied, state)
                    if without > 0.0:
                        ratio[emptied - least] = max(ratio[emptied - least], sum / without)
            if table != ONES:
                t.table[table + (emptied - least) * unit.states + state] = sum
        for j in range(unit.segments):  # the next state
            if j != large:
                x[j] += 1
                spent += 1
                if x[j] <= unit.drawn[j]:
                    break
                spent -= x[j]
                x[j] = 0


cdef inline void weigh_shown(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit, pizarro_event *event,
                             const uint8_t *filled, int all, int32_t *ways, int32_t *least) noexcept nogil:
    """A SHOW of a hand of which all tellings know the same cards: the others come out of the slots one by one, and
    there is a table for each."""
    cdef const pizarro_hand *hand = &t.hand_shown[event.number]
    cdef int v, i, emptied = all, table
    event.ways = table = new_table(t, hand.tokens * unit.states)
    if t.overflow:
        return
    table += hand.tokens * unit.states
    for v in range(r.values - 1, -1, -1):
        for i in range(hand.shown[v] - hand.copies[v]):
            table -= unit.states
            emptied -= 1
            weigh_step(t, unit, filled, v, emptied, emptied, ways[0], emptied + 1, table, NULL)
            ways[0] = table
    least[0] = emptied


cdef inline void weigh_slots(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit, const int16_t *order,
                             int count) noexcept nogil:
    """What is to come for the slots after each event, from the last one back, as if cards that could be known copies
    always were. Where such a card comes out of a slot instead, this becomes less: by a factor of `bound` at most.

    The n-th of these cards has a lower bound than the first: `fall`[n - 1] of its bound. How often it happens is not
    known; bounds are lowered to what they are about the mean number, and `excess` is what the product of n of them may
    be too low.
    """
    cdef uint8_t filled[SEGMENTS]
    cdef double ratio[256]
    cdef double fall[256]
    cdef double product
    cdef pizarro_event *event
    cdef int32_t ways = ONES, least = 0
    cdef int i, n, low, table, all = 0, falls = 0
    for i in range(unit.segments):
        filled[i] = unit.drawn[i]
        all += unit.drawn[i]
    for i in range(count - 1, -1, -1):
        event = &t.event[order[i]]
        if event.kind == EV_DRAW:
            filled[event.segment] -= 1
            all -= 1
        elif event.kind == EV_SHOW and not t.hand_shown[event.number].vague:
            weigh_shown(r, t, unit, event, filled, all, &ways, &least)
        elif event.kind == EV_LEAVE or event.kind == EV_TUCK:
            event.ways = ways
            event.emptied = least
            low = all - event.slots_most
            n = event.slots_most - event.slots_least + 1
            if event.copies == 0:
                table = new_table(t, n * unit.states)
                if t.overflow:
                    return
                weigh_step(t, unit, filled, event.v if event.kind == EV_LEAVE else -1, low, low + n - 1, ways, least,
                           table, NULL)
                ways = table
                least = low
                continue
            event.bound = 0.0
            if event.slots_most == 0:
                continue
            weigh_step(t, unit, filled, event.v if event.kind == EV_LEAVE else -1, low, low + n - 1, ways, least, ONES,
                       ratio)
            while falls < n:
                fall[falls] = 0.0
                falls += 1
            for low in range(n):
                event.bound = max(event.bound, ratio[low])
            if event.bound > 0.0:
                for low in range(n):
                    fall[low] = max(fall[low], ratio[low] / event.bound)
        if t.overflow:
            return
    unit.fall = 1.0
    unit.excess = 1.0
    if falls:
        unit.fall = max(fall[min(falls - 1, <int>(unit.extra + 0.5))], 0.01)
        product = 1.0
        for n in range(falls):
            product *= fall[n] / unit.fall
            unit.excess = max(unit.excess, product)
    for i in range(count):
        event = &t.event[order[i]]
        if event.copies and (event.kind == EV_LEAVE or event.kind == EV_TUCK):
            event.bound *= unit.fall


cdef inline void weigh_copies(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit, const int16_t *order,
                              int count) noexcept nogil:
    """What is to come for each value with known copies after each event, from the last one back: a factor beside that
    of the slots."""
    cdef uint8_t copies[WIDTH]
    cdef double slot[TUCKS]
    cdef pizarro_event *event
    cdef int i, v
    memcpy(copies, unit.known, WIDTH)
    for i in range(count):
        event = &t.event[order[i]]
        if event.kind == EV_OUT:
            copies[event.v] -= 1
        elif event.kind == EV_GAIN:
            copies[event.v] += 1
        elif event.kind == EV_LEAVE:
            copies[event.v] -= event.copies != 0 and event.slots_most == 0
    for i in range(count - 1, -1, -1):
        event = &t.event[order[i]]
        if event.kind == EV_LEAVE and event.copies:
            copies[event.v] = event.copies
            weigh_leave(t, unit, event, unit.start)
        elif event.kind == EV_OUT or event.kind == EV_GAIN:
            copies[event.v] = event.copies
            weigh_move(t, unit, event, unit.start, 1 if event.kind == EV_GAIN else -1)
        elif event.kind == EV_TUCK:
            slot[event.number] = event.bound if event.copies else 1.0
            weigh_tuck(r, t, unit, event, copies, unit.start)
        elif event.kind == EV_SHOW and t.hand_shown[event.number].vague:
            weigh_show(r, t, unit, event, unit.start)
        if t.overflow:
            return
    if unit.tucks:
        weigh_plans(r, t, unit, slot)


cdef inline void weigh_unit(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit) noexcept nogil:
    """What is to come after each event of a unit: a product of factors for the slots and the known copies."""
    cdef int16_t order[EVENTS]
    cdef int count = 0, e = unit.first, v
    cdef bint vague = False
    for v in range(r.values):
        unit.start[v] = ONES
    while e >= 0:
        order[count] = <int16_t>e
        count += 1
        vague = vague or t.event[e].kind == EV_TUCK or t.event[e].kind == EV_LEAVE and t.event[e].copies
        e = t.event[e].next
    set_states(unit)
    weigh_slots(r, t, unit, order, count)
    if vague and not t.overflow:
        weigh_copies(r, t, unit, order, count)


cdef inline void settle(const pizarro_rules *r, pizarro_telling *t, double *rate, double *stays) noexcept nogil:
    """Weights, and how many tokens there are by them."""
    cdef int u, v
    weigh_survival(r, t, rate, stays)
    for v in range(r.values):
        weigh_tokens(r, t, v, rate)
    for v in range(t.segments):
        memset(t.mean[v], 0, sizeof(t.mean[v]))
    for u in range(t.units):
        settle_unit(r, t, &t.unit[u])


cdef inline void weigh(const pizarro_rules *r, pizarro_telling *t) noexcept nogil:
    """Weights and bounds of all that the log says."""
    cdef double rate[SEGMENTS]
    cdef double stays[SEGMENTS]
    cdef int u, v, k
    t.table_count = 0
    for k in range(t.segments):
        memset(t.mean[k], 0, sizeof(t.mean[k]))
    for k in range(SETTLINGS):
        settle(r, t, rate, stays)
    weigh_survival(r, t, rate, stays)
    for v in range(r.values):
        weigh_tokens(r, t, v, rate)
        weigh_value(r, t, v, rate)
        if t.overflow:
            return
    for u in range(t.units):
        level_unit(r, t, &t.unit[u])
    weigh_segments(r, t, stays, rate)
    for u in range(t.units):
        if t.unit[u].first >= 0:
            weigh_unit(r, t, &t.unit[u])
        if t.overflow:
            return
