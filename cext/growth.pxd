"""Running iterations until the budget is spent, with an eye on the clock, the stop flag and signals."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from clock cimport monotonic_seconds
from iteration cimport iterate
from search_types cimport search_worker


cdef inline int grow(search_worker *w, uint64_t limit, double deadline, volatile int *stopping,
                     bint signals) except -100:
    """Iterates until the limit, the deadline or the stop flag. The main thread looks for signals every 20 ms;
    batches are sized so that the clock is read about every half millisecond."""
    cdef double now = monotonic_seconds()
    cdef double last = now
    cdef double signalled = now
    cdef uint64_t batch = 1
    cdef uint64_t i
    with nogil:
        while w.iterations < limit and not stopping[0]:
            i = 0
            while i < batch and w.iterations < limit:
                iterate(w)
                i += 1
            now = monotonic_seconds()
            if now >= deadline:
                break
            if now - last < 0.00025 and batch < 65536:
                batch *= 2
            elif now - last > 0.0005 and batch > 1:
                batch //= 2
            last = now
            if signals and now - signalled > 0.02:
                signalled = now
                with gil:
                    PyErr_CheckSignals()
    return 0
