"""Checks of what an engine hands over, before anything trusts it."""

from libc.math cimport isfinite
from libc.stdio cimport snprintf

from abi cimport (CARAVELA_ABI, CARAVELA_ERR_SIZE, CARAVELA_FOREIGN, CARAVELA_MAX_PLAYERS, caravela_engine,
                  caravela_game)


cdef inline bint field_ok(const char *name, long long value, long long low, long long high, char *err) noexcept nogil:
    if low <= value <= high:
        return True
    snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; it must be between %lld and %lld", name, value, low, high)
    return False


cdef inline bint function_ok(const char *name, bint present, bint wanted, char *err) noexcept nogil:
    if present == wanted:
        return True
    snprintf(err, CARAVELA_ERR_SIZE, "the function %s %s", name,
             <const char *>"is missing" if wanted else <const char *>"does not belong there")
    return False


cdef inline bint engine_check(const caravela_engine *engine, char *err) noexcept nogil:
    """True if the engine's own record can be used; else False with the reason in err."""
    return (
        field_ok("abi", engine.abi, CARAVELA_ABI, CARAVELA_ABI, err)
        and field_ok("size", engine.size, sizeof(caravela_engine), 1 << 20, err)
        and function_ok("name", engine.name is not NULL, True, err)
        and function_ok("open", engine.open is not NULL, True, err)
        and function_ok("close", engine.close is not NULL, True, err)
    )


cdef inline bint game_check(const caravela_game *g, char *err) noexcept nogil:
    """True if an opened game's table keeps the contract of caravela.h; else False with the reason in err."""
    cdef bint foreign = (g.flags & CARAVELA_FOREIGN) != 0
    if not (
        field_ok("abi", g.abi, CARAVELA_ABI, CARAVELA_ABI, err)
        and field_ok("size", g.size, sizeof(caravela_game), 1 << 20, err)
        and field_ok("state_size", g.state_size, 1, 1 << 24, err)
        and field_ok("align", g.align, 1, 64, err)
        and field_ok("players", g.players, 1, CARAVELA_MAX_PLAYERS, err)
        and field_ok("action_count", g.action_count, 1, 1 << 24, err)
        and field_ok("legal_max", g.legal_max, 1, g.action_count, err)
        and field_ok("chance_max", g.chance_max, 0, 1 << 24, err)
        and field_ok("decisions_max", g.decisions_max, 1, 1 << 24, err)
        and field_ok("steps_max", g.steps_max, g.decisions_max, 1 << 24, err)
        and field_ok("codes_max", g.codes_max, 0, 1 << 16, err)
        and field_ok("observation_size", g.observation_size, 0, 1 << 24, err)
    ):
        return False
    if g.align & (g.align - 1):
        snprintf(err, CARAVELA_ERR_SIZE, "align is %d; it must be a power of two", g.align)
        return False
    if not (isfinite(g.min_utility) and isfinite(g.max_utility) and g.min_utility <= g.max_utility):
        snprintf(err, CARAVELA_ERR_SIZE, "min_utility %g and max_utility %g are no finite range", g.min_utility,
                 g.max_utility)
        return False
    if not (isfinite(g.score_scale) and g.score_scale > 0.0):
        snprintf(err, CARAVELA_ERR_SIZE, "score_scale is %g; it must be positive", g.score_scale)
        return False
    return (
        function_ok("init", g.init is not NULL, True, err)
        and function_ok("current_player", g.current_player is not NULL, True, err)
        and function_ok("legal_actions", g.legal_actions is not NULL, True, err)
        and function_ok("chance_outcomes", g.chance_outcomes is not NULL, True, err)
        and function_ok("sample_chance", g.sample_chance is not NULL, True, err)
        and function_ok("chance_key", g.chance_key is not NULL, True, err)
        and function_ok("apply", g.apply is not NULL, True, err)
        and function_ok("observe", g.observe is not NULL, True, err)
        and function_ok("redact", g.redact is not NULL, True, err)
        and function_ok("determinize", g.determinize is not NULL, True, err)
        and function_ok("returns", g.returns is not NULL, True, err)
        and function_ok("scores", g.scores is not NULL, True, err)
        and function_ok("ranks", g.ranks is not NULL, True, err)
        and function_ok("validate", g.validate is not NULL, True, err)
        and function_ok("observation", g.observation is not NULL, g.observation_size > 0, err)
        and function_ok("copy", g.copy is not NULL, foreign, err)
        and function_ok("drop", g.drop is not NULL, foreign, err)
        and function_ok("key", g.key is not NULL, foreign, err)
        and function_ok("pack", g.pack is not NULL, foreign, err)
        and function_ok("unpack", g.unpack is not NULL, foreign, err)
    )
