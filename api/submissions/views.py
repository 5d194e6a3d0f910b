"""Reports of one game: to send, to answer, to read."""

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.models.game_record_file import MAX_RECORD_BYTES
from adjudication.selectors.submissions import record_bytes, submission_by_id
from adjudication.selectors.verdicts import details_of
from adjudication.services.added_records import add_record
from adjudication.services.contesting import contest_submission
from adjudication.services.reports import (
    confirm_submission,
    submit_result,
    withdraw_submission,
)
from api.games.located import EVIDENCE, GameView
from api.http.doors import OWN_GAMES
from api.http.fields import Nothing
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.submissions.finding import game_of_submission
from api.submissions.serializers import (
    Confirming,
    Contest,
    RecordSent,
    ResultSent,
    SubmissionDetails,
    SubmissionShown,
    claim_in,
    record_of,
)
from tournament.errors import UserError

BODY_BYTES = 2 * MAX_RECORD_BYTES
"""A record in base64, and what is around it."""


class SendingView(GameView):
    """An address where a player sends something about a game."""

    def sent(self, submission_id: int) -> Response:
        """Return a report as it was just written."""
        report = submission_by_id(submission_id)
        return self.given(report, location=f"/api/v1/submissions/{submission_id}/")


class Submissions(SendingView):
    """The reports on a game."""

    most_bytes = BODY_BYTES

    @operation("List the reports on a game", door=EVIDENCE, gives=SubmissionShown, many=True)
    def get(self, request: Request, game_id: int) -> Response:
        """Return all reports, oldest first, to the game's players and to referees."""
        return self.all_given(self.game().submissions)

    @operation(
        "Report a result", door=OWN_GAMES, takes=ResultSent, gives=SubmissionShown, status=201
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Report a result as one of the two players, perhaps with the game's record.

        The opponent confirms it by an operation of its own, or by reporting the very same and
        naming it (`expects` and `version`). The same with other dead stones confirms nothing.
        """
        body = self.taken()
        submission_id = submit_result(
            game_id=game_id,
            player_id=self.player_id,
            claim=claim_in(body),
            record_bytes=record_of(body),
            filename=body["filename"],
            dead_stones=body["dead_stones"],
            expects=body["expects"],
            version=body["version"],
            sure=body["sure"],
            idempotency_key=self.derived(16).hex(),
        )
        return self.sent(submission_id)


class Records(SendingView):
    """The records of a game's result."""

    most_bytes = BODY_BYTES

    @operation("Add a record", door=OWN_GAMES, takes=RecordSent, gives=SubmissionShown, status=201)
    def post(self, request: Request, game_id: int) -> Response:
        """Add a record to the result that the player reported or confirmed."""
        body = self.taken()
        data = record_of(body)
        if data is None:
            raise UserError(
                "record_missing", field="record", text=_("Send the game record with it.")
            )
        submission_id = add_record(
            game_id=game_id,
            player_id=self.player_id,
            record_bytes=data,
            filename=body["filename"],
            dead_stones=body["dead_stones"],
            idempotency_key=self.derived(16).hex(),
        )
        return self.sent(submission_id)


class SubmissionView(SendingView):
    """An address of one report, ``submission_id``."""

    def game_id(self) -> int:
        """Return the key of the report's game; 0 where there is no such report."""
        return game_of_submission(self.kwargs["submission_id"])


class Submission(SubmissionView):
    """One report."""

    @operation("Show a report", door=EVIDENCE, gives=SubmissionDetails)
    def get(self, request: Request, submission_id: int) -> Response:
        """Return a report with its verdict, the count and every finding."""
        report = self.game().submission(submission_id)
        return self.given((report, details_of([submission_id])[submission_id]))


class SubmissionRecord(SubmissionView):
    """The game record of a report."""

    @operation("Read a record", door=EVIDENCE, files=["application/x-go-sgf"])
    def get(self, request: Request, submission_id: int) -> HttpResponse:
        """Return the record's bytes as they were sent. 404 without one."""
        data = record_bytes(submission_id)
        if data is None:
            raise no_such_thing()
        answer = HttpResponse(data, content_type="application/x-go-sgf")
        answer.headers["Content-Disposition"] = f'attachment; filename="{submission_id}.sgf"'
        return answer


class Confirmation(SubmissionView):
    """The opponent's yes to a report."""

    @operation("Confirm a report", door=OWN_GAMES, takes=Confirming, gives=SubmissionShown)
    def post(self, request: Request, submission_id: int) -> Response:
        """Confirm the opponent's report: the result is final."""
        confirm_submission(submission_id=submission_id, player_id=self.player_id, **self.taken())
        return self.sent(submission_id)


class Contesting(SubmissionView):
    """The opponent's no to a report."""

    @operation("Contest a report", door=OWN_GAMES, takes=Contest, gives=SubmissionShown)
    def post(self, request: Request, submission_id: int) -> Response:
        """Contest the opponent's report: the game is disputed."""
        contest_submission(submission_id=submission_id, player_id=self.player_id, **self.taken())
        return self.sent(submission_id)


class ReportWithdrawal(SubmissionView):
    """A report taken back."""

    @operation("Withdraw a report", door=OWN_GAMES, takes=Nothing, gives=SubmissionShown)
    def post(self, request: Request, submission_id: int) -> Response:
        """Take back one's own report while it waits: the game is open again."""
        withdraw_submission(submission_id=submission_id, player_id=self.player_id)
        return self.sent(submission_id)
