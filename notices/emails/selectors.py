"""Reads of e-mail settings, addresses and the fate of e-mails."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext

from notices.models import Mail, MailRules, MailState, PlayerMail, StaffMail
from notices.reach import fingerprint
from tournament.models import AccessLink, Player, Role


@dataclass(frozen=True, slots=True)
class EmailRules:
    """Which e-mails a tournament sends."""

    enabled: bool = True
    off: tuple[str, ...] = ()
    language: str = ""
    remind_hours: int = 48


@dataclass(frozen=True, slots=True)
class StaffLine:
    """A member of staff and their address, which may be empty."""

    link_id: int
    name: str
    role: str
    email: str
    off: tuple[str, ...]
    language: str
    error: str

    @property
    def error_text(self) -> str:
        """Return why e-mails to them failed, in the reader's language."""
        return gettext(self.error) if self.error else ""

    @property
    def role_label(self) -> str:
        """Return the role in the reader's language."""
        return str(Role(self.role).label)


@dataclass(frozen=True, slots=True)
class BrokenAddress:
    """A player to whose address e-mails cannot be delivered."""

    player_id: int
    name: str
    email: str
    error: str
    since: datetime

    @property
    def error_text(self) -> str:
        """Return why, in the reader's language."""
        return gettext(self.error) if self.error else ""


@dataclass(frozen=True, slots=True)
class EmailCounts:
    """E-mails of the last week by state, and how many players have an address."""

    sent: int
    waiting: int
    failed: int
    reachable: int
    players: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player's address and choice of e-mails."""

    email: str
    off: tuple[str, ...]
    language: str
    error: str


@dataclass(frozen=True, slots=True)
class Recipient:
    """A player or a member of staff, and the kind of the e-mail that they got."""

    player_id: int | None
    staff_id: int | None
    kind: str


def rules_of(tournament_id: int) -> EmailRules:
    """Return which e-mails a tournament sends."""
    row = MailRules.objects.filter(tournament=tournament_id).first()
    if row is None:
        return EmailRules()
    return EmailRules(row.enabled, tuple(row.off), row.language, row.remind_hours)


def staff_lines(tournament_id: int) -> tuple[StaffLine, ...]:
    """Return the staff with usable links and their addresses. Two queries.

    Links that belong to API tokens are left out.
    """
    mails = {mail.link_id: mail for mail in StaffMail.objects.filter(tournament=tournament_id)}
    links = AccessLink.objects.usable().filter(tournament=tournament_id, tokens=None)
    staff = links.exclude(role=Role.PLAYER).order_by("role", "pk")
    return tuple(_staff_line(link, mails.get(link.pk)) for link in staff)


def staff_line(tournament_id: int, link_id: int) -> StaffLine | None:
    """Return a member of staff, or None."""
    return next((line for line in staff_lines(tournament_id) if line.link_id == link_id), None)


def broken_addresses(tournament_id: int) -> tuple[BrokenAddress, ...]:
    """Return the players whose current address was given up."""
    rows = PlayerMail.objects.filter(player__tournament=tournament_id, failed_at__isnull=False)
    return tuple(
        BrokenAddress(row.player_id, row.player.name, row.player.email, row.error, row.failed_at)
        for row in rows.select_related("player").order_by("player__number")
        if row.failed_at and row.failed_address == fingerprint(row.player.email)
    )


def mail_counts(tournament_id: int) -> EmailCounts:
    """Return a week's e-mails by state, and how many players can be reached. Two queries."""
    week = timezone.now() - timedelta(days=7)
    mails = Mail.objects.filter(tournament=tournament_id, created_at__gt=week)
    states = mails.aggregate(
        sent=Count("pk", filter=Q(state=MailState.SENT)),
        waiting=Count("pk", filter=Q(state__in=[MailState.WAITING, MailState.SENDING])),
        failed=Count("pk", filter=Q(state=MailState.FAILED)),
    )
    players = Player.objects.filter(tournament=tournament_id).aggregate(
        reachable=Count("pk", filter=~Q(email="")), players=Count("pk")
    )
    return EmailCounts(**states, **players)


def preferences_of(player_id: int) -> Preferences:
    """Return a player's address and choice of e-mails."""
    email = Player.objects.filter(pk=player_id).values_list("email", flat=True).first() or ""
    row = PlayerMail.objects.filter(player=player_id).first()
    if row is None:
        return Preferences(email, (), "", "")
    broken = row.failed_at is not None and row.failed_address == fingerprint(email)
    return Preferences(email, tuple(row.off), row.language, row.error if broken else "")


def switched_off(recipient: Recipient) -> tuple[str, ...]:
    """Return the kinds of e-mails that a recipient has switched off."""
    if recipient.player_id is not None:
        row: PlayerMail | StaffMail | None = PlayerMail.objects.filter(
            player=recipient.player_id
        ).first()
    else:
        row = StaffMail.objects.filter(pk=recipient.staff_id or 0).first()
    return tuple(row.off) if row else ()


def _staff_line(link: AccessLink, mail: StaffMail | None) -> StaffLine:
    if mail is None:
        return StaffLine(link.pk, link.label, link.role, "", (), "", "")
    error = mail.error if mail.failed_at is not None else ""
    return StaffLine(
        link.pk, link.label, link.role, mail.email, tuple(mail.off), mail.language, error
    )
