# The State: the truth, or a sampled world.

cdef State new_state(Game game):
    return State.__new__(State, game, KEY)


@cython.final
@cython.no_gc_clear
@cython.freelist(64)
cdef class State:
    """A true state (or a sampled world, `sampled` set). Illegal input raises ValueError and changes nothing.

    Not thread-safe; give each thread a clone.
    """

    cdef readonly Game game
    cdef readonly bint sampled
    cdef readonly bint fallback
    cdef const caravela_game *g
    cdef void *memory
    cdef void *block
    cdef void *spare            # the state before the step under way
    cdef Trail trail
    cdef int32_t length[STREAMS]
    cdef int sampler            # the seat that sampled this world; -1 if none
    cdef int decisions
    cdef bint rooted            # the trail goes back to the initial state
    cdef bint busy

    def __cinit__(self, Game game not None, object key):
        if key is not KEY:
            raise TypeError("states are made by Game.new_initial_state")
        self.game = game
        self.g = game.g
        self.sampler = -1
        self.memory = blocks_new(self.g, 2, 0, &self.block)
        if self.memory is NULL:
            raise MemoryError
        self.spare = <char *>self.block + block_stride(self.g)

    def __dealloc__(self):
        if self.memory is not NULL:
            try:
                state_drop(self.g, self.block)
                state_drop(self.g, self.spare)
            finally:
                free(self.memory)

    def current_player(self):
        """Seat to act, CHANCE_PLAYER or TERMINAL_PLAYER."""
        return self.g.current_player(self.g, self.block)

    def is_terminal(self):
        """Whether the game is over."""
        return self.g.current_player(self.g, self.block) == CARAVELA_TERMINAL

    def is_chance_node(self):
        """Whether a chance event is next."""
        return self.g.current_player(self.g, self.block) == CARAVELA_CHANCE

    def legal_actions(self, player=None):
        """Ascending; [] at chance and terminal states and for a seat that is not to act."""
        cdef int mover = self.g.current_player(self.g, self.block)
        if player is not None and self.game.seat(player) != mover:
            return []
        return legal_list(self.g, self.block) if mover >= 0 else []

    def chance_outcomes(self):
        """Every outcome with its probability, ascending. ValueError where no chance event is next."""
        self.need_chance()
        return chance_list(self.g, self.block)

    def sample_chance(self, Rng rng not None):
        """Draws an outcome; does not apply it. ValueError where no chance event is next."""
        self.need_chance()
        return self.g.sample_chance(self.g, self.block, &rng.rng)

    def chance_key(self):
        """Which deck or coin is drawn from, and the ordinal of this draw on it: (deck << 32) | ordinal."""
        cdef uint64_t key = 0
        self.need_chance()
        self.g.chance_key(self.g, self.block, &key)
        return key

    def apply_action(self, action):
        """Applies a legal action, or a possible outcome at a chance node. ValueError names the legal ones."""
        cdef const caravela_game *g = self.g
        cdef int a = as_id(action)
        cdef int mover
        if self.busy:
            raise RuntimeError("this state is being changed already; give each thread a clone")
        self.busy = True
        try:
            mover = g.current_player(g, self.block)
            if mover >= 0:
                if a < 0 or not is_legal(g, self.block, a):
                    raise ValueError(self.illegal(action, mover))
            elif mover == CARAVELA_TERMINAL:
                raise ValueError(f"the game is over: {self!r} takes no action {shorten(action)}")
            elif a < 0 or not is_possible(g, self.block, a):
                raise ValueError(self.illegal(action, mover))
            self.step(a)
            if mover >= 0:
                self.decisions += 1
        finally:
            self.busy = False

    def child(self, action):
        """The state after an action; this one stays as it is."""
        cdef State made = self.clone()
        made.apply_action(action)
        return made

    def returns(self):
        """Utilities; all 0.0 before the end."""
        cdef double out[SEATS]
        cdef int p
        if self.g.current_player(self.g, self.block) != CARAVELA_TERMINAL:
            return [0.0] * self.g.players
        self.g.returns(self.g, self.block, out)
        return [out[p] for p in range(self.g.players)]

    def scores(self):
        """The game's own points. ValueError before the end."""
        cdef double out[SEATS]
        cdef int p
        self.need_end("scores")
        self.g.scores(self.g, self.block, out)
        return [out[p] for p in range(self.g.players)]

    def ranks(self):
        """Places, 1 is best, ties share; all last if nobody wins. ValueError before the end."""
        cdef int32_t out[SEATS]
        cdef int p
        self.need_end("ranks")
        self.g.ranks(self.g, self.block, out)
        return [out[p] for p in range(self.g.players)]

    def turn(self):
        """Ordinal of the current turn where the engine tells it, else the number of decisions made."""
        return self.g.turn(self.g, self.block) if self.g.turn is not NULL else self.decisions

    def clone(self):
        """An independent copy."""
        cdef State made = new_state(self.game)
        state_copy(self.g, made.block, self.block)
        made.trail = self.trail
        memcpy(made.length, self.length, sizeof(self.length))
        made.sampled = self.sampled
        made.fallback = self.fallback
        made.sampler = self.sampler
        made.decisions = self.decisions
        made.rooted = self.rooted
        return made

    def history(self):
        """Every action and outcome so far. ValueError where it is not known: on a sampled world, and on a state that
        was made from bytes."""
        if self.sampled:
            raise ValueError("a sampled world has no history: its past is made up")
        if not self.rooted:
            raise ValueError("this state was made from bytes: its history is not known")
        return self.trail.values(ACTIONS, self.length[ACTIONS])

    def log(self, player):
        """Codes that a seat observed. On a sampled world the sampler's own log goes on, the others start empty."""
        cdef int p = self.game.seat(player)
        return self.trail.values(p, self.length[p])

    def view(self, player):
        """What a seat knows."""
        cdef int p = self.game.seat(player)
        cdef Trail trail = self.trail  # this state may leave it meanwhile
        return view_of(self.game, self.block, p, &trail.data[p], self.length[p])

    def action_to_string(self, player, action):
        """OpenSpiel's signature; player CHANCE_PLAYER names an outcome."""
        if player == CARAVELA_CHANCE:
            return self.game.chance_to_string(action)
        self.game.seat(player)
        return self.game.action_to_string(action)

    def string_to_action(self, name):
        """A chance outcome's name at a chance node, else an action's."""
        return self.game.string_to_chance(name) if self.is_chance_node() else self.game.string_to_action(name)

    def observation_string(self, player):
        """A seat's view for people; drawn from the redacted bytes only."""
        return self.view(player).observation_string()

    def information_state_string(self, player):
        """The seat and the names of its codes in order: perfect recall."""
        return log_text(self.game, self.game.seat(player), self.log(player))

    def observation_tensor(self, player):
        """A seat's view as float32. ValueError where the engine has none."""
        return self.view(player).observation_tensor()

    def serialize(self):
        """The history, one integer a line, as OpenSpiel does."""
        return "\n".join(map(str, self.history()))

    def to_bytes(self):
        """The raw state block (a foreign engine's: packed)."""
        return block_bytes(self.g, self.block)

    def snapshot(self):
        """The state as bytes for `Game.restore`: the actions from the start, or, where they are not known, the block
        and the logs."""
        if self.rooted:
            return snapshots.write(snapshots.Snapshot(
                snapshots.HISTORY, -1, self.g.digest, self.g.layout, self.state_hash(), self.game.spec,
                (self.history(),), b"",
            ))
        return snapshots.write(snapshots.Snapshot(
            snapshots.SAMPLED if self.sampled else snapshots.BARE, self.sampler, self.g.digest, self.g.layout, 0,
            self.game.spec, tuple([self.log(p) for p in range(self.g.players)]), self.to_bytes(),
        ))

    def state_hash(self):
        """64 bits that depend on the game and the state, not on how it was reached."""
        cdef uint64_t key = 0
        if self.g.flags & CARAVELA_FOREIGN:
            self.g.key(self.g, self.block, -1, &key)
            return hash_step(self.g.digest, key)
        return hash_bytes(self.block, self.g.state_size, self.g.digest)

    def __reduce__(self):
        return _restore, (self.game, self.snapshot())

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        if self.g is not (<State>other).g and self.game != (<State>other).game:
            return False
        if self.g.flags & CARAVELA_FOREIGN:
            return self.state_hash() == other.state_hash()
        return memcmp(self.block, (<State>other).block, self.g.state_size) == 0

    def __hash__(self):
        return hash(self.state_hash())

    def __repr__(self):
        kind = "Sampled world" if self.sampled else "State"
        return f"<{kind} of {self.game.spec}, {mover_text(self.current_player())}, hash {self.state_hash():016x}>"

    def __str__(self):
        return repr(self)

    cdef int need_chance(self) except -1:
        if self.g.current_player(self.g, self.block) != CARAVELA_CHANCE:
            raise ValueError(f"no chance event is next in {self!r}")
        return 0

    cdef int need_end(self, str what) except -1:
        if self.g.current_player(self.g, self.block) != CARAVELA_TERMINAL:
            raise ValueError(f"{what} are known at the end only; this is {self!r}")
        return 0

    cdef str illegal(self, object action, int mover):
        """The message about an action that cannot be taken."""
        cdef int a = as_id(action)
        if mover >= 0:
            known = 0 <= a < self.g.action_count
            told = f" ({self.game.action_to_string(a)})" if known else ""
            names = numbered(legal_list(self.g, self.block), self.game.action_to_string)
            return f"illegal action {shorten(action)}{told} for seat {mover} of {self.game.spec}; legal: {names}"
        known = 0 <= a < self.g.chance_max
        told = f" ({self.game.chance_to_string(a)})" if known else ""
        possible = [outcome for outcome, chance in chance_list(self.g, self.block) if chance > 0.0]
        names = numbered(possible, self.game.chance_to_string)
        return f"impossible outcome {shorten(action)}{told} in {self.game.spec}; possible: {names}"

    cdef int step(self, int a) except -1:
        """Applies a checked action and records who saw what. On failure the state is as before."""
        cdef const caravela_game *g = self.g
        cdef int32_t local[LOCAL]
        cdef int32_t *codes = local
        cdef int counts[SEATS]
        cdef int p
        cdef bint done = False
        state_copy(g, self.spare, self.block)
        if g.players * g.codes_max > LOCAL:
            codes = <int32_t *>malloc(<size_t>g.players * g.codes_max * sizeof(int32_t))
            if codes is NULL:
                raise MemoryError
        try:
            g.apply(g, self.block, a)
            for p in range(g.players):
                counts[p] = g.observe(g, self.spare, a, self.block, p, codes + p * g.codes_max)
            self.record(a, codes, counts)
            done = True
        finally:
            if not done:
                self.block, self.spare = self.spare, self.block
            if codes is not local:
                free(codes)
        if g.flags & CARAVELA_FOREIGN:
            state_drop(g, self.spare)
        return 0

    cdef int record(self, int32_t a, const int32_t *codes, const int *counts) except -1:
        """Appends a step to the trail: all of it or, without memory or with impossible codes, nothing."""
        cdef const caravela_game *g = self.g
        cdef Trail trail = self.trail
        cdef int p, i
        for p in range(g.players):
            if not 0 <= counts[p] <= g.codes_max:
                raise RuntimeError(f"the engine shows {counts[p]} codes; its bound is {g.codes_max}")
            for i in range(counts[p]):
                if codes[p * g.codes_max + i] < 0:
                    raise RuntimeError(f"the engine shows the negative code {codes[p * g.codes_max + i]}")
        if trail.length[ACTIONS] != self.length[ACTIONS]:
            trail = trail.fork(self.length)
        for p in range(g.players):
            trail.reserve(p, counts[p])
        trail.reserve(ACTIONS, 1)
        for p in range(g.players):
            trail.append(p, codes + p * g.codes_max, counts[p])
        trail.append(ACTIONS, &a, 1)
        self.trail = trail
        memcpy(self.length, trail.length, sizeof(self.length))
        return 0
