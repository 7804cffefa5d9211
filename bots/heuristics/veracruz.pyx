"""What is known about Veracruz 1631, as a PyCapsule "caravela.heuristic": action priors and an evaluation.

Both rest on one estimate: the chance that a galleon arrives (V7.2), from its imbalance, meteorology and how much is
still to be loaded. `prior` scores an action by linear features and takes the softmax; it reads only what seat p
knows (V11), so that it serves as a model of an opponent too. `evaluate` goes through all the ways in which galleons may
arrive, counts every seat's points (V8) and turns them into smooth shares of the win.

Every weight is described where it is declared. All numbers come from IEEE basic operations and `detmath.h`: every
machine gives the same bits. `benchmarks/tune_heuristic.py` finds weights by self-play.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport sqrt
from libc.stdint cimport int32_t
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
    VERACRUZ_LAYOUT,
    WEIGHT_MAX,
    rules_of,
    veracruz_galleon,
    veracruz_rules,
    veracruz_state,
)

# Weights, in the order of the vector. "Left" is the part of the weight up to the red zones that is still missing: 1 at
# the start, 0 at the end. "Late" is 1 at the end, 1/2 when LATE_HALF units are missing, and goes to 0 with more.
cdef enum:
    SHARPNESS           # factor of all scores of actions: an inverse temperature, 0 makes every action alike
    # The chance that a galleon arrives is (1 + x / sqrt(1 + x * x)) / 2, x the sum of
    ARRIVE              # 1
    ARRIVE_LEFT         # left
    ARRIVE_WEATHER      # late * (meteorology - its start)
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
    LOAD_STONE          # 1 for a stone
    LOAD_STONE_WEIGHT   # its weight
    LOAD_EMPTY          # 1 for an empty box
    LOAD_ROOM           # weight that others' goods and stones take, times the chance that the galleon arrives
    LOAD_FILL           # weight gained towards the red zone
    LOAD_FILL_LEAD      # that weight times own points, bets included, less those of the leader's good
    LOAD_FILL_HAND      # that weight times value of the own good in the hand
    LOAD_END            # 1 if this load ends the game
    LOAD_END_LEAD       # own points, bets included, less those of the leader's good if this load ends the game
    # Bets
    BET                 # 1
    BET_LEFT            # left
    BET_POINTS          # expected points
    BET_POINTS_LEFT     # left * expected points
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
    EVALUATE_ARRIVE     # added to x above, where all interests are seen
    EVALUATE_WISH       # likewise, times points that all seats together gain if the galleon arrives
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
    double lead                     # own expected points, bets included, less the leader's for goods
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
    sky.sun = max(r.meteorology_min, min(s.meteorology + r.face_step[0], r.meteorology_max))
    sky.storm = max(r.meteorology_min, min(s.meteorology + r.face_step[1], r.meteorology_max))
    sky.sun_chance = r.face_probability[0]


cdef inline double last_toss(const weather *sky, int tilt) noexcept nogil:
    """V7.2: the chance that a galleon of this imbalance arrives if the game ends now."""
    return (sky.sun_chance if tilt < sky.sun else 0.0) + (1.0 - sky.sun_chance if tilt < sky.storm else 0.0)


cdef inline double arrives(const weather *sky, const double *w, int balance, int room, int missing,
                           double push) noexcept nogil:
    """The chance that a galleon arrives, from its balance, the weight it takes, the weight missing on all and what the
    seats want.
    """
    cdef int tilt = balance if balance >= 0 else -balance
    cdef double late, left, x
    if missing == 0:
        return last_toss(sky, tilt)
    late = LATE[missing]
    left = missing * sky.whole
    x = (w[ARRIVE] + push + late * (sky.late + w[ARRIVE_TILT] * tilt + w[ARRIVE_TOSS] * last_toss(sky, tilt))
         + left * (w[ARRIVE_LEFT] + w[ARRIVE_TILT_LEFT] * tilt)
         + 0.1 * room * (w[ARRIVE_ROOM] + w[ARRIVE_TILT_ROOM] * tilt))
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


cdef inline double place_points(const veracruz_rules *r, int own, int others) noexcept nogil:
    """V8.2: what a correct bet pays behind `own` bets of its kind and `others` of unknown kinds."""
    cdef double points = 0.0
    cdef int k
    for k in range(others + 1):
        points += SPLIT[others][k] * r.correct[own + k]
    return points


cdef inline double count_bets(const veracruz_rules *r, const veracruz_state *s, int p, int g, double arrival,
                              double *stake) noexcept nogil:
    """Expected points of seat p's bets; adds what they gain if galleon g arrives instead of sinking to stake.

    The kinds of the others' bets are not read.
    """
    cdef double points = 0.0, correct
    cdef int own[2]
    cdef int others = 0, i, kind
    own[0] = own[1] = 0
    for i in range(s.bet_count[g]):
        if s.bets[g][i] >> 2 != p:
            others += 1
            continue
        kind = (s.bets[g][i] & 3) - 1
        correct = place_points(r, own[kind], others)
        own[kind] += 1
        if kind == REACH_PORT:
            stake[0] += correct - r.wrong
            points += arrival * correct + (1.0 - arrival) * r.wrong
        else:
            stake[0] -= correct - r.wrong
            points += (1.0 - arrival) * correct + arrival * r.wrong
    return points


cdef inline void look(const veracruz_rules *r, const veracruz_state *s, int p, const double *w,
                      outlook *o) noexcept nogil:
    """Reads what seat p knows."""
    cdef double points[GOODS_MAX]
    cdef double bets = 0.0
    cdef int g, k, value
    read_weather(r, s, w, &o.sky)
    o.own = s.investment[p] - 1
    o.missing = 0
    for g in range(r.galleons):
        o.missing += to_red(r, g, s.galleon[g].weight)
    o.left = o.missing * o.sky.whole
    o.share = 1.0 / (r.goods - 1)
    for k in range(GOODS_MAX):
        points[k] = 0.0
    for g in range(r.galleons):
        o.arrival[g] = arrives(&o.sky, w, s.galleon[g].balance, r.weight_limit[g] - s.galleon[g].weight, o.missing, 0.0)
        value = 0
        for k in range(r.goods):
            points[k] += o.arrival[g] * s.galleon[g].value[k]
            value += s.galleon[g].value[k]
        o.others[g] = o.share * (value - <int>s.galleon[g].value[o.own])
        o.stake[g] = s.galleon[g].value[o.own]
        if s.bet_count[g]:
            bets += count_bets(r, s, p, g, o.arrival[g], &o.stake[g])
    o.leader = 0 if o.own else 1
    for k in range(o.leader + 1, r.goods):
        if k != o.own and points[k] > points[o.leader]:
            o.leader = k
    o.lead = points[o.own] + bets - points[o.leader]
    o.filling = w[LOAD_FILL] + w[LOAD_FILL_LEAD] * o.lead
    for k in range(r.kinds):
        if r.good[k] == o.own:
            o.filling += w[LOAD_FILL_HAND] * r.weight[k] * (<int>s.hidden[p][k] + s.known[p][k])


cdef inline double score_load(const veracruz_rules *r, const veracruz_state *s, const double *w, const outlook *o,
                              int place, int kind) noexcept nogil:
    cdef int g = place >> 1, side = place & 1
    cdef const veracruz_galleon *galleon = &s.galleon[g]
    cdef int moved = kind, weight, fill, good, own, other, leading
    cdef double before = o.arrival[g], after, score, gain
    if kind == r.empty:  # V4.4
        moved = galleon.last[side] - 1
        weight = -<int>r.weight[moved]
        score = w[LOAD_EMPTY]
    else:
        weight = r.weight[kind]
        score = 0.0
    good = r.good[moved]
    own = weight if good == o.own else 0
    other = weight if good < r.goods and good != o.own else 0
    leading = weight if good == o.leader else 0
    fill = to_red(r, g, galleon.weight) - to_red(r, g, galleon.weight + weight)
    after = arrives(&o.sky, w, galleon.balance + (weight if side == RIGHT else -weight),
                    r.weight_limit[g] - galleon.weight - weight, o.missing - fill, 0.0)
    gain = after * (o.stake[g] + own) - before * o.stake[g]
    score += (w[LOAD_OWN] * gain
              + w[LOAD_OTHERS] * (after * (o.others[g] + o.share * other) - before * o.others[g])
              + w[LOAD_LEADER] * (after * (<int>galleon.value[o.leader] + leading)
                                  - before * galleon.value[o.leader])
              + o.filling * fill)
    if kind != r.empty:
        if own:
            score += w[LOAD_OWN_BOX] * weight
        else:
            score += w[LOAD_ROOM] * after * weight
            if other:
                score += w[LOAD_OTHER_BOX] * weight
            else:
                score += w[LOAD_STONE] + w[LOAD_STONE_WEIGHT] * weight
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
    score = (w[BET] + w[BET_LEFT] * o.left
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
            else:
                out[i] = score_bet(r, s, p, w, &o, r.action_place[a], r.action_kind[a])
    else:
        for i in range(n):
            out[i] = score_draw(r, s, p, w, actions[i] - r.first_draw)
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
    cdef double left, sharp, chance, push
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
        galleon_points(r, s, g, arrived[g], sunk[g])
        push = 0.0
        for q in range(r.players):
            push += arrived[g][q] - sunk[g][q]
        arrival[g] = arrives(&sky, w, s.galleon[g].balance, r.weight_limit[g] - s.galleon[g].weight, missing,
                             w[EVALUATE_ARRIVE] + w[EVALUATE_WISH] * push)
    for q in range(r.players):
        hoped[q] = w[EVALUATE_BET] * s.bets_left[q]
        for k in range(r.kinds):
            if r.good[k] == s.investment[q] - 1:
                hoped[q] += w[EVALUATE_HAND] * r.weight[k] * (<int>s.hidden[q][k] + s.known[q][k])
        hoped[q] *= left
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
    (SHARPNESS, b"sharpness", 1.8),
    (ARRIVE, b"arrive", 0.888),
    (ARRIVE_LEFT, b"arrive_left", 0.333),
    (ARRIVE_WEATHER, b"arrive_weather", 0.771),
    (ARRIVE_TILT, b"arrive_tilt", -0.596),
    (ARRIVE_TILT_LEFT, b"arrive_tilt_left", -0.422),
    (ARRIVE_TOSS, b"arrive_toss", 1.03),
    (ARRIVE_ROOM, b"arrive_room", -0.692),
    (ARRIVE_TILT_ROOM, b"arrive_tilt_room", 0.176),
    (LOAD_OWN, b"load_own", 1.0),
    (LOAD_OTHERS, b"load_others", -0.468),
    (LOAD_LEADER, b"load_leader", -0.529),
    (LOAD_OWN_BOX, b"load_own_box", -0.361),
    (LOAD_OTHER_BOX, b"load_other_box", 0.165),
    (LOAD_STONE, b"load_stone", -0.107),
    (LOAD_STONE_WEIGHT, b"load_stone_weight", 0.113),
    (LOAD_EMPTY, b"load_empty", -0.97),
    (LOAD_ROOM, b"load_room", -0.242),
    (LOAD_FILL, b"load_fill", -0.131),
    (LOAD_FILL_LEAD, b"load_fill_lead", 0.00849),
    (LOAD_FILL_HAND, b"load_fill_hand", -0.0148),
    (LOAD_END, b"load_end", 0.0241),
    (LOAD_END_LEAD, b"load_end_lead", 0.0845),
    (BET, b"bet", -0.0398),
    (BET_LEFT, b"bet_left", 0.268),
    (BET_POINTS, b"bet_points", 0.877),
    (BET_POINTS_LEFT, b"bet_points_left", -0.103),
    (BET_SUNKEN, b"bet_sunken", 0.115),
    (BET_STAKE, b"bet_stake", 0.0627),
    (DRAW_OWN, b"draw_own", 0.252),
    (DRAW_OTHER, b"draw_other", 0.0696),
    (DRAW_STONE, b"draw_stone", 0.469),
    (DRAW_STONE_WEIGHT, b"draw_stone_weight", 0.038),
    (DRAW_EMPTY, b"draw_empty", 1.13),
    (EVALUATE_HAND, b"evaluate_hand", 0.237),
    (EVALUATE_BET, b"evaluate_bet", 0.257),
    (EVALUATE_ARRIVE, b"evaluate_arrive", -0.737),
    (EVALUATE_WISH, b"evaluate_wish", 0.0373),
    (EVALUATE_SHARP, b"evaluate_sharp", 0.795),
    (EVALUATE_SHARP_LEFT, b"evaluate_sharp_left", -0.402),
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
