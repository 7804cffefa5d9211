"""Turns options and data tables into the immutable rules of one game; numbers actions, outcomes and codes."""

from libc.stdint cimport int32_t
from libc.stdio cimport snprintf

from abi cimport CARAVELA_ERR_SIZE, caravela_params

from lisboa_lists cimport li_buildings, li_cards, li_clergy, li_decrees, li_plans, li_ships
from lisboa_params cimport KEY, li_number, li_total
from lisboa_state cimport *
from lisboa_tables cimport (
    li_church,
    li_houses,
    li_influence,
    li_limits,
    li_market,
    li_nobles,
    li_players,
    li_plots,
    li_rubble,
    li_scoring,
    li_scoring_tiles,
    li_setup,
    li_stores,
    li_treasury,
)

cdef enum:
    A_DONE = 0
    A_NONE = 1              # none, noble, six State actions
    A_USE = 9               # sell, trade, visit, event, gold
    A_MORE = 14
    A_PLAY = 15


cdef inline void li_action_ids(lisboa_rules *r) noexcept nogil:
    """Actions in the order of the README."""
    r.a_none = A_NONE
    r.a_use = A_USE
    r.a_more = A_MORE
    r.a_play = A_PLAY
    r.a_drop = r.a_play + r.cards
    r.a_scrap = r.a_drop + r.cards
    r.a_keep = r.a_scrap + r.top_slots
    r.a_return = r.a_keep + r.clergy
    r.a_surrender = r.a_return + r.clergy
    r.a_take = r.a_surrender + r.clergy
    r.a_give = r.a_take + GOODS
    r.a_sell = r.a_give + GOODS
    r.a_ship = r.a_sell + GOODS
    r.a_recruit = r.a_ship + r.players * r.top_slots
    r.a_recall = r.a_recruit + NOBLES
    r.a_plan = r.a_recall + 2 * NOBLES
    r.a_toss = r.a_plan + 2
    r.a_produce = r.a_toss + r.plan_kinds
    r.a_move = r.a_produce + (1 << GOODS) - 1
    r.a_favor = r.a_move + r.steps
    r.a_store = r.a_favor + NOBLES
    r.a_house = r.a_store + r.stores
    r.a_spend = r.a_house + r.houses
    r.a_clear = r.a_spend + r.reis_max + 1
    r.a_decree = r.a_clear + 2 * KINDS
    r.a_open = r.a_decree + r.decrees
    r.a_plot = r.a_open + r.plan_kinds
    r.a_hire = r.a_plot + r.plots
    r.a_pile = r.a_hire + r.players * 2 * NOBLES
    r.a_draw = r.a_pile + KINDS
    r.actions = r.a_draw + STACKS


cdef inline void li_task_ids(lisboa_rules *r) noexcept nogil:
    """The action of option 0 of every decision; `done` is option DONE of any."""
    r.task_base[CHOOSE_KEEP] = r.a_keep
    r.task_base[CHOOSE_PLAY] = r.task_base[CHOOSE_PAYOUT] = r.a_play
    r.task_base[CHOOSE_USE] = r.a_use
    r.task_base[CHOOSE_ROOM] = r.task_base[CHOOSE_DROP] = r.a_drop
    r.task_base[CHOOSE_TAKE] = r.a_take
    r.task_base[CHOOSE_SELL] = r.a_sell
    r.task_base[CHOOSE_SHIP] = r.a_ship
    r.task_base[CHOOSE_STATE] = r.task_base[CHOOSE_VISIT] = r.a_none
    r.task_base[CHOOSE_NOBLE] = r.task_base[CHOOSE_FOLLOW] = r.a_none
    r.task_base[CHOOSE_GIVE] = r.task_base[CHOOSE_FINE] = r.a_give
    r.task_base[CHOOSE_RECRUIT] = r.a_recruit
    r.task_base[CHOOSE_PLAN] = r.a_plan
    r.task_base[CHOOSE_TOSS] = r.a_toss
    r.task_base[CHOOSE_PRODUCE] = r.a_produce
    r.task_base[CHOOSE_MOVE] = r.a_move
    r.task_base[CHOOSE_RETURN] = r.a_return
    r.task_base[CHOOSE_SURRENDER] = r.a_surrender
    r.task_base[CHOOSE_FAVOR] = r.a_favor
    r.task_base[CHOOSE_STORE] = r.a_store
    r.task_base[CHOOSE_HOUSE] = r.a_house
    r.task_base[CHOOSE_SPEND] = r.a_spend
    r.task_base[CHOOSE_CLEAR] = r.a_clear
    r.task_base[CHOOSE_DECREE] = r.a_decree
    r.task_base[CHOOSE_MORE] = r.a_more
    r.task_base[CHOOSE_OPEN] = r.a_open
    r.task_base[CHOOSE_PLOT] = r.a_plot
    r.task_base[CHOOSE_HIRE] = r.a_hire
    r.task_base[CHOOSE_PILE] = r.a_pile
    r.task_base[CHOOSE_DRAW] = r.a_draw
    r.task_base[CHOOSE_RECALL] = r.a_recall


cdef inline void li_outcome_ids(lisboa_rules *r) noexcept nogil:
    r.o_favor = 0
    r.o_plan = r.o_favor + NOBLES
    r.o_clergy = r.o_plan + r.plan_kinds
    r.o_cube = r.o_clergy + r.clergy
    r.o_building = r.o_cube + KINDS
    r.o_scoring = r.o_building + r.buildings
    r.o_decree = r.o_scoring + r.scoring_kinds
    r.o_card = r.o_decree + r.decrees
    r.outcomes = r.o_card + r.cards
    r.code_outcome = r.actions
    r.code_card = r.code_outcome + r.outcomes
    r.code_tile = r.code_card + r.players
    r.codes = r.code_tile + r.players


cdef inline bint li_totals(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """What is left to check once everything is read."""
    cdef char key[KEY]
    cdef int32_t whole = 0
    snprintf(key, KEY, "setup.by_players.%s.rubble_placed", li_players(r))
    if not li_number(params, "options.rows", 0, ROWS, &whole, err):
        return False
    if whole == 0 and not li_total(params, key, r.cubes, err):
        return False
    if r.marquis * r.players + r.dummies > 200 or r.stores + 2 > DONE:
        snprintf(err, CARAVELA_ERR_SIZE, "map.column_streets makes %d kinds of stores; the engine takes %d", r.stores,
                 <int>DONE - 2)
        return False
    return True


cdef inline bint li_rules(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """Fills zeroed rules; False with the reason in err if the parameters are refused."""
    cdef int32_t low = 0, high = 0
    if (not li_number(params, "players_min", 2, SEATS, &low, err)
            or not li_number(params, "players_max", low, SEATS, &high, err)
            or not li_number(params, "options.players", low, high, &r.players, err)
            or not li_limits(r, params, err) or not li_setup(r, params, err)
            or not li_treasury(r, params, err) or not li_influence(r, params, err)
            or not li_market(r, params, err) or not li_church(r, params, err)
            or not li_plots(r, params, err) or not li_rubble(r, params, err)
            or not li_stores(r, params, err) or not li_houses(r, params, err)
            or not li_scoring_tiles(r, params, err) or not li_nobles(r, params, err)
            or not li_scoring(r, params, err) or not li_cards(r, params, err)
            or not li_ships(r, params, err) or not li_plans(r, params, err)
            or not li_buildings(r, params, err) or not li_clergy(r, params, err)
            or not li_decrees(r, params, err) or not li_totals(r, params, err)):
        return False
    li_action_ids(r)
    li_task_ids(r)
    li_outcome_ids(r)
    return True
