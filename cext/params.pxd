"""Reading the flat parameters that `open` receives; for engines written in Cython."""

from libc.stdint cimport int64_t
from libc.stdio cimport snprintf
from libc.string cimport strcmp

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_TEXT, caravela_param, caravela_params


cdef inline const caravela_param *param_find(const caravela_params *params, const char *key) noexcept nogil:
    """The parameter named key, or NULL. Binary search: the items are sorted."""
    cdef size_t low = 0, high = params.count, middle
    cdef int order
    while low < high:
        middle = (low + high) // 2
        order = strcmp(params.items[middle].key, key)
        if order == 0:
            return &params.items[middle]
        if order < 0:
            low = middle + 1
        else:
            high = middle
    return NULL


cdef inline bint param_integer(const caravela_params *params, const char *key, int64_t low, int64_t high,
                               int64_t *out, char *err) noexcept nogil:
    """Reads one integer between low and high; on failure writes the reason to err and returns False."""
    cdef const caravela_param *item = param_find(params, key)
    if item is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "missing value %s", key)
        return False
    if item.kind != CARAVELA_INTEGER or item.count != 1:
        snprintf(err, CARAVELA_ERR_SIZE, "%s must be one integer", key)
        return False
    if item.integers[0] < low or item.integers[0] > high:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; it must be between %lld and %lld", key,
                 <long long>item.integers[0], <long long>low, <long long>high)
        return False
    out[0] = item.integers[0]
    return True


cdef inline const caravela_param *param_array(const caravela_params *params, const char *key, int kind,
                                              int low, int high, char *err) noexcept nogil:
    """The array named key with low .. high values of that kind; NULL, with the reason in err, on failure.
    Integers are accepted where reals are asked for."""
    cdef const caravela_param *item = param_find(params, key)
    if item is NULL:
        snprintf(err, CARAVELA_ERR_SIZE, "missing value %s", key)
        return NULL
    if item.count < low or item.count > high:
        snprintf(err, CARAVELA_ERR_SIZE, "%s has %d values; it must have %d to %d", key, item.count, low, high)
        return NULL
    if (item.count and item.kind != kind
            and (kind == CARAVELA_TEXT or item.kind == CARAVELA_TEXT or kind == CARAVELA_INTEGER)):
        snprintf(err, CARAVELA_ERR_SIZE, "%s has values of the wrong type", key)
        return NULL
    return item
