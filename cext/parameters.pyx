"""Flat parameters as the C arrays that an engine's `open` reads."""

cimport cython
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free

from abi cimport CARAVELA_INTEGER, CARAVELA_REAL, CARAVELA_TEXT, caravela_param, caravela_params


@cython.final
cdef class Parameters:
    """Owns the C form of a list of `flatten.Parameter`. `capsule` ("caravela.params") is valid while this lives."""

    cdef caravela_params table
    cdef caravela_param *items
    cdef Py_ssize_t size
    cdef list texts             # bytes objects that the C strings point into
    cdef readonly object capsule

    def __cinit__(self, list items not None):
        self.texts = []
        self.items = <caravela_param *>calloc(max(1, len(items)), sizeof(caravela_param))
        if self.items is NULL:
            raise MemoryError
        self.size = len(items)
        self.table.items = self.items
        for key, kind, values in items:
            self.fill(&self.items[self.table.count], key, kind, values)
            self.table.count += 1
        self.capsule = PyCapsule_New(&self.table, "caravela.params", NULL)

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.size):
            free(<void *>self.items[i].integers)
            free(<void *>self.items[i].reals)
            free(<void *>self.items[i].texts)
        free(self.items)

    cdef const char *keep(self, str text) except NULL:
        cdef bytes encoded = text.encode()
        self.texts.append(encoded)
        return encoded

    cdef int fill(self, caravela_param *item, str key, int kind, tuple values) except -1:
        cdef Py_ssize_t i, count = len(values)
        cdef int64_t *integers
        cdef double *reals
        cdef const char **texts
        item.key = self.keep(key)
        item.kind = kind
        item.count = <int>count
        if kind == CARAVELA_TEXT:
            texts = <const char **>calloc(max(1, count), sizeof(char *))
            item.texts = texts
            if texts is NULL:
                raise MemoryError
            for i in range(count):
                texts[i] = self.keep(values[i])
            return 0
        reals = <double *>calloc(max(1, count), sizeof(double))
        item.reals = reals
        if reals is NULL:
            raise MemoryError
        for i in range(count):
            reals[i] = values[i]
        if kind == CARAVELA_REAL:
            return 0
        integers = <int64_t *>calloc(max(1, count), sizeof(int64_t))
        item.integers = integers
        if integers is NULL:
            raise MemoryError
        for i in range(count):
            integers[i] = values[i]
        return 0
