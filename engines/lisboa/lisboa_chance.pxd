"""Chance: favors, plans, clergy tiles, cubes, buildings, scoring tiles, decrees, cards (L3, L5.5, L18.2)."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from abi cimport caravela_rng
from bits cimport bits_count, bits_lowest, bits_nth
from rng cimport rng_bounded

from lisboa_state cimport (
    COLUMNS,
    DRAW_BUILDING,
    DRAW_CUBE,
    DRAW_DECREE,
    DRAW_FAVOR,
    DRAW_HAND,
    DRAW_OFFER,
    DRAW_PLAN,
    DRAW_SCORING,
    DRAW_TILE,
    DRAW_TOP,
    GOODS,
    HAND,
    KINDS,
    NOBLES,
    PLANS,
    PLOTS,
    ROWS,
    SPACE_TILE,
    STACKS,
    HELD,
    lisboa_rules,
    lisboa_state,
    lisboa_task,
    list_add,
    list_size,
    next_seat,
    pop,
    push,
    seen_task,
    top_task,
)


cdef inline int card_group(const lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """The deck that a card is drawn from."""
    return s.period if task.kind == DRAW_HAND else 2 + STACKS * s.period + task.a


cdef inline int group_left(const lisboa_rules *r, const lisboa_state *s, int group) noexcept nogil:
    """Unseen cards of a deck."""
    cdef int i, left = 0
    for i in range(r.group_size[group]):
        left += s.unseen[r.group[group][i]]
    return left


cdef inline int empty_space(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """The first space of the church without its tile, or -1."""
    cdef int i
    for i in range(r.ring):
        if r.ring_space[i] == SPACE_TILE and s.track[i] == 0:
            return i
    return -1


cdef inline int total(const uint8_t *counts, int n) noexcept nogil:
    cdef int i, sum = 0
    for i in range(n):
        sum += counts[i]
    return sum


cdef inline const uint8_t *counters(const lisboa_rules *r, const lisboa_state *s, int kind, int *n,
                                    int *base) noexcept nogil:
    """What may be drawn, as counts by kind, and the outcome of kind 0. Not for decrees and cards."""
    if kind == DRAW_FAVOR:
        n[0] = NOBLES
        base[0] = r.o_favor
        return s.portrait
    if kind == DRAW_PLAN:
        n[0] = r.plan_kinds
        base[0] = r.o_plan
        return s.starting
    if kind == DRAW_OFFER or kind == DRAW_TILE:
        n[0] = r.clergy
        base[0] = r.o_clergy
        return s.bag
    if kind == DRAW_CUBE:
        n[0] = KINDS
        base[0] = r.o_cube
        return s.rubble_bag
    if kind == DRAW_BUILDING:
        n[0] = r.buildings
        base[0] = r.o_building
        return s.buildings
    n[0] = r.scoring_kinds
    base[0] = r.o_scoring
    return s.scoring


cdef inline bint is_drawn(const lisboa_rules *r, const lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """Whether a chance entry of the agenda still draws something."""
    cdef const uint8_t *counts
    cdef int n = 0, base = 0
    if task.kind == DRAW_TOP:
        return s.stack[task.a] > 0 and group_left(r, s, card_group(s, task)) > 0
    if task.kind == DRAW_TILE and empty_space(r, s) < 0:
        return False
    if task.kind == DRAW_DECREE:
        return (s.decree_deck[0] or s.decree_deck[1]) and (
            bits_count(s.decree_display[0]) + bits_count(s.decree_display[1]) < r.decrees_up)
    if task.kind == DRAW_HAND:
        return list_size(s.seat[task.seat].hand, HAND) < r.hand and group_left(r, s, s.period) > 0
    if task.kind == DRAW_CUBE and task.a >= r.cubes:
        return False
    counts = counters(r, s, task.kind, &n, &base)
    return total(counts, n) > 0


cdef inline void end_draw(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """Nothing is left to draw for the entry on top."""
    cdef lisboa_task task = pop(s)
    if task.kind == DRAW_HAND and task.b:
        push(s, DRAW_HAND, next_seat(r, task.seat), 0, task.b - 1)


cdef inline int write_outcomes(const lisboa_rules *r, const lisboa_state *s, int32_t *out, double *p) noexcept nogil:
    cdef const lisboa_task *task = seen_task(s)
    cdef const uint8_t *counts
    cdef uint64_t word
    cdef int n = 0, base = 0, i, found = 0, group
    cdef double left
    if task.kind == DRAW_DECREE:
        left = bits_count(s.decree_deck[0]) + bits_count(s.decree_deck[1])
        for i in range(2):
            word = s.decree_deck[i]
            while word:
                out[found] = r.o_decree + 64 * i + bits_lowest(word)
                p[found] = 1.0 / left
                found += 1
                word &= word - 1
        return found
    if task.kind == DRAW_HAND or task.kind == DRAW_TOP:
        group = card_group(s, task)
        left = group_left(r, s, group)
        for i in range(r.group_size[group]):
            n = s.unseen[r.group[group][i]]
            if n:
                out[found] = r.o_card + r.group[group][i]
                p[found] = n / left
                found += 1
        return found
    counts = counters(r, s, task.kind, &n, &base)
    left = total(counts, n)
    for i in range(n):
        if counts[i]:
            out[found] = base + i
            p[found] = counts[i] / left
            found += 1
    return found


cdef inline int draw_outcome(const lisboa_rules *r, const lisboa_state *s, caravela_rng *rng) noexcept nogil:
    cdef const lisboa_task *task = seen_task(s)
    cdef const uint8_t *counts
    cdef int n = 0, base = 0, i = 0, at, group
    if task.kind == DRAW_DECREE:
        n = bits_count(s.decree_deck[0])
        at = rng_bounded(rng, n + bits_count(s.decree_deck[1]))
        if at < n:
            return r.o_decree + bits_nth(s.decree_deck[0], at)
        return r.o_decree + 64 + bits_nth(s.decree_deck[1], at - n)
    if task.kind == DRAW_HAND or task.kind == DRAW_TOP:
        group = card_group(s, task)
        at = rng_bounded(rng, group_left(r, s, group))
        while at >= s.unseen[r.group[group][i]]:
            at -= s.unseen[r.group[group][i]]
            i += 1
        return r.o_card + r.group[group][i]
    counts = counters(r, s, task.kind, &n, &base)
    at = rng_bounded(rng, total(counts, n))
    while at >= counts[i]:
        at -= counts[i]
        i += 1
    return base + i


cdef inline uint64_t draw_key(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """What is drawn from in the upper half, the draws on it so far in the lower one."""
    cdef const lisboa_task *task = seen_task(s)
    cdef int deck = task.kind, ordinal, group
    if task.kind == DRAW_FAVOR or task.kind == DRAW_PLAN:
        ordinal = task.seat
    elif task.kind == DRAW_OFFER or task.kind == DRAW_TILE:
        deck = DRAW_TILE
        ordinal = s.tiles_drawn
    elif task.kind == DRAW_CUBE or task.kind == DRAW_SCORING:
        ordinal = task.a
    elif task.kind == DRAW_BUILDING:
        ordinal = r.buildings - total(s.buildings, r.buildings)
    elif task.kind == DRAW_DECREE:
        ordinal = r.decrees - bits_count(s.decree_deck[0]) - bits_count(s.decree_deck[1])
    else:
        group = card_group(s, task)
        deck = DRAW_TOP + 1 + group
        ordinal = r.group_cards[group] - group_left(r, s, group)
    return <uint64_t>deck << 32 | <uint64_t>ordinal


cdef inline void place_cube(const lisboa_rules *r, lisboa_state *s, int place, int kind) noexcept nogil:
    """L3.1."""
    if place < ROWS:
        s.row[place][kind] += 1
    elif place < ROWS + COLUMNS:
        s.column[place - ROWS][kind] += 1
    elif place < ROWS + COLUMNS + PLOTS:
        s.plot[place - ROWS - COLUMNS][kind] += 1
    else:
        s.pile[kind] += 1


cdef inline void apply_draw(const lisboa_rules *r, lisboa_state *s, int outcome) noexcept nogil:
    """Puts what was drawn where it belongs."""
    cdef lisboa_task *task = top_task(s)
    cdef int k
    if task.kind == DRAW_FAVOR:
        k = outcome - r.o_favor
        s.portrait[k] -= 1
        s.seat[task.seat].favors[k] += 1
        task.seat += 1
        if task.seat == r.players:
            pop(s)
    elif task.kind == DRAW_PLAN:
        k = outcome - r.o_plan
        s.starting[k] -= 1
        list_add(s.seat[task.seat].plans, HELD, k + 1)
        if task.seat + 1 == r.players:
            memset(s.starting, 0, PLANS)
        pop(s)
    elif task.kind == DRAW_OFFER:
        k = outcome - r.o_clergy
        s.bag[k] -= 1
        s.tiles_drawn += 1
        list_add(s.offered, 2, k + 1)
        task.a += 1
        if task.a == 2:
            pop(s)
    elif task.kind == DRAW_TILE:
        k = outcome - r.o_clergy
        s.bag[k] -= 1
        s.tiles_drawn += 1
        s.track[empty_space(r, s)] = <uint8_t>(k + 1)
    elif task.kind == DRAW_CUBE:
        k = outcome - r.o_cube
        s.rubble_bag[k] -= 1
        place_cube(r, s, r.cube_place[task.a], k)
        task.a += 1
    elif task.kind == DRAW_BUILDING:
        k = outcome - r.o_building
        s.buildings[k] -= 1
        s.beneath[task.a] -= 1
        if task.b:
            s.current[task.a] = <uint8_t>(k + 1)
        else:
            s.next[task.a] = <uint8_t>(k + 1)
        pop(s)
    elif task.kind == DRAW_SCORING:
        k = outcome - r.o_scoring
        s.scoring[k] -= 1
        s.street[task.a] = <uint8_t>(k + 1)
        task.a += 1
        if task.a == GOODS:
            memset(s.scoring, 0, sizeof(s.scoring))
            pop(s)
    elif task.kind == DRAW_DECREE:
        k = outcome - r.o_decree
        s.decree_deck[k >> 6] &= ~(<uint64_t>1 << (k & 63))
        s.decree_display[k >> 6] |= <uint64_t>1 << (k & 63)
    else:
        k = outcome - r.o_card
        s.unseen[k] -= 1
        if task.kind == DRAW_HAND:
            list_add(s.seat[task.seat].hand, HAND, k + 1)
        else:
            s.top[task.a] = <uint8_t>(k + 1)
            s.stack[task.a] -= 1
            pop(s)
