"""Lisboa in memory: the state, the immutable rules of one opened game, and what is read off them everywhere."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

cdef enum:
    SEATS = 4
    GOODS = 4               # gold, cloth, books, tools
    NOBLES = 3
    KINDS = 3               # of rubble: earthquake, fire, tsunami
    ROWS = 5
    COLUMNS = 5
    CELLS = 25
    STORES = 100            # cell and type
    PLOTS = 16
    HOUSES = 8
    STACKS = 4              # of the display: the Nobles' cards, Treasury cards
    HAND = 8
    SLOTS = 3               # of a row of a Portfolio
    TILES = 8               # clergy tiles of a player
    HELD = 6                # plans of a player
    CARDS = 96              # kinds of political cards
    CLERGY = 24             # kinds of clergy tiles
    PLANS = 24              # kinds of plans
    PLAN_STACK = 32         # plans in a stack
    BUILDINGS = 24
    SHIPS = 4               # colours
    CITY = 8                # kinds of City tiles
    SCORING = 8             # kinds of scoring tiles
    DECREES = 128
    RING = 8                # spaces of the church
    PLACES = 4              # paid places of a majority
    LEVELS = 16             # spaces of the Treasury, of the Influence track
    STATE_ACTIONS = 6
    AGENDA = 24
    DECKS = 4
    GROUPS = 10             # decks that cards are drawn from: blue, purple, four red stacks, four brown ones

    ANY = 4                 # a good of choice
    NOBODY = 255
    KNOWN = 0x80            # of a hand card: everybody knows it
    BACK_BLUE = 126         # a hidden card of somebody else, in a view
    BACK_PURPLE = 127

    DONE = 127              # the option `done` of a decision
    TREASURY_CARD = 3       # in place of a Noble

    GREEN = 0
    BLUE = 1

# What can be performed: State actions, then Noble actions.
cdef enum:
    DO_RECRUIT = 0
    DO_PLAN = 1
    DO_SHIP = 2
    DO_PRODUCE = 3
    DO_CARDINAL = 4
    DO_FAVOR = 5
    DO_STORE = 6
    DO_DECREE = 7
    DO_BUILDING = 8
    DOINGS = 9

# Rewards and penalties.
cdef enum:
    GIVE_NONE = 0
    GIVE_GOOD = 1
    GIVE_REIS = 2
    GIVE_WIGS = 3
    GIVE_GAIN = 4           # Gain Influence, L6.2
    GIVE_INFLUENCE = 5      # L6.3
    GIVE_RECRUIT = 6
    GIVE_PILE = 7           # cubes of the reserve pile
    GIVE_FAVOR = 8
    GIVE_OFFICIAL = 9       # as a penalty

# Benefits of Treasury cards: a discount, more for each good, more for goods of one type.
cdef enum:
    BENEFIT_DISCOUNT = 0
    BENEFIT_SALE = 1
    BENEFIT_GOOD = 2        # + good

# Powers of clergy tiles.
cdef enum:
    POWER_VISIT = 0         # + Noble
    POWER_VISIT_ANY = 3
    POWER_STORE = 4
    POWER_SKIP_ROW = 5
    POWER_SKIP_COLUMN = 6
    POWER_EVENT = 7
    POWER_SELL = 8
    POWER_FOREIGN = 9
    POWER_SAIL = 10
    POWER_GOLD = 11
    POWER_STEADY = 12
    POWER_RECRUIT = 13
    POWER_HIRE = 14
    POWER_DECREE = 15
    POWER_INFLUENCE = 16
    POWER_WAREHOUSE = 17
    POWER_WILD = 18
    POWERS = 19

# Spaces of the church that hold no tile.
cdef enum:
    SPACE_TILE = 0
    SPACE_INFLUENCE = 1
    SPACE_TREASURY = 2

# What a decree counts (L18.6); some take an argument.
cdef enum:
    COUNT_STORES = 0
    COUNT_STORES_GOOD = 1
    COUNT_STORES_ROW = 2
    COUNT_STORE_TYPES = 3
    COUNT_OPENED = 4
    COUNT_OPENED_SIDE = 5   # west, north, east
    COUNT_OPENED_COLOUR = 6
    COUNT_OFFICE = 7
    COUNT_STAFF = 8
    COUNT_PLACED = 9
    COUNT_SETS = 10
    COUNT_RUBBLE = 11
    COUNT_SHIPS = 12
    COUNT_HULLS = 13
    COUNT_AT_SEA = 14
    COUNT_NOBLE_CARDS = 15
    COUNT_TREASURY_CARDS = 16
    COUNT_CARDS = 17
    COUNT_CARDS_OF = 18
    COUNT_INFLUENCE = 19
    COUNT_REIS = 20
    COUNT_GOODS = 21
    COUNT_GOODS_OF = 22
    COUNT_CLERGY = 23
    COUNT_FAVORS = 24
    COUNT_FAVOR_TYPES = 25

# What may lie on the agenda. The top entry happens next. `seat` is who acts, `a` to `d` are as noted.
cdef enum:
    NOTHING = 0
    # Chance: what is drawn next.
    DRAW_FAVOR = 1          # L3.9, for seat, then for the next one
    DRAW_PLAN = 2           # L3.13
    DRAW_OFFER = 3          # a: clergy tiles drawn
    DRAW_CUBE = 4           # a: place in the order of L3.1
    DRAW_BUILDING = 5       # a: architect; b: to the current space
    DRAW_SCORING = 6        # a: street
    DRAW_TILE = 7           # the first empty space of the church, until all are full
    DRAW_DECREE = 8         # until the display is full
    DRAW_HAND = 9           # to seat, until the hand is full; b: seats after it
    DRAW_TOP = 10           # a: display stack
    # Decisions.
    CHOOSE_KEEP = 11        # D1
    CHOOSE_PLAY = 12        # D2
    CHOOSE_USE = 13         # D2
    CHOOSE_ROOM = 14        # D3; a: 1 for the bottom row
    CHOOSE_TAKE = 15        # D4; a: goods
    CHOOSE_SELL = 16        # D5; a: bit 0 sold, bit 1 a rival's ship was loaded
    CHOOSE_SHIP = 17        # D5; a: good
    CHOOSE_STATE = 18       # D6; a: goods placed
    CHOOSE_GIVE = 19        # D6; a: State action
    CHOOSE_RECRUIT = 20     # D8; a: Officials left, b: placed any
    CHOOSE_PLAN = 21        # D9
    CHOOSE_TOSS = 22        # D10
    CHOOSE_PRODUCE = 23     # D12
    CHOOSE_MOVE = 24        # D13
    CHOOSE_RETURN = 25      # D14
    CHOOSE_SURRENDER = 26   # D15; a: gave up any
    CHOOSE_FAVOR = 27       # D16; a: tiles left
    CHOOSE_VISIT = 28       # D18; a: Noble
    CHOOSE_NOBLE = 29       # D19; a: Noble
    CHOOSE_FOLLOW = 30      # D20; a: Noble, b: visitor
    CHOOSE_STORE = 31       # D21
    CHOOSE_HOUSE = 32       # D22; a: store
    CHOOSE_SPEND = 33       # D23; a: due, b: PAY_.., c: what must be performable
    CHOOSE_CLEAR = 34       # D24; a: cell
    CHOOSE_DECREE = 35      # D25; a: decrees left
    CHOOSE_MORE = 36        # D26
    CHOOSE_OPEN = 37        # D27
    CHOOSE_PLOT = 38        # D27; a: plan
    CHOOSE_HIRE = 39        # D28; a: plan, b: plot, c: Officials left, d: rivals' ones hired
    CHOOSE_PILE = 40        # D29; a: cubes left
    CHOOSE_DRAW = 41        # D30
    CHOOSE_DROP = 42        # D31
    CHOOSE_PAYOUT = 43      # D32; a: Noble
    CHOOSE_RECALL = 44      # D33; a: Officials left
    CHOOSE_FINE = 45        # D33; a: goods left
    # What happens by itself.
    THEN_SEAT = 46          # set-up of seat and the next ones
    THEN_TURN = 47          # begins
    THEN_UPKEEP = 48        # L5.5
    THEN_CHECK = 49         # L18.1, L18.4
    THEN_CLEAR_OUT = 50     # L18.2 (3) of seat; b: seats after it
    THEN_NEXT = 51          # the next turn, or the end
    THEN_REWARD = 52        # a: kind, b: n, c: type
    THEN_ADD_CARD = 53
    THEN_ADD_SHIP = 54      # a: colour
    THEN_SELL = 55
    THEN_TRADE = 56
    THEN_DO = 57            # a: State or Noble action
    THEN_CORNER = 58        # a: SPACE_..
    THEN_TILE = 59          # take the tile under the Cardinal
    THEN_PAY_STORE = 60     # a: store
    THEN_PLACE_STORE = 61   # a: store, b: house
    THEN_STORE_WIGS = 62    # a: store
    THEN_OPEN = 63          # a: plan, b: plot
    THEN_LOOT = 64          # a: plan, b: plot
    THEN_SERVE = 65         # a: plot
    OVER = 66
    TASKS = 67

cdef enum:
    PAY_ALL = 0
    PAY_PENALTY = 1         # R28: as much as there is
    PAY_EVENT = 2           # c must be performable afterwards

cdef enum:
    OWED_NOTHING = 0
    OWED_SALE = 1           # L7.1: choices must leave a first sale, a first trade
    OWED_TRADE = 2

# Any change of the meaning of state bytes changes this number; a heuristic compiled for another is refused.
cdef extern from *:
    """
    #define LISBOA_LAYOUT UINT64_C(0x4C6973626F610001)
    """
    const uint64_t LISBOA_LAYOUT

ctypedef struct lisboa_task:
    uint8_t kind, seat, a, b, c, d

# Lists of cards, tiles and plans hold 1 + kind, ascending, 0 after the last one.
ctypedef struct lisboa_seat:
    uint64_t decrees[2]         # as bits
    uint16_t reis
    uint16_t wigs
    uint8_t influence
    uint8_t sets                # rubble sets
    uint8_t markers             # set markers on the Marquis' portrait
    uint8_t houses              # on the board, as bits
    uint8_t goods[GOODS]        # in the warehouse
    uint8_t stores[GOODS]       # on the map
    uint8_t office[NOBLES]      # Officials
    uint8_t plaza[NOBLES]
    uint8_t board
    uint8_t staff               # Officials in public buildings
    uint8_t rubble[KINDS]
    uint8_t favors[NOBLES]
    uint8_t hand[HAND]          # with KNOWN what everybody knows; others' hidden cards are backs in a view
    uint8_t nobles[SLOTS]
    uint8_t treasury[SLOTS]
    uint8_t ship[SLOTS]         # 1 + colour; ascending with their cargo
    uint8_t cargo[SLOTS][GOODS]
    uint8_t clergy[TILES]
    uint8_t plans[HELD]
    uint8_t zero[7]

# What a seat does not know is 0 in its view, except that `unseen` and `bag` of its view also count what others hide.
ctypedef struct lisboa_state:
    uint64_t options[2]         # of the decision on top, as bits; hands and offered tiles are not listed here
    uint64_t decree_deck[2]
    uint64_t decree_display[2]
    lisboa_seat seat[SEATS]
    uint16_t turns              # begun so far
    uint16_t tiles_drawn        # clergy tiles drawn so far
    uint8_t unseen[CARDS]       # cards that nobody has seen, by kind
    uint8_t bag[CLERGY]
    uint8_t track[RING]         # 1 + kind of clergy tile
    uint8_t row[ROWS][KINDS]    # rubble
    uint8_t column[COLUMNS][KINDS]
    uint8_t plot[PLOTS][KINDS]
    uint8_t pile[KINDS]
    uint8_t rubble_bag[KINDS]
    uint8_t thrown[KINDS]       # cubes that no board had room for
    uint8_t cell[CELLS]         # 1 + GOODS * seat + type
    uint8_t built[PLOTS]        # 1 + 2 * building + architect
    uint8_t opener[PLOTS]       # 1 + seat
    uint8_t buildings[BUILDINGS]    # not seen yet
    uint8_t current[2]          # by architect: 1 + building
    uint8_t next[2]
    uint8_t beneath[2]          # buildings under the next one
    uint8_t supply[GOODS]
    uint8_t market[GOODS]
    uint8_t space[STATE_ACTIONS]    # 1 + good on a State action space
    uint8_t queue[STATE_ACTIONS]    # 1 + State action traded for, in order
    uint8_t city_up[CITY]
    uint8_t city_stack[CITY]
    uint8_t street[GOODS]       # 1 + kind of scoring tile
    uint8_t scoring[SCORING]    # not dealt yet
    uint8_t portrait[NOBLES]    # Royal Favors
    uint8_t plan_next[2]        # place in the stack, by architect
    uint8_t starting[PLANS]     # starting plans not dealt yet
    uint8_t shipyard[SHIPS]
    uint8_t top[STACKS]         # 1 + card
    uint8_t stack[STACKS]       # cards under the top
    uint8_t discards[HAND]      # L18.2 (3): cards of the seat that clears out its hand
    uint8_t offered[2]          # L3.13: 1 + kind of clergy tile; known to the seat that draws
    lisboa_task agenda[AGENDA]
    uint8_t agenda_count
    uint8_t card                # 1 + card being played
    uint8_t treasury            # space of the marker
    uint8_t cardinal            # space of the ring
    uint8_t turn                # seat
    uint8_t period
    uint8_t last                # 1: the round is finished, 2: the last round
    uint8_t trigger             # 1 + seat that completed the sets in this turn
    uint8_t owed
    uint8_t zero[2]

ctypedef struct lisboa_reward:
    uint8_t kind, n, type

ctypedef struct lisboa_rules:
    int32_t players, hand, reis, wigs, goods_each, favors, officials, houses, marquis, kept_officials
    int32_t decrees_up, clergy_up
    int32_t influence[SEATS]
    # Cards.
    int32_t cards, nobles_count
    int32_t card_total[DECKS]
    uint8_t copies[CARDS]               # in the game
    uint8_t deck[CARDS]                 # blue, red, purple, brown
    uint8_t noble[CARDS]                # TREASURY_CARD: a Treasury card
    uint8_t card_influence[CARDS]
    uint8_t penalty[CARDS]
    lisboa_reward effect[CARDS]
    uint8_t event[CARDS]
    uint8_t benefit[CARDS]
    uint8_t benefit_n[CARDS]
    int32_t group_size[GROUPS]          # kinds
    int32_t group_cards[GROUPS]
    uint8_t group[GROUPS][CARDS]
    # Nobles.
    uint8_t state_of[NOBLES][2]
    uint8_t noble_action[NOBLES]
    uint8_t noble_of[DOINGS]
    uint8_t accepts[NOBLES]             # goods as bits
    uint8_t office_spaces[NOBLES]
    int32_t dummies
    # Tracks.
    int32_t treasury_spaces, treasury_start, ship_step, cardinal_step, card_step
    uint8_t treasury_value[LEVELS]
    uint8_t visit_cost[LEVELS]
    int32_t influence_max, wig_space, reis_max
    uint8_t reis_from[LEVELS]           # réis that Influence makes
    uint8_t influence_left[LEVELS][LEVELS]  # by Influence and réis made
    int32_t market_min, market_max, produce_step, building_step, building_wigs
    uint8_t market[GOODS]
    int32_t ring, steps, cardinal_start, direction
    uint8_t ring_space[RING]
    uint8_t step_allowed[RING + 1]
    # The map.
    int32_t rows, stores, plots, cubes, city
    uint8_t rubble_supply[KINDS]
    uint8_t rubble_cost[KINDS]
    uint8_t cube_place[255]             # ROWS, COLUMNS, PLOTS, pile in one count
    lisboa_reward cell_reward[COLUMNS]
    uint8_t store_cell[STORES]
    uint8_t store_good[STORES]
    uint8_t store_tile[STORES]
    uint8_t store_of[CELLS][GOODS]      # 255: not there
    uint8_t city_count[CITY]
    uint8_t plot_side[PLOTS]            # west, north, east
    uint8_t plot_line[PLOTS]            # row, street
    lisboa_reward plot_reward[PLOTS]
    uint8_t scoring_count[SCORING]
    uint8_t scoring_wigs[SCORING][3]
    int32_t scoring_kinds
    lisboa_reward house_reward[HOUSES]
    # Limits.
    int32_t portfolio_base, portfolio_per_set, portfolio_max, top_slots, bottom_slots
    int32_t warehouse_base, warehouse_per_set, rubble_max, clergy_max, plans_max, trade_max, recruit_max
    int32_t official_fee, follow_pays
    int32_t goods_per_type, markers
    # Ships.
    int32_t ship_copies
    uint8_t hull[SHIPS]
    uint8_t ship_price[SHIPS]
    uint8_t ship_influence[SHIPS]
    uint8_t ship_count[SHIPS]
    uint8_t ship_period[SHIPS]
    uint8_t ship_order[2][SHIPS]        # 1 + colour, by period, first on top
    # Plans, buildings, clergy, decrees.
    int32_t plan_kinds
    uint8_t plan_architect[PLANS]
    uint8_t plan_officials[PLANS]
    uint8_t plan_wigs[PLANS]
    uint8_t plan_starting[PLANS]        # copies
    int32_t plan_stack_size[2]
    uint8_t plan_stack[2][PLAN_STACK]
    int32_t buildings
    uint8_t building_wigs_of[BUILDINGS][2][GOODS]
    int32_t clergy
    uint8_t clergy_power[CLERGY]
    uint8_t clergy_n[CLERGY]
    uint8_t clergy_copies[CLERGY]
    uint8_t clergy_wigs[CLERGY]
    int32_t decrees
    uint64_t decrees_in[2]
    uint8_t decree_count[DECREES]       # what it counts
    uint8_t decree_of[DECREES]          # argument
    uint8_t decree_need[DECREES]        # 0: pays by the piece
    uint8_t decree_wigs[DECREES]
    uint8_t decree_max[DECREES]
    # Scoring.
    int32_t period_set_wigs, set_wigs, reis_per_wig, favor_wigs, crate_wigs
    int32_t majority_places
    uint8_t majority[PLACES]
    uint8_t tie_break[4]
    int32_t end_sets[2]
    int32_t empty_stacks
    # Action ids.
    int32_t a_none, a_use, a_more, a_play, a_drop, a_scrap, a_keep, a_return, a_surrender, a_take, a_give, a_sell, a_ship
    int32_t a_recruit, a_recall, a_plan, a_toss, a_produce, a_move, a_favor, a_store, a_house, a_spend, a_clear
    int32_t a_decree, a_open, a_plot, a_hire, a_pile, a_draw, actions
    int32_t task_base[TASKS]            # id of option 0
    # Outcome ids.
    int32_t o_favor, o_plan, o_clergy, o_cube, o_building, o_scoring, o_decree, o_card, outcomes
    # Codes: actions, outcomes, then cards and clergy tiles that others draw.
    int32_t code_outcome, code_card, code_tile, codes


cdef inline const lisboa_rules *rules_of(const void *instance) noexcept nogil:
    return <const lisboa_rules *>instance


cdef inline lisboa_task *top_task(lisboa_state *s) noexcept nogil:
    """What happens next. There is always something on the agenda."""
    return &s.agenda[s.agenda_count - 1]


cdef inline const lisboa_task *seen_task(const lisboa_state *s) noexcept nogil:
    return &s.agenda[s.agenda_count - 1]


cdef inline void push(lisboa_state *s, int kind, int seat, int a=0, int b=0, int c=0) noexcept nogil:
    """Puts an entry on the agenda. No game needs more than AGENDA entries; foreign bytes may pretend to."""
    cdef lisboa_task *task
    if s.agenda_count < AGENDA:
        task = &s.agenda[s.agenda_count]
        task.kind = <uint8_t>kind
        task.seat = <uint8_t>seat
        task.a = <uint8_t>a
        task.b = <uint8_t>b
        task.c = <uint8_t>c
        task.d = 0
        s.agenda_count += 1


cdef inline lisboa_task pop(lisboa_state *s) noexcept nogil:
    """Takes the top entry off the agenda."""
    cdef lisboa_task task = s.agenda[s.agenda_count - 1]
    cdef lisboa_task *gone = top_task(s)
    gone.kind = gone.seat = gone.a = gone.b = gone.c = gone.d = 0
    s.agenda_count -= 1
    return task


cdef inline void offer(lisboa_state *s, int option) noexcept nogil:
    """Adds an option to the decision on top."""
    s.options[option >> 6] |= <uint64_t>1 << (option & 63)


cdef inline int next_seat(const lisboa_rules *r, int q) noexcept nogil:
    return q + 1 if q + 1 < r.players else 0


cdef inline int list_size(const uint8_t *items, int room) noexcept nogil:
    cdef int i
    for i in range(room):
        if items[i] == 0:
            return i
    return room


cdef inline void list_add(uint8_t *items, int room, int item) noexcept nogil:
    """Adds to an ascending list that has room."""
    cdef int i = room - 1
    while i > 0 and (items[i - 1] == 0 or items[i - 1] > item):
        items[i] = items[i - 1]
        i -= 1
    items[i] = <uint8_t>item


cdef inline bint list_drop(uint8_t *items, int room, int item) noexcept nogil:
    """Takes one such item out of a list; False if there is none."""
    cdef int i
    for i in range(room):
        if items[i] == item:
            while i + 1 < room:
                items[i] = items[i + 1]
                i += 1
            items[room - 1] = 0
            return True
    return False


cdef inline int power(const lisboa_rules *r, const lisboa_seat *seat, int kind) noexcept nogil:
    """L11.5: what the clergy tiles of one power add up to."""
    cdef int i, sum = 0
    for i in range(TILES):
        if seat.clergy[i] == 0:
            break
        if r.clergy_power[seat.clergy[i] - 1] == kind:
            sum += r.clergy_n[seat.clergy[i] - 1]
    return sum


cdef inline bint has_power(const lisboa_rules *r, const lisboa_seat *seat, int kind) noexcept nogil:
    cdef int i
    for i in range(TILES):
        if seat.clergy[i] == 0:
            break
        if r.clergy_power[seat.clergy[i] - 1] == kind:
            return True
    return False


cdef inline int benefits(const lisboa_rules *r, const lisboa_seat *seat, int kind) noexcept nogil:
    """L4.3: what the Treasury cards of one benefit add up to."""
    cdef int i, sum = 0
    for i in range(SLOTS):
        if seat.treasury[i] == 0:
            break
        if r.benefit[seat.treasury[i] - 1] == kind:
            sum += r.benefit_n[seat.treasury[i] - 1]
    return sum


cdef inline int warehouse(const lisboa_rules *r, const lisboa_seat *seat) noexcept nogil:
    """L4.6: goods of each type that it holds."""
    return r.warehouse_base + r.warehouse_per_set * seat.sets + power(r, seat, POWER_WAREHOUSE)


cdef inline int crates(const lisboa_seat *seat, int i) noexcept nogil:
    """Goods on the dock of the i-th ship."""
    return seat.cargo[i][0] + seat.cargo[i][1] + seat.cargo[i][2] + seat.cargo[i][3]


cdef inline bint is_docked(const lisboa_rules *r, const lisboa_seat *seat, int i) noexcept nogil:
    """L1.6."""
    return seat.ship[i] != 0 and crates(seat, i) < r.hull[seat.ship[i] - 1]


cdef inline int docked_ships(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """Docked ships of all players."""
    cdef int q, i, count = 0
    for q in range(r.players):
        for i in range(SLOTS):
            if s.seat[q].ship[i] == 0:
                break
            count += is_docked(r, &s.seat[q], i)
    return count


cdef inline int discounted(const lisboa_rules *r, const lisboa_seat *seat, int price, int less) noexcept nogil:
    """L6.4: what is due after discounts."""
    price -= less + benefits(r, seat, BENEFIT_DISCOUNT)
    return price if price > 0 else 0
