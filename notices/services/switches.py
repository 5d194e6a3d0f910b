"""Choosing which mails are sent: for a tournament, by a player, for somebody of the staff.

What a person chooses for himself is written into no record.
"""

from collections.abc import Collection

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from notices.models import (
    PLAYER_KINDS,
    STAFF_KINDS,
    MailKind,
    MailRules,
    PlayerMail,
    StaffMail,
)
from notices.services.leaving import Recipient
from tournament.errors import NotFound, UserError
from tournament.models import AccessLink, Player, Role, Verb
from tournament.services.audit import record
from tournament.services.locks import locked_tournament

MOST_HOURS = 336
LONGEST_EMAIL = 120
NO_TROUBLE = {"failed_at": None, "failed_address": "", "error": ""}


@transaction.atomic
def set_mail_rules(
    *, tournament_id: int, enabled: bool, off: Collection[str], language: str, remind_hours: int
) -> None:
    """Set which mails a tournament sends. Raises UserError, naming the field, and NotFound."""
    kinds = _kinds(off, tuple(MailKind))
    _check_language(language)
    if not 0 <= remind_hours <= MOST_HOURS:
        raise UserError(
            "remind_hours",
            field="remind_hours",
            text=_("Write a number of hours from 0 (no reminder) to %(most)d.")
            % {"most": MOST_HOURS},
        )
    locked_tournament(tournament_id)
    new = {
        "enabled": enabled,
        "off": kinds,
        "language": language,
        "remind_hours": remind_hours,
    }
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
    """Set which mails a player wants, and in which language; an address that failed is tried anew.

    Raises UserError and NotFound.
    """
    kinds = _kinds(off, PLAYER_KINDS)
    _check_language(language)
    if not Player.objects.filter(pk=player_id).exists():
        raise NotFound("no_player", text=_("There is no such player."))
    chosen = {"off": kinds, "language": language, **NO_TROUBLE}
    PlayerMail.objects.update_or_create(player_id=player_id, defaults=chosen)


@transaction.atomic
def set_staff_mail(
    *, tournament_id: int, link_id: int, email: str, off: Collection[str] = (), language: str = ""
) -> None:
    """Give a link of the staff an address that is written to; an empty one takes it away.

    Raises UserError (field ``email``) and NotFound.
    """
    email = email.strip()
    kinds = _kinds(off, STAFF_KINDS)
    _check_language(language)
    locked_tournament(tournament_id)
    links = AccessLink.objects.usable().filter(pk=link_id, tournament=tournament_id)
    if not links.exclude(role=Role.PLAYER).exists():
        raise NotFound("no_link", text=_("There is no such link."))
    was = StaffMail.objects.filter(link=link_id).first()
    if not email:
        if was is not None:
            was.delete()
            record(Verb.MAILS_CHANGED, tournament_id=tournament_id, before={"staff": True})
        return
    check_email(email)
    chosen = {"tournament_id": tournament_id, "email": email, "off": kinds, "language": language}
    StaffMail.objects.update_or_create(link_id=link_id, defaults={**chosen, **NO_TROUBLE})
    if was is None or was.email != email:
        record(Verb.MAILS_CHANGED, tournament_id=tournament_id, after={"staff": True})


@transaction.atomic
def switch_off(*, who: Recipient, kinds: Collection[str] | None = None) -> None:
    """Switch off the kind of mail that an address stood in, or exactly these kinds.

    Raises UserError for kinds that are none of his, and NotFound for somebody who is gone.
    """
    gone = NotFound("nobody", text=_("There is nobody to write to any more."))
    if who.player_id is not None:
        if not Player.objects.filter(pk=who.player_id, erased_at=None).exists():
            raise gone
        row, _made = PlayerMail.objects.select_for_update().get_or_create(player_id=who.player_id)
        row.off = _wanted_off(row.off, who.kind, kinds, PLAYER_KINDS)
        row.save(update_fields=["off"])
        return
    staff = StaffMail.objects.select_for_update().filter(pk=who.staff_id or 0).first()
    if staff is None:
        raise gone
    staff.off = _wanted_off(staff.off, who.kind, kinds, STAFF_KINDS)
    staff.save(update_fields=["off"])


def check_email(email: str) -> None:
    """Raise UserError (field ``email``) for what is no address."""
    try:
        validate_email(email)
    except ValidationError:
        email = ""
    if not email or len(email) > LONGEST_EMAIL or not email.isascii():
        raise UserError("email", field="email", text=_("This is no e-mail address."))


def _wanted_off(
    off: Collection[str],
    kind: str,
    kinds: Collection[str] | None,
    allowed: tuple[MailKind, ...],
) -> list[str]:
    return _kinds({*off, kind} if kinds is None else kinds, allowed)


def _kinds(off: Collection[str], allowed: tuple[MailKind, ...]) -> list[str]:
    if set(off) - {kind.value for kind in allowed}:
        raise UserError("kinds", field="off", text=_("Choose from the list."))
    return [kind.value for kind in allowed if kind.value in set(off)]


def _check_language(language: str) -> None:
    if language and language not in dict(settings.LANGUAGES):
        raise UserError("language", field="language", text=_("Choose from the list."))
