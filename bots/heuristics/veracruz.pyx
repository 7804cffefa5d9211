"""What is known about Veracruz 1631, as a PyCapsule "caravela.heuristic": action priors and an evaluation.

Both rest on one estimate: the chance that a galleon arrives (V7.2), from its imbalance, meteorology and how much is
still to be loaded. `prior` scores an action by linear features and takes the softmax; it reads only what seat p
knows (V11), so that it serves as a model of an opponent too. `evaluate` goes through all the ways in which galleons may
arrive, counts every seat's points (V8) and turns them into smooth shares of the win.

Every weight is described where it is declared. All numbers come from IEEE basic operations and `detmath.h`: every machine
gives the same bits. `benchmarks/tune_heuristic.py` finds weights by self-play.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy

from abi cimport CARAVELA_ABI, caravela_game, caravela_heuristic
from detmath cimport det_exp

from veracruz_play cimport toss, write_returns
from veracruz_state cimport (
    BETS_MAX,
    GALLEONS_MAX,
    GOODS_MAX,
    PHASE_ACT,
    PHASE_DEAL,
    PHASE_LAST_TOSS,
    PHASE_OVER,
    REACH_PORT,
    RIGHT,
    SEATS_MAX,
    SLOT_NONE,
    VERACRUZ_LAYOUT,
    WEIGHT_MAX,
    rules_of,
    veracruz_galleon,
    veracruz_rules,
    veracruz_state,
)

# Weights, in the order of the vector. "Late" falls with the weight still missing to the red zones: 1 at the end, 1/2 with
# LATE_HALF missing. "Left" is the part of that weight still missing: 1 at the start, 0 at the end.
cdef enum:
    SHARPNESS           # factor of all scores of actions: an inverse temperature, 0 makes every action alike
    # The chance that a galleon arrives is (1 + x / sqrt(1 + x * x)) / 2, x the sum of
    ARRIVE              # 1
    ARRIVE_LEFT         # left
    ARRIVE_WEATHER      # late * (meteorology - its start)
    ARRIVE_WEATHER_LEFT  # left * (meteorology - its start)
    ARRIVE_TILT         # late * imbalance
    ARRIVE_TILT_LEFT    # left * imbalance
    ARRIVE_TOSS         # late * (chance to arrive if only the last toss were to come - 1/2)
    ARRIVE_ROOM         # weight that the galleon still takes, in tens
    ARRIVE_TILT_ROOM    # the same times imbalance
    # Loads. Points are expected ones: value or bet, times the chance that it counts.
    LOAD_OWN            # own points gained by this load, bets included
    LOAD_OTHERS         # points that the goods of others gain, on average
    LOAD_LEADER         # points that the good of others with most points gains
    LOAD_OWN_BOX        # value of a box of the own good
    LOAD_OTHER_BOX      # value of a box of another good
    LOAD_OWN_BOX_LEFT   # left * value of a box of the own good
    LOAD_STONE          # 1 for a stone
    LOAD_STONE_LEFT     # left, for a stone
    LOAD_STONE_WEIGHT   # its weight
    LOAD_EMPTY          # 1 for an empty box
    LOAD_EMPTY_LEFT     # left, for an empty box
    LOAD_ROOM           # weight that others' goods and stones take, times the chance that the galleon arrives
    LOAD_FILL           # weight gained towards the red zone
    LOAD_FILL_LEAD      # the same times own points less those of the leader
    LOAD_FILL_BETS      # the same times late and own betting cards not placed
    LOAD_END            # 1 if this load ends the game
    LOAD_END_LEAD       # own points less those of the leader if this load ends the game
    # Bets
    BET                 # 1
    BET_LEFT            # left
    BET_POINTS          # expected points
    BET_POINTS_LEFT     # left * expected points
    BET_BEHIND          # others' bets there times the chance that this one is right
    BET_SUNKEN          # 1 for sunken
    BET_STAKE           # value of the own good there, less for sunken
    # Draws
    DRAW_OWN            # value of a box of the own good
    DRAW_OTHER          # value of a box of another good
    DRAW_STONE          # 1 for a stone
    DRAW_STONE_WEIGHT   # its weight
    DRAW_EMPTY          # 1 for an empty box
    # Evaluation: points that a seat may still expect, and how sharply points decide
    EVALUATE_HAND       # left * value of the own good in the hand
    EVALUATE_BET        # left * betting cards not placed
    EVALUATE_TURN       # left, for the seat to act
    EVALUATE_SHARP      # factor of points at the end
    EVALUATE_SHARP_LEFT  # left: what is added to it
    WEIGHTS

cdef enum:
    LATE_HALF = 6
    MISSING_MAX = GALLEONS_MAX * WEIGHT_MAX

cdef double[MISSING_MAX + 1] LATE       # by missing weight
cdef double[BETS_MAX][BETS_MAX] SPLIT   # [n][k]: chance that k of n bets of unknown kinds are right, each with 1/2


cdef fill_tables():
    cdef int n, k
    for n in range(MISSING_MAX + 1):
        LATE[n] = <double>LATE_HALF / (LATE_HALF + n)
    for n in range(BETS_MAX):
        for k in range(BETS_MAX):
            if n == 0:
                SPLIT[n][k] = k == 0
            else:
                SPLIT[n][k] = (SPLIT[n - 1][k] + (SPLIT[n - 1][k - 1] if k else 0.0)) / 2


fill_tables()

# What the chance to arrive depends on besides the galleon's imbalance and the weight missing.
ctypedef struct weather:
    double whole            # 1 / weight from nothing to all red zones
    double late             # factor of `late` that does not depend on the galleon
    double left             # factor of `left`, likewise
    int32_t sun             # meteorology after the last toss, if it comes next
    int32_t storm
    double sun_chance

# What seat p makes of the table.
ctypedef struct outlook:
    weather sky
    int32_t own                     # its good
    int32_t leader                  # the other good with most expected points
    int32_t missing                 # weight to the red zones, all galleons
    double left
    double lead                     # own expected points less the leader's
    double filling                  # score of a unit of weight towards the red zones
    double arrival[GALLEONS_MAX]
    double stake[GALLEONS_MAX]      # own points that depend on the arrival: value and bets
    double others[GALLEONS_MAX]     # mean value of the other goods
    double share                    # 1 / number of other goods


cdef inline int to_red(const veracruz_rules *r, int g, int weight) noexcept nogil:
    """Weight that galleon g misses to the red zone."""
    return max(0, <int>r.red_from[g] - weight)


cdef inline void read_weather(const veracruz_rules *r, const veracruz_state *s, const double *w,
                              weather *sky) noexcept nogil:
    cdef int whole = 0, g
    cdef double warm = <int>s.meteorology - r.meteorology_start
    for g in range(r.galleons):
        whole += r.red_from[g]
    sky.whole = 1.0 / whole if whole else 0.0
    sky.late = w[ARRIVE_WEATHER] * warm - 0.5 * w[ARRIVE_TOSS]
    sky.left = w[ARRIVE_LEFT] + w[ARRIVE_WEATHER_LEFT] * warm
    sky.sun = max(r.meteorology_min, min(s.meteorology + r.face_step[0], r.meteorology_max))
    sky.storm = max(r.meteorology_min, min(s.meteorology + r.face_step[1], r.meteorology_max))
    sky.sun_chance = r.face_probability[0]


cdef inline double last_toss(const weather *sky, int tilt) noexcept nogil:
    """V7.2: the chance that a galleon of this imbalance arrives if the game ends now."""
    return (sky.sun_chance if tilt < sky.sun else 0.0) + (1.0 - sky.sun_chance if tilt < sky.storm else 0.0)


cdef inline double arrives(const weather *sky, const double *w, int balance, int room, int missing) noexcept nogil:
    """The chance that a galleon arrives, from its balance, the weight it takes and the weight missing on all."""
    cdef int tilt = balance if balance >= 0 else -balance
    cdef double late, left, x
    if missing == 0:
        return last_toss(sky, tilt)
    late = LATE[missing]
    left = missing * sky.whole
    x = (w[ARRIVE] + late * (sky.late + w[ARRIVE_TILT] * tilt + w[ARRIVE_TOSS] * last_toss(sky, tilt))
         + left * (sky.left + w[ARRIVE_TILT_LEFT] * tilt)
         + 0.1 * room * (w[ARRIVE_ROOM] + w[ARRIVE_TILT_ROOM] * tilt))
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


cdef inline double place_points(const veracruz_rules *r, int own, int others) noexcept nogil:
    """V8.2: what a correct bet pays behind `own` bets of its kind and `others` of unknown kinds."""
    cdef double points = 0.0
    cdef int k
    for k in range(others + 1):
        points += SPLIT[others][k] * r.correct[own + k]
    return points


cdef inline double bet_stake(const veracruz_rules *r, const veracruz_state *s, int p, int g) noexcept nogil:
    """What seat p's bets gain if galleon g arrives instead of sinking; the others' kinds of bets are not read."""
    cdef double stake = 0.0
    cdef int own[2]
    cdef int others = 0, i, kind
    own[0] = own[1] = 0
    for i in range(s.bet_count[g]):
        if s.bets[g][i] >> 2 != p:
            others += 1
            continue
        kind = (s.bets[g][i] & 3) - 1
        if kind == REACH_PORT:
            stake += place_points(r, own[kind], others) - r.wrong
        else:
            stake -= place_points(r, own[kind], others) - r.wrong
        own[kind] += 1
    return stake


cdef inline void look(const veracruz_rules *r, const veracruz_state *s, int p, const double *w,
                      outlook *o) noexcept nogil:
    """Reads what seat p knows."""
    cdef double points[GOODS_MAX]
    cdef int g, k, value
    read_weather(r, s, w, &o.sky)
    o.own = s.investment[p] - 1
    o.missing = 0
    for g in range(r.galleons):
        o.missing += to_red(r, g, s.galleon[g].weight)
    o.left = o.missing * o.sky.whole
    o.share = 1.0 / (r.goods - 1)
    for k in range(r.goods):
        points[k] = 0.0
    for g in range(r.galleons):
        o.arrival[g] = arrives(&o.sky, w, s.galleon[g].balance, r.weight_limit[g] - s.galleon[g].weight, o.missing)
        value = 0
        for k in range(r.goods):
            points[k] += o.arrival[g] * s.galleon[g].value[k]
            value += s.galleon[g].value[k]
        o.others[g] = o.share * (value - <int>s.galleon[g].value[o.own])
        o.stake[g] = s.galleon[g].value[o.own]
        if s.bet_count[g]:
            o.stake[g] += bet_stake(r, s, p, g)
    o.leader = 0 if o.own else 1
    for k in range(o.leader + 1, r.goods):
        if k != o.own and points[k] > points[o.leader]:
            o.leader = k
    o.lead = points[o.own] - points[o.leader]
    o.filling = (w[LOAD_FILL] + w[LOAD_FILL_LEAD] * o.lead
                 + w[LOAD_FILL_BETS] * LATE[o.missing] * s.bets_left[p])


cdef inline double score_load(const veracruz_rules *r, const veracruz_state *s, const double *w, const outlook *o,
                              int place, int kind) noexcept nogil:
    cdef int g = place >> 1, side = place & 1
    cdef const veracruz_galleon *galleon = &s.galleon[g]
    cdef int moved = kind, weight, fill, good, own, other, leading
    cdef double before = o.arrival[g], after, score, gain
    if kind == r.empty:  # V4.4
        moved = galleon.last[side] - 1
        weight = -<int>r.weight[moved]
        score = w[LOAD_EMPTY] + w[LOAD_EMPTY_LEFT] * o.left
    else:
        weight = r.weight[kind]
        score = 0.0
    good = r.good[moved]
    own = weight if good == o.own else 0
    other = weight if good < r.goods and good != o.own else 0
    leading = weight if good == o.leader else 0
    fill = to_red(r, g, galleon.weight) - to_red(r, g, galleon.weight + weight)
    after = arrives(&o.sky, w, galleon.balance + (weight if side == RIGHT else -weight),
                    r.weight_limit[g] - galleon.weight - weight, o.missing - fill)
    gain = after * (o.stake[g] + own) - before * o.stake[g]
    score += (w[LOAD_OWN] * gain
              + w[LOAD_OTHERS] * (after * (o.others[g] + o.share * other) - before * o.others[g])
              + w[LOAD_LEADER] * (after * (<int>galleon.value[o.leader] + leading)
                                  - before * galleon.value[o.leader])
              + o.filling * fill)
    if kind != r.empty:
        if own:
            score += (w[LOAD_OWN_BOX] + w[LOAD_OWN_BOX_LEFT] * o.left) * weight
        else:
            score += w[LOAD_ROOM] * after * weight
            if other:
                score += w[LOAD_OTHER_BOX] * weight
            else:
                score += w[LOAD_STONE] + w[LOAD_STONE_LEFT] * o.left + w[LOAD_STONE_WEIGHT] * weight
    if o.missing == fill:  # V4.5
        score += w[LOAD_END] + w[LOAD_END_LEAD] * (o.lead + gain)
    return score


cdef inline double score_bet(const veracruz_rules *r, const veracruz_state *s, int p, const double *w,
                             const outlook *o, int g, int kind) noexcept nogil:
    cdef double chance = o.arrival[g] if kind == REACH_PORT else 1.0 - o.arrival[g]
    cdef double value = s.galleon[g].value[o.own]
    cdef double score
    cdef int own = 0, others = 0, i
    for i in range(s.bet_count[g]):
        if s.bets[g][i] >> 2 != p:
            others += 1
        elif (s.bets[g][i] & 3) - 1 == kind:
            own += 1
    score = (w[BET] + w[BET_LEFT] * o.left + w[BET_BEHIND] * others * chance
             + (w[BET_POINTS] + w[BET_POINTS_LEFT] * o.left)
             * (chance * place_points(r, own, others) + (1.0 - chance) * r.wrong))
    if kind == REACH_PORT:
        return score + w[BET_STAKE] * value
    return score + w[BET_SUNKEN] - w[BET_STAKE] * value


cdef inline double score_draw(const veracruz_rules *r, const veracruz_state *s, int p, const double *w,
                              int deck) noexcept nogil:
    cdef int kind = s.top[deck] - 1
    if kind == r.empty:
        return w[DRAW_EMPTY]
    if r.good[kind] >= r.goods:
        return w[DRAW_STONE] + w[DRAW_STONE_WEIGHT] * r.weight[kind]
    return (w[DRAW_OWN] if r.good[kind] == s.investment[p] - 1 else w[DRAW_OTHER]) * r.weight[kind]


cdef int prior(const caravela_game *game, const void *state, int p, const int32_t *actions, int n, const double *w,
               double *out) except -100 nogil:
    """Softmax of the actions' scores."""
    cdef const veracruz_rules *r = rules_of(game.self)
    cdef const veracruz_state *s = <const veracruz_state *>state
    cdef outlook o
    cdef double best, total = 0.0
    cdef int i, a
    if n == 1:
        out[0] = 1.0
        return 0
    if s.phase == PHASE_ACT:
        look(r, s, p, w, &o)
    for i in range(n):
        a = actions[i]
        if a < r.first_bet:
            out[i] = score_load(r, s, w, &o, r.action_place[a], r.action_kind[a])
        elif a < r.pass_action:
            out[i] = score_bet(r, s, p, w, &o, r.action_place[a], r.action_kind[a])
        else:
            out[i] = score_draw(r, s, p, w, a - r.first_draw)
    best = out[0]
    for i in range(1, n):
        best = max(best, out[i])
    for i in range(n):
        out[i] = det_exp(w[SHARPNESS] * (out[i] - best))
        total += out[i]
    total = 1.0 / total
    for i in range(n):
        out[i] *= total
    return 0


cdef inline void last_toss_returns(const veracruz_rules *r, const veracruz_state *s, double *out) noexcept nogil:
    """V7.2: exact, over both faces."""
    cdef veracruz_state end
    cdef double shares[SEATS_MAX]
    cdef int face, q
    for q in range(r.players):
        out[q] = 0.0
    for face in range(2):
        memcpy(&end, s, sizeof(veracruz_state))
        toss(r, &end, face)
        write_returns(r, &end, shares)
        for q in range(r.players):
            out[q] += r.face_probability[face] * shares[q]


cdef inline void galleon_points(const veracruz_rules *r, const veracruz_state *s, int g, double *arrived,
                                double *sunk) noexcept nogil:
    """V8.1, V8.2: what every seat gets for galleon g if it arrives, and if it sinks."""
    cdef int right[2]
    cdef int i, q, kind
    right[0] = right[1] = 0
    for q in range(r.players):
        arrived[q] = s.galleon[g].value[s.investment[q] - 1]
        sunk[q] = 0.0
    for i in range(s.bet_count[g]):
        q = s.bets[g][i] >> 2
        kind = (s.bets[g][i] & 3) - 1
        if kind == REACH_PORT:
            arrived[q] += r.correct[right[kind]]
            sunk[q] += r.wrong
        else:
            sunk[q] += r.correct[right[kind]]
            arrived[q] += r.wrong
        right[kind] += 1


cdef inline void add_shares(int n, const double *points, double sharp, double chance, double *out) noexcept nogil:
    """Adds `chance` times the utility of smooth shares of the win."""
    cdef double shares[SEATS_MAX]
    cdef double best = points[0], total = 0.0
    cdef int q
    for q in range(1, n):
        best = max(best, points[q])
    for q in range(n):
        shares[q] = det_exp(sharp * (points[q] - best))
        total += shares[q]
    for q in range(n):
        out[q] += chance * (shares[q] / total * n - 1.0) / (n - 1)


cdef int evaluate(const caravela_game *game, const void *state, const double *w, double *out) except -100 nogil:
    """Expected utility of every seat: exact from the last toss on, 0 before the hands are dealt."""
    cdef const veracruz_rules *r = rules_of(game.self)
    cdef const veracruz_state *s = <const veracruz_state *>state
    cdef double arrived[GALLEONS_MAX][SEATS_MAX]
    cdef double sunk[GALLEONS_MAX][SEATS_MAX]
    cdef double arrival[GALLEONS_MAX]
    cdef double hoped[SEATS_MAX]
    cdef double points[SEATS_MAX]
    cdef weather sky
    cdef int missing = 0, g, q, k, way
    cdef double left, sharp, chance
    if s.phase == PHASE_OVER:
        write_returns(r, s, out)
        return 0
    if s.phase == PHASE_LAST_TOSS:
        last_toss_returns(r, s, out)
        return 0
    for q in range(r.players):
        out[q] = 0.0
    if s.phase <= PHASE_DEAL:
        return 0
    read_weather(r, s, w, &sky)
    for g in range(r.galleons):
        missing += to_red(r, g, s.galleon[g].weight)
    left = missing * sky.whole
    for g in range(r.galleons):
        arrival[g] = arrives(&sky, w, s.galleon[g].balance, r.weight_limit[g] - s.galleon[g].weight, missing)
        galleon_points(r, s, g, arrived[g], sunk[g])
    for q in range(r.players):
        hoped[q] = w[EVALUATE_BET] * s.bets_left[q]
        for k in range(r.kinds):
            if r.good[k] == s.investment[q] - 1:
                hoped[q] += w[EVALUATE_HAND] * r.weight[k] * (<int>s.hidden[q][k] + s.known[q][k])
        hoped[q] *= left
    if s.phase >= PHASE_ACT:  # before, who starts is not known
        hoped[s.mover] += w[EVALUATE_TURN] * left
    sharp = max(0.0, w[EVALUATE_SHARP] + w[EVALUATE_SHARP_LEFT] * left)
    for way in range(1, 1 << r.galleons):  # V8.5: nobody wins if all sink
        chance = 1.0
        for q in range(r.players):
            points[q] = hoped[q]
        for g in range(r.galleons):
            chance *= arrival[g] if way >> g & 1 else 1.0 - arrival[g]
            for q in range(r.players):
                points[q] += arrived[g][q] if way >> g & 1 else sunk[g][q]
        add_shares(r.players, points, sharp, chance, out)
    return 0


DEFAULTS = (
    (SHARPNESS, b"sharpness", 1.0),
    (ARRIVE, b"arrive", 0.926),
    (ARRIVE_LEFT, b"arrive_left", 0.0732),
    (ARRIVE_WEATHER, b"arrive_weather", 0.172),
    (ARRIVE_WEATHER_LEFT, b"arrive_weather_left", 0.0371),
    (ARRIVE_TILT, b"arrive_tilt", -0.513),
    (ARRIVE_TILT_LEFT, b"arrive_tilt_left", -0.56),
    (ARRIVE_TOSS, b"arrive_toss", 3.6),
    (ARRIVE_ROOM, b"arrive_room", 0.0),
    (ARRIVE_TILT_ROOM, b"arrive_tilt_room", 0.0),
    (LOAD_OWN, b"load_own", 1.67),
    (LOAD_OTHERS, b"load_others", -0.928),
    (LOAD_LEADER, b"load_leader", -0.593),
    (LOAD_OWN_BOX, b"load_own_box", -0.209),
    (LOAD_OTHER_BOX, b"load_other_box", -0.000772),
    (LOAD_OWN_BOX_LEFT, b"load_own_box_left", 0.0),
    (LOAD_STONE, b"load_stone", -0.309),
    (LOAD_STONE_LEFT, b"load_stone_left", 0.0),
    (LOAD_STONE_WEIGHT, b"load_stone_weight", -0.0397),
    (LOAD_EMPTY, b"load_empty", -1.91),
    (LOAD_EMPTY_LEFT, b"load_empty_left", 0.0),
    (LOAD_ROOM, b"load_room", -0.0981),
    (LOAD_FILL, b"load_fill", -0.0707),
    (LOAD_FILL_LEAD, b"load_fill_lead", 0.058),
    (LOAD_FILL_BETS, b"load_fill_bets", 0.0),
    (LOAD_END, b"load_end", 0.0692),
    (LOAD_END_LEAD, b"load_end_lead", 0.363),
    (BET, b"bet", -0.344),
    (BET_LEFT, b"bet_left", -1.34),
    (BET_POINTS, b"bet_points", 1.5),
    (BET_POINTS_LEFT, b"bet_points_left", -0.143),
    (BET_BEHIND, b"bet_behind", 0.0),
    (BET_SUNKEN, b"bet_sunken", 0.00239),
    (BET_STAKE, b"bet_stake", -0.0257),
    (DRAW_OWN, b"draw_own", 0.843),
    (DRAW_OTHER, b"draw_other", 0.218),
    (DRAW_STONE, b"draw_stone", 0.804),
    (DRAW_STONE_WEIGHT, b"draw_stone_weight", 0.159),
    (DRAW_EMPTY, b"draw_empty", 1.59),
    (EVALUATE_HAND, b"evaluate_hand", 0.5),
    (EVALUATE_BET, b"evaluate_bet", 2.0),
    (EVALUATE_TURN, b"evaluate_turn", 0.3),
    (EVALUATE_SHARP, b"evaluate_sharp", 0.8),
    (EVALUATE_SHARP_LEFT, b"evaluate_sharp_left", -0.6),
)

cdef const char *names[WEIGHTS]
cdef double defaults[WEIGHTS]


cdef fill_defaults():
    cdef int index
    cdef bytes name
    for index, name, default in DEFAULTS:
        names[index] = name  # DEFAULTS keeps it alive
        defaults[index] = default


fill_defaults()

cdef caravela_heuristic heuristic
heuristic.abi = CARAVELA_ABI
heuristic.size = sizeof(caravela_heuristic)
heuristic.game = "veracruz"
heuristic.layout = VERACRUZ_LAYOUT
heuristic.n_weights = WEIGHTS
heuristic.names = names
heuristic.defaults = defaults
heuristic.prior = prior
heuristic.evaluate = evaluate

HEURISTIC = PyCapsule_New(&heuristic, "caravela.heuristic", NULL)
"""PyCapsule "caravela.heuristic"."""
