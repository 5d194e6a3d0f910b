"""Why an area is refused, and that it is refused only if it could not be searched."""

import pytest

from adjudication.confirmation.walls import AssumeAlive
from adjudication.life_and_death.services.positions import Position, check_area, question_of
from adjudication.rules.points import parse_point
from tournament.errors import UserError

SIZE = 5
ROWS = """
X.OX.
.....
.....
..O..
..O..
"""
POSITION = Position(SIZE, 0, tuple(".XO".index(state) for row in ROWS.split() for state in row))
ASKED = ("A5",)


def check(area: str, *, dead: str = "", alive: str = "") -> None:
    """Check an area for a question about Black's stones in the corner."""
    asked, lost, living = (
        [parse_point(name, SIZE) for name in names]
        for names in (ASKED, dead.split(), alive.split())
    )
    check_area(POSITION, question_of(POSITION, asked, lost, living, AssumeAlive.NONE, area.split()))


def test_stones_without_a_liberty_in_the_area_are_named_unless_they_are_taken_to_live() -> None:
    with pytest.raises(UserError) as refused:
        check("A5-D5")
    assert refused.value.code == "region.no_liberty"
    assert "D5" in str(refused.value.text)
    check("A5-D5", alive="D5")


@pytest.mark.parametrize(
    ("area", "dead", "code"),
    [("A5-B5 C2", "C2", "area.dead"), ("A5-B5", "C5", "area.dead_beside")],
)
def test_dead_stones_that_are_cut_are_told_from_those_beside_the_area(
    area: str, dead: str, code: str
) -> None:
    with pytest.raises(UserError) as refused:
        check(area, dead=dead)
    assert refused.value.code == code
    assert dead in str(refused.value.text)
