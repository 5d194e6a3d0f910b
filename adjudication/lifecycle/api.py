"""The API by which programs publish, hide and archive a tournament."""

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.lifecycle.services import change_status
from api.permissions import OwnersChangeSettings, OwnersRead
from api.serializers import Body, choices
from api.viewsets import TournamentViewSet
from tournament.common.locks import locked_tournament
from tournament.common.versions import Version, contents_version
from tournament.models import Status, Tournament
from tournament.settings.api.tournaments import TournamentShown, card_of


class StatusStep(Body):
    """Who sees the tournament."""

    status = serializers.ChoiceField(
        choices=choices((Status.DRAFT, Status.PUBLIC, Status.ARCHIVED)),
        help_text="`public`; `draft`: only its own people see it; or, of a closed one, `archived`.",
    )


class StatusViewSet(TournamentViewSet):
    """Who sees a tournament: its status, which its pages change with buttons."""

    tag = "tournaments"
    versioned = "slug"
    permission_classes = (OwnersRead | OwnersChangeSettings,)
    serializer_class = TournamentShown

    @action(detail=True, url_path="settings/status", body_class=StatusStep)
    def settings_of_status(self, request: Request, slug: str) -> Response:
        """Show the status.

        Return the tournament with its status: the ETag is for `If-Match`.
        """
        return self.answer(card_of(self.terms.id))

    @settings_of_status.mapping.patch
    def patch_settings_of_status(self, request: Request, slug: str) -> Response:
        """Publish or hide a tournament.

        Show it to everybody, or only to its own people. A closed tournament can be archived, and is
        `public` again when it is taken out of the archive. A status that it already has is refused.
        """
        if "status" in self.body:
            change_status(tournament_id=self.terms.id, to=Status(self.body["status"]))
        return self.answer(card_of(self.terms.id))

    def version(self) -> Version:
        """Return the version of the status, which is separate from that of the other settings."""
        pk = self.terms.id
        status = Tournament.objects.values_list("status", flat=True).get(pk=pk)
        return (Tournament._meta.label, pk, "status", contents_version(status))

    def hold(self) -> None:
        """Lock the tournament."""
        locked_tournament(self.terms.id)
