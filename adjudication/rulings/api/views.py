"""Rulings: made and previewed by the case's referee, public once they are final."""

from typing import Any

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.api import decision_data
from adjudication.cases.selectors.cases import CasePage, with_evidence
from adjudication.cases.selectors.rulings import rulings_of
from adjudication.policy.decisions import Decision
from adjudication.precedents.selectors import public_ruling, rulings_before
from adjudication.referee.api.addresses import CaseAddresses, CommitteeReads
from adjudication.referee.views.one_sided import one_sided
from adjudication.rulings.api.serializers import (
    FIELDS,
    PrecedentQuery,
    PrecedentShown,
    PreviewSent,
    PreviewShown,
    RevisionSent,
    RulingSent,
    RulingShown,
    ask_about,
    decision_in,
    precedent_data,
    ruling_data,
)
from adjudication.rulings.services.finality import locked_case_and_game
from adjudication.rulings.services.ruling import preview_ruling, revise, rule
from adjudication.rulings.views.doubts import doubts_about
from api.pagination import WholeList
from api.permissions import (
    AnybodyReads,
    RefereesSettleCases,
)
from api.problems import no_such_thing
from api.serializers import WithMore, rename_errors
from api.viewsets import ApiViewSet
from tournament.spoken import active_language


class CaseRulingViewSet(CaseAddresses):
    """The rulings of a case."""

    permission_classes = (CommitteeReads | RefereesSettleCases,)
    serializer_class = RulingShown
    list_actions = ("list", "case_rulings")

    @action(
        detail=True,
        url_path="rulings",
        body_class=RulingSent,
        pagination_class=WholeList,
        success_status=201,
    )
    def case_rulings(self, request: Request, slug: str, number: int) -> Response:
        """List the rulings of a case.

        Return every decision in a case, the newest first.
        """
        page = self.at_desk().page
        return self.answer_list(ruling_data(ruling, page) for ruling in rulings_of(page.line.id))

    @case_rulings.mapping.post
    def post_case_rulings(self, request: Request, slug: str, number: int) -> Response:
        """Rule on a case.

        Decide a case that one has taken, and apply the decision to its game.
        """
        body, page, decision = self.sent()
        with rename_errors(FIELDS):
            rule(case_id=page.line.id, decision=decision, version=body["version"])
            self.ask_about(body, page)
        return self.latest()

    @action(
        detail=True,
        methods=["post"],
        url_path="rulings/preview",
        serializer_class=PreviewShown,
        body_class=PreviewSent,
    )
    def ruling_preview(self, request: Request, slug: str, number: int) -> Response:
        """Preview a ruling.

        Return what a decision would do to the game, the standings and later rounds.

        Nothing is changed, and the same key returns the same answer again.
        """
        _body, page, decision = self.sent()
        with rename_errors(FIELDS):
            foreseen = preview_ruling(case_id=page.line.id, decision=decision)
        decision = foreseen.decision
        told = decision_data(decision, page)
        doubts = [doubt.text for doubt in doubts_about(page, decision, one_sided(page))]
        return self.answer(WithMore(foreseen, decision=told, doubts=doubts))

    @action(
        detail=True,
        methods=["post"],
        url_path="rulings/revision",
        body_class=RevisionSent,
        success_status=201,
    )
    def ruling_revision(self, request: Request, slug: str, number: int) -> Response:
        """Revise a ruling.

        Replace a ruling while it can still be appealed; the time to appeal starts again.
        """
        body, page, decision = self.sent()
        with rename_errors(FIELDS):
            revise(
                case_id=page.line.id,
                decision=decision,
                version=body["version"],
                note=body["note"],
            )
            self.ask_about(body, page)
        return self.latest()

    def hold(self) -> None:
        """Lock the case, after tournament, round and game: a ruling may change a result."""
        locked_case_and_game(self.case_id)

    def sent(self) -> tuple[dict[str, Any], CasePage, Decision]:
        """Return the body, the case with its evidence, and the decision that the body describes."""
        body, page = self.body, with_evidence(self.at_desk().page)
        return body, page, decision_in(body, page)

    def ask_about(self, body: dict[str, Any], page: CasePage) -> None:
        """Ask about doubts in the ruling as it was written, unless the sender is sure.

        Raises UserError, which undoes the ruling.
        """
        if not body["sure"]:
            ask_about(rulings_of(page.line.id)[0].decision, page)

    def latest(self) -> Response:
        """Return the ruling that was just made."""
        page = self.at_desk().page
        return self.answer(
            ruling_data(rulings_of(page.line.id)[0], page),
            location=f"/api/v1/tournaments/{self.terms.slug}/cases/{page.line.number}/rulings/",
        )


class RulingViewSet(ApiViewSet):
    """The rulings of all tournaments that can no longer change."""

    permission_classes = (AnybodyReads,)
    lookup_url_kwarg, lookup_value_converter = "ruling_id", "int"
    serializer_class = PrecedentShown
    query_classes = {"list": PrecedentQuery}
    pagination_key = "-id"

    def list(self, request: Request) -> Response:
        """Search rulings.

        Return final rulings, the latest first; no names are given.
        """
        asked, window = self.query, self.window
        about = {name: asked.get(name, "") for name in ("rules", "cause", "finding", "article")}
        found = rulings_before(
            window.after,
            most=window.limit + 1,
            slug=asked.get("tournament", ""),
            words=asked.get("words", ""),
            language=active_language(),
            **about,
        )
        return self.answer_list(precedent_data(line) for line in found)

    def retrieve(self, request: Request, ruling_id: int) -> Response:
        """Show a ruling.

        Return a final ruling, without names. 404 while it can still be appealed.
        """
        found = public_ruling(ruling_id, active_language())
        if found is None:
            raise no_such_thing()
        return self.answer(precedent_data(found))
