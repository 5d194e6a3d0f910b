"""Closing a tournament and opening it again, for programs."""

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.closing.services import close_tournament, reopen_tournament
from api.permissions import OwnersChangeSettings
from api.serializers import Body
from api.viewsets import TournamentViewSet
from tournament.settings.api.tournaments import TournamentShown, card_of


class ClosingNote(Body):
    """What to record with the closing."""

    note = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)
    leaves = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2147483647),
        default=list,
        max_length=1000,
        help_text="The numbers of the cases that are not over and are left so: without each of "
        "them the tournament is not closed.",
    )


class ReopeningNote(Body):
    """Why a closed tournament is opened again."""

    note = serializers.CharField(max_length=500)


class ClosingViewSet(TournamentViewSet):
    """The end of a tournament."""

    permission_classes = (OwnersChangeSettings,)
    tag = "tournaments"
    serializer_class = TournamentShown

    @action(
        detail=True,
        methods=["post"],
        body_class=ClosingNote,
    )
    def closing(self, request: Request, slug: str) -> Response:
        """Close a tournament.

        Close the tournament: nothing about it changes from then on.
        """
        close_tournament(tournament_id=self.terms.id, **self.body)
        return self.answer(card_of(self.terms.id))

    @action(
        detail=True,
        methods=["post"],
        body_class=ReopeningNote,
    )
    def reopening(self, request: Request, slug: str) -> Response:
        """Reopen a tournament.

        Open a closed tournament again, and say why.
        """
        reopen_tournament(tournament_id=self.terms.id, note=self.body["note"])
        return self.answer(card_of(self.terms.id))
