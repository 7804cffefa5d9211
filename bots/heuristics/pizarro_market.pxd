"""What money and explorer cards are worth, in points, to a seat."""

from pizarro_end cimport ships_on
from pizarro_state cimport (
    ACT_DRAW,
    ACT_EXCHANGE,
    ACT_EXPOSE,
    ACT_LUCK,
    ACT_TAKEN,
    ACT_TUCK_HAND,
    ACT_VETO,
    LEFT,
    RIGHT,
    SEATS,
    UNSEEN,
    VALUES,
    pizarro_rules,
    pizarro_state,
)
from pizarro_weights cimport (
    CARD_1,
    CROWN,
    EXCHANGE_WORTH,
    EXPOSE,
    LUCK_WORTH,
    NEXT_1,
    NEXT_2,
    NEXT_OPEN,
    NEXT_RIVAL,
    NEXT_SEATS,
    NEXT_SPARE,
    PRICE_1,
    PRICE_RICH,
    SPEND,
    STAY_1,
    VETO_WORTH,
)

# The market as one seat sees it.
ctypedef struct pizarro_market:
    double money[SEATS]         # value of each hand, as far as it is known
    double mean                 # of them
    double card_value           # mean money value of a card to be drawn
    double card_crown           # mean crowns of it
    double top_crown            # most crowns of a card
    double on_offer             # points still on offer
    double price                # points of a unit of money to the seat, besides crowns
    double cost[VALUES]         # points of a card in its hand
    double left                 # part of all explorer cards still to come


cdef inline void count_unseen(const pizarro_rules *r, const pizarro_state *s, int p, int *pool) noexcept nogil:
    """Cards that seat p has not seen, by value: the stack, others' hidden cards, those they tucked face down. p = -1:
    the stack."""
    cdef int q, v, k, place
    for v in range(r.values):
        pool[v] = s.stack[v]
    if p < 0:
        return
    for q in range(r.players):
        if q != p and s.hidden_count[q]:
            for v in range(r.values):
                pool[v] += s.hidden[q][v]
    if s.secrets:
        for k in range(r.stacks):
            if s.owner[k] and s.owner[k] != 1 + p:
                for place in range(s.level[k]):
                    if s.tucked[k][place] > UNSEEN:
                        pool[(s.tucked[k][place] & ~UNSEEN) - 1] += 1


cdef inline void count_money(const pizarro_rules *r, const pizarro_state *s, int p, pizarro_market *m) noexcept nogil:
    """Reads what seat p knows; p = -1 knows everything."""
    cdef int pool[VALUES]
    cdef int q, v, count = 0, value = 0, crown = 0, sum
    count_unseen(r, s, p, pool)
    for v in range(r.values):
        count += pool[v]
        value += pool[v] * r.value[v]
        crown += pool[v] * r.crown[v]
    if count == 0:  # the discard will be drawn (P9.8)
        for v in range(r.values):
            count += r.copies[v]
            value += r.copies[v] * r.value[v]
            crown += r.copies[v] * r.crown[v]
    m.card_value = <double>value / count
    m.card_crown = <double>crown / count
    m.mean = 0.0
    for q in range(r.players):
        if p < 0 or q == p or s.hidden_count[q] == 0:
            m.money[q] = s.sum[q]
        else:
            sum = 0
            for v in range(r.values):
                sum += s.known[q][v] * r.value[v]
            m.money[q] = sum + m.card_value * s.hidden_count[q]
        m.mean += m.money[q]
    m.mean /= r.players


cdef inline double card_worth(const pizarro_rules *r, const pizarro_market *m, const double *w,
                              int phase) noexcept nogil:
    """A card drawn in this phase; in the last one its crowns count as they are (P10.2)."""
    return (w[CROWN] if phase + 1 < r.phases else 1.0) * m.card_crown + w[CARD_1 + phase] * m.card_value


cdef inline double bag_worth(const pizarro_rules *r, const pizarro_market *m, const double *w,
                             int phase) noexcept nogil:
    """A card dealt at the end of this phase."""
    if phase + 1 < r.phases:
        return card_worth(r, m, w, phase)
    return m.card_crown


cdef inline double part_worth(const pizarro_rules *r, const pizarro_market *m, const double *w, int e, int phase,
                              int part) noexcept nogil:
    """What coming to a part brings, without what a ship there is good for later. Tucked cards are left out."""
    cdef int action = r.space_act[e][phase][part]
    cdef double worth = r.space_crown[e][phase][part]
    if part == RIGHT and phase + 1 < r.phases:
        worth *= w[STAY_1 + phase]
    if r.pay_bags[phase]:
        worth += r.space_bag[e][phase][part] * bag_worth(r, m, w, phase)
    if action == ACT_VETO:
        worth += w[VETO_WORTH] * r.veto_uses
    elif action == ACT_LUCK:
        worth += w[LUCK_WORTH]
    elif action == ACT_EXCHANGE:
        worth += w[EXCHANGE_WORTH] * r.exchange[phase]
    elif action == ACT_DRAW:
        worth += r.draw_cards[phase] * card_worth(r, m, w, phase)
    elif action == ACT_EXPOSE:
        worth += w[EXPOSE]
    elif action == ACT_TAKEN:
        worth -= card_worth(r, m, w, phase)
    return worth


cdef inline double space_worth(const pizarro_rules *r, const pizarro_market *m, const double *w, int e,
                               int phase) noexcept nogil:
    """The better part."""
    cdef double left = part_worth(r, m, w, e, phase, LEFT), right
    if e == r.parts:
        right = part_worth(r, m, w, e, phase, RIGHT)
        if right > left:
            return right
    return left


cdef inline double tuck_gain(const pizarro_rules *r, const pizarro_market *m, int phase,
                             double crowns) noexcept nogil:
    """P8.3: points of one more card of most crowns under a stack with so many crowns."""
    cdef double gain = r.multiplier[phase] * (crowns + m.top_crown)
    if phase:
        gain -= r.multiplier[phase - 1] * crowns
    if r.space_act[r.tucker][phase][LEFT] == ACT_TUCK_HAND:
        gain -= m.top_crown
    return gain


cdef inline double usual_gain(const pizarro_rules *r, const pizarro_market *m, const double *w, int e,
                              int phase) noexcept nogil:
    """What a win of this phase usually brings, without what comes later."""
    cdef double gain = space_worth(r, m, w, e, phase)
    if phase:
        gain -= r.space_crown[e][phase - 1][LEFT]
    if e == r.tucker:
        gain += tuck_gain(r, m, phase, phase * m.top_crown)
    return gain


cdef inline double later_gain(const pizarro_rules *r, const pizarro_market *m, const double *w, int e,
                              int phase) noexcept nogil:
    """What a ship on the space of this phase may reach in later ones, if nobody competes."""
    cdef double gain = 0.0
    if phase == 0 and r.phases > 2:
        gain = w[NEXT_2] * max(0.0, usual_gain(r, m, w, e, 2))
    if phase + 1 < r.phases:
        gain = w[NEXT_1 + phase] * max(0.0, usual_gain(r, m, w, e, phase + 1) + gain)
    return gain


cdef inline double competition(const pizarro_rules *r, const pizarro_state *s, const double *w, int e, int q,
                               int phase) noexcept nogil:
    """How many share the cards of the next phase, in terms of the weights."""
    cdef double sharing = 1.0 + w[NEXT_SEATS] * (r.players - 3)
    cdef int other, i
    for other in range(r.players):
        if other != q and s.ships[e][other][phase]:
            sharing += w[NEXT_RIVAL]
    if phase == s.phase:
        sharing += w[NEXT_OPEN] * s.deck[e]
        for i in range(s.bottom_count):
            if s.bottom[i] == 1 + e:
                sharing += w[NEXT_OPEN]
    return max(sharing, 0.25)


cdef inline double stack_crowns(const pizarro_rules *r, const pizarro_state *s, const pizarro_market *m, int k,
                                int p) noexcept nogil:
    """Crowns under a stack, as far as seat p knows them (-1 knows all)."""
    cdef double crowns = 0.0
    cdef int place, card
    for place in range(s.level[k]):
        card = s.tucked[k][place]
        if card & UNSEEN and p >= 0 and s.owner[k] != 1 + p or card & ~UNSEEN == 0:
            crowns += m.top_crown
        else:
            crowns += r.crown[(card & ~UNSEEN) - 1]
    return crowns


cdef inline double win_worth(const pizarro_rules *r, const pizarro_state *s, const pizarro_market *m, const double *w,
                             int q, int p) noexcept nogil:
    """Points that seat q gains by winning the card turned up, in the eyes of seat p (-1: of all)."""
    cdef int e = s.card - 1, phase = s.phase, k, ships = s.ships[e][q][phase] + 1
    cdef double worth = space_worth(r, m, w, e, phase), crowns = 0.0, later
    if phase:
        if e != r.parts:
            worth -= r.space_crown[e][phase - 1][LEFT]
        elif ships_on(s, r, e, q, phase - 1, LEFT) == 0:
            worth -= r.space_crown[e][phase - 1][RIGHT]
    if e == r.tucker:
        if phase:
            for k in range(r.stacks):
                if s.owner[k] == 1 + q and s.level[k] == phase:
                    crowns = max(crowns, stack_crowns(r, s, m, k, p))
        worth += tuck_gain(r, m, phase, crowns)
    if phase + 1 < r.phases:
        later = later_gain(r, m, w, e, phase) / competition(r, s, w, e, q, phase)
        worth += later if ships <= r.cards[phase + 1][e] else w[NEXT_SPARE] * later
    return worth


cdef inline void read_market(const pizarro_rules *r, const pizarro_state *s, const double *w, int p,
                             pizarro_market *m) noexcept nogil:
    """Everything but what depends on whose money it is; reads what seat p knows, all for p = -1."""
    cdef int e, phase, i, v, cards = 0, count, later = 0
    count_money(r, s, p, m)
    m.top_crown = 0.0
    for v in range(r.values):
        m.top_crown = max(m.top_crown, <double>r.crown[v])
    m.on_offer = 0.0
    for e in range(r.explorers):
        for phase in range(s.phase, r.phases):
            count = r.cards[phase][e] if phase > s.phase else s.deck[e]
            if phase == s.phase:
                for i in range(s.bottom_count):
                    count += s.bottom[i] == 1 + e
            if count:
                later += count
                m.on_offer += count * max(0.0, usual_gain(r, m, w, e, phase))
    for phase in range(r.phases):
        cards += r.card_count[phase]
    m.left = <double>later / cards if cards else 0.0


cdef inline double money_to_come(const pizarro_rules *r, const pizarro_state *s,
                                 const pizarro_market *m) noexcept nogil:
    """Money of all seats, with base cards of later phase ends."""
    cdef int phase
    cdef double cards = 0.0
    for phase in range(s.phase, r.phases - 1):
        cards += r.base_cards[phase]
    return r.players * (m.mean + cards * m.card_value) + 1.0


cdef inline double price_for(const pizarro_rules *r, const pizarro_state *s, const pizarro_market *m, const double *w,
                             int q) noexcept nogil:
    """Points of a unit of money to seat q."""
    cdef double rich = m.money[q] / (m.mean + 1.0) - 1.0
    return max(0.0, (w[PRICE_1 + s.phase] + w[PRICE_RICH] * rich) * m.on_offer / money_to_come(r, s, m))


cdef inline void price_cards(const pizarro_rules *r, const pizarro_state *s, const double *w, int q,
                             pizarro_market *m) noexcept nogil:
    """What the cards in the hand of seat q are worth to it."""
    cdef int v
    m.price = price_for(r, s, m, w, q)
    for v in range(r.values):
        m.cost[v] = w[CROWN] * r.crown[v] + w[SPEND] * m.left + m.price * r.value[v]
