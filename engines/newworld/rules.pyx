"""1500: The New World behind the C interface: the function table and its capsule.

The rules themselves are in the .pxd files beside this one: `newworld_state` (memory), `newworld_open` (options and
data), `newworld_map` (colonies), `newworld_cards` (what cards do), `newworld_hands` (cards and piles), `newworld_turn`
(N3 to N5, N11), `newworld_react` (N7), `newworld_plague` (N10), `newworld_play` (set-up, steps, chance, results),
`newworld_hidden` (codes, views), `newworld_world` (sampled worlds), `newworld_check` (foreign bytes). Rule numbers
(N7.2) refer to RULES.md.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from abi cimport (
    CARAVELA_ABI,
    CARAVELA_ERR_SIZE,
    CARAVELA_ZERO_SUM,
    caravela_engine,
    caravela_game,
    caravela_params,
    caravela_rng,
)
from newworld_check cimport check_state
from newworld_hidden cimport blank, tensor_size, write_codes, write_tensor
from newworld_open cimport nw_bounds, nw_rules
from newworld_play cimport (
    draw_key,
    draw_outcome,
    player_to_act,
    start_state,
    step,
    turn_number,
    write_actions,
    write_outcomes,
    write_ranks,
    write_returns,
    write_scores,
)
from newworld_state cimport NEWWORLD_LAYOUT, newworld_rules, newworld_state, rules_of
from newworld_world cimport sample_world

ctypedef newworld_state *state_ptr
ctypedef const newworld_state *const_state_ptr


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
    key[0] = draw_key(<const_state_ptr>s)
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
    write_scores(rules_of(g.self), <const_state_ptr>s, out)
    return 0


cdef int game_ranks(const caravela_game *g, const void *s, int32_t *out) except -100 nogil:
    write_ranks(rules_of(g.self), <const_state_ptr>s, out)
    return 0


cdef int game_validate(const caravela_game *g, const void *s, int p) except -100 nogil:
    return check_state(rules_of(g.self), <const_state_ptr>s, p)


cdef int game_turn(const caravela_game *g, const void *s) except -100 nogil:
    return turn_number(rules_of(g.self), <const_state_ptr>s)


cdef int game_observation(const caravela_game *g, const void *s, int p, float *out) except -100 nogil:
    cdef newworld_state view
    memcpy(&view, s, sizeof(newworld_state))
    blank(rules_of(g.self), &view, p)
    write_tensor(rules_of(g.self), &view, p, out)
    return 0


cdef void set_bounds(const newworld_rules *r, caravela_game *out) noexcept nogil:
    """Sizes of everything a host allocates, and the longest game."""
    out.state_size = sizeof(newworld_state)
    out.align = 8
    out.players = r.players
    out.action_count = r.actions
    # A site and one more; or the modes, and texts and values of all titles.
    out.legal_max = max(max(r.sites, r.plague_vp) + 1, 4 + 2 * r.titles)
    out.chance_max = r.outcomes
    nw_bounds(r, &out.decisions_max, &out.steps_max)
    out.codes_max = 1
    out.observation_size = tensor_size(r)
    out.min_utility = -1.0 / (r.players - 1)
    out.max_utility = 1.0
    out.score_scale = 15.0
    out.flags = CARAVELA_ZERO_SUM


cdef int engine_open(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef newworld_rules *r
    if out.size < sizeof(caravela_game):
        snprintf(err, CARAVELA_ERR_SIZE, "the host's game table has %u bytes, fewer than this engine's", out.size)
        return 1
    r = <newworld_rules *>calloc(1, sizeof(newworld_rules))
    if r is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    if not nw_rules(r, params, err):
        free(r)
        return 1
    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = r
    out.layout = NEWWORLD_LAYOUT
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
engine.name = "newworld"
engine.rules_version = 1
engine.open = engine_open
engine.close = engine_close

ENGINE = PyCapsule_New(&engine, "caravela.engine", NULL)
"""PyCapsule "caravela.engine"."""
