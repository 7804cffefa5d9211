/* Caravela's C interface, version 1: a game is a table of functions over plain memory.
 *
 * An engine exports a PyCapsule named "caravela.engine" that points to a caravela_engine. The host
 * opens it with flat parameters (options and data tables) and gets a caravela_game: an immutable
 * instance that threads share. A heuristic exports a PyCapsule "caravela.heuristic".
 *
 * States are blocks of `state_size` bytes without pointers (unless CARAVELA_FOREIGN is set) and in
 * canonical form: equal situations have equal bytes, dead slots and padding are zero. The host owns all
 * memory and aligns states to `align`; engines allocate nothing after `open`.
 *
 * Every function returns an int. CARAVELA_ERROR means that a Python exception is set in the calling
 * thread; native engines never return it. Functions are called without the GIL.
 *
 * The structs grow only at their end; `abi` and `size` say what the other side knows.
 */
#ifndef CARAVELA_H
#define CARAVELA_H

#include <stddef.h>
#include <stdint.h>

#define CARAVELA_ABI 1

#define CARAVELA_CHANCE (-1)    /* current_player: a chance event is next */
#define CARAVELA_TERMINAL (-4)  /* current_player: the game is over */
#define CARAVELA_ERROR (-100)   /* any function: a Python exception is set */

#define CARAVELA_MAX_PLAYERS 8
#define CARAVELA_ERR_SIZE 256   /* bytes of the text buffer given to open */

/* caravela_game.flags */
#define CARAVELA_FOREIGN 1u     /* states hold references: use copy, drop, key, pack, unpack */
#define CARAVELA_ZERO_SUM 2u    /* returns always add up to zero */

/* xoshiro256++ state; never all zero. */
typedef struct caravela_rng {
    uint64_t s[4];
} caravela_rng;

/* One option ("options.players") or one value or array of a data table ("galleon.0.weight_limit",
 * "goods_boxes.values"). Arrays of tables get their index as a path component. */
#define CARAVELA_INTEGER 0      /* booleans are 0 and 1 */
#define CARAVELA_REAL 1
#define CARAVELA_TEXT 2

typedef struct caravela_param {
    const char *key;
    int32_t kind;
    int32_t count;              /* how many values; a scalar has one */
    const int64_t *integers;    /* kind INTEGER, else NULL */
    const double *reals;        /* kinds INTEGER and REAL, else NULL */
    const char *const *texts;   /* kind TEXT, else NULL */
} caravela_param;

typedef struct caravela_params {
    size_t count;
    const caravela_param *items; /* ascending by strcmp of key */
} caravela_params;

typedef struct caravela_game caravela_game;

struct caravela_game {
    uint32_t abi;
    uint32_t size;              /* host: its sizeof before open; engine: its own sizeof after */
    void *self;                 /* host: the caravela_engine before open; engine: its instance data after */
    uint64_t digest;            /* of options and data; written by the host */
    uint64_t layout;            /* identifies the meaning of state bytes; a heuristic must name the same */
    int32_t state_size;         /* bytes */
    int32_t align;              /* of a state, a power of two, at most 64 */
    int32_t players;
    int32_t action_count;       /* action ids are 0 .. action_count-1 */
    int32_t legal_max;          /* most legal actions at one decision */
    int32_t chance_max;         /* chance outcome ids are 0 .. chance_max-1 */
    int32_t decisions_max;      /* most player decisions in a game */
    int32_t steps_max;          /* most steps in a game, chance included */
    int32_t codes_max;          /* most codes one step shows to one seat */
    int32_t observation_size;   /* floats written by `observation`; 0 without it */
    double min_utility;
    double max_utility;
    double score_scale;         /* a margin of points that nearly decides a game (tanh 1 = 0.76) */
    uint32_t flags;

    /* The state before the first chance event. Writes all state_size bytes. */
    int (*init)(const caravela_game *g, void *s);
    /* The seat to act, CARAVELA_CHANCE or CARAVELA_TERMINAL. */
    int (*current_player)(const caravela_game *g, const void *s);
    /* Writes the legal actions of the seat to act in ascending order; returns how many (>= 1 at a
     * decision, 0 at chance and terminal states). Works on a view of the seat to act as well. */
    int (*legal_actions)(const caravela_game *g, const void *s, int32_t *out);
    /* Writes every outcome with its probability; returns how many (<= chance_max). Ascending ids. */
    int (*chance_outcomes)(const caravela_game *g, const void *s, int32_t *out, double *p);
    /* Draws one outcome with exactly those probabilities; returns it. */
    int (*sample_chance)(const caravela_game *g, const void *s, caravela_rng *rng);
    /* key = (deck or coin) << 32 | ordinal of this draw on it. Never the same twice in a game. */
    int (*chance_key)(const caravela_game *g, const void *s, uint64_t *key);
    /* Deterministic. `a` is a legal action, or an outcome at a chance state; never checked here. */
    int (*apply)(const caravela_game *g, void *s, int a);
    /* What seat p learns from the step `a` that led from before to after: writes 0 .. codes_max
     * non-negative codes and returns how many. None: p notices nothing. */
    int (*observe)(const caravela_game *g, const void *before, int a, const void *after, int p, int32_t *codes);
    /* Blanks in place every byte that seat p does not know. Idempotent. */
    int (*redact)(const caravela_game *g, void *s, int p);
    /* Samples a world consistent with p's redacted view (view and out do not overlap). Returns 0, or 1 if
     * the exact law would have needed unbounded work and a fallback world was made. */
    int (*determinize)(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng);
    /* At terminal states: utilities, the game's own points, places (1 = best, ties share;
     * if nobody wins, all have the last place, `players`). */
    int (*returns)(const caravela_game *g, const void *s, double *out);
    int (*scores)(const caravela_game *g, const void *s, double *out);
    int (*ranks)(const caravela_game *g, const void *s, int32_t *out);
    /* Foreign bytes: 0 if every field is in bounds and consistent, for a true state (p = -1) or seat p's
     * view; else a positive number that names the failed check. Must not trust any byte. */
    int (*validate)(const caravela_game *g, const void *s, int p);

    /* Optional: NULL where absent. */
    /* Ordinal of the current turn, public: decisions with equal ordinals belong to one turn. */
    int (*turn)(const caravela_game *g, const void *s);
    /* Seat p's view as observation_size floats. */
    int (*observation)(const caravela_game *g, const void *s, int p, float *out);
    /* CARAVELA_FOREIGN only. `copy` releases what dst held (zero bytes: nothing); `drop` releases and zeroes;
     * `key` hashes seat p's view (p = -1: the true state); pack returns the bytes needed and writes at most `room`. */
    int (*copy)(const caravela_game *g, void *dst, const void *src);
    int (*drop)(const caravela_game *g, void *s);
    int (*key)(const caravela_game *g, const void *s, int p, uint64_t *out);
    int (*pack)(const caravela_game *g, const void *s, uint8_t *out, size_t room);
    int (*unpack)(const caravela_game *g, void *s, const uint8_t *bytes, size_t count);
};

typedef struct caravela_engine {
    uint32_t abi;
    uint32_t size;
    const char *name;
    uint32_t rules_version;     /* goes up whenever the same actions may lead to another state */
    /* Fills *out; returns 0, or non-zero with a reason in err. `params` lives only during the call. */
    int (*open)(const caravela_params *params, caravela_game *out, char *err);
    void (*close)(caravela_game *g);
} caravela_engine;

/* Knowledge about one game, linear in a weight vector that is passed with every call. Works on complete
 * worlds only. */
typedef struct caravela_heuristic {
    uint32_t abi;
    uint32_t size;
    const char *game;           /* the engine's name */
    uint64_t layout;            /* the caravela_game.layout it was compiled for */
    int32_t n_weights;
    const char *const *names;   /* n_weights names, for people and for tuning */
    const double *defaults;     /* n_weights values */
    /* Probabilities (sum 1) of the n legal `actions` of seat p. */
    int (*prior)(const caravela_game *g, const void *s, int p, const int32_t *actions, int n,
                 const double *w, double *out);
    /* Expected utility of every seat, between min_utility and max_utility. */
    int (*evaluate)(const caravela_game *g, const void *s, const double *w, double *out);
} caravela_heuristic;

#endif
