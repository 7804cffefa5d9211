# The Game: an engine opened with options and data.

# no_gc_clear: in a cycle of garbage the collector must not take the table from states that are yet to be dropped.
@cython.no_gc_clear
@cython.final
cdef class Game:
    """An engine opened with options and data: immutable, shared by threads.

    Picklable if it has a `loader`: pickles hold name, options, digest and, where they differ from the engine's own,
    the data.
    """

    cdef readonly str name
    cdef readonly dict options
    cdef readonly dict data
    cdef readonly object text
    cdef readonly str spec
    cdef readonly int rules_version
    cdef readonly object capsule
    cdef object own_data
    cdef object loader
    cdef dict action_ids
    cdef dict chance_ids
    cdef const caravela_game *g

    def __cinit__(self, engine, str name not None, options, data, text, str spec not None, defaults=None, *,
                  loader=None):
        if not isinstance(options, Mapping) or not isinstance(data, Mapping):
            raise ValueError("options and data are mappings")
        missing = [function for function in TEXT_FUNCTIONS if not callable(getattr(text, function, None))]
        if missing:
            raise ValueError(f"the text module of {name} lacks {', '.join(missing)}")
        self.name = name
        self.options = dict(options)
        self.data = copy.deepcopy(dict(data))
        self.own_data = defaults
        self.text = text
        self.spec = spec
        self.loader = loader
        self.capsule = open_table(engine, name, flatten(self.options, self.data))
        self.g = <const caravela_game *>PyCapsule_GetPointer(self.capsule, "caravela.game")
        self.rules_version = (<const Table *>self.g).engine.rules_version

    @property
    def digest(self):
        """16 hex digits over canonical options, data and rules version."""
        return f"{self.g.digest:016x}"

    @property
    def layout(self):
        """16 hex digits that identify the meaning of state bytes."""
        return f"{self.g.layout:016x}"

    @property
    def state_size(self):
        """Bytes of a state."""
        return self.g.state_size

    @property
    def legal_max(self):
        """Most legal actions at one decision."""
        return self.g.legal_max

    @property
    def codes_max(self):
        """Most codes that one step shows to one seat."""
        return self.g.codes_max

    @property
    def score_scale(self):
        """A margin of points that nearly decides a game."""
        return self.g.score_scale

    @property
    def has_observation_tensor(self):
        """Whether the engine gives views as numbers."""
        return self.g.observation_size > 0

    def num_players(self):
        """Seats."""
        return self.g.players

    def num_distinct_actions(self):
        """Action ids are 0 .. this - 1."""
        return self.g.action_count

    def max_chance_outcomes(self):
        """Outcome ids are 0 .. this - 1."""
        return self.g.chance_max

    def max_game_length(self):
        """Most player decisions in a game."""
        return self.g.decisions_max

    def max_history_length(self):
        """Most steps in a game, chance included."""
        return self.g.steps_max

    def min_utility(self):
        """Least return of a seat."""
        return self.g.min_utility

    def max_utility(self):
        """Greatest return of a seat."""
        return self.g.max_utility

    def utility_sum(self):
        """0.0 for zero-sum games, else None."""
        return 0.0 if self.g.flags & CARAVELA_ZERO_SUM else None

    def new_initial_state(self):
        """The state before the first chance event."""
        cdef State made = new_state(self)
        self.g.init(self.g, made.block)
        made.trail = Trail.__new__(Trail)
        made.rooted = True
        return made

    def action_to_string(self, action):
        """The name of an action. ValueError for an id outside 0 .. num_distinct_actions()-1."""
        cdef int a = as_id(action)
        if a < 0 or a >= self.g.action_count:
            raise ValueError(f"no action {shorten(action)}; ids of {self.spec} are 0 to {self.g.action_count - 1}")
        return self.text.action_to_string(self, a)

    def string_to_action(self, name):
        """The action of that name. ValueError shows close matches."""
        if self.action_ids is None:
            self.action_ids = name_table("action", self.g.action_count, self.action_to_string)
        return look_up("action", name, self.action_ids)

    def chance_to_string(self, outcome):
        """The name of a chance outcome. ValueError for an id outside 0 .. max_chance_outcomes()-1."""
        cdef int a = as_id(outcome)
        if a < 0 or a >= self.g.chance_max:
            raise ValueError(f"no outcome {shorten(outcome)}; ids of {self.spec} are 0 to {self.g.chance_max - 1}")
        return self.text.chance_to_string(self, a)

    def string_to_chance(self, name):
        """The chance outcome of that name. ValueError shows close matches."""
        if self.chance_ids is None:
            self.chance_ids = name_table("outcome", self.g.chance_max, self.chance_to_string)
        return look_up("outcome", name, self.chance_ids)

    def state_from_bytes(self, data, player=None):
        """Validated foreign bytes (see `to_bytes`): a State without history, or seat `player`'s View with an empty log.
        ValueError if the bytes are refused."""
        if player is None:
            return state_from_block(self, as_bytes(data), [[] for _ in range(self.g.players)])
        return view_from_block(self, as_bytes(data), self.seat(player), [])

    def deserialize_state(self, text):
        """The state whose `serialize` gave this text, replayed with all checks."""
        cdef State made = self.new_initial_state()
        if not isinstance(text, str):
            raise ValueError(f"a serialized state is text, not {type(text).__name__}")
        for line in text.split():
            if not (line.isascii() and line.isdigit() and len(line) < 11):
                raise ValueError(f"a serialized state has one action id a line, not {shorten(line)}")
            made.apply_action(int(line))
        return made

    def restore(self, data):
        """The State or View that `snapshot` saved. ValueError for foreign, cut or altered bytes, or another game's."""
        saved = snapshots.read(data)
        if saved.spec != self.spec or saved.digest != self.g.digest:
            raise ValueError(
                f"the snapshot is of {shorten(saved.spec)} with digest {saved.digest:016x}; this game is "
                f"{self.spec} with digest {self.digest} (other options, data or rules)"
            )
        if saved.layout != self.g.layout:
            raise ValueError(f"the snapshot has state layout {saved.layout:016x}; this engine has {self.layout}")
        if saved.kind == snapshots.HISTORY:
            return state_from_history(self, saved)
        if saved.state_hash:
            raise ValueError("only a history has a state hash")
        if saved.kind == snapshots.VIEW:
            if len(saved.streams) != 1:
                raise ValueError(f"a view has one log, not {len(saved.streams)}")
            return view_from_block(self, saved.block, self.seat(saved.player), saved.streams[0])
        return state_from_block(self, saved.block, saved.streams, saved.kind == snapshots.SAMPLED, saved.player)

    def __reduce__(self):
        if self.loader is None:
            raise TypeError(f"{self.spec} was made without a loader: it cannot be pickled")
        data = None if self.own_data is not None and self.data == self.own_data else self.data
        return _restore_game, (self.loader, self.name, self.options, data, self.digest)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or ((<Game>other).name == self.name and (<Game>other).g.digest == self.g.digest)

    def __hash__(self):
        return hash((self.name, self.g.digest))

    def __repr__(self):
        return f"<Game {self.spec} digest {self.digest}>"

    def __str__(self):
        return self.spec

    cdef int seat(self, object player) except -1:
        """A seat's number. ValueError if there is no such seat."""
        cdef int p = as_id(player)
        if p < 0 or p >= self.g.players:
            raise ValueError(f"no seat {shorten(player)}; the seats of {self.spec} are 0 to {self.g.players - 1}")
        return p


def _restore_game(loader, name, options, data, digest):
    """Loads a pickled game again. ValueError if what is installed here is not the same game."""
    game = loader(name, options, data)
    if game.digest != digest:
        raise ValueError(f"pickled {game.spec} had digest {digest}; the one installed here has {game.digest}")
    return game
