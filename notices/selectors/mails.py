"""Which mails are sent, to whom, and which did not arrive, as forms and lists show them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext

from notices.models import Mail, MailRules, MailState, PlayerMail, StaffMail
from notices.selectors.fingerprints import fingerprint
from tournament.models import AccessLink, Player, Role


@dataclass(frozen=True, slots=True)
class Rules:
    """Which mails a tournament sends."""

    enabled: bool = True
    off: tuple[str, ...] = ()
    language: str = ""
    remind_hours: int = 48


@dataclass(frozen=True, slots=True)
class StaffLine:
    """Somebody of the staff and his address, which may be empty."""

    link_id: int
    name: str
    role: str
    email: str
    off: tuple[str, ...]
    language: str
    error: str

    @property
    def error_text(self) -> str:
        """Return why mails to him failed, in the reader's language."""
        return gettext(self.error) if self.error else ""

    @property
    def role_label(self) -> str:
        """Return the role in the reader's language."""
        return str(Role(self.role).label)


@dataclass(frozen=True, slots=True)
class BrokenAddress:
    """A player whose address takes no mail."""

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
class Counts:
    """Mails of the last week, by what became of them, and who can be written to."""

    sent: int
    waiting: int
    failed: int
    reachable: int
    players: int


@dataclass(frozen=True, slots=True)
class Own:
    """A player's choice."""

    email: str
    off: tuple[str, ...]
    language: str
    error: str


def rules_of(tournament_id: int) -> Rules:
    """Return which mails a tournament sends."""
    row = MailRules.objects.filter(tournament=tournament_id).first()
    if row is None:
        return Rules()
    return Rules(row.enabled, tuple(row.off), row.language, row.remind_hours)


def staff_lines(tournament_id: int) -> tuple[StaffLine, ...]:
    """Return the staff whose links work, with their addresses, in two queries.

    Links made for the tokens of programs are nobody's.
    """
    mails = {one.link_id: one for one in StaffMail.objects.filter(tournament=tournament_id)}
    links = AccessLink.objects.usable().filter(tournament=tournament_id, tokens=None)
    staff = links.exclude(role=Role.PLAYER).order_by("role", "pk")
    return tuple(_staff_line(link, mails.get(link.pk)) for link in staff)


def staff_line(tournament_id: int, link_id: int) -> StaffLine | None:
    """Return one of the staff, or None."""
    return next((one for one in staff_lines(tournament_id) if one.link_id == link_id), None)


def broken_addresses(tournament_id: int) -> tuple[BrokenAddress, ...]:
    """Return the players whose present address was given up."""
    rows = PlayerMail.objects.filter(player__tournament=tournament_id, failed_at__isnull=False)
    return tuple(
        BrokenAddress(one.player_id, one.player.name, one.player.email, one.error, one.failed_at)
        for one in rows.select_related("player").order_by("player__number")
        if one.failed_at and one.failed_address == fingerprint(one.player.email)
    )


def mail_counts(tournament_id: int) -> Counts:
    """Return how many mails went out in a week, and who can be written to, in two queries."""
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
    return Counts(**states, **players)


def own_choice(player_id: int) -> Own:
    """Return what a player chose, and where he is written to."""
    email = Player.objects.filter(pk=player_id).values_list("email", flat=True).first() or ""
    row = PlayerMail.objects.filter(player=player_id).first()
    if row is None:
        return Own(email, (), "", "")
    broken = row.failed_at is not None and row.failed_address == fingerprint(email)
    return Own(email, tuple(row.off), row.language, row.error if broken else "")


def _staff_line(link: AccessLink, mail: StaffMail | None) -> StaffLine:
    if mail is None:
        return StaffLine(link.pk, link.label, link.role, "", (), "", "")
    error = mail.error if mail.failed_at is not None else ""
    return StaffLine(
        link.pk, link.label, link.role, mail.email, tuple(mail.off), mail.language, error
    )
