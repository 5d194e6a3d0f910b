"""Sending one mail, once.

A mail is noted as sent the moment the mail server has taken it, before its job ends: whatever dies
before that sends it later, and whatever dies after it sends nothing more. Only a worker that dies
in the instant between the server's answer and that note sends a second one, with the same
Message-ID, by which mail programs know it.
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

from jobs.table import ClaimedJob, finish, keep
from notices.models import Mail, MailKind, MailState, PlayerMail, StaffMail
from notices.selectors.fingerprints import fingerprint
from notices.selectors.recipients import kinds_off
from notices.services import patience
from notices.services.later import write_jobs
from notices.services.writing import MAIL
from tournament.models import AccessLink

log = logging.getLogger(__name__)

_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)
PAUSES = (_MINUTE, 10 * _MINUTE, _HOUR, 4 * _HOUR, 12 * _HOUR)
"""How long after every failed attempt the next one is made: six in most of a day."""
_Refused = smtplib.SMTPRecipientsRefused | ValidationError | ValueError
"""What the address is at fault for, not the mail server."""
SERVER_NAME = "the mail server"
ADDRESS = gettext_noop("The mail server refused the address.")
SERVER = gettext_noop("The mail server refused the mail.")
NO_ADDRESS = gettext_noop("This is no e-mail address.")
AWAY = gettext_noop("The mail server cannot be reached.")
LONGEST_SECONDS = 20.0
"""So long handing a mail over may take, less where a lease is shorter."""
LIMITED = 10 * _MINUTE
"""When a mail is tried again whose tournament has sent its share of this hour."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What stands in a mail. ``headers`` are further ones, by name."""

    subject: str
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)


Write = Callable[[Mail], "Letter | None"]
"""Writes a mail in the language of who gets it; None where there is nothing to say any more."""


def send(job: ClaimedJob, write: Write) -> bool:
    """Send the mail of a job, or put it off, or drop it where nobody wants it any more."""
    rows = Mail.objects.select_related("tournament", "player", "staff")
    mail = rows.filter(
        pk=job.payload["mail_id"], state__in=[MailState.WAITING, MailState.SENDING]
    ).first()
    if mail is None:
        return finish(job, lambda: None)
    address = address_of(mail)
    letter = write(mail) if address and _wanted(mail) else None
    if letter is None:
        return finish(job, lambda: _become(mail, MailState.DROPPED))
    if _too_many(mail.tournament_id):
        return finish(job, lambda: _later(job, mail, LIMITED))
    if not patience.may_try(SERVER_NAME):
        pause = patience.pause_after(timezone.now() - mail.created_at)
        return finish(job, lambda: _later(job, mail, pause))
    message = _message(mail, address, letter)
    started = time.monotonic()
    try:
        if not _handed_over(job, mail, message):
            return False
    except (ValidationError, OSError, smtplib.SMTPException, ValueError) as error:
        reason = _reason(error)
        code = getattr(error, "smtp_code", type(error).__name__)
        log.warning("mail %s: %s (%s)", mail.pk, reason, code)
        patience.note(SERVER_NAME, well=False, seconds=time.monotonic() - started)
        refused = isinstance(error, _Refused)
        return finish(job, lambda: _failed(job, mail, address, reason, refused=refused))
    patience.note(SERVER_NAME, well=True, seconds=0)
    return finish(job, lambda: None)


def _handed_over(job: ClaimedJob, mail: Mail, message: EmailMessage) -> bool:
    """Give a mail to the mail server; say whether the job was still this worker's.

    Only when the line is open is the job held for a whole lease anew, and the mail noted; what
    follows is cut off before that lease runs out.
    """
    validate_email(message.to[0])
    connection = message.connection = get_connection()
    connection.open()
    clock = threading.Timer(
        min(LONGEST_SECONDS, settings.SHINPAN_LEASE_SECONDS * 2 / 3), _hang_up, [connection]
    )
    clock.daemon = True
    try:
        if not keep(job):
            return False
        _become(mail, MailState.SENDING)
        clock.start()
        message.send()
        _become(mail, MailState.SENT, sent_at=timezone.now())
    finally:
        clock.cancel()
        with contextlib.suppress(OSError, smtplib.SMTPException):
            connection.close()
    return True


def _hang_up(connection: BaseEmailBackend) -> None:
    line = getattr(getattr(connection, "connection", None), "sock", None)
    if line is not None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def address_of(mail: Mail) -> str:
    """Return where a mail goes, or nothing where that is not known (any more)."""
    if mail.player is not None:
        return "" if mail.player.erased_at else mail.player.email
    assert mail.staff is not None
    works = AccessLink.objects.usable().filter(pk=mail.staff.link_id).exists()
    return mail.staff.email if works else ""


def _wanted(mail: Mail) -> bool:
    """Say whether the tournament still sends it, and who gets it still wants it."""
    if not settings.SHINPAN_EMAIL or mail.kind in kinds_off(mail.tournament_id):
        return False
    if mail.kind == MailKind.REMINDER and mail.tournament.closed_at is not None:
        return False
    chosen: PlayerMail | StaffMail | None = mail.staff
    if mail.player is not None:
        chosen = PlayerMail.objects.filter(player=mail.player_id).first()
    if chosen is None:
        return True
    broken = chosen.failed_at and chosen.failed_address == fingerprint(address_of(mail))
    return mail.kind not in chosen.off and not broken


def _too_many(tournament_id: int) -> bool:
    since = timezone.now() - timedelta(hours=1)
    sent = Mail.objects.filter(tournament=tournament_id, sent_at__gt=since)
    return sent.count() >= settings.SHINPAN_EMAIL_PER_HOUR


def _message(mail: Mail, address: str, letter: Letter) -> EmailMessage:
    """Return the mail to hand over."""
    sender = settings.DEFAULT_FROM_EMAIL
    domain = parseaddr(sender)[1].rpartition("@")[2]
    mark = salted_hmac("shinpan.mail", f"{mail.pk} {mail.created_at.isoformat()}").hexdigest()
    headers = {
        "Message-ID": f"<shinpan.{mark}@{domain}>",
        "Auto-Submitted": "auto-generated",
        **letter.headers,
    }
    # Line breaks in a subject would begin another header.
    subject = " ".join(letter.subject.split())
    return EmailMessage(subject, letter.text, sender, [address], headers=headers)


def _become(mail: Mail, state: MailState, **changes: object) -> None:
    Mail.objects.filter(pk=mail.pk).exclude(state=MailState.SENT).update(state=state, **changes)


def _later(job: ClaimedJob, mail: Mail, pause: timedelta) -> None:
    at = timezone.now() + pause
    write_jobs(MAIL, [(f"{MAIL}:{mail.pk}:{job.id}", {"mail_id": mail.pk})], at=at)


def _failed(job: ClaimedJob, mail: Mail, address: str, reason: str, *, refused: bool) -> None:
    if mail.tries < len(PAUSES):
        _become(mail, MailState.WAITING, error=reason, tries=F("tries") + 1)
        _later(job, mail, PAUSES[mail.tries])
        return
    _become(mail, MailState.FAILED, error=reason, tries=F("tries") + 1)
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
    """Return what went wrong without the address, which servers like to repeat."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return ADDRESS
    if isinstance(error, smtplib.SMTPResponseException):
        return SERVER
    if isinstance(error, ValidationError | ValueError):
        return NO_ADDRESS
    return AWAY
