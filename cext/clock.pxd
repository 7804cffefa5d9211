cdef extern from "clock.h" nogil:
    double monotonic_seconds() noexcept
