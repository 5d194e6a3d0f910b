"""Precedents as everybody finds them, and none of them names a player."""

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.models import Ruling
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.finality import make_final
from tests.adjudication.decisions import ruled, staff, time_is_over
from tests.support.world import World, make_world
from tournament.audit.services.current_actor import NOBODY, acting_as

pytestmark = pytest.mark.django_db

KO = Decision(
    "result",
    "white",
    "forfeit",
    articles=("j1989:6", "j1989:14"),
    finding="illegal.ko",
    reasons="Aki took the ko back at once, and an illegal move loses the game.",
    penalties=(PenaltyGiven(1, "warning"),),
)


@pytest.fixture
def court() -> World:
    """A final ruling about the first board, and one that may still be appealed about the next."""
    world = make_world(names=("Aki", "Béa", "Cléo", "Dan"))
    referee = staff(world.tournament)
    case = ruled(world.tournament, referee, world.games[0], KO)
    time_is_over(case)
    with acting_as(NOBODY):
        make_final(timezone.now())
    ruled(world.tournament, referee, world.games[1], Decision("replay", reasons="Clock broke."))
    return world


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.text


def test_final_rulings_are_told_without_names(court: World) -> None:
    text = page("/rulings/")
    assert "White wins" in text
    assert "took the ko back at once" in text
    assert "1 ruling" in text
    assert "Clock broke" not in text
    assert not [player.name for player in court.players if player.name in text]
    assert 'href="/rulings/"' in page("/")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("rules=japanese", True),
        ("rules=french", False),
        ("cause=claims_differ", True),
        ("cause=conduct", False),
        ("finding=illegal.ko", True),
        ("finding=illegal.suicide", False),
        ("article=j1989:14", True),
        ("article=j1989:9", False),
        ("words=KO+illegal", True),
        ("words=clock", False),
        ("words=Aki", False),
        ("rules=japanese&article=j1989:6&words=ko", True),
        ("page=99", True),
        ("page=x", True),
        ("rules=%00", True),
    ],
)
def test_they_are_looked_for(court: World, query: str, found: bool) -> None:
    assert ("took the ko back" in page(f"/rulings/?{query}")) is found


def test_a_ruling_has_a_page_with_the_articles_in_our_words(court: World) -> None:
    ruling = Ruling.objects.get(effect="result")
    text = page(f"/rulings/{ruling.pk}/")
    for told in ("Art. 14", "Ko taken back at once", "Nobody appealed.", "Black is warned."):
        assert told in text
    assert not [player.name for player in court.players if player.name in text]
    assert "/rulings/?article=j1989%3A14" in text


def test_what_may_still_be_appealed_is_not_public(court: World) -> None:
    ruling = Ruling.objects.get(effect="replay")
    assert Client().get(f"/rulings/{ruling.pk}/").status_code == 404
    assert Client().get("/rulings/999999/").status_code == 404


def test_both_pages_ask_the_database_little(court: World, django_assert_max_num_queries) -> None:
    ruling = Ruling.objects.get(effect="result")
    for address in ("/rulings/", "/rulings/?words=ko", f"/rulings/{ruling.pk}/"):
        with django_assert_max_num_queries(8):
            page(address)


def test_without_any_ruling_the_page_says_so() -> None:
    assert "No ruling is final yet" in page("/rulings/")
