"""Who calls: by a token, as somebody with roles, or without one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api.http.limits import ANONYMOUS, spend
from api.http.problems import Problem
from api.models import Token
from api.services.tokens import PREFIX, digest_of, used
from tournament.selectors.identity import Visitor, visitor_by_links
from tournament.web.origin import address_of

LONGEST = 200
REALM = 'Bearer realm="Shinpan"'


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever calls. Without a token it is a visitor who has no role anywhere."""

    name: str
    """Under which his calls are counted and his keys kept."""
    token_id: int | None = None
    scopes: frozenset[str] = frozenset()
    visitor: Visitor = field(default_factory=Visitor)

    @property
    def is_authenticated(self) -> bool:
        """Whether a token was sent."""
        return self.token_id is not None


class BearerToken(BaseAuthentication):
    """Reads ``Authorization: Bearer shinpan_...``; a revoked or expired token is refused."""

    def authenticate(self, request: Request) -> tuple[Caller, Caller]:
        """Return who calls. Raises a 401 for a token that lets nobody in."""
        caller = _caller(request)
        # The doors of the pages know the visitor from here.
        request._request._visitor = caller.visitor
        return caller, caller

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 says of how to come in."""
        return REALM


def _caller(request: Request) -> Caller:
    given = request.META.get("HTTP_AUTHORIZATION", "")
    if not given:
        return Caller(_from(request._request))
    kind, _space, text = given.partition(" ")
    token = None
    if kind.lower() == "bearer" and text.startswith(PREFIX) and len(text) <= LONGEST:
        token = (
            Token.objects.usable()
            .filter(token_hash=digest_of(text))
            .values(
                "pk", "scopes", "link_id", "user_id", "user__is_active", "user__is_superuser",
                "last_used_at",
            )
            .first()
        )  # fmt: skip
    if token is None or not (token["link_id"] or _operates(token)):
        # Who tries many counts as one who calls without a token.
        spend(_from(request._request), ANONYMOUS)
        raise Problem(
            401,
            "token",
            _("This token lets nobody in: it is mistyped, expired or revoked."),
            headers={"WWW-Authenticate": f'{REALM}, error="invalid_token"'},
        )
    used(token["pk"], token["last_used_at"])
    if token["link_id"]:
        visitor = visitor_by_links([token["link_id"]])
    else:
        visitor = Visitor(superuser=True, user_id=token["user_id"])
    return Caller(f"token:{token['pk']}", token["pk"], frozenset(token["scopes"]), visitor)


def _operates(token: Mapping[str, Any]) -> bool:
    return bool(token["user__is_active"] and token["user__is_superuser"])


def _from(request: HttpRequest) -> str:
    return f"address:{address_of(request)}"[:80]
