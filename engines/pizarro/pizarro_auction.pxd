"""Turning up a card (P4), the auction (P5) and its payment (P6)."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bits_load, bits_lowest, bits_store

from pizarro_end cimport next_card
from pizarro_money cimport discard_card, note_fact, note_worth
from pizarro_ships cimport choose_ship, tuck_paid
from pizarro_state cimport (
    ACT_TUCK_BID,
    A_PASS,
    A_VETO,
    LEFT,
    LOG_INEXACT,
    LOG_OUT,
    STEP_BID,
    STEP_PAY,
    STEP_TUCK_PAID,
    STEP_TURN_UP,
    STEP_VETO,
    SUM_MAX,
    WIDTH,
    add_hand,
    first_of,
    max_bid,
    next_of,
    participants,
    pizarro_rules,
    pizarro_state,
    present,
)


cdef inline uint32_t exact_values(const pizarro_rules *r, const uint8_t *cards, int due, int last) noexcept nogil:
    """Values, none above `last`, of the highest card of a set that adds up to `due`. Bit x of `sums`: the cards seen so
    far have a set that adds up to x."""
    cdef uint64_t sums = 1
    cdef uint32_t options = 0
    cdef int v, i, value
    for v in range(last + 1):
        if cards[v] == 0:
            continue
        value = r.value[v]
        if value > due:
            break
        for i in range(cards[v] - 1):
            sums |= sums << value
        options |= <uint32_t>(sums >> (due - value) & 1) << v
        sums |= sums << value
    return options


cdef inline uint32_t exact_values_of_many(const pizarro_rules *r, const uint8_t *cards, int due,
                                          int last) noexcept nogil:
    """The same for sums of 64 and more."""
    cdef uint8_t sums[SUM_MAX + 1]
    cdef uint32_t options = 0
    cdef int v, i, x, value
    memset(sums, 0, due + 1)
    sums[0] = 1
    for v in range(last + 1):
        value = r.value[v]
        for i in range(cards[v]):
            if i == cards[v] - 1 and value <= due:
                options |= <uint32_t>sums[due - value] << v
            for x in range(due, value - 1, -1):
                sums[x] |= sums[x - value]
    return options


cdef inline uint32_t exact_options(const pizarro_rules *r, const uint8_t *cards, int due, int last) noexcept nogil:
    """P6.1."""
    return exact_values(r, cards, due, last) if due < 64 else exact_values_of_many(r, cards, due, last)


cdef inline uint32_t inexact_options(const pizarro_rules *r, const uint8_t *cards, int due, int last) noexcept nogil:
    """P6.2. In descending order only the last card could be superfluous, and it comes while something is due."""
    cdef uint32_t options = 0
    cdef int v, sum = 0
    for v in range(last + 1):
        if cards[v]:
            sum += cards[v] * r.value[v]
            if sum >= due:
                options |= <uint32_t>1 << v
    return options


cdef inline void write_left(const pizarro_state *s, uint8_t *out) noexcept nogil:
    """The hand of the payer without the cards already laid."""
    cdef int i
    add_hand(s, s.mover, out)
    for i in range(0, WIDTH, 8):
        bits_store(out + i, bits_load(out + i) - bits_load(s.paid + i))


cdef inline void start_payment(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P6.1, P6.2. Also fills in a sampled world, whose payer has laid nothing yet."""
    cdef uint8_t cards[WIDTH]
    add_hand(s, s.mover, cards)
    s.due = s.high
    s.options = <uint16_t>exact_options(r, cards, s.high, r.values - 1)
    s.inexact = s.options == 0
    if s.inexact:
        s.options = <uint16_t>inexact_options(r, cards, s.high, r.values - 1)
    s.step = STEP_PAY


cdef inline void win(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P5.6."""
    s.mover = <uint8_t>(s.leader - 1)
    s.opener = s.mover
    s.asked = 0
    start_payment(r, s)


cdef inline void start_bidding(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    s.asked = <uint8_t>participants(r, s, s.card - 1)
    if s.asked == 0:  # P5.7
        next_card(r, s)
        return
    s.mover = <uint8_t>first_of(r, s.asked, s.opener)
    s.step = STEP_BID


cdef inline void bid(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    """D2."""
    cdef int keep
    if a == A_PASS:
        s.asked &= ~(1 << s.mover)
        if s.asked == 0:
            next_card(r, s)
            return
    else:
        s.high = <uint16_t>(a - r.first_bid + 1)
        s.leader = <uint8_t>(1 + s.mover)
        keep = r.keep[s.card - 1][s.phase]
        if s.hidden_count[s.mover] and s.worth[s.mover][keep] < s.high:
            s.worth[s.mover][keep] = s.high
    if s.leader and s.asked == 1 << (s.leader - 1):
        win(r, s)
    else:
        s.mover = <uint8_t>next_of(r, s.asked, s.mover)


cdef inline void turned_up(const pizarro_rules *r, pizarro_state *s, int e) noexcept nogil:
    """P4.1 to P4.5."""
    cdef int i
    if s.deck_count:
        s.deck[e] -= 1
        s.deck_count -= 1
    else:
        for i in range(1, s.bottom_count):
            s.bottom[i - 1] = s.bottom[i]
        s.bottom_count -= 1
        s.bottom[s.bottom_count] = 0
        s.turned += 1
    s.card = <uint8_t>(1 + e)
    if r.veto_phases >> s.phase & 1 and (s.deck_count or s.bottom_count):
        for i in range(r.players):
            if s.vetoes[i]:
                s.asked |= <uint8_t>(1 << i)
        if s.asked:
            s.mover = <uint8_t>first_of(r, s.asked, s.opener)
            s.step = STEP_VETO
            return
    start_bidding(r, s)


cdef inline void answer_veto(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    """D1."""
    if a == A_VETO:
        s.vetoes[s.mover] -= 1
        s.bottom[s.bottom_count] = s.card
        s.bottom_count += 1
        next_card(r, s)
        return
    s.asked &= ~(1 << s.mover)
    if s.asked:
        s.mover = <uint8_t>first_of(r, s.asked, s.opener)
    else:
        start_bidding(r, s)


cdef inline void hand_over(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P6.3: the payment is complete and seen by all."""
    cdef int v, i, q = s.mover
    cdef uint32_t values
    if s.inexact and s.hidden_count[q]:
        note_worth(s, q)
        note_fact(s, LOG_INEXACT, q, s.high)
    values = present(s.paid)
    while values:
        v = bits_lowest(values)
        for i in range(s.paid[v]):
            discard_card(r, s, q, v, LOG_OUT)
        values &= values - 1
    s.due = 0
    s.inexact = 0
    s.last = 0
    s.options = 0
    if r.space_act[s.card - 1][s.phase][LEFT] == ACT_TUCK_BID:
        values = present(s.paid)
        if values & (values - 1):
            s.options = <uint16_t>values
            s.step = STEP_TUCK_PAID
        else:
            tuck_paid(r, s, bits_lowest(values))
        return
    memset(s.paid, 0, WIDTH)
    choose_ship(r, s)


cdef inline void pay(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    """D3: one card, and those after it that leave no choice."""
    cdef uint8_t cards[WIDTH]
    cdef uint32_t options
    write_left(s, cards)
    while True:
        s.paid[v] += 1
        cards[v] -= 1
        if s.due <= r.value[v]:
            hand_over(r, s)
            return
        s.due -= r.value[v]
        options = inexact_options(r, cards, s.due, v) if s.inexact else exact_options(r, cards, s.due, v)
        if options & (options - 1):
            s.options = <uint16_t>options
            s.last = <uint8_t>(1 + v)
            return
        v = bits_lowest(options)
