"""Choose which e-mails are sent: for a tournament, by a player, for a member of staff.

What somebody chooses for themselves is not written to the audit trail.
"""

from collections.abc import Collection

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from notices.emails.selectors import Recipient
from notices.models import PLAYER_KINDS, STAFF_KINDS, MailKind, MailRules, PlayerMail, StaffMail
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_columns
from tournament.common.locks import locked_tournament
from tournament.errors import NotFound, UserError
from tournament.models import AccessLink, Player, Role, Verb

NOT_FAILED: dict[str, object] = {"failed_at": None, "failed_address": "", "error": ""}


@transaction.atomic
def set_mail_rules(
    *, tournament_id: int, enabled: bool, off: Collection[str], language: str, remind_hours: int
) -> None:
    """Set which e-mails a tournament sends. Raises UserError, naming the field, and NotFound."""
    new = {
        "enabled": enabled,
        "off": _kinds(off, tuple(MailKind)),
        "language": _language(language),
        "remind_hours": remind_hours,
    }
    clean_columns(MailRules(**new), ["remind_hours"])
    locked_tournament(tournament_id)
    rules = MailRules.objects.filter(tournament=tournament_id).first() or MailRules(
        tournament_id=tournament_id
    )
    before = {name: getattr(rules, name) for name in new}
    if before == new:
        return
    for name, value in new.items():
        setattr(rules, name, value)
    rules.save()
    record(Verb.MAILS_CHANGED, tournament_id=tournament_id, before=before, after=new)


@transaction.atomic
def set_player_mail(*, player_id: int, off: Collection[str], language: str) -> None:
    """Set which e-mails a player wants, and their language; a failed address is tried again.

    Raises UserError and NotFound.
    """
    chosen = {"off": _kinds(off, PLAYER_KINDS), "language": _language(language), **NOT_FAILED}
    if not Player.objects.filter(pk=player_id).exists():
        raise NotFound("no_player", text=_("There is no such player."))
    PlayerMail.objects.update_or_create(player_id=player_id, defaults=chosen)


@transaction.atomic
def set_staff_mail(
    *, tournament_id: int, link_id: int, email: str, off: Collection[str] = (), language: str = ""
) -> None:
    """Set the e-mail address that belongs to a link of the staff; an empty one removes it.

    Raises UserError (field ``email``) and NotFound.
    """
    kinds, language = _kinds(off, STAFF_KINDS), _language(language)
    row = StaffMail(email=email.strip())
    locked_tournament(tournament_id)
    links = AccessLink.objects.usable().filter(pk=link_id, tournament=tournament_id)
    if not links.exclude(role=Role.PLAYER).exists():
        raise NotFound("no_link", text=_("There is no such link."))
    was = StaffMail.objects.filter(link=link_id).first()
    if not row.email:
        if was is not None:
            was.delete()
            record(Verb.MAILS_CHANGED, tournament_id=tournament_id, before={"staff": True})
        return
    clean_columns(row, ["email"])
    chosen = {"tournament_id": tournament_id, "email": row.email, "off": kinds}
    chosen |= {"language": language, **NOT_FAILED}
    StaffMail.objects.update_or_create(link_id=link_id, defaults=chosen)
    if was is None or was.email != row.email:
        record(Verb.MAILS_CHANGED, tournament_id=tournament_id, after={"staff": True})


@transaction.atomic
def switch_off(*, recipient: Recipient, kinds: Collection[str] | None = None) -> None:
    """Switch off exactly these kinds of e-mails, or the kind of the one that somebody got.

    Raises UserError for kinds that they cannot get, and NotFound if they are gone.
    """
    gone = NotFound("nobody", text=_("There is no longer anybody to write to."))
    row: PlayerMail | StaffMail | None
    if recipient.player_id is not None:
        if not Player.objects.filter(pk=recipient.player_id, erased_at=None).exists():
            raise gone
        rows = PlayerMail.objects.select_for_update()
        row, _created = rows.get_or_create(player_id=recipient.player_id)
    else:
        row = StaffMail.objects.select_for_update().filter(pk=recipient.staff_id or 0).first()
    if row is None:
        raise gone
    available = PLAYER_KINDS if isinstance(row, PlayerMail) else STAFF_KINDS
    row.off = _kinds({*row.off, recipient.kind} if kinds is None else kinds, available)
    row.save(update_fields=["off"])


def _kinds(off: Collection[str], available: tuple[MailKind, ...]) -> list[str]:
    if set(off) - {kind.value for kind in available}:
        raise UserError("kinds", field="off", text=_("Choose from the list."))
    return [kind.value for kind in available if kind.value in set(off)]


def _language(language: str) -> str:
    if language and language not in dict(settings.LANGUAGES):
        raise UserError("language", field="language", text=_("Choose from the list."))
    return language
