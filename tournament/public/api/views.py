"""Standings for everybody; files for whoever runs the tournament."""

from django.http import HttpResponse
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import WholeList
from api.permissions import (
    AnybodyReads,
    DirectorsRead,
)
from api.problems import no_such_thing
from api.viewsets import TournamentViewSet
from tournament.common.downloads import download
from tournament.exchange.selectors import export, exports
from tournament.formats.writers import WRITERS
from tournament.public.api.serializers import ExportListed, StandingsAsked, StandingsShown
from tournament.public.selectors.standings import standings_page


class StandingsViewSet(TournamentViewSet):
    """Standings for everybody; files for whoever runs the tournament."""

    tag = "standings"
    permission_classes = (DirectorsRead,)
    serializer_class = StandingsShown
    list_actions = ("list", "exports")

    @action(detail=True, permission_classes=(AnybodyReads,), query_class=StandingsAsked)
    def standings(self, request: Request, slug: str) -> Response:
        """Show the standings.

        Return the table after a published round, by its criteria.
        """
        found = standings_page(self.terms.slug, self.query.get("after"))
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, serializer_class=ExportListed, pagination_class=WholeList)
    def exports(self, request: Request, slug: str) -> Response:
        """List formats.

        Return the formats, each with what it cannot carry of this tournament.
        """
        written = exports(self.terms.id)
        return self.answer_list({"format": kind, "lost": written[kind].lost} for kind in WRITERS)

    @action(
        detail=True,
        url_path="exports/<slug:kind>",
        media_types=sorted({writer.media_type for writer in WRITERS.values()}),
    )
    def export(self, request: Request, slug: str, kind: str) -> HttpResponse:
        """Export a tournament.

        Return the file of one format.
        """
        chosen = {one.value: one for one in WRITERS}.get(kind)
        if chosen is None:
            raise no_such_thing()
        writer = WRITERS[chosen]
        data = export(self.terms.id, chosen).data
        return download(data, f"{slug}.{writer.extension}", writer.media_type)
