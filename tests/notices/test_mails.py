"""Mails: who gets which, in what words, once, and no more when nobody wants them."""

import time

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.corrections.services.corrections import correct_terms
from adjudication.erasing.services import erase_player
from config.log_formatters import without_links
from jobs.models import Job
from jobs.worker import run_job
from notices.emails.services import set_mail_rules, set_player_mail, set_staff_mail
from notices.models import Mail, MailRules, PlayerMail, StaffMail
from tests.notices.emails import address, only, path_in, states, text_of
from tests.notices.hooks import work
from tests.support.answering import contest_as_read, named
from tests.support.world import add_round, report
from tournament.models import AccessLink, Player, Role
from tournament.rounds.services.rounds import withdraw_round
from tournament.staff.services import issue_link, revoke_link

pytestmark = pytest.mark.django_db


def off(world, *kinds: str, **changes: object) -> None:
    rules = {"enabled": True, "language": "", "remind_hours": 48, "off": kinds, **changes}
    set_mail_rules(tournament_id=world.tournament.pk, **rules)


def test_without_a_mail_server_nothing_is_written(world, settings):
    address(world)
    assert settings.SHINPAN_EMAIL is False
    add_round(world)
    assert not Job.objects.filter(kind__in=["announce", "mail"]).exists()


def test_a_new_round_tells_every_player_with_an_address_whom_he_plays(world, post):
    address(world, 0, 3)
    add_round(world)
    work()
    assert sorted(recipient for recipient, _ in post.got) == [
        "aki@example.org",
        "dora@example.org",
    ]
    mail = only(post, "aki@example.org")
    assert mail["Subject"].strip() == "Coupe d’été: round 2: you play Béa (2k)"
    assert mail["From"] == "Go club <go@example.org>"
    assert mail.get_content_type() == "text/plain"
    text = text_of(mail)
    assert "Hello Aki," in text
    assert "Round 2, board 1: you play Black against Béa (2k)." in text
    assert "komi 6.5" in text


def test_the_opponent_is_asked_to_confirm_and_the_reporter_is_not(world, post):
    address(world, 0, 1)
    report(world.games[0], world.games[0].black, "B+3.5")
    work()
    assert post.to("aki@example.org") == []
    text = text_of(only(post, "bea@example.org"))
    assert "Aki has sent in the result of round 1:" in text
    assert "As White, you lost to Aki by 3.5 points." in text


@pytest.mark.parametrize("changed", ["", "replaced", "komi"])
def test_a_mail_about_a_report_leads_to_that_report_and_to_no_other(world, post, changed):
    game = world.games[0]
    address(world, 1)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[1].pk)
    told = report(game, game.black, "B+3.5")
    work()
    path = path_in(only(post, "bea@example.org"), "/m/")
    if changed == "replaced":
        told = report(game, game.black, "B+0.5")
    elif changed == "komi":
        correct_terms(game_id=game.pk, komi_half=1, note="It was 0.5.")
    client = Client()
    client.get(path)
    page = client.post(path, follow=True).content.decode()
    assert page.count('id="confirm"') == 1
    assert ('id="replaced"' in page) == bool(changed)
    assert ('name="seen"' in page) == (not changed)
    form = {"submission": named(told)}
    if not changed:
        form["seen"] = form["submission"]
    client.post(f"/games/{game.pk}/confirm/", form)
    game.refresh_from_db()
    assert game.state == ("reported" if changed else "confirmed")


def test_what_was_answered_meanwhile_is_asked_of_nobody(world, post):
    address(world, 1)
    report(world.games[0], world.games[0].black, "B+3.5")
    report(world.games[0], world.games[0].white, "B+3.5")
    work()
    assert post.got == []
    assert states() == ["dropped"]


def test_a_round_that_was_taken_back_is_told_to_nobody(world, post):
    address(world, 0)
    add_round(world)
    withdraw_round(round_id=world.tournament.rounds.get(number=2).pk)
    work()
    assert post.got == []


def test_a_contested_result_is_told_to_the_opponent_and_to_the_staff(world, post):
    address(world, 0, 1)
    issue_link(tournament_id=world.tournament.pk, role=Role.DIRECTOR, label="Anna")
    link = AccessLink.objects.latest("pk")
    where = world.tournament.pk
    set_staff_mail(tournament_id=where, link_id=link.pk, email="anna@example.org")
    submission = report(world.games[0], world.games[0].black, "B+3.5")
    contest_as_read(submission_id=submission, player_id=world.players[1].pk, note="No, I won.")
    work()
    text = text_of(only(post, "aki@example.org"))
    assert "Béa contests what was reported of your game in round 1: it is case 1." in text
    assert "Contested result" in text
    assert post.to("bea@example.org") == []  # their own act opened it
    told = only(post, "anna@example.org")
    assert told["Subject"] == "Coupe d’été: case 1 was opened"
    assert "Contested result" in text_of(told)
    assert "/referee/coupe/" in text_of(told)
    assert "No, I won" not in str(post.raw)


def test_the_address_in_a_mail_opens_the_players_page_by_a_press(world, post):
    address(world, 0)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[0].pk)
    add_round(world)
    work()
    path = path_in(only(post, "aki@example.org"), "/m/")
    client = Client()
    page = client.get(path)
    assert page.status_code == 200
    assert "Are you Aki?" in page.content.decode()
    assert client.get("/me/").status_code == 403
    assert client.post(path).status_code == 302
    assert client.get("/me/").status_code == 200


@pytest.mark.parametrize("how", ["revoked", "moved", "late", "changed", "erased", "another key"])
def test_the_address_in_a_mail_opens_nothing_once_it_must_not(
    world, post, settings, monkeypatch, how
):
    address(world, 0)
    key = world.players[0].pk
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=key)
    add_round(world)
    work()
    path = path_in(only(post, "aki@example.org"), "/m/")
    assert Client().get(path).status_code == 200
    if how == "revoked":
        AccessLink.objects.filter(player=key).update(revoked_at=timezone.now())
    elif how == "moved":
        Player.objects.filter(pk=key).update(email="other@example.org")
    elif how == "late":
        late = time.time() + 15 * 24 * 3600
        monkeypatch.setattr("django.core.signing.time.time", lambda: late)
    elif how == "changed":
        path = path[:-6] + "AAAA" + path[-2:]
    elif how == "erased":
        erase_player(tournament_id=world.tournament.pk, player_id=key, note="Asked for it.")
    else:
        settings.SECRET_KEY = "another" * 10
    assert Client().get(path).status_code == 404
    client = Client()
    assert client.post(path).status_code == 404
    assert client.get("/me/").status_code == 403


def test_who_has_no_link_is_led_to_the_public_page(world, post):
    address(world, 0)
    add_round(world)
    work()
    mail = only(post, "aki@example.org")
    assert "/m/" not in text_of(mail)
    assert path_in(mail, "/t/") == "/t/coupe/"


def test_a_kind_is_switched_off_by_the_tournament_by_the_player_and_from_the_mail(world, post):
    address(world, 0)
    off(world, "pairing")
    add_round(world)
    work()
    assert post.got == []
    off(world)
    set_player_mail(player_id=world.players[0].pk, off=["pairing"], language="")
    add_round(world)
    work()
    assert post.got == []
    set_player_mail(player_id=world.players[0].pk, off=[], language="")
    add_round(world)
    work()
    mail = only(post, "aki@example.org")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    switch = mail["List-Unsubscribe"].strip(" <>").removeprefix("http://testserver")
    assert switch == path_in(mail, "/mails/")
    # As a mail program sends it: no cookie, no token.
    client = Client(enforce_csrf_checks=True)
    assert client.get(switch).status_code == 200
    assert PlayerMail.objects.get().off == []
    assert client.post(switch, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert PlayerMail.objects.get().off == ["pairing"]
    add_round(world)
    work()
    assert len(post.got) == 1
    assert client.post(switch, {"choose": "1", "kinds": ["pairing"]}).status_code == 200
    assert "pairing" not in PlayerMail.objects.get().off
    assert "ruling" in PlayerMail.objects.get().off


@pytest.mark.parametrize("token", ["x", "p1-pairing", "p1-pairing:abc", "é", "p" * 300])
def test_an_address_to_switch_off_that_was_not_made_here_does_nothing(world, token):
    assert Client().post(f"/mails/{token}/").status_code == 404
    assert not PlayerMail.objects.exists()


def test_what_is_switched_off_while_it_waits_is_not_sent(world, post):
    address(world, 0)
    add_round(world)
    assert run_job()  # the announcement alone
    set_player_mail(player_id=world.players[0].pk, off=["pairing"], language="")
    work()
    assert post.got == []
    assert states() == ["dropped"]


def test_mails_come_in_the_players_language_else_the_tournaments(world, post):
    address(world, 0, 1)
    off(world, language="fr")
    set_player_mail(player_id=world.players[0].pk, off=[], language="en")
    add_round(world)
    work()
    assert "komi 6.5." in text_of(only(post, "aki@example.org"))
    assert "komi 6,5." in text_of(only(post, "bea@example.org"))


def test_erasing_a_player_takes_his_mails_and_his_choice_along(world, post):
    address(world, 0)
    set_player_mail(player_id=world.players[0].pk, off=["ruling"], language="fr")
    add_round(world)
    assert run_job()
    erase_player(
        tournament_id=world.tournament.pk, player_id=world.players[0].pk, note="Asked for it."
    )
    work()
    assert post.got == []
    assert not PlayerMail.objects.exists()
    assert not Mail.objects.exists()


@pytest.mark.parametrize("when", ["before it happens", "before it is sent"])
@pytest.mark.parametrize("how", ["revoked", "expired"])
def test_a_link_of_the_staff_that_works_no_more_gets_no_mail(world, post, how, when):
    issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE, label="Rita")
    link = AccessLink.objects.latest("pk")
    set_staff_mail(tournament_id=world.tournament.pk, link_id=link.pk, email="rita@example.org")

    def end() -> None:
        if how == "revoked":
            revoke_link(link_id=link.pk)
        else:
            AccessLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())

    if when == "before it happens":
        end()
    submission = report(world.games[0], world.games[0].black, "B+3.5")
    contest_as_read(submission_id=submission, player_id=world.players[1].pk)
    if when == "before it is sent":
        run_job(kinds=["announce"])
        end()
    work()
    assert post.got == []
    assert StaffMail.objects.exists() == (how == "expired")


def test_rules_hold_the_present_and_the_history_tells_of_the_change(world):
    off(world, "pairing", "ruling")
    off(world, "pairing", "ruling")
    assert MailRules.objects.get().off == ["pairing", "ruling"]
    assert world.tournament.audit.filter(verb="mails.changed").count() == 1
    assert not StaffMail.objects.exists()


@pytest.mark.parametrize("start", ["/m/", "/mails/"])
def test_no_log_line_tells_what_stands_in_a_mail(start):
    token = "WzMsImZjODMxZjVhN2QyYjE5N2YiXQ:1xUn95:vM5F2ZxofNNfa0MIDUOczGwIvMrYKa63mHfhint7qZk"
    line = without_links(f"404 http://go.example.org{start}{token}/ {start}{token}/")
    assert token[4:] not in line
    assert f"{start}{token[:4]}..." in line
    assert without_links("/director/cup/mails/staff/3/") == "/director/cup/mails/staff/3/"
