"""The way from a mail to a player's own page.

A private link cannot be written into a mail, for nobody knows its secret any more. A mail carries
a signed pass in its place: it names the player's link and his address, opens the same page by the
same press of a button, and nothing once the link is revoked, the address is another, or two weeks
have passed. Nothing of it is in the database.
"""

from django.core import signing
from django.utils.translation import gettext_lazy as _

from notices.selectors.fingerprints import fingerprint
from tournament.errors import LinkInvalid
from tournament.models import AccessLink, Player, Role
from tournament.services.links import LinkIdentity

SALT = "shinpan.entry"
DAYS = 14
LONGEST_PASS = 300


def pass_of(player: Player) -> str:
    """Return a pass for a player, or nothing where he has no link that works."""
    links = AccessLink.objects.usable().filter(player=player, role=Role.PLAYER)
    link_id = links.order_by("-pk").values_list("pk", flat=True).first()
    if link_id is None or not player.email:
        return ""
    return signing.dumps([link_id, fingerprint(player.email)[:16]], salt=SALT)


def open_pass(text: str) -> LinkIdentity:
    """Return whose pass this is. Raises LinkInvalid when it opens nothing (any more)."""
    invalid = LinkInvalid(
        "pass_invalid",
        text=_("This link has expired: use your own link, or ask the director for a new one."),
    )
    if len(text) > LONGEST_PASS:
        raise invalid
    try:
        link_id, address = signing.loads(text, salt=SALT, max_age=DAYS * 24 * 3600)
    except (signing.BadSignature, ValueError, TypeError):
        raise invalid from None
    links = AccessLink.objects.usable().filter(pk=link_id, role=Role.PLAYER)
    link = links.select_related("player").first()
    if link is None or link.player is None or not link.player.email:
        raise invalid
    if fingerprint(link.player.email)[:16] != address:
        raise invalid
    return LinkIdentity(link.pk, link.tournament_id, link.role, link.player_id)
