"""Liar's Dice as a Caravela engine. Rule numbers (L1 to L7) refer to RULES.md."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset, strcmp

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_REAL, CARAVELA_TERMINAL, CARAVELA_TEXT,
                  CARAVELA_ZERO_SUM, caravela_engine, caravela_game, caravela_param, caravela_params, caravela_rng)
from liars_dice_state cimport (LIARS_DICE_LAYOUT, LIARS_DICE_NUMDICE, LIARS_DICE_SEATS, LIARS_DICE_SIDES,
                               liars_dice_count, liars_dice_state)
from params cimport param_array, param_integer
from rng cimport rng_bounded

cdef enum:
    CODE_ROLLED = 0  # "a die was rolled"; then one code an action, then one code a face for each seat


ctypedef struct instance:
    int32_t players
    int32_t numdice         # of each player
    int32_t dice            # of all players
    int32_t sides
    int32_t liar            # the action; lower ones are bids
    int32_t state_size
    bint reset_quantity
    double stake


cdef inline const instance *of(const caravela_game *g) noexcept nogil:
    return <const instance *>g.self


cdef int init(const caravela_game *g, void *state) except -100 nogil:
    memset(state, 0, of(g).state_size)
    (<liars_dice_state *>state).bid = -1
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    if s.rolled < of(g).dice:
        return CARAVELA_CHANCE
    if s.over:
        return CARAVELA_TERMINAL
    return s.mover


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    cdef int32_t a, n = 0
    if current_player(g, state) < 0:
        return 0
    for a in range(s.bid + 1, of(g).liar + (s.bid >= 0)):   # L3: higher bids, and "liar" once there is a bid
        out[n] = a
        n += 1
    return n


cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    cdef int32_t face
    for face in range(of(g).sides):                         # L1
        out[face] = face
        p[face] = 1.0 / of(g).sides
    return of(g).sides


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    return <int>rng_bounded(rng, of(g).sides)


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    key[0] = (<const liars_dice_state *>state).rolled
    return 0


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef liars_dice_state *s = <liars_dice_state *>state
    if s.rolled < of(g).dice:
        s.hand[s.rolled // of(g).numdice] += <uint64_t>1 << 4 * a
        s.rolled += 1
    elif a == of(g).liar:
        s.over = 1
    else:
        s.bid = <short>a
        s.mover = 0 if s.mover + 1 == of(g).players else s.mover + 1
    return 0


cdef inline int show_hand(const instance *self, const liars_dice_state *s, int q, int32_t *codes) noexcept nogil:
    """One code a die, in order of faces: in what order they fell nobody sees (L2)."""
    cdef int face, i, n = 0
    for face in range(self.sides):
        for i in range(liars_dice_count(s.hand[q], face + 1)):
            codes[n] = CODE_ROLLED + 2 + self.liar + q * self.sides + face
            n += 1
    return n


cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const liars_dice_state *s = <const liars_dice_state *>before
    cdef int q, n = 1
    if s.rolled < self.dice:
        codes[0] = CODE_ROLLED
        if s.rolled + 1 == self.dice:                       # L2: everybody looks at his own
            n += show_hand(self, <const liars_dice_state *>after, p, codes + 1)
        return n
    codes[0] = CODE_ROLLED + 1 + a
    if a == self.liar:                                      # L4: all dice are shown
        for q in range(self.players):
            if q != p:
                n += show_hand(self, s, q, codes + n)
    return n


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    cdef liars_dice_state *s = <liars_dice_state *>state
    cdef int q
    if s.over:
        return 0
    for q in range(of(g).players):
        if q != p or s.rolled < of(g).dice:
            s.hand[q] = 0
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    cdef const instance *self = of(g)
    cdef liars_dice_state *s = <liars_dice_state *>out
    cdef int i
    memcpy(out, view, self.state_size)
    if s.over:
        return 0
    for i in range(s.rolled):                               # all dice are independent, whatever was bid
        if s.rolled < self.dice or i // self.numdice != p:
            s.hand[i // self.numdice] += <uint64_t>1 << 4 * rng_bounded(rng, self.sides)
    return 0


cdef inline bint bid_holds(const instance *self, const liars_dice_state *s) noexcept nogil:
    """Whether there are as many dice as the last bid says (L4, L5)."""
    cdef int quantity, face, q, found = 0
    if self.reset_quantity:
        quantity = s.bid % self.dice + 1
        face = s.bid // self.dice + 1
    else:
        quantity = s.bid // self.sides + 1
        face = s.bid % self.sides + 1
    for q in range(self.players):
        found += liars_dice_count(s.hand[q], self.sides)
        if face != self.sides:
            found += liars_dice_count(s.hand[q], face)
    return found >= quantity


cdef inline int bidder(const instance *self, const liars_dice_state *s) noexcept nogil:
    return (s.mover if s.mover > 0 else self.players) - 1


cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    cdef double won = self.stake if bid_holds(self, s) else -self.stake
    memset(out, 0, self.players * sizeof(double))
    out[bidder(self, s)] = won                              # L6
    out[s.mover] = -won
    return 0


cdef int scores(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    memset(out, 0, self.players * sizeof(double))
    out[bidder(self, s) if bid_holds(self, s) else s.mover] = 1.0
    out[s.mover if bid_holds(self, s) else bidder(self, s)] = -1.0
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    cdef bint holds = bid_holds(self, s)
    cdef int q
    for q in range(self.players):
        out[q] = 2
    out[bidder(self, s)] = 1 if holds else self.players
    out[s.mover] = self.players if holds else 1
    return 0


cdef inline int hand_size(const instance *self, uint64_t hand) noexcept nogil:
    """How many dice a hand has; -1 if one shows a face that there is not."""
    cdef int face, n = 0
    for face in range(1, LIARS_DICE_SIDES + 1):
        if face > self.sides and liars_dice_count(hand, face) != 0:
            return -1
        n += liars_dice_count(hand, face)
    return n


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    cdef int q, size
    cdef bint rolling = s.rolled < self.dice
    if s.rolled > self.dice or s.zero[0] != 0 or s.zero[1] != 0:
        return 1
    if s.bid < -1 or s.bid >= self.liar or s.mover >= self.players:
        return 2
    if s.over > 1 or (s.over and (rolling or s.bid < 0)):
        return 3
    if s.bid < 0 and s.mover != 0:
        return 4                                            # L3: seat 0 begins
    if rolling and s.bid >= 0:
        return 5
    if s.bid >= 0 and (s.mover + self.players - 1) % self.players > s.bid:
        return 6                                            # fewer bids were possible than turns were taken
    for q in range(self.players):
        size = hand_size(self, s.hand[q])
        if p >= 0 and not s.over and (q != p or rolling):
            if s.hand[q] != 0:
                return 7                                    # not a view of that seat
        elif size != max(0, min(self.numdice, s.rolled - q * self.numdice)):
            return 8
    return 0


cdef int turn(const caravela_game *g, const void *state) except -100 nogil:
    return (<const liars_dice_state *>state).rolled + (<const liars_dice_state *>state).bid + 1


cdef int observation(const caravela_game *g, const void *state, int p, float *out) except -100 nogil:
    """The seat, one-hot; for each face how many dice p has of it, if p has looked; the last bid, one-hot."""
    cdef const instance *self = of(g)
    cdef const liars_dice_state *s = <const liars_dice_state *>state
    cdef int face
    memset(out, 0, g.observation_size * sizeof(float))
    out[p] = 1.0
    if s.rolled == self.dice:
        for face in range(self.sides):
            out[self.players + face] = liars_dice_count(s.hand[p], face + 1)
    if s.bid >= 0:
        out[self.players + self.sides + s.bid] = 1.0
    return 0


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef int64_t players, numdice, sides
    cdef const caravela_param *rule
    cdef const caravela_param *stake
    cdef instance *self
    if not (param_integer(params, b"options.players", 2, LIARS_DICE_SEATS, &players, err)
            and param_integer(params, b"options.numdice", 1, LIARS_DICE_NUMDICE, &numdice, err)
            and param_integer(params, b"options.dice_sides", 1, LIARS_DICE_SIDES, &sides, err)):
        return 1
    rule = param_array(params, b"options.bidding_rule", CARAVELA_TEXT, 1, 1, err)
    if rule is NULL:
        return 1
    if strcmp(rule.texts[0], b"reset-face") != 0 and strcmp(rule.texts[0], b"reset-quantity") != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "options.bidding_rule is %.40s; it must be reset-face or reset-quantity",
                 rule.texts[0])
        return 1
    stake = param_array(params, b"payoff.stake", CARAVELA_REAL, 1, 1, err)
    if stake is NULL:
        return 1
    if not 0.0 < stake.reals[0] <= 1e6:
        snprintf(err, CARAVELA_ERR_SIZE, "payoff.stake is %g; it must be above 0 and at most 1000000", stake.reals[0])
        return 1
    self = <instance *>malloc(sizeof(instance))
    if self is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    self.players = <int32_t>players
    self.numdice = <int32_t>numdice
    self.dice = self.players * self.numdice
    self.sides = <int32_t>sides
    self.liar = self.dice * self.sides
    self.state_size = 8 + 8 * self.players
    self.reset_quantity = strcmp(rule.texts[0], b"reset-quantity") == 0
    self.stake = stake.reals[0]

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = self
    out.layout = LIARS_DICE_LAYOUT
    out.state_size = self.state_size
    out.align = sizeof(uint64_t)
    out.players = self.players
    out.action_count = self.liar + 1
    out.legal_max = self.liar
    out.chance_max = self.sides
    out.decisions_max = self.liar + 1
    out.steps_max = self.dice + self.liar + 1
    out.codes_max = 1 + self.dice
    out.observation_size = self.players + self.sides + self.liar
    out.min_utility = -self.stake
    out.max_utility = self.stake
    out.score_scale = 1.0
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
    out.scores = scores
    out.ranks = ranks
    out.validate = validate
    out.turn = turn
    out.observation = observation
    return 0


cdef void close_game(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = b"liars_dice"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
