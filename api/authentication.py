"""Callers: with a token, as somebody with roles, or without one."""

from dataclasses import dataclass, field

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from api.problems import ProblemDetails
from api.selectors.bearer import bearer_of
from api.services.tokens import PREFIX, digest_of, note_use
from api.throttling import CallThrottle
from tournament.common.rate_limit import client_network
from tournament.staff.selectors import Visitor

LONGEST = 200
REALM = 'Bearer realm="Shinpan"'


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller; without a token, a visitor without any role."""

    name: str
    """The name under which their calls are counted and their keys kept."""
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
        """Return the caller. Raises a 401 for a token that lets nobody in."""
        caller = _caller(request)
        # This is where the pages' access checks find the visitor.
        request._request._visitor = caller.visitor
        return caller, caller

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 says about how to authenticate."""
        return REALM


def _caller(request: Request) -> Caller:
    given = request.META.get("HTTP_AUTHORIZATION", "")
    if not given:
        return Caller(_from(request._request))
    kind, _space, text = given.partition(" ")
    known = None
    if kind.lower() == "bearer" and text.startswith(PREFIX) and len(text) <= LONGEST:
        known = bearer_of(digest_of(text), timezone.now())
    if known is None:
        # Somebody who tries out many tokens is counted like a caller without one.
        anonymous = Caller(_from(request._request))
        throttle = CallThrottle()
        if not throttle.allow(anonymous):
            raise Throttled(throttle.wait())
        raise ProblemDetails(
            401,
            "token",
            _("This token is not valid: it is mistyped, expired or revoked."),
            headers={"WWW-Authenticate": f'{REALM}, error="invalid_token"'},
        )
    if known.to_note:
        note_use(known.token_id)
    return Caller(f"token:{known.token_id}", known.token_id, known.scopes, known.visitor)


def _from(request: HttpRequest) -> str:
    return f"address:{client_network(request)}"
