"""What a seat is shown, and that nothing else is in its view."""

import pytest

pyspiel = pytest.importorskip("pyspiel")

import caravela as cv  # noqa: E402
from caravela.openspiel.imported.hidden_game import folded, unfolded  # noqa: E402
from caravela.openspiel.imported.rules import open_rules  # noqa: E402


def played(name: str, *moves: int) -> cv.State:
    state = cv.load_game(f"openspiel:{name}").new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


def test_a_view_shows_openspiels_text_and_nothing_of_the_others_card() -> None:
    twins = [played("kuhn_poker", 1, other, 0) for other in (0, 2)]
    views = [state.view(0) for state in twins]
    assert views[0] == views[1]
    assert views[0].to_bytes() == views[1].to_bytes()
    assert twins[0].view(1) != twins[1].view(1)
    theirs = pyspiel.load_game("kuhn_poker").deserialize_state("1\n2\n0\n")
    assert views[0].observation_string() == theirs.information_state_string(0)
    assert twins[1].view(1).observation_string() == theirs.information_state_string(1)


def test_a_view_knows_whether_its_seat_is_to_move_and_no_more() -> None:
    state = played("kuhn_poker", 1, 2)
    assert state.view(0).current_player() == 0
    assert state.view(0).legal_actions() == [0, 1]
    assert state.view(1).current_player() == cv.CHANCE_PLAYER
    assert state.view(1).legal_actions() == []
    over = played("kuhn_poker", 1, 2, 0, 0)
    assert over.view(0).is_terminal()


def test_codes_are_the_own_actions_and_what_was_seen() -> None:
    state = played("kuhn_poker", 1, 2, 1)
    own, first, second = state.log(0)[-3:]
    assert own == 1
    assert min(first, second) >= 2**30
    assert state.view(0).information_state_string().count("Bet") == 1


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice", "goofspiel(num_cards=4,imp_info=true)"])
@pytest.mark.parametrize("algorithm", ["so", "mo", "infoset", "pimc"])
def test_states_with_one_view_are_searched_alike(name: str, algorithm: str) -> None:
    game = cv.load_game(f"openspiel:{name}")
    rng = cv.Rng(4)
    searched = 0
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal() and searched < 3:
            player = state.current_player()
            if player >= 0 and len(state.legal_actions()) > 1:
                view = state.view(player)
                world = view.determinize(rng)
                if world.to_bytes() != state.to_bytes():
                    answers = []
                    for other in (view, world.view(player)):
                        bot = cv.bots.ISMCTSBot(iterations=80, algorithm=algorithm, seed=1)
                        answers.append(bot.search(other).actions)
                    assert answers[0] == answers[1]
                    searched += 1
            legal = state.legal_actions()
            state.apply_action(state.sample_chance(rng) if state.is_chance_node() else legal[rng.bounded(len(legal))])
    assert searched == 3


def test_tensors_of_views_are_openspiels() -> None:
    state = played("leduc_poker", 0, 3, 1)
    theirs = pyspiel.load_game("leduc_poker").deserialize_state("0\n3\n1\n")
    for player in (0, 1):
        assert list(state.observation_tensor(player)) == theirs.information_state_tensor(player)
    board = played("tic_tac_toe", 4, 0)
    theirs = pyspiel.load_game("tic_tac_toe").deserialize_state("4\n0\n")
    assert list(board.observation_tensor(1)) == theirs.observation_tensor(1)


def test_the_past_of_a_state_without_logs_is_replayed() -> None:
    rules = open_rules("leduc_poker", {})
    kept = rules.init()
    for action in (0, 3, 1, 1):
        before = rules.copy(kept)
        rules.apply(kept, action)
        for player in (0, 1):
            rules.observe(before, action, kept, player)
    bare = rules.unpack(rules.pack(kept))
    bare.logs = None
    for player in (0, 1):
        assert rules.pack(rules.redact(bare, player)) == rules.pack(rules.redact(kept, player))
        assert rules.key(rules.redact(bare, player), player) == rules.key(kept, player)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (1, 1),
        (1, 5),
        (2, [0]),
        (2, []),
        (3, []),
        (4, "another text"),
        (5, 1),
        (5, -4),
        (6, [1, 0]),
        (6, [0, 9]),
        (6, []),
    ],
)
def test_altered_views_are_refused(field: int, value: object) -> None:
    from caravela.openspiel.imported.game import pack, unpack

    game = cv.load_game("openspiel:leduc_poker")
    state = played("leduc_poker", 0, 3)
    fields = unpack(state.view(0).to_bytes())
    assert game.state_from_bytes(pack(fields), 0).to_bytes() == state.view(0).to_bytes()
    fields[field] = value
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(pack(fields), 0)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"nonsense",
        b'["state",[9]]',
        b'["state",[0,0]]',
        b'["state",[true]]',
        b'["state", [0]]',
        b'["mouse",1]',
    ],
)
def test_bytes_that_are_no_state_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="refused"):
        cv.load_game("openspiel:leduc_poker").state_from_bytes(data)


def test_texts_are_folded_and_unfolded() -> None:
    texts = ("", "abc", "abcd", "abxd", "ab", "ab", "é\n")
    assert unfolded(folded(texts)) == texts
    assert folded(texts)[2] == (3, "d")
