"""What a token is."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.selectors.deskmates import Seat, seats_of
from api.http.caller import Caller
from api.http.operations import ANYBODY, operation
from api.http.views import ApiView
from api.models import Scope
from tournament.selectors.identity import Visitor
from tournament.selectors.players import number_of


class RoleShown(serializers.Serializer):
    """A role in a tournament."""

    role = serializers.CharField()
    tournament = serializers.CharField(help_text="Its address, the slug.")
    player = serializers.IntegerField(
        allow_null=True, help_text="The player's number, if it is one."
    )


class SeatShown(serializers.Serializer):
    """A place on the appeals committee of a case."""

    tournament = serializers.CharField(help_text="Its address, the slug.")
    case = serializers.IntegerField(help_text="The number of the case in it.")


class CallerShown(serializers.Serializer):
    """Whoever calls."""

    operator = serializers.BooleanField(help_text="Of the whole installation.")
    scopes = serializers.ListField(child=serializers.CharField())
    roles = RoleShown(many=True)
    committees = SeatShown(
        many=True, help_text="The appeals on whose committees the caller sits, still to be decided."
    )

    def to_representation(self, instance: Caller) -> dict[str, Any]:
        """Return who calls."""
        visitor = instance.visitor
        return {
            "operator": visitor.superuser,
            "scopes": [scope.value for scope in Scope if scope in instance.scopes],
            "roles": [
                {
                    "role": known.role,
                    "tournament": known.slug,
                    "player": number_of(known.player_id) if known.player_id else None,
                }
                for known in visitor.identities
            ],
            "committees": [
                {"tournament": seat.slug, "case": seat.case} for seat in _seats(visitor)
            ],
        }


def _seats(visitor: Visitor) -> tuple[Seat, ...]:
    if not visitor.identities and not visitor.superuser:
        return ()
    return seats_of(
        links=[known.link_id for known in visitor.identities],
        player_id=visitor.player_id,
        user_id=visitor.user_id,
    )


class Me(ApiView):
    """Whoever calls."""

    @operation("Show who calls", door=ANYBODY, gives=CallerShown)
    def get(self, request: Request) -> Response:
        """Return what the token is and may do; without one, nothing."""
        return self.given(self.caller)
