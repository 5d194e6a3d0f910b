"""Sending an e-mail once: the job, retries, refused addresses, the limit per hour.

An e-mail is marked as sent as soon as the mail server has accepted it, before its job ends: a
worker that dies before that sends it later, one that dies after it sends nothing more. Only if a
worker dies in the instant between the two, a second one goes out, with the same Message-ID, by
which mail programs recognise it.
"""

import contextlib
import logging
import smtplib
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop

from jobs.models import Urgency
from jobs.table import ClaimedJob, enqueue_many, finish, renew_lease
from notices import slow_hosts
from notices.models import MAIL, Mail, MailKind, MailState, PlayerMail, StaffMail
from notices.reach import fingerprint, kinds_off
from tournament.models import AccessLink, Status

log = logging.getLogger(__name__)

_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)
PAUSES = (_MINUTE, 10 * _MINUTE, _HOUR, 4 * _HOUR, 12 * _HOUR)
"""The pauses after failed attempts: six attempts in most of a day."""
_Refused = smtplib.SMTPRecipientsRefused | ValidationError | ValueError
"""Errors that are the address's fault, not the mail server's."""
SERVER_NAME = "the mail server"
ADDRESS = gettext_noop("The mail server refused the address.")
SERVER = gettext_noop("The mail server refused the mail.")
NO_ADDRESS = gettext_noop("This is not an e-mail address.")
AWAY = gettext_noop("The mail server cannot be reached.")
LONGEST_SECONDS = 20.0
"""How long handing over an e-mail may take; less if a lease is shorter."""
LIMITED = 10 * _MINUTE
"""When to retry an e-mail whose tournament has reached this hour's limit."""


@dataclass(frozen=True, slots=True)
class Content:
    """Subject and text of an e-mail, and further headers by name."""

    subject: str
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)


Compose = Callable[[Mail], Content | None]
"""Composes an e-mail in the recipient's language; None if there is nothing to say any longer."""


def send(job: ClaimedJob, compose: Compose) -> bool:
    """Send the e-mail of a job, or postpone it, or drop it if it is no longer wanted."""
    rows = Mail.objects.select_related("tournament", "player", "staff")
    mail = rows.filter(
        pk=job.payload["mail_id"], state__in=[MailState.WAITING, MailState.SENDING]
    ).first()
    if mail is None:
        return finish(job, lambda: None)
    address = address_of(mail)
    content = compose(mail) if address and _wanted(mail) else None
    if content is None:
        return finish(job, lambda: _set_state(mail, MailState.DROPPED))
    if _limit_reached(mail.tournament_id):
        return finish(job, lambda: _postpone(job, mail, LIMITED))
    if not slow_hosts.may_try(SERVER_NAME):
        pause = slow_hosts.pause_after(timezone.now() - mail.created_at)
        return finish(job, lambda: _postpone(job, mail, pause))
    message = _message(mail, address, content)
    started = time.monotonic()
    try:
        if not _handed_over(job, mail, message):
            return False
    except (ValidationError, OSError, smtplib.SMTPException, ValueError) as error:
        reason = _reason(error)
        code = getattr(error, "smtp_code", type(error).__name__)
        log.warning("mail %s: %s (%s)", mail.pk, reason, code)
        elapsed = time.monotonic() - started
        slow_hosts.record_attempt(SERVER_NAME, succeeded=False, seconds=elapsed)
        refused = isinstance(error, _Refused)
        return finish(job, lambda: _failed(job, mail, address, reason, refused=refused))
    slow_hosts.record_attempt(SERVER_NAME, succeeded=True, seconds=0)
    return finish(job, lambda: None)


def _handed_over(job: ClaimedJob, mail: Mail, message: EmailMessage) -> bool:
    """Hand an e-mail over to the mail server; return whether the job was still this worker's.

    The lease is renewed once the connection is open; what follows is cut off before it expires.
    """
    validate_email(message.to[0])
    connection = message.connection = get_connection()
    connection.open()
    timer = threading.Timer(
        min(LONGEST_SECONDS, settings.SHINPAN_LEASE_SECONDS * 2 / 3), _hang_up, [connection]
    )
    timer.daemon = True
    try:
        if not renew_lease(job):
            return False
        _set_state(mail, MailState.SENDING)
        timer.start()
        message.send()
        _set_state(mail, MailState.SENT, sent_at=timezone.now())
    finally:
        timer.cancel()
        with contextlib.suppress(OSError, smtplib.SMTPException):
            connection.close()
    return True


def _hang_up(connection: BaseEmailBackend) -> None:
    sock = getattr(getattr(connection, "connection", None), "sock", None)
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def address_of(mail: Mail) -> str:
    """Return the recipient's address, or "" if there is none (any longer)."""
    if mail.player is not None:
        return "" if mail.player.erased_at else mail.player.email
    assert mail.staff is not None
    usable = AccessLink.objects.usable().filter(pk=mail.staff.link_id).exists()
    return mail.staff.email if usable else ""


def _wanted(mail: Mail) -> bool:
    """Return whether the tournament still sends it and the recipient still wants it."""
    if not settings.SHINPAN_EMAIL or mail.kind in kinds_off(mail.tournament_id):
        return False
    if mail.tournament.status == Status.DELETED:
        return False
    if mail.kind == MailKind.REMINDER and mail.tournament.closed_at is not None:
        return False
    preferences: PlayerMail | StaffMail | None = mail.staff
    if mail.player is not None:
        preferences = PlayerMail.objects.filter(player=mail.player_id).first()
    if preferences is None:
        return True
    broken = preferences.failed_at and preferences.failed_address == fingerprint(address_of(mail))
    return mail.kind not in preferences.off and not broken


def _limit_reached(tournament_id: int) -> bool:
    since = timezone.now() - timedelta(hours=1)
    sent = Mail.objects.filter(tournament=tournament_id, sent_at__gt=since)
    return sent.count() >= settings.SHINPAN_EMAIL_PER_HOUR


def _message(mail: Mail, address: str, content: Content) -> EmailMessage:
    sender = settings.DEFAULT_FROM_EMAIL
    domain = parseaddr(sender)[1].rpartition("@")[2]
    digest = salted_hmac("shinpan.mail", f"{mail.pk} {mail.created_at.isoformat()}").hexdigest()
    headers = {
        "Message-ID": f"<shinpan.{digest}@{domain}>",
        "Auto-Submitted": "auto-generated",
        **content.headers,
    }
    # Line breaks in a subject would begin another header.
    subject = " ".join(content.subject.split())
    return EmailMessage(subject, content.text, sender, [address], headers=headers)


def _set_state(mail: Mail, state: MailState, **changes: object) -> None:
    Mail.objects.filter(pk=mail.pk).exclude(state=MailState.SENT).update(state=state, **changes)


def _postpone(job: ClaimedJob, mail: Mail, pause: timedelta) -> None:
    at = timezone.now() + pause
    jobs = [(f"{MAIL}:{mail.pk}:{job.id}", {"mail_id": mail.pk})]
    enqueue_many(MAIL, jobs, priority=Urgency.MESSAGE, at=at)


def _failed(job: ClaimedJob, mail: Mail, address: str, reason: str, *, refused: bool) -> None:
    if mail.tries < len(PAUSES):
        _set_state(mail, MailState.WAITING, error=reason, tries=F("tries") + 1)
        _postpone(job, mail, PAUSES[mail.tries])
        return
    _set_state(mail, MailState.FAILED, error=reason, tries=F("tries") + 1)
    if not refused:  # the mail server is at fault, not the address
        return
    broken = {
        "failed_at": timezone.now(),
        "failed_address": fingerprint(address),
        "error": reason,
    }
    if mail.player_id is not None:
        PlayerMail.objects.update_or_create(player_id=mail.player_id, defaults=broken)
    elif mail.staff is not None:
        StaffMail.objects.filter(pk=mail.staff.pk).update(**broken)


def _reason(error: Exception) -> str:
    """Return what went wrong without the address, which servers like to quote."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return ADDRESS
    if isinstance(error, smtplib.SMTPResponseException):
        return SERVER
    if isinstance(error, ValidationError | ValueError):
        return NO_ADDRESS
    return AWAY
