"""Dead stones proposed for a record: one that is sent along, or one that is kept."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.confirmation.proposal import PROMPT, ProposalError, propose_end
from adjudication.rules.points import listed
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from adjudication.selectors.submissions import record_bytes
from api.games.located import EVIDENCE, GameView
from api.http.limits import spend_on
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.proposals.serializers import ProposalShown
from api.submissions.serializers import RecordFields, record_of
from api.submissions.views import BODY_BYTES, SubmissionView
from tournament.errors import UserError
from tournament.spoken import spoken

MOST = 20
"""So many proposals a caller gets in a minute: each may take a second of a processor."""


class ProposingView(GameView):
    """An address that proposes dead stones for a game."""

    def proposed(self, data: bytes) -> Response:
        """Return what is proposed for a record of the game. Raises UserError, naming the field."""
        spend_on("proposal", self.caller.name, most=MOST)
        page = self.game()
        try:
            record = read_record(data)
        except RecordError as error:
            raise UserError(error.code, field="record", text=spoken(error.text)) from None
        replay = replay_record(record)
        try:
            proposal = propose_end(
                replay,
                get_ruleset(page.terms.rules),
                komi=page.game.komi_half / 2,
                handicap=page.game.handicap,
                most=PROMPT,
            )
        except ProposalError as error:
            raise UserError(
                error.code,
                field="record",
                text=_("Stones without a liberty stand at the end of the record: %(points)s.")
                % {"points": listed(error.points, replay.size)},
            ) from None
        return self.given(proposal)


class RecordProposal(ProposingView):
    """What is proposed for a record that is not kept."""

    most_bytes = BODY_BYTES

    @operation(
        "Propose dead stones", door=EVIDENCE, takes=RecordFields, gives=ProposalShown, changes=False
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Propose dead stones for a record of the game. Nothing is kept, so it needs no key."""
        data = record_of(self.taken())
        if data is None:
            raise UserError(
                "record_missing", field="record", text=_("Send the game record with it.")
            )
        return self.proposed(data)


class SubmissionProposal(SubmissionView, ProposingView):
    """What is proposed for the record of a report."""

    @operation("Propose dead stones for a report", door=EVIDENCE, gives=ProposalShown)
    def get(self, request: Request, submission_id: int) -> Response:
        """Propose dead stones for the record of a report, whatever it says of them itself."""
        data = record_bytes(submission_id)
        if data is None:
            raise no_such_thing()
        return self.proposed(data)
