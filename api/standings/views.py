"""Standings for everybody; files for whoever runs the tournament."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import READING
from api.http.operations import ANYBODY, operation
from api.http.problems import no_such_thing
from api.http.views import TournamentView
from api.standings.serializers import ExportListed, StandingsAsked, StandingsShown
from tournament.formats.writers import WRITERS
from tournament.selectors.exports import export, exports
from tournament.selectors.standings import standings_page
from tournament.web.downloads import download


class Standings(TournamentView):
    """The table of a tournament."""

    @operation("Show the standings", door=ANYBODY, asks=StandingsAsked, gives=StandingsShown)
    def get(self, request: Request, slug: str) -> Response:
        """Return the table after a published round, by its criteria."""
        found = standings_page(self.terms.slug, self.asked().get("after"))
        if found is None:
            raise no_such_thing()
        return self.given(found)


class Exports(TournamentView):
    """The tournament in the field's formats."""

    @operation("List formats", door=READING, gives=ExportListed, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the formats, each with what it cannot carry of this tournament."""
        written = exports(self.terms.id)
        return self.all_given((kind, written[kind].lost) for kind in WRITERS)


class Export(TournamentView):
    """The tournament as a file."""

    @operation(
        "Export a tournament",
        door=READING,
        files=sorted({writer.media_type for writer in WRITERS.values()}),
    )
    def get(self, request: Request, slug: str, kind: str) -> HttpResponse:
        """Return the file of one format."""
        chosen = {one.value: one for one in WRITERS}.get(kind)
        if chosen is None:
            raise no_such_thing()
        writer = WRITERS[chosen]
        data = export(self.terms.id, chosen).data
        return download(data, f"{slug}.{writer.extension}", writer.media_type)
