# States and views made from bytes that nobody vouches for.

cdef bytes as_bytes(object data):
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"a state block is bytes, not {type(data).__name__}")
    return bytes(data)


cdef bytes block_bytes(const caravela_game *g, const void *block):
    """The block as it is, or as a foreign engine packs it."""
    cdef int size, again
    cdef bytes made
    if not g.flags & CARAVELA_FOREIGN:
        return (<const char *>block)[:g.state_size]
    size = g.pack(g, block, NULL, 0)
    if size < 0:
        raise RuntimeError(f"pack asks for {size} bytes")
    made = bytes(bytearray(size))
    again = g.pack(g, block, <uint8_t *><char *>made, size)
    if again != size:
        raise RuntimeError(f"pack asked for {size} bytes, then for {again}")
    return made


cdef int fill_block(Game game, void *block, bytes data, int player) except -1:
    """Foreign bytes into a fresh block. ValueError unless the engine validates them and, for a view, redaction has
    nothing left to blank."""
    cdef const caravela_game *g = game.g
    cdef int failed, mover
    cdef const char *start = data
    whose = "a state" if player < 0 else f"a view of seat {player}"
    if g.flags & CARAVELA_FOREIGN:
        try:
            g.unpack(g, block, <const uint8_t *>start, len(data))
        except Exception as error:
            raise ValueError(f"bytes refused as {whose} of {game.spec}: {error}") from error
    else:
        if len(data) != g.state_size:
            raise ValueError(f"{whose} of {game.spec} has {g.state_size} bytes, not {len(data)}")
        memcpy(block, start, g.state_size)
    failed = g.validate(g, block, player)
    if failed:
        raise ValueError(f"bytes refused as {whose} of {game.spec}: check {failed} failed")
    mover = g.current_player(g, block)
    if mover != CARAVELA_CHANCE and mover != CARAVELA_TERMINAL and not 0 <= mover < g.players:
        raise ValueError(f"bytes refused as {whose} of {game.spec}: nobody is to move")
    return 0


cdef int check_log(Game game, object codes) except -1:
    """ValueError unless every code is one that the game can name, and there are not too many."""
    if len(codes) > <Py_ssize_t>game.g.steps_max * game.g.codes_max:
        raise ValueError(f"a log of {len(codes)} codes is longer than any game of {game.spec}")
    for code in set(codes):
        if not 0 <= code <= ID_MAX:
            raise ValueError(f"code {code} in a log; codes are between 0 and {ID_MAX}")
        try:
            game.text.code_to_string(game, code)
        except Exception as error:
            raise ValueError(f"{game.spec} has no code {code}") from error
    return 0


cdef State state_from_history(Game game, object saved):
    cdef State made = game.new_initial_state()
    if len(saved.streams) != 1 or saved.block or saved.player != -1:
        raise ValueError("a history is one list of actions and nothing else")
    if len(saved.streams[0]) > game.g.steps_max:
        raise ValueError(f"a history of {len(saved.streams[0])} steps is longer than any game of {game.spec}")
    for step, action in enumerate(saved.streams[0]):
        try:
            made.apply_action(action)
        except ValueError as error:
            raise ValueError(f"the snapshot cannot be replayed: step {step}: {error}") from error
    if made.state_hash() != saved.state_hash:
        raise ValueError(
            f"the replayed snapshot ends with hash {made.state_hash():016x}, not {saved.state_hash:016x}: it was "
            "altered or made by other rules"
        )
    return made


cdef State state_from_block(Game game, bytes data, object logs, bint sampled=False, int player=-1):
    cdef State made = new_state(game)
    cdef int p
    cdef int32_t value
    if len(logs) != game.g.players:
        raise ValueError(f"a state of {game.spec} has {game.g.players} logs, not {len(logs)}")
    if not -1 <= player < game.g.players or sampled != (player >= 0):
        raise ValueError(f"a sampled world has the seat that sampled it, not {player}")
    fill_block(game, made.block, data, -1)
    made.trail = Trail.__new__(Trail)
    made.sampled = sampled
    made.sampler = player
    for p, log in enumerate(logs):
        check_log(game, log)
        for value in log:
            made.trail.append(p, &value, 1)
        made.length[p] = made.trail.length[p]
    return made


cdef View view_from_block(Game game, bytes data, int player, object log):
    cdef View made = View.__new__(View, game, player, len(log), KEY)
    cdef View again
    cdef int i
    check_log(game, log)
    fill_block(game, made.block, data, player)
    for i in range(made.count):
        made.codes[i] = log[i]
    again = view_of(game, made.block, player, &made.codes, made.count)
    if block_bytes(game.g, again.block) != block_bytes(game.g, made.block):
        raise ValueError(f"bytes refused as a view of seat {player}: they hold what the seat cannot know")
    return made


def _restore(Game game not None, data):
    """Takes a State or View out of a pickle; see Game.restore."""
    return game.restore(data)
