"""The search tree: nodes in an open-addressing hash table, edges in an arena, both within one byte budget.

Nodes lie in the table itself and move when it grows; that happens only between iterations. Edge blocks
never move; a block that became too small goes to a free list.
"""

from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset


ctypedef struct edge:
    int32_t action
    uint32_t visits
    uint32_t availability
    float prior             # -1: none given
    double total            # sum of the mover's values


# A node with regret matching keeps two more numbers an edge, in the same block behind the edges.
ctypedef struct regret_stats:
    double regret
    double strategy


ctypedef struct node:
    uint64_t key            # 0: empty slot
    edge *edges             # ascending by action; NULL until the second visit
    uint32_t selections
    uint32_t stamp          # the last iteration that met this node
    uint16_t count          # edges in use
    uint16_t room           # edges the block holds
    uint8_t player
    uint8_t hidden          # regret matching: the block carries regret_stats
    uint16_t unused


ctypedef struct arena_chunk:
    arena_chunk *next
    size_t used
    size_t size             # bytes after this header


cdef enum:
    MOST_EDGES = 65535      # that a node counts
    BLOCK_STEP = 4          # blocks hold a multiple of this many edges
    BLOCK_CLASSES = 64      # blocks of up to BLOCK_STEP * (BLOCK_CLASSES - 1) edges are recycled
    FIRST_SLOTS = 256
    FIRST_CHUNK = 16384
    LARGEST_CHUNK = 1048576


ctypedef struct search_tree:
    node *slots
    size_t capacity         # a power of two
    size_t used
    arena_chunk *chunks     # the newest first
    void *recycled[128]     # free blocks by size class (regret blocks second), linked through their first word
    size_t bytes            # of slots and chunks
    size_t budget
    uint64_t max_nodes      # 0: no limit
    bint full               # something did not fit


cdef inline int tree_open(search_tree *t, size_t budget, uint64_t max_nodes) noexcept nogil:
    """An empty tree; returns -1 without memory."""
    memset(t, 0, sizeof(search_tree))
    t.budget = budget
    t.max_nodes = max_nodes
    t.capacity = FIRST_SLOTS
    t.slots = <node *>calloc(FIRST_SLOTS, sizeof(node))
    if t.slots is NULL:
        return -1
    t.bytes = FIRST_SLOTS * sizeof(node)
    return 0


cdef inline void tree_close(search_tree *t) noexcept nogil:
    cdef arena_chunk *chunk = t.chunks
    cdef arena_chunk *following
    while chunk is not NULL:
        following = chunk.next
        free(chunk)
        chunk = following
    free(t.slots)
    memset(t, 0, sizeof(search_tree))


cdef inline node *tree_find(const search_tree *t, uint64_t key) noexcept nogil:
    """The node with that key, or NULL."""
    cdef size_t mask = t.capacity - 1
    cdef size_t i = key & mask
    while t.slots[i].key != 0:
        if t.slots[i].key == key:
            return &t.slots[i]
        i = (i + 1) & mask
    return NULL


cdef inline node *free_slot(node *slots, size_t capacity, uint64_t key) noexcept nogil:
    cdef size_t mask = capacity - 1
    cdef size_t i = key & mask
    while slots[i].key != 0:
        i = (i + 1) & mask
    return &slots[i]


cdef inline node *tree_add(search_tree *t, uint64_t key, int player, uint32_t stamp, bint root) noexcept nogil:
    """A new node, or NULL when memory (then `full` is set) or, but for roots, max_nodes forbids it. Moves nothing."""
    cdef node *added
    if t.max_nodes != 0 and t.used >= t.max_nodes and not root:
        return NULL
    if t.used + 1 > t.capacity - t.capacity // 8:
        t.full = True
        return NULL
    added = free_slot(t.slots, t.capacity, key)
    memset(added, 0, sizeof(node))
    added.key = key
    added.player = <uint8_t>player
    added.stamp = stamp
    t.used += 1
    return added


cdef inline void tree_grow(search_tree *t) noexcept nogil:
    """Doubles a table that is three quarters full, if old and new table together fit into the budget. Moves nodes."""
    cdef size_t capacity, i
    cdef node *slots
    cdef node *slot
    if t.used < t.capacity - t.capacity // 4:
        return
    capacity = 2 * t.capacity
    if t.bytes + capacity * sizeof(node) > t.budget:
        return
    slots = <node *>calloc(capacity, sizeof(node))
    if slots is NULL:
        return
    for i in range(t.capacity):
        if t.slots[i].key != 0:
            slot = free_slot(slots, capacity, t.slots[i].key)
            slot[0] = t.slots[i]
    free(t.slots)
    t.bytes += (capacity - t.capacity) * sizeof(node)
    t.slots = slots
    t.capacity = capacity


cdef inline void *arena_take(search_tree *t, size_t size, bint always) noexcept nogil:
    """size bytes (a multiple of 8) of the newest chunk or a new one; NULL if the budget forbids it, unless `always`."""
    cdef arena_chunk *chunk = t.chunks
    cdef size_t room
    cdef void *taken
    if chunk is NULL or chunk.size - chunk.used < size:
        room = FIRST_CHUNK if chunk is NULL else 2 * chunk.size
        if room > LARGEST_CHUNK:
            room = LARGEST_CHUNK
        if t.bytes + sizeof(arena_chunk) + room > t.budget:
            room = t.budget - t.bytes - sizeof(arena_chunk) if t.budget > t.bytes + sizeof(arena_chunk) else 0
            room &= ~<size_t>7
        if room < size:
            if not always and t.bytes + sizeof(arena_chunk) + size > t.budget:
                return NULL
            room = size
        chunk = <arena_chunk *>malloc(sizeof(arena_chunk) + room)
        if chunk is NULL:
            return NULL
        chunk.next = t.chunks
        chunk.used = 0
        chunk.size = room
        t.chunks = chunk
        t.bytes += sizeof(arena_chunk) + room
    taken = <char *>chunk + sizeof(arena_chunk) + chunk.used
    chunk.used += size
    return taken


cdef inline regret_stats *node_regrets(const node *n) noexcept nogil:
    """The numbers behind the edges of a hidden node that has edges."""
    return <regret_stats *>(n.edges + n.room)


cdef inline void **recycling(search_tree *t, size_t room, bint hidden) noexcept nogil:
    """Where free blocks of that kind are kept; NULL if they are not."""
    cdef size_t size_class = room // BLOCK_STEP
    if room % BLOCK_STEP != 0 or size_class >= BLOCK_CLASSES:
        return NULL
    return &t.recycled[size_class + (BLOCK_CLASSES if hidden else 0)]


cdef inline edge *block_take(search_tree *t, size_t room, bint hidden, bint always) noexcept nogil:
    cdef void **free_blocks = recycling(t, room, hidden)
    cdef void *block
    if free_blocks is not NULL and free_blocks[0] is not NULL:
        block = free_blocks[0]
        free_blocks[0] = (<void **>block)[0]
        return <edge *>block
    return <edge *>arena_take(t, room * (sizeof(edge) + (sizeof(regret_stats) if hidden else 0)), always)


cdef inline bint node_insert(search_tree *t, node *n, const int32_t *actions, int count, int missing,
                             bint always) noexcept nogil:
    """Gives node n the `missing` ones of `count` ascending actions. False (and `full`) without room; n is unchanged."""
    cdef size_t need = n.count + missing
    cdef size_t room = n.room
    cdef edge *old = n.edges
    cdef edge *block = old
    cdef regret_stats *old_regrets = NULL
    cdef regret_stats *regrets = NULL
    cdef void **free_blocks
    cdef int i, j, k
    if need > MOST_EDGES:
        t.full = True
        return False
    if need > room:
        room = (need + BLOCK_STEP - 1) // BLOCK_STEP * BLOCK_STEP
        if room > MOST_EDGES:
            room = need
        block = block_take(t, room, n.hidden, always)
        if block is NULL:
            t.full = True
            return False
    if n.hidden:
        regrets = <regret_stats *>(block + room)
        if old is not NULL:
            old_regrets = node_regrets(n)
    # Merge from the end, so that it works in place.
    i = n.count - 1
    j = count - 1
    k = <int>need - 1
    while k >= 0:
        if j < 0 or (i >= 0 and old[i].action >= actions[j]):
            if j >= 0 and old[i].action == actions[j]:
                j -= 1
            block[k] = old[i]
            if n.hidden:
                regrets[k] = old_regrets[i]
            i -= 1
        else:
            memset(&block[k], 0, sizeof(edge))
            block[k].action = actions[j]
            block[k].prior = -1.0
            if n.hidden:
                memset(&regrets[k], 0, sizeof(regret_stats))
            j -= 1
        k -= 1
    if block != old:
        free_blocks = recycling(t, n.room, n.hidden)
        if old is not NULL and free_blocks is not NULL:
            (<void **>old)[0] = free_blocks[0]
            free_blocks[0] = old
        n.edges = block
        n.room = <uint16_t>room
    n.count = <uint16_t>need
    return True
