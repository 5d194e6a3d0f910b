"""A tournament tells and reads times in its own time zone: pages, mails, dates, forms."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone, translation

from tests.support.world import World, make_world
from tournament.fields.time_zones import time_zones
from tournament.models import Game, Role, Round, Tournament
from tournament.scheduling.selectors import usual_play_by

pytestmark = pytest.mark.django_db
TOKYO, PARIS = "Asia/Tokyo", "Europe/Paris"
MOMENT = datetime(2090, 12, 3, 20, tzinfo=UTC)


def in_zone(name: str, slug: str, zone: str) -> World:
    world = make_world(name=name, slug=slug)
    Tournament.objects.filter(pk=world.tournament.pk).update(time_zone=zone)
    Game.objects.filter(round__tournament=world.tournament).update(plays_at=MOMENT)
    Round.objects.filter(tournament=world.tournament).update(play_by=MOMENT)
    return world


@pytest.fixture
def japan() -> World:
    return in_zone("Tokyo Open", "tokyo", TOKYO)


def test_every_page_about_a_tournament_tells_its_time(japan: World) -> None:
    in_zone("Coupe", "paris", PARIS)
    anybody = Client()
    for _turn in range(2):  # a thread that served one goes on to the other
        assert "4 December 2090, 05:00 JST" in anybody.get("/t/tokyo/rounds/1/").text
        assert "3 December 2090, 21:00 CET" in anybody.get("/t/paris/rounds/1/").text
        game = anybody.get(f"/games/{japan.games[0].pk}/")
        assert "05:00 JST" in game.text
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_players_own_pages_tell_it_too(japan: World) -> None:
    assert "05:00 JST" in japan.player(0).get("/me/").text
    date = japan.player(0).get(f"/me/games/{japan.games[0].pk}/date/")
    assert "Time zone: Asia/Tokyo." in date.text


def test_a_form_reads_times_in_it(japan: World) -> None:
    director = japan.client(Role.DIRECTOR)
    game = japan.games[0]
    day = timezone.now().date() + timedelta(days=9)
    Game.objects.update(plays_at=None)
    values = {"play_by_day": f"{day}", "play_by_time": "09:00", "note": "Ill"}
    address = f"/director/tokyo/games/{game.pk}/date/"
    assert director.post(address, values).status_code == 302
    game.refresh_from_db()
    assert game.play_by == datetime(day.year, day.month, day.day, 0, tzinfo=UTC)


def test_the_end_of_a_day_is_that_of_the_tournament(japan: World) -> None:
    japan.tournament.refresh_from_db()
    japan.tournament.play_by_days = 1
    assert usual_play_by(japan.tournament, MOMENT) == datetime(2090, 12, 5, 14, 59, tzinfo=UTC)


def test_the_list_of_zones_reads_well() -> None:
    choices = dict(time_zones("fr"))
    assert choices["UTC"] == "UTC"
    with translation.override("fr"):
        assert "Europe" in map(str, choices)
        europe = next(group for name, group in choices.items() if str(name) == "Europe")
    assert ("Europe/London", "Londres") in europe
    assert len(europe) > 40


def test_a_new_tournament_starts_with_zone_and_rules_of_the_last_one(japan: World) -> None:
    with override_settings(SHINPAN_ANYBODY_CREATES=True, TIME_ZONE=PARIS):
        assert _chosen(Client()) == ([PARIS], [])
        assert _chosen(japan.client(Role.DIRECTOR)) == ([TOKYO], ["japanese"])


def test_the_first_tournament_is_asked_for_its_zone_and_rules() -> None:
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        anybody = Client()
        assert _chosen(anybody) == ([""], [])
        refused = anybody.post("/new/", {"name": "Open", "board_size": "19"})
        assert refused.status_code == 400
        assert "Choose a time zone." in refused.text
        assert "Choose the rules that are played." in refused.text
        assert not Tournament.objects.exists()


def _chosen(somebody: Client) -> tuple[list[str], list[str]]:
    page = somebody.get("/new/").text
    zones = page[page.index('name="time_zone"') :].partition("</select>")[0]
    rules = re.findall(r'name="rules" value="(\w+)"[^>]* checked', page)
    return re.findall(r'<option value="([^"]*)" selected>', zones), rules


def test_it_is_chosen_in_the_settings_and_kept_where_it_is_no_city(japan: World) -> None:
    director = japan.client(Role.DIRECTOR)
    Tournament.objects.update(time_zone="Etc/GMT+5")
    page = director.get("/director/tokyo/settings/event/").text
    assert '<option value="Etc/GMT+5" selected>Etc/GMT+5</option>' in page
    token = {"version": re.search(r'name="version" value="(\d+)"', page)[1]}  # type: ignore[index]
    values = {"name": "Tokyo Open", "slug": "tokyo", "rules": "japanese", "board_size": "9"}
    wrong = director.post(
        "/director/tokyo/settings/event/", {**values, **token, "time_zone": "Europe/Brest"}
    )
    assert wrong.status_code == 400
    assert "Write a time zone as Europe/Paris or UTC." in wrong.text
    saved = director.post(
        "/director/tokyo/settings/event/", {**values, **token, "time_zone": PARIS}
    )
    assert saved.status_code == 302
    assert Tournament.objects.get().time_zone == PARIS
    assert "Paris time" in director.get("/director/tokyo/settings/").text
    Tournament.objects.update(time_zone="UTC")
    page = director.get("/director/tokyo/settings/").text
    assert "UTC" in page
    assert "UTC time" not in page


def test_the_api_names_it(japan: World) -> None:
    assert Client().get("/api/v1/tournaments/tokyo/").json()["time_zone"] == TOKYO
