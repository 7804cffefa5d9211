"""Worlds sampled from a view: every hidden card is given a value by telling the money log once more.

A telling has three passes. Forwards, it settles which cards left a hand out of its known part: a known copy goes
before a hidden one, so only cards tucked unseen leave a choice. Backwards, each card drawn unseen is matched with the
time at which it left the hand again, if it did. Forwards again, the cards are drawn: those that turned up later have
their value, the others get one from the stack as it was then. Facts that do not hold refuse the telling; otherwise it
is accepted in proportion to the weight of the law (README), relative to a bound that everybody can compute.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from bits cimport bits_load, bits_lowest, bits_pick, bits_store, bits_sum
from rng cimport rng_bounded, rng_uniform

from pizarro_auction cimport exact_options, start_payment
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
    present,
)

cdef enum:
    TELLINGS = 512          # refused ones before a consistent world of another law is taken
    LAST_TELLINGS = 16384   # before facts are given up
    HELD = 256              # most hidden cards of a hand

    BROKEN = 0              # no telling
    FALSE = 1               # cards move as seen, but a fact does not hold
    TRUE = 2

# What a removal entry of the log takes.
cdef enum:
    COVERED = 0             # a known card
    TOKEN = 1               # a card drawn unseen
    SHOWN = 2               # the same, of a hand that is shown after cards were tucked unseen

ctypedef struct pizarro_telling:
    uint8_t value[LOG]      # 1 + value of a card drawn or tucked; 0: not settled yet
    uint8_t takes[LOG]
    int16_t left[LOG]       # for a draw: the entry at which the card left the hand, -1: never
    double weight
    # Bounds that do not depend on the telling.
    double share[SEATS][WIDTH]  # largest share of a value in the stack when the seat drew
    double tilt[SEATS][WIDTH]   # how much likelier a value is drawn than the stack has it
    double tilt_most[SEATS]     # largest mean of `tilt` over a stack that the seat drew from
    bint tilted[SEATS]
    uint8_t known[SEATS][WIDTH]
    uint8_t hand[SEATS][WIDTH]
    uint8_t stack[WIDTH]
    uint8_t discard[WIDTH]
    uint8_t ceiling[WIDTH]  # the stack, had no other seat ever drawn unseen
    int16_t held[SEATS][HELD]
    int32_t hidden[SEATS]
    int32_t stack_count
    int32_t discard_count


cdef inline void rewind(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t) noexcept nogil:
    cdef int i
    memcpy(t.known, s.first_hand, sizeof(t.known))
    memcpy(t.stack, s.first_stack, WIDTH)
    memcpy(t.ceiling, s.first_stack, WIDTH)
    memcpy(t.discard, s.first_discard, WIDTH)
    t.stack_count = t.discard_count = 0
    for i in range(r.values):
        t.stack_count += t.stack[i]
        t.discard_count += t.discard[i]


cdef inline void discard_joins(pizarro_telling *t) noexcept nogil:
    cdef int i
    for i in range(0, WIDTH, 8):
        bits_store(t.stack + i, bits_load(t.stack + i) + bits_load(t.discard + i))
        bits_store(t.ceiling + i, bits_load(t.ceiling + i) + bits_load(t.discard + i))
    memset(t.discard, 0, WIDTH)
    t.stack_count += t.discard_count
    t.discard_count = 0


cdef inline void write_shares(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t) noexcept nogil:
    """For each seat and value the largest possible chance of the value when the seat drew unseen."""
    cdef int i, q, v, type, data, most
    cdef double share
    memset(t.share, 0, sizeof(t.share))
    rewind(r, s, t)
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_DRAW or type == LOG_GAIN or type == LOG_LAID:
            if data:
                t.ceiling[data - 1] -= 1
            else:
                for v in range(r.values):
                    most = min(<int>t.ceiling[v], t.stack_count)
                    share = <double>most / t.stack_count
                    t.share[q][v] = max(t.share[q][v], share)
            t.stack_count -= 1
        elif type == LOG_OUT or type == LOG_TAKEN:
            t.discard[data - 1] += 1
            t.discard_count += 1
        elif type == LOG_BACK:
            t.discard[data - 1] -= 1
            t.discard_count -= 1
        elif type == LOG_SHUFFLE:
            discard_joins(t)


cdef inline int tell_tuck(const pizarro_rules *r, pizarro_telling *t, int q, int i, caravela_rng *rng) noexcept nogil:
    """A card tucked unseen: each known value and each hidden card is as likely."""
    cdef int kinds = 0, cards = t.hidden[q], at, v
    for v in range(r.values):
        kinds += t.known[q][v] != 0
        cards += t.known[q][v]
    if cards == 0:
        return TOKEN  # refused: nothing is hidden
    t.weight *= <double>(kinds + t.hidden[q]) / cards
    at = rng_bounded(rng, kinds + t.hidden[q])
    for v in range(r.values):
        if t.known[q][v]:
            if at == 0:
                t.value[i] = <uint8_t>(1 + v)
                t.known[q][v] -= 1
                return COVERED
            at -= 1
    return TOKEN


cdef inline double factorial(int n) noexcept nogil:
    cdef double product = 1.0
    cdef int i
    for i in range(2, n + 1):
        product *= i
    return product


cdef inline bint tell_show(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int first,
                           bint tucked) noexcept nogil:
    """A whole hand is shown by the entries from `first` on: what is not known was drawn."""
    cdef uint8_t missing[WIDTH]
    cdef int i = first, q = s.log[first] >> 9 & 7, v, drawn = 0
    memset(missing, 0, WIDTH)
    while i < s.log_count and s.log[i] >> 9 == s.log[first] >> 9:
        missing[(s.log[i] & 0x1FF) - 1] += 1
        i += 1
    for v in range(r.values):
        if missing[v] < t.known[q][v]:
            return False
        missing[v] -= t.known[q][v]
        t.known[q][v] += missing[v]
        drawn += missing[v]
        if tucked:
            t.weight /= factorial(missing[v])
    if drawn != t.hidden[q]:
        return False
    if tucked:
        t.weight *= factorial(drawn)
    t.hidden[q] = 0
    while i > first:
        i -= 1
        v = (s.log[i] & 0x1FF) - 1
        t.takes[i] = COVERED
        if missing[v]:
            missing[v] -= 1
            t.takes[i] = SHOWN if tucked else TOKEN
    return True


cdef inline bint tell_takes(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int p,
                            caravela_rng *rng) noexcept nogil:
    """First pass: what each card that left a hand was. False if that cannot be."""
    cdef uint8_t known_most[SEATS][WIDTH]   # had no known card been tucked unseen
    cdef int hidden_most[SEATS]             # had only known cards been tucked unseen
    cdef bint tucked[SEATS]
    cdef int i, q, v, type, data
    cdef double bound, most
    rewind(r, s, t)
    memcpy(known_most, t.known, sizeof(known_most))
    memset(t.hidden, 0, sizeof(t.hidden))
    for q in range(SEATS):
        hidden_most[q] = 0
        tucked[q] = False
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_SHOW and i and s.log[i - 1] >> 9 == s.log[i] >> 9:
            continue  # told with the first card of the hand
        t.takes[i] = COVERED
        t.value[i] = 0
        if type == LOG_DRAW or type == LOG_GAIN:
            if data:
                t.value[i] = <uint8_t>data
                t.known[q][data - 1] += 1
                known_most[q][data - 1] += 1
            else:
                t.hidden[q] += 1
                hidden_most[q] += 1
        elif type == LOG_TUCK and (data & 15) == 0:
            t.takes[i] = <uint8_t>tell_tuck(r, t, q, i, rng)
            tucked[q] = True
            if t.takes[i] == TOKEN:
                t.hidden[q] -= 1
                if t.hidden[q] < 0:
                    return False
        elif type == LOG_SHOW:
            if not tell_show(r, s, t, i, tucked[q]):
                return False
            memcpy(known_most[q], t.known[q], WIDTH)
            hidden_most[q] = 0
            tucked[q] = False
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (data & 15) - 1
            if type == LOG_TUCK:
                t.value[i] = <uint8_t>(1 + v)
            most = hidden_most[q] * t.share[q][v]
            if t.known[q][v]:
                if type == LOG_TAKEN:  # weighed when the hidden copies are known
                    bound = max(known_most[q][v] + min(hidden_most[q], <int>r.copies[v]), most)
                    t.weight /= bound
                elif tucked[q] and most > 1.0:
                    t.weight /= most
                t.known[q][v] -= 1
            else:
                if t.hidden[q] == 0:
                    return False
                t.takes[i] = TOKEN
                if known_most[q][v]:
                    bound = max(known_most[q][v] + min(hidden_most[q], <int>r.copies[v]) if type == LOG_TAKEN else 1.0,
                                most)
                else:
                    bound = most
                # The draw brings (share of v then) / share[q][v].
                t.weight *= t.hidden[q] * t.share[q][v] / bound
                t.hidden[q] -= 1
            if known_most[q][v]:
                known_most[q][v] -= 1
            else:
                hidden_most[q] -= 1
    return True


cdef inline void tell_draws(const pizarro_state *s, pizarro_telling *t, caravela_rng *rng) noexcept nogil:
    """Second pass, backwards: which draw brought each card that left a hand. All ways are as likely."""
    cdef int count[SEATS]
    cdef int i, q, at, type
    for q in range(SEATS):
        count[q] = t.hidden[q]
        for i in range(count[q]):
            t.held[q][i] = -1
    for i in range(s.log_count - 1, -1, -1):
        q = s.log[i] >> 9 & 7
        if t.takes[i] != COVERED:
            t.held[q][count[q]] = <int16_t>i
            count[q] += 1
        elif s.log[i] >> 12 == LOG_DRAW and t.value[i] == 0:
            at = rng_bounded(rng, count[q])
            t.left[i] = t.held[q][at]
            count[q] -= 1
            t.held[q][at] = t.held[q][count[q]]


cdef inline int pick_of(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    cdef int at = rng_bounded(rng, total), sum
    cdef uint64_t word = bits_load(counts)
    sum = bits_sum(word)
    return bits_pick(word, at) if at < sum else 8 + bits_pick(bits_load(counts + 8), at - sum)


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


cdef inline bint tell_draw(const pizarro_state *s, pizarro_telling *t, int i, int q, caravela_rng *rng) noexcept nogil:
    """A card comes off the stack. Its value is known, turned up later, or is drawn now."""
    cdef int v = t.value[i] - 1, left
    if v >= 0:
        if t.stack[v] == 0:
            return False
        t.weight *= <double>t.stack[v] / t.ceiling[v]
        t.ceiling[v] -= 1
    else:
        left = t.left[i]
        if left >= 0 and s.log[left] >> 12 != LOG_TUCK:
            v = (s.log[left] & 0x1FF) - 1
        elif left >= 0:
            v = (s.log[left] & 15) - 1
        if v < 0:
            v = pick_of(t.stack, t.stack_count, rng)
            if left >= 0:
                t.value[left] = <uint8_t>(1 + v)
        else:
            if t.stack[v] == 0:
                return False
            t.weight *= <double>t.stack[v] / t.stack_count
            if t.takes[left] == TOKEN:
                t.weight /= t.share[q][v]
        t.value[i] = <uint8_t>(1 + v)
    t.stack[v] -= 1
    t.stack_count -= 1
    return True


cdef inline int tell_cards(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int p,
                           caravela_rng *rng) noexcept nogil:
    """Third pass: the values. BROKEN, FALSE or TRUE."""
    cdef int i, q, v, type, data, result = TRUE
    rewind(r, s, t)
    memcpy(t.hand, t.known, sizeof(t.hand))
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_DRAW:
            if not tell_draw(s, t, i, q, rng):
                return BROKEN
            v = t.value[i] - 1
            t.hand[q][v] += 1
            if data:
                t.known[q][v] += 1
        elif type == LOG_GAIN or type == LOG_LAID:
            t.value[i] = <uint8_t>data
            if not tell_draw(s, t, i, q, rng):
                return BROKEN
            if type == LOG_GAIN:
                t.hand[q][data - 1] += 1
                t.known[q][data - 1] += 1
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (t.value[i] if type == LOG_TUCK else data) - 1
            if type == LOG_TAKEN and t.known[q][v]:
                t.weight *= t.hand[q][v]
            if t.takes[i] == COVERED:
                t.known[q][v] -= 1
            elif t.known[q][v]:  # a known copy would have gone first
                return BROKEN
            t.hand[q][v] -= 1
            if type == LOG_OUT or type == LOG_TAKEN:
                t.discard[v] += 1
                t.discard_count += 1
        elif type == LOG_BACK:
            t.discard[data - 1] -= 1
            t.discard_count -= 1
        elif type == LOG_SHUFFLE:
            discard_joins(t)
        elif type == LOG_SHOW:
            memcpy(t.known[q], t.hand[q], WIDTH)
        elif type == LOG_INEXACT:
            if exact_options(r, t.hand[q], data, r.values - 1):
                result = FALSE
        elif not worth_holds(r, t.hand[q], data, type == LOG_SPARE):
            result = FALSE
    for q in range(r.players):
        for i in range(2):
            if s.worth[q][i] and not worth_holds(r, t.hand[q], s.worth[q][i], i == 1):
                result = FALSE
    return result


cdef inline void fill_options(const pizarro_rules *r, pizarro_state *s, int p) noexcept nogil:
    """What another seat that is asked may choose."""
    if s.mover == p:
        return
    if s.step == STEP_PAY:
        start_payment(r, s)
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
    cdef int i, q, v, type, slot
    for q in range(r.players):
        if q != p and s.hidden_count[q]:
            for v in range(r.values):
                s.hidden[q][v] = t.hand[q][v] - s.known[q][v]
            fill_hand(r, s, q)
    memcpy(s.stack, t.stack, WIDTH)
    for i in range(s.log_count):
        type = s.log[i] >> 12
        if type == LOG_DRAW:
            s.log[i] = <uint16_t>(s.log[i] & ~0x1FF | t.value[i])
        elif type == LOG_TUCK:
            s.log[i] = <uint16_t>(s.log[i] & ~15 | t.value[i])
            slot = s.log[i] >> 4 & 31
            if s.tucked[slot // PHASES][slot % PHASES] & UNSEEN:
                s.tucked[slot // PHASES][slot % PHASES] = <uint8_t>(UNSEEN | t.value[i])


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


cdef inline bint is_complete(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    """Does seat p know everything?"""
    cdef int q, k, place
    for q in range(r.players):
        if q != p and s.hidden_count[q]:
            return False
    if s.secrets:
        for k in range(r.stacks):
            for place in range(PHASES):
                if s.tucked[k][place] == UNSEEN:
                    return False
    return True


cdef inline int sample_world(const pizarro_rules *r, const pizarro_state *view, pizarro_state *s, int p,
                             caravela_rng *rng) noexcept nogil:
    """Fills in what seat p does not know; 1 if the world follows another law."""
    cdef pizarro_telling t
    cdef int tries = 0, result, best = BROKEN
    cdef bint accepted = False
    memcpy(s, view, sizeof(pizarro_state))
    if s.log_count == 0:
        fill_options(r, s, p)
        return 0
    if s.blurred < 2:
        write_shares(r, view, &t)
        while tries < TELLINGS or tries < LAST_TELLINGS and best < TRUE:
            tries += 1
            t.weight = 1.0
            if not tell_takes(r, view, &t, p, rng):
                continue
            tell_draws(view, &t, rng)
            result = tell_cards(r, view, &t, p, rng)
            accepted = result == TRUE and rng_uniform(rng) < t.weight
            if accepted or result > best:
                best = result
                memcpy(s, view, sizeof(pizarro_state))
                fill_in(r, s, &t, p)
                if accepted:
                    break
    if best == BROKEN:
        fill_blindly(r, s, p, rng)
    fill_options(r, s, p)
    return not accepted or s.blurred != 0
