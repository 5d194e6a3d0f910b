"""Issuing, revoking and forgetting the tokens of the API."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from api.models import Scope, Token
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.common.locks import locked_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AccessLink, Role, Verb
from tournament.staff.services import new_token

SCOPES_MISSING = _("Choose what the token is for, among what its role may do.")
PREFIX = "shinpan_"
"""How every token begins, so that secret scanners recognise one."""
SECRET_BYTES = 24
HINT = len(PREFIX) + 4
MOST_DAYS, DEFAULT_DAYS = 730, 365
MOST_OF_TOURNAMENT, MOST_OF_PLAYER, MOST_OF_OPERATOR = 40, 5, 20

AFTER_THE_END = timedelta(days=1)
"""How long an expired token is kept, in case the clock was wrong."""

SCOPES_OF: dict[str, tuple[Scope, ...]] = {
    Role.DIRECTOR: tuple(scope for scope in Scope if scope != Scope.GAMES),
    Role.ASSISTANT: (
        Scope.READ, Scope.PLAYERS, Scope.ROUNDS, Scope.RESULTS, Scope.CASES, Scope.RECORDS,
    ),
    Role.REFEREE: (Scope.READ, Scope.CASES),
    Role.HELPER: (Scope.READ, Scope.PLAYERS, Scope.RESULTS, Scope.CASES),
    Role.PLAYER: (Scope.READ, Scope.GAMES),
}  # fmt: skip
"""The most that a token of each role may be used for.

Assistants and helpers have nothing to do with cases, except on the appeals committees that they sit
on.
"""


@dataclass(frozen=True, slots=True)
class Issued:
    """A new token: its text is shown only this once."""

    id: int
    text: str


def new_secret() -> bytes:
    """Return the secret of a new token, drawn at random."""
    return secrets.token_bytes(SECRET_BYTES)


def text_of(secret: bytes) -> str:
    """Return a token as it is sent. Raises ValueError for a secret of the wrong length."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    return PREFIX + urlsafe_b64encode(secret).decode()


def digest_of(text: str) -> str:
    """Return the digest that is kept of a token."""
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def issue_staff_token(
    *,
    tournament_id: int,
    role: str,
    label: str,
    scopes: Collection[str],
    days: int = DEFAULT_DAYS,
    until: datetime | None = None,
    secret: bytes | None = None,
) -> Issued:
    """Make a token with a role in a tournament, with its own link, which nobody can open.

    It works for so many ``days``, but no longer than ``until``.

    Raises NotFound, UserError for anything not allowed, and Conflict if there are too many.
    """
    if role not in SCOPES_OF or role == Role.PLAYER:
        raise UserError("token_role", field="role", text=_("Choose one of the roles."))
    chosen, label = _checked(role, label, scopes, days)
    ends = _expiry(days) if until is None else min(_expiry(days), until)
    locked_tournament(tournament_id)
    there = Token.objects.usable().filter(link__tournament=tournament_id)
    _refuse_too_many_tokens(there.exclude(link__role=Role.PLAYER).count(), MOST_OF_TOURNAMENT)
    link = AccessLink.objects.create(
        tournament_id=tournament_id,
        role=role,
        label=label,
        token_hash=new_token().hash,  # of a secret that nobody gets
        expires_at=ends,
    )
    return _issued(chosen, label, ends, secret, link=link)


@transaction.atomic
def issue_player_token(
    *,
    link_id: int,
    label: str,
    scopes: Collection[str] = (Scope.READ, Scope.GAMES),
    days: int = DEFAULT_DAYS,
    secret: bytes | None = None,
) -> Issued:
    """Make a token that acts as the player whose link this is, as long as the link opens.

    Raises NotFound, UserError for anything not allowed, and Conflict if there are too many.
    """
    chosen, label = _checked(Role.PLAYER, label, scopes, days)
    usable = AccessLink.objects.usable().filter(pk=link_id, role=Role.PLAYER)
    link = usable.select_for_update(no_key=True, of=("self",)).select_related("player").first()
    if link is None:
        raise NotFound("no_link", text=_("There is no such link."))
    there = Token.objects.usable().filter(link__player=link.player_id)
    _refuse_too_many_tokens(there.count(), MOST_OF_PLAYER)
    return _issued(chosen, label, _expiry(days), secret, link=link)


@transaction.atomic
def issue_operator_token(
    *,
    user_id: int,
    label: str,
    scopes: Collection[str],
    days: int = DEFAULT_DAYS,
    secret: bytes | None = None,
) -> Issued:
    """Make a token of an operator of the installation, who owns everything.

    Raises NotFound, UserError for anything not allowed, and Conflict if there are too many.
    """
    chosen, label = _checked(Role.DIRECTOR, label, scopes, days)
    user = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_superuser=True).first()
    if user is None:
        raise NotFound("no_operator", text=_("There is no such operator."))
    _refuse_too_many_tokens(Token.objects.usable().filter(user=user).count(), MOST_OF_OPERATOR)
    return _issued(chosen, label, _expiry(days), secret, user=user)


@transaction.atomic
def revoke_token(*, token_id: int) -> None:
    """Let nobody in by this token from now on. Doing it twice is no error.

    Raises NotFound if there is no such token.
    """
    token = Token.objects.select_related("link__player").filter(pk=token_id).first()
    if token is None:
        raise NotFound("no_token", text=_("There is no such token."))
    now, link = timezone.now(), token.link
    if not Token.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=now):
        return
    if link is None:
        return
    if link.role != Role.PLAYER:  # made for this token, so it is never the last owner's link
        AccessLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=now)
    _record(Verb.TOKEN_REVOKED, link, token.scopes)


def _checked(role: str, label: str, scopes: Collection[str], days: int) -> tuple[list[str], str]:
    """Return the scopes in order and the label, as they are kept. Raises UserError."""
    label = clean_text(Token, "label", label)
    if not label:
        raise UserError("label_missing", field="label", text=_("Say what the token is for."))
    allowed = SCOPES_OF[role]
    if not scopes or not set(scopes) <= {str(scope) for scope in allowed}:
        raise UserError("scopes", field="scopes", text=SCOPES_MISSING)
    if not 1 <= days <= MOST_DAYS:
        raise UserError(
            "days", field="days", text=_("A token is valid for 1 to 730 days: choose how many.")
        )
    return [str(scope) for scope in allowed if scope in scopes], label


def _expiry(days: int) -> datetime:
    return timezone.now() + timedelta(days=days)


def _refuse_too_many_tokens(there: int, most: int) -> None:
    if there >= most:
        raise Conflict(
            "too_many_tokens",
            text=_("There are %(most)d tokens already: revoke one that is not used.")
            % {"most": most},
        )


def _issued(
    scopes: list[str],
    label: str,
    ends: datetime,
    secret: bytes | None,
    *,
    link: AccessLink | None = None,
    user: User | None = None,
) -> Issued:
    text = text_of(new_secret() if secret is None else secret)
    maker = None if link is None else person_of(link.tournament_id)
    token = Token.objects.create(
        link=link,
        user=user,
        token_hash=digest_of(text),
        hint=text[:HINT],
        label=label,
        scopes=scopes,
        made_by="" if maker is None else maker.uid,
        expires_at=ends,
    )
    if link is not None:
        _record(Verb.TOKEN_ISSUED, link, scopes)
    return Issued(token.pk, text)


def _record(verb: Verb, link: AccessLink, scopes: list[str]) -> None:
    told = {"role": link.role, "scopes": scopes}
    issued = verb == Verb.TOKEN_ISSUED
    record(
        verb,
        tournament_id=link.tournament_id,
        players=[link.player.number] if link.player else [],
        before=None if issued else told,
        after=told if issued else None,
    )


def note_use(token_id: int) -> None:
    """Record that a token is used now."""
    Token.objects.filter(pk=token_id).update(last_used_at=timezone.now())


def forget_tokens(now: datetime) -> int:
    """Remove tokens that expired or were revoked, alone or with their link; return how many.

    The audit trail keeps that they existed; their labels may name a person who was erased.
    """
    ended = Q(revoked_at__isnull=False) | Q(link__revoked_at__isnull=False)
    removed, _ = Token.objects.filter(ended | Q(expires_at__lt=now - AFTER_THE_END)).delete()
    return removed
