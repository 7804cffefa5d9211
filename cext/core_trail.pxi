# What happened so far, shared by states until they part.

@cython.final
@cython.no_gc
cdef class Trail:
    """Append-only record of a game: a stream of actions and one stream of codes a seat.

    A state owns the first so many values of every stream. Whoever owns all there is appends in place; who does not
    copies what it owns first. What is owned thus never changes, and a clone costs a reference.
    """

    cdef int32_t *data[STREAMS]
    cdef int32_t length[STREAMS]
    cdef int32_t room[STREAMS]

    def __dealloc__(self):
        cdef int i
        for i in range(STREAMS):
            free(self.data[i])

    cdef int reserve(self, int stream, Py_ssize_t extra) except -1:
        cdef Py_ssize_t wanted = self.length[stream] + extra
        cdef Py_ssize_t room = self.room[stream]
        cdef int32_t *moved
        if wanted <= room:
            return 0
        room = max(32, max(wanted, 2 * room))
        if room > ID_MAX:
            raise MemoryError
        moved = <int32_t *>realloc(self.data[stream], room * sizeof(int32_t))
        if moved is NULL:
            raise MemoryError
        self.data[stream] = moved
        self.room[stream] = <int32_t>room
        return 0

    cdef int append(self, int stream, const int32_t *values, int count) except -1:
        if count == 0:
            return 0
        self.reserve(stream, count)
        memcpy(self.data[stream] + self.length[stream], values, count * sizeof(int32_t))
        self.length[stream] += count
        return 0

    cdef Trail fork(self, const int32_t *lengths):
        cdef Trail made = Trail.__new__(Trail)
        cdef int i
        for i in range(STREAMS):
            made.append(i, self.data[i], lengths[i])
        return made

    cdef list values(self, int stream, int count):
        cdef int i
        return [self.data[stream][i] for i in range(count)]  # making a list may run code that adds to the stream
