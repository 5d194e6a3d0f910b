"""Private links: a secret in the address stands in for a password.

The address holds a random value of 128 bits with a signature, so that a mistyped or made-up one
is refused without asking the database; the database holds only the value's SHA-256.
"""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import LinkInvalid, NotFound, UserError
from tournament.models import AccessLink, Player, Role, Tournament

SECRET_BYTES = 16
# Much more than the 22 characters of a secret, its separator and the 43 of a signature.
LONGEST_TOKEN = 200


@dataclass(frozen=True, slots=True)
class LinkIdentity:
    """Who somebody with a link is. ``player_id`` is given for a player's link only."""

    link_id: int
    tournament_id: int
    role: str
    player_id: int | None


@transaction.atomic
def issue_link(
    *,
    tournament_id: int,
    role: str,
    player_id: int | None = None,
    expires_at: datetime | None = None,
    secret: bytes | None = None,
) -> str:
    """Make a link and return its token. The token can never be read back.

    ``secret`` (16 bytes) is drawn at random unless given; giving the same one again returns the
    token of the link that exists already. Raises NotFound for an unknown tournament or player and
    UserError when role and player do not go together.
    """
    if role not in Role.values or (role == Role.PLAYER) != (player_id is not None):
        raise UserError("link_role", text=_("A player's link, and only that, names the player."))
    if not Tournament.objects.filter(pk=tournament_id).exists():
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    if (
        player_id is not None
        and not Player.objects.filter(pk=player_id, tournament_id=tournament_id).exists()
    ):
        raise NotFound("no_player", text=_("The player is not in this tournament."))
    if secret is None:
        secret = secrets.token_bytes(SECRET_BYTES)
    elif len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    value = urlsafe_b64encode(secret).decode().rstrip("=")
    AccessLink.objects.get_or_create(
        token_hash=_hash(value),
        defaults={
            "tournament_id": tournament_id,
            "role": role,
            "player_id": player_id,
            "expires_at": expires_at,
        },
    )
    return _signer().sign(value)


def open_link(token: str) -> LinkIdentity:
    """Return whose link this is. Raises LinkInvalid when it opens nothing (any more)."""
    invalid = LinkInvalid(
        "link_invalid",
        text=_("This link does not open anything: ask the tournament director for a new one."),
    )
    if len(token) > LONGEST_TOKEN:
        raise invalid
    try:
        value = _signer().unsign(token)
    except BadSignature:
        raise invalid from None
    link = AccessLink.objects.usable().filter(token_hash=_hash(value)).first()
    if link is None:
        raise invalid
    return LinkIdentity(link.pk, link.tournament_id, link.role, link.player_id)


@transaction.atomic
def revoke_link(*, link_id: int) -> None:
    """Close a link for good, and with it what was opened through it. Twice is no error.

    Raises NotFound when there is no such link.
    """
    if AccessLink.objects.filter(pk=link_id, revoked_at=None).update(revoked_at=timezone.now()):
        return
    if not AccessLink.objects.filter(pk=link_id).exists():
        raise NotFound("no_link", text=_("There is no such link."))


def _signer() -> Signer:
    return Signer(sep=".", salt="shinpan.link")


def _hash(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()
