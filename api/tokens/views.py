"""Tokens of a tournament's staff: its owner issues and revokes them."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import OWNING
from api.http.operations import operation
from api.http.problems import Problem, no_such_thing
from api.http.views import TournamentView
from api.selectors.tokens import end_of_token, staff_tokens
from api.services.tokens import SECRET_BYTES, issue_staff_token, revoke_token, text_of
from api.tokens.serializers import NewToken, TokenIssued, TokenShown


class Tokens(TournamentView):
    """The tokens of the staff."""

    secret_field = "token"

    @operation("List the staff's tokens", door=OWNING, gives=TokenShown, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the tokens that let somebody in, without their secrets."""
        return self.listed(staff_tokens(self.terms.id), lambda token: token.id)

    @operation("Issue a token", door=OWNING, takes=NewToken, gives=TokenIssued, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Make a token of a role: with no scope that the caller's own has not, and no longer."""
        taken = self.taken()
        if not set(taken["scopes"]) <= self.caller.scopes:
            raise Problem(403, "scope", _("A token gives no scope that it does not have itself."))
        issued = issue_staff_token(
            tournament_id=self.terms.id,
            secret=self.derived(SECRET_BYTES),
            until=self._own_end(taken.get("days", 0)),
            **taken,
        )
        (shown,) = (token for token in staff_tokens(self.terms.id) if token.id == issued.id)
        return self.given(shown, location=f"{request.path}{issued.id}/")

    def _own_end(self, days: int) -> datetime:
        """Return when the caller's token ends. Raises a 403 where that is before so many days."""
        assert self.caller.token_id is not None
        now = timezone.now()
        end = end_of_token(self.caller.token_id) or now
        left = end - now
        if days and timedelta(days=days) > left:
            text = ngettext(
                "The token that issues it works for less than %(count)d day more: no longer than"
                " that.",
                "The token that issues it works for less than %(count)d days more: no longer than"
                " that.",
                left.days + 1,
            ) % {"count": left.days + 1}
            told = {"field": "days", "code": "outlives", "detail": text}
            raise Problem(403, "outlives", text, errors=[told])
        return end

    def secret(self) -> str:
        """Return the new token."""
        return text_of(self.derived(SECRET_BYTES))


class Token(TournamentView):
    """One token of the staff."""

    @operation("Revoke a token", door=OWNING, status=204)
    def delete(self, request: Request, slug: str, token_id: int) -> Response:
        """Let nobody in by it any more, from now on."""
        if all(token.id != token_id for token in staff_tokens(self.terms.id)):
            raise no_such_thing()
        revoke_token(token_id=token_id)
        return self.given(None)
