"""Switching mails off from a mail, without a login: a signed address that can do only that."""

from dataclasses import dataclass

from django.core import signing
from django.utils.translation import gettext_lazy as _

from notices.models import Mail, MailKind
from tournament.errors import LinkInvalid

SALT = "shinpan.mail-switches"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whose switches an address opens: a player's or those of somebody of the staff."""

    player_id: int | None
    staff_id: int | None
    kind: str
    """The kind of the mail that it stood in."""


def switch_of(mail: Mail) -> str:
    """Return the signed part of the address that switches a mail's kind off."""
    return signing.Signer(salt=SALT).sign(
        f"p{mail.player_id}-{mail.kind}" if mail.player_id else f"s{mail.staff_id}-{mail.kind}"
    )


def open_switch(text: str) -> Recipient:
    """Return whose switches these are. Raises LinkInvalid for an address not made here."""
    invalid = LinkInvalid("switch_invalid", text=_("This address is not complete."))
    if len(text) > LONGEST:
        raise invalid
    try:
        whose, _dash, kind = signing.Signer(salt=SALT).unsign(text).partition("-")
        key = int(whose[1:])
    except (signing.BadSignature, ValueError):
        raise invalid from None
    if kind not in MailKind.values:
        raise invalid
    return Recipient(key if whose[0] == "p" else None, key if whose[0] == "s" else None, kind)
