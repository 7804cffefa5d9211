"""Monty Hall as a Caravela engine. Rule numbers (M1 to M7) refer to RULES.md.

The smallest game in which a player who saw the truth would win more often: with three doors best play wins 2/3.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_REAL, CARAVELA_TERMINAL, CARAVELA_ZERO_SUM,
                  caravela_engine, caravela_game, caravela_param, caravela_params, caravela_rng)
from monty_hall_state cimport CHOOSING, MONTY_HALL_LAYOUT, OPENING, OVER, PICKING, PLACING, monty_hall_state
from params cimport param_array, param_integer
from rng cimport rng_bounded

cdef enum:
    MAX_DOORS = 20
    GUEST = 0
    HOUSE = 1
    CODE_PLACED = 0  # "the prize lies behind some door"; the codes above it are in blocks of one code a door


ctypedef struct instance:
    int32_t doors
    double stake


cdef inline const instance *of(const caravela_game *g) noexcept nogil:
    return <const instance *>g.self


cdef inline int32_t door_code(const caravela_game *g, int kind, int door) noexcept nogil:
    """Codes of public picks (kind 0), opened doors (1), last choices (2) and the prize (3); door counts from 0."""
    return CODE_PLACED + 1 + kind * of(g).doors + door


cdef inline bint won(const monty_hall_state *s) noexcept nogil:
    return s.choice == s.prize


cdef inline bint may_open(const monty_hall_state *s, int door) noexcept nogil:
    return door + 1 != s.pick and door + 1 != s.prize       # M3


cdef inline int32_t other_door(int32_t first, int32_t second, int32_t n) noexcept nogil:
    """The n-th door (n from 0) that is neither of two different doors; all doors plus one."""
    cdef int32_t low = min(first, second), high = max(first, second)
    cdef int32_t door = n + 1
    if door >= low:
        door += 1
    if door >= high:
        door += 1
    return door


cdef int init(const caravela_game *g, void *state) except -100 nogil:
    memset(state, 0, sizeof(monty_hall_state))
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    cdef int32_t phase = (<const monty_hall_state *>state).phase
    if phase == PLACING or phase == OPENING:
        return CARAVELA_CHANCE
    return CARAVELA_TERMINAL if phase == OVER else GUEST


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const monty_hall_state *s = <const monty_hall_state *>state
    cdef int door, n = 0
    if s.phase != PICKING and s.phase != CHOOSING:
        return 0
    for door in range(of(g).doors):
        if door + 1 != s.opened:                            # M4; nothing is open while picking
            out[n] = door
            n += 1
    return n


cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    cdef const monty_hall_state *s = <const monty_hall_state *>state
    cdef int door, i, n = 0
    for door in range(of(g).doors):
        if s.phase == PLACING or may_open(s, door):
            out[n] = door
            n += 1
    for i in range(n):
        p[i] = 1.0 / n                                      # M1, M3: all alike
    return n


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    cdef const monty_hall_state *s = <const monty_hall_state *>state
    cdef int32_t doors = of(g).doors
    if s.phase == PLACING:
        return <int>rng_bounded(rng, doors)
    if s.pick != s.prize:
        return other_door(s.pick, s.prize, <int32_t>rng_bounded(rng, doors - 2)) - 1
    # The first door after the guest's, the second, ..., going round.
    return <int>((s.pick + rng_bounded(rng, doors - 1)) % doors)


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    # Two kinds of draws, placing (0) and opening (1), each made once a game.
    key[0] = <uint64_t>((<const monty_hall_state *>state).phase == OPENING) << 32
    return 0


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef monty_hall_state *s = <monty_hall_state *>state
    if s.phase == PLACING:
        s.prize = a + 1
    elif s.phase == PICKING:
        s.pick = a + 1
    elif s.phase == OPENING:
        s.opened = a + 1
    else:
        s.choice = a + 1
    s.phase += 1
    return 0


cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    cdef const monty_hall_state *s = <const monty_hall_state *>before
    if s.phase == PLACING:                                  # M1: the house sees where, the guest only that
        codes[0] = door_code(g, 3, a) if p == HOUSE else CODE_PLACED
        return 1
    if s.phase == PICKING:
        codes[0] = door_code(g, 0, a)
        return 1
    if s.phase == OPENING:
        codes[0] = door_code(g, 1, a)
        return 1
    codes[0] = door_code(g, 2, a)
    if p == HOUSE:
        return 1
    codes[1] = door_code(g, 3, s.prize - 1)                 # M5: the doors open
    return 2


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    cdef monty_hall_state *s = <monty_hall_state *>state
    if p == GUEST and s.phase != OVER:
        s.prize = 0
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    cdef monty_hall_state *s = <monty_hall_state *>out
    cdef int32_t doors = of(g).doors
    cdef int32_t draw
    memcpy(out, view, sizeof(monty_hall_state))
    if p == HOUSE or s.phase == PLACING or s.phase == OVER:
        return 0
    if s.phase != CHOOSING:
        s.prize = 1 + <int32_t>rng_bounded(rng, doors)
        return 0
    # The host opens by chance, so what he opened is evidence: had the guest found the prize he had doors - 1 to open, else
    # doors - 2. Posterior weights are doors - 2 for the guest's door and doors - 1 for each of the doors - 2 others.
    draw = <int32_t>rng_bounded(rng, doors * (doors - 2)) - (doors - 2)
    s.prize = s.pick if draw < 0 else other_door(s.pick, s.opened, draw // (doors - 1))
    return 0


cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef double stake = of(g).stake
    out[GUEST] = stake if won(<const monty_hall_state *>state) else -stake    # M6
    out[HOUSE] = -out[GUEST]
    return 0


cdef int scores(const caravela_game *g, const void *state, double *out) except -100 nogil:
    out[GUEST] = 1.0 if won(<const monty_hall_state *>state) else 0.0
    out[HOUSE] = 1.0 - out[GUEST]
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    out[GUEST] = 1 if won(<const monty_hall_state *>state) else 2
    out[HOUSE] = 3 - out[GUEST]
    return 0


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    cdef const monty_hall_state *s = <const monty_hall_state *>state
    cdef int32_t doors = of(g).doors
    cdef bint hidden = p == GUEST and s.phase != OVER
    if s.phase < PLACING or s.phase > OVER:
        return 1
    if s.prize < 0 or s.prize > doors or (s.prize != 0) != (s.phase > PLACING and not hidden):
        return 2
    if s.pick < 0 or s.pick > doors or (s.pick != 0) != (s.phase > PICKING):
        return 3
    if s.opened < 0 or s.opened > doors or (s.opened != 0) != (s.phase > OPENING):
        return 4
    if s.choice < 0 or s.choice > doors or (s.choice != 0) != (s.phase > CHOOSING):
        return 5
    if s.opened != 0 and not may_open(s, s.opened - 1):     # a hidden prize is 0 and forbids nothing
        return 6
    if s.choice != 0 and s.choice == s.opened:
        return 7
    return 0


cdef int observation(const caravela_game *g, const void *state, int p, float *out) except -100 nogil:
    """Four one-hot rows of `doors` floats: first pick, opened door, last choice, and the prize where p knows it."""
    cdef const monty_hall_state *s = <const monty_hall_state *>state
    cdef int32_t doors = of(g).doors
    memset(out, 0, 4 * doors * sizeof(float))
    if s.pick != 0:
        out[s.pick - 1] = 1.0
    if s.opened != 0:
        out[doors + s.opened - 1] = 1.0
    if s.choice != 0:
        out[2 * doors + s.choice - 1] = 1.0
    if s.prize != 0 and (p == HOUSE or s.phase == OVER):
        out[3 * doors + s.prize - 1] = 1.0
    return 0


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef int64_t doors
    cdef const caravela_param *stake
    cdef instance *self
    if not param_integer(params, b"options.doors", 3, MAX_DOORS, &doors, err):
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
    self.doors = <int32_t>doors
    self.stake = stake.reals[0]

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = self
    out.layout = MONTY_HALL_LAYOUT
    out.state_size = sizeof(monty_hall_state)
    out.align = sizeof(int32_t)
    out.players = 2
    out.action_count = self.doors
    out.legal_max = self.doors
    out.chance_max = self.doors
    out.decisions_max = 2
    out.steps_max = 4
    out.codes_max = 2
    out.observation_size = 4 * self.doors
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
    out.observation = observation
    return 0


cdef void close_game(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = b"monty_hall"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
