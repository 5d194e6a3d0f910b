"""Closing a round, for programs."""

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.result_entry.services import close_round
from api.permissions import DirectorsRunRounds
from api.problems import ProblemDetails
from api.serializers import LARGEST_KEY, Body
from tournament.games.progress import boards_by_stage
from tournament.rounds.api.serializers import RoundShown
from tournament.rounds.api.views import RoundAddresses
from tournament.rounds.services.rounds import RoundUnfinished


class RoundClosing(Body):
    """What to leave as it is when a round is closed."""

    leaves = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_KEY),
        default=list,
        max_length=5000,
        help_text="The ids of the games whose records are in doubt or speak against their results, "
        "and whose results stay so: without each of them the round is not closed (400 "
        "`records_in_doubt`).",
    )


class RoundClosingViewSet(RoundAddresses):
    """The end of a round."""

    permission_classes = (DirectorsRunRounds,)
    serializer_class = RoundShown
    tag = "rounds"

    @action(detail=True, methods=["put"], body_class=RoundClosing)
    def finish(self, request: Request, slug: str, round_number: int) -> Response:
        """Close a round.

        Close a round whose results all stand. 409 `round_unfinished` names every other board in
        `errors`: `board.7`, with `open`, `reported` or `disputed` as its `code`. A game whose
        record is in doubt or speaks against its result is also reported first.
        """
        try:
            close_round(round_id=self.round_id, leaves=self.body["leaves"])
        except RoundUnfinished as error:
            raise ProblemDetails(
                409,
                error.code,
                str(error.text),
                errors=[
                    {
                        "field": f"board.{number}",
                        "code": state,
                        "detail": boards_by_stage([(number, state)]),
                    }
                    for number, state in error.boards
                ],
            ) from None
        return self.shown()
