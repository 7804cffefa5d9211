"""What bids and payments cost a seat: the cheapest cards that pay them (P6), by dynamic programming over its hand."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy

from pizarro_state cimport SUM_MAX, pizarro_rules

cdef enum:
    COSTS = SUM_MAX + 1
    FAR = 1000000           # cost of what no cards add up to


cdef inline void no_cards(int top, float *costs) noexcept nogil:
    cdef int x
    costs[0] = 0.0
    for x in range(1, top + 1):
        costs[x] = FAR


cdef inline void add_card(const float *old, float *new, int top, int value, float cost, float bonus) noexcept nogil:
    """The least costs with one more card; `bonus` is gained where it is the lowest of a payment."""
    cdef int x
    cdef float with_it
    memcpy(new, old, min(value, top + 1) * sizeof(float))
    for x in range(value, top + 1):
        with_it = old[x - value] + cost
        new[x] = with_it if with_it < old[x] else old[x]
    if value <= top and cost - bonus < new[value]:
        new[value] = cost - bonus


cdef inline void bid_costs(const pizarro_rules *r, const uint8_t *hand, const double *cost, const double *bonus,
                           int top, float *out) noexcept nogil:
    """The least cost of each bid up to `top`; where no cards add up to it, that of the next sum (P6.2).

    `bonus` by value is gained with the lowest card paid.
    """
    cdef float other[COSTS]
    cdef float *old = out
    cdef float *new = other
    cdef float *swap
    cdef int v, i, x
    no_cards(top, out)
    for v in range(r.values):
        for i in range(hand[v]):
            add_card(old, new, top, r.value[v], <float>cost[v], <float>bonus[v])
            swap = old
            old = new
            new = swap
    if old != out:
        memcpy(out, old, (top + 1) * sizeof(float))
    for x in range(top - 1, 0, -1):
        if out[x] > FAR / 2:
            out[x] = out[x + 1]


cdef inline double least_from(const float *costs, int low, int high) noexcept nogil:
    cdef float least = costs[low]
    cdef int x
    for x in range(low + 1, high + 1):
        least = min(least, costs[x])
    return least


cdef inline void payment_costs(const pizarro_rules *r, const uint8_t *hand, const double *cost, const double *bonus,
                               int due, bint inexact, const int32_t *actions, int n, double *out) noexcept nogil:
    """The least cost of what is due if the next card has the value of each action, and no later one a higher value."""
    cdef float one[COSTS]
    cdef float two[COSTS]
    cdef float *old = one
    cdef float *new = two
    cdef float *swap
    cdef int top = min(due + r.value[r.values - 1], <int>SUM_MAX), v, i, at = 0, rest
    no_cards(top, old)
    for v in range(actions[n - 1] - r.first_pay + 1):
        for i in range(hand[v]):
            if i == hand[v] - 1 and actions[at] - r.first_pay == v:  # so far: all cards that may come after it
                rest = due - r.value[v]
                if rest <= 0:
                    out[at] = cost[v] - bonus[v]
                else:
                    out[at] = cost[v] + (least_from(old, rest, top) if inexact else old[rest])
                at += 1
                if at == n:
                    return
            add_card(old, new, top, r.value[v], <float>cost[v], <float>bonus[v])
            swap = old
            old = new
            new = swap
