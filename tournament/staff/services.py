"""Private links: their secrets, making and revoking them, one by one and for all badges."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notices.models import StaffMail
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.common.locks import locked_tournament, open_tournament
from tournament.errors import Conflict, LinkInvalid, NotFound, UserError
from tournament.models import AccessLink, Player, Role, Tournament, Verb

SECRET_BYTES = 16


@dataclass(frozen=True, slots=True)
class LinkSecret:
    """What is given away of a link, and what is kept of it."""

    text: str
    hash: str


def random_value() -> str:
    """Return a value of 22 letters that nobody can guess."""
    return _as_text(secrets.token_bytes(SECRET_BYTES))


def new_token() -> LinkSecret:
    """Return a random token for a new link."""
    return token_of(secrets.token_bytes(SECRET_BYTES))


def token_of(secret: bytes) -> LinkSecret:
    """Return the token of a secret. Raises ValueError if its length is wrong."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    value = _as_text(secret)
    return LinkSecret(_signer().sign(value), _hash(value))


def _as_text(secret: bytes) -> str:
    return urlsafe_b64encode(secret).decode().rstrip("=")


def hash_of(text: str) -> str:
    """Return the hash of a token's secret. Raises BadSignature for a token not made here."""
    return _hash(_signer().unsign(text))


def _signer() -> Signer:
    return Signer(sep=".", salt="shinpan.link")


def _hash(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()


# Much longer than a secret's 22 characters, its separator and a signature's 43.
LONGEST_TOKEN = 200


@dataclass(frozen=True, slots=True)
class LinkIdentity:
    """Who the holder of a link is. ``player_id`` is set only for a player's link."""

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
    label: str = "",
    expires_at: datetime | None = None,
    secret: bytes | None = None,
) -> str:
    """Create a link and return its token, which can never be read back.

    ``label`` says whom a staff link is for: the tournament's record shows that name. ``secret`` (16
    bytes) is random unless given; giving the same one again returns the token of the existing link.
    Raises NotFound for an unknown tournament or player and UserError if role and player do not go
    together.
    """
    if role not in Role.values or (role == Role.PLAYER) != (player_id is not None):
        raise UserError("link_role", text=_("A player's link, and only that, names the player."))
    label = clean_text(AccessLink, "label", label)
    if not Tournament.objects.filter(pk=tournament_id).exists():
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    number = None
    if player_id is not None:
        number = _number(player_id, tournament_id)
    token = new_token() if secret is None else token_of(secret)
    _link, made = AccessLink.objects.get_or_create(
        token_hash=token.hash,
        defaults={
            "tournament_id": tournament_id,
            "role": role,
            "player_id": player_id,
            "label": label,
            "expires_at": expires_at,
        },
    )
    if made:
        record(
            Verb.LINK_ISSUED,
            tournament_id=tournament_id,
            players=[] if number is None else [number],
            after={"role": str(role)},
        )
    return token.text


def open_link(token: str) -> LinkIdentity:
    """Return the holder of a link. Raises LinkInvalid if it does not work (any more)."""
    invalid = LinkInvalid(
        "link_invalid",
        text=_("This link does not work: ask the tournament director for a new one."),
    )
    if len(token) > LONGEST_TOKEN:
        raise invalid
    try:
        kept = hash_of(token)
    except BadSignature:
        raise invalid from None
    link = AccessLink.objects.usable().filter(token_hash=kept).first()
    if link is None:
        raise invalid
    return LinkIdentity(link.pk, link.tournament_id, link.role, link.player_id)


@transaction.atomic
def reissue_link(*, tournament_id: int, player_id: int, secret: bytes | None = None) -> str:
    """Revoke all of a player's links and make a new one; return its token.

    ``secret`` is as for :func:`issue_link`. Raises NotFound for an unknown tournament or player.
    """
    locked_tournament(tournament_id)
    old = AccessLink.objects.filter(
        tournament=tournament_id, player=player_id, revoked_at=None
    ).values_list("pk", flat=True)
    for link_id in list(old):
        revoke_link(link_id=link_id)
    return issue_link(
        tournament_id=tournament_id, role=Role.PLAYER, player_id=player_id, secret=secret
    )


@transaction.atomic
def revoke_link(*, link_id: int) -> None:
    """Revoke a link for good, and what was opened through it. Idempotent.

    Raises NotFound if there is no such link, and Conflict for the last one that owns its
    tournament: nobody could change the settings or invite anybody any more.
    """
    link = AccessLink.objects.select_related("player").filter(pk=link_id).first()
    if link is None:
        raise NotFound("no_link", text=_("There is no such link."))
    if link.role == Role.DIRECTOR:
        # Two owners who revoke each other's links at the same time would leave none.
        locked_tournament(link.tournament_id)
        owners = AccessLink.objects.usable().filter(
            tournament=link.tournament_id, role=Role.DIRECTOR
        )
        others = owners.filter(expires_at=None).exclude(pk=link_id)
        if owners.filter(pk=link_id).exists() and not others.exists():
            raise Conflict(
                "last_owner",
                text=_(
                    "This is the last link that directs the tournament. Make another director’s "
                    "link first."
                ),
            )
    if not AccessLink.objects.filter(pk=link_id, revoked_at=None).update(revoked_at=timezone.now()):
        return
    StaffMail.objects.filter(link=link_id).delete()  # along with waiting mails
    record(
        Verb.LINK_REVOKED,
        tournament_id=link.tournament_id,
        players=[link.player.number] if link.player else [],
        before={"role": link.role},
    )


def _number(player_id: int, tournament_id: int) -> int:
    """Return a player's number in the tournament. Raises NotFound."""
    number = (
        Player.objects.filter(pk=player_id, tournament=tournament_id)
        .values_list("number", flat=True)
        .first()
    )
    if number is None:
        raise NotFound("no_player", text=_("The player is not in this tournament."))
    return number


BATCH = 500


@transaction.atomic
def issue_links(
    *, tournament_id: int, renew: bool = False, secret_of: Callable[[int], bytes] | None = None
) -> dict[int, str]:
    """Make a link for every player without a working one; return the tokens by player.

    With ``renew`` everybody gets a new one, and the existing links stop working. The tokens can
    never be read back. ``secret_of`` gives a player's secret (16 bytes), which is random without
    it; giving the same ones again creates nothing and returns the tokens of the links made from
    them. Raises NotFound, and Conflict for a tournament that is closed.
    """
    open_tournament(tournament_id)
    numbers = dict(
        Player.objects.filter(tournament=tournament_id)
        .order_by("number")
        .values_list("pk", "number")
    )
    drawn = {pk: token_of(secret_of(pk)) if secret_of else new_token() for pk in numbers}
    if secret_of:
        hashes = AccessLink.objects.usable().filter(
            tournament=tournament_id, token_hash__in=[token.hash for token in drawn.values()]
        )
        there = set(hashes.values_list("token_hash", flat=True))
        if there:
            return {pk: token.text for pk, token in drawn.items() if token.hash in there}
    old = AccessLink.objects.usable().filter(tournament=tournament_id, role=Role.PLAYER)
    linked = set(old.values_list("player_id", flat=True))
    if renew and linked:
        old.update(revoked_at=timezone.now())
        record(
            Verb.LINK_REVOKED,
            tournament_id=tournament_id,
            players=[number for pk, number in numbers.items() if pk in linked],
            before={"role": Role.PLAYER.value},
        )
    made = {pk: token for pk, token in drawn.items() if renew or pk not in linked}
    if not made:
        return {}
    AccessLink.objects.bulk_create(
        (
            AccessLink(
                tournament_id=tournament_id, role=Role.PLAYER, player_id=pk, token_hash=token.hash
            )
            for pk, token in made.items()
        ),
        batch_size=BATCH,
    )
    record(
        Verb.LINK_ISSUED,
        tournament_id=tournament_id,
        players=[numbers[pk] for pk in made],
        after={"role": Role.PLAYER.value},
    )
    return {pk: token.text for pk, token in made.items()}
