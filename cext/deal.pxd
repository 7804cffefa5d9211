"""Dealing hidden hands: the sampler behind `determinize`.

Hands of given sizes are dealt from a pool of unseen cards. Every physical card is as likely as any other for
every hidden slot, conditioned on what the hands are known not to hold: for each kind of card, the hands that may
hold it. The law is exact: each way to put physical cards into the hands has the same probability.

Work is bounded. Hands without an exclusion are dealt last by a partial shuffle. One hand with exclusions is drawn
from the cards it may hold. Two or more are drawn one after another and accepted in proportion to the number of
ways that the earlier ones left for the later ones; after `DEAL_TRIES` refusals, dynamic programming over classes of
kinds (those that the same hands may hold) counts the ways exactly. Only if its table would be too large, the
hands are filled card by card along a feasible path: a consistent deal, but not an exact one, and the caller is told.
"""

from libc.stdint cimport uint8_t, uint64_t

from abi cimport caravela_rng
from bits cimport bits_store
from rng cimport rng_bounded, rng_uniform

cdef enum:
    DEAL_HANDS = 8      # most hands
    DEAL_CARDS = 255    # most cards in the pool
    DEAL_TRIES = 32     # refusals before the exact table is built
    DEAL_TABLE = 4096   # entries (doubles) of the exact table


cdef inline double deal_ways(int n, int k) noexcept nogil:
    """n over k; 0 where k > n."""
    cdef double ways = 1.0
    cdef int i
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


cdef inline bint deal_feasible(const uint8_t *pool, const uint8_t *allowed, int kinds, const uint8_t *sizes,
                               int hands) noexcept nogil:
    """Can the hands be filled? Hall's condition: any set of hands finds enough cards that one of them may hold.

    pool: cards of each kind; allowed: bit q of allowed[k] is set if hand q may hold kind k; sizes: cards that the
    hands need.
    """
    cdef int group, k, q, need, found
    for group in range(1, 1 << hands):
        need = found = 0
        for q in range(hands):
            if group >> q & 1:
                need += sizes[q]
        for k in range(kinds):
            if allowed[k] & group:
                found += pool[k]
        if found < need:
            return False
    return True


cdef inline int deal_card(const uint8_t *cards, int kinds, int total, caravela_rng *rng) noexcept nogil:
    """The kind of one of the `total` cards, each as likely."""
    cdef int at = rng_bounded(rng, total), k = 0
    while k < kinds - 1 and at >= cards[k]:
        at -= cards[k]
        k += 1
    return k


cdef inline void deal_shuffle(uint8_t *pool, int kinds, const uint8_t *sizes, int hands, uint8_t *out, int stride,
                              caravela_rng *rng) noexcept nogil:
    """Deals without exclusions: a partial Fisher-Yates shuffle of the pool."""
    cdef uint8_t cards[DEAL_CARDS + 8]
    cdef int total = 0, k, q, i, at
    cdef uint8_t card
    for k in range(kinds):  # eight copies at a time; those too many are overwritten
        for i in range(0, pool[k], 8):
            bits_store(cards + total + i, <uint64_t>0x0101010101010101 * <uint64_t>k)
        total += pool[k]
    for q in range(hands):
        for i in range(sizes[q]):
            at = rng_bounded(rng, total)
            card = cards[at]
            total -= 1
            cards[at] = cards[total]
            out[q * stride + card] += 1
            pool[card] -= 1


cdef inline void deal_one(uint8_t *pool, const uint8_t *allowed, int kinds, int q, int size, uint8_t *hand,
                          caravela_rng *rng) noexcept nogil:
    """Draws hand q from the cards it may hold; there are enough of them."""
    cdef uint8_t cards[DEAL_CARDS]
    cdef int total = 0, k, i
    for k in range(kinds):
        cards[k] = pool[k] if allowed[k] >> q & 1 else 0
        total += cards[k]
    for i in range(size):
        k = deal_card(cards, kinds, total - i, rng)
        cards[k] -= 1
        pool[k] -= 1
        hand[k] += 1


cdef inline void deal_return(uint8_t *pool, int kinds, const uint8_t *order, int hands, uint8_t *out,
                             int stride) noexcept nogil:
    """Puts the cards of the hands in `order` back into the pool."""
    cdef int i, k
    for i in range(hands):
        for k in range(kinds):
            pool[k] += out[order[i] * stride + k]
            out[order[i] * stride + k] = 0


cdef inline int deal_choice(const uint8_t *pool, const uint8_t *allowed, int kinds, int q) noexcept nogil:
    """How many cards of the pool hand q may hold."""
    cdef int found = 0, k
    for k in range(kinds):
        if allowed[k] >> q & 1:
            found += pool[k]
    return found


cdef inline bint deal_rejection(uint8_t *pool, const uint8_t *allowed, int kinds, const uint8_t *sizes,
                                const uint8_t *order, int hands, uint8_t *out, int stride,
                                caravela_rng *rng) noexcept nogil:
    """Draws the hands in turn, each from what it may hold. A draw reaches a complete deal with probability
    1 / product of the numbers of ways each hand had, so it is accepted with that product over its greatest value."""
    cdef double most[DEAL_HANDS]
    cdef double accept
    cdef int attempt, i, q, left
    for i in range(hands):
        most[i] = deal_ways(deal_choice(pool, allowed, kinds, order[i]), sizes[order[i]])
    for attempt in range(DEAL_TRIES):
        accept = 1.0
        for i in range(hands):
            q = order[i]
            left = deal_choice(pool, allowed, kinds, q)
            accept = accept * deal_ways(left, sizes[q]) / most[i]
            if left < sizes[q]:
                break
            deal_one(pool, allowed, kinds, q, sizes[q], out + q * stride, rng)
        if accept > 0.0 and rng_uniform(rng) < accept:
            return True
        deal_return(pool, kinds, order, hands, out, stride)
    return False


cdef inline bint deal_next(uint8_t *take, const uint8_t *need, int may, int hands, int room) noexcept nogil:
    """Next way to give the hands in the bit mask `may` at most need[i] cards each and `room` in all; False after the
    last."""
    cdef int i, given = 0
    for i in range(hands):
        given += take[i]
    for i in range(DEAL_HANDS):
        if i == hands:
            break
        if may >> i & 1 and take[i] < need[i] and given < room:
            take[i] += 1
            return True
        given -= take[i]
        take[i] = 0
    return False


cdef inline double deal_class_ways(const uint8_t *take, int hands, int room) noexcept nogil:
    """Ways to choose take[0], take[1], ... of `room` different cards."""
    cdef double ways = 1.0
    cdef int i
    for i in range(hands):
        ways = ways * deal_ways(room, take[i])
        room -= take[i]
    return ways


cdef inline bint deal_table(uint8_t *pool, const uint8_t *allowed, int kinds, const uint8_t *sizes,
                            const uint8_t *order, int hands, uint8_t *out, int stride,
                            caravela_rng *rng) noexcept nogil:
    """Draws how many cards each hand takes from each class of kinds, from exact counts; then the cards themselves.

    Kinds that the same hands may hold form a class. table[c][r] is the number of ways to give the hands the cards r (a
    mixed-radix number) they still need out of the classes c and later. False: the table would be too large.
    """
    cdef double table[DEAL_TABLE]
    cdef uint8_t may[1 << DEAL_HANDS]   # hands of each class, as bits of positions in `order`
    cdef uint8_t room[1 << DEAL_HANDS]  # cards of each class
    cdef uint8_t class_of[DEAL_CARDS]
    cdef uint8_t cards[DEAL_CARDS]
    cdef int weight[DEAL_HANDS]
    cdef uint8_t need[DEAL_HANDS]
    cdef uint8_t take[DEAL_HANDS]
    cdef uint8_t chosen[DEAL_HANDS]
    cdef int classes = 0, states = 1, c, i, j, k, r, rest, mask
    cdef double ways, u
    for i in range(hands):
        weight[i] = states
        states *= sizes[order[i]] + 1
        if states > DEAL_TABLE:
            return False
    for k in range(kinds):
        mask = 0
        for i in range(hands):
            mask |= (allowed[k] >> order[i] & 1) << i
        c = 0
        while c < classes and may[c] != mask:
            c += 1
        if c == classes:
            may[c] = <uint8_t>mask
            room[c] = 0
            classes += 1
        class_of[k] = <uint8_t>c
        room[c] += pool[k]
    if (classes + 1) * states > DEAL_TABLE:
        return False

    for r in range(states):
        table[classes * states + r] = 1.0 if r == 0 else 0.0
    for c in range(classes - 1, -1, -1):
        for r in range(states):
            ways = 0.0
            for i in range(hands):
                take[i] = 0
                need[i] = <uint8_t>(r // weight[i] % (sizes[order[i]] + 1))
            while True:
                rest = r
                for i in range(hands):
                    rest -= take[i] * weight[i]
                ways += deal_class_ways(take, hands, room[c]) * table[(c + 1) * states + rest]
                if not deal_next(take, need, may[c], hands, room[c]):
                    break
            table[c * states + r] = ways

    r = states - 1
    for c in range(classes):
        u = rng_uniform(rng) * table[c * states + r]
        for i in range(hands):
            take[i] = 0
            need[i] = <uint8_t>(r // weight[i] % (sizes[order[i]] + 1))
        while True:
            rest = r
            for i in range(hands):
                rest -= take[i] * weight[i]
            ways = deal_class_ways(take, hands, room[c]) * table[(c + 1) * states + rest]
            if ways > 0.0:  # rounding may leave u at 0 after the last term: the last possible choice stands
                for i in range(hands):
                    chosen[i] = take[i]
                u -= ways
                if u < 0.0:
                    break
            if not deal_next(take, need, may[c], hands, room[c]):
                break
        for k in range(kinds):
            cards[k] = pool[k] if class_of[k] == c else 0
        for i in range(hands):
            for j in range(chosen[i]):
                k = deal_card(cards, kinds, room[c], rng)
                cards[k] -= 1
                pool[k] -= 1
                room[c] -= 1
                out[order[i] * stride + k] += 1
            r -= chosen[i] * weight[i]
    return True


cdef inline void deal_greedy(uint8_t *pool, const uint8_t *allowed, int kinds, const uint8_t *sizes,
                             const uint8_t *order, int hands, uint8_t *out, int stride,
                             caravela_rng *rng) noexcept nogil:
    """Fills the hands card by card, each drawn among those that leave the rest feasible. Consistent, not exact."""
    cdef uint8_t left[DEAL_HANDS]
    cdef uint8_t cards[DEAL_CARDS]
    cdef int i, j, k, q, total
    for q in range(DEAL_HANDS):
        left[q] = 0
    for i in range(hands):
        left[order[i]] = sizes[order[i]]
    for i in range(hands):
        q = order[i]
        for j in range(sizes[q]):
            left[q] -= 1
            total = 0
            for k in range(kinds):
                cards[k] = 0
                if pool[k] and allowed[k] >> q & 1:
                    pool[k] -= 1
                    if deal_feasible(pool, allowed, kinds, left, DEAL_HANDS):
                        cards[k] = pool[k] + 1
                    pool[k] += 1
                total += cards[k]
            k = deal_card(cards, kinds, total, rng)
            pool[k] -= 1
            out[q * stride + k] += 1


cdef inline int deal_hands(uint8_t *pool, const uint8_t *allowed, int kinds, const uint8_t *sizes, int hands,
                           uint8_t *out, int stride, caravela_rng *rng) noexcept nogil:
    """Deals sizes[q] cards to each of the hands from the pool; returns 0, or 1 for a consistent deal that is not exact.

    pool: cards of each of the kinds (at most DEAL_CARDS in all), reduced in place. allowed: bit q of allowed[k] is set
    if hand q may hold kind k; NULL: no exclusions. out: hand q's counts are added to out[q * stride + kind]. The deal
    must be feasible (see `deal_feasible`).
    """
    cdef uint8_t order[DEAL_HANDS]      # hands with exclusions
    cdef uint8_t free_sizes[DEAL_HANDS]
    cdef int restricted = 0, q, k, status = 0
    if allowed is NULL:
        deal_shuffle(pool, kinds, sizes, hands, out, stride, rng)
        return 0
    for q in range(hands):
        free_sizes[q] = sizes[q]
        if sizes[q] == 0:
            continue
        for k in range(kinds):
            if pool[k] and not allowed[k] >> q & 1:
                order[restricted] = <uint8_t>q
                restricted += 1
                free_sizes[q] = 0
                break
    if restricted == 1:
        deal_one(pool, allowed, kinds, order[0], sizes[order[0]], out + order[0] * stride, rng)
    elif restricted > 1:
        if (not deal_rejection(pool, allowed, kinds, sizes, order, restricted, out, stride, rng)
                and not deal_table(pool, allowed, kinds, sizes, order, restricted, out, stride, rng)):
            deal_greedy(pool, allowed, kinds, sizes, order, restricted, out, stride, rng)
            status = 1
    deal_shuffle(pool, kinds, free_sizes, hands, out, stride, rng)
    return status
