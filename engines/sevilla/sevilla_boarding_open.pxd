"""Reads what boarding needs from the parameters of `open`, and refuses data that the search for the best cards does not
cover: it counts on what a family has in common and on the ways in which cards of one family score."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdio cimport snprintf
from libc.string cimport memset, strcmp

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array, param_find, param_integer

from sevilla_boarding cimport (
    SV_ALL_GOODS,
    SV_ALWAYS,
    SV_BOY,
    SV_COINS,
    SV_CREW,
    SV_CREWS,
    SV_FAMILIES,
    SV_GOODS,
    SV_HELM,
    SV_KINDS,
    SV_MIXED,
    SV_OFFICER,
    SV_OFFICERS,
    SV_PER_BOY,
    SV_PER_CARD,
    SV_PER_CREW,
    SV_PER_OFFICER,
    SV_PER_SHIP,
    SV_PIECE,
    SV_REBEL,
    SV_SET,
    SV_WHENS,
    sv_boarding_rules,
)

cdef enum:
    SV_KEY = 64             # bytes of a key
    SV_PLAIN = 1 << SV_ALWAYS | 1 << SV_COINS | 1 << SV_HELM
    # Bounds of the search (S10.7): copies of a family, and ways to choose among the crew (ten titles, two of each).
    SV_COPIES = 48
    SV_WAYS = 59049


cdef inline void sv_key(char *key, const sv_boarding_rules *rules, int kind, const char *field) noexcept nogil:
    """The parameter of a field of a kind: kinds count through both tables."""
    if rules.first_rebel < 0 or kind < rules.first_rebel:
        snprintf(key, SV_KEY, "auction_card.%d.%s", kind, field)
    else:
        snprintf(key, SV_KEY, "rebel_card.%d.%s", kind - rules.first_rebel, field)


cdef inline const caravela_param *sv_word(const caravela_params *params, const char *key, char *err) noexcept nogil:
    """The parameter of a text; NULL, with the reason in err, where there is none."""
    return param_array(params, key, CARAVELA_TEXT, 1, 1, err)


cdef inline int sv_choice(const char *key, const char *word, const char *const *words, int count,
                          char *err) noexcept nogil:
    """Position of a word in a list; -1, with the reason in err, if it is not there."""
    cdef int i, at
    for i in range(count):
        if strcmp(words[i], word) == 0:
            return i
    at = snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; it must be one of", key, word)
    for i in range(count):
        if 0 <= at < CARAVELA_ERR_SIZE:
            at += snprintf(err + at, CARAVELA_ERR_SIZE - at, " %s", words[i])
    return -1


cdef inline bint sv_integer(const sv_boarding_rules *rules, const caravela_params *params, int kind, const char *field,
                            int high, uint8_t *out, char *err) noexcept nogil:
    cdef char key[SV_KEY]
    cdef int64_t value = 0
    sv_key(key, rules, kind, field)
    if not param_integer(params, key, 0, high, &value, err):
        return False
    out[0] = <uint8_t>value
    return True


cdef inline int sv_kind(const sv_boarding_rules *rules, const caravela_params *params, const char *id) noexcept nogil:
    """The kind with that id, or -1."""
    cdef char key[SV_KEY]
    cdef const caravela_param *item
    cdef int k
    for k in range(rules.kinds):
        sv_key(key, rules, k, "id")
        item = param_find(params, key)
        if item is not NULL and item.kind == CARAVELA_TEXT and strcmp(item.texts[0], id) == 0:
            return k
    return -1


cdef inline int sv_rows(const caravela_params *params, const char *table) noexcept nogil:
    """Rows of a table of cards."""
    cdef char key[SV_KEY]
    cdef int rows = 0
    while True:
        snprintf(key, SV_KEY, "%s.%d.id", table, rows)
        if param_find(params, key) is NULL:
            return rows
        rows += 1


cdef inline bint sv_families(sv_boarding_rules *rules, const caravela_params *params, char *err) noexcept nogil:
    """Families, counts and weights; every card of a family weighs the same."""
    cdef const char *words[SV_FAMILIES]
    cdef char key[SV_KEY]
    cdef const caravela_param *word
    cdef uint8_t weight = 0
    cdef int copies[SV_FAMILIES]
    cdef int k, family
    words[SV_GOODS], words[SV_PIECE], words[SV_OFFICER] = "goods", "carpentry", "officer"
    words[SV_CREW], words[SV_BOY], words[SV_REBEL] = "crew", "boy", "rebel"
    memset(copies, 0, sizeof(copies))
    for k in range(rules.kinds):
        sv_key(key, rules, k, "id")
        word = sv_word(params, key, err)
        if word is NULL:
            return False
        if sv_kind(rules, params, word.texts[0]) != k:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which is the id of another card", key, word.texts[0])
            return False
        sv_key(key, rules, k, "family")
        word = sv_word(params, key, err)
        if word is NULL:
            return False
        family = (sv_choice(key, word.texts[0], words, SV_REBEL, err) if k < rules.first_rebel
                  else SV_REBEL + sv_choice(key, word.texts[0], words + SV_REBEL, 1, err))
        if family < 0 or k >= rules.first_rebel and family != SV_REBEL:
            return False
        rules.family[k] = <uint8_t>family
        if (not sv_integer(rules, params, k, "count", SV_COPIES, &rules.count[k], err)
                or not sv_integer(rules, params, k, "weight_quarters", 100, &weight, err)):
            return False
        if rules.titles[family] and weight != rules.card_weight[family]:
            sv_key(key, rules, k, "weight_quarters")
            snprintf(err, CARAVELA_ERR_SIZE, "%s is %d; like the other cards of its family it must be %d", key, weight,
                     rules.card_weight[family])
            return False
        copies[family] += rules.count[k]
        if copies[family] > SV_COPIES:
            snprintf(err, CARAVELA_ERR_SIZE, "%d cards of family %s; boarding takes %d", copies[family], words[family],
                     <int>SV_COPIES)
            return False
        rules.card_weight[family] = weight
        rules.kinds_of[family][rules.titles[family]] = <uint8_t>k
        rules.titles[family] += 1
        if family == SV_BOY:
            rules.boy = k
    if rules.titles[SV_BOY] > 1:
        snprintf(err, CARAVELA_ERR_SIZE, "%d titles of family boy; boarding takes 1", rules.titles[SV_BOY])
        return False
    return True


cdef inline int sv_whens(int family) noexcept nogil:
    """The conditions that cards of a family may have, as bits."""
    if family == SV_OFFICER:
        return SV_PLAIN | 1 << SV_OFFICERS
    if family == SV_CREW:
        return SV_PLAIN | 1 << SV_CREWS | 1 << SV_SET | 1 << SV_ALL_GOODS | 1 << SV_MIXED
    return SV_PLAIN if family == SV_REBEL else 1 << SV_ALWAYS


cdef inline bint sv_multiplied(const sv_boarding_rules *rules, int k) noexcept nogil:
    """Whether the search covers what the points of kind k are multiplied by."""
    cdef int per = rules.per[k], family = rules.family[k]
    if per == SV_PER_CARD:
        return True
    if family == SV_OFFICER:
        if rules.when[k] == SV_OFFICERS:
            return False
        return per >= SV_PER_SHIP or per < SV_KINDS and rules.family[per] == SV_CREW
    if family == SV_CREW and per == SV_PER_SHIP:
        return True
    if family == SV_CREW and 1 << rules.when[k] & SV_PLAIN:
        # All goods of a kind are on board once they weigh nothing.
        return (per == SV_PER_BOY
                or per < SV_KINDS and rules.family[per] == SV_GOODS and rules.weightless[k] == 1 + per)
    return False


cdef inline bint sv_effect(sv_boarding_rules *rules, const caravela_params *params, int k, char *err) noexcept nogil:
    """How one kind scores, and what it makes weightless."""
    cdef const char *whens[SV_WHENS]
    cdef const char *pers[5]
    cdef char key[SV_KEY]
    cdef const caravela_param *word
    cdef int found, family = rules.family[k]
    whens[SV_ALWAYS], whens[SV_COINS], whens[SV_HELM], whens[SV_OFFICERS] = "always", "coins", "helm", "officers"
    whens[SV_CREWS], whens[SV_SET], whens[SV_ALL_GOODS], whens[SV_MIXED] = "crew", "set", "goods", "mixed"
    pers[0], pers[1], pers[2], pers[3], pers[4] = "card", "ship", "crew", "officer", "boy"
    if (not sv_integer(rules, params, k, "points", 50, &rules.points[k], err)
            or not sv_integer(rules, params, k, "wild", 1, &rules.wild[k], err)):
        return False
    sv_key(key, rules, k, "weightless")
    word = sv_word(params, key, err)
    if word is NULL:
        return False
    if word.texts[0][0]:
        found = sv_kind(rules, params, word.texts[0])
        if found < 0 or family != SV_CREW or rules.family[found] != SV_GOODS and rules.family[found] != SV_BOY:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; a crew card may name goods or the boys, others nothing", key,
                     word.texts[0])
            return False
        rules.weightless[k] = <uint8_t>(1 + found)
    sv_key(key, rules, k, "when")
    word = sv_word(params, key, err)
    found = -1 if word is NULL else sv_choice(key, word.texts[0], whens, SV_WHENS, err)
    if found < 0:
        return False
    rules.when[k] = <uint8_t>found
    if not sv_whens(family) >> found & 1:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which boarding does not take for a card of this family", key,
                 word.texts[0])
        return False
    sv_key(key, rules, k, "per")
    word = sv_word(params, key, err)
    if word is NULL:
        return False
    found = sv_kind(rules, params, word.texts[0])
    if found < 0:
        found = sv_choice(key, word.texts[0], pers, 5, err)
        if found < 0:
            return False
        found += SV_PER_CARD
    rules.per[k] = <uint8_t>found
    if not sv_multiplied(rules, k):
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which boarding does not take for a card of this family with this "
                 "'when'", key, word.texts[0])
        return False
    if family == SV_PIECE and rules.points[k] or rules.wild[k] and family != SV_CREW and family != SV_REBEL:
        sv_key(key, rules, k, "points" if family == SV_PIECE else "wild")
        snprintf(err, CARAVELA_ERR_SIZE, "%s must be %s", key, <const char *>("0: pieces score in sets"
                 if family == SV_PIECE else "false for a card that is neither crew nor a rebel"))
        return False
    return True


cdef inline bint sv_shape(sv_boarding_rules *rules, const caravela_params *params, char *err) noexcept nogil:
    """What the search relies on beyond single cards."""
    cdef char key[SV_KEY]
    cdef int64_t ways = 1
    cdef int i, j, k, counters = 0, askers = 0
    cdef uint8_t other
    for i in range(rules.titles[SV_OFFICER]):
        k = rules.kinds_of[SV_OFFICER][i]
        counters += rules.per[k] == SV_PER_OFFICER
        askers += rules.when[k] == SV_OFFICERS
    if counters > 1 or askers > 1:
        snprintf(err, CARAVELA_ERR_SIZE, "%d officers score per officer and %d when there are enough of them; boarding "
                 "takes one of each", counters, askers)
        return False
    for i in range(rules.titles[SV_CREW]):
        k = rules.kinds_of[SV_CREW][i]
        ways *= 1 + rules.count[k]
        for j in range(i):
            other = rules.kinds_of[SV_CREW][j]
            if rules.weightless[k] and rules.weightless[k] == rules.weightless[other]:
                sv_key(key, rules, k, "weightless")
                snprintf(err, CARAVELA_ERR_SIZE, "%s names a card that another crew card makes weightless already", key)
                return False
        if ways > SV_WAYS:
            snprintf(err, CARAVELA_ERR_SIZE, "%lld ways to choose crew cards; boarding takes %d", <long long>ways,
                     <int>SV_WAYS)
            return False
    for i in range(rules.first_rebel, rules.kinds):
        sv_key(key, rules, i, "must_board")
        if not param_integer(params, key, 1, 1, &ways, err):
            return False
    for i in range(rules.titles[SV_GOODS]):  # by falling points: an insertion sort
        k = rules.kinds_of[SV_GOODS][i]
        j = i
        while j and rules.points[rules.kinds_of[SV_GOODS][j - 1]] < rules.points[k]:
            rules.kinds_of[SV_GOODS][j] = rules.kinds_of[SV_GOODS][j - 1]
            j -= 1
        rules.kinds_of[SV_GOODS][j] = <uint8_t>k
    return True


cdef inline bint sv_constant(const caravela_params *params, const char *key, int low, int high, int32_t *out,
                             char *err) noexcept nogil:
    cdef int64_t value = 0
    if not param_integer(params, key, low, high, &value, err):
        return False
    out[0] = <int32_t>value
    return True


cdef inline bint sv_open_boarding(sv_boarding_rules *rules, const caravela_params *params, char *err) noexcept nogil:
    """Fills the rules from options and data; False, with the reason in err, for data that boarding cannot take."""
    cdef int k
    memset(rules, 0, sizeof(sv_boarding_rules))
    rules.boy = -1
    rules.first_rebel = sv_rows(params, "auction_card")
    rules.kinds = rules.first_rebel + sv_rows(params, "rebel_card")
    if rules.kinds > SV_KINDS:
        snprintf(err, CARAVELA_ERR_SIZE, "%d titles of auction_card and rebel_card; boarding takes %d", rules.kinds,
                 <int>SV_KINDS)
        return False
    if not sv_families(rules, params, err):
        return False
    for k in range(rules.kinds):
        if not sv_effect(rules, params, k, err):
            return False
    return (sv_shape(rules, params, err)
            and sv_constant(params, "constants.carpentry_set_size", rules.titles[SV_PIECE], rules.titles[SV_PIECE],
                            &rules.set_size, err)
            and sv_constant(params, "constants.carpentry_set_vp", 0, 1000, &rules.set_points, err)
            and sv_constant(params, "constants.admiral_distinct_officers", 0, 50, &rules.officer_titles, err)
            and sv_constant(params, "constants.master_distinct_crew", 0, 50, &rules.crew_titles, err)
            and sv_constant(params, "constants.treasurer_coins", 0, 100000, &rules.coins, err)
            and sv_constant(params, "rulings.rogue_distinct_titles", 0, SV_COPIES, &rules.rogue_titles, err))
