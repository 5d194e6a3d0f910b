"""Reminders: of games that are due, agreed on or missing; once, and not in a closed tournament."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.models import Job
from notices import working
from notices.emails import outbox, reminders
from notices.emails.reminders import remind, report_failed_jobs, reset
from notices.emails.services import set_mail_rules, set_staff_mail
from notices.models import Mail
from notices.working import delete_old
from tests.factories import SubmissionFactory
from tests.notices.emails import address, only, text_of
from tests.notices.hooks import work
from tests.support.world import report
from tournament.models import AccessLink, Game, Role, Tournament
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


def due(world, **ahead: float) -> None:
    """Let the first game be due in some time from now."""
    moment = timezone.now() + timedelta(**ahead)
    Game.objects.filter(pk=world.games[0].pk).update(play_by=moment)


def look(world, **ahead: float) -> int:
    """Look as the sweeper would some time from now; return how many mails there are then."""
    remind(timezone.now() + timedelta(**ahead))
    return Mail.objects.count()


def test_both_players_are_reminded_two_days_before_once(world, post):
    address(world)
    due(world, days=5)
    assert look(world) == 0
    assert look(world, days=3, minutes=1) == 2
    assert look(world, days=3, minutes=3) == 2
    reset()
    assert look(world, days=3, minutes=5) == 2
    work()
    mail = only(post, "aki@example.org")
    assert mail["Subject"].strip() == "Coupe d’été: round 1: your game is due"
    assert "Your game against Béa in round 1 is due by" in text_of(mail)
    assert len(post.got) == 2


def test_what_a_database_that_was_away_cut_off_is_reminded_of_at_the_next_look(
    world, post, monkeypatch
):
    address(world)
    due(world, days=2)

    def away(*_: object) -> None:
        raise OperationalError("the database was away")

    with monkeypatch.context() as broken:
        broken.setattr(reminders, "write_mails", away)
        with pytest.raises(OperationalError):
            look(world, minutes=1)
    assert look(world, minutes=3) == 2


def test_who_wants_reminders_is_asked_once_for_a_whole_round(world, post):
    address(world)
    Game.objects.update(play_by=timezone.now() + timedelta(days=2))
    with CaptureQueriesContext(connection) as asked:
        assert look(world, minutes=1) == 2 * len(world.games)
    told = [one["sql"] for one in asked]
    assert sum('FROM "notices_playermail"' in sql for sql in told) == 1
    assert sum('FROM "notices_mailrules"' in sql for sql in told) == 2


def test_a_mail_without_its_job_is_not_written(world, post, monkeypatch):
    address(world)
    due(world, days=2)

    def away(**_: object) -> None:
        raise OperationalError("the database was away")

    monkeypatch.setattr(outbox, "enqueue", away)
    with pytest.raises(OperationalError):
        look(world, minutes=1)
    assert Mail.objects.count() == 0


def test_a_date_that_was_moved_meanwhile_is_not_reminded_of(world, post):
    address(world)
    due(world, days=2)
    assert look(world, minutes=1) == 2
    due(world, days=9)
    work()
    assert post.got == []


def test_a_missing_result_is_asked_for_half_a_day_later(world, post):
    address(world)
    due(world, hours=-12)
    assert look(world, minutes=1) == 2
    work()
    assert "nobody has reported its result" in text_of(only(post, "bea@example.org"))


def test_what_was_reported_is_not_reminded_of(world, post):
    address(world)
    due(world, days=2)
    report(world.games[0], world.games[0].black, "B+R")
    Mail.objects.all().delete()
    assert look(world, minutes=1) == 0


def test_players_who_agreed_on_a_date_are_told_a_day_before(world, post):
    address(world)
    moment = timezone.now() + timedelta(hours=24)
    Game.objects.filter(pk=world.games[0].pk).update(plays_at=moment)
    assert look(world, minutes=1) == 2
    work()
    assert "You play Béa in round 1 on" in text_of(only(post, "aki@example.org"))


@pytest.mark.parametrize("how", ["closed", "never", "off", "no address", "no mail server"])
def test_nobody_is_reminded_where_nobody_wants_it(world, post, settings, how):
    if how != "no address":
        address(world)
    due(world, days=2)
    rules = {"enabled": True, "off": [], "language": "", "remind_hours": 48}
    if how == "closed":
        Tournament.objects.update(closed_at=timezone.now())
    elif how == "never":
        rules["remind_hours"] = 0
    elif how == "off":
        rules["off"] = ["reminder"]
    elif how == "no mail server":
        settings.SHINPAN_EMAIL = False
    set_mail_rules(tournament_id=world.tournament.pk, **rules)
    assert look(world, minutes=1) == 0


def test_a_tournament_says_how_long_before(world, post):
    address(world)
    due(world, hours=6)
    rules = {"enabled": True, "off": [], "language": "", "remind_hours": 5}
    set_mail_rules(tournament_id=world.tournament.pk, **rules)
    assert look(world) == 0
    assert look(world, hours=1, minutes=1) == 2


def test_a_clock_that_was_put_back_reminds_of_nothing_twice(world, post):
    address(world)
    due(world, days=2)
    assert look(world, minutes=1) == 2
    assert look(world, hours=-1) == 2
    assert look(world, minutes=2) == 2


@pytest.mark.parametrize(
    ("role", "page"),
    [(Role.DIRECTOR, "/director/coupe/operations/"), (Role.REFEREE, "/games/{}/")],
)
def test_the_staff_is_told_of_a_record_that_was_given_up(world, post, role, page):
    issue_link(tournament_id=world.tournament.pk, role=role, label="Anna")
    where = world.tournament.pk
    link = AccessLink.objects.latest("pk")
    set_staff_mail(tournament_id=where, link_id=link.pk, email="anna@example.org")
    submission = SubmissionFactory(game=world.games[0])
    Job.objects.create(
        kind="judge_submission",
        dedup_key="given up",
        payload={"submission_id": submission.pk},
        state="failed",
        finished_at=timezone.now(),
        last_error='OperationalError: connection to server at "10.0.0.5" failed',
    )
    assert report_failed_jobs(timezone.now()) == 1
    reset()
    report_failed_jobs(timezone.now())
    work()
    text = text_of(only(post, "anna@example.org"))
    assert "Round 1, board 1." in text
    assert f"{page.format(submission.game_id)}\r\n" in text
    assert "10.0.0.5" not in text
    assert Mail.objects.count() == 1


def test_what_is_three_months_old_is_forgotten(world, post):
    address(world, 0, 1)
    due(world, days=2)
    look(world, minutes=1)
    old = Mail.objects.earliest("pk")
    Mail.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=91))
    assert delete_old(timezone.now() + timedelta(hours=2)) == 1
    assert Mail.objects.count() == 1


def test_more_than_a_look_removes_is_removed_by_the_next_and_not_an_hour_later(
    world, post, monkeypatch
):
    monkeypatch.setattr(working, "_last_run", [])
    monkeypatch.setattr(working, "BATCH", 3)
    address(world)
    Game.objects.update(play_by=timezone.now() + timedelta(days=2))
    assert look(world, minutes=1) == 8
    Mail.objects.update(created_at=timezone.now() - timedelta(days=91))
    now = timezone.now()
    assert [delete_old(now) for _ in range(4)] == [3, 3, 2, 0]


def test_the_command_sends_a_mail_and_says_what_went_wrong(post, settings, capsys, db):
    call_command("send_test_mail", "anna@example.org")
    assert "took the mail" in capsys.readouterr().out
    assert only(post, "anna@example.org")["Subject"] == "Shinpan: a test"
    post.refused.add("gone@example.org")
    with pytest.raises(CommandError, match="nobody here"):
        call_command("send_test_mail", "gone@example.org")
    with pytest.raises(CommandError, match="no e-mail address"):
        call_command("send_test_mail", "x\nBcc: y@example.org")
    settings.SHINPAN_EMAIL = False
    with pytest.raises(CommandError, match="SHINPAN_EMAIL_URL"):
        call_command("send_test_mail", "anna@example.org")
