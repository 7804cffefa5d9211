"""From root statistics to the move: a distribution over the legal actions, and a draw from it."""

from libc.stdint cimport uint64_t

from abi cimport caravela_rng
from detmath cimport det_exp, det_log
from rng cimport rng_seed, rng_uniform
from search_types cimport FINAL_REGRET, FINAL_SAMPLE, FINAL_VALUE, search_config


cdef inline list final_policy(const search_config *cfg, list legal, list visits, list means, list strategy):
    """(action, probability) of every action that can be played; `means` has None for actions without visits."""
    if cfg.final == FINAL_REGRET and sum(strategy) > 0.0:
        weights = strategy
    elif cfg.final == FINAL_SAMPLE and max(visits) > 0:
        top = det_log(max(visits))
        weights = [det_exp((det_log(n) - top) / cfg.temperature) if n else 0.0 for n in visits]
    else:
        scores = visits
        if cfg.final == FINAL_VALUE:
            scores = [-1.0 if mean is None else mean for mean in means]
        weights = [0.0] * len(legal)
        weights[scores.index(max(scores))] = 1.0
    total = sum(weights)
    return [(action, x / total) for action, x in zip(legal, weights) if x > 0.0]


cdef inline object draw_move(list policy, uint64_t seed, uint64_t stream):
    """One uniform from the stream, unless there is nothing to draw."""
    cdef caravela_rng rng
    cdef double u, total = 0.0
    if len(policy) == 1:
        return policy[0][0]
    rng_seed(&rng, seed, stream)
    u = rng_uniform(&rng)
    for action, probability in policy:
        total += probability
        if total > u:
            return action
    return policy[len(policy) - 1][0]
