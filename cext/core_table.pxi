# Opening an engine: its table is checked before anything trusts it, and closed once.

cdef struct Table:
    # The game comes first: a pointer to the table is a pointer to the game.
    caravela_game game
    const caravela_engine *engine
    PyObject *owner             # the engine's capsule


cdef void close_table(object capsule) noexcept:
    """Closes a game nobody holds. That may happen while an exception is under way, which an engine must not see."""
    cdef Table *table = <Table *>PyCapsule_GetPointer(capsule, "caravela.game")
    cdef PyObject *kind = NULL
    cdef PyObject *value = NULL
    cdef PyObject *traceback = NULL
    PyErr_Fetch(&kind, &value, &traceback)
    table.engine.close(&table.game)
    PyErr_Restore(kind, value, traceback)
    Py_DECREF(<object>table.owner)
    free(table)


cdef object open_table(object engine_capsule, str name, list items):
    """The capsule "caravela.game" of a newly opened and checked game; it owns the table."""
    cdef char err[CARAVELA_ERR_SIZE]
    cdef const caravela_engine *engine
    cdef const caravela_params *params
    cdef Table *table
    cdef int failed
    if not PyCapsule_IsValid(engine_capsule, "caravela.engine"):
        raise ValueError(f"an engine is a PyCapsule 'caravela.engine', not {shorten(engine_capsule)}")
    engine = <const caravela_engine *>PyCapsule_GetPointer(engine_capsule, "caravela.engine")
    err[0] = 0
    if not engine_check(engine, err):
        raise ValueError(f"the engine of {name} does not fit this release: {reason(err)}")
    if engine.name != name.encode():
        raise ValueError(f"the engine calls itself {engine.name.decode(errors='replace')!r}, not {name!r}")
    packed = Parameters(items)
    params = <const caravela_params *>PyCapsule_GetPointer(packed.capsule, "caravela.params")
    table = <Table *>calloc(1, sizeof(Table))
    if table is NULL:
        raise MemoryError
    table.engine = engine
    table.game.abi = CARAVELA_ABI
    table.game.size = sizeof(caravela_game)
    table.game.self = <void *>engine
    failed = engine.open(params, &table.game, err)
    if failed or PyErr_Occurred() is not NULL:
        if not failed:
            engine.close(&table.game)
        free(table)
        if PyErr_Occurred() is not NULL:
            raise_set_error()
        raise ValueError(f"{name}: {reason(err)}")
    if not game_check(&table.game, err):
        engine.close(&table.game)
        free(table)
        raise ValueError(f"the engine of {name} breaks its contract: {reason(err)}")
    table.game.digest = digest_of(name, engine.rules_version, items)
    try:
        capsule = PyCapsule_New(&table.game, "caravela.game", close_table)
    except:
        engine.close(&table.game)
        free(table)
        raise
    Py_INCREF(engine_capsule)
    table.owner = <PyObject *>engine_capsule
    return capsule


cdef int raise_set_error() except -1:
    """Lets the exception that is set go on."""
    return -1


cdef str reason(char *err):
    err[CARAVELA_ERR_SIZE - 1] = 0
    return (<bytes>err).decode(errors="replace") or "refused without a reason"
