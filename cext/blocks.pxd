"""Memory for states: aligned, zeroed blocks. Allocation is the host's task; engines never allocate."""

from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc

from abi cimport caravela_game


cdef inline size_t block_stride(const caravela_game *g) noexcept nogil:
    """Bytes from one state to the next in an array of states."""
    return (<size_t>g.state_size + <size_t>g.align - 1) // <size_t>g.align * <size_t>g.align


cdef inline void *blocks_new(const caravela_game *g, size_t count, size_t extra, void **first) noexcept nogil:
    """`count` zeroed states, then `extra` zeroed bytes. Returns what to `free` (NULL without memory) and writes the
    address of the first state, a multiple of g.align."""
    cdef void *memory = calloc(1, block_stride(g) * count + extra + <size_t>g.align)
    cdef uintptr_t align = <uintptr_t>g.align
    if memory is not NULL:
        first[0] = <void *>((<uintptr_t>memory + align - 1) // align * align)
    return memory
