"""Elementary functions that give the same bits on every machine (see include/detmath.h)."""

cdef extern from "detmath.h" nogil:
    double det_log(double x) noexcept
    double det_exp(double x) noexcept
    double det_tanh(double x) noexcept
