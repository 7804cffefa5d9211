"""Reading numbers, words and rows of the data tables; every reader says what is wrong and what would be right."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdio cimport snprintf
from libc.string cimport strcmp, strlen

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array, param_find, param_integer

from lisboa_state cimport (
    ANY,
    GIVE_FAVOR,
    GIVE_GAIN,
    GIVE_GOOD,
    GIVE_INFLUENCE,
    GIVE_NONE,
    GIVE_OFFICIAL,
    GIVE_PILE,
    GIVE_RECRUIT,
    GIVE_REIS,
    GIVE_WIGS,
    lisboa_reward,
)

cdef enum:
    KEY = 96                # bytes of a key
    PRICE_MAX = 30          # of any price, hull, bonus in the data: sums stay below 256


cdef inline bint li_number(const caravela_params *params, const char *key, int low, int high, int32_t *out,
                           char *err) noexcept nogil:
    cdef int64_t value = 0
    if not param_integer(params, key, low, high, &value, err):
        return False
    out[0] = <int32_t>value
    return True


cdef inline bint li_total(const caravela_params *params, const char *key, int64_t wanted, char *err) noexcept nogil:
    """A number that follows from the rest of the data must agree with it."""
    cdef int64_t value = 0
    if not param_integer(params, key, -1000000, 1000000, &value, err):
        return False
    if value != wanted:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; by the rest of the data it must be %lld", key, <long long>value,
                 <long long>wanted)
        return False
    return True


cdef inline bint li_numbers(const caravela_params *params, const char *key, int count, int low, int high,
                            uint8_t *out, char *err) noexcept nogil:
    cdef const caravela_param *item = param_array(params, key, CARAVELA_INTEGER, count, count, err)
    cdef int i
    if item is NULL:
        return False
    for i in range(count):
        if item.integers[i] < low or item.integers[i] > high:
            snprintf(err, CARAVELA_ERR_SIZE, "%s has %lld; its values are %d to %d", key, <long long>item.integers[i],
                     low, high)
            return False
        out[i] = <uint8_t>item.integers[i]
    return True


cdef inline bint li_exactly(const caravela_params *params, const char *key, int count, const uint8_t *wanted,
                            char *err) noexcept nogil:
    """Numbers that the engine can take in one reading only."""
    cdef const caravela_param *item = param_array(params, key, CARAVELA_INTEGER, count, count, err)
    cdef int i
    if item is NULL:
        return False
    for i in range(count):
        if item.integers[i] != wanted[i]:
            snprintf(err, CARAVELA_ERR_SIZE, "%s has %lld; its value %d must be %d", key, <long long>item.integers[i],
                     i + 1, <int>wanted[i])
            return False
    return True


cdef inline const char *li_text(const caravela_params *params, const char *key, char *err) noexcept nogil:
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
    return item.texts[0] if item is not NULL else NULL


cdef inline int li_find(const caravela_param *list, const char *text) noexcept nogil:
    """Position of a text in a list, or -1."""
    cdef int i
    for i in range(list.count):
        if strcmp(list.texts[i], text) == 0:
            return i
    return -1


cdef inline bint li_word(const caravela_params *params, const char *key, const char *words, int *out,
                         char *err) noexcept nogil:
    """A text that must be one of the `words`, which are separated by blanks; out: its position."""
    cdef const char *text = li_text(params, key, err)
    cdef const char *at = words
    cdef int length, position = 0
    if text is NULL:
        return False
    while at[0] != 0:
        length = 0
        while at[length] != 0 and at[length] != 32:
            if text[length] != at[length]:
                break
            length += 1
        if (at[length] == 0 or at[length] == 32) and text[length] == 0:
            out[0] = position
            return True
        while at[0] != 0 and at[0] != 32:
            at += 1
        while at[0] == 32:
            at += 1
        position += 1
    snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.30s'; it must be one of: %s", key, text, words)
    return False


cdef inline bint li_words(const caravela_params *params, const char *key, const char *words, int count,
                          char *err) noexcept nogil:
    """A list that the engine can take in one reading only: these words, in this order."""
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, count, count, err)
    cdef const char *at = words
    cdef int i, length
    if item is NULL:
        return False
    for i in range(count):
        length = 0
        while at[length] != 0 and at[length] != 32 and item.texts[i][length] == at[length]:
            length += 1
        if at[length] != 0 and at[length] != 32 or item.texts[i][length] != 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s has '%.60s'; it must be, in this order: %s", key, item.texts[i],
                     words)
            return False
        at += length
        if at[0] == 32:
            at += 1
    return True


cdef inline void li_key(char *key, const char *table, int row, const char *column) noexcept nogil:
    snprintf(key, KEY, "%s.%d.%s", table, row, column)


cdef inline int li_rows(const caravela_params *params, const char *table, const char *column, int low, int high,
                        char *err) noexcept nogil:
    """Rows of a table, counted by a column that all have; -1 if there are too few or too many."""
    cdef char key[KEY]
    cdef int count = 0
    while True:
        li_key(key, table, count, column)
        if param_find(params, key) is NULL:
            break
        count += 1
    if count < low or count > high:
        snprintf(err, CARAVELA_ERR_SIZE, "%s has %d rows; it must have %d to %d", table, count, low, high)
        return -1
    return count


cdef inline bint li_cell(const caravela_params *params, const char *table, int row, const char *column, int low,
                         int high, int32_t *out, char *err) noexcept nogil:
    """A number in a row of a table."""
    cdef char key[KEY]
    li_key(key, table, row, column)
    return li_number(params, key, low, high, out, err)


cdef inline bint li_cell_word(const caravela_params *params, const char *table, int row, const char *column,
                              const char *words, int *out, char *err) noexcept nogil:
    """A text in a row of a table, one of the `words`."""
    cdef char key[KEY]
    li_key(key, table, row, column)
    return li_word(params, key, words, out, err)


cdef inline bint li_ids(const caravela_params *params, const char *table, int rows, const char *other, int others,
                        char *err) noexcept nogil:
    """Ids become parts of action names: no white space, none twice, neither here nor in the first `others` rows of the
    other table."""
    cdef char key[KEY]
    cdef const char *text
    cdef const char *twin
    cdef int i, j, k
    for i in range(rows):
        li_key(key, table, i, "id")
        text = li_text(params, key, err)
        if text is NULL:
            return False
        j = 0
        while text[j] > 32 or text[j] < 0:
            j += 1
        if j == 0 or text[j] != 0 or j > 20:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.60s'; an id has 1 to 20 characters and no white space", key,
                     text)
            return False
        for k in range(i + others):
            li_key(key, table if k < i else other, k if k < i else k - i, "id")
            twin = li_text(params, key, err)
            if twin is NULL:
                return False
            if strcmp(text, twin) == 0:
                snprintf(err, CARAVELA_ERR_SIZE, "%s has the id '%s' twice", table, text)
                return False
    return True


cdef inline bint li_reward(const caravela_params *params, const char *table, int row, const char *column,
                           bint penalty, lisboa_reward *out, char *err) noexcept nogil:
    """Kind, number and type of a reward or penalty."""
    cdef int kind = 0, type = 0
    cdef int32_t n = 0
    if penalty:
        if not li_cell_word(params, table, row, column, "good reis wigs influence official", &kind, err):
            return False
        kind = (GIVE_GOOD if kind == 0 else GIVE_REIS if kind == 1 else GIVE_WIGS if kind == 2
                else GIVE_INFLUENCE if kind == 3 else GIVE_OFFICIAL)
    else:
        if not li_cell_word(params, table, row, column,
                            "none good reis wigs gain_influence influence recruit pile_rubble royal_favor", &kind, err):
            return False
        kind = (GIVE_NONE if kind == 0 else GIVE_GOOD if kind == 1 else GIVE_REIS if kind == 2
                else GIVE_WIGS if kind == 3 else GIVE_GAIN if kind == 4 else GIVE_INFLUENCE if kind == 5
                else GIVE_RECRUIT if kind == 6 else GIVE_PILE if kind == 7 else GIVE_FAVOR)
    if not li_cell(params, table, row, "n", 0 if kind == GIVE_NONE else 1, PRICE_MAX, &n, err):
        return False
    if kind == GIVE_GOOD and not li_cell_word(params, table, row, "type", "gold cloth books tools any", &type, err):
        return False
    out.kind = <uint8_t>kind
    out.n = <uint8_t>n
    out.type = <uint8_t>type if kind == GIVE_GOOD else 0
    return True
