"""Foreign bytes (to do)."""
from lisboa_state cimport lisboa_rules, lisboa_state


cdef inline int check_state(const lisboa_rules *r, const lisboa_state *s, int p) noexcept nogil:
    return 0
