"""Whether stones are alive: asked in a case, searched by a job, answered with proofs."""

from django.http import HttpResponse
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.life_and_death.api.proposals.views import ProposalThrottle
from adjudication.life_and_death.api.serializers import (
    ConfirmationAsked,
    ConfirmationListed,
    ConfirmationShown,
    OutlookAsked,
    OutlookShown,
)
from adjudication.life_and_death.selectors import (
    confirmation_view,
    confirmations_of,
    proof_of,
)
from adjudication.life_and_death.services.asking import ask_confirmation, cancel_confirmation
from adjudication.life_and_death.services.looking import look_ahead
from adjudication.life_and_death.sources import Source
from adjudication.referee.api.addresses import CaseAddresses, CommitteeReads
from api.pagination import WholeList
from api.permissions import (
    RefereesSettleCases,
)
from api.problems import no_such_thing
from api.throttling import CallThrottle

JSON = "application/json"


class ConfirmationViewSet(CaseAddresses):
    """The confirmations of a case. Not ``counted``: a search's progress raises no counter."""

    tag = "cases"
    counted = False
    permission_classes = (CommitteeReads | RefereesSettleCases,)
    lookup_url_kwarg, lookup_value_converter = "confirmation", "int"
    serializer_class = ConfirmationShown
    serializer_classes = {"list": ConfirmationListed}
    body_classes = {"create": ConfirmationAsked}
    pagination_class = WholeList
    success_status = 202

    def list(self, request: Request, slug: str, number: int) -> Response:
        """List confirmations.

        Return what was asked about life and death in a case, the latest first.
        """
        return self.answer_list(confirmations_of(self.case_id))

    def create(self, request: Request, slug: str, number: int) -> Response:
        """Ask whether stones are alive.

        Start a search of hypothetical play for whether stones are alive (J1989 Art. 7).

        It is evidence and changes neither the game nor the case. Read it again until its `state` is
        `done`: that takes anything from an instant to a few minutes.
        """
        body = self.body
        asked = ask_confirmation(
            case_id=self.case_id,
            source=Source(body["submission"], body["statement"]),
            move=body["move"],
            points=body["points"],
            agreed_dead=body["agreed_dead"],
            assume=body["assume"],
            alive=body["alive"],
            area=body["area"],
            budget=body["budget"],
            idempotency_key=self.derived(16).hex(),
        )
        return self.confirmation_shown(asked.number, location=f"{request.path}{asked.number}/")

    def retrieve(self, request: Request, slug: str, number: int, confirmation: int) -> Response:
        """Show a confirmation.

        Return how far the search is, and the verdicts with everything they rest on.
        """
        return self.confirmation_shown(confirmation)

    @action(
        detail=False,
        methods=["post"],
        url_path="outlook",
        success_status=200,
        changes=False,
        body_class=OutlookAsked,
        serializer_class=OutlookShown,
        throttle_classes=(CallThrottle, ProposalThrottle),
    )
    def confirmation_outlook(self, request: Request, slug: str, number: int) -> Response:
        """Look at a question.

        Return what a question would search, before it is asked: how large the region is, which
        stones keep it open, and (`propose`) which stones look alive. Nothing is stored, so it needs
        no key.
        """
        body = self.body
        return self.answer(
            look_ahead(
                case_id=self.case_id,
                source=Source(body["submission"], body["statement"]),
                move=body["move"],
                points=body["points"],
                agreed_dead=body["agreed_dead"],
                assume=body["assume"],
                alive=body["alive"],
                area=body["area"],
                propose=body["propose"],
            )
        )

    @action(detail=True, methods=["post"], url_path="cancel", success_status=200)
    def confirmation_cancelling(
        self, request: Request, slug: str, number: int, confirmation: int
    ) -> Response:
        """Cancel a confirmation.

        End a search that is not done; the answers found so far stay.
        """
        cancel_confirmation(case_id=self.case_id, number=confirmation)
        return self.confirmation_shown(confirmation)

    @action(detail=True, url_path="certificates/<slug:key>", media_types=[JSON])
    def confirmation_certificate(
        self, request: Request, slug: str, number: int, confirmation: int, key: str
    ) -> HttpResponse:
        """Read a certificate.

        Return the proof of an answer: the winner's reply to whatever the loser does. Once there is
        a verdict, it also says why the stones around count as alive, and according to whom.
        """
        text = proof_of(self.case_id, confirmation, key)
        if text is None:
            raise no_such_thing()
        answer = HttpResponse(text, content_type=JSON)
        name = f"certificate-{key[:12]}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    def confirmation_shown(self, number: int, *, location: str = "") -> Response:
        """Return a confirmation of the case. Raises a 404."""
        found = confirmation_view(self.case_id, number)
        if found is None:
            raise no_such_thing()
        return self.answer(found, location=location)
