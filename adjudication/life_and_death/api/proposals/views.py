"""Dead stones proposed for a record: one sent with the request, or one already stored."""

from django.utils.translation import gettext_lazy as _
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.confirmation.proposal import PROMPT, ProposalError, propose_end
from adjudication.life_and_death.api.proposals.serializers import ProposalShown
from adjudication.rules.points import listed_points
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from adjudication.submissions.api.serializers import RecordFields, record_of
from adjudication.submissions.api.views import BODY_BYTES, SubmissionAddresses
from adjudication.verdicts.api import (
    GameAddresses,
    PlayersAndRefereesAsk,
    PlayersAndRefereesRead,
)
from adjudication.verdicts.selectors.submissions import record_bytes
from adjudication.verdicts.services.claims import result_columns
from api.problems import no_such_thing
from api.throttling import CallThrottle, SharedThrottle
from tournament.errors import UserError
from tournament.spoken import translated


class ProposalThrottle(SharedThrottle):
    """Limits how many proposals a caller gets: each may take a second of processor time."""

    scope, rate = "proposal", "20/min"


class ProposingAddresses(GameAddresses):
    """Addresses that propose dead stones for a game."""

    throttle_classes = (CallThrottle, ProposalThrottle)
    tag = "proposals"

    def proposed(self, data: bytes) -> Response:
        """Return a proposal for a record of the game. Raises UserError, naming the field."""
        page = self.game()
        try:
            record = read_record(data)
        except RecordError as error:
            raise UserError(error.code, field="record", text=translated(error.text)) from None
        replay = replay_record(record)
        try:
            proposal = propose_end(
                replay,
                page.terms.ruleset,
                komi=page.game.komi_half / 2,
                handicap=page.game.handicap,
                most=PROMPT,
            )
        except ProposalError as error:
            raise UserError(
                error.code,
                field="record",
                text=_("Stones without a liberty stand at the end of the record: %(points)s.")
                % {"points": listed_points(error.points, replay.size)},
            ) from None
        return self.answer({**proposal.as_dict(), "result": result_columns(proposal.count.claim)})


class RecordProposalViewSet(ProposingAddresses):
    """Dead stones proposed for a record that is not stored."""

    permission_classes = (PlayersAndRefereesAsk,)
    serializer_class = ProposalShown

    @action(
        detail=True,
        methods=["post"],
        url_path="proposal",
        body_class=RecordFields,
        changes=False,
        most_bytes=BODY_BYTES,
    )
    def record_proposal(self, request: Request, game_id: int) -> Response:
        """Propose dead stones.

        Propose dead stones for a record of the game. Nothing is stored, so it needs no key.
        """
        data = record_of(self.body)
        if data is None:
            raise UserError(
                "record_missing", field="record", text=_("Send the game record with it.")
            )
        return self.proposed(data)


class SubmissionProposalViewSet(SubmissionAddresses, ProposingAddresses):
    """Dead stones proposed for the record of a report."""

    permission_classes = (PlayersAndRefereesRead,)
    serializer_class = ProposalShown

    @action(detail=True, url_path="proposal")
    def submission_proposal(self, request: Request, submission_id: int) -> Response:
        """Propose dead stones for a report.

        Propose dead stones for the record of a report, whatever the report itself says about them.
        """
        data = record_bytes(submission_id)
        if data is None:
            raise no_such_thing()
        return self.proposed(data)
