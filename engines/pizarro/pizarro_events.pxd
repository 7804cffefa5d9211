"""The money log as one seat reads it: what the others drew, lost, tucked and showed, seat by seat.

A hand holds cards whose values this seat knew once, and slots: cards drawn unseen. A *unit* is the time of a hand from
one moment at which it was known as a whole to the next. Within it a card that leaves in sight (LEAVE) was one of the
cards once known or came out of a slot; one tucked unseen (TUCK) likewise; at its end all slots are seen, if the hand
is shown (SHOW). Units have nothing to do with each other, except that their slots were filled from the same stack. Its
time is cut into *segments*: the draws between two shuffles.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

from bits cimport bits_lowest

from pizarro_state cimport (
    LOG,
    LOG_BACK,
    LOG_DRAW,
    LOG_GAIN,
    LOG_INEXACT,
    LOG_LAID,
    LOG_OUT,
    LOG_SET,
    LOG_SHOW,
    LOG_SHUFFLE,
    LOG_SPARE,
    LOG_TAKEN,
    LOG_TUCK,
    LOG_WORTH,
    SEATS,
    WIDTH,
    pizarro_rules,
    pizarro_state,
)

cdef enum:
    EVENTS = LOG + 2 * SEATS
    SEGMENTS = 16           # the game of the box shuffles eight times at most
    UNITS = 32              # of all seats
    TUCKS = 6               # cards tucked unseen in one unit
    TABLE = 12288

    NOWHERE = -1            # instead of an event
    TOKEN = -2

    EV_DRAW = 0             # a slot is filled
    EV_LEAVE = 1            # a card leaves in sight: a known copy or one out of a slot
    EV_OUT = 2              # a card leaves in sight, a known copy for certain
    EV_GAIN = 3             # a card comes in sight
    EV_TUCK = 4             # a card is tucked unseen
    EV_SHOW = 5             # the hand is shown; the last event of a unit
    EV_WORTH = 6            # facts, as in the log
    EV_SPARE = 7
    EV_INEXACT = 8

ctypedef struct pizarro_event:
    double bound            # see pizarro_weigh
    int32_t after           # tables: of its value afterwards,
    int32_t ways            # of the slots afterwards
    int32_t emptied         # from so many emptied slots on
    int16_t next            # event of the same unit, -1: none
    int16_t choice          # the same, of those that the cards in slots depend on
    int16_t entry           # of the log, -1: present facts
    uint16_t slots_most     # slots in the hand before
    uint16_t slots_least
    uint16_t number         # facts: as in the log; DRAW: segment; TUCK: its number in the unit; SHOW: which hand
    uint16_t sure           # TUCK: values with copies that everybody knows to be there, as bits
    uint8_t kind
    uint8_t v
    uint8_t segment         # DRAW: the same, by its number in the unit
    uint8_t copies          # known copies of the value before, at most; TUCK: of all values

ctypedef struct pizarro_unit:
    # See pizarro_weigh.
    double mean[SEGMENTS]   # slots emptied, roughly
    double extra            # of them those that hold a card in other tellings
    double fall
    double excess
    int32_t pace[SEGMENTS]
    int32_t stride[SEGMENTS]
    int32_t states
    int32_t start[WIDTH]
    int32_t plan
    uint8_t known[WIDTH]    # the hand at its beginning
    # Its segments, ascending; events and the arrays above name them by their number here.
    uint8_t segments
    uint8_t largest
    uint8_t segment[SEGMENTS]
    uint8_t drawn[SEGMENTS] # slots
    # Tokens out of each segment of all.
    uint8_t least[SEGMENTS]
    uint8_t most[SEGMENTS]
    uint8_t tokens          # in all segments together, at least
    uint8_t tokens_most
    uint8_t tucks           # unseen
    uint8_t slot_tucks      # of them those that could be of slots
    uint8_t seat
    uint8_t shown           # ends with a SHOW
    int16_t first           # event, -1: none
    int16_t choice          # first one of those, see above

# A hand that is shown.
ctypedef struct pizarro_hand:
    uint8_t shown[WIDTH]
    uint8_t copies[WIDTH]   # known copies before, at most
    uint8_t vague           # tellings differ in the known copies
    uint8_t tokens          # if they do not: cards out of slots

ctypedef struct pizarro_telling:
    # What the log says.
    pizarro_event event[EVENTS]
    pizarro_unit unit[UNITS]
    pizarro_hand hand_shown[UNITS]
    int32_t events, units, shows, segments
    int32_t overflow                    # there is more than room for
    int32_t size[SEGMENTS]              # cards in the stack when the segment begins
    int32_t drawn[SEGMENTS]             # cards drawn in it
    uint8_t entered[SEGMENTS][WIDTH]    # cards that joined the stack then
    uint8_t seen[SEGMENTS][WIDTH]       # cards drawn whose values this seat saw
    # Tokens are cards out of slots that turned up later: so many at least and at most in any telling.
    uint8_t least[SEGMENTS][WIDTH]
    uint8_t most[SEGMENTS][WIDTH]
    uint8_t least_of[WIDTH]             # in all segments together
    uint8_t most_of[WIDTH]
    double mean[SEGMENTS][WIDTH]        # roughly
    # Weights and bounds: pizarro_weigh.
    double weight[SEGMENTS][WIDTH]
    double survival[SEGMENTS]
    double value_bound[WIDTH]
    double segments_bound
    int32_t value_table[SEGMENTS][WIDTH]
    int32_t left_table[SEGMENTS]
    int32_t drawn_table[SEGMENTS]
    int32_t table_count
    double table[TABLE]
    # One telling: pizarro_world.
    int32_t work                        # events told so far, of all tellings
    double share
    uint8_t token[SEGMENTS][WIDTH]
    uint8_t value[EVENTS]               # 1 + value of a card drawn or tucked; 0: not settled yet
    int16_t into[EVENTS]                # for a DRAW: the TUCK that took the card, TOKEN or NOWHERE; for a TUCK its DRAW
    uint8_t pool[SEGMENTS][WIDTH]       # cards that turned up nowhere, by the segment in which they joined the stack
    uint8_t filled[SEGMENTS][WIDTH]     # of these, cards in slots of a segment
    uint8_t stack[WIDTH]
    uint8_t hand[SEATS][WIDTH]

# What is known of the hands while the log is read.
ctypedef struct pizarro_reader:
    uint8_t sure[SEATS][WIDTH]          # cards everybody knows to be there
    uint8_t copies[SEATS][WIDTH]        # known copies, at most
    int32_t slots_most[SEATS]
    int32_t slots_least[SEATS]
    int32_t last[SEATS]                 # event of the present unit, -1: none
    int32_t unit[SEATS]
    uint16_t segments[SEATS]
    uint8_t vague[SEATS]                # tellings differ in the known cards
    uint8_t discard[WIDTH]


cdef inline void begin_unit(pizarro_telling *t, pizarro_reader *a, int q, const uint8_t *hand) noexcept nogil:
    if t.units == UNITS:
        t.overflow = 1
        t.units -= 1
    a.unit[q] = t.units
    memset(&t.unit[t.units], 0, sizeof(pizarro_unit))
    t.unit[t.units].seat = <uint8_t>q
    t.unit[t.units].first = -1
    memcpy(t.unit[t.units].known, hand, WIDTH)
    t.units += 1
    a.last[q] = -1
    memcpy(a.sure[q], hand, WIDTH)
    memcpy(a.copies[q], hand, WIDTH)
    a.slots_most[q] = a.slots_least[q] = 0
    a.segments[q] = 0
    a.vague[q] = False


cdef inline void begin_segment(const pizarro_rules *r, pizarro_telling *t, pizarro_reader *a) noexcept nogil:
    """The discard joins the stack."""
    cdef int k = t.segments, v
    if k == SEGMENTS:
        t.overflow = 1
        return
    memset(t.seen[k], 0, WIDTH)
    memset(t.least[k], 0, WIDTH)
    memset(t.most[k], 0, WIDTH)
    memcpy(t.entered[k], a.discard, WIDTH)
    memset(a.discard, 0, WIDTH)
    t.drawn[k] = 0
    t.size[k] = t.size[k - 1] - t.drawn[k - 1] if k else 0
    for v in range(r.values):
        t.size[k] += t.entered[k][v]
    t.segments += 1


cdef inline pizarro_event *add_event(pizarro_telling *t, pizarro_reader *a, int q, int kind, int v,
                                     int entry) noexcept nogil:
    cdef int e = t.events
    cdef pizarro_event *event = &t.event[e]
    if a.last[q] < 0:
        t.unit[a.unit[q]].first = <int16_t>e
    else:
        t.event[a.last[q]].next = <int16_t>e
    a.last[q] = e
    t.events += 1
    event.next = -1
    event.entry = <int16_t>entry
    event.kind = <uint8_t>kind
    event.v = <uint8_t>v
    event.slots_most = <uint16_t>a.slots_most[q]
    event.slots_least = <uint16_t>a.slots_least[q]
    event.copies = a.copies[q][v]
    return event


cdef inline void read_draw(pizarro_telling *t, pizarro_reader *a, int q, int k, int i) noexcept nogil:
    """A slot is filled."""
    cdef pizarro_unit *unit = &t.unit[a.unit[q]]
    cdef pizarro_event *event
    cdef int j = unit.segments - 1
    if j < 0 or unit.segment[j] != k:
        j += 1
        unit.segments += 1
        unit.segment[j] = <uint8_t>k
    if unit.drawn[j] == 255:
        t.overflow = 1
        return
    unit.drawn[j] += 1
    event = add_event(t, a, q, EV_DRAW, 0, i)
    event.segment = <uint8_t>j
    event.number = <uint16_t>k
    a.slots_most[q] += 1
    a.slots_least[q] += 1
    a.segments[q] |= <uint16_t>(1 << k)


cdef inline void count_tokens(pizarro_telling *t, const pizarro_reader *a, int q, int v, int least,
                              int most) noexcept nogil:
    """Between so many cards of value v come out of the slots of seat q."""
    cdef pizarro_unit *unit = &t.unit[a.unit[q]]
    cdef uint32_t segments = a.segments[q]
    cdef int k
    if t.most_of[v] + most > 255 or unit.tokens_most + most > 255:
        t.overflow = 1
        return
    if segments & (segments - 1) == 0 and segments:
        k = bits_lowest(segments)
        t.least[k][v] += <uint8_t>least
        unit.least[k] += <uint8_t>least
    while segments:
        k = bits_lowest(segments)
        segments &= segments - 1
        t.most[k][v] += <uint8_t>most
        unit.most[k] += <uint8_t>most
    unit.tokens += <uint8_t>least
    unit.tokens_most += <uint8_t>most
    t.least_of[v] += <uint8_t>least
    t.most_of[v] += <uint8_t>most


cdef inline void read_leave(pizarro_telling *t, pizarro_reader *a, int q, int v, int i, bint taken) noexcept nogil:
    """A card of value v leaves a hand in sight. One that everybody knows to be there goes first, unless it is taken
    at random."""
    if a.sure[q][v] and not (taken and a.slots_most[q]):
        add_event(t, a, q, EV_OUT, v, i)
        a.sure[q][v] -= 1
        a.copies[q][v] -= 1
        return
    add_event(t, a, q, EV_LEAVE, v, i)
    a.sure[q][v] -= a.sure[q][v] != 0
    if a.slots_most[q] == 0:
        if a.copies[q][v] == 0:  # impossible
            t.overflow = 1
            return
        a.copies[q][v] -= 1
        return
    if a.copies[q][v]:
        a.vague[q] = True
        count_tokens(t, a, q, v, 0, 1)
    else:
        count_tokens(t, a, q, v, 1, 1)
        a.slots_most[q] -= 1
    a.slots_least[q] = max(0, a.slots_least[q] - 1)


cdef inline void read_tuck(const pizarro_rules *r, pizarro_telling *t, pizarro_reader *a, int q, int i) noexcept nogil:
    """From now on nobody knows which cards are there."""
    cdef pizarro_unit *unit = &t.unit[a.unit[q]]
    cdef pizarro_event *event = add_event(t, a, q, EV_TUCK, 0, i)
    cdef int v
    if unit.tucks == TUCKS:
        t.overflow = 1
        return
    event.number = unit.tucks
    unit.tucks += 1
    event.sure = 0
    event.copies = 0
    for v in range(r.values):
        event.sure |= <uint16_t>((a.sure[q][v] != 0) << v)
        event.copies += a.copies[q][v]
    memset(a.sure[q], 0, WIDTH)
    a.vague[q] = True
    unit.slot_tucks += a.slots_most[q] != 0
    if event.copies == 0:
        if a.slots_most[q] == 0:  # impossible
            t.overflow = 1
            return
        a.slots_most[q] -= 1
    a.slots_least[q] = max(0, a.slots_least[q] - 1)


cdef inline void read_show(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, pizarro_reader *a, int q,
                           int i) noexcept nogil:
    """The entries from i on show the hand of seat q, which begins a new unit."""
    cdef pizarro_hand *hand = &t.hand_shown[t.shows]
    cdef int first = i, v, shown
    add_event(t, a, q, EV_SHOW, 0, i).number = <uint16_t>t.shows
    memset(hand.shown, 0, WIDTH)
    memcpy(hand.copies, a.copies[q], WIDTH)
    hand.vague = a.vague[q]
    t.unit[a.unit[q]].shown = True
    while i < s.log_count and s.log[i] >> 9 == s.log[first] >> 9:
        hand.shown[(s.log[i] & 15) - 1] += 1
        i += 1
    hand.tokens = 0
    for v in range(r.values):
        shown = hand.shown[v]
        if a.vague[q]:
            count_tokens(t, a, q, v, max(0, shown - a.copies[q][v]), min(shown, a.slots_most[q]))
        elif shown > a.copies[q][v]:
            count_tokens(t, a, q, v, shown - a.copies[q][v], shown - a.copies[q][v])
            hand.tokens += shown - a.copies[q][v]
    if not a.vague[q] and hand.tokens != a.slots_most[q]:  # impossible
        t.overflow = 1
    begin_unit(t, a, q, hand.shown)
    if t.shows + 1 < UNITS:
        t.shows += 1


cdef inline bint is_sure(const pizarro_rules *r, const pizarro_reader *a, int q, int least, bint spare) noexcept nogil:
    """Is the hand of seat q worth so much by the cards that everybody knows?"""
    cdef int v, sum = 0, lowest = 0
    for v in range(r.values - 1, -1, -1):
        if a.sure[q][v]:
            sum += a.sure[q][v] * r.value[v]
            lowest = r.value[v]
    return sum - (lowest if spare else 0) >= least


cdef inline void read_fact(const pizarro_rules *r, pizarro_telling *t, pizarro_reader *a, int q, int kind, int number,
                           int i) noexcept nogil:
    if kind == EV_INEXACT or not is_sure(r, a, q, number, kind == EV_SPARE):
        add_event(t, a, q, kind, 0, i).number = <uint16_t>number


cdef inline void read_log(const pizarro_rules *r, const pizarro_state *s, int p, pizarro_telling *t) noexcept nogil:
    """What seat p is to explain."""
    cdef pizarro_reader a
    cdef int i, q, v, type, data, k = 0
    t.events = t.shows = t.units = t.segments = t.overflow = 0
    memset(t.least_of, 0, WIDTH)
    memset(t.most_of, 0, WIDTH)
    memcpy(a.discard, s.first_stack, WIDTH)
    begin_segment(r, t, &a)
    memcpy(a.discard, s.first_discard, WIDTH)
    for q in range(r.players):
        if q != p:
            begin_unit(t, &a, q, s.first_hand[q])
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_DRAW or type == LOG_GAIN or type == LOG_LAID:
            t.drawn[k] += 1
            if data:
                t.seen[k][data - 1] += 1
            if q == p or type == LOG_LAID:
                continue
            if type == LOG_GAIN:
                add_event(t, &a, q, EV_GAIN, data - 1, i)
                a.sure[q][data - 1] += 1
                a.copies[q][data - 1] += 1
            else:
                read_draw(t, &a, q, k, i)
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (data & 15) - 1
            if type == LOG_OUT or type == LOG_TAKEN:
                a.discard[v] += 1
            if q == p:
                continue
            if v < 0:
                read_tuck(r, t, &a, q, i)
                continue
            read_leave(t, &a, q, v, i, type == LOG_TAKEN)
            if type == LOG_TUCK:
                memset(a.sure[q], 0, WIDTH)
        elif type == LOG_BACK:
            a.discard[data - 1] -= 1
        elif type == LOG_SHUFFLE:
            begin_segment(r, t, &a)
            k = t.segments - 1
        elif q == p:
            continue
        elif type == LOG_SHOW:
            if s.log[i - 1] >> 9 != s.log[i] >> 9:
                read_show(r, s, t, &a, q, i)
        else:
            read_fact(r, t, &a, q, type - LOG_WORTH + EV_WORTH, data, i)
    for q in range(r.players):
        if q != p:
            for i in range(2):
                if s.worth[q][i]:
                    read_fact(r, t, &a, q, EV_SPARE if i else EV_WORTH, s.worth[q][i], -1)
