"""Signed links in e-mails: a pass that opens a player's own page, and the link to unsubscribe.

A private link cannot be written into an e-mail, because the database has only its hash. An e-mail
carries a signed pass instead: it names the player's link and a fingerprint of the address, and
opens the same page with the same press of a button. It expires after two weeks, or if the link is
revoked or the address changes. The link to unsubscribe can do nothing else. Neither is stored.
"""

from django.core import signing
from django.utils.translation import gettext_lazy as _

from notices.emails.selectors import Recipient
from notices.models import Mail, MailKind
from notices.reach import fingerprint
from tournament.errors import LinkInvalid
from tournament.models import AccessLink, Player, Role
from tournament.staff.services import LinkIdentity

PASS_SALT = "shinpan.entry"
PASS_DAYS = 14
LONGEST_PASS = 300
UNSUBSCRIBE_SALT = "shinpan.mail-switches"
LONGEST_UNSUBSCRIBE = 200


def pass_of(player: Player) -> str:
    """Return a pass for a player, or "" if they have no usable link or no address."""
    links = AccessLink.objects.usable().filter(player=player, role=Role.PLAYER)
    link_id = links.order_by("-pk").values_list("pk", flat=True).first()
    if link_id is None or not player.email:
        return ""
    return signing.dumps([link_id, fingerprint(player.email)[:16]], salt=PASS_SALT)


def open_pass(token: str) -> LinkIdentity:
    """Return whose pass this is. Raises LinkInvalid if it opens nothing (any longer)."""
    invalid = LinkInvalid(
        "pass_invalid",
        text=_("This link has expired: use your own link, or ask the director for a new one."),
    )
    if len(token) > LONGEST_PASS:
        raise invalid
    try:
        link_id, address = signing.loads(token, salt=PASS_SALT, max_age=PASS_DAYS * 24 * 3600)
    except (signing.BadSignature, ValueError, TypeError):
        raise invalid from None
    links = AccessLink.objects.usable().filter(pk=link_id, role=Role.PLAYER)
    link = links.select_related("player").first()
    if link is None or link.player is None or not link.player.email:
        raise invalid
    if fingerprint(link.player.email)[:16] != address:
        raise invalid
    return LinkIdentity(link.pk, link.tournament_id, link.role, link.player_id)


def unsubscribe_token(mail: Mail) -> str:
    """Return the signed part of the link that switches off the kind of an e-mail."""
    return signing.Signer(salt=UNSUBSCRIBE_SALT).sign(
        f"p{mail.player_id}-{mail.kind}" if mail.player_id else f"s{mail.staff_id}-{mail.kind}"
    )


def open_unsubscribe(token: str) -> Recipient:
    """Return whose e-mails the token is about. Raises LinkInvalid if it was not signed here."""
    invalid = LinkInvalid("switch_invalid", text=_("This address is not complete."))
    if len(token) > LONGEST_UNSUBSCRIBE:
        raise invalid
    try:
        whose, _dash, kind = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign(token).partition("-")
        key = int(whose[1:])
    except (signing.BadSignature, ValueError):
        raise invalid from None
    if kind not in MailKind.values:
        raise invalid
    return Recipient(key if whose[0] == "p" else None, key if whose[0] == "s" else None, kind)
