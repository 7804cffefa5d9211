"""The course of a game: set-up, legal actions, chance, one step, scoring."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_rng
from bits cimport bits_load, bits_lowest, bits_pick, bits_sum
from rng cimport rng_bounded, rng_uniform

from veracruz_state cimport (
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
    REACH_PORT,
    RIGHT,
    SLOT_NONE,
    SLOT_VOID,
    hand_kinds,
    is_red,
    loadable_kinds,
    veracruz_galleon,
    veracruz_rules,
    veracruz_state,
)


cdef inline void start_state(const veracruz_rules *r, veracruz_state *s) noexcept nogil:
    """V2.1, V2.3."""
    cdef int q, k
    memset(s, 0, sizeof(veracruz_state))
    for k in range(r.kinds):
        s.pool[k] = r.copies[k]
    s.pool_count = <uint8_t>r.total
    s.meteorology = <uint8_t>r.meteorology_start
    for q in range(r.players):
        s.bet_cards[q][0] = s.bet_cards[q][1] = <uint8_t>r.bet_cards
        s.bets_left[q] = <uint8_t>(2 * r.bet_cards)
    s.phase = PHASE_INVEST


cdef inline int player_to_act(const veracruz_state *s) noexcept nogil:
    if s.phase == PHASE_ACT or s.phase == PHASE_DRAW:
        return s.mover
    return CARAVELA_TERMINAL if s.phase == PHASE_OVER else CARAVELA_CHANCE


cdef inline uint64_t bet_mask(const veracruz_rules *r, const veracruz_state *s, int p) noexcept nogil:
    """V5: bit 2 * galleon + kind for each kind of betting card that seat p has left, on each galleon."""
    cdef uint64_t kinds = <uint64_t>(s.bet_cards[p][0] != 0) | <uint64_t>(s.bet_cards[p][1] != 0) << 1
    return kinds * 0x55 & ((<uint64_t>1 << 2 * r.galleons) - 1)


cdef inline int write_actions(const veracruz_rules *r, const veracruz_state *s, int32_t *out) noexcept nogil:
    """V10. Ids ascend with the bits of one mask a galleon: left kinds, right kinds, after the last galleon the bets."""
    cdef int n = 0, p = s.mover, g, base = 0
    cdef uint32_t hand
    cdef uint64_t actions
    if s.phase != PHASE_ACT:
        if s.phase != PHASE_DRAW:
            return 0
        out[0] = r.first_draw  # D2 is asked only while both decks have cards
        out[1] = r.first_draw + 1
        return 2
    hand = hand_kinds(s, p)
    for g in range(r.galleons):
        actions = hand & loadable_kinds(r, &s.galleon[g], g, LEFT)
        actions |= <uint64_t>(hand & loadable_kinds(r, &s.galleon[g], g, RIGHT)) << r.kinds
        if g == r.galleons - 1:
            actions |= bet_mask(r, s, p) << 2 * r.kinds
        while actions:
            out[n] = base + bits_lowest(actions)
            n += 1
            actions &= actions - 1
        base += 2 * r.kinds
    if n == 0:  # V6.1, R4
        out[0] = r.pass_action
        n = 1
    return n


cdef inline bint is_held(const veracruz_state *s, int good) noexcept nogil:
    """Has a seat already been dealt the investment card of this good?"""
    cdef int q
    for q in range(s.mover):
        if s.investment[q] == 1 + good:
            return True
    return False


cdef inline int write_outcomes(const veracruz_rules *r, const veracruz_state *s, int32_t *out,
                               double *p) noexcept nogil:
    """V12. Boxes: in proportion to the unseen copies."""
    cdef int n = 0, i
    if s.phase == PHASE_INVEST:
        for i in range(r.goods):
            if not is_held(s, i):
                out[n] = r.first_good + i
                p[n] = 1.0 / (r.goods - s.mover)
                n += 1
    elif s.phase == PHASE_FIRST_TOSS or s.phase == PHASE_TOSS or s.phase == PHASE_LAST_TOSS:
        for i in range(2):
            out[i] = r.first_face + i
            p[i] = r.face_probability[i]
        n = 2
    elif s.phase == PHASE_START:
        for i in range(r.players):
            out[i] = r.first_seat + i
            p[i] = 1.0 / r.players
        n = r.players
    elif s.phase != PHASE_ACT and s.phase != PHASE_DRAW and s.phase != PHASE_OVER:
        for i in range(r.kinds):
            if s.pool[i]:
                out[n] = i
                p[n] = <double>s.pool[i] / s.pool_count
                n += 1
    return n


cdef inline int draw_box(const veracruz_state *s, caravela_rng *rng) noexcept nogil:
    """A kind, in proportion to its copies in the pool."""
    cdef int at = rng_bounded(rng, s.pool_count)
    cdef uint64_t word = bits_load(s.pool)
    cdef int base = 0, sum = bits_sum(word)
    while at >= sum and base < KINDS_MAX - 8:
        at -= sum
        base += 8
        word = bits_load(s.pool + base)
        sum = bits_sum(word)
    return base + bits_pick(word, at)


cdef inline int draw_good(const veracruz_rules *r, const veracruz_state *s, caravela_rng *rng) noexcept nogil:
    """One of the goods that no seat holds yet."""
    cdef int at = rng_bounded(rng, r.goods - s.mover), good = 0
    while is_held(s, good) or at > 0:
        at -= not is_held(s, good)
        good += 1
    return good


cdef inline int draw_outcome(const veracruz_rules *r, const veracruz_state *s, caravela_rng *rng) noexcept nogil:
    if s.phase == PHASE_REVEAL or s.phase == PHASE_REFILL or s.phase == PHASE_DEAL or s.phase == PHASE_TOPS:
        return draw_box(s, rng)
    if s.phase == PHASE_INVEST:
        return r.first_good + draw_good(r, s, rng)
    if s.phase == PHASE_START:
        return r.first_seat + rng_bounded(rng, r.players)
    return r.first_face + (rng_uniform(rng) >= r.face_probability[0])


cdef inline uint64_t draw_key(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    """Deck 0: investments, by seat; 1: boxes, by cards drawn; 2: the doubloon, by tosses; 3: the starting player."""
    if s.phase == PHASE_INVEST:
        return s.mover
    if s.phase == PHASE_FIRST_TOSS or s.phase == PHASE_TOSS or s.phase == PHASE_LAST_TOSS:
        return <uint64_t>2 << 32 | s.tosses
    if s.phase == PHASE_START:
        return <uint64_t>3 << 32
    return <uint64_t>1 << 32 | <uint64_t>(r.total - s.pool_count)


cdef inline void toss(const veracruz_rules *r, veracruz_state *s, int face) noexcept nogil:
    """V1.8: a step outwards at an end of the track is lost."""
    cdef int at = s.meteorology + r.face_step[face]
    s.meteorology = <uint8_t>max(r.meteorology_min, min(at, r.meteorology_max))
    s.tosses += 1


cdef inline void end_play(veracruz_state *s) noexcept nogil:
    """V7.2: one last toss."""
    s.phase = PHASE_LAST_TOSS
    s.mover = 0
    s.passes = 0


cdef inline void next_turn(const veracruz_rules *r, veracruz_state *s) noexcept nogil:
    """V3.1."""
    s.mover = <uint8_t>(s.mover + 1 if s.mover + 1 < r.players else 0)
    s.passes = 0
    s.phase = PHASE_ACT


cdef inline int deck_card(const veracruz_rules *r, veracruz_state *s, int deck) noexcept nogil:
    """How many cards a deck laid out now gets; takes them off the reserve (V2.4, V4.7)."""
    cdef int n = min(r.deck_size, <int>s.reserve)
    s.reserve -= <uint8_t>n
    s.count[deck] = <uint8_t>n
    return n


cdef inline void lay_out(const veracruz_rules *r, veracruz_state *s) noexcept nogil:
    """V2.4: the open decks after the hands, deck 1 first; what remains is the reserve."""
    cdef int deck
    s.reserve = s.pool_count
    for deck in range(r.decks):
        deck_card(r, s, deck)
    s.phase = PHASE_TOPS
    s.mover = 0


cdef inline void take_top(const veracruz_rules *r, veracruz_state *s, int deck) noexcept nogil:
    """V4.6, V4.7: the top card goes to the mover's hand, seen by all; his turn ends."""
    s.known[s.mover][s.top[deck] - 1] += 1
    s.top[deck] = SLOT_NONE
    s.count[deck] -= 1
    next_turn(r, s)
    if s.count[deck]:
        s.phase = PHASE_REVEAL
        s.deck = <uint8_t>deck
    elif s.reserve:
        deck_card(r, s, deck)
        s.phase = PHASE_REFILL
        s.deck = <uint8_t>deck


cdef inline void load_box(const veracruz_rules *r, veracruz_state *s, int place, int kind) noexcept nogil:
    """V4."""
    cdef int p = s.mover, g = place >> 1, side = place & 1, weight, over
    cdef veracruz_galleon *galleon = &s.galleon[g]
    # V11.3: a known copy counts as the one played.
    if s.known[p][kind]:
        s.known[p][kind] -= 1
    else:
        s.hidden[p][kind] -= 1
        s.hidden_count[p] -= 1
        if s.hidden_count[p] == 0:
            s.excluded[p] = 0
    s.out[kind] += 1
    s.loads += 1
    if kind == r.empty:  # V4.4
        over = galleon.last[side] - 1
        weight = -<int>r.weight[over]
        galleon.last[side] = SLOT_VOID
        kind = over
    else:  # V4.3
        weight = r.weight[kind]
        galleon.last[side] = <uint8_t>(kind + 1)
    galleon.weight = <uint8_t>(galleon.weight + weight)
    galleon.balance = <signed char>(galleon.balance + (weight if side == RIGHT else -weight))
    if r.good[kind] < r.goods:
        galleon.value[r.good[kind]] = <uint8_t>(galleon.value[r.good[kind]] + weight)
    # V4.5, R6: all in the red zone ends the game before the draw.
    if is_red(r, s, g):
        for g in range(r.galleons):
            if not is_red(r, s, g):
                break
        else:
            end_play(s)
            return
    if s.count[0] and s.count[1]:
        s.phase = PHASE_DRAW
    elif s.count[0] or s.count[1]:  # V10.2
        take_top(r, s, 0 if s.count[0] else 1)
    else:
        next_turn(r, s)


cdef inline void place_bet(const veracruz_rules *r, veracruz_state *s, int g, int kind) noexcept nogil:
    """V5.1, V5.2."""
    cdef int p = s.mover
    s.bets[g][s.bet_count[g]] = <uint8_t>(p << 2 | (1 + kind))
    s.bet_count[g] += 1
    s.bet_cards[p][kind] -= 1
    s.bets_left[p] -= 1
    next_turn(r, s)


cdef inline void pass_turn(const veracruz_rules *r, veracruz_state *s) noexcept nogil:
    """V6; V11.5: none of the hidden cards can be loaded now, and they are still in the hand later."""
    cdef int passes = s.passes + 1, g
    if s.hidden_count[s.mover]:
        for g in range(r.galleons):
            s.excluded[s.mover] |= (loadable_kinds(r, &s.galleon[g], g, LEFT)
                                    | loadable_kinds(r, &s.galleon[g], g, RIGHT))
    if passes == r.players:  # V6.2
        end_play(s)
        return
    next_turn(r, s)
    s.passes = <uint8_t>passes


cdef inline void step_chance(const veracruz_rules *r, veracruz_state *s, int outcome) noexcept nogil:
    if s.phase == PHASE_REVEAL or s.phase == PHASE_REFILL:
        s.top[s.deck] = <uint8_t>(outcome + 1)
        s.pool[outcome] -= 1
        s.pool_count -= 1
        s.deck = 0
        s.phase = PHASE_ACT if s.phase == PHASE_REVEAL else PHASE_TOSS
    elif s.phase == PHASE_DEAL:
        s.hidden[s.mover][outcome] += 1
        s.hidden_count[s.mover] += 1
        s.pool[outcome] -= 1
        s.pool_count -= 1
        if s.hidden_count[s.mover] == r.hand_size:
            s.mover += 1
            if s.mover == r.players:
                lay_out(r, s)
    elif s.phase == PHASE_TOSS:
        toss(r, s, outcome - r.first_face)
        s.phase = PHASE_ACT
    elif s.phase == PHASE_LAST_TOSS:
        toss(r, s, outcome - r.first_face)
        s.phase = PHASE_OVER
    elif s.phase == PHASE_TOPS:
        s.top[s.deck] = <uint8_t>(outcome + 1)
        s.pool[outcome] -= 1
        s.pool_count -= 1
        if s.deck + 1 < r.decks and s.count[s.deck + 1]:
            s.deck += 1
        else:
            s.deck = 0
            s.phase = PHASE_FIRST_TOSS
    elif s.phase == PHASE_FIRST_TOSS:  # V2.5, V2.6
        toss(r, s, outcome - r.first_face)
        s.phase = PHASE_ACT
        if r.start < 0:
            s.phase = PHASE_START
        else:
            s.mover = <uint8_t>r.start
    elif s.phase == PHASE_START:
        s.mover = <uint8_t>(outcome - r.first_seat)
        s.phase = PHASE_ACT
    else:
        s.investment[s.mover] = <uint8_t>(1 + outcome - r.first_good)
        s.mover += 1
        if s.mover == r.players:
            s.mover = 0
            s.phase = PHASE_DEAL


cdef inline void step(const veracruz_rules *r, veracruz_state *s, int a) noexcept nogil:
    """One legal action or outcome."""
    if s.phase == PHASE_ACT:
        if a < r.first_bet:
            load_box(r, s, r.action_place[a], r.action_kind[a])
        elif a < r.pass_action:
            place_bet(r, s, r.action_place[a], r.action_kind[a])
        else:
            pass_turn(r, s)
    elif s.phase == PHASE_DRAW:
        take_top(r, s, a - r.first_draw)
    else:
        step_chance(r, s, a)


cdef inline int turn_number(const veracruz_rules *r, const veracruz_state *s) noexcept nogil:
    """Ascending, not dense: actions done times the number of players plus passes since; a draw belongs to its load,
    the end of play is a turn of its own."""
    cdef int done = s.loads - (s.phase == PHASE_DRAW) + (s.phase == PHASE_LAST_TOSS or s.phase == PHASE_OVER), g
    for g in range(r.galleons):
        done += s.bet_count[g]
    return done * r.players + s.passes


cdef inline bint sinks(const veracruz_state *s, int g) noexcept nogil:
    """V7.2."""
    cdef int balance = s.galleon[g].balance
    return (balance if balance >= 0 else -balance) >= s.meteorology


cdef inline int count_points(const veracruz_rules *r, const veracruz_state *s, int32_t *total,
                             int32_t *invested) noexcept nogil:
    """V8.1 to V8.3: points by seat, and the part from investments; returns the number of galleons that arrived."""
    cdef int g, q, i, kind, right, arrived = 0
    cdef bint sunk
    for q in range(r.players):
        total[q] = invested[q] = 0
    for g in range(r.galleons):
        sunk = sinks(s, g)
        arrived += not sunk
        right = 0
        for i in range(s.bet_count[g]):
            q = s.bets[g][i] >> 2
            kind = (s.bets[g][i] & 3) - 1
            if (kind == REACH_PORT) != sunk:
                total[q] += r.correct[right]
                right += 1
            else:
                total[q] += r.wrong
        if not sunk:
            for q in range(r.players):
                invested[q] += s.galleon[g].value[s.investment[q] - 1]
    for q in range(r.players):
        total[q] += invested[q]
    return arrived


cdef inline int beats(const int32_t *total, const int32_t *invested, int a, int b) noexcept nogil:
    """V8.4: is seat a placed before seat b?"""
    return total[a] > total[b] or (total[a] == total[b] and invested[a] > invested[b])


cdef inline void write_ranks(const veracruz_rules *r, const veracruz_state *s, int32_t *out) noexcept nogil:
    """V8.4; R14: all share the last place, and nobody has the first, if nobody wins."""
    cdef int32_t total[4]
    cdef int32_t invested[4]
    cdef int arrived = count_points(r, s, total, invested), a, b
    for a in range(r.players):
        out[a] = 1 if arrived else r.players
        if arrived:
            for b in range(r.players):
                out[a] += beats(total, invested, b, a)


cdef inline void write_returns(const veracruz_rules *r, const veracruz_state *s, double *out) noexcept nogil:
    """Winner shares: zero-sum, a lone winner gets 1; V8.5: all 0 if nobody wins."""
    cdef int32_t total[4]
    cdef int32_t invested[4]
    cdef bint wins[4]
    cdef int arrived = count_points(r, s, total, invested), a, b, winners = 0, n = r.players
    for a in range(n):
        out[a] = 0.0
        wins[a] = True
        for b in range(n):
            if beats(total, invested, b, a):
                wins[a] = False
        winners += wins[a]
    if arrived:
        for a in range(n):
            out[a] = <double>(n - winners) / (winners * (n - 1)) if wins[a] else -1.0 / (n - 1)
