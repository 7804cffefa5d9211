"""Who knows what (V11): codes of steps, views, worlds sampled from views, and the view as floats."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from bits cimport bits_load, bits_store, bits_sum
from deal cimport deal_hands
from rng cimport rng_bounded

from veracruz_state cimport (
    BET_UNKNOWN,
    KINDS_MAX,
    LEFT,
    PHASE_ACT,
    PHASE_DEAL,
    PHASE_DRAW,
    PHASE_INVEST,
    PHASE_OVER,
    PHASE_TOSS,
    RIGHT,
    SEATS_MAX,
    SLOT_NONE,
    SLOT_VOID,
    is_red,
    veracruz_rules,
    veracruz_state,
)


cdef inline int write_shown(const veracruz_rules *r, const veracruz_state *s, int32_t *codes) noexcept nogil:
    """V7.3: all investments, all bets in order, and what was hidden of all hands."""
    cdef int n = 0, q, g, i, k
    for q in range(r.players):
        codes[n] = r.code_good_shown + q * r.goods + s.investment[q] - 1
        n += 1
    for g in range(r.galleons):
        for i in range(s.bet_count[g]):
            codes[n] = r.code_bet_shown + 2 * g + (s.bets[g][i] & 3) - 1
            n += 1
    for q in range(r.players):
        for k in range(r.kinds):
            for i in range(s.hidden[q][k]):
                codes[n] = r.code_box_shown + q * r.kinds + k
                n += 1
    return n


cdef inline int write_codes(const veracruz_rules *r, const veracruz_state *before, int a, const veracruz_state *after,
                            int p, int32_t *codes) noexcept nogil:
    """V11.1, V11.2: every step is public, but for what is dealt to a hand and the kind of a bet."""
    cdef bint own = before.mover == p
    if before.phase == PHASE_ACT or before.phase == PHASE_DRAW:
        codes[0] = a if own or a < r.first_bet or a >= r.pass_action else r.code_bet + r.action_place[a]
    elif before.phase == PHASE_INVEST:
        codes[0] = r.code_outcome + a if own else r.code_good_dealt + before.mover
    elif before.phase == PHASE_DEAL:
        codes[0] = r.code_outcome + a if own else r.code_box_dealt + before.mover
    else:
        codes[0] = r.code_outcome + a
        if after.phase == PHASE_OVER:
            return 1 + write_shown(r, after, codes + 1)
    return 1


cdef inline void blank(const veracruz_rules *r, veracruz_state *s, int p) noexcept nogil:
    """Seat p's view: the others' hidden cards count as unseen, their bets and investments are unknown."""
    cdef int q, g, i
    cdef uint64_t word
    if s.phase == PHASE_OVER:
        return
    for q in range(r.players):
        if q == p:
            continue
        for i in range(0, KINDS_MAX, 8):
            word = bits_load(s.hidden[q] + i)
            bits_store(s.pool + i, bits_load(s.pool + i) + word)
            s.pool_count += <uint8_t>bits_sum(word)
        memset(s.hidden[q], 0, KINDS_MAX)
        s.investment[q] = 0
        s.bet_cards[q][0] = s.bet_cards[q][1] = 0
    for g in range(r.galleons):
        for i in range(s.bet_count[g]):
            if s.bets[g][i] >> 2 != p:
                s.bets[g][i] |= BET_UNKNOWN


cdef inline void guess_investments(const veracruz_rules *r, veracruz_state *s, int p, caravela_rng *rng) noexcept nogil:
    """Each good that seat p does not hold is as likely for every other seat already dealt to."""
    cdef uint8_t goods[4]
    cdef int left = 0, dealt = s.mover if s.phase == PHASE_INVEST else r.players, i, q
    for i in range(1, r.goods + 1):
        if i != s.investment[p]:
            goods[left] = <uint8_t>i
            left += 1
    for q in range(dealt):
        if q != p:
            i = rng_bounded(rng, left)
            left -= 1
            s.investment[q] = goods[i]
            goods[i] = goods[left]


cdef inline void guess_bets(const veracruz_rules *r, veracruz_state *s, int p, caravela_rng *rng) noexcept nogil:
    """Every sequence of kinds that a seat's cards allow for its bets is as likely."""
    cdef int g, i, q, kind, first, second
    cdef int32_t unknown[SEATS_MAX]
    for q in range(r.players):
        if q != p:
            unknown[q] = 2 * r.bet_cards - s.bets_left[q]
            s.bet_cards[q][0] = s.bet_cards[q][1] = <uint8_t>r.bet_cards
    for g in range(r.galleons):
        for i in range(s.bet_count[g]):
            q = s.bets[g][i] >> 2
            if q == p:
                continue
            unknown[q] -= 1
            first = r.bet_ways[unknown[q]][s.bet_cards[q][0] - 1][s.bet_cards[q][1]] if s.bet_cards[q][0] else 0
            second = r.bet_ways[unknown[q]][s.bet_cards[q][0]][s.bet_cards[q][1] - 1] if s.bet_cards[q][1] else 0
            kind = <int>rng_bounded(rng, first + second) >= first
            s.bet_cards[q][kind] -= 1
            s.bets[g][i] = <uint8_t>(q << 2 | (1 + kind))


cdef inline bint write_allowed(const veracruz_rules *r, const veracruz_state *s, int p,
                               uint8_t *allowed) noexcept nogil:
    """V11.5: bit q of allowed[k] is set if seat q may hide kind k; False if nothing is excluded for the others of p."""
    cdef bint any = False
    cdef int q, k
    for q in range(r.players):
        any |= q != p and s.excluded[q] != 0
    if any:
        for k in range(r.kinds):
            allowed[k] = 0
            for q in range(r.players):
                if q != p and not s.excluded[q] >> k & 1:
                    allowed[k] |= <uint8_t>(1 << q)
    return any


cdef inline int sample_world(const veracruz_rules *r, const veracruz_state *view, veracruz_state *s, int p,
                             caravela_rng *rng) noexcept nogil:
    """Fills in what seat p does not know: investments, bets, hands."""
    cdef uint8_t sizes[SEATS_MAX]
    cdef uint8_t allowed[KINDS_MAX]
    cdef int q, hidden = 0, status
    memcpy(s, view, sizeof(veracruz_state))
    if s.phase == PHASE_OVER:
        return 0
    guess_investments(r, s, p, rng)
    guess_bets(r, s, p, rng)
    for q in range(r.players):
        sizes[q] = s.hidden_count[q] if q != p else 0
        hidden += sizes[q]
    status = deal_hands(s.pool, allowed if write_allowed(r, s, p, allowed) else NULL, r.kinds, sizes, r.players,
                        s.hidden[0], KINDS_MAX, rng)
    s.pool_count -= <uint8_t>hidden
    return status


cdef inline int tensor_size(const veracruz_rules *r) noexcept nogil:
    """Number of floats of `write_tensor`."""
    cdef int seats = r.players, kinds = r.kinds, bets = 2 * r.bet_cards * r.players
    return (12 + seats * (1 + r.goods + 3 * kinds + 4) + 2 * kinds + r.decks * (kinds + 1) + 2
            + r.galleons * (3 + 2 * (kinds + 1) + r.goods + bets * (seats + 3)))


cdef inline void write_tensor(const veracruz_rules *r, const veracruz_state *s, int p, float *out) noexcept nogil:
    """Seat p's view (blanked already) as tensor_size floats between -1 and 1; layout in the README."""
    cdef float *at = out
    cdef int seats = r.players, kinds = r.kinds, bets = 2 * r.bet_cards * seats, i, k, q, g, side
    cdef bint moves = s.phase <= PHASE_DEAL or PHASE_ACT <= s.phase <= PHASE_TOSS
    memset(out, 0, tensor_size(r) * sizeof(float))
    at[s.phase] = 1
    at += 12
    for i in range(seats):  # seat p first, then clockwise
        q = (p + i) % seats
        at[0] = moves and s.mover == q
        at += 1
        if s.investment[q]:
            at[s.investment[q] - 1] = 1
        at += r.goods
        for k in range(kinds):
            at[k] = <float>s.hidden[q][k] / r.hand_size
            at[kinds + k] = <float>s.known[q][k] / r.hand_size
            at[2 * kinds + k] = s.excluded[q] >> k & 1
        at += 3 * kinds
        at[0] = <float>s.hidden_count[q] / r.hand_size
        if r.bet_cards:
            at[1] = <float>s.bets_left[q] / (2 * r.bet_cards)
            at[2] = <float>s.bet_cards[q][0] / r.bet_cards
            at[3] = <float>s.bet_cards[q][1] / r.bet_cards
        at += 4
    for k in range(kinds):
        at[k] = <float>s.pool[k] / r.copies[k]
        at[kinds + k] = <float>s.out[k] / r.copies[k]
    at += 2 * kinds
    for i in range(r.decks):
        if s.top[i] != SLOT_NONE:
            at[s.top[i] - 1] = 1
        at[kinds] = <float>s.count[i] / r.deck_size
        at += kinds + 1
    at[0] = <float>s.reserve / r.total
    at[1] = <float>s.meteorology / r.meteorology_max if r.meteorology_max else 0
    at += 2
    for g in range(r.galleons):
        at[0] = <float>s.galleon[g].weight / r.weight_limit[g]
        at[1] = <float>s.galleon[g].balance / r.balance_limit[g]
        at[2] = is_red(r, s, g)
        at += 3
        for side in range(LEFT, RIGHT + 1):
            if s.galleon[g].last[side] == SLOT_VOID:
                at[kinds] = 1
            elif s.galleon[g].last[side] != SLOT_NONE:
                at[s.galleon[g].last[side] - 1] = 1
            at += kinds + 1
        for k in range(r.goods):
            at[k] = <float>s.galleon[g].value[k] / r.weight_limit[g]
        at += r.goods
        for i in range(s.bet_count[g]):
            q = s.bets[g][i] >> 2
            at[i * (seats + 3) + (q - p + seats) % seats] = 1
            at[i * (seats + 3) + seats + (s.bets[g][i] & 3) - 1] = 1
        at += bets * (seats + 3)
