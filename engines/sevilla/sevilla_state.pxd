"""Sevilla 1503 in memory: the state, the immutable rules of one opened game, and what both the rules and a heuristic
read off them."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport bits_load, bits_lowest, bits_sum

from sevilla_boarding cimport sv_boarding_rules

cdef enum:
    SEATS = 5
    LOTS = 8                # a row of bids is one word of byte counters
    KINDS = 32              # titles of auction cards: rows of [[auction_card]], then of [[rebel_card]]
    ROUNDS = 8
    PATRONS = 3
    BUILDINGS = 5
    BOTTOM = 8              # cards that El Arenal can put under the deck in one game
    MONEY = 75              # largest purse that can bid (S17.1)
    FAKES = 9               # most false coins of a seat (R4)
    TOKENS = 40             # 1 + most discs on a space of a board is below this
    DISCS = 4               # the false player's discs, and their values 0 to 3

    ALCAZAR = 0
    ATARAZANAS = 1
    ARENAL = 2
    PUERTO = 3
    CASA = 4

# What happens next. Where a seat acts or is dealt to, it is `mover`.
cdef enum:
    STEP_HELM = 0           # chance: the first holder of the Helm
    STEP_BUILDING = 1       # chance: the building of `mover`
    STEP_CARD = 2           # chance: the next card of `lot` (S4.1)
    STEP_DISC = 3           # chance: the false player's disc on `lot` (S12.2)
    STEP_AMOUNT = 4         # decision E1: coins of `mover` on `lot`
    STEP_FALSE = 5          # E2: his false coins there
    STEP_SHOW = 6           # chance, with one outcome: all have bid, the discs lie open (S5.3)
    STEP_ORDER = 7          # E3
    STEP_REBID = 8          # E4
    STEP_TOLL = 9           # E5
    STEP_DEAL = 10          # E6: about card `slot` of `lot`
    STEP_ARENAL = 11        # E7
    STEP_DRAW = 12          # chance: El Arenal's card for `mover`
    STEP_CASA = 13          # E8
    STEP_BOARD = 14         # E9
    STEP_OVER = 15

# Actions. The same numbers in every variant; what a variant lacks is never legal.
cdef enum:
    A_FIRST = 0
    A_LAST = 1
    A_PASS = 2
    A_PATRON = 3            # + patron
    A_PAY = 6
    A_HAND_OVER = 7
    A_KEEP = 8
    A_GIVE = 9              # + seat
    A_DECLINE = 14          # E7 and E8
    A_SWAP = 15             # + slot of the lot's card
    A_DONE = 17
    A_SELL = 18             # + kind
    A_BOARD = 50            # + kind
    A_FALSE = 82            # + false coins
    A_BID = 92              # + coins
    ACTIONS = 168

cdef enum:
    O_CARD = 0              # + kind
    O_HELM = 32             # + seat
    O_BUILDING = 37         # + building
    O_DISC = 42             # + value
    O_SHOW = 46
    OUTCOMES = 47

# Codes: actions as they are, then
cdef enum:
    C_OUTCOME = ACTIONS                         # + outcome
    C_DISC = C_OUTCOME + OUTCOMES               # a disc of the false player was laid face down
    C_DRAWN = C_DISC + 1                        # El Arenal's owner drew a card unseen
    C_TOKENS = C_DRAWN + 1                      # + (seat * LOTS + lot) * TOKENS + discs (S5.3)
    C_COINS = C_TOKENS + SEATS * LOTS * TOKENS  # + (seat * LOTS + lot) * (MONEY + 1) + coins, at uncovering (S6.1)
    C_RIVAL = C_COINS + SEATS * LOTS * (MONEY + 1)  # + lot * DISCS + value: the false player's disc is uncovered
    C_SHOWN = C_RIVAL + LOTS * DISCS            # + kind: a card drawn by El Arenal is laid open at boarding
    CODES = C_SHOWN + KINDS

# Any change of the meaning of state bytes changes this number; a heuristic compiled for another is refused.
cdef extern from *:
    """
    #define SEVILLA_LAYOUT UINT64_C(0x536576696C6C6101)
    """
    const uint64_t SEVILLA_LAYOUT

# What a seat does not know is 0 in its view, except that `deck` of its view also counts cards that El Arenal drew
# unseen. While bids are made a seat's view is the state in which the others have not bid: see `blank` in
# sevilla_hidden.
ctypedef struct sevilla_state:
    uint8_t pile[SEATS][KINDS]      # won piles by kind, El Arenal's unseen draws apart; public
    uint8_t drawn[KINDS]            # those draws: the rest of the pile of El Arenal's owner; known to him
    uint8_t aboard[SEATS][KINDS]    # manual boarding: those of `pile` that were chosen; public
    uint8_t deck[KINDS]             # the auction deck without its known bottom
    uint8_t bid[SEATS][LOTS]        # coins on lots not yet settled; of lots to come the owner's secret
    uint8_t fake[SEATS][LOTS]       # false coins there, likewise
    uint8_t discs[SEATS][LOTS]      # how many discs lie there, once all have bid (S5.3); public
    uint8_t card[LOTS][2]           # 1 + kind, as dealt; 0: none, settled, or given away by a Deal
    uint8_t rival[LOTS]             # 1 + value of the false player's disc; stays after uncovering, to the round's end
    uint8_t bottom[BOTTOM]          # 1 + kind: known cards under the deck, next one first
    uint8_t purse[SEATS]            # committed coins included (S1.4, S1.5)
    uint8_t limit[SEATS]            # most coins that the bids on lots to come can have, as far as all know; 0 before
    uint8_t fakes_left[SEATS]       # false coins not yet uncovered in this round; likewise
    uint8_t spent[SEATS]            # patrons face down, as bits
    uint8_t backing[SEATS]          # 1 + patron set on the present lot
    uint8_t ships[SEATS]            # ship cards in the fleet
    uint8_t holder[BUILDINGS]       # 1 + seat with that building; 0: not in the game
    uint8_t supply                  # small ships left
    uint8_t small                   # lots with a small ship, as bits
    uint8_t deck_count              # cards in `deck` (in a view without El Arenal's unseen draws)
    uint8_t bottom_count
    uint8_t drawn_count             # cards in `drawn`; public
    uint8_t round                   # from 0
    uint8_t lot                     # dealt to, bid on or being settled, from 0; 0 after the last one is settled
    uint8_t slot                    # STEP_CARD, STEP_DEAL: which card of the lot
    uint8_t step
    uint8_t mover
    uint8_t helm
    uint8_t done                    # seats that have bid, as bits, before the discs lie open
    uint8_t asked                   # contenders still to be asked for a rebid, as bits
    uint8_t heir                    # 1 + winner of the round's ship, who gets the Helm (S8.2)
    uint8_t swapped                 # El Arenal was used in this round
    uint16_t capacity[SEATS]        # of the fleet in quarters, Atarazanas apart
    int16_t points[SEATS]           # at the end: of cards and coins (S9.2)
    uint16_t turns                  # turns so far: all secret bids of a round are one

ctypedef struct sevilla_rules:
    sv_boarding_rules boarding
    int32_t players, lots, rounds
    int32_t palace, rebels, manual, tokens, cards_public  # options, 0 or 1
    int32_t rival                       # there is a false player
    int32_t arenal_needs_deck
    int32_t false_coins, start_coins, patrons, small_ships
    int32_t small_capacity              # quarters
    int32_t toll, casa_price, atarazanas  # of the buildings; the last in quarters a ship
    int32_t coins_a_point
    int32_t total                       # auction cards in the deck at the start
    int32_t kinds                       # 29, with rebels 32
    int32_t money_max                   # no purse that bids is larger (S17.1)
    uint32_t deal                       # kinds with a Deal, as bits
    uint8_t copies[KINDS]
    uint8_t colour[KINDS]
    uint8_t income[4]                   # by patron
    uint8_t value[2][4]                 # in a rebid; [1]: of the owner of El Alcazar
    uint8_t ship[ROUNDS]                # capacity in quarters of the ship of each round
    uint8_t false_discs[ROUNDS][DISCS]  # by round and value: how many discs of it the false player has
    uint32_t tails[LOTS + 1][2 * LOTS + 2]  # [n][k]: vectors of n numbers 0 to 2 that add up to at least k


cdef inline const sevilla_rules *rules_of(const void *instance) noexcept nogil:
    return <const sevilla_rules *>instance


cdef inline int next_of(uint32_t seats, int q) noexcept nogil:
    """The first of the `seats` (bits, not none) after seat q, clockwise."""
    cdef uint32_t after = seats >> (q + 1) << (q + 1)
    return bits_lowest(after if after else seats)


cdef inline int first_of(uint32_t seats, int q) noexcept nogil:
    """The first of the `seats` from seat q on, clockwise."""
    cdef uint32_t after = seats >> q << q
    return bits_lowest(after if after else seats)


cdef inline int committed(const sevilla_state *s, int q) noexcept nogil:
    """S1.5: coins of seat q on lots not yet settled; in views of others only what is uncovered."""
    return bits_sum(bits_load(s.bid[q]))


cdef inline int free_money(const sevilla_state *s, int q) noexcept nogil:
    return s.purse[q] - committed(s, q)


cdef inline bint owns(const sevilla_state *s, int q, int building) noexcept nogil:
    return s.holder[building] == 1 + q


cdef inline int patron_value(const sevilla_rules *r, const sevilla_state *s, int q, int patron) noexcept nogil:
    """S13.2."""
    return r.value[owns(s, q, ALCAZAR)][patron]


cdef inline int total_of(const sevilla_rules *r, const sevilla_state *s, int q) noexcept nogil:
    """S6.2, S6.5: the bid of seat q on the present lot, with the patron set on it."""
    cdef int total = s.bid[q][s.lot]
    if s.backing[q]:
        total += patron_value(r, s, q, s.backing[q] - 1)
    return total


cdef inline int full_capacity(const sevilla_rules *r, const sevilla_state *s, int q) noexcept nogil:
    """S10.1, in quarters."""
    return s.capacity[q] + (s.ships[q] * r.atarazanas if owns(s, q, ATARAZANAS) else 0)


cdef inline int rival_disc(const sevilla_state *s) noexcept nogil:
    """S12.3: the false player's disc on the present lot."""
    return s.rival[s.lot] - 1 if s.rival[s.lot] else 0
