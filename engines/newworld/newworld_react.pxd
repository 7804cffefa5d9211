"""Reactions (N7): everybody is asked in turn, whether he holds a card that fits or not, so that asking tells nothing.

The stack is the card in play (`title`, in the tally none), then `answer`, then so many `fates`. Its top is `top`'s.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from newworld_cards cimport carry_out, harmed
from newworld_hands cimport card_there, leave_hand
from newworld_state cimport (
    EMBARGO,
    FATE,
    GO_CARD_DONE,
    GO_CLOSED,
    GO_DRAW,
    GO_IRON,
    GO_MARAUDERS,
    IRON_GRIP,
    LOYALTY,
    MARAUDERS,
    MODE_SUPPORT,
    REVOLT,
    STEP_DRAW,
    STEP_REACT,
    WINDOW_ANSWER,
    WINDOW_DECLARED,
    WINDOW_NONE,
    WINDOW_REVOLT,
    WINDOW_TALLY,
    newworld_rules,
    newworld_state,
    next_seat,
    present,
)
from newworld_turn cimport score


cdef inline bint is_asked(const newworld_state *s, int q) noexcept nogil:
    """Who is passed over is publicly known to be unable to react: an empty hand, too many VP for Revolt (N7.7)."""
    return s.hand_count[q] and (s.window != WINDOW_REVOLT or s.vp[q] < s.vp[s.actor])


cdef inline void ask_after(const newworld_rules *r, newworld_state *s, int q) noexcept nogil:
    """N7.2: clockwise, up to the player whose card is answered."""
    q = next_seat(r, q)
    while q != s.top and not is_asked(s, q):
        q = next_seat(r, q)
    if q == s.top:
        s.mover = 0
        s.step = GO_CLOSED
    else:
        s.mover = <uint8_t>q
        s.step = STEP_REACT


cdef inline void open_window(const newworld_rules *r, newworld_state *s, int window, int top) noexcept nogil:
    s.window = <uint8_t>window
    s.top = <uint8_t>top
    ask_after(r, s, top)


cdef inline uint32_t reactions(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Titles in the hand of the seat that is asked which fit, as bits."""
    cdef uint32_t fit
    if s.window == WINDOW_REVOLT:
        fit = r.title_bit[REVOLT]
    elif s.window == WINDOW_TALLY:
        fit = r.title_bit[MARAUDERS]
    else:
        fit = r.title_bit[FATE]
        if s.window == WINDOW_DECLARED:  # N7.3
            if s.mode == MODE_SUPPORT and r.value[s.title - 1] < 0:
                fit |= r.title_bit[EMBARGO]
            elif harmed(r, s) & s.colony[s.mover]:
                fit |= r.title_bit[LOYALTY]
    return fit & present(s.hand[s.mover])


cdef inline void react(const newworld_rules *r, newworld_state *s, int t) noexcept nogil:
    """The seat that is asked plays a reaction; or the actor plays Iron Grip."""
    leave_hand(r, s, s.mover, t)
    if s.window == WINDOW_ANSWER:
        s.fates += 1
    else:
        s.answer = <uint8_t>(1 + t)
        s.answerer = s.mover
    open_window(r, s, WINDOW_ANSWER, s.mover)


cdef inline void resolve(const newworld_rules *r, newworld_state *s, bint answered) noexcept nogil:
    """N6.4, N6.5: the card in play takes effect; its reaction slot is used if it was answered."""
    cdef bint harm = carry_out(r, s)
    if harm and not answered:
        s.staged = 0
        s.target = 0
        open_window(r, s, WINDOW_REVOLT, s.actor)
    else:
        s.step = GO_CARD_DONE


cdef inline void discard_answer(newworld_state *s) noexcept nogil:
    s.discard[s.answer - 1] += 1
    s.answer = 0
    s.answerer = 0


cdef inline void draw_on(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N7.5, N7.7: the reactor draws. His card and the one in play are no part of a pile that is shuffled now."""
    if s.due and card_there(r, s):
        s.mover = s.answerer
        s.step = STEP_DRAW
        return
    s.due = 0
    discard_answer(s)
    s.step = GO_CARD_DONE


cdef inline void take_effect(const newworld_rules *r, newworld_state *s, int effect, int q) noexcept nogil:
    """A reaction of seat q, or Iron Grip, stands."""
    if effect == EMBARGO:
        s.due = <uint8_t>r.embargo_draw
        s.step = GO_DRAW
        return
    if effect == REVOLT:
        s.due = <uint8_t>r.revolt_draw
        s.step = GO_DRAW
        return
    discard_answer(s)
    if effect == FATE:  # N7.5, R29
        s.step = GO_CARD_DONE
    elif effect == LOYALTY:
        s.staged &= <uint16_t>~(harmed(r, s) & s.colony[q])
        resolve(r, s, True)
    elif effect == IRON_GRIP:
        s.iron = 1
        s.step = GO_MARAUDERS
    else:
        score(r, s, True)


cdef inline void fall_flat(const newworld_rules *r, newworld_state *s, int effect) noexcept nogil:
    """N7.6: a reaction, or Iron Grip, was cancelled."""
    discard_answer(s)
    if effect == REVOLT:
        s.step = GO_CARD_DONE
    elif effect == IRON_GRIP:
        s.step = GO_IRON
    elif effect == MARAUDERS:
        score(r, s, False)
    else:
        resolve(r, s, True)


cdef inline void close_window(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """Nobody adds to the stack: it is resolved from its top."""
    cdef int window = s.window, effect, q = s.answerer
    cdef bint stands = s.fates % 2 == 0  # N7.4
    s.window = WINDOW_NONE
    s.top = 0
    if window == WINDOW_DECLARED:
        resolve(r, s, False)
    elif window == WINDOW_REVOLT:
        s.step = GO_CARD_DONE
    elif window == WINDOW_TALLY:
        score(r, s, False)
    else:
        effect = r.effect[s.answer - 1]
        if s.fates:
            s.discard[r.effect_title[FATE]] += s.fates
            s.fates = 0
        if stands:
            take_effect(r, s, effect, q)
        else:
            fall_flat(r, s, effect)
