"""Hidden matching pennies as a Caravela engine. Rule numbers (P1 to P5) refer to RULES.md.

The smallest game with a simultaneous secret choice. The host asks seat 0 first; a seat that has not chosen yet
sees a table at which nobody has, and itself about to choose. So neither order nor timing gives anything away.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_REAL, CARAVELA_TERMINAL, CARAVELA_ZERO_SUM,
                  caravela_engine, caravela_game, caravela_param, caravela_params, caravela_rng)
from params cimport param_array, param_integer
from pennies_state cimport PENNIES_LAYOUT, pennies_state

cdef enum:
    MAX_ROUNDS = 1000
    SHOWN = 2  # codes 0 and 1: my choice; codes 2 to 5: both choices are shown


ctypedef struct instance:
    int32_t rounds
    double stake


cdef inline const instance *of(const caravela_game *g) noexcept nogil:
    return <const instance *>g.self


cdef inline bint both_chose(const pennies_state *s) noexcept nogil:
    return s.pick[0] != 0 and s.pick[1] != 0


cdef int init(const caravela_game *g, void *state) except -100 nogil:
    memset(state, 0, sizeof(pennies_state))
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    cdef const pennies_state *s = <const pennies_state *>state
    if s.round == of(g).rounds:
        return CARAVELA_TERMINAL
    if both_chose(s):
        return CARAVELA_CHANCE
    return s.mover


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    if current_player(g, state) < 0:
        return 0
    out[0] = 0
    out[1] = 1
    return 2


# Showing the coins (P3) is a chance event with one outcome. Were it part of the second choice, that choice
# would be seen by the other seat as soon as it is made, and the first would not.

cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    out[0] = 0
    p[0] = 1.0
    return 1


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    return 0


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    key[0] = <uint64_t>(<const pennies_state *>state).round
    return 0


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef pennies_state *s = <pennies_state *>state
    if both_chose(s):                           # P3: show the coins, pay, take them back
        s.won += s.pick[0] == s.pick[1]
        s.round += 1
        s.pick[0] = s.pick[1] = 0
        return 0
    s.pick[s.mover] = a + 1                     # P2
    s.mover = 0 if both_chose(s) else 1 - s.mover
    return 0


cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    cdef const pennies_state *s = <const pennies_state *>before
    if both_chose(s):
        codes[0] = SHOWN + 2 * (s.pick[0] - 1) + (s.pick[1] - 1)
        return 1
    if s.mover == p:
        codes[0] = a
        return 1
    return 0                                    # P2: in secret


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    cdef pennies_state *s = <pennies_state *>state
    if s.round == of(g).rounds:
        return 0
    # Whether the other seat has chosen is as secret as what: to p it always has still to choose, after p.
    s.pick[1 - p] = 0
    s.mover = p if s.pick[p] == 0 else 1 - p
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    # Nothing to sample: the hidden choice is made later, inside the world, by the seat it belongs to.
    memcpy(out, view, sizeof(pennies_state))
    return 0


cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const pennies_state *s = <const pennies_state *>state
    cdef int32_t rounds = of(g).rounds
    out[0] = of(g).stake * (2 * s.won - rounds) / rounds    # P4
    out[1] = of(g).stake * (rounds - 2 * s.won) / rounds
    return 0


cdef int scores(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const pennies_state *s = <const pennies_state *>state
    out[0] = s.won
    out[1] = s.round - s.won
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const pennies_state *s = <const pennies_state *>state
    out[0] = 1 if 2 * s.won >= s.round else 2
    out[1] = 1 if 2 * s.won <= s.round else 2
    return 0


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    cdef const pennies_state *s = <const pennies_state *>state
    cdef pennies_state view
    if s.round < 0 or s.round > of(g).rounds:
        return 1
    if s.won < 0 or s.won > s.round:
        return 2
    if s.pick[0] < 0 or s.pick[0] > 2 or s.pick[1] < 0 or s.pick[1] > 2:
        return 3
    if s.mover < 0 or s.mover > 1:
        return 4
    if s.round == of(g).rounds or both_chose(s):
        if s.mover != 0:
            return 5
    elif s.pick[s.mover] != 0:
        return 6                                # the seat to choose has chosen already
    if s.round == of(g).rounds and (s.pick[0] != 0 or s.pick[1] != 0):
        return 7
    if p >= 0:
        view = s[0]
        redact(g, &view, p)
        if memcmp(&view, s, sizeof(pennies_state)) != 0:
            return 8                            # not a view of that seat
    return 0


cdef int turn(const caravela_game *g, const void *state) except -100 nogil:
    return (<const pennies_state *>state).round


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef int64_t rounds
    cdef const caravela_param *stake
    cdef instance *self
    if not param_integer(params, b"options.rounds", 1, MAX_ROUNDS, &rounds, err):
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
    self.rounds = <int32_t>rounds
    self.stake = stake.reals[0]

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = self
    out.layout = PENNIES_LAYOUT
    out.state_size = sizeof(pennies_state)
    out.align = sizeof(int32_t)
    out.players = 2
    out.action_count = 2
    out.legal_max = 2
    out.chance_max = 1
    out.decisions_max = 2 * self.rounds
    out.steps_max = 3 * self.rounds
    out.codes_max = 1
    out.min_utility = -self.stake
    out.max_utility = self.stake
    out.score_scale = self.rounds
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
    return 0


cdef void close_game(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = b"pennies"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
