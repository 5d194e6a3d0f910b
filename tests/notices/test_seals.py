"""The seal of the record is published and mailed, and a record written anew has another."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from adjudication.closing.services import close_tournament
from notices.emails.services import set_staff_mail
from tests.notices.emails import path_in, text_of
from tests.notices.hooks import work
from tests.support.mail_server import MailServer
from tests.support.world import World, add_round
from tests.tournament.tampering import raw, without_triggers
from tournament.audit.selectors.trail import event_digest
from tournament.formats.chain import Head, parse_noted_seal
from tournament.models import AccessLink, AuditEvent, Role, TrailHead
from tournament.staff.services import issue_link

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PAGE = "/t/coupe/seal/"


def write_anew(world: World) -> None:
    """Change the reason of nothing, and seal all steps again: the chain holds as before."""
    without_triggers()
    previous = ""
    for event in AuditEvent.objects.filter(tournament=world.tournament.pk).order_by("sequence"):
        event.previous = previous
        if event.sequence == 3:
            event.players = [5]
        event.digest = previous = event_digest(event, None)
        event.save()
    raw("UPDATE tournament_trailhead SET digest = %s", previous)


def test_a_record_written_anew_has_not_the_seal_that_was_noted(world: World) -> None:
    head = TrailHead.objects.get()
    seal = f"{head.sequence}:{head.digest}"
    assert seal in Client().get(PAGE).text
    told = Client().get("/api/v1/tournaments/coupe/seal/").json()
    assert (told["sequence"], told["digest"], told["text"]) == (head.sequence, head.digest, seal)
    add_round(world)
    assert 'role="status"' in Client().get(PAGE, {"noted": seal}).text
    call_command("verify_audit", "--tournament", "coupe", "--head", seal, verbosity=0)
    write_anew(world)
    call_command("verify_audit", verbosity=0)
    assert 'role="alert"' in Client().get(PAGE, {"noted": seal}).text
    with pytest.raises(CommandError, match="written anew"):
        call_command("verify_audit", "--tournament", "coupe", "--head", seal, verbosity=0)


@pytest.mark.parametrize("noted", ["", "x", "9f3c", f"0:{'a' * 64}", "a" * 64, f"7:{'g' * 64}"])
def test_what_is_no_seal_is_refused_at_its_field(world: World, noted: str) -> None:
    answer = Client().get(PAGE, {"noted": noted})
    assert answer.status_code == 400
    assert 'id="noted_error"' in answer.text or "error" in answer.text
    assert noted in answer.text


def test_a_seal_is_read_as_it_was_noted_down() -> None:
    digest = "0123456789abcdef" * 4
    assert parse_noted_seal(f" 41:{digest.upper()}\n") == Head(41, digest)
    assert parse_noted_seal(digest) == Head(0, digest)
    assert parse_noted_seal(str(Head(7, digest))) == Head(7, digest)


def test_the_staff_gets_it_with_every_round_and_at_the_end(world: World, post: MailServer) -> None:
    issue_link(tournament_id=world.tournament.pk, role=Role.DIRECTOR, label="Anna")
    link = AccessLink.objects.get()
    set_staff_mail(tournament_id=world.tournament.pk, link_id=link.pk, email="anna@example.org")
    add_round(world)
    work()
    close_tournament(tournament_id=world.tournament.pk, note="Over")
    work()
    rounds, end = post.to("anna@example.org")
    for mail, verb in ((rounds, "round.published"), (end, "tournament.closed")):
        event = AuditEvent.objects.filter(verb=verb).latest("pk")
        assert f"{event.sequence}:{event.digest}" in text_of(mail)
        assert 'role="status"' in Client().get(path_in(mail, PAGE)).text
