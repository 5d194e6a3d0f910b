"""Reports on one game: sending, answering and reading them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.models import Submission
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.submissions.api.serializers import (
    Confirming,
    Contest,
    RecordRemoved,
    RecordsCompared,
    RecordSent,
    ReportNamed,
    ResultSent,
    StatementNamed,
    SubmissionConfirmed,
    SubmissionListed,
    SubmissionRead,
    SubmissionsAsked,
    SubmissionSent,
    SubmissionShown,
    claim_in,
    record_of,
)
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.answers import compare_to_report, contest_submission
from adjudication.submissions.services.removing import remove_record
from adjudication.submissions.services.reports import (
    confirm_submission,
    submit_result,
    withdraw_submission,
)
from adjudication.submissions.services.right_record import take_record
from adjudication.verdicts.api import (
    GameAddresses,
    PlayersAndRefereesRead,
    PlayersAnswerForOwnGames,
)
from adjudication.verdicts.selectors.submissions import (
    SubmissionView,
    record_bytes,
    submission_by_id,
)
from adjudication.verdicts.selectors.verdicts import ReportDetail, details_of
from api.pagination import WholeList
from api.permissions import RefereesSettleCases
from api.problems import no_such_thing
from api.serializers import WithMore
from tournament.errors import UserError

BODY_BYTES = 2 * MAX_RECORD_BYTES
"""A record in base64, and the rest of the body."""


def _record_in(body: dict[str, Any]) -> bytes:
    """Return the bytes of the record in a body. Raises UserError if there is none."""
    data = record_of(body)
    if data is None:
        raise UserError("record_missing", field="record", text=_("Send the game record with it."))
    return data


class Detailing(GameAddresses):
    """Addresses that return reports with their evidence."""

    def detailed(self, report: SubmissionView, details: Mapping[int, ReportDetail]) -> WithMore:
        """Return a report with its evidence, as the caller may read it."""
        detail = details[report.id]
        plays = self.place.colour_of(self.caller.visitor.player_id)
        return WithMore(report, detail=detail.for_players if plays else detail)


class SubmissionAddresses(Detailing):
    """Addresses for one report, ``submission_id``."""

    lookup_url_kwarg, lookup_value_converter = "submission_id", "int"
    versioned = "submission_id"

    def game_id(self) -> int:
        """Return the key of the report's game; 0 if there is no such report."""
        found = Submission.objects.filter(pk=self.kwargs["submission_id"])
        return found.values_list("game_id", flat=True).first() or 0


class GameSubmissionViewSet(Detailing):
    """The reports on a game, and its records."""

    permission_classes = (PlayersAndRefereesRead | PlayersAnswerForOwnGames,)
    serializer_class = SubmissionListed
    serializer_classes = {"post_submissions": SubmissionSent}
    query_classes = {"submissions": SubmissionsAsked}
    list_actions = ("list", "submissions")

    @action(
        detail=True,
        body_class=ResultSent,
        pagination_class=WholeList,
        success_status=201,
        most_bytes=BODY_BYTES,
    )
    def submissions(self, request: Request, game_id: int) -> Response:
        """List the reports on a game.

        Return all reports, oldest first, to the game's players and to referees.
        """
        reports = self.game().submissions
        if "expand" not in self.query:
            return self.answer_list(reports)
        details = details_of(report.id for report in reports)
        return self.answer_list(self.detailed(report, details) for report in reports)

    @submissions.mapping.post
    def post_submissions(self, request: Request, game_id: int) -> Response:
        """Report a result.

        Report a result as one of the two players, with or without the game's record.

        The opponent confirms it with the confirmation operation, or by reporting exactly the same
        result and naming the report (`expects` and `version`). The same result with other dead
        stones confirms nothing.
        """
        body = self.body
        submission_id = submit_result(
            game_id=game_id,
            player_id=self.player_id,
            claim=claim_in(body),
            record_bytes=record_of(body),
            filename=body["filename"],
            dead_stones=body["dead_stones"],
            seki_stones=body["seki_stones"],
            expects=body["expects"],
            version=body["version"],
            sure=body["sure"],
            idempotency_key=self.derived(16).hex(),
        )
        return self.sent(submission_id)

    @action(
        detail=True,
        methods=["post"],
        serializer_class=SubmissionSent,
        body_class=RecordSent,
        success_status=201,
        most_bytes=BODY_BYTES,
    )
    def records(self, request: Request, game_id: int) -> Response:
        """Add a record.

        Add a record to a result that the player has reported or confirmed.
        """
        body = self.body
        submission_id = add_record(
            game_id=game_id,
            player_id=self.player_id,
            record_bytes=_record_in(body),
            filename=body["filename"],
            dead_stones=body["dead_stones"],
            seki_stones=body["seki_stones"],
            idempotency_key=self.derived(16).hex(),
        )
        return self.sent(submission_id)

    @action(
        detail=True,
        methods=["post"],
        url_path="right-record",
        serializer_class=SubmissionSent,
        body_class=StatementNamed,
    )
    def statement_record(self, request: Request, game_id: int) -> Response:
        """Accept the record of a statement.

        Say that the record of this statement about the game is right, not the one of the player's
        own report; the report keeps its result and from then on stands with that record. To go
        back, use the same operation for the report that was replaced. 409 `record_decided` if a
        referee chose.
        """
        return self.sent(take_record(game_id=game_id, player_id=self.player_id, **self.body))

    def sent(self, submission_id: int) -> Response:
        """Return a report that was just written."""
        report = submission_by_id(submission_id)
        return self.answer(report, location=f"/api/v1/submissions/{submission_id}/")


class SubmissionViewSet(SubmissionAddresses):
    """One report: reading and answering it."""

    permission_classes = (PlayersAndRefereesRead | PlayersAnswerForOwnGames,)
    serializer_class = SubmissionRead

    def retrieve(self, request: Request, submission_id: int) -> Response:
        """Show a report.

        Return a report with its verdict, the count, and every finding.
        """
        report = self.game().submission(submission_id)
        if report is None:
            raise no_such_thing()
        return self.answer(self.detailed(report, details_of([submission_id])))

    @action(detail=True, url_path="record", media_types=["application/x-go-sgf"])
    def submission_record(self, request: Request, submission_id: int) -> HttpResponse:
        """Read a record.

        Return the record's bytes as they were sent. 404 if there is none.
        """
        data = record_bytes(submission_id)
        if data is None:
            raise no_such_thing()
        answer = HttpResponse(data, content_type="application/x-go-sgf")
        answer.headers["Content-Disposition"] = f'attachment; filename="{submission_id}.sgf"'
        return answer

    @action(
        detail=True, methods=["post"], serializer_class=SubmissionConfirmed, body_class=Confirming
    )
    def confirmation(self, request: Request, submission_id: int) -> Response:
        """Confirm a report.

        Confirm the opponent's report, which makes the result final. Anything that records of the
        game show instead is returned with the report beforehand, and again with this answer.
        """
        confirm_submission(submission_id=submission_id, player_id=self.player_id, **self.body)
        return self.sent(submission_id)

    @action(
        detail=True,
        methods=["post"],
        url_path="contest",
        serializer_class=SubmissionShown,
        body_class=Contest,
        most_bytes=BODY_BYTES,
    )
    def contesting(self, request: Request, submission_id: int) -> Response:
        """Contest a report.

        Contest the opponent's report: the game is disputed. If the result was counted, the player
        may mark other dead stones, or send another record of the game with the stones that are dead
        in it (400 `dead_stones_missing` without them); compare it first.
        """
        body = self.body
        contest_submission(
            submission_id=submission_id,
            player_id=self.player_id,
            version=body["version"],
            note=body["note"],
            about_dead_stones=body["about_dead_stones"],
            dead_stones=body["dead_stones"],
            seki_stones=body["seki_stones"],
            record_bytes=record_of(body),
            filename=body["filename"],
        )
        return self.sent(submission_id)

    @action(
        detail=True,
        methods=["post"],
        url_path="contest/comparison",
        serializer_class=RecordsCompared,
        body_class=RecordSent,
        most_bytes=BODY_BYTES,
    )
    def contest_comparison(self, request: Request, submission_id: int) -> Response:
        """Compare a record.

        Compare another record of the game with that of the opponent's report, before contesting it
        with that record. Nothing is sent; what contesting would refuse is refused here, too.
        Without dead stones those of the report are proposed.
        """
        body = self.body
        compared = compare_to_report(
            submission_id=submission_id,
            player_id=self.player_id,
            record_bytes=_record_in(body),
            dead_stones=body["dead_stones"],
            seki_stones=body["seki_stones"],
        )
        return self.answer(compared)

    @action(
        detail=True,
        methods=["post"],
        url_path="right-record",
        body_class=ReportNamed,
        serializer_class=SubmissionSent,
    )
    def right_record(self, request: Request, submission_id: int) -> Response:
        """Accept a record.

        Say as the other player that the record of this report is right, and not the player's own:
        their own report keeps its result and from then on stands with that record. To take back
        their own record, they name their report that was replaced. 409 `record_decided` if a
        referee chose.
        """
        taken = take_record(
            game_id=self.game_id(),
            player_id=self.player_id,
            submission_id=submission_id,
            **self.body,
        )
        return self.sent(taken)

    @action(
        detail=True,
        methods=["post"],
        url_path="removal",
        permission_classes=(RefereesSettleCases,),
        body_class=RecordRemoved,
        serializer_class=SubmissionShown,
    )
    def record_removal(self, request: Request, submission_id: int) -> Response:
        """Remove a wrong record.

        Take the record of this report out of what counts for the game, giving a reason. It may be
        one that the staff brought, or one of a result that no longer stands; as `other_game`,
        `invented` or `damaged`, any record. Nothing is deleted, and what was reported stays. 409
        `record_stands` for a record that a player stands by and that is not said to be wrong.
        """
        remove_record(game_id=self.game_id(), submission_id=submission_id, **self.body)
        return self.sent(submission_id)

    @action(detail=True, methods=["post"], url_path="withdrawal", serializer_class=SubmissionShown)
    def report_withdrawal(self, request: Request, submission_id: int) -> Response:
        """Withdraw a report.

        Withdraw one's own report while it waits, which opens the game again.
        """
        withdraw_submission(submission_id=submission_id, player_id=self.player_id)
        return self.sent(submission_id)

    def sent(self, submission_id: int) -> Response:
        """Return a report that was just written."""
        report = submission_by_id(submission_id)
        return self.answer(report, location=f"/api/v1/submissions/{submission_id}/")
