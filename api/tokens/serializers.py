"""Tokens as JSON; a new one tells its secret this once."""

from rest_framework import serializers

from api.http.fields import Body, choices
from api.models import Scope
from api.services.tokens import MOST_DAYS, SCOPES_OF
from tournament.models import Role

ROLES = [(role, role) for role in SCOPES_OF if role != Role.PLAYER]


class TokenShown(serializers.Serializer):
    """A token, by how it begins."""

    id = serializers.IntegerField()
    hint = serializers.CharField(help_text="How it begins.")
    label = serializers.CharField()
    role = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the hour.")


class TokenIssued(TokenShown):
    """A new token. A call that is sent again gets the secret again."""

    token = serializers.CharField(required=False, help_text="The secret: keep it, it is not shown.")


class NewToken(Body):
    """What a token is for."""

    role = serializers.ChoiceField(choices=ROLES)
    label = serializers.CharField(max_length=80, help_text="What the token is for.")
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
