"""Sending: once, whatever dies; what is refused, broken or hangs; hostile names and addresses."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.utils import timezone

from jobs import table
from jobs.models import Job
from jobs.worker import run_job
from notices.emails import sending
from notices.emails.selectors import broken_addresses
from notices.models import Mail
from tests.adjudication.threads import at_once
from tests.notices.emails import address, only, states
from tests.notices.hooks import later, work
from tests.support.world import add_round, make_world
from tournament.models import Player

pytestmark = pytest.mark.django_db


def test_a_name_with_line_breaks_makes_no_header(world, post):
    address(world, 0)
    type(world.tournament).objects.update(name="Cup\r\nBcc: all@example.org\r\n\r\nBuy!")
    add_round(world)
    work()
    mail = only(post, "aki@example.org")
    assert mail["Bcc"] is None
    assert mail["Subject"].strip().startswith("Cup Bcc: all@example.org Buy!")


@pytest.mark.parametrize(
    "email", ["a@example.org\r\nBcc: b@example.org", "a@example.org, b@example.org", "<x>", "x"]
)
def test_an_address_that_is_none_gets_no_mail_and_nobody_else_does(world, post, email):
    Player.objects.filter(pk=world.players[0].pk).update(email=email)
    add_round(world)
    for _ in range(8):
        work()
        later(hours=13)
    assert post.got == []
    assert states() == ["failed"]


def test_an_address_that_is_refused_is_tried_again_then_given_up_and_shown(world, post):
    address(world, 0)
    post.refused.add("aki@example.org")
    add_round(world)
    for _ in range(10):
        work()
        later(hours=13)
    mail = Mail.objects.get()
    assert (mail.state, mail.tries) == ("failed", 6)
    (broken,) = broken_addresses(world.tournament.pk)
    assert (broken.name, broken.error) == ("Aki", "The mail server refused the address.")
    post.refused.clear()
    add_round(world)
    work()
    assert post.got == []  # given up until the address is another
    Player.objects.filter(pk=world.players[0].pk).update(email="aki2@example.org")
    add_round(world)
    work()
    assert len(post.to("aki2@example.org")) == 1
    assert broken_addresses(world.tournament.pk) == ()


def test_a_mail_server_that_is_broken_blames_no_address(world, post, settings):
    address(world, 0)
    post.broken = True
    add_round(world)
    work()
    assert Mail.objects.get().error == "The mail server refused the mail."
    post.broken = False
    later(minutes=2)
    work()
    assert states() == ["sent"]
    settings.EMAIL_PORT = 9
    add_round(world)
    for _ in range(10):
        work()
        later(hours=13)
    assert states() == ["failed", "sent"]
    assert broken_addresses(world.tournament.pk) == ()


class Killed(BaseException):
    """What kills a worker in the middle."""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_worker_that_dies_before_or_after_sending_sends_once(world, post, monkeypatch, moment):
    address(world, 0)
    add_round(world)
    assert run_job()
    send = EmailMessage.send

    def die_before(self: EmailMessage) -> int:
        raise Killed

    def die_after(*_: object) -> None:
        raise Killed

    if moment == "before":
        monkeypatch.setattr(EmailMessage, "send", die_before)
    else:
        monkeypatch.setattr(sending, "finish", die_after)
    with pytest.raises(Killed):
        run_job()
    assert len(post.got) == (moment == "after")
    monkeypatch.undo()
    assert EmailMessage.send is send
    table.sweep(abandoned=True)
    work()
    assert len(post.got) == 1
    assert states() == ["sent"]


def test_a_mail_sent_again_has_the_same_message_id(world, post):
    address(world, 0)
    add_round(world)
    work()
    Mail.objects.update(state="sending")
    Job.objects.create(kind="mail", dedup_key="again", payload={"mail_id": Mail.objects.get().pk})
    work()
    first, second = post.to("aki@example.org")
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Message-ID"].endswith("@example.org>")


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_everything_once(post):
    world = make_world()
    address(world)
    add_round(world)
    assert not [one for one in at_once([work] * 3) if isinstance(one, Exception)]
    assert sorted(recipient for recipient, _ in post.got) == sorted(
        player.email for player in world.players
    )


def test_a_mail_server_that_hangs_is_cut_off_and_then_tried_once_a_minute(world, post, monkeypatch):
    monkeypatch.setattr(sending, "LONGEST_SECONDS", 0.3)
    monkeypatch.setattr("notices.slow_hosts.SLOW_SECONDS", 0.2)
    address(world, 0, 1, 2)
    post.hangs = True
    add_round(world)
    work()
    assert len(post.got) == 1
    assert Mail.objects.exclude(error="").get().error == "The mail server cannot be reached."
    post.hangs = False
    cache.clear()
    later(minutes=2)
    work()
    assert states() == ["sent"] * 3


def test_more_than_the_hours_share_waits(world, post, settings):
    settings.SHINPAN_EMAIL_PER_HOUR = 3
    address(world)
    add_round(world)
    work()
    assert len(post.got) == 3
    assert states() == ["sent"] * 3 + ["waiting"] * 5
    Mail.objects.filter(state="sent").update(sent_at=timezone.now() - timedelta(hours=2))
    later(minutes=11)
    work()
    assert len(post.got) == 6


def test_the_same_announcement_twice_writes_once(world, post):
    address(world, 0)
    add_round(world)
    work()
    done = Job.objects.get(kind="announce")
    Job.objects.create(kind="announce", dedup_key="once more", payload=done.payload)
    work()
    assert len(post.got) == 1
