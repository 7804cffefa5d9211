# The random generator.

@cython.final
cdef class Rng:
    """xoshiro256++ seeded by SplitMix64 from (seed, stream). Picklable. Not thread-safe."""

    cdef caravela_rng rng

    def __cinit__(self, seed, stream=0):
        rng_seed(&self.rng, as_word(seed, "seed"), as_word(stream, "stream"))

    def next(self):
        """64 random bits."""
        return rng_next(&self.rng)

    def bounded(self, n):
        """Uniform in 0 .. n-1. ValueError if n < 1 or n >= 2**32."""
        number = operator.index(n)
        if not 1 <= number < 2**32:
            raise ValueError(f"cannot draw below {shorten(n)}; the bound must be between 1 and 2**32 - 1")
        return rng_bounded(&self.rng, <uint32_t>number)

    def uniform(self):
        """Uniform in [0, 1) with 53 bits."""
        return rng_uniform(&self.rng)

    def random(self):
        """`uniform` by the name that Python's own generators have."""
        return rng_uniform(&self.rng)

    @property
    def capsule(self):
        """PyCapsule "caravela.rng" of the generator's words, for native modules; it keeps the generator alive."""
        capsule = PyCapsule_New(&self.rng, "caravela.rng", release_rng)
        PyCapsule_SetContext(capsule, <void *>self)
        Py_INCREF(self)
        return capsule

    def __reduce__(self):
        return _restore_rng, (self.rng.s[0], self.rng.s[1], self.rng.s[2], self.rng.s[3])


cdef void release_rng(object capsule) noexcept:
    Py_DECREF(<object>PyCapsule_GetContext(capsule))


def _restore_rng(*words):
    """An Rng from its four words. ValueError if they cannot be a generator's."""
    cdef Rng made = Rng(0)
    cdef int i
    if len(words) != 4 or not any(words):
        raise ValueError(f"a generator has four words, not all zero; not {shorten(words)}")
    for i in range(4):
        made.rng.s[i] = as_word(words[i], "a generator's word")
    return made
