"""Making and releasing a search worker: every buffer is sized from the game, once."""

from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from abi cimport caravela_game, state_drop
from blocks cimport block_stride, blocks_new
from search_types cimport PIMC, ROLLOUT_MAST, path_step, search_config, search_worker
from tree cimport edge, tree_close

cdef enum:
    SINGLE_BLOCKS = 4       # view, world, before, scratch


cdef inline int kept_samples(const search_config *cfg) noexcept nogil:
    """How many states a worker keeps between iterations."""
    return cfg.worlds if cfg.algorithm == PIMC else cfg.belief


cdef inline int worker_open(search_worker *w, const caravela_game *g, const search_config *cfg,
                            const double *logs) noexcept nogil:
    """Fills a zeroed worker; -1 without memory (close it then as well)."""
    cdef size_t samples = kept_samples(cfg)
    cdef size_t widest = max(g.legal_max, g.chance_max)
    cdef size_t cells = <size_t>g.players * g.action_count
    cdef void *first
    w.g = g
    w.cfg = cfg
    w.logs = logs
    w.stride = block_stride(g)
    w.path_room = g.decisions_max + 1
    w.blocks = blocks_new(g, SINGLE_BLOCKS + samples, 0, &first)
    if w.blocks is NULL:
        return -1
    w.view = <char *>first
    w.world = w.view + w.stride
    w.before = w.world + w.stride
    w.scratch = w.before + w.stride
    w.samples = w.scratch + w.stride
    w.sample_ends = <double *>calloc(samples + 1, sizeof(double))
    w.sample_keys = <uint64_t *>calloc(samples + 1, sizeof(uint64_t))
    w.legal = <int32_t *>calloc(widest + 1, sizeof(int32_t))
    w.codes = <int32_t *>calloc(g.codes_max + 1, sizeof(int32_t))
    w.prior = <double *>calloc(widest + 1, sizeof(double))
    w.open = <edge **>calloc(widest + 1, sizeof(edge *))
    w.path = <path_step *>calloc(w.path_room, sizeof(path_step))
    w.root_values = <double *>calloc(<size_t>g.legal_max * g.players + 1, sizeof(double))
    w.root_visits = <uint32_t *>calloc(g.legal_max + 1, sizeof(uint32_t))
    if (
        w.sample_ends is NULL or w.sample_keys is NULL or w.legal is NULL or w.codes is NULL or w.prior is NULL
        or w.open is NULL or w.path is NULL or w.root_values is NULL or w.root_visits is NULL
    ):
        return -1
    if cfg.rollout == ROLLOUT_MAST:
        w.mast_totals = <double *>calloc(cells + 1, sizeof(double))
        w.mast_visits = <uint32_t *>calloc(cells + 1, sizeof(uint32_t))
        w.mast_taken = <int32_t *>calloc(w.path_room, sizeof(int32_t))
        if w.mast_totals is NULL or w.mast_visits is NULL or w.mast_taken is NULL:
            return -1
    return 0


cdef inline int worker_close(search_worker *w) except -100:
    """Releases everything a worker holds; fine on a zeroed or half-made one."""
    cdef size_t i
    tree_close(&w.tree)
    if w.blocks is not NULL:
        for i in range(SINGLE_BLOCKS + <size_t>kept_samples(w.cfg)):
            state_drop(w.g, w.view + i * w.stride)
    free(w.blocks)
    free(w.sample_ends)
    free(w.sample_keys)
    free(w.legal)
    free(w.codes)
    free(w.prior)
    free(w.open)
    free(w.path)
    free(w.open_log)
    free(w.root_values)
    free(w.root_visits)
    free(w.mast_totals)
    free(w.mast_visits)
    free(w.mast_taken)
    return 0
