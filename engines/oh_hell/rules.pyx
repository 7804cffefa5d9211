"""Oh Hell as a Caravela engine, move for move OpenSpiel's game `oh_hell`. Rule numbers (H1 to H9) refer to RULES.md.

Hands are sets of bits: following suit is one `and`, a list of legal cards one scan. A deal is drawn card by card.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_TERMINAL, caravela_engine, caravela_game,
                  caravela_params, caravela_rng)
from bits cimport bits_lowest, bits_nth
from oh_hell_check cimport oh_hell_check
from oh_hell_state cimport (OH_HELL_LAYOUT, OH_HELL_SEATS, OH_HELL_SUITS, oh_hell_bidding, oh_hell_next, oh_hell_of,
                            oh_hell_rules, oh_hell_sizes, oh_hell_state, oh_hell_suits, oh_hell_void)
from deal cimport deal_hands
from params cimport param_integer
from ranking cimport rank_by
from rng cimport rng_bounded
from subset cimport subset_draw

cdef enum:
    MAX_POINTS = 1000000
    MAX_RANKS = 13


# --- moves ---

cdef int init(const caravela_game *g, void *state) except -100 nogil:
    cdef oh_hell_state *s = <oh_hell_state *>state
    memset(state, 0, g.state_size)
    s.pool = oh_hell_of(g).deck
    s.mover = CARAVELA_CHANCE
    return 0


cdef int current_player(const caravela_game *g, const void *state) except -100 nogil:
    return (<const oh_hell_state *>state).mover


cdef int legal_bids(const oh_hell_rules *o, const oh_hell_state *s, int32_t *out) noexcept nogil:
    cdef int forbidden = -1
    cdef int q, bid, n = 0
    if s.mover == s.dealer - 1:                         # H6: the dealer may not make the bids add up
        forbidden = s.tricks + o.players - 1
        for q in range(o.players):
            forbidden -= s.bids[q]
    for bid in range(s.tricks + 1):
        if bid != forbidden:
            out[n] = o.cards + bid
            n += 1
    return n


cdef int legal_actions(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef const oh_hell_state *s = <const oh_hell_state *>state
    cdef const oh_hell_rules *o = oh_hell_of(g)
    cdef uint64_t cards, following
    cdef int n = 0
    if s.mover < 0:
        return 0
    if oh_hell_bidding(s):
        return legal_bids(o, s, out)
    cards = s.hands[s.mover]
    if s.mover != s.leader:
        following = cards & o.suits[1 << o.suit_of[s.trick[s.leader] - 1]]
        if following != 0:                              # H7
            cards = following
    while cards != 0:
        out[n] = bits_lowest(cards)
        cards &= cards - 1
        n += 1
    return n


cdef inline void deal_card(const oh_hell_rules *o, oh_hell_state *s, int card) noexcept nogil:
    cdef uint64_t bit = <uint64_t>1 << card
    s.pool ^= bit
    if s.step < s.tricks * o.players:                   # H4: in turn, whoever deals
        s.hands[s.leader] |= bit
        s.leader = oh_hell_next(o, s.leader)
        s.step += 1
        return
    s.trump = card + 1                                  # H5
    s.step = 0
    s.leader = oh_hell_next(o, s.dealer - 1)
    s.mover = <int8_t>s.leader


cdef inline void play_card(const oh_hell_rules *o, oh_hell_state *s, int card) noexcept nogil:
    cdef int p = s.mover
    cdef int suit = o.suit_of[card]
    cdef int led, best
    s.hands[p] ^= <uint64_t>1 << card
    s.trick[p] = card + 1
    if p == s.leader:
        s.winner = p
    else:
        led = o.suit_of[s.trick[s.leader] - 1]
        best = s.trick[s.winner] - 1
        s.voids |= <uint32_t>(suit != led) << (OH_HELL_SUITS * p + led)
        if card > best if suit == o.suit_of[best] else suit == o.suit_of[s.trump - 1]:     # H8
            s.winner = p
    p = oh_hell_next(o, p)
    if p != s.leader:
        s.mover = <int8_t>p
        return
    s.won[s.winner] += 1
    s.step += 1
    memset(s.trick, 0, OH_HELL_SEATS)
    s.leader = s.winner
    s.mover = <int8_t>s.winner
    s.winner = 0
    if s.step == s.tricks:
        s.leader = 0
        s.mover = CARAVELA_TERMINAL


cdef int apply(const caravela_game *g, void *state, int a) except -100 nogil:
    cdef oh_hell_state *s = <oh_hell_state *>state
    cdef const oh_hell_rules *o = oh_hell_of(g)
    if s.mover < 0:
        if s.dealer != 0:
            deal_card(o, s, a)
        elif s.tricks != 0:
            s.dealer = a + 1                            # H3
        else:
            s.tricks = a                                # H2
    elif oh_hell_bidding(s):
        s.bids[s.mover] = a - o.cards + 1
        s.mover = <int8_t>oh_hell_next(o, s.mover)      # after the dealer's bid: who bid first and leads first
    else:
        play_card(o, s, a)
    return 0


# --- chance ---

cdef int chance_outcomes(const caravela_game *g, const void *state, int32_t *out, double *p) except -100 nogil:
    cdef const oh_hell_state *s = <const oh_hell_state *>state
    cdef const oh_hell_rules *o = oh_hell_of(g)
    cdef uint64_t cards = s.pool
    cdef int i, n = 0
    if s.dealer != 0:
        while cards != 0:
            out[n] = bits_lowest(cards)
            cards &= cards - 1
            n += 1
    elif s.tricks != 0:
        for n in range(o.players):
            out[n] = n
        n = o.players
    else:
        for i in range(o.least_tricks, o.most_tricks + 1):
            out[n] = i
            n += 1
    for i in range(n):
        p[i] = 1.0 / n
    return n


cdef int sample_chance(const caravela_game *g, const void *state, caravela_rng *rng) except -100 nogil:
    cdef const oh_hell_state *s = <const oh_hell_state *>state
    cdef const oh_hell_rules *o = oh_hell_of(g)
    if s.dealer != 0:
        return bits_nth(s.pool, <int>rng_bounded(rng, o.cards - s.step))
    if s.tricks != 0:
        return <int>rng_bounded(rng, o.players)
    return o.least_tricks + <int>rng_bounded(rng, o.most_tricks - o.least_tricks + 1)


cdef int chance_key(const caravela_game *g, const void *state, uint64_t *key) except -100 nogil:
    # Deck 0 is the number of tricks, 1 the dealer, 2 the cards.
    cdef const oh_hell_state *s = <const oh_hell_state *>state
    cdef uint64_t deck = 2 if s.dealer != 0 else (1 if s.tricks != 0 else 0)
    key[0] = deck << 32 | s.step
    return 0


# --- who knows what ---

cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 nogil:
    """Codes: the actions; a card was dealt; numbers of tricks; dealers; cards picked up; cards turned up."""
    cdef const oh_hell_state *s = <const oh_hell_state *>before
    cdef const oh_hell_rules *o = oh_hell_of(g)
    cdef int32_t code = g.action_count
    cdef uint64_t cards
    cdef int n = 0
    if s.mover >= 0:
        codes[0] = a
    elif s.tricks == 0:
        codes[0] = code + a
    elif s.dealer == 0:
        codes[0] = code + o.most_tricks + 1 + a
    elif (<const oh_hell_state *>after).trump == 0:
        codes[0] = code                                 # H4: face down
    else:
        code += o.most_tricks + 1 + o.players
        cards = s.hands[p]
        while cards != 0:                               # H5: hands are picked up, in no order
            codes[n] = code + bits_lowest(cards)
            cards &= cards - 1
            n += 1
        codes[n] = code + o.cards + a
    return n + 1


cdef int redact(const caravela_game *g, void *state, int p) except -100 nogil:
    cdef oh_hell_state *s = <oh_hell_state *>state
    cdef int q
    for q in range(oh_hell_of(g).players):
        if q != p or s.trump == 0:
            s.pool |= s.hands[q]
            s.hands[q] = 0
    return 0


cdef inline void draw_hand(oh_hell_state *s, int q, uint64_t which, int count, caravela_rng *rng) noexcept nogil:
    """Gives seat q that many cards of the pool that are in `which`, all alike."""
    cdef uint64_t drawn = subset_draw(s.pool & which, count, rng)
    s.pool ^= drawn
    s.hands[q] ^= drawn


cdef int draw_by_suit(const oh_hell_rules *o, oh_hell_state *s, const uint8_t *sizes,
                      caravela_rng *rng) noexcept nogil:
    """Deals around shown voids: first how many cards of each suit, since those are alike, then which."""
    cdef uint8_t pool[OH_HELL_SUITS]
    cdef uint8_t allowed[OH_HELL_SUITS]
    cdef uint8_t counts[OH_HELL_SEATS * OH_HELL_SUITS]
    cdef int status, q, suit
    oh_hell_suits(o, s, pool, allowed)
    memset(counts, 0, sizeof(counts))
    status = deal_hands(pool, allowed, o.suit_count, sizes, o.players, counts, OH_HELL_SUITS, rng)
    for q in range(o.players):
        for suit in range(o.suit_count):
            if counts[OH_HELL_SUITS * q + suit] > 0:
                draw_hand(s, q, o.suits[1 << suit], counts[OH_HELL_SUITS * q + suit], rng)
    return status


cdef int determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng) except -100 nogil:
    cdef oh_hell_state *s = <oh_hell_state *>out
    cdef const oh_hell_rules *o = oh_hell_of(g)
    cdef uint8_t sizes[OH_HELL_SEATS]
    cdef int q, restricted = 0, last = 0
    memcpy(out, view, g.state_size)
    oh_hell_sizes(o, s, p, sizes)
    if s.voids != 0:
        for q in range(o.players):
            if sizes[q] > 0 and s.pool & o.suits[oh_hell_void(s, q)]:
                restricted += 1
                last = q
    if restricted > 1:
        return draw_by_suit(o, s, sizes, rng)
    if restricted == 1:                                 # first, from what it may hold; then the others are free
        draw_hand(s, last, ~o.suits[oh_hell_void(s, last)], sizes[last], rng)
        sizes[last] = 0
    for q in range(o.players):
        if sizes[q] > 0:
            draw_hand(s, q, o.deck, sizes[q], rng)
    return 0


# --- the end ---

cdef int returns(const caravela_game *g, const void *state, double *out) except -100 nogil:
    cdef const oh_hell_state *s = <const oh_hell_state *>state
    cdef const oh_hell_rules *o = oh_hell_of(g)
    cdef int q, off
    for q in range(o.players):                          # H9
        off = s.won[q] - (s.bids[q] - 1)
        if off == 0:
            out[q] = <double>o.points * s.won[q] + o.bonus
        elif o.off_bid_penalty:
            out[q] = -(<double>o.points * (off if off > 0 else -off))
        else:
            out[q] = <double>o.points * s.won[q]
    return 0


cdef int ranks(const caravela_game *g, const void *state, int32_t *out) except -100 nogil:
    cdef double won[OH_HELL_SEATS]
    returns(g, state, won)
    rank_by(won, g.players, out)
    return 0


cdef int observation(const caravela_game *g, const void *state, int p, float *out) except -100 nogil:
    """Rows of README.md, "Tensor". A true state tells seat p no more than its view."""
    cdef const oh_hell_state *s = <const oh_hell_state *>state
    cdef const oh_hell_rules *o = oh_hell_of(g)
    cdef uint64_t own = s.hands[p] if s.trump != 0 else 0
    cdef uint64_t unseen = s.pool
    cdef int i, q, suit
    memset(out, 0, g.observation_size * sizeof(float))
    for q in range(o.players):
        unseen |= s.hands[q]
    unseen &= ~own
    if s.tricks != 0:
        out[s.tricks - 1] = 1.0
    out += o.most_tricks
    if s.trump != 0:
        out[s.trump - 1] = 1.0
    out += o.cards
    for i in range(o.cards):
        out[i] = <float>(own >> i & 1)
        out[o.cards + i] = <float>(unseen >> i & 1)
    out += 2 * o.cards
    for i in range(o.players):
        q = (p + i) % o.players
        out[0] = s.mover == q
        out[1] = s.trump != 0 and s.mover >= 0 and s.leader == q
        out[2] = s.dealer == q + 1
        out[3] = <float>s.won[q] / <float>o.most_tricks
        out += 4
        for suit in range(o.suit_count):
            out[suit] = <float>(oh_hell_void(s, q) >> suit & 1)
        out += o.suit_count
        if s.bids[q] != 0:
            out[s.bids[q] - 1] = 1.0
        out += o.most_tricks + 1
        if s.trick[q] != 0:
            out[s.trick[q] - 1] = 1.0
        out += o.cards
    return 0


cdef int validate(const caravela_game *g, const void *state, int p) except -100 nogil:
    return oh_hell_check(oh_hell_of(g), <const oh_hell_state *>state, p)


# --- opening ---

cdef int read_options(const caravela_params *params, oh_hell_rules *o, char *err) noexcept:
    """Fills the rules; 1 with the reason in err if an option is bad."""
    cdef int64_t players, suits, ranks, fixed, penalty, points, bonus
    cdef int card, chosen, most
    if not (
        param_integer(params, b"options.players", 3, OH_HELL_SEATS, &players, err)
        and param_integer(params, b"options.num_suits", 1, OH_HELL_SUITS, &suits, err)
        and param_integer(params, b"options.num_cards_per_suit", 2, MAX_RANKS, &ranks, err)
        and param_integer(params, b"options.num_tricks_fixed", -1, MAX_RANKS * OH_HELL_SUITS, &fixed, err)
        and param_integer(params, b"options.off_bid_penalty", 0, 1, &penalty, err)
        and param_integer(params, b"options.points_per_trick", 0, MAX_POINTS, &points, err)
        and param_integer(params, b"scoring.made_bid_bonus", 1, MAX_POINTS, &bonus, err)
    ):
        return 1
    most = <int>((suits * ranks - 1) // players)
    if most == 0:
        snprintf(err, CARAVELA_ERR_SIZE, "options.players is %d and the deck has %d cards; it must have more",
                 <int>players, <int>(suits * ranks))
        return 1
    if fixed == 0 or fixed > most:
        snprintf(err, CARAVELA_ERR_SIZE,
                 "options.num_tricks_fixed is %d; it must be between 1 and %d, or -1 for a random number", <int>fixed, most)
        return 1
    memset(o, 0, sizeof(oh_hell_rules))
    o.players = <int32_t>players
    o.suit_count = <int32_t>suits
    o.cards = <int32_t>(suits * ranks)
    o.least_tricks = <int32_t>fixed if fixed > 0 else 1
    o.most_tricks = <int32_t>fixed if fixed > 0 else most
    o.off_bid_penalty = <int32_t>penalty
    o.points = <int32_t>points
    o.bonus = <int32_t>bonus
    for card in range(o.cards):
        o.suit_of[card] = <uint8_t>(card % o.suit_count)
        o.deck |= <uint64_t>1 << card
        for chosen in range(1 << OH_HELL_SUITS):
            if chosen >> o.suit_of[card] & 1:
                o.suits[chosen] |= <uint64_t>1 << card
    return 0


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) noexcept:
    cdef oh_hell_rules *o = <oh_hell_rules *>malloc(sizeof(oh_hell_rules))
    if o is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "out of memory")
        return 1
    if read_options(params, o, err) != 0:
        free(o)
        return 1

    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.self = o
    out.layout = OH_HELL_LAYOUT
    out.state_size = <int32_t>(sizeof(oh_hell_state) - (OH_HELL_SEATS - o.players) * sizeof(uint64_t))
    out.align = sizeof(uint64_t)
    out.players = o.players
    out.action_count = o.cards + o.most_tricks + 1
    out.legal_max = o.most_tricks + 1
    out.chance_max = o.cards
    out.decisions_max = o.players * (o.most_tricks + 1)
    out.steps_max = 2 + o.players * o.most_tricks + 1 + out.decisions_max
    out.codes_max = o.most_tricks + 1
    out.observation_size = (o.most_tricks + 3 * o.cards
                            + o.players * (4 + o.suit_count + o.most_tricks + 1 + o.cards))
    out.min_utility = -<double>o.points * o.most_tricks if o.off_bid_penalty else 0.0
    out.max_utility = <double>o.points * o.most_tricks + o.bonus
    out.score_scale = o.points + o.bonus
    out.flags = 0
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
    out.scores = returns
    out.ranks = ranks
    out.validate = validate
    out.observation = observation
    return 0


cdef void close_game(caravela_game *g) noexcept:
    free(g.self)
    g.self = NULL


cdef caravela_engine engine
engine.abi = CARAVELA_ABI
engine.size = sizeof(caravela_engine)
engine.name = b"oh_hell"
engine.rules_version = 1
engine.open = open_game
engine.close = close_game

ENGINE = PyCapsule_New(&engine, b"caravela.engine", NULL)
