"""Sevilla 1503 behind the C interface: the function table and its capsule.

The rules themselves are in the .pxd files beside this one: `sevilla_state` (memory), `sevilla_open` (options and data),
`sevilla_bids` (S5), `sevilla_lots` (S6), `sevilla_end` (S7 to S11), `sevilla_play` (set-up, steps, chance, results),
`sevilla_hidden` (codes, views), `sevilla_world` (sampled worlds), `sevilla_check` (foreign bytes); boarding by itself
is in the three `sevilla_boarding` files. Rule numbers (S4.2) refer to RULES.md.
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
from sevilla_check cimport check_state
from sevilla_hidden cimport blank, tensor_size, write_codes, write_tensor
from sevilla_open cimport se_rules
from sevilla_play cimport (
    draw_key,
    draw_outcome,
    player_to_act,
    start_state,
    step,
    write_actions,
    write_outcomes,
    write_ranks,
    write_returns,
)
from sevilla_state cimport (
    ACTIONS,
    BUILDINGS,
    DISCS,
    OUTCOMES,
    ROUNDS,
    SEVILLA_LAYOUT,
    rules_of,
    sevilla_rules,
    sevilla_state,
)
from sevilla_world cimport sample_world

ctypedef sevilla_state *state_ptr
ctypedef const sevilla_state *const_state_ptr


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
    return write_codes(rules_of(g.self), <const_state_ptr>before, a, <const_state_ptr>after, p, codes)


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
    cdef const sevilla_rules *r = rules_of(g.self)
    cdef int q
    for q in range(r.players):
        out[q] = (<const_state_ptr>s).points[q]
    return 0


cdef int game_ranks(const caravela_game *g, const void *s, int32_t *out) except -100 nogil:
    write_ranks(rules_of(g.self), <const_state_ptr>s, out)
    return 0


cdef int game_validate(const caravela_game *g, const void *s, int p) except -100 nogil:
    return check_state(rules_of(g.self), <const_state_ptr>s, p)


cdef int game_turn(const caravela_game *g, const void *s) except -100 nogil:
    return (<const_state_ptr>s).turns


cdef int game_observation(const caravela_game *g, const void *s, int p, float *out) except -100 nogil:
    cdef sevilla_state view
    memcpy(&view, s, sizeof(sevilla_state))
    blank(rules_of(g.self), &view, p)
    write_tensor(rules_of(g.self), &view, p, out)
    return 0


cdef void set_bounds(const sevilla_rules *r, caravela_game *out) noexcept nogil:
    """Sizes of everything a host allocates, and the longest game (S18.2)."""
    # A lot: the order, a rebid of each, the toll, two deals, the swap.
    cdef int decisions = r.rounds * (r.lots * (r.players * (1 + r.tokens) + 1 + r.players + 1 + 2 + 1) + 1)
    if r.manual:
        decisions += r.players + r.total
    out.state_size = sizeof(sevilla_state)
    out.align = 8
    out.players = r.players
    out.action_count = ACTIONS
    out.legal_max = max(1 + r.money_max, 1 + r.kinds)
    out.chance_max = OUTCOMES
    out.decisions_max = decisions
    # The Helm, buildings; a round: cards, the false player's discs, bids shown, El Arenal's draw.
    out.steps_max = decisions + 1 + BUILDINGS + r.rounds * (2 * r.lots + DISCS + 2)
    # One's own choice, then disc counts and coins of all seats and lots, the false player's discs, what was drawn
    # unseen.
    out.codes_max = 1 + 2 * r.players * r.lots + r.lots + ROUNDS
    out.observation_size = tensor_size(r)
    out.min_utility = -1.0 / (r.players - 1)
    out.max_utility = 1.0
    out.score_scale = 8.0
    out.flags = CARAVELA_ZERO_SUM


cdef int engine_open(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef sevilla_rules *r
    if out.size < sizeof(caravela_game):
        snprintf(err, CARAVELA_ERR_SIZE, "the host's game table has %u bytes, fewer than this engine's", out.size)
        return 1
    r = <sevilla_rules *>calloc(1, sizeof(sevilla_rules))
    if r is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    if not se_rules(r, params, err):
        free(r)
        return 1
    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = r
    out.layout = SEVILLA_LAYOUT
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
engine.name = "sevilla"
engine.rules_version = 1
engine.open = engine_open
engine.close = engine_close

ENGINE = PyCapsule_New(&engine, "caravela.engine", NULL)
"""PyCapsule "caravela.engine"."""
