/* A small engine in plain C against the public header: two seats get one hidden card each and then take turns naming
 * numbers; the higher card wins. Options switch on faults, odd sizes and foreign states, which live on Python's heap. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <caravela.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int32_t step;    /* 0 and 1: deals; then `rounds` decisions; then the end */
    int32_t last;    /* the last action + 1 */
    int32_t sum;     /* of the actions */
    int32_t hand[2]; /* 0: not dealt; card + 1; -1: hidden */
} toy;

typedef struct {
    PyObject *box;   /* a bytearray with a toy in it */
} foreign;

typedef struct {
    int cards, rounds, actions, foreign, trap, codes;
} setup;

enum { TRAP_APPLY = 1, TRAP_OBSERVE, TRAP_MANY_CODES, TRAP_NEGATIVE_CODE, TRAP_ENDLESS, TRAP_COPY };

static int opened, boxes, misaligned;

int toy_opened(void) { return opened; }
int toy_boxes(void) { return boxes; }
int toy_misaligned(void) { return misaligned; }

static const setup *of(const caravela_game *g) { return g->self; }

static toy *at(const caravela_game *g, const void *s)
{
    if ((uintptr_t)s % (uintptr_t)g->align) misaligned++;
    if (!of(g)->foreign) return (toy *)s;
    return (toy *)PyByteArray_AS_STRING(((const foreign *)s)->box);
}

static int fail(const char *text)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyErr_SetString(PyExc_ArithmeticError, text);
    PyGILState_Release(gil);
    return CARAVELA_ERROR;
}

static int t_drop(const caravela_game *g, void *s)
{
    foreign *f = s;
    PyGILState_STATE gil = PyGILState_Ensure();
    if (f->box) boxes--;
    Py_CLEAR(f->box);
    PyGILState_Release(gil);
    return 0;
}

static int put(void *s, const void *bytes)
{
    foreign *f = s;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *box = PyByteArray_FromStringAndSize(bytes, sizeof(toy));
    if (box) {
        boxes += f->box == NULL;
        Py_XSETREF(f->box, box);
    }
    PyGILState_Release(gil);
    return box ? 0 : CARAVELA_ERROR;
}

static int t_copy(const caravela_game *g, void *dst, const void *src)
{
    if (of(g)->trap == TRAP_COPY && at(g, src)->step > 2) return fail("copy failed");
    return put(dst, at(g, src));
}

static int t_init(const caravela_game *g, void *s)
{
    toy fresh = {0};
    if (of(g)->foreign) return put(s, &fresh);
    *at(g, s) = fresh;
    return 0;
}

static int t_current_player(const caravela_game *g, const void *s)
{
    const toy *t = at(g, s);
    if (t->step < 2) return CARAVELA_CHANCE;
    if (t->step >= 2 + of(g)->rounds) return CARAVELA_TERMINAL;
    return t->step % 2;
}

static int t_legal_actions(const caravela_game *g, const void *s, int32_t *out)
{
    for (int i = 0; i < of(g)->actions; i++) out[i] = i;
    return of(g)->actions;
}

static int t_chance_outcomes(const caravela_game *g, const void *s, int32_t *out, double *p)
{
    const toy *t = at(g, s);
    int n = of(g)->cards;
    for (int i = 0; i < n; i++) {    /* the card already dealt is listed with probability 0 */
        out[i] = i;
        p[i] = t->step == 0 ? 1.0 / n : t->hand[0] == i + 1 ? 0.0 : 1.0 / (n - 1);
    }
    return n;
}

static int draw(caravela_rng *rng, int n)
{
    uint64_t x = rng->s[0] ^= rng->s[0] << 13;
    x ^= x >> 7;
    rng->s[0] = x ^= x << 17;
    return (int)((x >> 33) % (uint64_t)n);
}

static int t_sample_chance(const caravela_game *g, const void *s, caravela_rng *rng)
{
    const toy *t = at(g, s);
    int a = draw(rng, of(g)->cards - t->step);
    return t->step == 1 && a >= t->hand[0] - 1 ? a + 1 : a;
}

static int t_chance_key(const caravela_game *g, const void *s, uint64_t *key)
{
    *key = (uint64_t)7 << 32 | (uint64_t)at(g, s)->step;
    return 0;
}

static int t_apply(const caravela_game *g, void *s, int a)
{
    toy *t = at(g, s);
    if (t->step < 2) {
        t->hand[t->step++] = a + 1;
        return 0;
    }
    t->sum += a;
    t->last = a + 1;
    if (of(g)->trap == TRAP_APPLY && a == of(g)->actions - 1) return fail("apply failed");
    if (of(g)->trap == TRAP_ENDLESS) return 0;
    t->step++;
    return 0;
}

/* Codes: a card of one's own, then actions, then the other's card at the end; `codes` repeats them. */
static int t_observe(const caravela_game *g, const void *before, int a, const void *after, int p, int32_t *codes)
{
    const toy *b = at(g, before), *t = at(g, after);
    int n = 0;
    if (b->step < 2) {
        if (b->step == p) codes[n++] = a;
        return n;
    }
    if (p == 1 && a == of(g)->actions - 1) {
        if (of(g)->trap == TRAP_OBSERVE) return fail("observe failed");
        if (of(g)->trap == TRAP_MANY_CODES) return g->codes_max + 1;
        if (of(g)->trap == TRAP_NEGATIVE_CODE) { codes[0] = -5; return 1; }
    }
    for (int i = 0; i < of(g)->codes; i++) codes[n++] = of(g)->cards + a;
    if (t_current_player(g, after) == CARAVELA_TERMINAL) codes[n++] = t->hand[1 - p] - 1;
    return n;
}

static int t_redact(const caravela_game *g, void *s, int p)
{
    toy *t = at(g, s);
    if (t->hand[1 - p] && t_current_player(g, s) != CARAVELA_TERMINAL) t->hand[1 - p] = -1;
    return 0;
}

static int t_determinize(const caravela_game *g, const void *view, void *out, int p, caravela_rng *rng)
{
    toy world = *at(g, view);
    if (world.hand[1 - p] == -1) {
        int known = world.hand[p] != 0;
        int card = draw(rng, of(g)->cards - known);
        world.hand[1 - p] = (known && card >= world.hand[p] - 1 ? card + 1 : card) + 1;
    }
    if (of(g)->foreign) return put(out, &world) ? CARAVELA_ERROR : 0;
    *at(g, out) = world;
    return world.sum % 2;    /* claims a fallback on odd sums */
}

static int t_scores(const caravela_game *g, const void *s, double *out)
{
    for (int p = 0; p < 2; p++) out[p] = at(g, s)->hand[p] - 1;
    return 0;
}

static int t_returns(const caravela_game *g, const void *s, double *out)
{
    out[0] = at(g, s)->hand[0] > at(g, s)->hand[1] ? 1.0 : -1.0;
    out[1] = -out[0];
    return 0;
}

static int t_ranks(const caravela_game *g, const void *s, int32_t *out)
{
    out[0] = at(g, s)->hand[0] > at(g, s)->hand[1] ? 1 : 2;
    out[1] = 3 - out[0];
    return 0;
}

static int t_validate(const caravela_game *g, const void *s, int p)
{
    const toy *t = at(g, s);
    const setup *o = of(g);
    int decisions = t->step - 2;
    if (t->step < 0 || decisions > o->rounds) return 1;
    if (decisions < 0) decisions = 0;
    if (t->sum < 0 || t->sum > decisions * (o->actions - 1)) return 2;
    if (t->last < 0 || t->last > o->actions || (t->last == 0) != (decisions == 0) || t->last - 1 > t->sum) return 3;
    for (int q = 0; q < 2; q++) {
        int hidden = p >= 0 && q != p && t->step < 2 + o->rounds;
        if ((t->hand[q] != 0) != (t->step > q)) return 4;
        if (t->hand[q] > o->cards || t->hand[q] < -1) return 5;
        if (t->hand[q] == -1 && !hidden) return 6;
    }
    if (t->hand[0] > 0 && t->hand[0] == t->hand[1]) return 7;
    return 0;
}

static int t_observation(const caravela_game *g, const void *s, int p, float *out)
{
    out[0] = (float)at(g, s)->hand[p];
    out[1] = (float)at(g, s)->sum;
    return 0;
}

static int t_key(const caravela_game *g, const void *s, int p, uint64_t *out)
{
    const unsigned char *bytes = (const unsigned char *)at(g, s);
    *out = 14695981039346656037ULL;
    for (size_t i = 0; i < sizeof(toy); i++) *out = (*out ^ bytes[i]) * 1099511628211ULL;
    return 0;
}

static int t_pack(const caravela_game *g, const void *s, uint8_t *out, size_t room)
{
    if (room) memcpy(out, at(g, s), room < sizeof(toy) ? room : sizeof(toy));
    return sizeof(toy);
}

static int t_unpack(const caravela_game *g, void *s, const uint8_t *bytes, size_t count)
{
    if (count != sizeof(toy)) return fail("wrong number of bytes");
    return put(s, bytes);
}

static int64_t number(const caravela_params *params, const char *key)
{
    for (size_t i = 0; i < params->count; i++)
        if (!strcmp(params->items[i].key, key)) return params->items[i].integers[0];
    return 0;
}

static int t_open(const caravela_params *params, caravela_game *g, char *err)
{
    int64_t fault = number(params, "options.fault");
    for (size_t i = 1; i < params->count; i++)
        if (strcmp(params->items[i - 1].key, params->items[i].key) >= 0) {
            strcpy(err, "keys out of order");
            return 1;
        }
    if (fault == 11) {
        strcpy(err, "cards run out");
        return 1;
    }
    if (fault == 12) return fail("open failed"), 1;
    if (fault == 13) return 1;
    setup *o = calloc(1, sizeof *o);
    o->cards = (int)number(params, "options.cards");
    o->rounds = (int)number(params, "options.rounds");
    o->actions = (int)number(params, "options.actions");
    o->foreign = (int)number(params, "options.foreign");
    o->trap = (int)number(params, "options.trap");
    o->codes = (int)number(params, "options.codes");
    opened++;
    *g = (caravela_game){
        .abi = CARAVELA_ABI, .size = sizeof *g, .self = o, .layout = 0x1070,
        .state_size = o->foreign ? sizeof(foreign) : sizeof(toy), .align = (int)number(params, "options.align"),
        .players = 2, .action_count = o->actions, .legal_max = o->actions, .chance_max = o->cards,
        .decisions_max = o->rounds, .steps_max = o->rounds + 2, .codes_max = o->codes + 1,
        .min_utility = -1.0, .max_utility = 1.0, .score_scale = 1.0,
        .flags = CARAVELA_ZERO_SUM | (o->foreign ? CARAVELA_FOREIGN : 0),
        .init = t_init, .current_player = t_current_player, .legal_actions = t_legal_actions,
        .chance_outcomes = t_chance_outcomes, .sample_chance = t_sample_chance, .chance_key = t_chance_key,
        .apply = t_apply, .observe = t_observe, .redact = t_redact, .determinize = t_determinize,
        .returns = t_returns, .scores = t_scores, .ranks = t_ranks, .validate = t_validate,
    };
    if (number(params, "options.tensor")) {
        g->observation_size = 2;
        g->observation = t_observation;
    }
    if (o->foreign) {
        g->copy = t_copy;
        g->drop = t_drop;
        g->key = t_key;
        g->pack = t_pack;
        g->unpack = t_unpack;
    }
    switch (fault) {
    case 1: g->abi = 99; break;
    case 2: g->size = 8; break;
    case 3: g->apply = NULL; break;
    case 4: g->players = 9; break;
    case 5: g->align = 3; break;
    case 6: g->legal_max = g->action_count + 1; break;
    case 7: g->min_utility = 2.0; break;
    case 8: g->score_scale = 0.0; break;
    case 9: g->copy = t_copy; break;
    case 10: g->observation_size = 1; break;
    case 14: g->flags |= CARAVELA_FOREIGN; break;
    case 15: g->state_size = 0; break;
    case 16: g->steps_max = g->decisions_max - 1; break;
    case 17: g->max_utility = 1.0 / 0.0; break;
    case 18: fail("open failed late"); break;
    }
    return 0;
}

static void t_close(caravela_game *g)
{
    free(g->self);
    opened--;
}

const caravela_engine toy_engine = {CARAVELA_ABI, sizeof(caravela_engine), "toy", 3, t_open, t_close};
const caravela_engine future_engine = {CARAVELA_ABI + 1, sizeof(caravela_engine), "toy", 3, t_open, t_close};
const caravela_engine hollow_engine = {CARAVELA_ABI, sizeof(caravela_engine), "toy", 3, NULL, t_close};
