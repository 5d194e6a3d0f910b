"""A tournament, somebody who listens, and servers that take what is sent."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from notices.emails.reminders import reset
from tests.support.mail_server import MailServer, mail_server
from tests.support.receiver import Receiver, receiving
from tests.support.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    settings.SHINPAN_WEBHOOK_PRIVATE = True
    with receiving() as server:
        yield server


@pytest.fixture
def post(settings) -> Iterator[MailServer]:
    """A mail server that the installation sends through."""
    with mail_server() as server:
        settings.SHINPAN_EMAIL = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.DEFAULT_FROM_EMAIL = "Go club <go@example.org>"
        reset()
        cache.clear()
        yield server
