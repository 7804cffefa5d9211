"""Goofspiel as a Caravela engine. Rule numbers (G1 to G9) refer to RULES.md.

Bids are simultaneous and secret: asked seat by seat, and shown together by a chance event, as in `engines/pennies`.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset, strcmp

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_REAL, CARAVELA_TERMINAL, CARAVELA_TEXT,
                  CARAVELA_ZERO_SUM, caravela_engine, caravela_game, caravela_param, caravela_params, caravela_rng)
from bits cimport bits_lowest
from goofspiel_deal cimport GOOFSPIEL_TABLE, goofspiel_count, goofspiel_deal, goofspiel_draw, goofspiel_table
from goofspiel_state cimport (GOOFSPIEL_CARDS, GOOFSPIEL_LAYOUT, GOOFSPIEL_SEATS, goofspiel_all, goofspiel_row,
                              goofspiel_size, goofspiel_state)
from params cimport param_array, param_integer
from rng cimport rng_bounded

cdef enum goofspiel_order:
    RANDOM, DESCENDING, ASCENDING

cdef enum goofspiel_payoff:
    WIN_LOSS, POINT_DIFFERENCE, TOTAL_POINTS

cdef enum:
    LARGEST_STATE = sizeof(goofspiel_state) + GOOFSPIEL_CARDS * (GOOFSPIEL_SEATS + 1)


ctypedef struct instance:
    int32_t players
    int32_t cards
    int32_t turns           # that are played
    int32_t order           # a goofspiel_order
    int32_t payoff          # a goofspiel_payoff
    bint imp_info
    bint egocentric
    int32_t state_size
    double stake


cdef inline const instance *of(const caravela_game *g) noexcept nogil:
    return <const instance *>g.self


cdef inline int32_t point_card(const instance *self, int turn) noexcept nogil:
    """The point card of a turn where the order is fixed (G4)."""
    return turn + 1 if self.order == ASCENDING else self.cards - turn


cdef inline void offer(goofspiel_state *s, int card) noexcept nogil:
    s.card = <uint8_t>card
    s.deck ^= <uint32_t>1 << (card - 1)


cdef int init(const caravela_game *g, void *state) except -100 nogil:
    cdef goofspiel_state *s = <goofspiel_state *>state
    cdef int q
    memset(state, 0, of(g).state_size)
    s.deck = goofspiel_all(of(g).cards)
    for q in range(of(g).players):
        s.hand[q] = s.deck                                  # G1
    if of(g).order != RANDOM:
        offer(s, point_card(of(g), 0))
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    if s.turn == of(g).turns:
        return CARAVELA_TERMINAL
    if s.card == 0 or s.mover == of(g).players:
        return CARAVELA_CHANCE                              # a point card is dealt, or the bids are shown
    return s.mover


cdef inline int list_cards(uint32_t cards, int32_t *out) noexcept nogil:
    cdef int n = 0
    while cards:
        out[n] = bits_lowest(cards)
        cards &= cards - 1
        n += 1
    return n


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef int p = current_player(g, state)
    return 0 if p < 0 else list_cards((<const goofspiel_state *>state).hand[p], out)


cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    cdef int i, n
    if s.card != 0:
        out[0] = of(g).cards
        p[0] = 1.0
        return 1
    n = list_cards(s.deck, out)
    for i in range(n):
        p[i] = 1.0 / n                                      # G4
    return n


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    cdef uint32_t deck = s.deck
    cdef int n
    if s.card != 0:
        return of(g).cards
    n = rng_bounded(rng, of(g).cards - s.turn)
    while n > 0:
        deck &= deck - 1
        n -= 1
    return bits_lowest(deck)


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    key[0] = <uint64_t>(s.card != 0) << 32 | s.turn         # one deal and one showing a turn
    return 0


cdef inline int taker(const uint8_t *bid, int players) noexcept nogil:
    """The seat with the highest bid; players if several have it (G5)."""
    cdef int q, best = 0
    cdef bint tied = False
    for q in range(1, players):
        if bid[q] > bid[best]:
            best = q
            tied = False
        elif bid[q] == bid[best]:
            tied = True
    return players if tied else best


cdef inline void finish_turn(const instance *self, goofspiel_state *s) noexcept nogil:
    """Everybody has bid: the point card is taken, the bids are gone (G5)."""
    cdef int q, took = taker(s.bid, self.players)
    cdef uint8_t *row
    if took < self.players:
        s.points[took] += s.card
    if self.imp_info:
        row = goofspiel_row(s, self.players, s.turn)
        memcpy(row, s.bid, self.players)
        row[self.players] = <uint8_t>(took + 1)
    for q in range(self.players):
        s.hand[q] ^= <uint32_t>1 << (s.bid[q] - 1)
        s.bid[q] = 0
    s.turn += 1
    s.card = 0
    s.mover = 0


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef const instance *self = of(g)
    cdef goofspiel_state *s = <goofspiel_state *>state
    cdef int q
    if s.card == 0:
        offer(s, a + 1)
        return 0
    if s.mover < self.players:                              # G3
        s.bid[s.mover] = <uint8_t>(a + 1)
        s.mover = 0
        while s.mover < self.players and s.bid[s.mover] != 0:
            s.mover += 1
        return 0
    finish_turn(self, s)
    if s.turn == self.turns:
        return 0
    if self.cards - s.turn == 1:                            # G6: the last turn leaves no choice
        offer(s, bits_lowest(s.deck) + 1)
        for q in range(self.players):
            s.bid[q] = <uint8_t>(bits_lowest(s.hand[q]) + 1)
        finish_turn(self, s)
    elif self.order != RANDOM:
        offer(s, point_card(self, s.turn))
    return 0


cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    """Codes with n cards: 0 .. n - 1 my own bid, n .. 2n - 1 a point card, then n bids of each seat in turn. With
    imp_info in place of the last: the seat that took the point card, or the number of players (G8)."""
    cdef const instance *self = of(g)
    cdef const goofspiel_state *s = <const goofspiel_state *>before
    cdef int q, turn
    if s.card == 0:
        codes[0] = self.cards + a
        return 1
    if s.mover < self.players:
        codes[0] = a
        return s.mover == p                                 # G3: in secret
    if not self.imp_info:
        for q in range(self.players):
            codes[q] = (2 + q) * self.cards + s.bid[q] - 1
        return self.players
    for turn in range(s.turn, (<const goofspiel_state *>after).turn):   # two where the last one follows at once
        codes[turn - s.turn] = 2 * self.cards + goofspiel_row(
            <const goofspiel_state *>after, self.players, turn)[self.players] - 1
    return (<const goofspiel_state *>after).turn - s.turn


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    cdef const instance *self = of(g)
    cdef goofspiel_state *s = <goofspiel_state *>state
    cdef uint8_t own = s.bid[p]
    cdef int q, turn
    if s.card != 0:
        # Who else has chosen is as secret as what: to p they all still have to, after p.
        memset(s.bid, 0, sizeof(s.bid))
        s.bid[p] = own
        s.mover = <uint8_t>p if own == 0 else p == 0
    if not self.imp_info:
        return 0
    for q in range(self.players):
        if q != p:
            s.hand[q] = 0
            for turn in range(s.turn):
                goofspiel_row(s, self.players, turn)[q] = 0
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    cdef const instance *self = of(g)
    cdef goofspiel_state *s = <goofspiel_state *>out
    cdef goofspiel_deal deal
    memcpy(out, view, self.state_size)
    # Bids of the running turn are made later, inside the world, by the seats they belong to.
    if self.imp_info:
        goofspiel_count(&deal, s, p, self.players, self.cards)
        goofspiel_draw(&deal, s, self.players, rng)
    return 0


cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    cdef int q, most = 0, winners = 0, total = 0
    for q in range(self.players):
        total += s.points[q]
        if s.points[q] > most:
            most = s.points[q]
            winners = 0
        winners += s.points[q] == most
    for q in range(self.players):                           # G7
        if self.payoff == TOTAL_POINTS:
            out[q] = s.points[q]
        elif self.payoff == POINT_DIFFERENCE:
            out[q] = s.points[q] - <double>total / self.players
        elif winners == self.players:
            out[q] = 0.0
        elif s.points[q] == most:
            out[q] = self.stake / winners
        else:
            out[q] = -self.stake / (self.players - winners)
    return 0


cdef int scores(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef int q
    for q in range(of(g).players):
        out[q] = (<const goofspiel_state *>state).points[q]
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    cdef int q, other
    for q in range(of(g).players):
        out[q] = 1
        for other in range(of(g).players):
            out[q] += s.points[other] > s.points[q]
    return 0


cdef inline uint32_t bit_of(int card) noexcept nogil:
    return <uint32_t>1 << (card - 1)


cdef inline bint cards_are_sound(const instance *self, const goofspiel_state *s) noexcept nogil:
    """The deck and the point card are what the turn says."""
    cdef uint32_t unseen = s.deck
    cdef int turn
    if s.turn > self.turns or s.card > self.cards or s.deck & ~goofspiel_all(self.cards):
        return False
    if s.card != 0:
        if s.turn == self.turns or s.deck & bit_of(s.card):
            return False
        unseen |= bit_of(s.card)
    elif s.turn < self.turns and self.order != RANDOM:
        return False
    if goofspiel_size(unseen) != self.cards - s.turn:
        return False
    if 1 < self.cards == self.turns and s.turn == self.turns - 1:
        return False                                        # G6: never left to be played
    if self.order != RANDOM:
        for turn in range(s.turn):
            if unseen & bit_of(point_card(self, turn)):
                return False
        return s.card == 0 or s.card == point_card(self, s.turn)
    return True


cdef inline bint points_are_sound(const instance *self, const goofspiel_state *s) noexcept nogil:
    """Nobody has points that no finished turn can have given."""
    cdef uint32_t gone = goofspiel_all(self.cards) & ~s.deck
    cdef uint32_t given = 0
    cdef int q, turn, won, card, most = 0
    if s.card != 0:
        gone ^= bit_of(s.card)
    for card in range(1, self.cards + 1):
        if gone & bit_of(card):
            most += card
    for q in range(GOOFSPIEL_SEATS):
        if q >= self.players and s.points[q] != 0:
            return False
        given += s.points[q]
        if not self.imp_info or q >= self.players:
            continue
        won = 0
        for turn in range(s.turn):
            if goofspiel_row(s, self.players, turn)[self.players] == q + 1:
                won += 1 if self.order == RANDOM else point_card(self, turn)
        if s.points[q] != won if self.order != RANDOM else s.points[q] < won or (s.points[q] != 0) != (won != 0):
            return False
    return given <= <uint32_t>most


cdef inline bint bids_are_sound(const instance *self, const goofspiel_state *s) noexcept nogil:
    """The bids of the running turn, and who is asked next."""
    cdef int q, first = -1, chosen = 0
    for q in range(GOOFSPIEL_SEATS):
        if q >= self.players or s.card == 0:
            if s.bid[q] != 0:
                return False
        elif s.bid[q] > self.cards or (s.bid[q] != 0 and not s.hand[q] & bit_of(s.bid[q])):
            return False
        elif s.bid[q] != 0:
            chosen += 1
        elif first < 0:
            first = q
    if s.card == 0:
        return s.mover == 0
    if chosen == 0:
        return s.mover < self.players                       # anybody may be asked first: the seat whose world it is
    return s.mover == (self.players if first < 0 else first)


cdef inline bint hand_is_sound(const instance *self, const goofspiel_state *s, int q) noexcept nogil:
    """A known hand, and with imp_info the bids that are gone from it."""
    cdef uint32_t left = goofspiel_all(self.cards)
    cdef int turn, bid
    if s.hand[q] & ~left or goofspiel_size(s.hand[q]) != self.cards - s.turn:
        return False
    if self.imp_info:
        for turn in range(s.turn):
            bid = goofspiel_row(s, self.players, turn)[q]
            if bid < 1 or bid > self.cards or not left & bit_of(bid):
                return False
            left ^= bit_of(bid)
        return left == s.hand[q]
    return True


cdef inline bint table_is_sound(const instance *self, const goofspiel_state *s, bint known) noexcept nogil:
    """Who took the turns, and with imp_info that rows of turns to come are blank. known: all bids are."""
    cdef const uint8_t *row
    cdef int turn, q
    for turn in range(self.turns):
        row = goofspiel_row(s, self.players, turn)
        if turn >= s.turn:
            for q in range(self.players + 1):
                if row[q] != 0:
                    return False
        elif row[self.players] < 1 or row[self.players] > self.players + 1:
            return False
        elif known and row[self.players] != taker(row, self.players) + 1:
            return False
    return True


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    cdef const instance *self = of(g)
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    cdef uint8_t view[LARGEST_STATE]
    cdef goofspiel_deal deal
    cdef int q
    if not cards_are_sound(self, s):
        return 1
    for q in range(GOOFSPIEL_SEATS):
        if q >= self.players:
            if s.hand[q] != 0:
                return 2
        elif (p < 0 or p == q or not self.imp_info) and not hand_is_sound(self, s, q):
            return 3
    if self.imp_info and not table_is_sound(self, s, p < 0):
        return 4
    if not points_are_sound(self, s):
        return 5
    if p >= 0:
        memcpy(view, state, self.state_size)
        redact(g, view, p)
        if memcmp(view, state, self.state_size) != 0:
            return 6                                        # not a view of that seat
    if not bids_are_sound(self, s):
        return 7
    if p >= 0 and self.imp_info and goofspiel_count(&deal, s, p, self.players, self.cards) == 0.0:
        return 8                                            # no bids of the others explain who took the turns
    return 0


cdef int turn(const caravela_game *g, const void *state) except -100 nogil:
    return (<const goofspiel_state *>state).turn


cdef inline int point_slots(int cards) noexcept nogil:
    return cards * (cards + 1) // 2 + 1


cdef inline float *show_cards(uint32_t cards, int count, float *out) noexcept nogil:
    """`count` floats, 1.0 for each card of the set; returns what follows them."""
    while cards:
        out[bits_lowest(cards)] = 1.0
        cards &= cards - 1
    return out + count


cdef int observation(const caravela_game *g, const void *state, int p, float *out) except -100 nogil:
    """OpenSpiel's observation tensor: the point card; those to come; the points of each seat from p on, one-hot; all
    hands from p on, or with imp_info p's hand and for each turn who took it, one-hot (G9)."""
    cdef const instance *self = of(g)
    cdef const goofspiel_state *s = <const goofspiel_state *>state
    cdef int n = self.players, i, took
    memset(out, 0, g.observation_size * sizeof(float))
    out = show_cards(0 if s.card == 0 else bit_of(s.card), self.cards, out)
    out = show_cards(s.deck, self.cards, out)
    for i in range(n):
        out[s.points[(p + i) % n]] = 1.0
        out += point_slots(self.cards)
    for i in range(1 if self.imp_info else n):
        out = show_cards(s.hand[(p + i) % n], self.cards, out)
    if self.imp_info:
        for i in range(s.turn):
            took = goofspiel_row(s, n, i)[n] - 1
            if took < n:
                out[(took + n - p) % n if self.egocentric else took] = 1.0
            out += n
    return 0


cdef int choice_of(const caravela_params *params, const char *key, const char *const *names, int count, int32_t *out,
                   char *err) noexcept:
    """Reads one of three words; 1, with the reason in err, if it is none of them."""
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
    cdef int i
    if item is NULL:
        return 1
    for i in range(count):
        if strcmp(item.texts[0], names[i]) == 0:
            out[0] = i
            return 0
    snprintf(err, CARAVELA_ERR_SIZE, "%s is %.40s; it must be %s, %s or %s", key, item.texts[0], names[0], names[1],
             names[2])
    return 1


cdef const char *ORDERS[3]
ORDERS[0], ORDERS[1], ORDERS[2] = b"random", b"descending", b"ascending"

cdef const char *PAYOFFS[3]
PAYOFFS[0], PAYOFFS[1], PAYOFFS[2] = b"win_loss", b"point_difference", b"total_points"


cdef int read_options(const caravela_params *params, instance *self, char *err) noexcept:
    cdef int64_t players, cards, turns, imp_info, egocentric
    cdef const caravela_param *stake
    if not (param_integer(params, b"options.players", 2, GOOFSPIEL_SEATS, &players, err)
            and param_integer(params, b"options.num_cards", 1, GOOFSPIEL_CARDS, &cards, err)
            and param_integer(params, b"options.num_turns", -1, cards, &turns, err)
            and param_integer(params, b"options.imp_info", 0, 1, &imp_info, err)
            and param_integer(params, b"options.egocentric", 0, 1, &egocentric, err)):
        return 1
    if turns == 0:
        snprintf(err, CARAVELA_ERR_SIZE, "options.num_turns is 0; it must be between 1 and %lld, or -1 for all",
                 <long long>cards)
        return 1
    if imp_info and goofspiel_table(<int>players, <int>cards) > GOOFSPIEL_TABLE:
        while goofspiel_table(<int>players, <int>cards) > GOOFSPIEL_TABLE:
            cards -= 1
        snprintf(err, CARAVELA_ERR_SIZE, "with imp_info and %lld players options.num_cards must be at most %lld",
                 <long long>players, <long long>cards)
        return 1
    if (choice_of(params, b"options.points_order", ORDERS, 3, &self.order, err)
            or choice_of(params, b"options.returns_type", PAYOFFS, 3, &self.payoff, err)):
        return 1
    stake = param_array(params, b"payoff.stake", CARAVELA_REAL, 1, 1, err)
    if stake is NULL:
        return 1
    if not 0.0 < stake.reals[0] <= 1e6:
        snprintf(err, CARAVELA_ERR_SIZE, "payoff.stake is %g; it must be above 0 and at most 1000000", stake.reals[0])
        return 1
    self.players = <int32_t>players
    self.cards = <int32_t>cards
    self.turns = <int32_t>(cards if turns < 0 else turns)
    self.imp_info = imp_info
    self.egocentric = egocentric
    self.state_size = sizeof(goofspiel_state) + (self.turns * (self.players + 1) if imp_info else 0)
    self.stake = stake.reals[0]
    return 0


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef instance *self = <instance *>malloc(sizeof(instance))
    cdef int asked, points, i
    if self is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    if read_options(params, self, err):
        free(self)
        return 1
    asked = self.turns - (1 < self.cards == self.turns)     # G6
    points = 0                                              # of all the cards that one seat can take
    for i in range(self.turns):
        points += i + 1 if self.order == ASCENDING else self.cards - i

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = self
    out.layout = GOOFSPIEL_LAYOUT
    out.state_size = self.state_size
    out.align = sizeof(uint32_t)
    out.players = self.players
    out.action_count = self.cards
    out.legal_max = self.cards
    out.chance_max = self.cards + 1
    out.decisions_max = asked * self.players
    out.steps_max = asked * (self.players + 1 + (self.order == RANDOM))
    out.codes_max = self.players
    out.observation_size = 2 * self.cards + self.players * point_slots(self.cards) + (
        self.cards + self.turns * self.players if self.imp_info else self.players * self.cards)
    if self.payoff == WIN_LOSS:
        out.max_utility = self.stake
        out.min_utility = -self.stake
    elif self.payoff == POINT_DIFFERENCE:
        out.max_utility = <double>points * (self.players - 1) / self.players
        out.min_utility = -<double>points / self.players
    else:
        out.max_utility = points
        out.min_utility = 0.0
    out.score_scale = <double>points / (2 * self.players)
    out.flags = 0 if self.payoff == TOTAL_POINTS else CARAVELA_ZERO_SUM
    out.init = init
    out.current_player = current_player
    out.legal_actions = legal_actions
    out.chance_outcomes = chance_outcomes
    out.sample_chance = sample_chance
    out.chance_key = chance_key
    out.apply = apply
    out.observe = observe
    out.redact = redact
    out.determinize = determinize
    out.returns = returns
    out.scores = scores
    out.ranks = ranks
    out.validate = validate
    out.turn = turn
    out.observation = observation
    return 0


cdef void close_game(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = b"goofspiel"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
