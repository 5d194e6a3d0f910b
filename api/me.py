"""The caller: what the token is, and what it may do."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.selectors.referees import Seat, seats_of
from api.authentication import Caller
from api.models import Scope
from api.permissions import Anybody
from api.viewsets import ApiViewSet
from tournament.players.selectors.players import number_of
from tournament.staff.selectors import Identity


class RoleShown(serializers.Serializer):
    """A role in a tournament."""

    role = serializers.CharField()
    tournament = serializers.CharField(source="slug", help_text="Its address, the slug.")
    player = serializers.SerializerMethodField(help_text="The player's number, if it is one.")

    def get_player(self, identity: Identity) -> int | None:
        """Return the player's number."""
        return number_of(identity.player_id) if identity.player_id else None


class SeatShown(serializers.Serializer):
    """A seat on the appeals committee of a case."""

    tournament = serializers.CharField(source="slug", help_text="Its address, the slug.")
    case = serializers.IntegerField(help_text="The number of the case in it.")


class CallerShown(serializers.Serializer):
    """The caller."""

    operator = serializers.BooleanField(
        source="visitor.superuser", help_text="Of the whole installation."
    )
    scopes = serializers.SerializerMethodField(help_text="What the token may be used for.")
    roles = RoleShown(source="visitor.identities", many=True)
    committees = serializers.SerializerMethodField(
        help_text="The appeals on whose committees the caller sits, still to be decided."
    )

    def get_scopes(self, caller: Caller) -> list[str]:
        """Return the scopes in their order."""
        return [scope.value for scope in Scope if scope in caller.scopes]

    @extend_schema_field(SeatShown(many=True))
    def get_committees(self, caller: Caller) -> list[dict[str, object]]:
        """Return the caller's seats."""
        return SeatShown(_seats(caller), many=True).data


def _seats(caller: Caller) -> tuple[Seat, ...]:
    visitor = caller.visitor
    if not visitor.identities and not visitor.superuser:
        return ()
    return seats_of(
        links=[known.link_id for known in visitor.identities],
        player_id=visitor.player_id,
        user_id=visitor.user_id,
    )


class MeViewSet(ApiViewSet):
    """The caller."""

    permission_classes = (Anybody,)
    serializer_class = CallerShown

    @action(detail=False)
    def me(self, request: Request) -> Response:
        """Show the caller.

        Return what the token is and what it may do; without a token, nothing.
        """
        return self.answer(self.caller)
