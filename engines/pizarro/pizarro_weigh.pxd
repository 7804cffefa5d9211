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

from bits cimport bits_lowest

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


cdef inline void level_unit(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit) noexcept nogil:
    """If all slots were seen in the end, the tokens in each segment are as many in every telling (but for cards tucked
    unseen): then the segments may be made as likely as each other, and bounds are closer."""
    cdef const pizarro_hand *hand
    cdef pizarro_event *event
    cdef int e = unit.first, k, v
    for k in range(t.segments):
        unit.level[k] = 0.0 if unit.shown else 1.0
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
    for k in range(t.segments):
        if unit.level[k] == 0.0:
            unit.level[k] = 1.0


cdef inline void add_level(const pizarro_telling *t, pizarro_unit *unit, int v, int count) noexcept nogil:
    cdef double all = 0.0
    cdef int k
    for k in range(t.segments):
        if unit.drawn[k]:
            all += t.weight[k][v]
    for k in range(t.segments):
        if unit.drawn[k]:
            unit.level[k] += count * t.weight[k][v] / all


cdef inline int weigh_pace(pizarro_telling *t, int k, double room, double *best) noexcept nogil:
    """Each token of a unit makes the next one in the segment likelier: pace[n] after n of them. Writes to best[x] the
    greatest product of 1 / pace over all tokens, if there are x more than the fewest; returns the greatest x."""
    cdef pizarro_unit *unit
    cdef double next[256]
    cdef double usual, product
    cdef int u, n, x, low, high, slots, span = 0, count = 0
    best[0] = 1.0
    for u in range(t.units):
        count += t.unit[u].drawn[k] != 0
    for u in range(t.units):
        unit = &t.unit[u]
        if unit.drawn[k] == 0:
            continue
        n = unit.drawn[k]
        unit.pace[k] = new_table(t, 2 * n + 2)
        if t.overflow:
            return 0
        usual = min(unit.mean[k], <double>n)
        room = max(room / count, n - usual)
        slots = 0
        for x in range(t.segments):
            slots += unit.drawn[x] if x != k else 0
        low = max(<int>unit.least[k], unit.tokens - slots)
        high = max(low, min(n, <int>unit.most[k]))
        product = 1.0
        for x in range(n + 1):
            t.table[unit.pace[k] + x] = room / (room + usual - x) / unit.level[k] if x < n else 0.0
            t.table[unit.pace[k] + n + 1 + x] = product
            product *= (room + usual - x) / room * unit.level[k]
        for x in range(span + high - low + 1):
            next[x] = 0.0
        for x in range(span + 1):
            for n in range(high - low + 1):
                next[x + n] = max(next[x + n], best[x] * t.table[unit.pace[k] + unit.drawn[k] + 1 + low + n])
        span += high - low
        memcpy(best, next, (span + 1) * sizeof(double))
    return span


cdef inline void weigh_segment(const pizarro_rules *r, pizarro_telling *t, int k, double stays,
                               double room) noexcept nogil:
    """Factors of a segment, in which about `room` cards are neither tokens nor used later, `stays` of them never drawn;
    and the greatest value of what the weights leave out."""
    cdef double best[256]
    cdef double product, most = 0.0
    cdef int j, v, u, f, x, span, low = 0, far = 0, left = t.size[k] - t.drawn[k]
    span = weigh_pace(t, k, room, best)
    for v in range(r.values):
        low += t.seen[k][v]
        for j in range(k + 1, t.segments):
            far += t.seen[j][v] + t.most[j][v]
    for u in range(t.units):
        f = 0
        for j in range(t.segments):
            f += t.unit[u].drawn[j] if j != k else 0
        low += max(<int>t.unit[u].least[k], t.unit[u].tokens - f)
    far = min(far, left)
    t.left_table[k] = new_table(t, far + 1)
    t.drawn_table[k] = new_table(t, far + low + span + 1)
    if t.overflow:
        return
    product = 1.0
    for f in range(far + 1):
        t.table[t.left_table[k] + f] = product
        product *= (left - f) / stays
    product = 1.0
    for f in range(far + low + span + 1):
        t.table[t.drawn_table[k] + f] = product if f <= t.size[k] else 0.0
        product *= room / max(t.size[k] - f, 1)
    for x in range(span + 1):
        for f in range(far + 1):
            most = max(most, best[x] * t.table[t.left_table[k] + f] * t.table[t.drawn_table[k] + low + x + f])
    t.segment_bound[k] = most


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


cdef inline void weigh_value(const pizarro_rules *r, pizarro_telling *t, int v, const double *rate) noexcept nogil:
    """The weight of tokens of a value in each segment, the factors of the value, and their greatest product."""
    cdef double mass[SEGMENTS]
    cdef double best[2 * WIDTH * WIDTH]
    cdef double next[2 * WIDTH * WIDTH]
    cdef double older, count, later, scale
    cdef int k, n, d, span, far = 0, low, room, table, seen, alive
    cdef bint open = False
    older = 0.0
    for k in range(t.segments):
        if k:
            older = older * t.survival[k - 1]
        mass[k] = older + t.entered[k][v]
        older = max(0.0, mass[k] - t.seen[k][v] - t.mean[k][v])
        open = open or t.most[k][v] != t.least[k][v]
    later = 1.0
    for k in range(t.segments - 1, -1, -1):
        count = t.seen[k][v] + t.mean[k][v]
        t.weight[k][v] = max(mass[k] - count + 0.5, 0.1) * later
        if k:
            if t.survival[k - 1] == 0.0:
                later = 1.0
            elif count > 0.0:
                later /= 1.0 + t.survival[k - 1] * count / max(mass[k] - 0.5 * count, 0.5)
    t.value_bound[v] = 1.0
    t.value_table[0][v] = ONES
    if not open:
        for k in range(t.segments):
            t.weight[k][v] *= rate[k]
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
                scale /= t.weight[k][v]
        far = min(far + span, room)
        memcpy(best, next, (far + 1) * sizeof(double))
        alive += t.entered[k][v] - seen
        t.weight[k][v] *= rate[k]
    t.value_bound[v] = 0.0
    for d in range(low, far + 1):
        t.value_bound[v] = max(t.value_bound[v], best[d])


cdef inline double greatest_weight(const pizarro_telling *t, const pizarro_unit *unit, uint32_t segments,
                                   int v) noexcept nogil:
    """Of a slot, for cards of value v."""
    cdef double most = 0.0
    cdef int k
    while segments:
        k = bits_lowest(segments)
        most = max(most, t.weight[k][v] * t.table[unit.pace[k] + unit.drawn[k] - 1])
        segments &= segments - 1
    return most


cdef inline double slots_bound(const pizarro_telling *t, const pizarro_unit *unit, const uint8_t *filled,
                               uint32_t all, int slots, int v) noexcept nogil:
    """Greatest sum of weights of so many slots, of which at most `filled` are of each segment. The weight of a
    segment falls ever faster as slots are emptied: so empty one after the other, where it costs least."""
    cdef int emptied[SEGMENTS]
    cdef double sum = 0.0, loss, least
    cdef uint32_t left
    cdef int k, best = 0, over = -slots
    left = all
    while left:
        k = bits_lowest(left)
        left &= left - 1
        emptied[k] = 0
        over += filled[k]
    while over > 0 and all & (all - 1):
        over -= 1
        least = -1.0
        left = all
        while left:
            k = bits_lowest(left)
            left &= left - 1
            if emptied[k] < filled[k]:
                loss = t.weight[k][v] * (
                    (filled[k] - emptied[k]) * t.table[unit.pace[k] + emptied[k]]
                    - (filled[k] - emptied[k] - 1) * t.table[unit.pace[k] + emptied[k] + 1])
                if least < 0.0 or loss < least:
                    least = loss
                    best = k
        emptied[best] += 1
    if over > 0:
        emptied[bits_lowest(all)] = over
    left = all
    while left:
        k = bits_lowest(left)
        left &= left - 1
        sum += t.weight[k][v] * (filled[k] - emptied[k]) * t.table[unit.pace[k] + emptied[k]]
    return sum


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
    cdef double slot = event.bound * event.later if event.slots_most else 0.0
    event.after = after
    if event.copies == 0:
        return
    table = now[event.v] = copies_table(t, unit, event.copies)
    for i in range(event.copies + 1):
        for tucks in range(1 << unit.tucks):
            t.table[table] = slot * planned(t, unit, after, i, tucks) if slot > 0.0 else 0.0
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


cdef inline void weigh_show(const pizarro_rules *r, pizarro_telling *t, const pizarro_unit *unit,
                            pizarro_event *event, int32_t *now) noexcept nogil:
    """What is shown beyond the known copies was in the slots. So many slots, h, have h! ways, at most
    most! * b**(h - most), if b is one more than the fewest there can be."""
    cdef const pizarro_hand *hand = &t.hand_shown[event.number]
    cdef int v, i, tucks, table
    cdef double base = event.slots_least + 1
    event.bound = factorial(event.slots_most) / power(base, event.slots_most)
    if not hand.vague:
        return
    for v in range(r.values):
        if hand.copies[v]:
            table = now[v] = copies_table(t, unit, hand.copies[v])
            for i in range(hand.copies[v] + 1):
                for tucks in range(1 << unit.tucks):
                    t.table[table] = 0.0
                    if tucks == 0 and i <= hand.shown[v]:
                        t.table[table] = (power(base * greatest_weight(t, unit, event.segments, v), hand.shown[v] - i)
                                          / factorial(hand.shown[v] - i))
                    table += 1


cdef inline void weigh_plans(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit,
                             const double *slot) noexcept nogil:
    """Which value, or a slot, each tuck takes a card of. The table has, for the first 0, 1, 2, ... values and each set
    of tucks, the sum over the plans by which these values serve them."""
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


cdef inline void weigh_unit(const pizarro_rules *r, pizarro_telling *t, pizarro_unit *unit) noexcept nogil:
    """Bounds for the events of a unit, from the last one back.

    Weights are those of known copies and slots, in the order of events, as in any telling at most: a token has its
    `bound` if cards that could be known copies were. Where they came out of slots instead, fewer slots are left for the
    tokens after: each such card takes off the share 1 - `later` of their bounds, or more.
    """
    cdef int16_t order[EVENTS]
    cdef uint8_t filled[SEGMENTS]
    cdef uint8_t copies[WIDTH]
    cdef double slot[TUCKS]
    cdef pizarro_event *event
    cdef double later = 1.0
    cdef int count = 0, e = unit.first, v
    cdef bint vague = False
    memset(filled, 0, sizeof(filled))
    memcpy(copies, unit.known, WIDTH)
    while e >= 0:
        event = &t.event[e]
        order[count] = <int16_t>e
        count += 1
        if event.kind == EV_DRAW:
            filled[event.segment] += 1
        elif event.kind == EV_LEAVE:
            event.bound = slots_bound(t, unit, filled, event.segments, event.slots_most, event.v)
            event.later = 1.0
            if event.copies:
                vague = True
                copies[event.v] -= event.slots_most == 0
            elif vague and event.bound > 0.0:
                event.later = (slots_bound(t, unit, filled, event.segments, event.slots_most - 1, event.v)
                               / event.bound)
        elif event.kind == EV_TUCK:
            vague = True
        elif event.kind == EV_OUT:
            copies[event.v] -= 1
        elif event.kind == EV_GAIN:
            copies[event.v] += 1
        e = event.next
    for v in range(WIDTH):
        unit.start[v] = ONES
    while count:
        count -= 1
        event = &t.event[order[count]]
        if event.kind == EV_LEAVE:
            if event.copies:
                event.later = later
            else:
                later *= event.later
            copies[event.v] = event.copies
            weigh_leave(t, unit, event, unit.start)
        elif event.kind == EV_OUT or event.kind == EV_GAIN:
            copies[event.v] = event.copies
            weigh_move(t, unit, event, unit.start, 1 if event.kind == EV_GAIN else -1)
        elif event.kind == EV_TUCK:
            event.later = later if event.copies else 1.0
            slot[event.number] = event.slots_most * event.later
            weigh_tuck(r, t, unit, event, copies, unit.start)
        elif event.kind == EV_SHOW:
            weigh_show(r, t, unit, event, unit.start)
        if t.overflow:
            return
    if unit.tucks:
        weigh_plans(r, t, unit, slot)


cdef inline void weigh(const pizarro_rules *r, pizarro_telling *t) noexcept nogil:
    """Weights and bounds of all that the log says."""
    cdef double rate[SEGMENTS]
    cdef double stays[SEGMENTS]
    cdef int u, v, k
    t.table_count = 0
    weigh_survival(r, t, rate, stays)
    for v in range(r.values):
        weigh_value(r, t, v, rate)
        if t.overflow:
            return
    for u in range(t.units):
        level_unit(r, t, &t.unit[u])
    for k in range(t.segments):
        weigh_segment(r, t, k, stays[k], 1.0 / rate[k])
        if t.overflow:
            return
    for u in range(t.units):
        if t.unit[u].first >= 0:
            weigh_unit(r, t, &t.unit[u])
        if t.overflow:
            return
