"""Freezing the standings by the pages: what everybody sees while results go on, then thawed."""

import pytest
from django.utils import timezone

from adjudication.result_entry.services import enter_result
from tests.support.world import World, make_world
from tournament.models import AuditEvent, FrozenStandings, Player, Role, Tournament, Verb
from tournament.public.selectors.frozen import freezing_page
from tournament.public.selectors.standings import StandingsPage, standings_page

pytestmark = pytest.mark.django_db
PAGE = "/director/coupe/standings/"


def table() -> StandingsPage:
    found = standings_page("coupe")
    assert found is not None
    return found


def test_the_standings_stay_until_they_are_thawed() -> None:
    world: World = make_world()
    director = world.client(Role.DIRECTOR)
    games = world.games
    enter_result(game_id=games[0].pk, winner="black")
    before = [(line.number, line.place, line.wins) for line in table().lines]
    assert director.post(PAGE, {"after": "1", "final": "on"}).status_code == 400, "results are open"
    assert director.post(PAGE, {"after": "7"}).status_code == 400
    assert director.post(PAGE, {"after": "1"}).status_code == 302
    for game in games[1:]:
        enter_result(game_id=game.pk, winner="white")
    shown = table()
    assert [(line.number, line.place, line.wins) for line in shown.lines] == before
    assert shown.frozen is not None
    assert not shown.final
    csv = director.get("/t/coupe/standings/1/csv/").text
    director.get("/t/coupe/standings/1/why/1/")
    page = freezing_page("coupe")
    assert page is not None
    assert {move.player.number for move in page.moved} >= {
        Player.objects.get(pk=game.white_id).number for game in games[1:]
    }
    assert page.moved[0].player.name in director.get(PAGE).text
    Tournament.objects.update(closed_at=timezone.now())
    closed = director.get(PAGE).text
    assert page.moved[0].player.name in closed
    assert 'name="thaw"' not in closed
    assert 'name="after"' not in closed
    Tournament.objects.update(closed_at=None)
    # Final standings, and a later correction.
    assert director.post(PAGE, {"after": "1", "final": "on"}).status_code == 302
    assert table().final
    assert director.get("/t/coupe/standings/1/csv/").text != csv
    Player.objects.filter(number=1).update(surname="Akiko")
    assert "Akiko" in director.get("/t/coupe/standings/").text, "names are those of today"
    assert director.post(PAGE, {"thaw": "1"}).status_code == 302
    assert director.post(PAGE, {"thaw": "1"}).status_code == 302
    assert table().frozen is None
    assert not FrozenStandings.objects.exists()
    told = AuditEvent.objects.filter(verb__startswith="standings.").order_by("sequence")
    assert list(told.values_list("verb", flat=True)) == [
        Verb.STANDINGS_FROZEN, Verb.STANDINGS_PUBLISHED, Verb.STANDINGS_THAWED,
    ]  # fmt: skip
