import pytest

from caravela.cext.names import listing, look_up, name_table, numbered, shorten


def test_listing_cuts_long_lists() -> None:
    assert listing([]) == "none"
    assert listing(["a", "b"]) == "a, b"
    assert listing([str(i) for i in range(20)], 3) == "0, 1, 2, ... (20 in all)"


def test_numbered_names_no_more_than_it_shows() -> None:
    named: list[int] = []

    def name(number: int) -> str:
        named.append(number)
        return f"n{number}"

    assert numbered(range(100), name, 2) == "n0, n1, ... (100 in all)"
    assert named == [0, 1]
    assert numbered([], name) == "none"


def test_look_up_shows_close_matches() -> None:
    table = name_table("action", 3, ["gold1>juncal", "gold2>juncal", "pass"].__getitem__)
    assert look_up("action", "pass", table) == 2
    with pytest.raises(ValueError, match=r"unknown action 'gold3>juncal'; did you mean gold2>juncal, gold1>juncal\?"):
        look_up("action", "gold3>juncal", table)
    with pytest.raises(ValueError, match="unknown action 7; there are gold1>juncal, gold2>juncal, pass"):
        look_up("action", 7, table)
    with pytest.raises(ValueError, match=r"unknown action 'xxx.*there are gold1"):
        look_up("action", "x" * 10_000, table)


@pytest.mark.parametrize("names", [["a b"], [""], [" a"], ["a\n"]])
def test_names_have_no_white_space(names: list[str]) -> None:
    with pytest.raises(ValueError, match="no white space"):
        name_table("action", 1, names.__getitem__)


def test_names_are_unique() -> None:
    with pytest.raises(ValueError, match="actions 0 and 2 are both called 'a'"):
        name_table("action", 3, ["a", "b", "a"].__getitem__)


def test_shorten() -> None:
    assert shorten("abc") == "'abc'"
    assert len(shorten("x" * 1000)) == 80
