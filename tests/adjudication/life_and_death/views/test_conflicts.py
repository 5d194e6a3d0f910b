"""Verdicts of one search that exclude each other are told by every reading of the pass for a ko."""

from django.utils import timezone

from adjudication.cases.selectors.cases import PersonName
from adjudication.confirmation.problem import KoPass
from adjudication.life_and_death.selectors import ChainView, ConfirmationView
from adjudication.life_and_death.sources import Source
from adjudication.life_and_death.views.verdict import ConflictLine, conflicts_of
from adjudication.models import ConfirmationState

BLACK, WHITE = ("A5", "A4"), ("B5", "B4")


def searched(*statuses: tuple[KoPass, str, str]) -> ConfirmationView:
    """Return a search of two chains side by side, with the status of each by some readings."""
    chains = tuple(
        ChainView(reading, points, colour, status, "", None, (), (), ())
        for reading, *both in statuses
        for points, colour, status in zip((BLACK, WHITE), ("black", "white"), both, strict=True)
    )
    return ConfirmationView(
        id=1,
        number=1,
        source=Source(1),
        move=0,
        size=5,
        position="XO..." * 2 + "." * 15,
        points=("A5", "B5"),
        state=ConfirmationState.DONE,
        nodes=0,
        answered=0,
        created_at=timezone.now(),
        ended_at=None,
        asked_by=PersonName(1, "", "", "referee"),
        chains=chains,
        agreed_dead=(),
        assume="",
        alive=(),
        grounds={},
        area=(),
        budget=1,
        engine_version="",
        error="",
        found=(),
    )


def found(*statuses: tuple[KoPass, str, str]) -> tuple[ConflictLine, ...]:
    return conflicts_of(searched(*statuses), ())


def test_what_excludes_each_other_by_the_letter_alone_says_so() -> None:
    (line,) = found((KoPass.EACH, "dead", "dead"), (KoPass.BOTH, "dead", "uncapturable"))
    assert line.readings == (KoPass.EACH,)
    assert "letter" in line.reading


def test_what_excludes_each_other_by_the_official_reading_alone_says_so() -> None:
    (line,) = found((KoPass.EACH, "dead", "uncapturable"), (KoPass.BOTH, "dead", "dead"))
    assert line.readings == (KoPass.BOTH,)
    assert "official example" in line.reading


def test_what_excludes_each_other_by_both_is_told_once_without_a_reading() -> None:
    (line,) = found((KoPass.EACH, "dead", "dead"), (KoPass.BOTH, "dead", "dead"))
    assert (line.reading, set(line.readings)) == ("", {KoPass.EACH, KoPass.BOTH})


def test_verdicts_by_two_readings_are_not_held_against_each_other() -> None:
    alive = "uncapturable"
    assert found((KoPass.EACH, "dead", alive), (KoPass.BOTH, alive, "dead")) == ()
