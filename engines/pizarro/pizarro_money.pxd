"""Money: what moves between hands, stack and discard, and the log from which worlds are sampled.

Everybody knows all cards until the first is drawn or tucked unseen (P13.5). From then on the log holds, in order,
every card that moved and every fact that a bid or a payment showed. A view of it lacks the values that its seat does
not know; a sampled world fills them in.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from bits cimport bits_load, bits_lowest, bits_store, bits_sum

from pizarro_state cimport (
    LOG,
    LOG_DRAW,
    LOG_FACTS,
    LOG_GAIN,
    LOG_OUT,
    LOG_SET,
    LOG_SHOW,
    LOG_SHUFFLE,
    LOG_SPARE,
    LOG_TUCK,
    LOG_WORTH,
    PHASES,
    UNSEEN,
    WIDTH,
    add_hand,
    pizarro_rules,
    pizarro_state,
    present,
)


cdef inline void note(pizarro_state *s, int type, int q, int data) noexcept nogil:
    """Appends to the log. One that is full stays as it is: worlds are then sampled without it."""
    if s.log_count == LOG:
        s.blurred = 2
        return
    s.log[s.log_count] = <uint16_t>(type << 12 | q << 9 | data)
    s.log_count += 1


cdef inline void note_fact(pizarro_state *s, int type, int q, int data) noexcept nogil:
    if s.log_count >= LOG_FACTS:
        s.blurred |= 1
        return
    note(s, type, q, data)


cdef inline void begin_log(pizarro_state *s) noexcept nogil:
    """Something is about to be hidden. So far everybody knows everything."""
    if s.log_count == 0:
        memcpy(s.first_hand, s.known, sizeof(s.first_hand))
        memcpy(s.first_stack, s.stack, WIDTH)
        memcpy(s.first_discard, s.discard, WIDTH)


cdef inline void end_log(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """Forgets the log if nothing is hidden any more."""
    cdef int q
    if s.log_count == 0 or s.secrets:
        return
    for q in range(r.players):
        if s.hidden_count[q]:
            return
    memset(s.log, 0, s.log_count * sizeof(uint16_t))
    memset(s.first_hand, 0, sizeof(s.first_hand))
    memset(s.first_stack, 0, WIDTH)
    memset(s.first_discard, 0, WIDTH)
    s.log_count = 0
    s.blurred = 0


cdef inline void note_worth(pizarro_state *s, int q) noexcept nogil:
    """The hand of seat q is about to change: what its bids have shown becomes a fact about the past."""
    cdef int keep
    for keep in range(2):
        if s.worth[q][keep]:
            note_fact(s, LOG_SPARE if keep else LOG_WORTH, q, s.worth[q][keep])
            s.worth[q][keep] = 0


cdef inline void shuffle_discard(pizarro_state *s) noexcept nogil:
    """P9.2, P9.8. Nothing is drawn yet: the order of the stack is decided card by card."""
    cdef int i
    for i in range(0, WIDTH, 8):
        s.stack_count += <uint8_t>bits_sum(bits_load(s.discard + i))
        bits_store(s.stack + i, bits_load(s.stack + i) + bits_load(s.discard + i))
    memset(s.discard, 0, WIDTH)
    s.drawn = 0
    s.shuffles += 1
    if s.log_count:
        note(s, LOG_SHUFFLE, 0, 0)


cdef inline void take_off_stack(pizarro_state *s, int v) noexcept nogil:
    s.stack[v] -= 1
    s.stack_count -= 1
    s.drawn += 1


cdef inline void draw_card(const pizarro_rules *r, pizarro_state *s, int q, int v) noexcept nogil:
    """A card of the stack comes to the hand of seat q."""
    if s.exposed >> q & 1:  # P8.6
        if s.log_count:
            note(s, LOG_GAIN, q, 1 + v)
        s.known[q][v] += 1
    else:
        begin_log(s)
        note_worth(s, q)
        note(s, LOG_DRAW, q, 1 + v)
        s.hidden[q][v] += 1
        s.hidden_count[q] += 1
    take_off_stack(s, v)
    s.hand_count[q] += 1
    s.sum[q] += r.value[v]


cdef inline void lose_card(const pizarro_rules *r, pizarro_state *s, int q, int v) noexcept nogil:
    """A card leaves the hand of seat q: a known copy if there is one, for copies are alike (P1.2)."""
    if s.known[q][v]:
        s.known[q][v] -= 1
    else:
        s.hidden[q][v] -= 1
        s.hidden_count[q] -= 1
    s.hand_count[q] -= 1
    s.sum[q] -= r.value[v]


cdef inline void discard_card(const pizarro_rules *r, pizarro_state *s, int q, int v, int type) noexcept nogil:
    """A card of seat q goes to the discard, seen by all; type: LOG_OUT or LOG_TAKEN."""
    if s.log_count:
        note_worth(s, q)
        note(s, type, q, 1 + v)
    lose_card(r, s, q, v)
    s.discard[v] += 1
    if s.log_count and s.hidden_count[q] == 0:
        end_log(r, s)


cdef inline void tuck_card(const pizarro_rules *r, pizarro_state *s, int q, int v, int stack) noexcept nogil:
    """P8.3, side A: out of the hand, face down; seen only if the hand lies open."""
    cdef int place = s.level[stack] - 1, i
    if s.exposed >> q & 1:
        if s.log_count:
            note(s, LOG_SET, q, 1 + v)
        s.tucked[stack][place] = <uint8_t>(1 + v)
        lose_card(r, s, q, v)
        return
    begin_log(s)
    note_worth(s, q)
    note(s, LOG_TUCK, q, (PHASES * stack + place) << 4 | (1 + v))
    s.tucked[stack][place] = <uint8_t>(UNSEEN | (1 + v))
    s.secrets += 1
    for i in range(0, WIDTH, 8):  # any card may be the one: none is certain to be in the hand any more
        bits_store(s.hidden[q] + i, bits_load(s.hidden[q] + i) + bits_load(s.known[q] + i))
    memset(s.known[q], 0, WIDTH)
    s.hidden_count[q] = s.hand_count[q]
    lose_card(r, s, q, v)


cdef inline void show_hand(const pizarro_rules *r, pizarro_state *s, int q) noexcept nogil:
    """Seat q lays its hand open (P8.6, P10.3)."""
    cdef uint8_t hand[WIDTH]
    cdef int v, i
    if s.hidden_count[q] == 0:
        return
    note_worth(s, q)
    add_hand(s, q, hand)
    for v in range(r.values):
        for i in range(hand[v]):
            note(s, LOG_SHOW, q, 1 + v)
    memcpy(s.known[q], hand, WIDTH)
    memset(s.hidden[q], 0, WIDTH)
    s.hidden_count[q] = 0
    end_log(r, s)
