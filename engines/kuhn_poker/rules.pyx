"""Kuhn poker as a Caravela engine. Rule numbers (K1 to K9) refer to RULES.md."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_MAX_PLAYERS, CARAVELA_REAL,
                  CARAVELA_TERMINAL, CARAVELA_ZERO_SUM, caravela_engine, caravela_game, caravela_param, caravela_params,
                  caravela_rng)
from bits cimport bits_lowest
from kuhn_poker_state cimport KUHN_POKER_LAYOUT, kuhn_poker_card, kuhn_poker_state
from params cimport param_array, param_integer
from ranking cimport rank_by
from rng cimport rng_bounded

cdef enum:
    PASS = 0
    BET = 1


ctypedef struct instance:
    double ante
    double bet


cdef inline const instance *of(const caravela_game *g) noexcept nogil:
    return <const instance *>g.self


cdef inline int dealt(const caravela_game *g, const kuhn_poker_state *s) noexcept nogil:
    """How many seats have a card: seats 0 .. dealt - 1."""
    return min(<int>s.steps, <int>g.players)


cdef inline uint32_t unseen(const caravela_game *g, const kuhn_poker_state *s) noexcept nogil:
    """The cards that no seat is known to have, bit by bit: the card of rank r is bit r + 1."""
    cdef uint32_t cards = (<uint32_t>2 << (g.players + 1)) - 2     # K1
    cdef int q
    for q in range(dealt(g, s)):
        cards &= ~(<uint32_t>1 << kuhn_poker_card(s, q))           # unknown cards are 0, a bit that is not in use
    return cards


cdef inline int draw(uint32_t cards, int count, caravela_rng *rng) noexcept nogil:
    """One of the count cards of a set, all alike; plus one."""
    cdef uint32_t n = rng_bounded(rng, <uint32_t>count)
    while n > 0:
        cards &= cards - 1
        n -= 1
    return bits_lowest(cards)


cdef inline int first_bettor(const caravela_game *g, const kuhn_poker_state *s) noexcept nogil:
    """The seat that bet first, if any did: `end` tells it (see apply)."""
    return s.end - 2 * g.players


cdef inline double paid(const caravela_game *g, const kuhn_poker_state *s, int q) noexcept nogil:
    return of(g).ante + of(g).bet * (s.bets >> q & 1)


cdef int init(const caravela_game *g, void *state) except -100 nogil:
    cdef kuhn_poker_state *s = <kuhn_poker_state *>state
    memset(s, 0, sizeof(kuhn_poker_state))
    s.mover = CARAVELA_CHANCE
    s.end = <unsigned char>(2 * g.players)                          # K4: every seat is dealt a card and passes
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    return (<const kuhn_poker_state *>state).mover


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    if (<const kuhn_poker_state *>state).mover < 0:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    cdef const kuhn_poker_state *s = <const kuhn_poker_state *>state
    cdef uint32_t left = unseen(g, s)
    cdef int n = 0
    while left != 0:
        out[n] = bits_lowest(left) - 1
        p[n] = 1.0 / (g.players + 1 - s.steps)
        left &= left - 1
        n += 1
    return n


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    cdef const kuhn_poker_state *s = <const kuhn_poker_state *>state
    return draw(unseen(g, s), g.players + 1 - s.steps, rng) - 1


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    key[0] = (<const kuhn_poker_state *>state).steps
    return 0


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef kuhn_poker_state *s = <kuhn_poker_state *>state
    cdef int seat = s.mover
    if seat < 0:                                                    # K2
        s.cards |= <uint32_t>(a + 1) << (4 * s.steps)
        s.steps += 1
        if s.steps == g.players:
            s.mover = 0
        return 0
    if a == BET:
        if s.bets == 0:
            s.end += <unsigned char>seat                            # K5: up to the seat before this one, once more
        s.bets |= <unsigned char>(1 << seat)
    s.steps += 1
    seat += 1
    s.mover = CARAVELA_TERMINAL if s.steps == s.end else 0 if seat == g.players else <signed char>seat
    return 0


# Codes: q = seat q was dealt a card; then a code for each own card, then two for each seat: it passes, it bets.

cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    cdef const kuhn_poker_state *s = <const kuhn_poker_state *>before
    if s.mover >= 0:
        codes[0] = g.players + (g.players + 1) + 2 * s.mover + a
    elif s.steps == p:
        codes[0] = g.players + a
    else:
        codes[0] = s.steps
    return 1


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    (<kuhn_poker_state *>state).cards &= <uint32_t>15 << (4 * p)    # K2, K7
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    cdef kuhn_poker_state *s = <kuhn_poker_state *>out
    cdef uint32_t left
    cdef int count, card, q
    memcpy(out, view, sizeof(kuhn_poker_state))
    left = unseen(g, s)
    count = g.players + 1 - (p < s.steps)
    for q in range(dealt(g, s)):
        if q != p:
            card = draw(left, count, rng)
            s.cards |= <uint32_t>card << (4 * q)
            left ^= <uint32_t>1 << card
            count -= 1
    return 0


cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const kuhn_poker_state *s = <const kuhn_poker_state *>state
    cdef double pot = 0.0
    cdef int best = 0, winner = 0
    cdef int q, card
    for q in range(g.players):
        out[q] = -paid(g, s, q)
        pot -= out[q]
        card = kuhn_poker_card(s, q)
        if card > best and (s.bets == 0 or s.bets >> q & 1):        # K6
            best = card
            winner = q
    out[winner] += pot
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef double won[CARAVELA_MAX_PLAYERS]
    returns(g, state, won)
    rank_by(won, g.players, out)
    return 0


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    cdef const kuhn_poker_state *s = <const kuhn_poker_state *>state
    cdef int n = g.players
    cdef int first = first_bettor(g, s)
    cdef int mover, acted, card, q
    cdef uint32_t seen = 0, may_bet = 0
    if first < 0 or first >= n or s.steps > s.end:
        return 1
    acted = s.steps - dealt(g, s)
    if s.bets == 0:
        if first != 0 or acted > n:
            return 2
    else:                                                           # K5: `first` has acted, and some after it
        for q in range(first, acted):
            may_bet |= <uint32_t>1 << (q % n)
        if s.bets & ~may_bet or not s.bets >> first & 1:
            return 3
    mover = CARAVELA_CHANCE if s.steps < n else CARAVELA_TERMINAL if s.steps == s.end else s.steps % n
    if s.mover != mover:
        return 4
    for q in range(CARAVELA_MAX_PLAYERS):
        card = kuhn_poker_card(s, q)
        if card > n + 1 or (card != 0) != (q < dealt(g, s) and (p < 0 or p == q)):
            return 5
        if card != 0 and seen >> card & 1:
            return 6                                                # the same card twice
        seen |= <uint32_t>1 << card
    return 0


cdef int observation(const caravela_game *g, const void *state, int p, float *out) except -100 nogil:
    """OpenSpiel's: who looks, its card (both one-hot), and what each seat has paid."""
    cdef const kuhn_poker_state *s = <const kuhn_poker_state *>state
    cdef int n = g.players
    cdef int q
    memset(out, 0, (3 * n + 1) * sizeof(float))
    out[p] = 1.0
    if kuhn_poker_card(s, p) != 0:
        out[n + kuhn_poker_card(s, p) - 1] = 1.0
    for q in range(n):
        out[2 * n + 1 + q] = <float>paid(g, s, q)
    return 0


cdef bint read_stake(const caravela_params *params, const char *key, double *out, char *err) noexcept nogil:
    cdef const caravela_param *item = param_array(params, key, CARAVELA_REAL, 1, 1, err)
    if item is NULL:
        return False
    if not 0.0 < item.reals[0] <= 1e6:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %g; it must be above 0 and at most 1000000", key, item.reals[0])
        return False
    out[0] = item.reals[0]
    return True


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef int64_t players
    cdef instance stakes
    cdef instance *self
    if not param_integer(params, b"options.players", 2, CARAVELA_MAX_PLAYERS, &players, err):
        return 1
    if not read_stake(params, b"stakes.ante", &stakes.ante, err) or not read_stake(params, b"stakes.bet", &stakes.bet,
                                                                                  err):
        return 1
    self = <instance *>malloc(sizeof(instance))
    if self is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    self[0] = stakes

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = self
    out.layout = KUHN_POKER_LAYOUT
    out.state_size = sizeof(kuhn_poker_state)
    out.align = sizeof(uint32_t)
    out.players = <int32_t>players
    out.action_count = 2
    out.legal_max = 2
    out.chance_max = out.players + 1
    out.decisions_max = 2 * out.players - 1
    out.steps_max = 3 * out.players - 1
    out.codes_max = 1
    out.observation_size = 3 * out.players + 1
    out.min_utility = -(self.ante + self.bet)
    out.max_utility = (out.players - 1) * (self.ante + self.bet)
    out.score_scale = self.ante + self.bet
    out.flags = CARAVELA_ZERO_SUM
    out.init = init
    out.current_player = current_player
    out.legal_actions = legal_actions
    out.chance_outcomes = chance_outcomes
    out.sample_chance = sample_chance
    out.chance_key = chance_key
    out.apply = apply
    out.observe = observe
    out.redact = redact
    out.determinize = determinize
    out.returns = returns
    out.scores = returns
    out.ranks = ranks
    out.validate = validate
    out.observation = observation
    return 0


cdef void close_game(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = b"kuhn_poker"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
