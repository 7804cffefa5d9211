"""Checks foreign bytes: whether they can be a state of these rules, or a seat's view of one.

Nothing is trusted. A block that passes is safe for every function of the engine, is in canonical form and obeys
what the rules conserve; that some game leads to it is not proved.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcmp, memset

from deal cimport deal_feasible

from veracruz_hidden cimport write_allowed
from veracruz_state cimport (
    BET_UNKNOWN,
    BETS_MAX,
    GALLEONS_MAX,
    GOODS_MAX,
    KINDS_MAX,
    LEFT,
    PHASE_ACT,
    PHASE_DEAL,
    PHASE_DRAW,
    PHASE_FIRST_TOSS,
    PHASE_INVEST,
    PHASE_LAST_TOSS,
    PHASE_OVER,
    PHASE_REFILL,
    PHASE_REVEAL,
    PHASE_START,
    PHASE_TOPS,
    PHASE_TOSS,
    RIGHT,
    SEATS_MAX,
    SLOT_NONE,
    SLOT_VOID,
    is_red,
    present,
    veracruz_galleon,
    veracruz_rules,
    veracruz_state,
)

# What `validate` returns.
cdef enum:
    CHECK_SEAT = 1          # the seat of the view
    CHECK_PHASE = 2         # phase, mover, deck and passes fit together
    CHECK_PADDING = 3       # unused slots are zero
    CHECK_BOXES = 4         # every kind of box is conserved, counters agree
    CHECK_HANDS = 5
    CHECK_DECKS = 6
    CHECK_GALLEONS = 7
    CHECK_BETS = 8
    CHECK_INVESTMENTS = 9
    CHECK_EXCLUDED = 10
    CHECK_METEOROLOGY = 11
    CHECK_END = 12          # play goes on although all are red, or ended without a reason


cdef inline bint all_zero(const uint8_t *bytes, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if bytes[i]:
            return False
    return True


cdef inline bint shown(const veracruz_state *s, int p, int q) noexcept nogil:
    """Does the block hold seat q's secrets: in the truth (p = -1), in q's own view, at the end."""
    return p < 0 or p == q or s.phase == PHASE_OVER


cdef inline bint check_phase(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    cdef int phase = s.phase
    cdef bint moves = phase <= PHASE_DEAL or PHASE_ACT <= phase <= PHASE_TOSS
    cdef bint deals = phase == PHASE_TOPS or phase == PHASE_REVEAL or phase == PHASE_REFILL
    cdef int i, q
    if phase > PHASE_OVER or s.mover >= (r.players if moves else 1) or s.deck >= (r.decks if deals else 1):
        return False
    if phase == PHASE_START and r.start >= 0 or phase == PHASE_DRAW and r.decks == 1:
        return False
    if phase == PHASE_DRAW and s.loads == 0:
        return False
    if s.passes >= (r.players if phase == PHASE_ACT or phase == PHASE_DRAW else 1):
        return False
    for i in range(1, s.passes + 1):  # those who passed had no bet left
        q = (s.mover - i + r.players) % r.players
        if s.bets_left[q]:
            return False
    return True


cdef inline bint check_padding(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    cdef int q, g
    for q in range(SEATS_MAX):
        if q >= r.players:
            if (not all_zero(s.hidden[q], KINDS_MAX) or not all_zero(s.known[q], KINDS_MAX) or s.bets_left[q]
                    or s.bet_cards[q][0] or s.bet_cards[q][1] or s.hidden_count[q] or s.investment[q] or s.excluded[q]):
                return False
        elif (not all_zero(s.hidden[q] + r.kinds, KINDS_MAX - r.kinds)
              or not all_zero(s.known[q] + r.kinds, KINDS_MAX - r.kinds)):
            return False
    for g in range(r.galleons, GALLEONS_MAX):
        if (s.galleon[g].weight or s.galleon[g].balance or s.galleon[g].last[LEFT] or s.galleon[g].last[RIGHT]
                or not all_zero(s.galleon[g].value, GOODS_MAX) or not all_zero(s.bets[g], BETS_MAX) or s.bet_count[g]):
            return False
    return (all_zero(s.pool + r.kinds, KINDS_MAX - r.kinds) and all_zero(s.out + r.kinds, KINDS_MAX - r.kinds)
            and all_zero(s.zero, sizeof(s.zero)))


cdef inline bint check_boxes(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    """Invariant: hands, open decks, reserve and loaded boxes are all the boxes, kind by kind (T15)."""
    cdef int k, q, d, sum, pool = 0, loads = 0
    for d in range(2):
        if s.top[d] > r.kinds:
            return False
    for k in range(r.kinds):
        sum = s.pool[k] + s.out[k] + (s.top[0] == k + 1) + (s.top[1] == k + 1)
        for q in range(r.players):
            sum += s.hidden[q][k] + s.known[q][k]
        if sum != r.copies[k]:
            return False
        pool += s.pool[k]
        loads += s.out[k]
    return pool == s.pool_count and loads == s.loads


cdef inline bint check_hands(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    cdef int q, k, hidden, known, size
    for q in range(r.players):
        hidden = known = 0
        for k in range(r.kinds):
            hidden += s.hidden[q][k]
            known += s.known[q][k]
        if hidden != (s.hidden_count[q] if shown(s, p, q) else 0):
            return False
        size = s.hidden_count[q] + known
        if s.phase <= PHASE_DEAL:
            if known or s.phase == PHASE_INVEST and size or s.phase == PHASE_DEAL and (
                    size >= r.hand_size if q == s.mover else size != (r.hand_size if q < s.mover else 0)):
                return False
        elif size > r.hand_size - (s.phase == PHASE_DRAW and q == s.mover):
            return False
        elif s.phase <= PHASE_START and size != r.hand_size or s.phase <= PHASE_START and known:
            return False
        elif s.count[0] + s.count[1] and s.phase < PHASE_LAST_TOSS and (
                size != r.hand_size - (s.phase == PHASE_DRAW and q == s.mover)):
            return False  # everybody draws as long as there are cards
    return True


cdef inline bint check_decks(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    cdef int d, q, unseen = s.reserve
    cdef bint pending
    for q in range(r.players):
        if not shown(s, p, q):
            unseen += s.hidden_count[q]
    if s.phase <= PHASE_DEAL:
        unseen = r.total
        for q in range(r.players):
            if shown(s, p, q):
                unseen -= s.hidden_count[q]
        return unseen == s.pool_count and all_zero(s.top, 2) and all_zero(s.count, 2) and s.reserve == 0
    for d in range(2):
        if d >= r.decks and s.count[d] or s.count[d] > r.deck_size or s.reserve and d < r.decks and not s.count[d]:
            return False
        pending = (s.phase == PHASE_TOPS and d >= s.deck
                   or (s.phase == PHASE_REVEAL or s.phase == PHASE_REFILL) and d == s.deck)
        if (s.top[d] != SLOT_NONE) != (s.count[d] > 0 and not pending):
            return False
        if d == s.deck and (s.phase == PHASE_TOPS or s.phase == PHASE_REVEAL or s.phase == PHASE_REFILL):
            if s.count[d] == 0 or s.phase == PHASE_REVEAL and s.count[d] == r.deck_size:
                return False
        unseen += s.count[d] - (s.top[d] != SLOT_NONE)
    if s.phase == PHASE_DRAW and not (s.count[0] and s.count[1]):
        return False
    return unseen == s.pool_count


cdef inline bint check_galleon(const veracruz_rules *r, const veracruz_galleon *galleon, int g) noexcept nogil:
    """Weights fit the limits, and each side holds the goods and the last box it shows."""
    cdef int side, k, slot, twice, weight
    if (galleon.weight > r.weight_limit[g] or galleon.balance > r.balance_limit[g]
            or galleon.balance < -<int>r.balance_limit[g]):
        return False
    for side in range(2):
        twice = galleon.weight + (galleon.balance if side == RIGHT else -galleon.balance)
        if twice < 0 or twice & 1:
            return False
        weight = twice // 2
        slot = galleon.last[side]
        if slot > SLOT_VOID or slot == SLOT_NONE and weight:
            return False
        if slot != SLOT_NONE and slot != SLOT_VOID:
            if slot > r.kinds or r.slot_weight[slot] > weight:
                return False
            if not r.loadable[side][r.slot_weight[slot]] >> (slot - 1) & 1:
                return False
            if r.good[slot - 1] < r.goods:
                if galleon.value[r.good[slot - 1]] < r.slot_weight[slot]:
                    return False
            else:
                weight -= r.slot_weight[slot]
        for k in range(r.goods):
            if r.good_side[k] == side:
                weight -= galleon.value[k]
        if weight < 0:
            return False
    for k in range(r.goods, GOODS_MAX):
        if galleon.value[k]:
            return False
    return True


cdef inline bint check_galleons(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    """The boxes loaded explain what lies on the galleons: the last boxes, and by weight all but the void ones."""
    cdef int g, k, side, slot, voids = 0, missing = 0, least = 255, most = 0
    cdef int left[GOODS_MAX + 1]        # weight of the boxes not found on a galleon, by good; stones at the end
    cdef int lasts[SLOT_VOID + 1]
    memset(left, 0, sizeof(left))
    memset(lasts, 0, sizeof(lasts))
    for k in range(r.kinds):
        if k == r.empty:
            voids = s.out[k]
        elif s.out[k]:
            left[r.good[k]] += s.out[k] * r.weight[k]
            least = min(least, <int>r.weight[k])
            most = max(most, <int>r.weight[k])
    for g in range(r.galleons):
        if not check_galleon(r, &s.galleon[g], g):
            return False
        left[GOODS_MAX] -= s.galleon[g].weight
        for k in range(r.goods):
            left[k] -= s.galleon[g].value[k]
            left[GOODS_MAX] += s.galleon[g].value[k]
        for side in range(2):
            lasts[s.galleon[g].last[side]] += 1
    for slot in range(1, SLOT_VOID):
        if lasts[slot] > s.out[slot - 1]:
            return False
    for k in range(GOODS_MAX + 1):
        if left[k] < 0:
            return False
        missing += left[k]
    if voids == 0:
        return missing == 0 and lasts[SLOT_VOID] == 0
    return lasts[SLOT_VOID] <= voids and voids * least <= missing <= voids * most


cdef inline bint check_bets(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    cdef int placed[SEATS_MAX][2]
    cdef int unknown[SEATS_MAX]
    cdef int g, i, q, kind, k
    memset(placed, 0, sizeof(placed))
    memset(unknown, 0, sizeof(unknown))
    for g in range(r.galleons):
        if s.bet_count[g] > BETS_MAX or not all_zero(s.bets[g] + s.bet_count[g], BETS_MAX - s.bet_count[g]):
            return False
        for i in range(s.bet_count[g]):
            q = s.bets[g][i] >> 2
            kind = s.bets[g][i] & 3
            if q >= r.players or kind == 0 or (kind == BET_UNKNOWN) == shown(s, p, q):
                return False
            if kind == BET_UNKNOWN:
                unknown[q] += 1
            else:
                placed[q][kind - 1] += 1
    for q in range(r.players):
        if placed[q][0] + placed[q][1] + unknown[q] + s.bets_left[q] != 2 * r.bet_cards:
            return False
        if s.phase < PHASE_ACT and s.bets_left[q] != 2 * r.bet_cards:
            return False
        for k in range(2):
            if s.bet_cards[q][k] != (r.bet_cards - placed[q][k] if shown(s, p, q) else 0):
                return False
    return True


cdef inline bint check_investments(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    cdef int q, other
    for q in range(r.players):
        if not shown(s, p, q) or s.phase == PHASE_INVEST and q >= s.mover:
            if s.investment[q]:
                return False
        elif s.investment[q] == 0 or s.investment[q] > r.goods:
            return False
        else:
            for other in range(q):
                if s.investment[other] == s.investment[q]:
                    return False
    return True


cdef inline bint check_excluded(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    """Only who has hidden cards and no bet left can have passed and shown something; the view must leave a deal."""
    cdef uint8_t allowed[KINDS_MAX]
    cdef uint8_t sizes[SEATS_MAX]
    cdef int q
    for q in range(r.players):
        if s.excluded[q] & ~r.all_kinds or s.excluded[q] & present(s.hidden[q]):
            return False
        if s.excluded[q] and (s.bets_left[q] or s.hidden_count[q] == 0 or s.phase < PHASE_ACT):
            return False
        sizes[q] = 0 if shown(s, p, q) else s.hidden_count[q]
    if p >= 0 and s.phase != PHASE_OVER and write_allowed(r, s, p, allowed):
        return deal_feasible(s.pool, allowed, r.kinds, sizes, r.players)
    return True


cdef inline bint check_weather(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    """One toss at set-up, one for each new deck and one at the end."""
    cdef int laid = r.total - r.players * r.hand_size - r.decks * r.deck_size, tosses
    if s.meteorology < r.meteorology_min or s.meteorology > r.meteorology_max:
        return False
    laid = max(laid, 0) - s.reserve if s.phase > PHASE_DEAL else 0  # cards, then new decks
    if laid < 0 or laid % r.deck_size and s.reserve:
        return False
    laid = (laid + r.deck_size - 1) // r.deck_size
    if s.phase <= PHASE_FIRST_TOSS:
        return s.tosses == 0 and s.meteorology == r.meteorology_start and laid == 0
    tosses = 1 + laid + (s.phase == PHASE_OVER)
    if s.phase == PHASE_REFILL or s.phase == PHASE_TOSS:
        if laid == 0:
            return False
        tosses -= 1
    return s.tosses == tosses


cdef inline bint check_end(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    """V7.1."""
    cdef bint all_red = True, bets = False
    cdef int g, q
    for g in range(r.galleons):
        all_red &= is_red(r, s, g)
    for q in range(r.players):
        bets |= s.bets_left[q] != 0
    if s.phase >= PHASE_LAST_TOSS:
        return all_red or not bets
    return not all_red and (s.phase >= PHASE_ACT or s.loads == 0)


cdef inline int check_state(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    """0 if the block may be a true state (p = -1) or seat p's view; else the first check that fails."""
    if p < -1 or p >= r.players:
        return CHECK_SEAT
    if not check_padding(r, s):
        return CHECK_PADDING
    if not check_phase(r, s):
        return CHECK_PHASE
    if not check_boxes(r, s):
        return CHECK_BOXES
    if not check_hands(r, s, p):
        return CHECK_HANDS
    if not check_decks(r, s, p):
        return CHECK_DECKS
    if not check_galleons(r, s):
        return CHECK_GALLEONS
    if not check_bets(r, s, p):
        return CHECK_BETS
    if not check_investments(r, s, p):
        return CHECK_INVESTMENTS
    if not check_excluded(r, s, p):
        return CHECK_EXCLUDED
    if not check_weather(r, s):
        return CHECK_METEOROLOGY
    if not check_end(r, s):
        return CHECK_END
    return 0
