# The View: what one seat knows.

@cython.final
@cython.no_gc_clear
@cython.freelist(64)
cdef class View:
    """What one seat knows: redacted bytes, the seat and its log of codes. Immutable, hashable, picklable.

    The truth is not in it, nor any reference to where it is.
    """

    cdef readonly Game game
    cdef readonly int player
    cdef const caravela_game *g
    cdef void *memory
    cdef void *block
    cdef int32_t *codes
    cdef int count

    def __cinit__(self, Game game not None, int player, int count, object key):
        if key is not KEY:
            raise TypeError("views are made by State.view")
        self.game = game
        self.player = player
        self.count = count
        self.g = game.g
        self.memory = blocks_new(self.g, 1, count * sizeof(int32_t) + sizeof(int32_t), &self.block)
        if self.memory is NULL:
            raise MemoryError
        # A block's stride is a multiple of its alignment only: round up to that of a code.
        self.codes = <int32_t *>(<char *>self.block + (block_stride(self.g) + 3) // 4 * 4)

    def __dealloc__(self):
        if self.memory is not NULL:
            try:
                state_drop(self.g, self.block)
            finally:
                free(self.memory)

    def current_player(self):
        """Seat to act as far as this seat knows, CHANCE_PLAYER or TERMINAL_PLAYER."""
        return self.g.current_player(self.g, self.block)

    def is_terminal(self):
        """Whether the game is over."""
        return self.g.current_player(self.g, self.block) == CARAVELA_TERMINAL

    def legal_actions(self):
        """The seat's own legal actions; [] when it is not to act."""
        if self.g.current_player(self.g, self.block) != self.player:
            return []
        return legal_list(self.g, self.block)

    def log(self):
        """Every code the seat observed, in order."""
        cdef int i
        return [self.codes[i] for i in range(self.count)]

    def turn(self):
        """Ordinal of the current turn where the engine tells it, else the number of codes observed."""
        return self.g.turn(self.g, self.block) if self.g.turn is not NULL else self.count

    def determinize(self, Rng rng not None):
        """A sampled world consistent with this view; its `fallback` tells whether the exact law was given up."""
        cdef State made = new_state(self.game)
        made.fallback = self.g.determinize(self.g, self.block, made.block, self.player, &rng.rng) != 0
        made.trail = Trail.__new__(Trail)
        made.trail.append(self.player, self.codes, self.count)
        made.length[self.player] = self.count
        made.sampled = True
        made.sampler = self.player
        return made

    def action_to_string(self, action):
        """The name of an action."""
        return self.game.action_to_string(action)

    def string_to_action(self, name):
        """The action of that name. ValueError shows close matches."""
        return self.game.string_to_action(name)

    def observation_string(self):
        """The table as the seat sees it, several lines."""
        return self.game.text.observation_string(self, self.player)

    def information_state_string(self):
        """The seat and the names of its codes in order: perfect recall."""
        return log_text(self.game, self.player, self.log())

    def observation_tensor(self):
        """The view as float32. ValueError where the engine has none."""
        if self.g.observation_size == 0:
            raise ValueError(f"{self.game.name} gives no views as numbers")
        made = np.zeros(self.g.observation_size, dtype=np.float32)
        cdef float[::1] out = made
        self.g.observation(self.g, self.block, self.player, &out[0])
        return made

    def to_bytes(self):
        """The redacted state block (a foreign engine's: packed)."""
        return block_bytes(self.g, self.block)

    def snapshot(self):
        """The view as bytes for `Game.restore`."""
        return snapshots.write(snapshots.Snapshot(
            snapshots.VIEW, self.player, self.g.digest, self.g.layout, 0, self.game.spec, (self.log(),),
            self.to_bytes(),
        ))

    @property
    def capsule(self):
        """PyCapsule "caravela.state" of the redacted block, for other native modules; it keeps the view alive."""
        capsule = PyCapsule_New(self.block, "caravela.state", release_view)
        PyCapsule_SetContext(capsule, <void *>self)
        Py_INCREF(self)
        return capsule

    def view_hash(self):
        """64 bits that depend on the game, the seat, its view and its log."""
        cdef uint64_t key = 0
        if self.g.flags & CARAVELA_FOREIGN:
            self.g.key(self.g, self.block, self.player, &key)
        else:
            key = hash_bytes(self.block, self.g.state_size, self.g.digest)
        key = hash_step(hash_step(self.g.digest, key), self.player)
        return hash_bytes(self.codes, self.count * sizeof(int32_t), key)

    def __reduce__(self):
        return _restore, (self.game, self.snapshot())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        cdef View that
        if not isinstance(other, View):
            return NotImplemented
        that = other
        if self.player != that.player or self.count != that.count or self.game != that.game:
            return False
        if memcmp(self.codes, that.codes, self.count * sizeof(int32_t)) != 0:
            return False
        if self.g.flags & CARAVELA_FOREIGN:
            return self.view_hash() == that.view_hash()
        return memcmp(self.block, that.block, self.g.state_size) == 0

    def __hash__(self):
        return hash(self.view_hash())

    def __repr__(self):
        return f"<View of {self.game.spec}, seat {self.player}, hash {self.view_hash():016x}>"

    def __str__(self):
        return self.observation_string()


cdef void release_view(object capsule) noexcept:
    Py_DECREF(<object>PyCapsule_GetContext(capsule))


cdef View view_of(Game game, const void *block, int player, int32_t **codes, int count):
    """A redacted copy. The memory that briefly held the truth is the view's own and is blanked in place.

    `codes`: where their address is. They are copied at once: while a foreign engine works, another thread may add to
    the trail, which moves them.
    """
    cdef const caravela_game *g = game.g
    cdef View made = View.__new__(View, game, player, count, KEY)
    if count:
        memcpy(made.codes, codes[0], count * sizeof(int32_t))
    state_copy(g, made.block, block)
    g.redact(g, made.block, player)
    return made
