"""E-mails about rulings, questions, dates and rounds that did not open."""

from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.dates.services import set_game_date
from adjudication.inquiries.services.raising import raise_matter
from adjudication.lifecycle.services import delete_tournament
from adjudication.policy.causes import Cause
from notices.emails.services import set_staff_mail
from notices.webhooks import delivery
from tests.adjudication.decisions import BLACK_WINS, locked, ruled, staff
from tests.notices.emails import address, only, text_of
from tests.notices.hooks import bodies, listen, work
from tests.support.world import World, report
from tournament.models import AccessLink, Role, Round, Tournament
from tournament.rounds.services.rounds import create_round
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.rescheduling import (
    agree_date,
    propose_date,
    refuse_date,
    withdraw_date,
)
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


def director(world: World, email: str = "anna@example.org") -> None:
    issue_link(tournament_id=world.tournament.pk, role=Role.DIRECTOR, label="Anna")
    link = AccessLink.objects.latest("pk")
    set_staff_mail(tournament_id=world.tournament.pk, link_id=link.pk, email=email)


def test_a_ruling_is_told_to_both_with_the_time_to_appeal_and_without_its_reasons(world, post):
    address(world, 0, 1)
    game = world.games[0]
    report(game, game.black, "B+R")
    work()
    post.got.clear()
    ruled(world.tournament, staff(world.tournament), locked(game), BLACK_WINS)
    work()
    for name in ("aki", "bea"):
        last = post.to(f"{name}@example.org")[-1]
        assert last["Subject"].strip() == "Coupe d’été: ruling in case 1"
        text = text_of(last)
        assert "Ruling: Aki (Black) won against Béa (White)." in text
        assert "You can appeal until" in text
        assert "illegal move" not in text


def test_who_is_asked_something_is_told_and_who_asked_is_not(world, post):
    address(world, 0, 1)
    game = world.games[0]
    report(game, game.black, "B+R")
    work()
    post.got.clear()
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.CYCLE)
    work()
    told = [text_of(mail) for mail in post.to("bea@example.org")]
    assert any("Does the game end without result?" in text for text in told)
    assert not any("without result" in text_of(mail) for mail in post.to("aki@example.org"))


def league(world: World) -> None:
    soon = timezone.now() + timedelta(days=7)
    Round.objects.filter(pk=world.games[0].round_id).update(play_by=soon)


def test_times_are_those_of_the_tournament(world, post):
    address(world, 0)
    league(world)
    Tournament.objects.update(time_zone="Asia/Tokyo")
    soon = timezone.now() + timedelta(days=2)
    set_game_date(game_id=world.games[0].pk, play_by=None, plays_at=soon, note="Ill")
    work()
    assert " JST" in text_of(only(post, "aki@example.org"))


def test_nobody_is_written_to_about_a_deleted_tournament(world, post):
    address(world, 0)
    league(world)
    soon = timezone.now() + timedelta(days=2)
    set_game_date(game_id=world.games[0].pk, play_by=None, plays_at=soon, note="Ill")
    delete_tournament(tournament_id=world.tournament.pk, name=world.tournament.name)
    work()
    assert post.got == []


def test_dates_are_told_to_the_other_player(world, post, receiver):
    address(world, 0, 1)
    listen(world, receiver, "reschedule.proposed", "reschedule.agreed", "reschedule.refused")
    league(world)
    game = world.games[0]
    plays_at = timezone.now() + timedelta(days=2)
    first = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=plays_at)
    work()
    assert "Aki proposes to play on" in text_of(only(post, "bea@example.org"))
    refuse_date(reschedule_id=first.pk, player_id=game.white_id)
    work()
    assert "Béa does not agree to your date" in text_of(only(post, "aki@example.org"))
    post.got.clear()
    second = propose_date(
        game_id=game.pk, player_id=game.black_id, plays_at=plays_at + timedelta(days=1)
    )
    agree_date(reschedule_id=second.pk, player_id=game.white_id)
    work()
    assert "Béa agrees: you play on" in text_of(only(post, "aki@example.org"))
    assert post.to("bea@example.org") == []  # she has answered before she could be asked
    told = bodies(receiver)
    assert [one["type"] for one in told] == [
        "reschedule.proposed",
        "reschedule.refused",
        "reschedule.proposed",
        "reschedule.agreed",
    ]
    assert told[0]["data"]["date"] == plays_at.isoformat()
    assert [one["number"] for one in told[0]["data"]["players"]] == [1, 2]


def test_a_date_that_is_another_by_the_time_of_the_mail_is_not_told(world, post):
    address(world, 0, 1)
    league(world)
    game = world.games[0]
    plays_at = timezone.now() + timedelta(days=2)
    asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=plays_at)
    agree_date(reschedule_id=asked.pk, player_id=game.white_id)
    later = plays_at + timedelta(days=2)
    for days in (8, 9):
        play_by = plays_at + timedelta(days=days)
        set_game_date(game_id=game.pk, play_by=play_by, plays_at=later, note="Ill")
    withdrawn = propose_date(game_id=game.pk, player_id=game.white_id, plays_at=plays_at)
    withdraw_date(reschedule_id=withdrawn.pk, player_id=game.white_id)
    work()
    (bea,) = post.to("bea@example.org")
    assert "The organisers have set the date" in text_of(bea)
    told, back = (text_of(mail) for mail in post.to("aki@example.org"))
    assert "The organisers have set the date" in told
    assert "has taken the proposed date back" in back


def test_the_staff_is_told_of_a_round_that_did_not_open(world, post):
    director(world)
    round_ = create_round(tournament_id=world.tournament.pk)
    Round.objects.filter(pk=round_.pk).update(opens_at=timezone.now() - timedelta(minutes=1))
    keep_schedule(timezone.now())
    work()
    mail = only(post, "anna@example.org")
    assert mail["Subject"].strip() == "Coupe d’été: round 2 did not open"
    assert "/director/coupe/rounds/2/" in text_of(mail)


def test_the_staff_is_told_of_a_webhook_that_was_switched_off(world, post, receiver, monkeypatch):
    director(world)
    monkeypatch.setattr(delivery, "FAILING", timedelta())
    monkeypatch.setattr(delivery, "PAUSES", ())
    listen(world, receiver, "result.reported")
    receiver.status = 500
    report(world.games[0], world.games[0].black, "B+R")
    work()
    mail = only(post, "anna@example.org")
    assert mail["Subject"].strip() == "Coupe d’été: a webhook was switched off"
    assert "127.0.0.1" in text_of(mail)
    assert "hook?a=1" not in text_of(mail)
