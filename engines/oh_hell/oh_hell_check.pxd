"""Checks of foreign bytes: every field in bounds, and consistent with every other. No byte is trusted before."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL
from bits cimport bits_count
from deal cimport deal_feasible
from oh_hell_state cimport (OH_HELL_SEATS, OH_HELL_SUITS, oh_hell_held, oh_hell_next, oh_hell_rules, oh_hell_sees,
                            oh_hell_sizes, oh_hell_state, oh_hell_suits, oh_hell_void)


cdef inline int check_bounds(const oh_hell_rules *o, const oh_hell_state *s) noexcept nogil:
    cdef uint32_t suits = (1 << o.suit_count) - 1
    cdef int q
    if s.tricks > o.most_tricks or (0 < s.tricks < o.least_tricks):
        return 1
    if s.dealer > o.players or (s.dealer != 0 and s.tricks == 0):
        return 2
    if s.trump > o.cards or (s.trump != 0 and s.dealer == 0):
        return 3
    if s.leader >= o.players or s.winner >= o.players:
        return 4
    for q in range(OH_HELL_SEATS):
        if q >= o.players and (s.trick[q] != 0 or s.bids[q] != 0 or s.won[q] != 0):
            return 5
        if s.trick[q] > o.cards or s.bids[q] > s.tricks + 1 or s.won[q] > s.tricks:
            return 6
        if (s.voids >> (OH_HELL_SUITS * q) & 15) & ~(suits if q < o.players else 0):
            return 7
    return 8 if s.voids >> (OH_HELL_SUITS * OH_HELL_SEATS) else 0


cdef inline int check_dealing(const oh_hell_rules *o, const oh_hell_state *s) noexcept nogil:
    cdef int q
    if s.mover != CARAVELA_CHANCE or s.step > (s.tricks * o.players if s.dealer != 0 else 0):
        return 10
    if s.leader != s.step % o.players or s.winner != 0 or s.voids != 0:
        return 11
    for q in range(o.players):
        if s.bids[q] != 0 or s.won[q] != 0 or s.trick[q] != 0:
            return 12
    return 0


cdef inline int check_bidding(const oh_hell_rules *o, const oh_hell_state *s) noexcept nogil:
    """Seats from the leader up to the mover have bid, nobody else."""
    cdef int q, at = s.leader
    cdef bint asked = False
    if s.leader != oh_hell_next(o, s.dealer - 1) or s.step != 0 or s.winner != 0 or s.voids != 0:
        return 20
    for q in range(o.players):
        if s.won[q] != 0 or s.trick[q] != 0:
            return 21
    for q in range(o.players):
        asked |= at == s.mover
        if (s.bids[at] == 0) != asked:
            return 22
        at = oh_hell_next(o, at)
    return 0


cdef inline int check_trick(const oh_hell_rules *o, const oh_hell_state *s) noexcept nogil:
    """Seats from the leader up to the mover have played; the winner and the voids shown are right."""
    cdef uint32_t shown = 0
    cdef int q, card, suit, led = 0, winner = 0, best = 0, at = s.leader
    cdef bint asked = False
    for q in range(o.players):
        asked |= at == s.mover
        if (s.trick[at] == 0) != asked:
            return 30
        if not asked:
            card = s.trick[at] - 1
            suit = o.suit_of[card]
            if oh_hell_void(s, at) >> suit & 1:
                return 31
            if at == s.leader:
                led = suit
            elif suit != led:
                shown |= <uint32_t>1 << (OH_HELL_SUITS * at + led)
            if at == s.leader or (card > best if suit == o.suit_of[best] else suit == o.suit_of[s.trump - 1]):
                winner = at
                best = card
        at = oh_hell_next(o, at)
    if not asked or s.winner != winner:
        return 32
    return 33 if (s.voids & shown) != shown or (s.step == 0 and s.voids != shown) else 0


cdef inline int check_playing(const oh_hell_rules *o, const oh_hell_state *s) noexcept nogil:
    cdef int q, bids = 0, won = 0, played = 0
    for q in range(o.players):
        if s.bids[q] == 0:
            return 40
        bids += s.bids[q] - 1
        won += s.won[q]
        played += s.trick[q] != 0
    if bids == s.tricks or won != s.step or s.step > s.tricks:
        return 41
    if s.step == s.tricks:
        return 42 if s.mover != CARAVELA_TERMINAL or s.leader != 0 or s.winner != 0 or played != 0 else 0
    if s.leader != oh_hell_next(o, s.dealer - 1) if s.step == 0 else s.won[s.leader] == 0:
        return 43
    return check_trick(o, s)


cdef inline int check_cards(const oh_hell_rules *o, const oh_hell_state *s, int p) noexcept nogil:
    """Every card is in one place, every hand has its size, and no hand holds a suit that it cannot."""
    cdef uint64_t seen = s.pool
    cdef int q, pool = o.cards
    if s.trump != 0:
        if seen >> (s.trump - 1) & 1:
            return 50
        seen |= <uint64_t>1 << (s.trump - 1)
        pool -= 1 + s.step * o.players
    for q in range(o.players):
        if s.trick[q] != 0:
            if seen >> (s.trick[q] - 1) & 1:
                return 51
            seen |= <uint64_t>1 << (s.trick[q] - 1)
            pool -= 1
        if seen & s.hands[q] or s.hands[q] & o.suits[oh_hell_void(s, q)]:
            return 52
        seen |= s.hands[q]
        if bits_count(s.hands[q]) != (oh_hell_held(o, s, q) if oh_hell_sees(s, p, q) else 0):
            return 53
        pool -= bits_count(s.hands[q])
    return 54 if seen & ~o.deck or bits_count(s.pool) != pool else 0


cdef inline bint hands_can_be_dealt(const oh_hell_rules *o, const oh_hell_state *s, int p) noexcept nogil:
    cdef uint8_t sizes[OH_HELL_SEATS]
    cdef uint8_t pool[OH_HELL_SUITS]
    cdef uint8_t allowed[OH_HELL_SUITS]
    oh_hell_sizes(o, s, p, sizes)
    oh_hell_suits(o, s, pool, allowed)
    return deal_feasible(pool, allowed, o.suit_count, sizes, o.players)


cdef inline int oh_hell_check(const oh_hell_rules *o, const oh_hell_state *s, int p) noexcept nogil:
    """0 for a true state (p = -1) or a view of seat p, else the number of the failed check."""
    cdef int failed = check_bounds(o, s)
    if failed != 0:
        return failed
    if s.trump == 0:
        failed = check_dealing(o, s)
    elif s.bids[s.dealer - 1] == 0:
        failed = check_bidding(o, s)
    else:
        failed = check_playing(o, s)
    if failed == 0:
        failed = check_cards(o, s, p)
    if failed == 0 and not hands_can_be_dealt(o, s, p):
        failed = 60
    return failed
