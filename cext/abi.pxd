"""Cython's view of caravela.h, with the few helpers every caller needs."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset


cdef extern from "caravela.h" nogil:
    enum:
        CARAVELA_ABI
        CARAVELA_CHANCE
        CARAVELA_TERMINAL
        CARAVELA_ERROR
        CARAVELA_MAX_PLAYERS
        CARAVELA_ERR_SIZE
        CARAVELA_FOREIGN
        CARAVELA_ZERO_SUM
        CARAVELA_INTEGER
        CARAVELA_REAL
        CARAVELA_TEXT

    ctypedef struct caravela_rng:
        uint64_t s[4]

    ctypedef struct caravela_param:
        const char *key
        int32_t kind
        int32_t count
        const int64_t *integers
        const double *reals
        const char *const *texts

    ctypedef struct caravela_params:
        size_t count
        const caravela_param *items

    ctypedef struct caravela_game:
        uint32_t abi
        uint32_t size
        void *self
        uint64_t digest
        uint64_t layout
        int32_t state_size
        int32_t align
        int32_t players
        int32_t action_count
        int32_t legal_max
        int32_t chance_max
        int32_t decisions_max
        int32_t steps_max
        int32_t codes_max
        int32_t observation_size
        double min_utility
        double max_utility
        double score_scale
        uint32_t flags
        int (*init)(const caravela_game *g, void *s) except -100 nogil
        int (*current_player)(const caravela_game *g, const void *s) except -100 nogil
        int (*legal_actions)(const caravela_game *g, const void *s, int32_t *out) except -100 nogil
        int (*chance_outcomes)(const caravela_game *g, const void *s, int32_t *out, double *p) except -100 nogil
        int (*sample_chance)(const caravela_game *g, const void *s, caravela_rng *rng) except -100 nogil
        int (*chance_key)(const caravela_game *g, const void *s, uint64_t *key) except -100 nogil
        int (*apply)(const caravela_game *g, void *s, int a) except -100 nogil
        int (*observe)(const caravela_game *g, const void *before, int a, const void *after, int p,
                       int32_t *codes) except -100 nogil
        int (*redact)(const caravela_game *g, void *s, int p) except -100 nogil
        int (*determinize)(const caravela_game *g, const void *view, void *out, int p,
                           caravela_rng *rng) except -100 nogil
        int (*returns)(const caravela_game *g, const void *s, double *out) except -100 nogil
        int (*scores)(const caravela_game *g, const void *s, double *out) except -100 nogil
        int (*ranks)(const caravela_game *g, const void *s, int32_t *out) except -100 nogil
        int (*validate)(const caravela_game *g, const void *s, int p) except -100 nogil
        int (*turn)(const caravela_game *g, const void *s) except -100 nogil
        int (*observation)(const caravela_game *g, const void *s, int p, float *out) except -100 nogil
        int (*copy)(const caravela_game *g, void *dst, const void *src) except -100 nogil
        int (*drop)(const caravela_game *g, void *s) except -100 nogil
        int (*key)(const caravela_game *g, const void *s, int p, uint64_t *out) except -100 nogil
        int (*pack)(const caravela_game *g, const void *s, uint8_t *out, size_t room) except -100 nogil
        int (*unpack)(const caravela_game *g, void *s, const uint8_t *bytes, size_t count) except -100 nogil

    ctypedef struct caravela_engine:
        uint32_t abi
        uint32_t size
        const char *name
        uint32_t rules_version
        int (*open)(const caravela_params *params, caravela_game *out, char *err)
        void (*close)(caravela_game *g)

    ctypedef struct caravela_heuristic:
        uint32_t abi
        uint32_t size
        const char *game
        uint64_t layout
        int32_t n_weights
        const char *const *names
        const double *defaults
        int (*prior)(const caravela_game *g, const void *s, int p, const int32_t *actions, int n,
                     const double *w, double *out) except -100 nogil
        int (*evaluate)(const caravela_game *g, const void *s, const double *w, double *out) except -100 nogil


cdef inline int state_copy(const caravela_game *g, void *dst, const void *src) except -100 nogil:
    if g.copy is not NULL:
        return g.copy(g, dst, src)
    memcpy(dst, src, g.state_size)
    return 0


cdef inline int state_drop(const caravela_game *g, void *s) except -100 nogil:
    if g.drop is not NULL:
        return g.drop(g, s)
    return 0
