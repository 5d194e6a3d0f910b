"""Whether stones are alive: asked in a case, searched by a job, told with proofs."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.selectors.confirmations import (
    certificate_of,
    confirmation_view,
    confirmations_of,
)
from adjudication.services.confirmations.asking import ask_confirmation, cancel_confirmation
from api.cases.located import COMMITTEE, CaseView, CommitteeView
from api.cases.searched import ConfirmationAsked, ConfirmationListed, ConfirmationShown
from api.http.doors import CASES
from api.http.fields import Nothing
from api.http.operations import operation
from api.http.problems import no_such_thing

JSON = "application/json"


class ShowsConfirmation(CaseView):
    """An address that answers with a confirmation as it is now."""

    def confirmation_shown(self, number: int, *, location: str = "") -> Response:
        """Return a confirmation of the case. Raises a 404."""
        found = confirmation_view(self.case_id, number)
        if found is None:
            raise no_such_thing()
        return self.given(found, location=location)


class Confirmations(CommitteeView, ShowsConfirmation):
    """The confirmations of a case."""

    @operation("List confirmations", door=COMMITTEE, gives=ConfirmationListed, many=True)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return what was asked about life and death in a case, the latest first."""
        return self.all_given(confirmations_of(self.case_id))

    @operation(
        "Ask whether stones are alive",
        door=CASES,
        takes=ConfirmationAsked,
        gives=ConfirmationShown,
        status=202,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Have it searched whether stones are alive by hypothetical play (J1989 Art. 7).

        It is evidence and changes neither game nor case. Read it again until its `state` is
        `done`: that takes from an instant to some minutes.
        """
        body = self.taken()
        asked = ask_confirmation(
            case_id=self.case_id,
            submission_id=body["submission"],
            move=body["move"],
            points=body["points"],
            agreed_dead=body["agreed_dead"],
            assume=body["assume"],
            budget=body["budget"],
            idempotency_key=self.derived(16).hex(),
        )
        return self.confirmation_shown(asked.number, location=f"{request.path}{asked.number}/")


class OneConfirmation(CommitteeView, ShowsConfirmation):
    """One confirmation."""

    @operation("Show a confirmation", door=COMMITTEE, gives=ConfirmationShown)
    def get(self, request: Request, slug: str, number: int, confirmation: int) -> Response:
        """Return how far it is, and the verdicts with everything that they rest on."""
        return self.confirmation_shown(confirmation)


class ConfirmationCancelling(ShowsConfirmation):
    """Cancelling a confirmation."""

    @operation("Cancel a confirmation", door=CASES, takes=Nothing, gives=ConfirmationShown)
    def post(self, request: Request, slug: str, number: int, confirmation: int) -> Response:
        """End a search that is not done; what it has found stays."""
        self.taken()
        cancel_confirmation(case_id=self.case_id, number=confirmation)
        return self.confirmation_shown(confirmation)


class ConfirmationCertificate(CommitteeView):
    """The proof of an answer."""

    @operation("Read a certificate", door=COMMITTEE, files=[JSON])
    def get(
        self, request: Request, slug: str, number: int, confirmation: int, key: str
    ) -> HttpResponse:
        """Return the proof of an answer: the winner's move for whatever the loser does."""
        text = certificate_of(self.case_id, confirmation, key)
        if text is None:
            raise no_such_thing()
        answer = HttpResponse(text, content_type=JSON)
        name = f"certificate-{key[:12]}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
