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
    TELLINGS = 256         # refused ones before a consistent world of another law is taken
    LAST_TELLINGS = 8192    # before facts are given up
    HELD = 256              # most hidden cards of a hand

    BROKEN = 0              # no telling
    FALSE = 1               # cards move as seen, but a fact does not hold
    TRUE = 2

# What a removal entry of the log takes.
cdef enum:
    COVERED = 0             # a known card
    TOKEN = 1               # a card drawn unseen
    LATER = 2               # the same, but in other tellings it was known

ctypedef struct pizarro_telling:
    uint8_t value[LOG]      # 1 + value of a card drawn or tucked; 0: not settled yet
    uint8_t takes[LOG]
    int16_t left[LOG]       # for a draw: the entry at which the card left the hand, -1: never
    double bound[LOG]       # of the weight of a card that left a hand
    int16_t hidden_then[LOG]    # hidden cards then, had only known cards been tucked unseen
    uint8_t covers[LOG]     # known copies then, had none been tucked unseen
    uint8_t doubt[LOG]      # cards were tucked unseen out of the hand before, so that none is known
    double chance[LOG]      # at most, of the value of a card that left a hand, when it was drawn
    double weight
    # Bounds that do not depend on the telling.
    double share[SEATS][WIDTH]  # most copies of a value in a stack when the seat drew
    double tilt[SEATS][WIDTH]   # how much likelier a value is drawn than the stack has it
    double tilt_bound           # no telling that is true weighs more, for tilted seats together
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
    int32_t tokens          # cards drawn unseen that turned up later: as many in every telling
    int32_t tokens_more     # at most so many others
    int32_t least_left      # fewest cards in a stack when one of them is taken
    int32_t tokens_of[WIDTH]    # `tokens` by value
    double token_bound      # of the weight of them all


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


cdef inline double power(double base, int n) noexcept nogil:
    """By multiplication: the same on every machine."""
    cdef double product = 1.0
    cdef int i
    for i in range(n):
        product *= base
    return product


cdef inline bint is_draw(int type) noexcept nogil:
    return type == LOG_DRAW or type == LOG_GAIN or type == LOG_LAID


cdef inline void write_covers(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t) noexcept nogil:
    """For each card that left a hand, how many known copies and hidden cards there were at most."""
    cdef int tucks[SEATS]
    cdef int hidden[SEATS]
    cdef uint8_t held[WIDTH]
    cdef int i, q, v, type, data
    rewind(r, s, t)
    t.tokens = t.tokens_more = 0
    memset(t.tokens_of, 0, sizeof(t.tokens_of))
    for q in range(SEATS):
        tucks[q] = hidden[q] = 0
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_DRAW and data == 0:
            hidden[q] += 1
        elif type == LOG_DRAW or type == LOG_GAIN:
            t.known[q][data - 1] += 1
        elif type == LOG_TUCK and data & 15 == 0:
            t.doubt[i] = tucks[q] > 0
            tucks[q] += 1
        elif type == LOG_SHOW:
            v = data - 1
            t.doubt[i] = t.doubt[i - 1]
            if s.log[i - 1] >> 9 != s.log[i] >> 9:
                t.doubt[i] = tucks[q] > 0
                tucks[q] = hidden[q] = 0
                memcpy(held, t.known[q], WIDTH)
                memset(t.known[q], 0, WIDTH)
            t.known[q][v] += 1
            t.covers[i] = held[v]
            if held[v]:
                held[v] -= 1
            elif t.doubt[i]:
                t.tokens_more += 1
            else:
                t.tokens += 1
                t.tokens_of[v] += 1
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (data & 15) - 1
            t.covers[i] = t.known[q][v]
            t.doubt[i] = tucks[q] > 0
            t.hidden_then[i] = <int16_t>hidden[q]
            tucks[q] += type == LOG_TUCK
            if t.known[q][v] == 0:
                hidden[q] -= 1
                t.tokens += 1
                t.tokens_of[v] += 1
            elif t.doubt[i]:  # a hidden copy may go, and the known one stay
                t.tokens_more += 1
            else:
                t.known[q][v] -= 1


cdef inline double largest_of(double *factors, int count, int chosen) noexcept nogil:
    """The product of the `chosen` largest factors; all that there are, if those are fewer."""
    cdef double product = 1.0, factor
    cdef int i, j, best
    for i in range(min(chosen, count)):
        best = i
        for j in range(i + 1, count):
            if factors[j] > factors[best]:
                best = j
        factor = factors[best]
        product *= factor
        factors[best] = factors[i]
    return product


cdef inline void write_shares(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t) noexcept nogil:
    """For each seat and value the most copies in a stack when the seat drew unseen; and `token_bound`.

    The order in which cards come off a stack between two shuffles does not matter. So the cards whose value is known
    are taken first, then those that turned up later, then the others. The j-th of those that turned up later weighs
    (copies in the stack, but for those taken) / (cards in the stack - j): the largest of these factors bound the
    product.
    """
    cdef double sizes[LOG]
    cdef double copies[WIDTH][LOG]
    cdef int copy_count[WIDTH]
    cdef int of[WIDTH]      # tokens still to come, by value
    cdef int i, k, q, v, type, data, unseen, count = 0, left = t.tokens
    cdef bint fresh = True
    memcpy(of, t.tokens_of, sizeof(of))
    memset(t.share, 0, sizeof(t.share))
    memset(copy_count, 0, sizeof(copy_count))
    t.least_left = r.total
    rewind(r, s, t)
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_SHUFFLE:
            discard_joins(t)
            fresh = True
        if fresh:
            fresh = False
            unseen = 0
            for k in range(i + (type == LOG_SHUFFLE), s.log_count):
                if s.log[k] >> 12 == LOG_SHUFFLE:
                    break
                if is_draw(s.log[k] >> 12):
                    if s.log[k] & 0x1FF:
                        t.ceiling[(s.log[k] & 0x1FF) - 1] -= 1
                        t.stack_count -= 1
                    else:
                        unseen += 1
            for k in range(min(unseen, left)):
                sizes[count] = 1.0 / (t.stack_count - k)
                count += 1
            t.least_left = min(t.least_left, t.stack_count - min(unseen, left + t.tokens_more) + (unseen > 0))
            for v in range(r.values):
                for k in range(min(unseen, min(of[v], <int>t.ceiling[v]))):
                    copies[v][copy_count[v]] = t.ceiling[v] - k
                    copy_count[v] += 1
            t.stack_count -= unseen
        if type == LOG_DRAW and data == 0:
            for v in range(r.values):
                t.share[q][v] = max(t.share[q][v], <double>t.ceiling[v])
        elif type == LOG_BACK:
            t.discard[data - 1] -= 1
            t.discard_count -= 1
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK or type == LOG_SHOW:
            v = (data & 15) - 1
            if v >= 0 and t.covers[i] == 0 and not (type == LOG_SHOW and t.doubt[i]):
                left -= 1
                of[v] -= 1
            if type == LOG_OUT or type == LOG_TAKEN:
                t.discard[v] += 1
                t.discard_count += 1
    t.token_bound = largest_of(sizes, count, t.tokens)
    for v in range(r.values):
        t.token_bound *= largest_of(copies[v], copy_count[v], t.tokens_of[v])


cdef inline int least_drawn(const pizarro_rules *r, const pizarro_state *s, int q, int *count) noexcept nogil:
    """At least so much the cards that seat q drew unseen, and that never turned up, are worth by its bids; count: no
    telling has more of them."""
    cdef uint8_t most[WIDTH]
    cdef int least = max(<int>s.worth[q][0], <int>s.worth[q][1] + r.value[0] if s.worth[q][1] else 0)
    cdef int i, v, type, data, known = 0, out = 0, tucks = 0, shown = -1
    count[0] = 0
    memcpy(most, s.first_hand[q], WIDTH)
    for i in range(s.log_count):
        if s.log[i] >> 9 & 7 != q:
            continue
        type = s.log[i] >> 12
        data = s.log[i] & 0x1FF
        if type == LOG_DRAW:
            count[0] += 1
        elif type == LOG_GAIN:
            most[data - 1] += 1
        elif type == LOG_TUCK and data & 15 == 0:
            tucks += 1
        elif type == LOG_SHOW:
            if s.log[i - 1] != s.log[i] and s.log[i - 1] >> 9 != s.log[i] >> 9:
                memset(most, 0, WIDTH)
                count[0] = tucks
            most[data - 1] += 1
            shown = i
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (data & 15) - 1
            if most[v]:
                most[v] -= 1
            else:
                count[0] -= 1
    for v in range(r.values):
        known += most[v] * r.value[v]
    for i in range(s.log_count - 1, shown, -1):
        if s.log[i] >> 9 & 7 != q:
            continue
        type = s.log[i] >> 12
        data = s.log[i] & 0x1FF
        if type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET:
            out += r.value[data - 1]
        elif type == LOG_TUCK and data & 15:
            out += r.value[(data & 15) - 1]
        elif type == LOG_WORTH:
            least = max(least, data - out)
        elif type == LOG_SPARE:
            least = max(least, data + r.value[0] - out)
    return least - known


cdef inline double tilt_mean(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int q) noexcept nogil:
    """Mean value of a card drawn out of the unseen ones with the tilt of seat q."""
    cdef double all = 0.0, sum = 0.0
    cdef int v
    for v in range(r.values):
        all += s.stack[v] * t.tilt[q][v]
        sum += s.stack[v] * t.tilt[q][v] * r.value[v]
    return sum / all


cdef inline void write_tilts(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int p) noexcept nogil:
    """Seats whose bids call for high cards get them more often; the weight of a telling makes up for it.

    A card drawn with tilt b^value weighs (mean of the tilt over the stack) / b^value. Over all cards of the seat that
    is at most (largest mean)^count / b^least.
    """
    cdef int least[SEATS]
    cdef int count[SEATS]
    cdef double largest[SEATS]
    cdef double base, mean
    cdef bint any = False
    cdef int i, q, v, n, left, type, data
    t.tilt_bound = 1.0
    for q in range(r.players):
        t.tilted[q] = False
        largest[q] = 0.0
        if q == p or s.hidden_count[q] == 0:
            continue
        least[q] = least_drawn(r, s, q, &count[q])
        base = 1.0
        while count[q] > 0 and base < 8.0:
            for v in range(r.values):
                t.tilt[q][v] = power(base, r.value[v])
            if tilt_mean(r, s, t, q) * count[q] >= least[q]:
                break
            base *= 1.125
            t.tilted[q] = any = True
        if t.tilted[q]:
            t.tilt_bound /= power(base, least[q])
    if not any:
        return
    rewind(r, s, t)
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if is_draw(type):
            if data:
                t.ceiling[data - 1] -= 1
            elif t.tilted[q]:
                mean = 0.0
                left = t.stack_count
                for v in range(r.values - 1, -1, -1):
                    n = min(left, <int>t.ceiling[v])
                    mean += n * t.tilt[q][v]
                    left -= n
                largest[q] = max(largest[q], mean / t.stack_count)
            t.stack_count -= 1
        elif type == LOG_OUT or type == LOG_TAKEN:
            t.discard[data - 1] += 1
            t.discard_count += 1
        elif type == LOG_BACK:
            t.discard[data - 1] -= 1
            t.discard_count -= 1
        elif type == LOG_SHUFFLE:
            discard_joins(t)
    for q in range(r.players):
        if t.tilted[q]:
            t.tilt_bound *= power(largest[q], count[q])


cdef inline int pick_of(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    cdef int at = rng_bounded(rng, total), sum
    cdef uint64_t word = bits_load(counts)
    sum = bits_sum(word)
    return bits_pick(word, at) if at < sum else 8 + bits_pick(bits_load(counts + 8), at - sum)


cdef inline int tilted_pick(const pizarro_rules *r, pizarro_telling *t, int q, caravela_rng *rng) noexcept nogil:
    """A card of the stack, tilted as for seat q."""
    cdef double all = 0.0, at
    cdef int v, last = 0
    for v in range(r.values):
        all += t.stack[v] * t.tilt[q][v]
    at = rng_uniform(rng) * all
    for v in range(r.values):
        if t.stack[v]:
            last = v
            at -= t.stack[v] * t.tilt[q][v]
            if at < 0.0:
                break
    t.weight *= all / (t.stack_count * t.tilt[q][last])
    return last


cdef inline int tell_tuck(const pizarro_rules *r, pizarro_telling *t, int q, int i, caravela_rng *rng) noexcept nogil:
    """A card tucked unseen. The first time each known value and each hidden card is as likely; from then on no card is
    known, and all are alike."""
    cdef int kinds = 0, cards = t.hidden[q], at, v, step
    for v in range(r.values):
        kinds += t.known[q][v] != 0
        cards += t.known[q][v]
    if cards == 0:
        return TOKEN  # refused: nothing is hidden
    if not t.doubt[i]:
        t.weight *= <double>(kinds + t.hidden[q]) / cards
        cards = kinds + t.hidden[q]
    at = rng_bounded(rng, cards)
    for v in range(r.values):
        step = t.known[q][v] if t.doubt[i] else t.known[q][v] != 0
        if at < step:
            t.value[i] = <uint8_t>(1 + v)
            t.known[q][v] -= 1
            return COVERED
        at -= step
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
            t.takes[i] = LATER if tucked else TOKEN
    return True


cdef inline void write_bounds(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t) noexcept nogil:
    """How much each card that left a hand can weigh in any telling."""
    cdef int i, q, v, type
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        v = (s.log[i] & 15) - 1
        if v >= 0 and (type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK):
            t.bound[i] = t.hidden_then[i]
            t.chance[i] = min(1.0, t.share[q][v] / t.least_left)
            if t.covers[i] and t.doubt[i]:
                t.bound[i] = t.covers[i] + t.hidden_then[i] * t.chance[i]
            elif t.covers[i]:
                t.bound[i] = t.covers[i] + min(<int>t.hidden_then[i], <int>r.copies[v])


cdef inline bint tell_leave(pizarro_telling *t, int q, int v, int i, bint taken, caravela_rng *rng) noexcept nogil:
    """A card leaves a hand in sight. The draw of a token brings the chance of its value."""
    cdef double known = t.known[q][v], hidden
    if t.covers[i] and t.doubt[i]:  # every copy is as likely
        hidden = t.hidden[q] * t.chance[i]
        if known + hidden == 0.0:
            return False
        t.weight *= (known + hidden) / t.bound[i]
        if rng_uniform(rng) * (known + hidden) < known:
            t.known[q][v] -= 1
            return True
        t.weight /= t.chance[i]
        t.takes[i] = LATER
    elif known > 0.0:  # a known copy goes first
        if taken:  # weighed when the hidden copies are known
            t.weight /= t.bound[i]
        t.known[q][v] -= 1
        return True
    else:
        t.weight *= t.hidden[q] / t.bound[i]
        t.takes[i] = TOKEN
    t.hidden[q] -= 1
    return t.hidden[q] >= 0


cdef inline bint tell_takes(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t,
                            caravela_rng *rng) noexcept nogil:
    """First pass: what each card that left a hand was. False if that cannot be."""
    cdef int i, q, v, type, data
    rewind(r, s, t)
    memset(t.hidden, 0, sizeof(t.hidden))
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_SHOW and s.log[i - 1] >> 9 == s.log[i] >> 9:
            continue  # told with the first card of the hand
        t.takes[i] = COVERED
        t.value[i] = 0
        if type == LOG_DRAW and data == 0:
            t.hidden[q] += 1
        elif type == LOG_DRAW or type == LOG_GAIN:
            t.value[i] = <uint8_t>data
            t.known[q][data - 1] += 1
        elif type == LOG_TUCK and data & 15 == 0:
            t.takes[i] = <uint8_t>tell_tuck(r, t, q, i, rng)
            if t.takes[i] == TOKEN:
                t.hidden[q] -= 1
                if t.hidden[q] < 0:
                    return False
        elif type == LOG_SHOW:
            if not tell_show(r, s, t, i, t.doubt[i]):
                return False
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (data & 15) - 1
            if type == LOG_TUCK:
                t.value[i] = <uint8_t>(1 + v)
            if not tell_leave(t, q, v, i, type == LOG_TAKEN, rng):
                return False
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


cdef inline bint tell_stack(const pizarro_state *s, pizarro_telling *t, int first) noexcept nogil:
    """Takes the cards of one stack, drawn by the entries from `first` on, whose values are not free: known cards first,
    then those that turned up later in every telling."""
    cdef int i, v, round
    for round in range(3):
        for i in range(first, s.log_count):
            if s.log[i] >> 12 == LOG_SHUFFLE:
                break
            if not is_draw(s.log[i] >> 12):
                continue
            if round == 0:
                v = (s.log[i] & 0x1FF) - 1
            elif s.log[i] & 0x1FF == 0 and t.left[i] >= 0 and t.takes[t.left[i]] == round:
                v = (s.log[t.left[i]] & (15 if s.log[t.left[i]] >> 12 == LOG_TUCK else 0x1FF)) - 1
            else:
                continue
            if v < 0:
                continue
            if t.stack[v] == 0:
                return False
            if round == 0:
                t.weight *= <double>t.stack[v] / t.ceiling[v]
                t.ceiling[v] -= 1
            else:
                t.weight *= <double>t.stack[v] / t.stack_count
            t.value[i] = <uint8_t>(1 + v)
            t.stack[v] -= 1
            t.stack_count -= 1
    return True


cdef inline void tell_draw(const pizarro_rules *r, pizarro_telling *t, int i, int q, caravela_rng *rng) noexcept nogil:
    """A card drawn unseen that never turned up in sight."""
    cdef int v = tilted_pick(r, t, q, rng) if t.tilted[q] else pick_of(t.stack, t.stack_count, rng)
    t.stack[v] -= 1
    t.stack_count -= 1
    t.value[i] = <uint8_t>(1 + v)
    if t.left[i] >= 0:  # tucked
        t.value[t.left[i]] = <uint8_t>(1 + v)


cdef inline int tell_cards(const pizarro_rules *r, const pizarro_state *s, pizarro_telling *t, int p,
                           caravela_rng *rng) noexcept nogil:
    """Third pass: the values. BROKEN, FALSE or TRUE."""
    cdef int i, q, v, type, data, result = TRUE
    rewind(r, s, t)
    memcpy(t.hand, t.known, sizeof(t.hand))
    if not tell_stack(s, t, 0):
        return BROKEN
    for i in range(s.log_count):
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        if type == LOG_DRAW:
            if t.value[i] == 0:
                tell_draw(r, t, i, q, rng)
            v = t.value[i] - 1
            t.hand[q][v] += 1
            if data:
                t.known[q][v] += 1
        elif type == LOG_GAIN:
            t.hand[q][data - 1] += 1
            t.known[q][data - 1] += 1
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            v = (t.value[i] if type == LOG_TUCK else data) - 1
            if type == LOG_TAKEN and t.known[q][v] and not t.doubt[i]:
                t.weight *= t.hand[q][v]
            if t.takes[i] == COVERED:
                t.known[q][v] -= 1
            elif t.known[q][v] and not t.doubt[i]:  # a known copy would have gone first
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
            if not tell_stack(s, t, i + 1):
                return BROKEN
        elif type == LOG_SHOW:
            memcpy(t.known[q], t.hand[q], WIDTH)
        elif type == LOG_INEXACT:
            if exact_options(r, t.hand[q], data, r.values - 1):
                result = FALSE
        elif type == LOG_WORTH or type == LOG_SPARE:
            if not worth_holds(r, t.hand[q], data, type == LOG_SPARE):
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
        if s.options == 0:  # only where facts were given up
            s.due = s.sum[s.mover]
            s.options = <uint16_t>hand_values(s, s.mover)
            s.options &= <uint16_t>-<int>s.options
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
        write_covers(r, view, &t)
        write_shares(r, view, &t)
        write_bounds(r, view, &t)
        write_tilts(r, view, &t, p)
        while tries < TELLINGS or tries < LAST_TELLINGS and best < TRUE:
            tries += 1
            t.weight = 1.0 / (t.tilt_bound * t.token_bound)
            if not tell_takes(r, view, &t, rng):
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
