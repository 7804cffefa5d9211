"""What boarding takes from the data, and what a set of boarded cards weighs and scores (S10, S11)."""

from libc.stdint cimport int32_t, uint8_t

cdef enum:
    SV_KINDS = 32           # width of an array of counts by kind of card; kinds are the rows of data.toml, rebels last

# Families.
cdef enum:
    SV_GOODS = 0
    SV_PIECE = 1
    SV_OFFICER = 2
    SV_CREW = 3
    SV_BOY = 4
    SV_REBEL = 5
    SV_FAMILIES = 6

# What a card's points are multiplied by, beside a kind of card (the kind itself, below SV_KINDS).
cdef enum:
    SV_PER_CARD = 32        # once
    SV_PER_SHIP = 33
    SV_PER_CREW = 34
    SV_PER_OFFICER = 35
    SV_PER_BOY = 36

# When they count.
cdef enum:
    SV_ALWAYS = 0
    SV_COINS = 1            # enough coins in the purse
    SV_HELM = 2
    SV_OFFICERS = 3         # enough different titles of officers
    SV_CREWS = 4            # of crew
    SV_SET = 5              # a carpentry set
    SV_ALL_GOODS = 6        # goods of every kind
    SV_MIXED = 7            # boy, officer, crew and goods
    SV_WHENS = 8

# S1.1, S10, S11 as numbers; immutable once filled.
ctypedef struct sv_boarding_rules:
    int32_t kinds                       # of cards, rebels included
    int32_t first_rebel                 # kinds from here on are rebels
    int32_t boy                         # the kind of ship's boys; -1: none
    int32_t set_size, set_points        # S11.1
    int32_t officer_titles, crew_titles # different titles that SV_OFFICERS and SV_CREWS ask for
    int32_t coins                       # purse that SV_COINS asks for
    int32_t rogue_titles                # Rogues that count as different titles, at most
    int32_t card_weight[SV_FAMILIES]    # quarters
    int32_t titles[SV_FAMILIES]         # kinds in a family
    uint8_t kinds_of[SV_FAMILIES][SV_KINDS]  # those kinds; goods by falling points
    uint8_t family[SV_KINDS]
    uint8_t count[SV_KINDS]             # copies in the box
    uint8_t points[SV_KINDS]
    uint8_t per[SV_KINDS]
    uint8_t when[SV_KINDS]
    uint8_t weightless[SV_KINDS]        # 1 + kind that weighs nothing once this one is on board; 0: none
    uint8_t wild[SV_KINDS]              # crew: stands for a missing piece; rebel: a Rogue


cdef inline int sv_cards(const sv_boarding_rules *rules, const uint8_t *cards, int family) noexcept nogil:
    """Cards of a family among `cards`, counts by kind."""
    cdef int total = 0, i
    for i in range(rules.titles[family]):
        total += cards[rules.kinds_of[family][i]]
    return total


cdef inline int sv_titles(const sv_boarding_rules *rules, const uint8_t *cards, int family) noexcept nogil:
    """Different kinds of a family among `cards`."""
    cdef int total = 0, i
    for i in range(rules.titles[family]):
        total += cards[rules.kinds_of[family][i]] != 0
    return total


cdef inline int sv_wild(const sv_boarding_rules *rules, const uint8_t *cards, int family) noexcept nogil:
    """Divers (crew) or Rogues (rebels) among `cards`."""
    cdef int total = 0, i, kind
    for i in range(rules.titles[family]):
        kind = rules.kinds_of[family][i]
        if rules.wild[kind]:
            total += cards[kind]
    return total


cdef inline int sv_sets(const sv_boarding_rules *rules, const uint8_t *cards, int divers) noexcept nogil:
    """S11.2: complete carpentry sets, Divers standing for missing pieces."""
    cdef int sets = 0, missing, i, pieces
    if rules.titles[SV_PIECE] == 0:
        return 0
    while True:
        missing = 0
        for i in range(rules.titles[SV_PIECE]):
            pieces = cards[rules.kinds_of[SV_PIECE][i]]
            if pieces <= sets:
                missing += sets + 1 - pieces
        if missing > divers:
            return sets
        sets += 1


cdef inline int sv_boarding_weight(const sv_boarding_rules *rules, const unsigned char *chosen) noexcept nogil:
    """S10.2, S10.3: quarters that the cards take, counts by kind."""
    cdef int weight = 0, family, i, kind, other
    for family in range(SV_FAMILIES):
        weight += rules.card_weight[family] * sv_cards(rules, chosen, family)
    for i in range(rules.titles[SV_CREW]):
        kind = rules.kinds_of[SV_CREW][i]
        if chosen[kind] and rules.weightless[kind]:
            other = rules.weightless[kind] - 1
            weight -= rules.card_weight[rules.family[other]] * chosen[other]
    return weight


cdef inline int sv_rebels_due(const sv_boarding_rules *rules, int rebels, int capacity) noexcept nogil:
    """S10.4: how many of so many rebels must be on board."""
    cdef int weight = rules.card_weight[SV_REBEL]
    return min(rebels, capacity // weight) if weight else rebels


cdef inline int sv_rebels_owed(const sv_boarding_rules *rules, const unsigned char *pile, const unsigned char *chosen,
                               int capacity) noexcept nogil:
    """S10.8: rebels of the pile that must still board; *done* is legal once there are none."""
    return (sv_rebels_due(rules, sv_cards(rules, pile, SV_REBEL), capacity)
            - sv_cards(rules, chosen, SV_REBEL))


cdef inline bint sv_may_board(const sv_boarding_rules *rules, const unsigned char *pile, const unsigned char *chosen,
                              int kind, int capacity) noexcept nogil:
    """S10.8: whether a card of that kind may join the cards chosen so far, themselves chosen by this rule."""
    cdef uint8_t more[SV_KINDS]
    cdef int k, owed
    if chosen[kind] >= pile[kind]:
        return False
    for k in range(SV_KINDS):
        more[k] = chosen[k]
    more[kind] += 1
    owed = max(0, sv_rebels_owed(rules, pile, more, capacity))
    return sv_boarding_weight(rules, more) + owed * rules.card_weight[SV_REBEL] <= capacity


cdef inline int sv_boarding_value(const sv_boarding_rules *rules, const unsigned char *chosen, int ships, int purse,
                                  bint helm) noexcept nogil:
    """S11 without the coins: points of the cards on board, counts by kind, with so many ship cards."""
    cdef int crew = sv_cards(rules, chosen, SV_CREW), officers = sv_cards(rules, chosen, SV_OFFICER)
    cdef int boys = sv_cards(rules, chosen, SV_BOY), goods = sv_cards(rules, chosen, SV_GOODS)
    cdef int rogues = sv_wild(rules, chosen, SV_REBEL), titles = min(rogues, rules.rogue_titles)
    cdef int sets = sv_sets(rules, chosen, sv_wild(rules, chosen, SV_CREW))
    cdef int points = sets * rules.set_points, k, many
    cdef bint holds[SV_WHENS]
    holds[SV_ALWAYS] = True
    holds[SV_COINS] = purse >= rules.coins
    holds[SV_HELM] = helm
    holds[SV_OFFICERS] = sv_titles(rules, chosen, SV_OFFICER) + titles >= rules.officer_titles
    holds[SV_CREWS] = sv_titles(rules, chosen, SV_CREW) + titles >= rules.crew_titles
    holds[SV_SET] = sets > 0
    holds[SV_ALL_GOODS] = sv_titles(rules, chosen, SV_GOODS) == rules.titles[SV_GOODS]
    # S14.5: each Rogue fills one gap.
    holds[SV_MIXED] = goods > 0 and crew > 0 and (boys == 0) + (officers == 0) <= rogues
    for k in range(rules.kinds):
        if chosen[k] == 0 or rules.points[k] == 0 or not holds[rules.when[k]]:
            continue
        if rules.per[k] < SV_KINDS:
            many = chosen[rules.per[k]]
        elif rules.per[k] == SV_PER_SHIP:
            many = ships
        elif rules.per[k] == SV_PER_CREW:
            many = crew + rogues
        elif rules.per[k] == SV_PER_OFFICER:
            many = officers + rogues
        elif rules.per[k] == SV_PER_BOY:
            many = boys + rogues
        else:
            many = 1
        points += chosen[k] * rules.points[k] * many
    return points
