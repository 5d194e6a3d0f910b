"""The existing tokens, without their secrets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import models

from api.models import Token
from tournament.models import Role


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token as its owner sees it. ``role`` is empty for an operator's."""

    id: int
    hint: str
    label: str
    role: str
    scopes: Sequence[str]
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


def staff_tokens(tournament_id: int) -> tuple[TokenView, ...]:
    """Return the usable tokens of a tournament's staff, oldest first."""
    found = Token.objects.usable().filter(link__tournament=tournament_id)
    return _views(found.exclude(link__role=Role.PLAYER).order_by("pk"))


def player_tokens(player_id: int) -> tuple[TokenView, ...]:
    """Return the usable tokens of a player, oldest first."""
    return _views(Token.objects.usable().filter(link__player=player_id).order_by("pk"))


def operator_tokens(user_id: int) -> tuple[TokenView, ...]:
    """Return the usable tokens of an operator, oldest first."""
    return _views(Token.objects.usable().filter(user=user_id).order_by("pk"))


def end_of_token(token_id: int) -> datetime | None:
    """Return when a token expires; None for one that is forgotten."""
    return Token.objects.filter(pk=token_id).values_list("expires_at", flat=True).first()


_COLUMNS = ("pk", "hint", "label", "link__role", "scopes", "created_at", "expires_at",
            "last_used_at")  # fmt: skip


def _views(tokens: "models.QuerySet[Token]") -> tuple[TokenView, ...]:
    return tuple(
        TokenView(pk, hint, label, role or "", tuple(scopes), made, ends, used)
        for pk, hint, label, role, scopes, made, ends, used in tokens.values_list(*_COLUMNS)
    )
