"""Groups that qualify into a knock-out: drawing them, following them, starting the knock-out."""

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.permissions import DirectorsRead, DirectorsRunRounds
from api.problems import no_such_thing
from api.viewsets import TournamentViewSet
from tournament.common.versions import Version, version_of
from tournament.models import Tournament
from tournament.rounds.api.serializers import GroupsShown, KnockOutStart
from tournament.rounds.selectors.groups import groups_page
from tournament.rounds.services.groups import draw_groups, start_knock_out, take_back_knock_out


class GroupsViewSet(TournamentViewSet):
    """Groups that qualify into a knock-out."""

    versioned = "slug"
    permission_classes = (DirectorsRead | DirectorsRunRounds,)
    serializer_class = GroupsShown

    @action(detail=True)
    def groups(self, request: Request, slug: str) -> Response:
        """Show the groups.

        Return the tables of the groups, the ties that matter, and how far the rounds are.
        """
        return self.shown()

    @action(detail=True, methods=["post"], url_path="groups/draw")
    def draw(self, request: Request, slug: str) -> Response:
        """Draw the groups.

        Draw groups of the players whose registration is final. Until round 1 has boards, a new draw
        replaces the groups.
        """
        draw_groups(tournament_id=self.terms.id)
        return self.shown()

    @action(detail=True, methods=["put"], url_path="groups/knock-out", body_class=KnockOutStart)
    def knock_out(self, request: Request, slug: str) -> Response:
        """Start the knock-out.

        Let the best of the groups into the knock-out, which begins with the next round.
        """
        start_knock_out(tournament_id=self.terms.id, decided=self.body["decided"])
        return self.shown()

    @knock_out.mapping.delete
    def delete_knock_out(self, request: Request, slug: str) -> Response:
        """Take the knock-out back.

        Forget who is in the knock-out, as long as it has no boards.
        """
        take_back_knock_out(tournament_id=self.terms.id)
        return self.answer()

    def version(self) -> Version | None:
        """Return the version of the settings, which hold the groups."""
        return version_of(Tournament, pk=self.terms.id)

    def shown(self) -> Response:
        """Return the groups as they are now. Raises a 404 if the tournament has none."""
        found = groups_page(self.terms.id)
        if found is None:
            raise no_such_thing()
        return self.answer(found)
