"""The record of a tournament, newest first."""

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.corrections.api.serializers import EventShown, HistoryAsked
from adjudication.corrections.selectors.history import Wanted, trail_part
from api.permissions import (
    StaffLooksBack,
)
from api.viewsets import TournamentViewSet
from tournament.staff.access import may_referee


class HistoryViewSet(TournamentViewSet):
    """What everybody did."""

    tag = "history"
    permission_classes = (StaffLooksBack,)
    serializer_class = EventShown
    list_actions = ("list", "history")

    @action(detail=True, pagination_key="-id", query_class=HistoryAsked)
    def history(self, request: Request, slug: str) -> Response:
        """Read the record.

        Return events, newest first.
        """
        asked, window = self.query, self.window
        wanted = Wanted(
            round_number=asked.get("round"),
            table=asked.get("board"),
            player=asked.get("player"),
            kind=asked.get("kind", ""),
        )
        events = trail_part(self.terms.id, wanted, before=window.after, limit=window.limit + 1)
        referee = may_referee(self.caller.visitor, self.terms.id)
        events = tuple(event.as_read(referee=referee) for event in events)
        return self.answer_list(events)
