"""The record of a tournament, newest first."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.history.serializers import EventShown, HistoryAsked
from api.http.doors import LOOKING
from api.http.operations import operation
from api.http.views import TournamentView
from tournament.selectors.history import Wanted, trail_part
from tournament.web.access import may_referee


class History(TournamentView):
    """What everybody did."""

    @operation("Read the record", door=LOOKING, asks=HistoryAsked, gives=EventShown, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return events, newest first."""
        asked, window = self.asked(), self.window()
        wanted = Wanted(
            round_number=asked.get("round"),
            table=asked.get("board"),
            player=asked.get("player"),
            kind=asked.get("kind", ""),
        )
        events = trail_part(self.terms.id, wanted, before=window.after, limit=window.limit + 1)
        referee = may_referee(self.caller.visitor, self.terms.id)
        events = tuple(event.as_read(referee=referee) for event in events)
        return self.page(events, lambda event: event.id)
