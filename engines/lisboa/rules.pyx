"""Lisboa behind the C interface: the function table and its capsule.

The rules themselves are in the .pxd files beside this one, by action of the game; README.md lists them. A game is an
agenda (`lisboa_state`): `lisboa_play` carries out its entries one after another until chance or a player decides. Rule
numbers (L4.2) refer to RULES.md.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from abi cimport (
    CARAVELA_ABI,
    CARAVELA_ERR_SIZE,
    CARAVELA_ZERO_SUM,
    caravela_engine,
    caravela_game,
    caravela_params,
    caravela_rng,
)
from lisboa_bounds cimport decisions_bound, draws_bound, legal_bound
from lisboa_chance cimport draw_key, draw_outcome, write_outcomes
from lisboa_check cimport check_state
from lisboa_hidden cimport blank, sample_world, write_codes
from lisboa_open cimport li_rules
from lisboa_play cimport player_to_act, step, write_actions
from lisboa_score cimport count_points, write_ranks, write_returns
from lisboa_state cimport LISBOA_LAYOUT, SEATS, lisboa_rules, lisboa_state, rules_of
from lisboa_tensor cimport write_tensor
from lisboa_turn cimport start_state

ctypedef lisboa_state *state_ptr
ctypedef const lisboa_state *const_state_ptr


cdef int game_init(const caravela_game *g, void *s) except -100 nogil:
    start_state(rules_of(g.self), <state_ptr>s)
    return 0


cdef int game_current_player(const caravela_game *g, const void *s) except -100 nogil:
    return player_to_act(<const_state_ptr>s)


cdef int game_legal_actions(const caravela_game *g, const void *s, int32_t *out) except -100 nogil:
    return write_actions(rules_of(g.self), <const_state_ptr>s, out)


cdef int game_chance_outcomes(const caravela_game *g, const void *s, int32_t *out, double *p) except -100 nogil:
    return write_outcomes(rules_of(g.self), <const_state_ptr>s, out, p)


cdef int game_sample_chance(const caravela_game *g, const void *s, caravela_rng *rng) except -100 nogil:
    return draw_outcome(rules_of(g.self), <const_state_ptr>s, rng)


cdef int game_chance_key(const caravela_game *g, const void *s, uint64_t *key) except -100 nogil:
    key[0] = draw_key(rules_of(g.self), <const_state_ptr>s)
    return 0


cdef int game_apply(const caravela_game *g, void *s, int a) except -100 nogil:
    step(rules_of(g.self), <state_ptr>s, a)
    return 0


cdef int game_observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                      int32_t *codes) except -100 nogil:
    return write_codes(rules_of(g.self), <const_state_ptr>before, a, p, codes)


cdef int game_redact(const caravela_game *g, void *s, int p) except -100 nogil:
    blank(rules_of(g.self), <state_ptr>s, p)
    return 0


cdef int game_determinize(const caravela_game *g, const void *view, void *out, int p,
                          caravela_rng *rng) except -100 nogil:
    return sample_world(rules_of(g.self), <const_state_ptr>view, <state_ptr>out, p, rng)


cdef int game_returns(const caravela_game *g, const void *s, double *out) except -100 nogil:
    write_returns(rules_of(g.self), <const_state_ptr>s, out)
    return 0


cdef int game_scores(const caravela_game *g, const void *s, double *out) except -100 nogil:
    cdef const lisboa_rules *r = rules_of(g.self)
    cdef int32_t points[SEATS]
    cdef int q
    count_points(r, <const_state_ptr>s, points)
    for q in range(r.players):
        out[q] = points[q]
    return 0


cdef int game_ranks(const caravela_game *g, const void *s, int32_t *out) except -100 nogil:
    write_ranks(rules_of(g.self), <const_state_ptr>s, out)
    return 0


cdef int game_validate(const caravela_game *g, const void *s, int p) except -100 nogil:
    return check_state(rules_of(g.self), <const_state_ptr>s, p)


cdef int game_turn(const caravela_game *g, const void *s) except -100 nogil:
    return (<const_state_ptr>s).turns


cdef int game_observation(const caravela_game *g, const void *s, int p, float *out) except -100 nogil:
    cdef lisboa_state view
    memcpy(&view, s, sizeof(lisboa_state))
    blank(rules_of(g.self), &view, p)
    write_tensor(rules_of(g.self), &view, p, out)
    return 0


cdef int tensor_size(const lisboa_rules *r) noexcept nogil:
    """Floats of `write_tensor`, counted once on an opening position."""
    cdef lisboa_state s
    start_state(r, &s)
    return write_tensor(r, &s, 0, NULL)


cdef void set_bounds(const lisboa_rules *r, caravela_game *out) noexcept nogil:
    """Sizes of everything a host allocates, and the longest game."""
    out.state_size = sizeof(lisboa_state)
    out.align = 8
    out.players = r.players
    out.action_count = r.actions
    out.legal_max = legal_bound(r)
    out.chance_max = r.outcomes
    out.decisions_max = decisions_bound(r)
    out.steps_max = out.decisions_max + draws_bound(r)
    out.codes_max = 1
    out.observation_size = tensor_size(r)
    out.min_utility = -1.0 / (r.players - 1)
    out.max_utility = 1.0
    out.score_scale = 40.0
    out.flags = CARAVELA_ZERO_SUM


cdef int engine_open(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef lisboa_rules *r
    if out.size < sizeof(caravela_game):
        snprintf(err, CARAVELA_ERR_SIZE, "the host's game table has %u bytes, fewer than this engine's", out.size)
        return 1
    r = <lisboa_rules *>calloc(1, sizeof(lisboa_rules))
    if r is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    if not li_rules(r, params, err):
        free(r)
        return 1
    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = r
    out.layout = LISBOA_LAYOUT
    set_bounds(r, out)
    out.init = game_init
    out.current_player = game_current_player
    out.legal_actions = game_legal_actions
    out.chance_outcomes = game_chance_outcomes
    out.sample_chance = game_sample_chance
    out.chance_key = game_chance_key
    out.apply = game_apply
    out.observe = game_observe
    out.redact = game_redact
    out.determinize = game_determinize
    out.returns = game_returns
    out.scores = game_scores
    out.ranks = game_ranks
    out.validate = game_validate
    out.turn = game_turn
    out.observation = game_observation
    return 0


cdef void engine_close(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = "lisboa"
engine.rules_version = 1
engine.open = engine_open
engine.close = engine_close

ENGINE = PyCapsule_New(&engine, "caravela.engine", NULL)
"""PyCapsule "caravela.engine"."""
