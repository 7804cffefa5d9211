"""The settings of a search and the working memory of one of its trees."""

from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t

from abi cimport caravela_game, caravela_heuristic, caravela_rng
from tree cimport edge, node, search_tree


cdef enum:
    LOG_TABLE = 65536

cdef enum:
    SO
    MO
    INFOSET
    PIMC

cdef enum:
    UCB
    PUCT
    UNIFORM

cdef enum:
    ROLLOUT_UNIFORM
    ROLLOUT_HEURISTIC
    ROLLOUT_MAST

cdef enum:
    UTILITY_WIN
    UTILITY_RANK
    UTILITY_SCORE

cdef enum:
    FINAL_MAX
    FINAL_VALUE
    FINAL_SAMPLE
    FINAL_REGRET


ctypedef struct search_config:
    int algorithm
    int selection
    int rollout
    int utility
    int final
    bint regret_matching    # at hidden nodes
    bint open_chance        # chance codes do not enter the keys
    bint recall
    bint root_private
    bint priors             # edges get priors
    int cutoff              # rollout decisions before evaluation; -1: never
    int cutoff_turns        # turns from the root to evaluation; 0: never
    int worlds
    int belief
    double c
    double fpu
    double gamma
    double epsilon
    double margin
    double widen_c
    double widen_a
    double temperature
    const caravela_heuristic *heuristic
    const double *weights


# One edge taken in the tree part of an iteration.
ctypedef struct path_step:
    node *parent
    edge *taken
    double probability      # regret matching: of the edge taken, else 0
    uint32_t open_at        # regret matching: where its open edges begin in open_log
    uint32_t open_count


# One tree: everything a thread needs. Buffers are sized from the game when the search is made.
ctypedef struct search_worker:
    const caravela_game *g
    const search_config *cfg
    caravela_rng rng
    search_tree tree
    int seat
    int root_turn           # of the root, if iterations are cut off by turns
    uint32_t stamp          # the current iteration, counted over the life of the tree
    uint64_t iterations     # of this run
    uint64_t worlds         # determinizations of this run
    uint64_t fallbacks
    int64_t full_at         # iteration of this run in which memory first ran out, or -1
    uint64_t root_keys[8]   # running keys at the root, CARAVELA_MAX_PLAYERS of them
    uint64_t keys[8]
    uint64_t pimc_key
    # memory, all owned by the worker
    void *blocks            # holds view, world, before, scratch and samples
    size_t stride           # state_size rounded up to align
    char *view              # the root, redacted
    char *world
    char *before            # the state before a step
    char *scratch
    char *samples           # pimc worlds or belief particles
    double *sample_ends     # belief: running sum of weights
    uint64_t *sample_keys   # pimc: key of each world's root
    int samples_ready       # particles in use; 0: fresh worlds
    const double *logs      # det_log of 0 .. LOG_TABLE-1 (entry 0 unused)
    int32_t *legal
    int32_t *codes
    double *prior
    edge **open
    path_step *path
    size_t path_length
    size_t path_room        # also of mast_taken
    uint16_t *open_log      # regret matching: indices of open edges
    size_t open_used
    size_t open_room
    double values[8]
    double root_totals[8]   # sum over the run's iterations
    double *root_values     # (root edge, seat) sums over the run's iterations
    uint32_t *root_visits
    double *mast_totals     # (seat, action)
    uint32_t *mast_visits
    int32_t *mast_taken     # seat * action_count + action of the iteration's decisions
    size_t mast_length
    char apart[64]          # keeps the next worker's fields off this one's cache lines
