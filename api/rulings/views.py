"""Rulings: made and foreseen by who has the case, read by everybody once they are final."""

from typing import Any

from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.policy.decisions import Decision
from adjudication.selectors.case_law import public_ruling, rulings_before
from adjudication.selectors.cases import CasePage
from adjudication.selectors.rulings import rulings_of
from adjudication.services.rulings.foresee import foresee_ruling
from adjudication.services.rulings.ruling import revise, rule
from api.cases.located import COMMITTEE, CaseView, CommitteeView
from api.http.doors import CASES
from api.http.fields import called
from api.http.operations import ANYBODY, operation
from api.http.problems import no_such_thing
from api.http.views import ApiView
from api.rulings.decisions import FIELDS, decision_in
from api.rulings.serializers import (
    LawAsked,
    LawShown,
    PreviewSent,
    PreviewShown,
    RevisionSent,
    RulingSent,
    RulingShown,
)


class DecidingView(CaseView):
    """An address of one case where something is decided."""

    def sent(self) -> tuple[dict[str, Any], CasePage, Decision]:
        """Return the body, the case, and the decision that it means."""
        body, page = self.taken(), self.at_desk().page
        return body, page, decision_in(body, page)

    def latest(self) -> Response:
        """Return the ruling that was just made."""
        page = self.at_desk().page
        return self.given(
            (rulings_of(page.line.id)[0], page),
            location=f"/api/v1/tournaments/{self.terms.slug}/cases/{page.line.number}/rulings/",
        )


class CaseRulings(CommitteeView, DecidingView):
    """The rulings of a case."""

    @operation("List the rulings of a case", door=COMMITTEE, gives=RulingShown, many=True)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return all that was decided in a case, the newest first."""
        page = self.at_desk().page
        return self.all_given((one, page) for one in rulings_of(page.line.id))

    @operation("Rule on a case", door=CASES, takes=RulingSent, gives=RulingShown, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide a case that one has taken, and do to its game what the decision says."""
        body, page, decision = self.sent()
        with called(FIELDS):
            rule(case_id=page.line.id, decision=decision, version=body["version"])
        return self.latest()


class RulingPreview(DecidingView):
    """What a ruling would do."""

    @operation("Foresee a ruling", door=CASES, takes=PreviewSent, gives=PreviewShown)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Tell what a decision would do to the game, the standings and later rounds.

        Nothing of it is done, and the same key tells the same again.
        """
        _body, page, decision = self.sent()
        with called(FIELDS):
            foreseen = foresee_ruling(case_id=page.line.id, decision=decision)
        return self.given((foreseen, page))


class RulingRevision(DecidingView):
    """A ruling taken up again."""

    @operation("Revise a ruling", door=CASES, takes=RevisionSent, gives=RulingShown, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Rule otherwise, while the ruling can be appealed; that time begins anew."""
        body, page, decision = self.sent()
        with called(FIELDS):
            revise(
                case_id=page.line.id,
                decision=decision,
                version=body["version"],
                note=body["note"],
            )
        return self.latest()


class Rulings(ApiView):
    """The rulings of all tournaments that nothing changes any more."""

    @operation("Search rulings", door=ANYBODY, gives=LawShown, asks=LawAsked, paged=True)
    def get(self, request: Request) -> Response:
        """Return final rulings, the latest first; nobody is named."""
        asked, window = self.asked(), self.window()
        about = {name: asked.get(name, "") for name in ("rules", "cause", "finding", "article")}
        found = rulings_before(
            window.after,
            most=window.limit + 1,
            slug=asked.get("tournament", ""),
            words=asked.get("words", ""),
            language=get_language() or "en",
            **about,
        )
        return self.page(found, lambda one: one.id)


class Ruling(ApiView):
    """One final ruling."""

    @operation("Show a ruling", door=ANYBODY, gives=LawShown)
    def get(self, request: Request, ruling_id: int) -> Response:
        """Return a final ruling, without names. 404 while it can be appealed."""
        found = public_ruling(ruling_id, get_language() or "en")
        if found is None:
            raise no_such_thing()
        return self.given(found)
