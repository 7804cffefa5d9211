"""Turns options and data tables into the immutable rules of one game."""

from libc.stdint cimport int32_t, int64_t, int8_t, uint8_t, uint16_t, uint32_t
from libc.stdio cimport snprintf
from libc.string cimport memcmp, strcmp, strlen

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array, param_find, param_integer

from newworld_state cimport (
    A_FIRST_PLEDGE,
    CARDS,
    EFFECTS,
    EMBARGO,
    FATE,
    GOODS,
    IRON_GRIP,
    LOYALTY,
    MARAUDERS,
    PICKS,
    PLAGUE_SHIP,
    REGIONS,
    REVOLT,
    SEATS,
    SITES,
    SPACES,
    TITLES,
    TURNS,
    newworld_rules,
)

cdef enum:
    NAME = 40   # bytes of a key


cdef inline const char *effect_id(int effect) noexcept nogil:
    """The `id` of the card with this text, in the order of the enum."""
    cdef const char *ids[22]
    ids[:] = [b"advantageous_marriage", b"disease", b"blight", b"embargo", b"colonists", b"explorer", b"fate",
              b"hoarding_supplies", b"iron_grip", b"isolation", b"loyalty", b"marauders", b"mutual_support",
              b"overconfident", b"plague_ship", b"regional_disaster", b"rescue_voyage", b"raiders", b"revolt",
              b"spread_out", b"uprising", b"war"]
    return ids[effect]


cdef inline const char *effect_window(int effect) noexcept nogil:
    """When the text may be used, in the words of the data."""
    if effect == EMBARGO:
        return b"rs"
    if effect == FATE:
        return b"declare"
    if effect == IRON_GRIP:
        return b"tally"
    if effect == LOYALTY:
        return b"harm"
    if effect == MARAUDERS:
        return b"score"
    return b"after" if effect == REVOLT else b"turn"


cdef inline bint is_reaction(int effect) noexcept nogil:
    return effect == EMBARGO or effect == FATE or effect == LOYALTY or effect == MARAUDERS or effect == REVOLT


cdef inline bint nw_number(const caravela_params *params, const char *key, int low, int high, int32_t *out,
                           char *err) noexcept nogil:
    cdef int64_t value = 0
    if not param_integer(params, key, low, high, &value, err):
        return False
    out[0] = <int32_t>value
    return True


cdef inline bint nw_same(const caravela_params *params, const char *key, int wanted, char *err) noexcept nogil:
    """A number that follows from the rest of the data, or that the engine does not take otherwise."""
    cdef const caravela_param *item = param_find(params, key)
    if item is NULL or item.kind != CARAVELA_INTEGER or item.count != 1:
        snprintf(err, CARAVELA_ERR_SIZE, "%s must be one integer", key)
        return False
    if item.integers[0] != wanted:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; it must be %d", key, <long long>item.integers[0], wanted)
        return False
    return True


cdef inline const char *nw_word(const caravela_params *params, const char *key, char *err) noexcept nogil:
    """One name: not empty, no white space; NULL with the reason in err."""
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
    cdef const char *word
    cdef int i = 0
    if item is NULL:
        return NULL
    word = item.texts[0]
    while word[i] > 32 or word[i] < 0:  # bytes of other than ASCII letters may be negative
        i += 1
    if i == 0 or word[i] != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; a name is not empty and has no white space", key, word)
        return NULL
    return word


cdef inline bint nw_either(const caravela_params *params, const char *key, const char *no, const char *yes, bint *out,
                           char *err) noexcept nogil:
    """A ruling with two values."""
    cdef const char *word = nw_word(params, key, err)
    if word is NULL:
        return False
    out[0] = strcmp(word, yes) == 0
    if not out[0] and strcmp(word, no) != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; it must be '%s' or '%s'", key, word, no, yes)
        return False
    return True


cdef inline int nw_find(const caravela_param *names, const char *word) noexcept nogil:
    """Position of a word in a list, or -1."""
    cdef int i
    for i in range(names.count):
        if strcmp(names.texts[i], word) == 0:
            return i
    return -1


cdef inline bint nw_names(const caravela_param *names, const char *key, char *err) noexcept nogil:
    """Are the names of a list fit to be parts of action names, and different?"""
    cdef int i, j
    for i in range(names.count):
        j = 0
        while names.texts[i][j] > 32 or names.texts[i][j] < 0:
            j += 1
        if j == 0 or names.texts[i][j] != 0 or nw_find(names, names.texts[i]) != i:
            snprintf(err, CARAVELA_ERR_SIZE, "%s has '%s'; names differ, are not empty and have no white space", key,
                     names.texts[i])
            return False
    return True


cdef inline int nw_site(const caravela_params *params, int sites, const char *word) noexcept nogil:
    """Position of the site with this id, or -1."""
    cdef char key[NAME]
    cdef const caravela_param *item
    cdef int i
    for i in range(sites):
        snprintf(key, sizeof(key), "site.%d.id", i)
        item = param_find(params, key)
        if item is not NULL and item.kind == CARAVELA_TEXT and strcmp(item.texts[0], word) == 0:
            return i
    return -1


cdef inline int nw_rows(const caravela_params *params, const char *table, const char *field) noexcept nogil:
    """How many tables an array of tables has."""
    cdef char key[NAME]
    cdef int i = 0
    while True:
        snprintf(key, sizeof(key), "%s.%d.%s", table, i, field)
        if param_find(params, key) is NULL:
            return i
        i += 1


cdef inline bint nw_map(newworld_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """N1.1: the sites of the regions in play."""
    cdef char key[NAME]
    cdef const caravela_param *regions = param_array(params, "regions.order", CARAVELA_TEXT, 1, REGIONS, err)
    cdef const caravela_param *goods
    cdef const char *word
    cdef int32_t wanted = 0, each_region = 0, each_good = 0, sites = 0
    cdef int in_region[REGIONS]
    cdef int of_good[GOODS]
    cdef int good_in_play[GOODS]
    cdef int i, region, good
    if regions is NULL or not nw_names(regions, "regions.order", err):
        return False
    goods = param_array(params, "goods.order", CARAVELA_TEXT, 1, GOODS, err)
    if goods is NULL or not nw_names(goods, "goods.order", err):
        return False
    if (not nw_number(params, "options.regions", 0, regions.count, &wanted, err)
            or not nw_number(params, "constants.sites_per_region", 1, SITES, &each_region, err)
            or not nw_number(params, "constants.sites_per_good", 1, SITES, &each_good, err)
            or not nw_number(params, "constants.sites", 1, SITES, &sites, err)
            or not nw_same(params, "constants.regions", regions.count, err)
            or not nw_same(params, "constants.goods", goods.count, err)
            or not nw_same(params, "constants.sites", nw_rows(params, "site", "id"), err)):
        return False
    r.regions = wanted if wanted else regions.count
    r.goods = goods.count
    for i in range(REGIONS):
        in_region[i] = 0
    for i in range(GOODS):
        of_good[i] = good_in_play[i] = 0
    for i in range(sites):
        snprintf(key, sizeof(key), "site.%d.index", i)
        if not nw_same(params, key, i, err):
            return False
        snprintf(key, sizeof(key), "site.%d.id", i)
        word = nw_word(params, key, err)
        if word is NULL:
            return False
        if nw_site(params, sites, word) != i:
            snprintf(err, CARAVELA_ERR_SIZE, "two sites are called '%s'", word)
            return False
        snprintf(key, sizeof(key), "site.%d.region", i)
        word = nw_word(params, key, err)
        if word is NULL:
            return False
        region = nw_find(regions, word)
        if region < 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which regions.order does not have", key, word)
            return False
        snprintf(key, sizeof(key), "site.%d.good", i)
        word = nw_word(params, key, err)
        if word is NULL:
            return False
        good = nw_find(goods, word)
        if good < 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which goods.order does not have", key, word)
            return False
        in_region[region] += 1
        of_good[good] += 1
        if region < r.regions:
            r.region_of[r.sites] = <uint8_t>region
            r.region_sites[region] |= <uint16_t>(1 << r.sites)
            r.good_sites[good] |= <uint16_t>(1 << r.sites)
            good_in_play[good] += 1
            r.sites += 1
    for i in range(regions.count):
        if in_region[i] != each_region:
            snprintf(err, CARAVELA_ERR_SIZE, "region '%s' has %d sites; constants.sites_per_region is %d",
                     regions.texts[i], in_region[i], each_region)
            return False
    for i in range(goods.count):
        if of_good[i] != each_good:
            snprintf(err, CARAVELA_ERR_SIZE, "good '%s' has %d sites; constants.sites_per_good is %d",
                     goods.texts[i], of_good[i], each_good)
            return False
        if good_in_play[i] != each_good:
            r.good_sites[i] = 0
    r.all_sites = <uint16_t>((1 << r.sites) - 1)
    for i in range(1 << REGIONS):
        r.free_sites[i] = r.all_sites
        for region in range(r.regions):
            if i >> region & 1:
                r.free_sites[i] &= <uint16_t>~r.region_sites[region]
    return nw_edges(r, params, sites, err)


cdef inline int nw_end(const caravela_params *params, int edge, const char *end, int sites, char *err) noexcept nogil:
    """The site at one end of an edge, by its place in the data; -1 with the reason in err."""
    cdef char key[NAME]
    cdef const char *word
    cdef int site
    snprintf(key, sizeof(key), "edge.%d.%s", edge, end)
    word = nw_word(params, key, err)
    if word is NULL:
        return -1
    site = nw_site(params, sites, word)
    if site < 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which is no site", key, word)
    return site


cdef inline bint nw_edges(newworld_rules *r, const caravela_params *params, int sites, char *err) noexcept nogil:
    """N1.2: those between sites in play."""
    cdef char key[NAME]
    cdef uint16_t joined[SITES]
    cdef int8_t place[SITES]    # number of a site in play, or -1
    cdef bint sea = False
    cdef int edges = nw_rows(params, "edge", "a"), taken = 0, i, a, b
    cdef const caravela_param *regions = param_find(params, "regions.order")
    for i in range(sites):
        joined[i] = 0
        snprintf(key, sizeof(key), "site.%d.region", i)
        place[i] = -1
        if nw_find(regions, param_find(params, key).texts[0]) < r.regions:
            place[i] = <int8_t>taken
            taken += 1
    for i in range(edges):
        a = nw_end(params, i, "a", sites, err)
        b = nw_end(params, i, "b", sites, err) if a >= 0 else -1
        if b < 0:
            return False
        snprintf(key, sizeof(key), "edge.%d.kind", i)
        if not nw_either(params, key, "land", "sea", &sea, err):
            return False
        if a == b or joined[a] >> b & 1:
            snprintf(err, CARAVELA_ERR_SIZE, "edge.%d joins a site with itself or two sites a second time", i)
            return False
        joined[a] |= <uint16_t>(1 << b)
        joined[b] |= <uint16_t>(1 << a)
        if place[a] >= 0 and place[b] >= 0:
            r.neighbours[place[a]] |= <uint16_t>(1 << place[b])
            r.neighbours[place[b]] |= <uint16_t>(1 << place[a])
    return True


cdef inline bint nw_chosen(const char *option, const char *word) noexcept nogil:
    """Is the word among those of the option `titles`, which are joined by "+"?"""
    cdef size_t length = strlen(word), i = 0, j
    if strcmp(option, "all") == 0:
        return True
    while option[i]:
        j = i
        while option[j] and option[j] != c"+":
            j += 1
        if j - i == length and memcmp(option + i, word, length) == 0:
            return True
        i = j + (option[j] != 0)
    return False


cdef inline bint nw_titles_known(const caravela_params *params, const char *option, int rows, char *err) noexcept nogil:
    """Does the data have every title of the option?"""
    cdef char key[NAME]
    cdef size_t i = 0, j
    cdef const char *word
    cdef bint found
    cdef int k
    while option[i] and strcmp(option, "all") != 0:
        j = i
        while option[j] and option[j] != c"+":
            j += 1
        found = False
        for k in range(rows):
            snprintf(key, sizeof(key), "card.%d.id", k)
            word = param_find(params, key).texts[0]
            found |= strlen(word) == j - i and memcmp(option + i, word, j - i) == 0
        if not found:
            snprintf(err, CARAVELA_ERR_SIZE, "options.titles names '%.*s', which is no card; write all, or ids with + between",
                     <int>(j - i), option + i)
            return False
        i = j + (option[j] != 0)
    return True


cdef inline int nw_effect(const caravela_params *params, int row, char *err) noexcept nogil:
    """The text of a card of the data, by its id; -1 with the reason in err."""
    cdef char key[NAME]
    cdef const char *word
    cdef bint red = False
    cdef int effect
    snprintf(key, sizeof(key), "card.%d.id", row)
    word = nw_word(params, key, err)
    if word is NULL:
        return -1
    for effect in range(EFFECTS):
        if strcmp(word, effect_id(effect)) == 0:
            break
    else:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', a card whose text the engine does not know", key, word)
        return -1
    snprintf(key, sizeof(key), "card.%d.kind", row)
    if not nw_either(params, key, "action", "reaction", &red, err):
        return -1
    if red != is_reaction(effect):
        snprintf(err, CARAVELA_ERR_SIZE, "%s does not fit '%s'", key, word)
        return -1
    snprintf(key, sizeof(key), "card.%d.window", row)
    word = nw_word(params, key, err)
    if word is NULL:
        return -1
    if strcmp(word, effect_window(effect)) != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; for this card it must be '%s'", key, word, effect_window(effect))
        return -1
    return effect


cdef inline bint nw_deck(newworld_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """The titles in play with their copies and Royal Support values."""
    cdef char key[NAME]
    cdef const caravela_param *option = param_array(params, "options.titles", CARAVELA_TEXT, 1, 1, err)
    cdef int32_t cap = 0, count = 0, value = 0, deck = 0
    cdef int rows = nw_rows(params, "card", "id"), row, effect
    cdef bint met[EFFECTS]
    if (option is NULL or not nw_number(params, "options.copies", 0, CARDS, &cap, err)
            or not nw_same(params, "constants.deck_titles", rows, err)):
        return False
    for effect in range(EFFECTS):
        met[effect] = False
        r.effect_title[effect] = -1
    for row in range(rows):
        effect = nw_effect(params, row, err)
        if effect < 0:
            return False
        if met[effect]:
            snprintf(err, CARAVELA_ERR_SIZE, "two cards are called '%s'", effect_id(effect))
            return False
        met[effect] = True
        snprintf(key, sizeof(key), "card.%d.count", row)
        if not nw_number(params, key, 0, CARDS, &count, err):
            return False
        snprintf(key, sizeof(key), "card.%d.royal_support", row)
        if not nw_number(params, key, -SPACES, SPACES, &value, err):
            return False
        deck += count
        if cap and count > cap:
            count = cap
        if count == 0 or not nw_chosen(option.texts[0], effect_id(effect)):
            continue
        r.effect_title[effect] = r.titles
        r.title_bit[effect] = <uint32_t>1 << r.titles
        r.all_titles |= r.title_bit[effect]
        if not is_reaction(effect) and effect != IRON_GRIP:
            r.text_titles |= r.title_bit[effect]
        r.copies[r.titles] = <uint8_t>count
        r.value[r.titles] = <int8_t>value
        r.effect[r.titles] = <uint8_t>effect
        r.total += count
        r.titles += 1
    if not nw_titles_known(params, option.texts[0], rows, err) or not nw_same(params, "constants.deck_size", deck, err):
        return False
    if r.total < 1 or r.total > CARDS:
        snprintf(err, CARAVELA_ERR_SIZE, "the deck has %d cards; it must have 1 to %d", r.total, <int>CARDS)
        return False
    return True


cdef inline bint nw_track(newworld_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """N1.11, N2.3."""
    cdef const caravela_param *cards = param_array(params, "royal_support_track.cards", CARAVELA_INTEGER, 1, SPACES,
                                                   err)
    cdef const caravela_param *starts
    cdef const caravela_param *labels
    cdef int32_t cap = 0
    cdef int i
    if cards is NULL:
        return False
    starts = param_array(params, "royal_support_track.start_index_by_seat", CARAVELA_INTEGER, r.players, SEATS, err)
    labels = param_array(params, "royal_support_track.labels", CARAVELA_TEXT, cards.count, cards.count, err)
    if starts is NULL or labels is NULL:
        return False
    r.spaces = cards.count
    if (not nw_number(params, "options.hand", 0, CARDS, &cap, err)
            or not nw_number(params, "royal_support_track.floor_index", 0, r.spaces - 1, &r.floor, err)):
        return False
    for i in range(r.spaces):
        if cards.integers[i] < 1 or cards.integers[i] > 20:
            snprintf(err, CARAVELA_ERR_SIZE, "royal_support_track.cards has %lld; it must be between 1 and 20",
                     <long long>cards.integers[i])
            return False
        r.cards[i] = <uint8_t>(min(<int>cards.integers[i], cap) if cap else cards.integers[i])
    for i in range(starts.count):
        if starts.integers[i] < r.floor or starts.integers[i] >= r.spaces:
            snprintf(err, CARAVELA_ERR_SIZE, "royal_support_track.start_index_by_seat has %lld; it must be between %d "
                     "and %d", <long long>starts.integers[i], r.floor, r.spaces - 1)
            return False
        r.start[i] = <uint8_t>starts.integers[i]
    return True


cdef inline bint nw_rulings(newworld_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """Interpretations that are switches (R2, R10, R12, R16, R17, N10.6)."""
    cdef int32_t hits = 0, pays = 0, revolt = 0
    cdef bint shared = False
    if (not nw_either(params, "rulings.marauders_scope", "monopolies", "all", &r.all_scores, err)
            or not nw_either(params, "rulings.plague_continuation", "mandatory", "one_lap", &r.one_lap, err)
            or not nw_either(params, "rulings.plague_pledges", "lapse", "paid", &r.pledges_paid, err)
            or not nw_either(params, "rulings.tie_break", "shared", "shared", &shared, err)
            or not nw_number(params, "rulings.struggle_hits_struggling", 0, 1, &hits, err)
            or not nw_number(params, "rulings.remove_gives_vp", 0, 1, &pays, err)
            or not nw_number(params, "rulings.revolt_in_plague", 0, 1, &revolt, err)):
        return False
    r.hits_struggling = hits
    r.remove_pays = pays
    r.plague_revolt = revolt
    return True


cdef inline bint nw_constants(newworld_rules *r, const caravela_params *params, char *err) noexcept nogil:
    cdef int32_t turns = 0
    cdef const caravela_param *labels
    if (not nw_number(params, "constants.game_turns", 1, TURNS, &r.turns, err)
            or not nw_number(params, "options.turns", 0, TURNS, &turns, err)):
        return False
    labels = param_array(params, "turn_track.labels", CARAVELA_TEXT, r.turns, r.turns, err)
    if labels is NULL:
        return False
    if turns:
        r.turns = min(turns, r.turns)
    return (nw_number(params, "constants.vp_per_successful", 0, 9, &r.vp_successful, err)
            and nw_number(params, "constants.vp_per_monopoly", 0, 9, &r.vp_monopoly, err)
            and nw_number(params, "constants.vp_per_monopoly_iron_grip", 0, 9, &r.vp_iron, err)
            and nw_number(params, "constants.vp_per_reduced_enemy", 0, 9, &r.vp_harm, err)
            and nw_number(params, "constants.vp_lost_per_struggling", 0, 9, &r.vp_struggling, err)
            and nw_same(params, "constants.vp_floor", 0, err)
            and nw_number(params, "constants.plague_ship_vp_to_stop", 1, 20, &r.plague_vp, err)
            and nw_number(params, "constants.disease_max_targets", 1, PICKS, &r.disease, err)
            and nw_number(params, "constants.colonists_max_steps", 1, PICKS, &r.colonists, err)
            and nw_number(params, "constants.mutual_support_max_builds", 1, PICKS, &r.mutual, err)
            and nw_number(params, "constants.rescue_voyage_max_targets", 1, PICKS, &r.rescue, err)
            and nw_number(params, "constants.raiders_max_targets", 1, PICKS, &r.raiders, err)
            and nw_number(params, "constants.marriage_targets", 1, PICKS, &r.marriage, err)
            and nw_number(params, "constants.embargo_draw", 0, 2, &r.embargo_draw, err)
            and nw_number(params, "constants.revolt_draw", 0, 2, &r.revolt_draw, err)
            and nw_same(params, "constants.reactions_per_card", 1, err))


cdef inline void nw_ids(newworld_rules *r) noexcept nogil:
    """Action, outcome and code ids (see newworld_rules)."""
    r.first_pledge = A_FIRST_PLEDGE
    r.first_player = r.first_pledge + r.plague_vp + 1
    r.first_region = r.first_player + r.players
    r.first_site = r.first_region + r.regions
    r.first_card = r.first_site + r.sites
    r.first_play = r.first_card + r.titles
    r.first_support = r.first_play + r.titles
    r.actions = r.first_support + r.titles
    r.first_seat = r.titles
    r.outcomes = r.first_seat + r.players
    r.code_outcome = r.actions
    r.code_drawn = r.code_outcome + r.outcomes
    r.codes = r.code_drawn + r.players


cdef inline bint nw_rules(newworld_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """Fills zeroed rules; False with the reason in err if the parameters are refused."""
    cdef int32_t low = 0, high = 0
    if (not nw_number(params, "players.min", 2, SEATS, &low, err)
            or not nw_number(params, "players.max", low, SEATS, &high, err)
            or not nw_number(params, "options.players", low, high, &r.players, err)
            or not nw_number(params, "options.first", -1, r.players - 1, &r.first, err)
            or not nw_map(r, params, err) or not nw_deck(r, params, err) or not nw_track(r, params, err)
            or not nw_rulings(r, params, err) or not nw_constants(r, params, err)):
        return False
    nw_ids(r)
    return True


cdef inline void nw_bounds(const newworld_rules *r, int32_t *decisions, int32_t *steps) noexcept nogil:
    """Bounds of the length of a game, far above what happens.

    A reaction that draws costs two cards for at most two new ones (N16.2), so that all hands together never grow
    between two deals, and the k-th player of a game turn plays at most 2 ** k times as many cards as he may hold. Where
    the deck is large there is a better bound: between two reshuffles each Embargo and each Revolt is used once, a deal
    brings one reshuffle, and others happen only when a pile of `loose` cards was drawn by such reactions.
    """
    cdef int n = r.players, most = 0, i, k, hands, cards, drawing = 0, loose, reactions, shuffles, plagues = 0
    for i in range(r.spaces):
        most = max(most, <int>r.cards[i])
    hands = n * most
    reactions = 0
    k = most
    for i in range(n):
        reactions += 2 * min(k, hands)
        k = 2 * k
    reactions *= r.turns
    shuffles = reactions
    if r.effect_title[EMBARGO] >= 0:
        drawing += r.copies[r.effect_title[EMBARGO]] * r.embargo_draw
    if r.effect_title[REVOLT] >= 0:
        drawing += r.copies[r.effect_title[REVOLT]] * r.revolt_draw
    loose = r.total - hands - r.regions - 2
    if r.effect_title[FATE] >= 0:
        loose -= r.copies[r.effect_title[FATE]]
    if drawing < loose and drawing * (1 + 2 * r.turns) * loose // (loose - drawing) < reactions:
        reactions = drawing * (1 + 2 * r.turns) * loose // (loose - drawing)
        shuffles = 1 + 2 * r.turns + reactions // loose
    cards = r.turns * hands + reactions
    if r.effect_title[PLAGUE_SHIP] >= 0:
        plagues = min(cards, r.copies[r.effect_title[PLAGUE_SHIP]] * (1 + shuffles))
    # A card: its use, targets, two windows. A player turn: sites abandoned, the end, Iron Grip, Marauders. A plague:
    # each site twice, and a poll after each reduction or stop.
    decisions[0] = (cards * (4 + r.sites + 2 * n) + r.turns * n * (r.sites + 3 + n)
                    + plagues * (2 * r.sites * (n + 1) + n))
    steps[0] = decisions[0] + cards + 1
