"""Dead stones inside a group that has to take them: sekis, bent four in the corner, and neither."""

from collections.abc import Iterator

import pytest

from adjudication.confirmation import inside
from adjudication.confirmation.inside import read_ahead
from adjudication.confirmation.proposal import propose
from adjudication.rules.presets import get_ruleset
from tests.confirmation.boards import board, small
from tests.support.environment import times

JAPANESE = get_ruleset("japanese")
BENT_FOUR = """
    o o . X O . O X .
    o X X X O . O X .
    . X O O O . O X .
    X X O . . . O X .
    O O O . . . O X .
    . . . . . . O X .
    O O O O O O O X .
    X X X X X X X X .
    . . . . . . . . .
"""
"""White's stones in the corner live, and Black's seven around them are dead."""
WITH_DAME = """
    o o . X O . O X .
    o X X X O . O X .
    . X . O O . O X .
    X X O O . . O X .
    O O . . . . O X .
    . . . . . . O X .
    O O O O O O O X .
    X X X X X X X X .
    . . . . . . . . .
"""
"""The same, but Black can take the stones, for all the good that does: White plays there again."""
THREE_IN_A_ROW = """
    . o o o . X O . .
    X X X X X X O . .
    O O O O O O O . .
    . . . . . . O . .
    . . . . . . O O O
    O O O O O O O X X
    X X X X X X X X .
    . . . . . . . . .
    . . . . . . . . .
"""
"""Whoever plays in the corner first is taken."""
TAKEN = """
    . o o . . X O . .
    X X X X . X O . .
    O O O X X X O . .
    . . O O O O O . .
    . . . . . . O O O
    O O O O O O O X X
    X X X X X X X X .
    . . . . . . . . .
    . . . . . . . . .
"""
"""Black takes the stones and has two eyes."""


def turned(drawing: str) -> Iterator[str]:
    """Yield a drawing in all its symmetries, and each with the colours the other way round."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        for shown in (rows, rows[::-1]):
            text = "\n".join(" ".join(row) for row in shown)
            yield text
            yield text.translate(str.maketrans("XOxo", "OXox"))


@pytest.mark.parametrize(
    ("drawing", "every"), [(BENT_FOUR, 1), (WITH_DAME, 5)], ids=["plain", "with a dame"]
)
def test_the_living_stones_of_a_bent_four_are_never_called_dead(drawing: str, every: int) -> None:
    for shown in list(turned(drawing))[::every]:
        position, size = board(shown)
        inner = small(shown)
        proposal = propose(position, size, JAPANESE, games=20)
        assert inner.isdisjoint(proposal.dead), shown
        assert len(proposal.dead) == 7, shown
        assert not proposal.without_doubt


CORNER = """
    o o . X O
    o X X X O
    . X O O O
    X X O . .
    O O O . .
"""


@pytest.mark.by_turns
@pytest.mark.parametrize("size", [9, 13, 19])
def test_nor_where_the_border_around_is_open(size: int) -> None:
    rows = [line.split() for line in CORNER.strip().splitlines()]
    grid = [["."] * size for _ in range(size)]
    for row, line in enumerate(rows):
        grid[row][: len(line)] = line
    # A white wall two lines away with a gap, and a black one outside of it.
    for line in range(8):
        for letter, distance in (("O", 7), ("X", 8)):
            if line not in (2, 6):
                grid[line][distance] = grid[distance][line] = letter
    drawing = "\n".join(" ".join(line) for line in grid)
    for shown in list(turned(drawing))[:: times(5, 1)]:
        position, _size = board(shown)
        proposal = propose(position, size, JAPANESE, games=20)
        assert small(shown).isdisjoint(proposal.dead), shown
        assert not proposal.without_doubt


def test_a_seki_that_random_games_lose_is_read_ahead() -> None:
    for shown in turned(THREE_IN_A_ROW):
        position, size = board(shown)
        proposal = propose(position, size, JAPANESE, games=20)
        assert not proposal.dead, shown
        assert small(shown) <= proposal.shapes.seki_stones
        assert proposal.without_doubt


def test_stones_that_are_taken_stay_dead_and_without_doubt() -> None:
    for shown in turned(TAKEN):
        position, size = board(shown)
        proposal = propose(position, size, JAPANESE, games=20)
        assert proposal.dead == small(shown), shown
        assert proposal.without_doubt


def test_what_the_search_does_not_decide_is_told_as_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "EASY_WORK", 1)
    monkeypatch.setattr(inside, "WORK", 1)
    position, size = board(THREE_IN_A_ROW)
    stones = small(THREE_IN_A_ROW)
    found = read_ahead(position, size, stones)
    assert (found.alive, found.dead, found.open) == (frozenset(), frozenset(), stones)
    proposal = propose(position, size, JAPANESE, games=20)
    assert {point for chain in proposal.unsure for point in chain.points} >= stones


@pytest.mark.parametrize("drawing", [BENT_FOUR, WITH_DAME], ids=["as drawn", "with a dame"])
def test_what_is_found_does_not_hang_on_how_much_is_tried_at_first(
    monkeypatch: pytest.MonkeyPatch, drawing: str
) -> None:
    position, size = board(drawing)
    stones = small(drawing)
    whole = read_ahead(position, size, stones)
    assert (whole.alive, len(whole.dead), whole.open) == (stones, 7, frozenset())
    # With some of these the stones' question is decided at first, and the group's is not.
    for easy in (1, 100, 300, 600, 3_000):
        monkeypatch.setattr(inside, "EASY_WORK", easy)
        assert read_ahead(position, size, stones) == whole, easy


def test_where_the_fate_of_the_group_is_not_decided_there_is_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever may be spent, nothing is certain that more work would tell otherwise."""
    for drawing in (BENT_FOUR, TAKEN, THREE_IN_A_ROW, SNAPBACK):
        position, size = board(drawing)
        stones = small(drawing)
        whole = read_ahead(position, size, stones)
        for spent in (1, 30, 100, 300, 1_000, 3_000, 10_000):
            monkeypatch.setattr(inside, "ALL_WORK", spent)
            found = read_ahead(position, size, stones)
            assert found == whole or found.open == stones, (drawing, spent)
            assert found.alive <= whole.alive
        monkeypatch.undo()


def test_nothing_is_read_where_no_group_has_to_take_anything() -> None:
    position, size = board(THREE_IN_A_ROW)
    assert read_ahead(position, size, ()) == inside.ReadAhead()


NO_EYES = """
    O O X X . o o X X
    . O X X . o o X .
    O O O X X o X X X
    . . O O O X X . .
    . . . O X X . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
"""
"""Two shared liberties and no eye: Black's six stones are cut off by White's five."""
AN_EYE_EACH = """
    O X . X . o . o X
    O X X X X o o o X
    O O O O O X X X X
    . . . O X X . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
"""
"""One shared liberty, and an eye each."""
THREE_CHAINS = """
    . o . X X X . o .
    o o X X X X X o o
    X X O O O O O X X
    . X X O . . O X .
    . . X O . . O X .
    . . X O . . O X .
    . . X O . . O X .
    . . X O . O O X .
    . . X O . O X X .
"""
"""Black's eight stones without an eye, between two chains of White's with an eye each."""
A_RACE = """
    O X . X . o o X X
    O X X X o o X X .
    O O O O X X X . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
    . . . O X . . . .
"""
"""Black has an eye and White has none: no seki."""


@pytest.mark.parametrize(
    ("drawing", "territory"),
    [(NO_EYES, (22, 18)), (AN_EYE_EACH, (23, 18)), (THREE_CHAINS, (17, 10))],
    ids=["no eyes", "an eye each", "three chains"],
)
def test_neither_side_of_a_seki_is_called_dead_though_its_friends_live(
    drawing: str, territory: tuple[int, int]
) -> None:
    for number, shown in enumerate(list(turned(drawing))[:: times(3, 1)]):
        position, size = board(shown)
        proposal = propose(position, size, JAPANESE, games=20)
        assert not proposal.dead, shown
        assert small(shown) <= proposal.shapes.seki_stones
        count = proposal.count
        counted = (count.black.territory, count.white.territory)
        turn = number * times(3, 1) % 2
        assert counted == (territory[::-1] if turn else territory), shown
        assert proposal.without_doubt is not bool(proposal.shapes.seki)


SNAPBACK = """
    . . . . O X . . .
    . . . . O X . . .
    . . . . O X . . .
    . . . . O X X X X
    . . . . O O O O X
    . . . . . . . O X
    . . . . . . O O X
    . . . . . O O x O
    . . . . . O x x .
"""
"""White's stone at the edge can be taken by the dead ones, and White takes them all back."""


@pytest.mark.parametrize(
    "drawing", [A_RACE, SNAPBACK], ids=["a race that an eye decides", "taken back at once"]
)
def test_what_is_no_seki_leaves_no_doubt(drawing: str) -> None:
    for shown in list(turned(drawing))[:: times(5, 1)]:
        position, size = board(shown)
        proposal = propose(position, size, JAPANESE, games=20)
        assert proposal.dead == small(shown), shown
        assert proposal.without_doubt
