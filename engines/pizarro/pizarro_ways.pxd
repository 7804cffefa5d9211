"""What is to come in a unit: sums over all that may happen to its slots and known copies, from its end back.

Cards that could be known copies are taken for such, and then the sum over the slots is exact: a table gives it for
every number of slots emptied in each segment. Where such a card comes out of a slot instead, less can follow; a bound
of how much makes a second factor, one for each value with known copies. So a unit is told forwards with the right
chances, and refused only for what the bound gives away.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from pizarro_events cimport (
    EVENTS,
    EV_DRAW,
    EV_GAIN,
    EV_LEAVE,
    EV_OUT,
    EV_SHOW,
    EV_TUCK,
    EV_WORTH,
    SEGMENTS,
    TUCKS,
    pizarro_event,
    pizarro_hand,
    pizarro_telling,
    pizarro_unit,
)
from pizarro_state cimport WIDTH, pizarro_rules
from pizarro_weigh cimport ONES, new_table


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
    cdef int count = 0, e = unit.first, kind, v
    cdef bint vague = False
    for v in range(r.values):
        unit.start[v] = ONES
    while e >= 0:
        kind = t.event[e].kind
        vague = vague or kind == EV_TUCK or kind == EV_LEAVE and t.event[e].copies
        if kind < EV_WORTH:
            order[count] = <int16_t>e
            count += 1
        e = t.event[e].next
    unit.choice = -1
    for v in range(count - 1, -1, -1):
        e = order[v]
        t.event[e].choice = unit.choice
        if vague or unit.shown or t.event[e].kind != EV_OUT and t.event[e].kind != EV_GAIN:
            unit.choice = <int16_t>e
    set_states(unit)
    weigh_slots(r, t, unit, order, count)
    if vague and not t.overflow:
        weigh_copies(r, t, unit, order, count)


cdef inline void weigh_units(const pizarro_rules *r, pizarro_telling *t) noexcept nogil:
    cdef int u
    for u in range(t.units):
        if t.overflow:
            return
        if t.unit[u].first >= 0:
            weigh_unit(r, t, &t.unit[u])
