"""Webhooks and mails by real workers that are killed in the middle."""

import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from notices.models import Delivery, DeliveryState, Mail, MailState
from notices.webhooks.services import add_webhook
from tests.notices.emails import address
from tests.support.celery_worker import running_worker, start_worker
from tests.support.database import test_database_url
from tests.support.mail_server import mail_server
from tests.support.processes import wait_until
from tests.support.receiver import receiving
from tests.support.world import add_round, make_world

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_worker_killed_over_a_webhook_loses_nothing_and_every_mail_goes_out_once(
    broker: str, tmp_path: Path, settings
) -> None:
    world = make_world()
    address(world)
    over = threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> None:
        over.wait(60)

    with receiving() as receiver, mail_server() as post:
        settings.SHINPAN_EMAIL = settings.SHINPAN_WEBHOOK_PRIVATE = True
        services = {
            "database_url": test_database_url(),
            "broker_url": broker,
            "beat": True,
            "SHINPAN_LEASE_SECONDS": "3",
            "SHINPAN_SWEEP_SECONDS": "1",
            "SHINPAN_WEBHOOK_PRIVATE": "1",
            "SHINPAN_EMAIL_URL": f"smtp://127.0.0.1:{post.port}",
            "SHINPAN_EMAIL_FROM": "go@example.org",
        }
        receiver.act = hang
        url, topics = receiver.url, ["pairing.published"]
        add_webhook(tournament_id=world.tournament.pk, url=url, topics=topics)
        add_round(world)
        (tmp_path / "first").mkdir()
        worker = start_worker(tmp_path / "first", **services)
        try:
            wait_until(lambda: len(receiver.got) == 1, "the first attempt")
        finally:
            worker.kill()
        receiver.act = None
        over.set()
        (tmp_path / "second").mkdir()
        with running_worker(tmp_path / "second", **services):
            delivered = Delivery.objects.filter(state=DeliveryState.DELIVERED)
            wait_until(delivered.exists, "the delivery")
            sent = Mail.objects.filter(state=MailState.SENT)
            wait_until(lambda: sent.count() == len(world.players), "every mail")
        assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
        assert sorted(one for one, _ in post.got) == sorted(one.email for one in world.players)
