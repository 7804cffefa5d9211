"""The worked examples of P15."""

import random

from caravela.engines import load_game
from caravela.engines.pizarro.table import read_table

DATA = load_game("pizarro").data
CROWNS = dict(zip(DATA["money_cards"]["values"], DATA["money_cards"]["crown"]["by_value"], strict=True))


def test_t1_a_starting_set_is_worth_45_and_18(table):
    stage = table()
    assert stage.table().seats[0].sum == 45
    assert sum(CROWNS[value] for value in stage.hand(0)) == 18


def small(table, *, explorers, **options):
    """Three players, one card of an explorer a phase."""
    return table(explorers=explorers, players=3, copies=1, **options)


def magellan(table, board="BA"):
    """T2, T3: seat 1 has a stack of three with 1, 1, 5 and one of two with 2, 4."""
    stage = table(explorers="magellan", players=3, copies=2, board=board)
    stage.sell("magellan", 1, 1, 1).sell("magellan", 1, 2, 2)
    return stage


def finish(stage, hands):
    """Deals what `hands` says, then whatever there is."""
    while stage.state.is_chance_node() and stage.table().step == "deal":
        wanted = hands.get(stage.table().mover, [])
        value = wanted.pop(0) if wanted else max(stage.table().stack)
        stage.play(f"money:{value}")
    return stage


def test_t2_magellan_stacks_pay_34(table):
    stage = magellan(table)
    finish(stage, {1: [1, 1]})
    stage.sell("magellan", 1, 1, 1).play("stack:1")
    stage.sell("magellan", 1, 4, 4)
    finish(stage, {1: [3, 3]})
    stage.sell("magellan", 1, 5, 5).play("stack:1")
    stacks = {stack.level: [card for card, _ in stack.cards] for stack in stage.table().stacks}
    assert stacks == {3: [1, 1, 5], 2: [2, 4]}
    before = sum(CROWNS[value] for value in stage.hand(1))
    stage.settle()
    assert stage.state.is_terminal()
    gained = stage.state.scores()[1] - before
    assert gained == 24 + 10


def test_t3_t4_t5_pressing_on(table):
    """Draws 5, 6, 2 make 13; an 8 more is 21 and pays nothing; exactly 20 pays 20; to stop at once pays 0."""
    start = small(table, explorers="pizarro", board="BA")
    start.sell("pizarro", 0, 9, 9).deal()
    start.sell("pizarro", 0, 8, 8).deal()
    start.sell("pizarro", 0, 7, 7).deal()
    assert start.table().step == "luck"
    assert start.legal() == ["draw", "stop"]

    def score(*draws):
        state = start.state.clone()
        for value in draws:
            for name in ("draw", f"money:{value}"):
                state.apply_action(state.string_to_action(name))
        if not state.is_terminal():
            state.apply_action(state.string_to_action("stop"))
        return state.scores()[0]

    without = score()
    assert score(5, 6, 2) == without + 13
    assert score(5, 6, 2, 8) == without
    assert score(5, 6, 9) == without + 20


def test_t6_three_crowns_under_three_cards_pay_27(table):
    stage = small(table, explorers="magellan", board="AA")
    for tucked, paid in ((1, 9), (2, 8), (3, 7)):
        stage.sell("magellan", 0, paid, paid).play(f"tuck:{tucked}")
        if tucked < 3:
            stage.deal()
    in_hand = sum(CROWNS[value] for value in stage.hand(0))
    stage.settle()
    assert stage.state.scores()[0] == in_hand + 27


def test_t7_t8_columbus_and_cook(table):
    """A Columbus ship pays 1, 5, 10; three ships on Cook I, II and III pay 35."""
    for explorer, crowns in (("columbus", (1, 5, 10)), ("cook", (5, 10, 20))):
        for phases, crown in enumerate(crowns, 1):
            stage = small(table, explorers=explorer, phases=phases, board="AA")
            for phase in range(phases):
                stage.sell(explorer, 0, 9 - phase, 9 - phase)
                if stage.table().step == "deal" and phase + 1 < phases:
                    stage.deal()
            stage.settle()
            hand = sum(CROWNS[value] for value in stage.hand(0))
            assert stage.state.scores()[0] == hand + crown


def payments(table, hand, bid, card="pizarro", board="AA"):
    """All payments of seat 0 with this hand."""
    data = {"money_cards": {"starting_set_per_player": hand, "crown": {"sum_of_set": sum(CROWNS[v] for v in hand)}}}
    stage = table(f"card:{card}", f"bid:{bid}", data=data, players=3, board=board)
    stage.play("pass*2")
    found = set()

    def go_on(state):
        table_now = read_table(state)
        if table_now.step != "pay":
            left = read_table(state).seats[0]
            cards = list(hand)
            for value, count in [*left.known.items(), *left.hidden.items()]:
                for _ in range(count):
                    cards.remove(value)
            found.add(tuple(sorted(cards)))
            return
        for action in state.legal_actions():
            go_on(state.child(action))

    go_on(stage.state)
    return found


def test_t9_exact_payments(table):
    assert payments(table, [2, 5, 7], 7) == {(7,), (2, 5)}
    assert payments(table, [1, 4, 9], 13) == {(4, 9)}


def test_t10_overpaying_and_keeping_a_card(table):
    hand = [3, 4, 9]
    assert payments(table, hand, 12, "magellan") == {(3, 9)}
    assert payments(table, hand, 10, "magellan") == {(3, 9), (4, 9)}
    data = {"money_cards": {"starting_set_per_player": hand, "crown": {"sum_of_set": 6}}}
    stage = table("card:magellan", data=data, players=3)
    assert stage.legal()[-1] == "bid:13"


def test_t11_a_hand_of_one_card(table):
    data = {"money_cards": {"starting_set_per_player": [5], "crown": {"sum_of_set": 2}}}
    for board, card in (("AA", "magellan"), ("AB", "cook")):
        assert table(f"card:{card}", data=data, players=3, board=board).legal() == ["pass"]
    stage = table("card:magellan", data=data, players=3, board="BA")
    assert stage.legal() == ["pass", *(f"bid:{bid}" for bid in range(1, 6))]
    stage.play("bid:2", "pass*2", "pay:5")
    assert stage.table().discard == {}
    assert stage.table().stacks[0].cards == [(5, True)]


def test_t12_a_deal_that_the_stack_cannot_complete(table):
    stage = table(players=6)
    for explorer in stage.table().deck:
        for _ in range(3):
            stage.skip(explorer)
    assert stage.table().step == "deal"
    assert stage.table().stack_count == 9
    stage.deal()
    assert [seat.hand_count for seat in stage.table().seats] == [11, 11, 11, 10, 10, 10]


def test_t13_no_ship_no_second_bid(table):
    stage = table(players=3, explorers="cook", copies=2)
    stage.sell("cook", 0, 1, 1).skip("cook").deal()
    stage.sell("cook", 0, 2, 2)
    stage.play("card:cook")
    assert stage.table().step == "deal"  # nobody may bid: the card is gone


def test_t14_ships_left_behind_bring_nothing(table):
    stage = table(players=3, explorers="marco_polo", copies=1, board="AA")
    stage.sell("marco_polo", 0, 1, 1)
    assert [seat.bags for seat in stage.table().seats] == [2, 0, 0]
    stage.deal().play("done")
    stage.skip("marco_polo")
    assert [seat.bags for seat in stage.table().seats] == [0, 0, 0]
    stage.deal()
    assert stage.table().phase == 3
    assert stage.table().step == "turn_up"  # no exchange


def test_t15_money_and_ships_are_conserved(table):
    """`validate` checks it on every state; here it is told once more in Python."""
    chooser = random.Random(15)
    for board in ("AA", "AB", "BA", "BB"):
        state = table(players=5, board=board).state
        while not state.is_terminal():
            if state.is_chance_node():
                moves = [outcome for outcome, _ in state.chance_outcomes()]
            else:
                moves = state.legal_actions()
            state.apply_action(chooser.choice(moves))
            now = read_table(state)
            money = sum(now.stack.values()) + sum(now.discard.values())
            money += sum(seat.hand_count for seat in now.seats)
            money += sum(len(stack.cards) for stack in now.stacks)
            money += sum(now.paid.values()) if now.step in ("luck", "luck_draw", "over") else 0
            passing = now.step == "ship" and now.card == "magellan" and board[0] == "B"
            assert money + passing == 63
            for q, seat in enumerate(now.seats):
                ships = sum(seat.ships.values()) + seat.unplaced + (now.step == "part" and now.mover == q)
                assert ships <= 6
                assert ships == 6 or now.phase > 1 or now.step in ("luck", "luck_draw", "over")
