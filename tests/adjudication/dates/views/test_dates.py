"""Dates on the pages: players agree on them, staff sets them."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.dates.services import set_dates
from tests.support.world import World, add_round, make_world
from tests.web.routes.player import dated_game
from tournament.models import (
    Game,
    PlannedRound,
    Reschedule,
    RescheduleState,
    Role,
    Round,
    Tournament,
)
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.planned_dates import RoundDates

pytestmark = pytest.mark.django_db
PARIS = "Europe/Paris"


@pytest.fixture
def world() -> World:
    world = make_world()
    dated_game(world)
    Tournament.objects.update(play_by_days=7, reschedule_days=3)
    return world


def page(world: World) -> str:
    return f"/me/games/{world.games[0].pk}/date/"


def day(days: int) -> str:
    return (timezone.localdate() + timedelta(days=days)).isoformat()


def proposal() -> Reschedule:
    return Reschedule.objects.latest("pk")


def test_a_player_sees_what_is_proposed_and_agrees(world: World):
    client = world.player(0)
    assert "Agree, or propose another date" in client.get("/me/").text
    text = client.get(page(world)).text
    assert "Evenings suit me." in text
    sent = client.post(page(world), {"step": "agree", "proposal": proposal().pk})
    assert (sent.status_code, proposal().state) == (302, RescheduleState.AGREED)
    assert "You meet" in client.get("/me/").text
    again = client.post(page(world), {"step": "agree", "proposal": proposal().pk}, follow=True)
    assert "Agreed: your game has its date." in again.text


def test_he_refuses_or_proposes_another_date_with_a_word(world: World):
    client = world.player(0)
    asked = proposal()
    values = {"step": "propose", "proposal": asked.pk, "date_day": day(3), "date_time": "20:30"}
    assert client.post(page(world), {**values, "note": "After work"}).status_code == 302
    asked.refresh_from_db()
    counter = proposal()
    assert (asked.state, counter.note, counter.answers_id) == ("countered", "After work", asked.pk)
    assert f"{timezone.localtime(counter.plays_at):%H:%M}" == "20:30"
    assert (
        "taken back"
        in client.post(page(world), {"step": "withdraw", "proposal": counter.pk}, follow=True).text
    )


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"date_day": "", "date_time": ""}, "Choose a day and a time."),
        ({"date_day": "3 December", "date_time": "20:00"}, "year-month-day"),
        ({"date_day": day(2), "date_time": ""}, "Write the time, too"),
        ({"date_day": day(2), "date_time": "25:00"}, "hours and minutes"),
        ({"date_day": day(-2), "date_time": "20:00"}, "That time has passed"),
        ({"date_day": day(300), "date_time": "20:00"}, "That is too late"),
        ({"date_day": "99999-01-01", "date_time": "20:00"}, "year-month-day"),
        ({"date_day": day(2), "date_time": "20:00", "note": "x" * 201}, "at most 200"),
        ({"date_day": day(2), "date_time": "20:00", "note": "a\x01b"}, "control characters"),
    ],
)
def test_what_is_typed_wrong_is_said_beside_it_and_stays(world: World, values, error):
    client = world.player(0)
    values = {"step": "propose", "proposal": proposal().pk, "note": "", **values}
    answer = client.post(page(world), values)
    assert answer.status_code == 400
    assert error in answer.text
    assert f'value="{values["date_day"]}"' in answer.text
    form = answer.context["form"]
    assert [*form.errors] == ["note" if values["note"] else "date"]
    assert Reschedule.objects.count() == 2


def test_a_proposal_of_another_game_is_not_answered(world: World):
    other = world.games[1]
    asked = Reschedule.objects.create(
        game=other, proposer=other.white, plays_at=timezone.now() + timedelta(days=1)
    )
    for step in ("agree", "refuse", "withdraw"):
        world.player(0).post(page(world), {"step": step, "proposal": asked.pk})
    asked.refresh_from_db()
    assert asked.state == RescheduleState.PROPOSED
    assert world.player(2).get(page(world)).status_code == 403
    assert Client().post(page(world), {"step": "agree", "proposal": asked.pk}).status_code == 403


def test_a_game_put_off_stands_on_the_players_page_beside_the_next_round(world: World):
    Game.objects.exclude(pk=world.games[0].pk).update(state="entered", winner="black",
        reason="unknown", reported_at=timezone.now())  # fmt: skip
    add_round(world)
    text = world.player(0).get("/me/").text
    assert "Round 2, board 1" in text
    assert "Still to play: round 1, board 1" in text


def test_the_players_page_is_told_anew_when_a_date_is_proposed_or_passes(world: World):
    client = world.player(0)
    first = client.get("/me/live/")
    tag = {"If-None-Match": first["ETag"]}
    assert client.get("/me/live/", headers=tag).status_code == 304
    client.post(page(world), {"step": "refuse", "proposal": proposal().pk})
    second = client.get("/me/live/", headers=tag)
    assert second.status_code == 200
    Round.objects.update(play_by=timezone.now() - timedelta(minutes=1))
    assert "The time to play is over" in client.get("/me/live/").text


def test_everybody_sees_until_when_a_round_is_played_and_who_meets_when(world: World):
    world.player(0).post(page(world), {"step": "agree", "proposal": proposal().pk})
    text = Client().get("/t/coupe/").text
    assert "Play by" in text
    assert f"{timezone.localtime(proposal().plays_at):%H:%M}" in text
    assert "Evenings suit me" not in text
    assert "play by" in Client().get("/t/coupe/players/3/").text


def test_a_date_is_typed_and_shown_in_the_time_zone_of_the_tournament(world: World):
    Tournament.objects.filter(pk=world.tournament.pk).update(time_zone=PARIS)
    client = world.player(1)
    values = {"step": "propose", "date_day": day(2), "date_time": "20:00", "note": ""}
    client.post(page(world), values)
    plays_at = proposal().plays_at
    assert f"{timezone.localtime(plays_at, ZoneInfo(PARIS)):%H:%M %Z}" in (
        "20:00 CET",
        "20:00 CEST",
    )
    text = client.get(page(world)).text
    assert "Time zone: Europe/Paris." in text
    assert "20:00 CE" in text


def test_staff_sets_a_date_and_says_why_and_takes_it_back_by_another(world: World):
    client = world.client(Role.DIRECTOR)
    address = f"/director/coupe/games/{world.games[0].pk}/date/"
    values = {"play_by_day": day(12), "play_by_time": "", "note": ""}
    refused = client.post(address, values)
    assert refused.status_code == 400
    assert "Say why" in refused.text
    assert client.post(address, {**values, "note": "Ill"}).status_code == 302
    game = Game.objects.get(pk=world.games[0].pk)
    assert game.play_by is not None
    assert f"{timezone.localtime(game.play_by):%H:%M}" == "23:59"
    assert "set until when a game is played" in client.get("/director/coupe/history/").text
    assert "not agreed yet" in client.get(address).text
    Round.objects.filter(pk=game.round_id).update(state="finished")
    over = client.get(address).text
    assert "its date is settled" in over
    assert "not agreed yet" not in over
    other = make_world(slug="other", name="Other")
    stranger = f"/director/coupe/games/{other.games[0].pk}/date/"
    assert client.get(stranger).status_code == 404


def dates_form(**values: str) -> dict[str, str]:
    return {"step": "save", **values}


def test_the_dates_of_rounds_are_filled_in_looked_at_and_saved(world: World):
    client = world.client(Role.DIRECTOR)
    address = "/director/coupe/dates/"
    text = client.post(
        address,
        {"step": "fill", "first_day": day(10), "first_time": "18:00", "every": "14", "play": "12"},
    ).text
    assert f'name="opens_at_2_day" value="{day(10)}"' in text
    assert f'name="opens_at_3_day" value="{day(24)}"' in text
    assert not PlannedRound.objects.exists()
    values = dates_form(
        opens_at_2_day=day(10),
        opens_at_2_time="18:00",
        play_by_2_day=day(22),
        play_by_2_time="",
    )
    assert client.post(address, values).status_code == 302
    (plan,) = PlannedRound.objects.all()
    assert (plan.number, plan.opens_at is not None, plan.closes_at) == (2, True, None)
    wrong = client.post(address, dates_form(opens_at_2_day=day(10), opens_at_2_time="noon"))
    assert wrong.status_code == 400
    assert "hours and minutes" in wrong.text
    late = client.post(address, dates_form(play_by_2_day=day(9), play_by_2_time="12:00"))
    assert (late.status_code, "Games are played after the round opens." in late.text) == (400, True)


def hidden(text: str) -> dict[str, str]:
    """What the form holds of what it showed, to tell what was typed over."""
    found = re.findall(r'<input type="hidden" name="(initial-\w+)"(?: value="([^"]*)")?', text)
    assert found
    return dict(found)


def test_what_has_happened_is_shown_and_not_asked_for(world: World):
    text = world.client(Role.DIRECTOR).get("/director/coupe/dates/").text
    assert 'name="opens_at_1_day"' not in text  # round 1 is being played
    assert 'name="play_by_1_day"' in text
    Round.objects.filter(number=1).update(state="finished")
    text = world.client(Role.DIRECTOR).get("/director/coupe/dates/").text
    assert 'name="play_by_1_day"' not in text
    assert timezone.localdate(Round.objects.get(number=1).play_by).isoformat() in text


def test_a_form_from_before_a_round_opened_takes_nothing_from_it(world: World):
    """It got its play-by moment as it opened; the form shows none."""
    client, address = world.client(Role.DIRECTOR), "/director/coupe/dates/"
    empty = {
        f"{name}_{number}_{part}": ""
        for name in ("opens_at", "play_by", "closes_at")
        for number in (2, 3)
        for part in ("day", "time")
    }
    shown = hidden(client.get(address).text)
    add_round(world)
    opened = Round.objects.get(number=2)
    form = {**empty, "play_by_3_day": day(30), **shown}
    assert client.post(address, dates_form(**form)).status_code == 302
    assert opened.play_by is not None
    assert Round.objects.get(number=2).play_by == opened.play_by
    assert PlannedRound.objects.get(number=3).play_by is not None
    assert PlannedRound.objects.get(number=3).play_by is not None
    assert client.post(address, dates_form(**{**form, "play_by_2_day": day(9)})).status_code == 302
    assert Round.objects.get(number=2).play_by != opened.play_by
    late = client.post(
        address, dates_form(**{**form, "opens_at_2_day": day(9), "opens_at_2_time": "09:00"})
    )
    assert late.status_code == 409
    assert "Round 2 is open already." in late.text
    assert 'id="opens_at_2"' in late.text
    assert day(9) not in late.text.partition('id="opens_at_2"')[2].partition("</p>")[0]


@pytest.mark.parametrize("shown", ["", "3 December", "{", "[" * 10000, "5"])
def test_what_no_form_ever_showed_changes_nothing_about_what_was_typed(world: World, shown: str):
    form = {"play_by_2_day": day(9), "play_by_2_time": "", "initial-play_by_2": shown}
    client = world.client(Role.DIRECTOR)
    assert client.post("/director/coupe/dates/", dates_form(**form)).status_code == 302
    assert PlannedRound.objects.get().play_by is not None


def test_a_date_agreed_while_the_director_looks_at_the_form_stays(world: World):
    game = world.games[0]
    client, address = world.client(Role.DIRECTOR), f"/director/coupe/games/{game.pk}/date/"
    shown = hidden(client.get(address).text)
    world.player(0).post(page(world), {"step": "agree", "proposal": proposal().pk})
    form = {"play_by_day": day(20), "play_by_time": "", "plays_at_day": "", "plays_at_time": ""}
    assert client.post(address, {**form, "note": "Ill", **shown}).status_code == 302
    game.refresh_from_db()
    assert game.plays_at == proposal().plays_at
    assert game.play_by is not None


def test_the_director_sees_why_a_round_did_not_open(world: World):
    soon = timezone.now() + timedelta(hours=1)
    set_dates(tournament_id=world.tournament.pk, wanted={2: RoundDates(soon)})
    keep_schedule(soon + timedelta(seconds=1))
    client = world.client(Role.DIRECTOR)
    for address in ("/director/coupe/", "/director/coupe/rounds/2/", "/director/coupe/dates/"):
        assert "Not everybody who takes part has a board yet." in client.get(address).text
    assert "could not publish the round" in client.get("/director/coupe/history/").text


def test_the_settings_of_a_league_are_saved_and_told(world: World):
    client = world.client(Role.DIRECTOR)
    address = "/director/coupe/settings/time/"
    shown = client.get(address)
    assert "Games with a date, for leagues" in shown.text
    values = {
        "system": "byoyomi",
        "basic_minutes": "45",
        "play_by_days": "10",
        "reschedule_days": "5",
        "reschedule_times": "2",
        "auto_pair": "1",
    }
    system = shown.context["form"]["system"].value()
    seconds = ("byo_yomi_seconds", "canadian_moves", "canadian_seconds", "fischer_seconds")
    numbers = dict.fromkeys(seconds, "10")
    assert client.post(address, {**numbers, **values, "system": system}).status_code == 302
    row = Tournament.objects.get(slug="coupe")
    assert (row.play_by_days, row.reschedule_days, row.reschedule_times) == (10, 5, 2)
    assert row.auto_pair is True
    assert "days to play a game 7 → 10" in client.get("/director/coupe/history/").text
    refused = client.post(address, {**numbers, **values, "system": system, "play_by_days": "0"})
    assert refused.status_code == 400


def test_a_mistake_in_the_dates_names_its_round_and_rounds_that_are_over_are_folded(world):
    client, address = world.client(Role.DIRECTOR), "/director/coupe/dates/"
    Round.objects.filter(number=1).update(state="finished")
    answer = client.post(address, {"step": "save", "opens_at_2_day": day(3)})
    assert answer.status_code == 400
    assert '<a href="#opens_at_2">Round 2, Opens</a>: Write the time, too' in answer.text
    assert "<summary>1 round is over</summary>" in answer.text
    assert 'id="round-1"' not in answer.text
