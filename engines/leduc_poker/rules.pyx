"""Leduc poker as a Caravela engine. Rule numbers (L1 to L12) refer to RULES.md."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_MAX_PLAYERS,
                  CARAVELA_TERMINAL, CARAVELA_ZERO_SUM, caravela_engine, caravela_game, caravela_param, caravela_params,
                  caravela_rng)
from bits cimport bits_load, bits_store
from leduc_poker_check cimport check_state
from leduc_poker_deck cimport cards_gone, deck_size, draw_card
from leduc_poker_state cimport (LEDUC_POKER_LAYOUT, SUITS, first_seat, in_game, leduc_poker_rules, leduc_poker_state,
                                next_seat, rules_of)
from params cimport param_array, param_integer
from ranking cimport rank_by

cdef enum:
    FOLD = 0
    CALL = 1
    RAISE = 2
    MOST_PAID = 255  # what a byte holds


cdef inline bint may_fold(const leduc_poker_state *s) noexcept nogil:
    return s.stake > s.paid[s.mover]                                    # L5


cdef inline bint may_raise(const caravela_game *g, const leduc_poker_state *s) noexcept nogil:
    return s.raises < rules_of(g).raises_max                            # L5


cdef inline int meaning(const caravela_game *g, const leduc_poker_state *s, int a) noexcept nogil:
    """The action that is played if the mover says a."""
    if (a == FOLD and not may_fold(s)) or (a == RAISE and not may_raise(g, s)):
        return CALL                                                     # L6
    return a


cdef inline int strength(const caravela_game *g, const leduc_poker_state *s, int q) noexcept nogil:
    """Orders the hands of one showdown (L9): a pair, then the own rank. The open card is in every hand."""
    cdef int to_rank = 1 - rules_of(g).merged
    cdef int own = (s.card[q] - 1) >> to_rank
    return own + CARAVELA_MAX_PLAYERS + 1 if own == (s.open_card - 1) >> to_rank else own


cdef int init(const caravela_game *g, void *state) except -100 nogil:
    cdef leduc_poker_state *s = <leduc_poker_state *>state
    memset(s, 0, sizeof(leduc_poker_state))
    memset(s.paid, rules_of(g).ante, g.players)                         # L2
    s.stake = <unsigned char>rules_of(g).ante
    s.active = <unsigned char>g.players
    s.mover = CARAVELA_CHANCE
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    return (<const leduc_poker_state *>state).mover


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const leduc_poker_state *s = <const leduc_poker_state *>state
    cdef int n
    if s.mover < 0:
        return 0
    out[0] = FOLD
    n = rules_of(g).mapped or may_fold(s)
    out[n] = CALL
    n += 1
    out[n] = RAISE
    return n + (rules_of(g).mapped or may_raise(g, s))


cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    cdef const leduc_poker_state *s = <const leduc_poker_state *>state
    cdef uint32_t gone = cards_gone(g, s)
    cdef double one = 1.0 / (deck_size(g) - s.dealt)
    cdef int card, c, n = 0
    for c in range(deck_size(g)):
        if gone >> c & 1:
            continue
        card = c >> rules_of(g).merged
        if n > 0 and out[n - 1] == card:
            p[n - 1] += one
        else:
            out[n] = card
            p[n] = one
            n += 1
    return n


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    cdef uint32_t gone = cards_gone(g, <const leduc_poker_state *>state)
    return draw_card(g, &gone, rng) - 1


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    key[0] = (<const leduc_poker_state *>state).dealt
    return 0


cdef inline void deal(const caravela_game *g, leduc_poker_state *s, int card) noexcept nogil:
    if s.dealt < g.players:                                             # L2
        s.card[s.dealt] = <unsigned char>(card + 1)
        s.dealt += 1
        if s.dealt < g.players:
            return
    else:
        s.open_card = <unsigned char>(card + 1)                         # L3
    s.mover = <signed char>first_seat(g, s)
    s.waiting = s.active


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef leduc_poker_state *s = <leduc_poker_state *>state
    cdef int seat = s.mover
    if seat < 0:
        deal(g, s, a)
        return 0
    a = meaning(g, s, a)
    s.waiting -= 1
    if a == FOLD:
        s.folded |= <unsigned char>(1 << seat)
        s.active -= 1
    else:
        if a == RAISE:
            s.stake += <unsigned char>rules_of(g).raise_by[s.open_card != 0]
            s.raises += 1
            s.waiting = s.active - 1                                    # L7
        s.paid[seat] = s.stake
    if s.waiting > 0:
        s.mover = <signed char>next_seat(g, s, seat)
    elif s.open_card != 0 or s.active == 1:                             # L8, L9
        s.mover = CARAVELA_TERMINAL
    else:
        s.mover = CARAVELA_CHANCE
        s.raises = 0
    return 0


# Codes: q = seat q was dealt a card; then a code for each own card, one for each open card, and three for each seat:
# it folds, calls, raises.

cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    cdef const leduc_poker_state *s = <const leduc_poker_state *>before
    if s.mover >= 0:
        codes[0] = g.players + 2 * g.chance_max + 3 * s.mover + meaning(g, s, a)
    elif s.dealt == g.players:
        codes[0] = g.players + g.chance_max + a
    elif s.dealt == p:
        codes[0] = g.players + a
    else:
        codes[0] = s.dealt
    return 1


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    cdef leduc_poker_state *s = <leduc_poker_state *>state
    bits_store(s.card, bits_load(s.card) & <uint64_t>255 << (8 * p))    # L2, L11
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    cdef leduc_poker_state *s = <leduc_poker_state *>out
    cdef uint32_t gone
    cdef int q
    memcpy(s, view, sizeof(leduc_poker_state))
    gone = cards_gone(g, s)
    for q in range(s.dealt):
        if q != p:
            s.card[q] = <unsigned char>draw_card(g, &gone, rng)
    return 0


cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const leduc_poker_state *s = <const leduc_poker_state *>state
    cdef int best = -1, winners = 0, pot = 0
    cdef int hand, q
    for q in range(g.players):
        out[q] = -<double>s.paid[q]
        pot += s.paid[q]
        if in_game(s, q):
            hand = strength(g, s, q)
            if hand > best:
                best = hand
                winners = 1
            elif hand == best:
                winners += 1
    for q in range(g.players):
        if in_game(s, q) and strength(g, s, q) == best:                 # L9, L10
            out[q] += <double>pot / winners
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef double won[CARAVELA_MAX_PLAYERS]
    returns(g, state, won)
    rank_by(won, g.players, out)
    return 0


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    return check_state(g, <const leduc_poker_state *>state, p)


cdef int observation(const caravela_game *g, const void *state, int p, float *out) except -100 nogil:
    """OpenSpiel's: who looks, its card, the open card (all one-hot), and what each seat has paid."""
    cdef const leduc_poker_state *s = <const leduc_poker_state *>state
    cdef int n = g.players
    cdef int cards = g.chance_max
    cdef int q
    memset(out, 0, g.observation_size * sizeof(float))
    out[p] = 1.0
    if s.card[p] != 0:
        out[n + s.card[p] - 1] = 1.0
    if s.open_card != 0:
        out[n + cards + s.open_card - 1] = 1.0
    for q in range(n):
        out[n + 2 * cards + q] = s.paid[q]
    return 0


cdef bint read_stakes(const caravela_params *params, leduc_poker_rules *out, char *err) noexcept nogil:
    cdef const caravela_param *by
    cdef int64_t ante, most
    cdef int i
    if (not param_integer(params, b"stakes.ante", 1, MOST_PAID, &ante, err)
            or not param_integer(params, b"stakes.raises_per_round", 0, MOST_PAID, &most, err)):
        return False
    by = param_array(params, b"stakes.raises", CARAVELA_INTEGER, 2, 2, err)
    if by is NULL:
        return False
    for i in range(2):
        if by.integers[i] < 1 or by.integers[i] > MOST_PAID:
            snprintf(err, CARAVELA_ERR_SIZE, "stakes.raises has %lld; it must be between 1 and %d",
                     <long long>by.integers[i], <int>MOST_PAID)
            return False
        out.raise_by[i] = <int32_t>by.integers[i]
    if ante + most * (by.integers[0] + by.integers[1]) > MOST_PAID:
        snprintf(err, CARAVELA_ERR_SIZE, "stakes let a seat pay %lld; %d is the most it may come to",
                 <long long>(ante + most * (by.integers[0] + by.integers[1])), <int>MOST_PAID)
        return False
    out.ante = <int32_t>ante
    out.raises_max = <int32_t>most
    return True


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef int64_t players, start, merged, mapped
    cdef leduc_poker_rules rules
    cdef leduc_poker_rules *self
    if (not param_integer(params, b"options.players", 2, CARAVELA_MAX_PLAYERS, &players, err)
            or not param_integer(params, b"options.starting_player", 0, players - 1, &start, err)
            or not param_integer(params, b"options.suit_isomorphism", 0, 1, &merged, err)
            or not param_integer(params, b"options.action_mapping", 0, 1, &mapped, err)
            or not read_stakes(params, &rules, err)):
        return 1
    self = <leduc_poker_rules *>malloc(sizeof(leduc_poker_rules))
    if self is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    rules.start = <int32_t>start
    rules.merged = <int32_t>merged
    rules.mapped = mapped != 0
    self[0] = rules

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = self
    out.layout = LEDUC_POKER_LAYOUT
    out.state_size = sizeof(leduc_poker_state)
    out.align = 1
    out.players = <int32_t>players
    out.action_count = 3
    out.legal_max = 3
    out.chance_max = (out.players + 1) * (1 if rules.merged else SUITS)
    out.decisions_max = 2 * (out.players + rules.raises_max * (out.players - 1))
    out.steps_max = out.decisions_max + out.players + 1
    out.codes_max = 1
    out.observation_size = 2 * (out.players + out.chance_max)
    out.max_utility = rules.ante + rules.raises_max * (rules.raise_by[0] + rules.raise_by[1])
    out.min_utility = -out.max_utility
    out.max_utility *= out.players - 1
    out.score_scale = -out.min_utility
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
engine.name = b"leduc_poker"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
