"""1500: The New World in memory: the state, the immutable rules of one opened game, and what both the rules and a
heuristic read off them."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport bits_load, bits_lowest, bits_present, bits_store

cdef enum:
    SEATS = 6
    TITLES = 24             # three 64-bit words of byte counters
    SITES = 16
    REGIONS = 8
    GOODS = 8
    SPACES = 32             # of the Royal Support track
    CARDS = 120             # most cards of a deck
    TURNS = 12              # most game turns
    PICKS = 15              # most targets that a card may have
    EPOCHS = 4              # hands at a reshuffle, and the piles since
    LOG = 96                # entries of a seat's log

# What happens next. Where a seat acts or is dealt to, it is `mover`.
cdef enum:
    STEP_FIRST = 0          # chance: the first player, N2.1
    STEP_DEAL = 1           # chance, N4.1
    STEP_DISCARD = 2        # decision D1
    STEP_ABANDON = 3        # D2
    STEP_PLAY = 4           # D3
    STEP_CARD = 5           # which card is used for a mode
    STEP_SITE = 6           # D4, D7
    STEP_PLAYER = 7         # D5
    STEP_REGION = 8         # D6
    STEP_REACT = 9          # D8, every seat in turn
    STEP_DRAW = 10          # chance: Embargo, Revolt
    STEP_IRON = 11          # D9
    STEP_PLAGUE = 12        # D10
    STEP_PLEDGE = 13        # D11
    STEP_OVER = 14
    # Never seen from outside: what the engine does next by itself.
    GO_DEAL = 15
    GO_LIMIT = 16
    GO_TURN = 17
    GO_ABANDON = 18
    GO_PLAY = 19
    GO_CLOSED = 20          # all were asked in a window, and nobody reacted
    GO_DRAW = 21
    GO_CARD_DONE = 22
    GO_IRON = 23
    GO_MARAUDERS = 24

# Uses of a card (N5.5); 0: no card is in play.
cdef enum:
    MODE_NONE = 0
    MODE_TEXT = 1
    MODE_BUILD = 2
    MODE_STRUGGLE = 3
    MODE_REPAIR = 4
    MODE_SUPPORT = 5

# What a reaction window answers.
cdef enum:
    WINDOW_NONE = 0
    WINDOW_DECLARED = 1     # N7.3
    WINDOW_ANSWER = 2       # a reaction or Iron Grip, N7.4
    WINDOW_REVOLT = 3       # N7.7
    WINDOW_TALLY = 4        # Marauders, N11.3

# Texts, in the order of EFFECTS in newworld_cards.
cdef enum:
    MARRIAGE = 0
    DISEASE = 1
    BLIGHT = 2
    EMBARGO = 3
    COLONISTS = 4
    EXPLORER = 5
    FATE = 6
    HOARDING = 7
    IRON_GRIP = 8
    ISOLATION = 9
    LOYALTY = 10
    MARAUDERS = 11
    MUTUAL_SUPPORT = 12
    OVERCONFIDENT = 13
    PLAGUE_SHIP = 14
    DISASTER = 15
    RESCUE = 16
    RAIDERS = 17
    REVOLT = 18
    SPREAD_OUT = 19
    UPRISING = 20
    WAR = 21
    EFFECTS = 22

# Entries of a seat's log: epoch << 5 | 1 + title. Epoch 0: the card left the hand; 1 + e: it was drawn from pile e.
cdef enum:
    LOG_TITLE = 31

# Any change of the meaning of state bytes changes this number; a heuristic compiled for another is refused.
cdef extern from *:
    """
    #define NEWWORLD_LAYOUT UINT64_C(0x6E6577776F726C01)
    """
    const uint64_t NEWWORLD_LAYOUT

# What a seat does not know is 0 in its view, except that `pile` of its view also counts the others' cards.
ctypedef struct newworld_state:
    uint8_t hand[SEATS][TITLES]         # known to the owner
    uint8_t pile[TITLES]                # the draw pile
    uint8_t discard[TITLES]
    # From a reshuffle until every hand was empty once: which pile each card came from (README, Sampled worlds).
    uint8_t piles[EPOCHS][TITLES]       # 0: all hands at the first of these reshuffles together; then each new pile
    uint8_t log[SEATS][LOG]             # titles of cards drawn are known to the owner
    uint16_t colony[SEATS]              # sites, as bits
    uint16_t struggling                 # sites whose colony is Struggling
    uint16_t staged                     # sites chosen for the card in play, N6.2
    uint16_t vp[SEATS]
    uint16_t drawn                      # cards drawn since the last reshuffle
    uint8_t log_count[SEATS]
    uint8_t hand_count[SEATS]
    uint8_t support[SEATS]              # index on the track
    uint8_t isolated[SEATS]             # regions under an Isolation card of this seat, as bits
    uint8_t pledge[SEATS]               # in this poll, N10.3
    uint8_t pile_count
    uint8_t step
    uint8_t mover
    uint8_t turn                        # game turns completed
    uint8_t first                       # first player
    uint8_t actor                       # whose player turn it is; the first player in Preparation
    uint8_t title                       # 1 + title of the card in play; 0: none, or not named yet
    uint8_t mode
    uint8_t target                      # 1 + player or region chosen for it
    uint8_t window
    uint8_t answer                      # 1 + title of the reaction to the card in play, or of Iron Grip
    uint8_t answerer
    uint8_t fates                       # Fates on top of it
    uint8_t top                         # whose card is on top of the stack, in a window
    uint8_t due                         # cards still to be drawn; in the deal: rounds dealt
    uint8_t iron                        # Iron Grip is in force
    uint8_t plague                      # whose turn it is to reduce, N10.2
    uint8_t reduced                     # seats that have reduced in this plague, as bits; with one_lap only
    uint8_t stopped                     # seats that have stopped, as bits; likewise
    uint8_t paid                        # sum pledged so far
    uint8_t shuffles
    uint8_t epochs                      # piles in use of `piles`; 0: all that is hidden comes from one pile
    uint8_t fresh                       # seats whose hand was empty since the last reshuffle; only with `epochs`
    uint8_t blurred                     # the log could not be kept: worlds are drawn without it

ctypedef struct newworld_rules:
    int32_t players, turns, titles, sites, regions, goods
    int32_t first                       # -1: drawn
    int32_t total                       # cards
    int32_t spaces, floor
    int32_t vp_successful, vp_monopoly, vp_iron, vp_harm, vp_struggling
    int32_t plague_vp
    int32_t disease, colonists, mutual, rescue, raiders, marriage   # most targets
    int32_t embargo_draw, revolt_draw
    bint all_scores                     # marauders_scope "all"
    bint one_lap
    bint pledges_paid
    bint hits_struggling                # a Struggle effect reduces
    bint remove_pays
    bint plague_revolt
    uint32_t all_titles, text_titles    # as bits; those with a text for the own turn
    uint8_t copies[TITLES]
    int8_t value[TITLES]                # Royal Support
    uint8_t effect[TITLES]
    int32_t effect_title[EFFECTS]       # the title with this text, -1: not in the deck
    uint32_t title_bit[EFFECTS]         # the same as a bit, or 0
    uint8_t cards[SPACES]
    uint8_t start[SEATS]                # index on the track, by seat in turn order
    uint16_t all_sites
    uint16_t neighbours[SITES]
    uint16_t region_sites[REGIONS]
    uint16_t good_sites[GOODS]          # 0: not all its sites are in play
    uint16_t free_sites[1 << REGIONS]   # sites outside a set of regions
    uint8_t region_of[SITES]
    # Action ids.
    int32_t first_pledge, first_player, first_region, first_site, first_card, first_play, first_support, actions
    # Outcome ids: titles, then seats. Codes: actions, outcomes, then cards that others draw.
    int32_t first_seat, outcomes
    int32_t code_outcome, code_drawn, codes

cdef enum:
    A_END = 0
    A_DONE = 1
    A_PASS = 2
    A_STOP = 3
    A_BUILD = 4
    A_STRUGGLE = 5
    A_REPAIR = 6
    A_FIRST_PLEDGE = 7


cdef inline const newworld_rules *rules_of(const void *instance) noexcept nogil:
    return <const newworld_rules *>instance


cdef inline uint32_t present(const uint8_t *counts) noexcept nogil:
    """Bit mask of the titles that occur in an array of TITLES counts."""
    return (bits_present(bits_load(counts)) | bits_present(bits_load(counts + 8)) << 8
            | bits_present(bits_load(counts + 16)) << 16)


cdef inline void add_counts(uint8_t *to, const uint8_t *counts) noexcept nogil:
    """Adds an array of TITLES counts to another."""
    cdef int i
    for i in range(0, TITLES, 8):
        bits_store(to + i, bits_load(to + i) + bits_load(counts + i))


cdef inline int next_seat(const newworld_rules *r, int q) noexcept nogil:
    """Clockwise."""
    return q + 1 if q + 1 < r.players else 0


cdef inline uint32_t occupied(const newworld_state *s) noexcept nogil:
    """Sites with a colony."""
    return s.colony[0] | s.colony[1] | s.colony[2] | s.colony[3] | s.colony[4] | s.colony[5]


cdef inline int isolated_regions(const newworld_state *s) noexcept nogil:
    return s.isolated[0] | s.isolated[1] | s.isolated[2] | s.isolated[3] | s.isolated[4] | s.isolated[5]


cdef inline uint32_t free_sites(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Sites that may be affected (N8.1), empty or not."""
    return r.free_sites[isolated_regions(s)]


cdef inline uint32_t successful(const newworld_state *s, int q) noexcept nogil:
    """Sites of the Successful colonies of seat q."""
    return s.colony[q] & ~s.struggling


cdef inline int monopolies(const newworld_rules *r, const newworld_state *s, int q) noexcept nogil:
    """N1.10: regional and export monopolies of seat q."""
    cdef uint32_t held = successful(s, q)
    cdef int count = 0, i
    for i in range(r.regions):
        count += held & r.region_sites[i] == r.region_sites[i]
    for i in range(r.goods):
        count += r.good_sites[i] != 0 and held & r.good_sites[i] == r.good_sites[i]
    return count
