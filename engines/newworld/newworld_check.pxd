"""Checks foreign bytes: whether they can be a state of these rules, or a seat's view of one.

Nothing is trusted. A block that passes is safe for every function of the engine, is in canonical form and obeys what
the rules conserve; that some game leads to it is not proved.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from abi cimport caravela_rng
from bits cimport bits_count, bits_lowest
from rng cimport rng_seed

from newworld_cards cimport (
    effect_of,
    first_choice,
    harmed,
    leaders,
    may_be_done,
    player_choices,
    raided,
    region_choices,
    setback,
    site_choices,
    support_legal,
    text_legal,
)
from newworld_plague cimport pledge_most
from newworld_play cimport start_state
from newworld_react cimport is_asked
from newworld_state cimport (
    BLIGHT,
    DISASTER,
    EMBARGO,
    EPOCHS,
    EXPLORER,
    FATE,
    HOARDING,
    IRON_GRIP,
    ISOLATION,
    LOG,
    LOG_TITLE,
    LOYALTY,
    MARAUDERS,
    MARRIAGE,
    MODE_BUILD,
    MODE_REPAIR,
    MODE_STRUGGLE,
    MODE_SUPPORT,
    MODE_TEXT,
    OVERCONFIDENT,
    PLAGUE_SHIP,
    RAIDERS,
    REVOLT,
    SEATS,
    STEP_ABANDON,
    STEP_CARD,
    STEP_DEAL,
    STEP_DISCARD,
    STEP_DRAW,
    STEP_FIRST,
    STEP_IRON,
    STEP_OVER,
    STEP_PLAGUE,
    STEP_PLAY,
    STEP_PLAYER,
    STEP_PLEDGE,
    STEP_REACT,
    STEP_REGION,
    STEP_SITE,
    TITLES,
    WINDOW_ANSWER,
    WINDOW_DECLARED,
    WINDOW_REVOLT,
    WINDOW_TALLY,
    free_sites,
    monopolies,
    newworld_rules,
    newworld_state,
    next_seat,
    occupied,
    successful,
)
from newworld_world cimport first_story, newworld_story

# What `validate` returns.
cdef enum:
    CHECK_SEAT = 1          # the seat of the view
    CHECK_BOUNDS = 2        # every field by itself
    CHECK_PADDING = 3       # unused slots are zero
    CHECK_MAP = 4
    CHECK_CARDS = 5         # every title is conserved, counters agree
    CHECK_LOG = 6
    CHECK_PILES = 7         # the log agrees with the piles
    CHECK_STEP = 8          # the step fits the rest
    CHECK_STACK = 9         # the card in play, its targets, reactions
    CHECK_PLAGUE = 10


cdef inline bint all_zero(const void *bytes, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if (<const uint8_t *>bytes)[i]:
            return False
    return True


cdef inline bint is_shown(int p, int q) noexcept nogil:
    """Does the block hold the cards of seat q: in the truth (p = -1), in q's own view?"""
    return p < 0 or p == q


cdef inline bint check_bounds(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    cdef int q, n = r.players, all_seats = (1 << n) - 1
    for q in range(n):
        if s.support[q] < r.floor or s.support[q] >= r.spaces or s.log_count[q] > LOG or s.pledge[q] > r.plague_vp:
            return False
    return (s.step <= STEP_OVER and s.mover < n and s.first < n and s.actor < n and s.answerer < n and s.top < n
            and s.plague < n and s.title <= r.titles and s.answer <= r.titles and s.mode <= MODE_SUPPORT
            and s.window <= WINDOW_TALLY and s.iron <= 1 and s.blurred <= 1 and s.epochs <= EPOCHS and s.epochs != 1
            and s.target <= max(n, r.regions) and s.turn <= r.turns and (s.turn == r.turns) == (s.step == STEP_OVER)
            and s.paid < r.plague_vp and not s.reduced & ~all_seats and not s.stopped & ~all_seats
            and not s.fresh & ~all_seats and s.fresh != all_seats and (s.shuffles or s.epochs + s.blurred == 0)
            and (s.epochs or s.blurred or s.fresh == 0))


cdef inline bint check_padding(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    cdef int q, e, spare = TITLES - r.titles
    for q in range(SEATS):
        if not all_zero(s.hand[q] + r.titles, spare):
            return False
        if q < r.players:
            if not all_zero(s.log[q] + s.log_count[q], LOG - s.log_count[q]):
                return False
        elif (not all_zero(s.hand[q], TITLES) or not all_zero(s.log[q], LOG) or s.colony[q] or s.vp[q] or s.log_count[q]
              or s.hand_count[q] or s.support[q] or s.isolated[q] or s.pledge[q]):
            return False
    for e in range(EPOCHS):
        if not all_zero(s.piles[e] + r.titles, spare) or e >= s.epochs and not all_zero(s.piles[e], TITLES):
            return False
    return all_zero(s.pile + r.titles, spare) and all_zero(s.discard + r.titles, spare)


cdef inline bint check_map(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    cdef uint32_t sites = 0, regions = 0
    cdef int q
    for q in range(r.players):
        if s.colony[q] & sites or s.isolated[q] & regions:
            return False
        sites |= s.colony[q]
        regions |= s.isolated[q]
    return (not sites & ~<uint32_t>r.all_sites and not s.struggling & ~sites and not regions >> r.regions
            and (regions == 0 or r.effect_title[ISOLATION] >= 0) and not s.staged & ~<uint32_t>r.all_sites)


cdef inline bint check_cards(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """Hands, pile, discard pile, cards on the map and on the stack are all the cards, title by title."""
    cdef int q, t, sum, hand, unseen = s.pile_count, pile = 0, on_map = 0
    for q in range(r.players):
        hand = 0
        for t in range(r.titles):
            hand += s.hand[q][t]
        if hand != (s.hand_count[q] if is_shown(p, q) else 0):
            return False
        unseen += s.hand_count[q] - hand
        on_map += bits_count(s.isolated[q])
    if s.fates and r.effect_title[FATE] < 0:
        return False
    for t in range(r.titles):
        sum = s.pile[t] + s.discard[t] + (s.title == 1 + t) + (s.answer == 1 + t)
        if t == r.effect_title[FATE]:
            sum += s.fates
        if t == r.effect_title[ISOLATION]:
            sum += on_map
        for q in range(r.players):
            sum += s.hand[q][t]
        if sum != r.copies[t]:
            return False
        pile += s.pile[t]
    return pile == unseen and (s.shuffles or s.drawn + s.pile_count == r.total)


cdef inline bint check_log(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """Each log leads to the hand: its cards, or their number."""
    cdef uint8_t hand[TITLES]
    cdef int q, i, epoch, last, t, count
    for q in range(r.players):
        if s.epochs == 0:
            if s.log_count[q]:
                return False
            continue
        memset(hand, 0, TITLES)
        count = last = 0
        for i in range(s.log_count[q]):
            epoch = s.log[q][i] >> 5
            t = (s.log[q][i] & LOG_TITLE) - 1
            if epoch > s.epochs or t >= r.titles or (t < 0) != (epoch > 0 and not is_shown(p, q)):
                return False
            if epoch:
                if epoch < last:
                    return False
                last = epoch
                count += 1
                if t >= 0:
                    hand[t] += 1
            else:
                count -= 1
                if count < 0 or is_shown(p, q) and hand[t] == 0:
                    return False
                hand[t] -= 1
        if count != s.hand_count[q] or is_shown(p, q) and memcmp(hand, s.hand[q], TITLES) != 0:
            return False
        if count == 0 and not s.fresh >> q & 1:
            return False
    return True


cdef inline bint check_piles(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """Every pile but the last was drawn as a whole; hands, draw pile and cards played since are the cards of all piles.
    In the truth each draw came from its pile; a view must leave a world in which it can be so."""
    cdef int known[EPOCHS][TITLES]
    cdef int gone[TITLES]
    cdef int drawn[EPOCHS]
    cdef int q, i, e, t, size
    cdef newworld_story story
    cdef caravela_rng rng
    memset(known, 0, sizeof(known))
    memset(gone, 0, sizeof(gone))
    memset(drawn, 0, sizeof(drawn))
    for q in range(r.players):
        for i in range(s.log_count[q]):
            e = (s.log[q][i] >> 5) - 1
            t = (s.log[q][i] & LOG_TITLE) - 1
            if e >= 0:
                drawn[e] += 1
            if e >= 0 and t >= 0:
                known[e][t] += 1
                gone[t] += 1
            elif not is_shown(p, q) and t >= 0:
                gone[t] += 1
    for e in range(s.epochs):
        size = 0
        for t in range(r.titles):
            size += s.piles[e][t]
            gone[t] -= s.piles[e][t]
            if known[e][t] > s.piles[e][t]:
                return False
        if size != drawn[e] + (s.pile_count if e == s.epochs - 1 else 0):
            return False
    if s.epochs == 0:
        return True
    for t in range(r.titles):
        if gone[t] + s.pile[t]:
            return False
    if s.drawn != drawn[s.epochs - 1]:
        return False
    if p < 0:
        return True
    rng_seed(&rng, 0, 0)
    return first_story(r, s, p, &story, &rng)


cdef inline bint choices_made(const newworld_rules *r, const newworld_state *s, bint open) noexcept nogil:
    """Can the staged sites have been chosen one after the other? open: may more be chosen, else: may they be all?"""
    cdef newworld_state t
    cdef uint32_t sites
    memcpy(&t, s, sizeof(newworld_state))
    t.staged = 0
    while t.staged != s.staged:
        sites = site_choices(r, &t) & s.staged
        if sites == 0:
            return False
        t.staged |= <uint16_t>(1 << bits_lowest(sites))
    sites = site_choices(r, s)
    return sites != 0 if open else s.staged != 0 and (sites == 0 or may_be_done(r, s))


cdef inline bint check_target(const newworld_rules *r, const newworld_state *s, bint open) noexcept nogil:
    """A card in play whose first choice is made: its target and sites. open: a site is to be chosen."""
    cdef int effect = effect_of(r, s), target = s.target - 1
    cdef newworld_state t
    if s.mode == MODE_SUPPORT:
        if open or s.staged or not support_legal(r, s, s.title - 1, s.actor):
            return False
        if r.value[s.title - 1] > 0:
            return target < 0
        return target >= 0 and setback(r, s, s.actor) >> target & 1
    if s.mode != MODE_TEXT:
        return target < 0 and choices_made(r, s, open)
    if not text_legal(r, s, effect, s.actor):
        return False
    if effect == BLIGHT or effect == HOARDING:
        memcpy(&t, s, sizeof(newworld_state))
        first_choice(r, &t)
        return not open and target < 0 and s.staged == t.staged
    if effect == OVERCONFIDENT:
        return not open and target >= 0 and player_choices(r, s) >> target & 1 and s.staged == 0
    if effect == MARRIAGE:
        return target >= 0 and leaders(r, s, s.actor) >> target & 1 and choices_made(r, s, open)
    if effect == RAIDERS:
        return target >= 0 and raided(r, s, s.actor) >> target & 1 and choices_made(r, s, open)
    if effect == DISASTER or effect == EXPLORER or effect == ISOLATION:
        if open or target < 0 or not region_choices(r, s) >> target & 1:
            return False
        return s.staged == (r.region_sites[target] & occupied(s) if effect == DISASTER else 0)
    return effect != PLAGUE_SHIP and target < 0 and choices_made(r, s, open)


cdef inline bint in_play(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """A card with its mode; a text is one for the own turn."""
    return s.title and s.mode and (s.mode != MODE_TEXT or r.text_titles >> (s.title - 1) & 1)


cdef inline bint nothing_in_play(const newworld_state *s) noexcept nogil:
    return s.title == 0 and s.mode == 0 and s.target == 0 and s.staged == 0


cdef inline bint did_harm(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """A card that has resolved and may have harmed a colony (N6.5)."""
    return (in_play(r, s) and (s.mode == MODE_TEXT or s.mode == MODE_STRUGGLE) and s.target == 0 and s.staged == 0
            and (effect_of(r, s) != PLAGUE_SHIP or r.plague_revolt))


cdef inline bint marauders_may_come(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    return monopolies(r, s, s.actor) or r.all_scores and successful(s, s.actor)


cdef inline bint check_answer(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """The stack below the Fates of N7.4."""
    cdef int effect = r.effect[s.answer - 1], q = s.answerer
    if effect == IRON_GRIP:
        return nothing_in_play(s) and q == s.actor and s.iron == 0 and monopolies(r, s, s.actor) > 0
    if q == s.actor:
        return False
    if effect == MARAUDERS:
        return nothing_in_play(s) and marauders_may_come(r, s) and (not s.iron or monopolies(r, s, s.actor))
    if s.iron or not in_play(r, s):
        return False
    if effect == REVOLT:
        return did_harm(r, s) and s.vp[q] < s.vp[s.actor]
    if not check_target(r, s, False):
        return False
    if effect == EMBARGO:
        return s.mode == MODE_SUPPORT and r.value[s.title - 1] < 0
    if effect == LOYALTY:
        return harmed(r, s) & s.colony[q] != 0
    return effect == FATE


cdef inline bint check_window(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    if s.mover == s.top or not is_asked(s, s.mover):
        return False
    if s.window == WINDOW_ANSWER:
        return s.answer and check_answer(r, s) and (s.fates or s.top == s.answerer)
    if s.answer or s.answerer or s.fates or s.top != s.actor:
        return False
    if s.window == WINDOW_DECLARED:
        return s.iron == 0 and in_play(r, s) and check_target(r, s, False)
    if s.window == WINDOW_REVOLT:
        return s.iron == 0 and did_harm(r, s)
    return (s.window == WINDOW_TALLY and nothing_in_play(s) and marauders_may_come(r, s)
            and (not s.iron or monopolies(r, s, s.actor)))


cdef inline bint check_stack(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """The card in play, its targets and the reactions to it, by step."""
    cdef int step = s.step, effect
    cdef newworld_state t
    if step == STEP_REACT:
        return check_window(r, s)
    if s.window or s.top or s.fates or s.iron:
        return False
    if step == STEP_DRAW:
        if s.answer == 0 or s.mover != s.answerer or s.due == 0 or s.pile_count == 0 or not check_answer(r, s):
            return False
        effect = r.effect[s.answer - 1]
        return (effect == EMBARGO and s.due <= r.embargo_draw) or (effect == REVOLT and s.due <= r.revolt_draw)
    if s.answer or s.answerer:
        return False
    if step == STEP_PLAGUE or step == STEP_PLEDGE:
        return (in_play(r, s) and effect_of(r, s) == PLAGUE_SHIP and s.target == 0 and s.staged == 0)
    if step == STEP_CARD:
        if s.title or s.target or s.staged or s.mode < MODE_BUILD or s.mode > MODE_REPAIR:
            return False
        return site_choices(r, s) != 0
    if step == STEP_SITE:
        return in_play(r, s) and s.mode != MODE_SUPPORT and check_target(r, s, True)
    if step == STEP_PLAYER or step == STEP_REGION:
        if not in_play(r, s) or s.target or s.staged:
            return False
        if s.mode == MODE_TEXT and not text_legal(r, s, effect_of(r, s), s.actor):
            return False
        if s.mode == MODE_SUPPORT and not support_legal(r, s, s.title - 1, s.actor):
            return False
        memcpy(&t, s, sizeof(newworld_state))
        return first_choice(r, &t) == step
    return nothing_in_play(s)


cdef inline bint check_step(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Who acts, and whether he has anything to do."""
    cdef int step = s.step, q = s.first
    if step != STEP_DEAL and step != STEP_DRAW and s.due:
        return False
    if step == STEP_OVER:
        return s.mover == 0 and s.actor == s.first
    if step == STEP_DEAL:
        return s.actor == s.first and s.pile_count and s.due < r.cards[s.support[s.mover]]
    if step == STEP_DISCARD:
        while q != s.mover:
            if s.hand_count[q] > r.cards[s.support[q]]:
                return False
            q = next_seat(r, q)
        return s.actor == s.first and s.hand_count[q] > r.cards[s.support[q]]
    if step == STEP_REACT or step == STEP_DRAW or step == STEP_PLAGUE or step == STEP_PLEDGE:
        return True
    if s.mover != s.actor:
        return False
    if step == STEP_ABANDON:
        return s.colony[s.actor] & free_sites(r, s) != 0
    if step == STEP_IRON:
        return s.hand_count[s.actor] and monopolies(r, s, s.actor)
    return s.hand_count[s.actor] > 0 if step == STEP_PLAY or step == STEP_CARD else True


cdef inline bint check_plague(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    cdef int q, sum = 0, step = s.step, all_seats = (1 << r.players) - 1
    for q in range(r.players):
        sum += s.pledge[q]
        if s.pledge[q] > s.vp[q]:
            return False
    if step != STEP_PLAGUE and step != STEP_PLEDGE:
        return sum == 0 and s.paid == 0 and s.plague == 0 and s.reduced == 0 and s.stopped == 0
    if occupied(s) & free_sites(r, s) == 0 or s.stopped >> s.plague & 1:
        return False
    if not r.one_lap and s.reduced or s.stopped and s.reduced != all_seats:
        return False
    if step == STEP_PLAGUE:
        return s.mover == s.plague and sum == 0 and (s.paid == 0 or r.pledges_paid)
    if sum != (0 if r.pledges_paid else s.paid) or pledge_most(r, s, s.mover) < 1:
        return False
    q = s.mover  # who has not been asked yet has pledged nothing
    while True:
        if s.pledge[q]:
            return False
        q = next_seat(r, q)
        if q == s.plague:
            return True


cdef inline int check_state(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """0 if the block may be a true state (p = -1) or seat p's view; else the first check that fails."""
    cdef newworld_state start
    if p < -1 or p >= r.players:
        return CHECK_SEAT
    if not check_bounds(r, s):
        return CHECK_BOUNDS
    if s.step == STEP_FIRST:
        start_state(r, &start)
        return CHECK_STEP if memcmp(s, &start, sizeof(newworld_state)) else 0
    if not check_padding(r, s):
        return CHECK_PADDING
    if not check_map(r, s):
        return CHECK_MAP
    if not check_cards(r, s, p):
        return CHECK_CARDS
    if not check_log(r, s, p):
        return CHECK_LOG
    if not check_piles(r, s, p):
        return CHECK_PILES
    if not check_step(r, s):
        return CHECK_STEP
    if not check_stack(r, s):
        return CHECK_STACK
    return 0 if check_plague(r, s) else CHECK_PLAGUE
