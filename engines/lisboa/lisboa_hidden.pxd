"""Who knows what (L1.7, L20.4): codes of steps, views, worlds sampled from views."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from deal cimport deal_hands

from lisboa_play cimport is_chance
from lisboa_state cimport (
    BACK_BLUE,
    BACK_PURPLE,
    CARDS,
    CHOOSE_KEEP,
    DRAW_HAND,
    DRAW_OFFER,
    HAND,
    KNOWN,
    SEATS,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    list_add,
    seen_task,
)


cdef inline int write_codes(const lisboa_rules *r, const lisboa_state *before, int a, int p,
                            int32_t *codes) noexcept nogil:
    """Every step is public, but for hand cards dealt and the clergy tiles of D1."""
    cdef const lisboa_task *task = seen_task(before)
    codes[0] = a
    if is_chance(task.kind):
        codes[0] += r.code_outcome
        if task.seat != p and task.kind == DRAW_HAND:
            codes[0] = r.code_card + task.seat
        elif task.seat != p and task.kind == DRAW_OFFER:
            codes[0] = r.code_tile + task.seat
    return 1


cdef inline void blank(const lisboa_rules *r, lisboa_state *s, int p) noexcept nogil:
    """Seat p's view: others' hidden cards show their backs and count as unseen; likewise the tiles offered to them."""
    cdef lisboa_seat *seat
    cdef int q, i, n, blue, card
    for q in range(r.players):
        if q == p:
            continue
        seat = &s.seat[q]
        n = blue = 0
        for i in range(HAND):
            card = seat.hand[i]
            if card == 0 or card & KNOWN:
                break
            n += 1
            if card == BACK_BLUE or card == BACK_PURPLE:
                blue += card == BACK_BLUE
                continue
            s.unseen[card - 1] += 1
            blue += r.deck[card - 1] == 0
        for i in range(n):
            seat.hand[i] = BACK_BLUE if i < blue else BACK_PURPLE
    if s.offered[0] and seen_task(s).seat != p:
        for i in range(2):
            if s.offered[i]:
                s.bag[s.offered[i] - 1] += 1
                s.offered[i] = 0


cdef inline void deal_backs(const lisboa_rules *r, lisboa_state *s, int deck, uint8_t back,
                            caravela_rng *rng) noexcept nogil:
    """Every unseen card of the deck is as likely for every hidden slot of that back."""
    cdef uint8_t pool[CARDS]
    cdef uint8_t dealt[SEATS][CARDS]
    cdef uint8_t sizes[SEATS]
    cdef int q, i, k, n, any = 0
    cdef uint8_t *hand
    for q in range(r.players):
        n = 0
        for i in range(HAND):
            if s.seat[q].hand[i] == back:
                n += 1
        sizes[q] = <uint8_t>n
        any += n
    if any == 0:
        return
    for k in range(r.cards):
        pool[k] = s.unseen[k] if r.deck[k] == deck else 0
    memset(dealt, 0, sizeof(dealt))
    deal_hands(pool, NULL, r.cards, sizes, r.players, dealt[0], CARDS, rng)
    for q in range(r.players):
        if sizes[q] == 0:
            continue
        hand = s.seat[q].hand
        n = 0
        for i in range(HAND):
            if hand[i] != back:
                hand[n] = hand[i]
                n += 1
        memset(hand + n, 0, HAND - n)
        for i in range(r.group_size[deck // 2]):
            k = r.group[deck // 2][i]
            for n in range(dealt[q][k]):
                list_add(hand, HAND, k + 1)
            s.unseen[k] -= dealt[q][k]


cdef inline void deal_offer(const lisboa_rules *r, lisboa_state *s, caravela_rng *rng) noexcept nogil:
    """L3.13: the tiles that another seat has drawn are any of the bag's."""
    cdef uint8_t dealt[SEATS * 8]
    cdef uint8_t size = 2
    cdef int k, n
    if seen_task(s).kind == DRAW_OFFER:
        size = seen_task(s).a
    memset(dealt, 0, sizeof(dealt))
    deal_hands(s.bag, NULL, r.clergy, &size, 1, dealt, r.clergy, rng)
    for k in range(r.clergy):
        for n in range(dealt[k]):
            list_add(s.offered, 2, k + 1)


cdef inline int sample_world(const lisboa_rules *r, const lisboa_state *view, lisboa_state *s, int p,
                             caravela_rng *rng) noexcept nogil:
    """Fills in what seat p does not know. Always exact: nothing but the backs is known of hidden cards."""
    cdef const lisboa_task *task
    memcpy(s, view, sizeof(lisboa_state))
    deal_backs(r, s, 0, BACK_BLUE, rng)
    deal_backs(r, s, 2, BACK_PURPLE, rng)
    task = seen_task(s)
    if s.offered[0] == 0 and (task.kind == CHOOSE_KEEP or task.kind == DRAW_OFFER):
        deal_offer(r, s, rng)
    return 0
