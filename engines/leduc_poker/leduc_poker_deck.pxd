"""The deck of Leduc poker as a set of bits, one for each card of it; card c has rank c // 2 (L1)."""

from libc.stdint cimport uint32_t

from abi cimport caravela_game, caravela_rng
from leduc_poker_state cimport SUITS, leduc_poker_state, rules_of
from rng cimport rng_bounded


cdef inline int deck_size(const caravela_game *g) noexcept nogil:
    return SUITS * (g.players + 1)


cdef inline uint32_t take_card(const caravela_game *g, uint32_t gone, int card) noexcept nogil:
    """The cards that are gone, with one more. `card` is as the state stores it, plus one; 0 takes nothing."""
    cdef int c = (card - 1) << rules_of(g).merged
    if card == 0:
        return gone
    if rules_of(g).merged and gone >> c & 1:
        c += 1                                      # alike: of each rank the first card goes first
    return gone | <uint32_t>1 << c


cdef inline uint32_t cards_gone(const caravela_game *g, const leduc_poker_state *s) noexcept nogil:
    """All cards that are known not to be in the deck."""
    cdef uint32_t gone = take_card(g, 0, s.open_card)
    cdef int q
    for q in range(s.dealt):
        gone = take_card(g, gone, s.card[q])
    return gone


cdef inline int draw_card(const caravela_game *g, uint32_t *gone, caravela_rng *rng) noexcept nogil:
    """Draws a card of the deck, all alike, and returns it as the state stores it, plus one.

    At most half of the deck is ever gone, so that two tries are enough on average.
    """
    cdef uint32_t c = rng_bounded(rng, <uint32_t>deck_size(g))
    while gone[0] >> c & 1:
        c = rng_bounded(rng, <uint32_t>deck_size(g))
    gone[0] |= <uint32_t>1 << c
    return (c >> rules_of(g).merged) + 1
