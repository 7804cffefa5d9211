"""The course of the game (N3 to N5) but for the cards, and the tally (N11)."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from bits cimport bits_count

from newworld_hands cimport card_there
from newworld_map cimport lose
from newworld_state cimport (
    GO_DEAL,
    GO_IRON,
    GO_LIMIT,
    GO_PLAY,
    GO_TURN,
    ISOLATION,
    STEP_ABANDON,
    STEP_DEAL,
    STEP_DISCARD,
    STEP_OVER,
    STEP_PLAY,
    free_sites,
    monopolies,
    newworld_rules,
    newworld_state,
    next_seat,
    successful,
)


cdef inline void begin_dealing(newworld_state *s) noexcept nogil:
    """N4."""
    s.actor = s.mover = s.first
    s.due = 0
    s.step = GO_DEAL


cdef inline void deal_on(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N4.1: `due` rounds are complete, and in this one the seats before `mover` have their card. R5."""
    cdef int passed = 0
    while passed < r.players and r.cards[s.support[s.mover]] <= s.due:
        s.mover = <uint8_t>next_seat(r, s.mover)
        s.due += s.mover == s.first
        passed += 1
    if passed < r.players and card_there(r, s):
        s.step = STEP_DEAL
    else:
        s.due = 0
        s.step = GO_LIMIT


cdef inline void dealt(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """The mover has the card of this round."""
    s.mover = <uint8_t>next_seat(r, s.mover)
    s.due += s.mover == s.first
    s.step = GO_DEAL


cdef inline void check_limits(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N4.3."""
    cdef int i, q = s.first
    for i in range(r.players):
        if s.hand_count[q] > r.cards[s.support[q]]:
            s.mover = <uint8_t>q
            s.step = STEP_DISCARD
            return
        q = next_seat(r, q)
    s.mover = 0
    s.step = GO_TURN


cdef inline void begin_turn(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N5.1, N5.2."""
    cdef int p = s.actor
    if s.isolated[p]:
        s.discard[r.effect_title[ISOLATION]] += <uint8_t>bits_count(s.isolated[p])
        s.isolated[p] = 0
    lose(s, p, r.vp_struggling * bits_count(s.colony[p] & s.struggling))


cdef inline void abandon_on(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N5.3."""
    if s.colony[s.actor] & free_sites(r, s):
        s.mover = s.actor
        s.step = STEP_ABANDON
    else:
        s.step = GO_PLAY


cdef inline void play_on(newworld_state *s) noexcept nogil:
    """N5.4."""
    if s.hand_count[s.actor]:
        s.mover = s.actor
        s.step = STEP_PLAY
    else:
        s.step = GO_IRON


cdef inline void end_game(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N12."""
    cdef int q
    for q in range(r.players):
        lose(s, q, r.vp_struggling * bits_count(s.colony[q] & s.struggling))
    s.mover = 0
    s.actor = s.first
    s.step = STEP_OVER


cdef inline void score(const newworld_rules *r, newworld_state *s, bint marauded) noexcept nogil:
    """N11.4, and on to the next turn."""
    cdef int p = s.actor, held = bits_count(successful(s, p)), sets = monopolies(r, s, p)
    if marauded:  # R16
        sets = 0
        if r.all_scores:
            held = 0
    s.vp[p] += <uint16_t>(held * r.vp_successful + sets * (r.vp_iron if s.iron else r.vp_monopoly))
    s.iron = 0
    s.mover = 0
    s.actor = <uint8_t>next_seat(r, p)
    if s.actor != s.first:
        s.step = GO_TURN
        return
    s.turn += 1
    if s.turn == r.turns:
        end_game(r, s)
    else:
        begin_dealing(s)
