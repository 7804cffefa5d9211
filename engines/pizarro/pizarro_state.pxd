"""Pizarro & Co. in memory: the state, the immutable rules of one opened game, and what both the rules and a heuristic
read off them."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport bits_load, bits_lowest, bits_present, bits_store

cdef enum:
    SEATS = 6
    EXPLORERS = 6
    PHASES = 3
    PARTS = 2               # left, right; a space without parts is its left part
    VALUES = 12             # kinds of money cards
    WIDTH = 16              # bytes of an array of counts by value: two 64-bit words of byte counters
    STACKS = 8              # Magellan stacks: most ships on one space I
    BOTTOM = 8              # cards put back under a phase stack in one game
    SUM_MAX = 511           # largest sum of a hand
    LOG = 512               # entries of the money log
    LOG_FACTS = 384         # what bids show is no longer noted beyond
    UNSEEN = 0x80           # a tucked card that lies face down; its low bits are 0 where its value is not known

    LEFT = 0
    RIGHT = 1

# Actions of spaces (P8).
cdef enum:
    ACT_NONE = 0
    ACT_VETO = 1
    ACT_LUCK = 2
    ACT_TUCK_HAND = 3
    ACT_TUCK_BID = 4
    ACT_EXCHANGE = 5
    ACT_DRAW = 6
    ACT_EXPOSE = 7
    ACT_TAKEN = 8

# What happens next. Where a seat acts or is dealt to, it is `mover`.
cdef enum:
    STEP_SEAT = 0           # chance: the auctioneer
    STEP_TURN_UP = 1        # chance
    STEP_VETO = 2           # decision D1
    STEP_BID = 3            # D2
    STEP_PAY = 4            # D3, a card at a time
    STEP_TUCK_PAID = 5      # D6, side B
    STEP_SHIP = 6           # D4
    STEP_PART = 7           # D5
    STEP_TUCK_HAND = 8      # D6, side A
    STEP_DRAW = 9           # chance: Vasco da Gama
    STEP_TAKEN = 10         # chance: the neighbour takes a card of the mover
    STEP_DEAL = 11          # chance: base cards, then bags
    STEP_PUT = 12           # D7, a card at a time
    STEP_REDRAW = 13        # chance: cards for those put away
    STEP_LUCK = 14          # D8
    STEP_LUCK_DRAW = 15     # chance
    STEP_OVER = 16

# The money log: type << 12 | seat << 9 | data. Values are stored as 1 + value index; 0: not known.
cdef enum:
    LOG_DRAW = 1            # a card drawn in secret
    LOG_GAIN = 2            # a card drawn in the open
    LOG_OUT = 3             # a card laid on the discard by choice
    LOG_TAKEN = 4           # a card taken at random, to the discard
    LOG_TUCK = 5            # a card tucked in secret: slot << 4 | value, slot 3 * stack + place
    LOG_SET = 6             # a card tucked in the open out of a hand
    LOG_BACK = 7            # a card of the discard is tucked instead
    LOG_WORTH = 8           # the hand was worth at least so much
    LOG_SPARE = 9           # the hand without its lowest card was
    LOG_INEXACT = 10        # no cards of the hand added up to so much
    LOG_SHOW = 11           # a card of a hand that is shown as a whole; one entry a card
    LOG_SHUFFLE = 12        # the discard joined the stack
    LOG_LAID = 13           # a card of the stack laid out at scoring (P10.4)
    LOG_TYPES = 14

# Any change of the meaning of state bytes changes this number; a heuristic compiled for another is refused.
cdef extern from *:
    """
    #define PIZARRO_LAYOUT UINT64_C(0x50697A6172726F01)
    """
    const uint64_t PIZARRO_LAYOUT

# What a seat does not know is 0 in its view, except that `stack` of its view also counts the others' hidden cards.
ctypedef struct pizarro_state:
    uint8_t known[SEATS][WIDTH]         # cards of a hand that everybody can deduce (P13.5)
    uint8_t hidden[SEATS][WIDTH]        # the others; known to the owner
    uint8_t stack[WIDTH]
    uint8_t discard[WIDTH]
    uint8_t paid[WIDTH]                 # laid for the present bid; known to the payer until complete
    # The log begins where the last moment ends at which everybody knew all hands; this was so then:
    uint8_t first_hand[SEATS][WIDTH]
    uint8_t first_stack[WIDTH]
    uint8_t first_discard[WIDTH]
    uint16_t log[LOG]
    uint16_t log_count
    uint16_t sum[SEATS]                 # money value of the hand; of its known part in views
    uint16_t worth[SEATS][2]            # highest bid since the hand last changed, by `keep`; 0 where all is known
    uint16_t high                       # highest bid
    uint16_t due                        # what is left to pay; known to the payer
    uint16_t options                    # bit mask of the values that may be chosen; known to the mover
    uint16_t turns                      # decisions so far; a payment or an exchange counts once
    uint16_t drawn                      # money cards drawn since the last shuffle
    uint8_t hand_count[SEATS]
    uint8_t hidden_count[SEATS]
    uint8_t ships[EXPLORERS][SEATS][PHASES]
    uint8_t right[SEATS][PHASES]        # ships on the right part of the explorer with parts; counted in `ships` as well
    uint8_t unplaced[SEATS]
    uint8_t vetoes[SEATS]               # unused
    uint8_t owner[STACKS]               # of a Magellan stack: 1 + seat; 0: not begun
    uint8_t level[STACKS]               # space of its ship, 1 to 3
    uint8_t tucked[STACKS][PHASES]      # 1 + value, with UNSEEN if face down
    uint8_t deck[EXPLORERS]             # unknown cards of the phase stack
    uint8_t bottom[BOTTOM]              # 1 + explorer: known cards under them, next one first
    uint8_t bags[SEATS]                 # cards still to be dealt
    uint8_t bases[SEATS]
    uint8_t deck_count                  # cards in `deck`
    uint8_t bottom_count
    uint8_t stack_count
    uint8_t secrets                     # tucked cards that lie face down
    uint8_t phase
    uint8_t step
    uint8_t mover
    uint8_t opener
    uint8_t auctioneer
    uint8_t card                        # 1 + explorer turned up
    uint8_t asked                       # seats that may still veto or bid, as bits
    uint8_t leader                      # 1 + highest bidder
    uint8_t inexact                     # the payment in hand overpays; known to the payer
    uint8_t last                        # 1 + value of the last card paid or put away; 0: none yet
    uint8_t exposed                     # seats whose hands lie open, as bits
    uint8_t scored                      # seats that have scored, as bits
    uint8_t exchanges                   # exchanges left to the mover
    uint8_t room                        # cards he may still put away for this ship
    uint8_t puts                        # cards put away for this ship
    uint8_t draws                       # cards the mover still draws
    uint8_t luck                        # sum drawn on Pizarro III
    uint8_t taken                       # cards taken by neighbours so far
    uint8_t shuffles
    uint8_t turned                      # known bottom cards turned up so far
    uint8_t blurred                     # 1: facts went unnoted, 2: the log ended too early
    uint8_t zero[3]

ctypedef struct pizarro_rules:
    int32_t players, values, explorers, phases, stacks
    int32_t auctioneer                  # -1: drawn
    int32_t ships                       # of each seat
    int32_t total                       # money cards
    int32_t minimum_bid, minimum_raise, bid_max
    int32_t hand_max                    # no hand is worth more
    int32_t tucker, parts               # explorer with stacks, explorer with parts; -1: none
    int32_t veto_phases                 # bit mask
    int32_t veto_uses
    int32_t luck_limit, luck_over
    int32_t exchange_cards
    int32_t start_count, start_sum
    uint8_t value[WIDTH]                # money value, ascending
    uint8_t crown[WIDTH]
    uint8_t copies[WIDTH]
    uint8_t start[WIDTH]                # starting hand
    uint8_t cards[PHASES][EXPLORERS]    # phase stacks
    uint8_t card_count[PHASES]
    uint8_t base_cards[PHASES]
    uint8_t pay_bags[PHASES]
    uint8_t exchange[PHASES]
    uint8_t shuffle[PHASES]             # discards join the stack at the end of the phase
    uint8_t draw_cards[PHASES]
    uint8_t multiplier[PHASES]
    uint8_t space_crown[EXPLORERS][PHASES][PARTS]
    uint8_t space_bag[EXPLORERS][PHASES][PARTS]
    uint8_t space_act[EXPLORERS][PHASES][PARTS]
    uint8_t keep[EXPLORERS][PHASES]     # P5.2
    uint64_t start_words[2]
    # Action ids.
    int32_t first_stack, first_pay, first_tuck, first_put, first_bid, actions
    # Outcome ids.
    int32_t first_taken, first_explorer, first_seat, outcomes
    # Codes: actions, outcomes, then what others see of secret steps and what is shown.
    int32_t code_outcome, code_drawn, code_tucked, code_paid, code_shown, code_tuck_shown, codes

cdef enum:
    A_PASS = 0
    A_VETO = 1
    A_DECLINE = 2
    A_DONE = 3
    A_LEFT = 4
    A_RIGHT = 5
    A_FROM_LEFT = 6
    A_FROM_RIGHT = 7
    A_DRAW = 8
    A_STOP = 9
    A_STACK = 10


cdef inline const pizarro_rules *rules_of(const void *instance) noexcept nogil:
    return <const pizarro_rules *>instance


cdef inline uint32_t present(const uint8_t *counts) noexcept nogil:
    """Bit mask of the values that occur in an array of WIDTH counts."""
    return bits_present(bits_load(counts)) | bits_present(bits_load(counts + 8)) << 8


cdef inline void add_hand(const pizarro_state *s, int q, uint8_t *out) noexcept nogil:
    """The whole hand of seat q as counts."""
    bits_store(out, bits_load(s.known[q]) + bits_load(s.hidden[q]))
    bits_store(out + 8, bits_load(s.known[q] + 8) + bits_load(s.hidden[q] + 8))


cdef inline uint32_t hand_values(const pizarro_state *s, int q) noexcept nogil:
    """Bit mask of the values in the whole hand of seat q."""
    return (bits_present(bits_load(s.known[q]) + bits_load(s.hidden[q]))
            | bits_present(bits_load(s.known[q] + 8) + bits_load(s.hidden[q] + 8)) << 8)


cdef inline int next_seat(const pizarro_rules *r, int q) noexcept nogil:
    return q + 1 if q + 1 < r.players else 0


cdef inline int next_of(const pizarro_rules *r, uint32_t seats, int q) noexcept nogil:
    """The first of the `seats` (bits, not none) after seat q, clockwise."""
    cdef uint32_t after = seats >> (q + 1) << (q + 1)
    return bits_lowest(after if after else seats)


cdef inline int first_of(const pizarro_rules *r, uint32_t seats, int q) noexcept nogil:
    """The first of the `seats` from seat q on, clockwise."""
    cdef uint32_t after = seats >> q << q
    return bits_lowest(after if after else seats)


cdef inline uint32_t participants(const pizarro_rules *r, const pizarro_state *s, int explorer) noexcept nogil:
    """P5.1: seats with a ship that a win would place or move, as bits."""
    cdef uint32_t seats = 0
    cdef int q
    for q in range(r.players):
        if (s.unplaced[q] if s.phase == 0 else s.ships[explorer][q][s.phase - 1]):
            seats |= <uint32_t>1 << q
    return seats


cdef inline int max_bid(const pizarro_rules *r, const pizarro_state *s, int q, bint keep) noexcept nogil:
    """P5.3."""
    if not keep:
        return s.sum[q]
    if s.hand_count[q] < 2:
        return 0
    return s.sum[q] - r.value[bits_lowest(hand_values(s, q))]
