"""Well-known shapes, each drawn here, with the verdict that J1989 gives them."""

import pytest

from adjudication.confirmation.confirm import RegionConfirmation, confirm_region
from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.verdict import Status
from tests.confirmation.diagrams import at, chain, line, region
from tests.confirmation.shapes import enclosed, stones_in_area

ALIVE, DEAD = Status.UNCAPTURABLE, Status.DEAD
RECAPTURE, ENABLING = Status.ALIVE_BY_RECAPTURE, Status.ALIVE_BY_ENABLING

DIRECT_KO = """
XO.X@
.XXX@
XX@@@
@@@--
-----
"""
APPROACH_KO = """
XO..X@
.XXXX@
XX@@@@
@@@---
------
------
"""
SNAPBACK = """
#OX.#
#OOO#
#####
-----
-----
"""
TEN_THOUSAND_YEARS = """
-------
-------
-------
--@@@@@
-@XXXXX
-@X.OX.
-@X.OOX
"""
THREE_WITHOUT_CAPTURING = """
@XX.
@XXO
-@@#
----
"""
DOUBLE_KO_SEKI = """
---------
---------
---------
#######--
OOOOOO##-
OXXXOOO#-
OX.XO.O#-
OOXXXOO#-
O.OX.XO#-
"""
ETERNAL_LIFE = """
---------
---------
---------
---------
---------
@@@@@----
.XXXX@@@-
XOOOXX@@@
.O.X.OX.@
"""
BENT_FOUR = """
--@@@
--@XX
@@@X.
@XXXO
@X.OO
"""
RECTANGULAR_SIX = {
    0: "...X@ ...X@ XXXX@ @@@@@ -----",
    1: "...X.@ ...X@@ XXXX@- @@@@@- ------ ------",
    2: "...X.@ ...X.@ XXXX@@ @@@@@- ------ ------",
}
BULKY_FIVE = """
..XX@
..X@@
.XX@-
XX@@-
@@@--
"""
SQUARE_FOUR = """
..X@
..X@
XXX@
@@@@
"""
STRAIGHT_FOUR = """
....X@
XXXXX@
@@@@@@
------
------
------
"""
CARPENTERS_SQUARE = """
...X@
...X@
...X@
XXXX@
@@@@@
"""
J_GROUP = """
...X@
XX.X@
@X.X@
@XXX@
@@@@@
"""
# A ko, and a seki with two kos, which in the game would be threats without end.
MOONSHINE = """
XO.X@-----
.XXX@-----
XX@@@-----
@@@-------
#######---
OOOOOO##--
OXXXOOO#--
OX.XO.O#--
OOXXXOO#--
O.OX.XO#--
"""
TWO_EYES = """
.X.X@
XXXX@
@@@@@
-----
-----
"""


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("diagram", "expected"),
    [
        (DIRECT_KO, {"A5": DEAD, "B5": DEAD, "D5": DEAD}),
        (APPROACH_KO, {"A6": ENABLING, "B6": DEAD, "E6": ALIVE}),
        (SNAPBACK, {"C5": RECAPTURE, "B5": DEAD}),
        (TEN_THOUSAND_YEARS, {"G3": ALIVE, "E1": ALIVE}),
        (THREE_WITHOUT_CAPTURING, {"C4": RECAPTURE, "D3": ENABLING}),
        (DOUBLE_KO_SEKI, {"A5": ALIVE, "B4": ALIVE, "C1": DEAD, "F1": DEAD}),
        (ETERNAL_LIFE, {"B3": DEAD, "B2": ALIVE}),
        (BENT_FOUR, {"B2": DEAD, "E1": ALIVE}),
        (BULKY_FIVE, {"C4": DEAD}),
        (SQUARE_FOUR, {"C4": DEAD}),
        (STRAIGHT_FOUR, {"E6": ALIVE}),
        (CARPENTERS_SQUARE, {"D5": ALIVE}),
        (J_GROUP, {"D5": ALIVE}),
        (TWO_EYES, {"B5": ALIVE}),
        *(
            (rows.replace(" ", "\n"), {f"D{6 if n else 5}": ALIVE if n == 2 else DEAD})
            for n, rows in RECTANGULAR_SIX.items()
        ),
    ],
)
def test_a_shape_has_the_status_of_the_rule_book(diagram: str, expected: dict[str, Status]) -> None:
    of = region(diagram)
    found = {name: confirm_region(of, chain(of, name)) for name in expected}
    assert {name: verdict.status for name, verdict in found.items()} == expected
    for verdict in found.values():
        assert all(answer.certificate for answer in verdict.answers)


@pytest.mark.parametrize("reading", KoPass)
def test_a_ko_is_not_won_by_the_kos_of_a_seki_elsewhere(reading: KoPass) -> None:
    of = region(MOONSHINE)
    asked = RegionConfirmation(of, ko_pass=reading)
    assert asked.ask(TargetQuestion.Q0, chain(of, "D10")).winner is QuestionWinner.ATTACKER


@pytest.mark.parametrize("reading", [KoPass.BOTH, KoPass.EACH])
def test_an_approach_ko_is_not_lost_by_the_kos_of_a_seki_elsewhere(reading: KoPass) -> None:
    seki = MOONSHINE.split("\n", 5)[5]
    of = region("XO..X@----\n.XXXX@----\nXX@@@@----\n@@@-------\n" + seki)
    asked = RegionConfirmation(of, ko_pass=reading)
    assert asked.ask(TargetQuestion.Q0, chain(of, "E10")).winner is QuestionWinner.OWNER


def test_a_direct_ko_goes_as_the_commentary_says() -> None:
    of = region(DIRECT_KO)
    verdict = confirm_region(of, chain(of, "D5"))
    assert line(verdict.answers[0].line, of.size) == "A4, ko-pass, C5"


def test_an_approach_ko_goes_as_the_commentary_says() -> None:
    of = region(APPROACH_KO)
    verdict = confirm_region(of, chain(of, "E6"))
    # White takes the ko, Black passes for it, White gives atari, Black takes back, White passes for
    # it, Black captures.
    assert line(verdict.answers[0].line, of.size).startswith("A5, ko-pass, C6, A6, ko-pass, D6")


def test_a_stone_beside_a_neutral_point_stays_dead() -> None:
    # Behind white stones that cannot be captured there are open points beside Black's wall: were
    # they local, Black would have a permanent stone there for the asking.
    of = region("X.O.#-\n@@O.#-\n-@@#--\n------\n------\n------")
    asked = RegionConfirmation(of)
    assert asked.verdict(chain(of, "A6")).status is DEAD
    assert at("D6", of) not in asked.local_two(chain(of, "A6"), [], undecided_stop=True)


@pytest.mark.parametrize(
    ("diagram", "name", "expected"),
    [
        # Four stones are taken, the attacker comes back in the corner, and the ko is too early.
        (BENT_FOUR, "B2", "C1, E3, D1, E1, E2, ko-pass, C1"),
        # The vital point, and what is left is too small.
        (BULKY_FIVE, "C4", "A4, B5, A3, B4, A5"),
        (SQUARE_FOUR, "C4", "B4, A3, B3, A4, B4, B3, B4"),
        # The vital points of the six in a corner without a liberty outside, down to the ko.
        (RECTANGULAR_SIX[0].replace(" ", "\n"), "D5", "B5, B4, C5, A5, A4, ko-pass, C4"),
        # Two points, one on either side: whichever is taken, the other makes the second eye.
        (STRAIGHT_FOUR, "E6", "A6, B6"),
        (J_GROUP, "D5", "A5, B5"),
        # Both kos of the long life are thrown in to, and the eyes beside them filled.
        (ETERNAL_LIFE, "B3", "A3, E1, A1, F1, A2"),
        (SNAPBACK, "C5", "D5"),
        (THREE_WITHOUT_CAPTURING, "C4", "D4"),
    ],
)
def test_a_line_is_the_fight_that_a_referee_looks_for(
    diagram: str, name: str, expected: str
) -> None:
    of = region(diagram)
    first = RegionConfirmation(of).ask(TargetQuestion.Q0, chain(of, name))
    assert line(first.line, of.size) == expected


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (stones_in_area(15, 12), "C13"),
        (stones_in_area(15, 16), "K12"),
        (enclosed(8, 38), "G7, H6, G6"),
        (enclosed(9, 45), "B12, B13, C13"),
        (enclosed(9, 59), "J7, H6, G6"),
    ],
)
def test_a_line_begins_with_the_move_that_decides(
    problem: tuple[EnclosedRegion, frozenset[int]], expected: str
) -> None:
    """The move that was found first is one after which the same has to be played all the same."""
    of, target = problem
    first = RegionConfirmation(of).ask(TargetQuestion.Q0, target)
    assert line(first.line, of.size) == expected


@pytest.mark.parametrize(
    ("diagram", "name"),
    [
        (TEN_THOUSAND_YEARS, "G3"),
        (TEN_THOUSAND_YEARS, "E1"),
        (CARPENTERS_SQUARE, "D5"),
        (RECTANGULAR_SIX[1].replace(" ", "\n"), "D6"),
    ],
)
def test_a_line_comes_to_the_ko_and_has_no_needless_pass(diagram: str, name: str) -> None:
    of = region(diagram)
    first = RegionConfirmation(of).ask(TargetQuestion.Q0, chain(of, name))
    words = line(first.line, of.size).split(", ")
    assert "ko-pass" in words
    assert "pass" not in words
