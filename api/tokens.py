"""Tokens of a tournament's staff: its owner issues and revokes them."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.models import Scope, Token
from api.permissions import OwnersManageStaff
from api.problems import ProblemDetails, no_such_thing
from api.selectors.tokens import end_of_token, staff_tokens
from api.serializers import ModelBody, choices
from api.services.tokens import (
    MOST_DAYS,
    SCOPES_OF,
    SECRET_BYTES,
    issue_staff_token,
    revoke_token,
    text_of,
)
from api.viewsets import TournamentViewSet
from tournament.models import Role

ROLES = choices(role for role in SCOPES_OF if role != Role.PLAYER)


class TokenShown(serializers.Serializer):
    """A token, identified by its beginning."""

    id = serializers.IntegerField()
    hint = serializers.CharField(help_text="How it begins.")
    label = serializers.CharField()
    role = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the hour.")


class TokenIssued(TokenShown):
    """A new token. A repeated call gets the secret again."""

    token = serializers.CharField(required=False, help_text="The secret: keep it, it is not shown.")


class NewToken(ModelBody):
    """What a token is for."""

    role = serializers.ChoiceField(choices=ROLES)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=choices(Scope.values)),
        min_length=1,
        max_length=len(Scope),
    )
    days = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text="How long it works, at most as long as the token that issues it; "
        "without it a year, or as long as that one.",
    )

    class Meta:
        """The label may be as long as the model allows."""

        model = Token
        fields = ("role", "label", "scopes", "days")
        extra_kwargs = {"label": {"help_text": "What the token is for."}}


class TokenViewSet(TournamentViewSet):
    """The staff's tokens; the time when each was last used raises no counter."""

    counted = False
    permission_classes = (OwnersManageStaff,)
    lookup_url_kwarg, lookup_value_converter = "token_id", "int"
    serializer_class = TokenShown
    serializer_classes = {"create": TokenIssued}
    body_class = NewToken

    def list(self, request: Request, slug: str) -> Response:
        """List the staff's tokens.

        Return the usable tokens, without their secrets.
        """
        return self.answer_list(staff_tokens(self.terms.id))

    def create(self, request: Request, slug: str) -> Response:
        """Issue a token.

        Make a token with a role: it gets no scope that the caller's own token lacks, and lasts no
        longer.
        """
        if not set(self.body["scopes"]) <= self.caller.scopes:
            raise ProblemDetails(
                403, "scope", _("A token cannot give a scope that it does not have itself.")
            )
        issued = issue_staff_token(
            tournament_id=self.terms.id,
            secret=self.derived(SECRET_BYTES),
            until=self._own_end(self.body.get("days", 0)),
            **self.body,
        )
        (shown,) = (token for token in staff_tokens(self.terms.id) if token.id == issued.id)
        return self.answer(shown, location=f"{request.path}{issued.id}/")

    def destroy(self, request: Request, slug: str, token_id: int) -> Response:
        """Revoke a token.

        Let nobody in by it from now on.
        """
        if all(token.id != token_id for token in staff_tokens(self.terms.id)):
            raise no_such_thing()
        revoke_token(token_id=token_id)
        return self.answer()

    def _own_end(self, days: int) -> datetime:
        """Return when the caller's token ends. Raises a 403 if that is within ``days`` days."""
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
            raise ProblemDetails(403, "outlives", text, errors=[told])
        return end

    def secrets(self) -> dict[str, str]:
        """Return the new token."""
        return {"token": text_of(self.derived(SECRET_BYTES))} if self.action == "create" else {}
