"""Veracruz 1631 in memory: the state, the immutable rules of one opened game, and what both the rules and a
heuristic read off them."""

from libc.stdint cimport int32_t, int8_t, uint8_t, uint32_t, uint64_t

from bits cimport bits_load, bits_present

cdef enum:
    SEATS_MAX = 4
    GALLEONS_MAX = 4
    GOODS_MAX = 4
    KINDS_MAX = 24          # kinds of boxes: three 64-bit words of byte counters
    BETS_MAX = 8            # bets in a game
    WEIGHT_MAX = 60         # largest weight or balance limit
    BOXES_MAX = 120         # boxes in a game
    ACTIONS_MAX = 2 * GALLEONS_MAX * KINDS_MAX + 2 * GALLEONS_MAX + 3

    SLOT_NONE = 0           # a side without a box, a deck without a seen top; else 1 + kind
    SLOT_VOID = KINDS_MAX + 1   # the last box of the side is void, an empty box on it

    LEFT = 0
    RIGHT = 1

    REACH_PORT = 0
    SUNKEN = 1
    BET_UNKNOWN = 3         # in the low two bits of a bet: 1 + kind, or this

# In the order of a game. The seat dealt to or to act is `mover`, the deck waiting for its next top is `deck`.
cdef enum:
    PHASE_INVEST = 0        # chance: an investment card to `mover`
    PHASE_DEAL = 1          # chance: a box card to the hand of `mover`
    PHASE_TOPS = 2          # chance: the first top of `deck`
    PHASE_FIRST_TOSS = 3    # chance
    PHASE_START = 4         # chance: the starting player
    PHASE_ACT = 5           # decision D1
    PHASE_DRAW = 6          # decision D2
    PHASE_REVEAL = 7        # chance: the next top of `deck`
    PHASE_REFILL = 8        # chance: the first top of the new `deck`, then a toss
    PHASE_TOSS = 9          # chance
    PHASE_LAST_TOSS = 10    # chance
    PHASE_OVER = 11

# Any change of the meaning of state bytes changes this number; a heuristic compiled for another is refused.
cdef extern from *:
    """
    #define VERACRUZ_LAYOUT UINT64_C(0x5665726163727A01)
    """
    const uint64_t VERACRUZ_LAYOUT

ctypedef struct veracruz_galleon:
    uint8_t weight              # of the boxes that are not void
    int8_t balance              # right minus left
    uint8_t last[2]             # by side: a slot
    uint8_t value[GOODS_MAX]    # by good: sum of the boxes that are not void

# What a seat does not know is 0 in its view, except that its view's `pool` also counts the others' hidden cards.
ctypedef struct veracruz_state:
    uint8_t hidden[SEATS_MAX][KINDS_MAX]    # what is left of the starting hand; known to the owner
    uint8_t known[SEATS_MAX][KINDS_MAX]     # drawn face up, V11.3; public
    uint8_t pool[KINDS_MAX]                 # unseen boxes: undealt, in the reserve, under the tops
    uint8_t out[KINDS_MAX]                  # loaded boxes, void ones and empty boxes included
    veracruz_galleon galleon[GALLEONS_MAX]
    uint8_t bets[GALLEONS_MAX][BETS_MAX]    # in order: seat << 2 | (1 + kind or BET_UNKNOWN); 0: none
    uint8_t bet_cards[SEATS_MAX][2]         # betting cards not placed, by kind; known to the owner
    uint8_t bets_left[SEATS_MAX]            # their number; public
    uint8_t bet_count[GALLEONS_MAX]
    uint8_t hidden_count[SEATS_MAX]         # cards in `hidden`; public
    uint8_t investment[SEATS_MAX]           # 1 + good; 0: not dealt, or unknown
    uint32_t excluded[SEATS_MAX]            # kinds that a forced pass showed not to be in `hidden`; public
    uint8_t top[2]                          # of the open decks: a slot
    uint8_t count[2]                        # cards in the open decks, top included
    uint8_t reserve
    uint8_t pool_count
    uint8_t phase
    uint8_t mover
    uint8_t deck
    uint8_t passes                          # in a row
    uint8_t meteorology
    uint8_t tosses                          # so far
    uint8_t loads                           # boxes loaded so far
    uint8_t zero[3]

ctypedef struct veracruz_rules:
    int32_t players, galleons, goods, kinds
    int32_t hand_size, deck_size, decks
    int32_t total                           # boxes
    int32_t bet_cards                       # of each kind and player
    int32_t start                           # starting seat, -1: drawn
    int32_t empty                           # the kind of empty boxes, -1: none
    uint32_t all_kinds, empty_bit
    uint32_t loadable[2][WEIGHT_MAX + 4]    # by side and largest weight: kinds that may be loaded, empty boxes apart
    uint8_t copies[KINDS_MAX]
    uint8_t weight[KINDS_MAX]               # the value of a box
    uint8_t good[KINDS_MAX]                 # GOODS_MAX: stones and empty boxes
    uint8_t good_side[GOODS_MAX]
    uint8_t slot_weight[SLOT_VOID + 1]      # weight that an empty box takes off; 255: cannot be voided
    uint32_t empty_sides[2]                 # empty_bit where an empty box may go
    uint8_t weight_limit[GALLEONS_MAX]
    uint8_t balance_limit[GALLEONS_MAX]
    uint8_t red_from[GALLEONS_MAX]
    # Action ids: (2 * galleon + side) * kinds + kind, then bets, pass, draws.
    int32_t first_bet, pass_action, first_draw, actions
    uint8_t action_place[ACTIONS_MAX]       # 2 * galleon + side
    uint8_t action_kind[ACTIONS_MAX]
    # Outcome ids: kinds of boxes, then goods, faces, seats.
    int32_t first_good, first_face, first_seat, outcomes
    # Codes: actions, outcomes, then what others see of secret steps and what the end shows.
    int32_t code_outcome, code_good_dealt, code_box_dealt, code_bet, code_good_shown, code_bet_shown, code_box_shown
    int32_t codes
    int32_t meteorology_start, meteorology_min, meteorology_max
    int32_t face_step[2]
    double face_probability[2]
    int32_t correct[BETS_MAX]               # points of the 1st, 2nd, ... correct bet on a galleon
    int32_t wrong
    int32_t bet_ways[BETS_MAX + 1][BETS_MAX + 1][BETS_MAX + 1]  # sequences of r bets with at most a and b of the kinds


cdef inline const veracruz_rules *rules_of(const void *instance) noexcept nogil:
    return <const veracruz_rules *>instance


cdef inline uint32_t present(const uint8_t *counts) noexcept nogil:
    """Bit mask of the kinds that occur in an array of KINDS_MAX counts."""
    return (bits_present(bits_load(counts)) | bits_present(bits_load(counts + 8)) << 8
            | bits_present(bits_load(counts + 16)) << 16)


cdef inline uint32_t hand_kinds(const veracruz_state *s, int p) noexcept nogil:
    """Kinds in the whole hand of seat p."""
    return (bits_present(bits_load(s.hidden[p]) + bits_load(s.known[p]))
            | bits_present(bits_load(s.hidden[p] + 8) + bits_load(s.known[p] + 8)) << 8
            | bits_present(bits_load(s.hidden[p] + 16) + bits_load(s.known[p] + 16)) << 16)


cdef inline uint32_t loadable_kinds(const veracruz_rules *r, const veracruz_galleon *galleon, int g,
                                    int side) noexcept nogil:
    """Kinds that may be loaded on one side of galleon g, whoever has them (V4.1 to V4.4)."""
    cdef int room = r.weight_limit[g] - galleon.weight
    cdef int away = r.balance_limit[g] - galleon.balance    # what the balance still takes to the right
    cdef int toward = r.balance_limit[g] + galleon.balance  # and to the left
    cdef uint32_t kinds
    if side == RIGHT:
        away, toward = toward, away
    kinds = r.loadable[side][toward if toward < room else room]
    # V4.4: the void box no longer holds the balance on this side.
    if r.slot_weight[galleon.last[side]] <= away:
        kinds |= r.empty_sides[side]
    return kinds


cdef inline bint is_red(const veracruz_rules *r, const veracruz_state *s, int g) noexcept nogil:
    """V1.6."""
    return s.galleon[g].weight >= r.red_from[g]
