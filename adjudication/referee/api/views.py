"""Cases of a tournament: for its referees, and for the committee of an appeal."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.selectors.cases import CasePage, cases_after, with_evidence
from adjudication.cases.selectors.referees import colleagues_of
from adjudication.cases.selectors.statements import Attachment, picture, statement_record
from adjudication.cases.services.actions import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.cases.services.opening import open_by_staff
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.agreements import decide_reading
from adjudication.inquiries.services.asking import ask_players
from adjudication.policy.policy import EventPolicy
from adjudication.referee.api.addresses import CaseAddresses, CommitteeReads
from adjudication.referee.api.serializers import (
    STATEMENT_BYTES,
    Asking,
    CaseDetails,
    CaseInList,
    CaseOpened,
    CasesAsked,
    HandedTo,
    NoteSent,
    ReadingSent,
    RightRecord,
    StatementSent,
    StonesStay,
    WhySettled,
    case_data,
    pictures_of,
)
from adjudication.referee.views.case import guided_kind
from adjudication.submissions.api.serializers import record_of
from adjudication.submissions.services.right_record import decide_record
from adjudication.triage.selectors import inquiries_of
from adjudication.triage.services.resumption import say_stones_stay
from adjudication.verdicts.selectors.verdicts import details_of
from api.pagination import WholeList
from api.permissions import (
    RefereesRead,
    RefereesSettleCases,
)
from api.problems import no_such_thing
from api.serializers import WithMore, rename_errors
from api.viewsets import TournamentViewSet
from tournament.audit.services.current_actor import current_actor
from tournament.common.pictures import redraw_pictures
from tournament.games.api import player_keys
from tournament.games.selectors import games_by_id

FIELDS = {"person": "referee"}
JPEG, SGF = "image/jpeg", "application/x-go-sgf"


class RefereeShown(serializers.Serializer):
    """A person who may settle cases here."""

    id = serializers.IntegerField(source="link_id", help_text="To hand a case over to.")
    role = serializers.CharField()
    name = serializers.CharField()


class RefereeViewSet(TournamentViewSet):
    """Who else may settle cases. Not ``counted``: their links expire by themselves."""

    tag = "cases"
    counted = False
    permission_classes = (RefereesRead,)
    serializer_class = RefereeShown
    pagination_class = WholeList

    def list(self, request: Request, slug: str) -> Response:
        """List referees.

        Return the other referees and owners, to whom a case can be handed over.
        """
        return self.answer_list(colleagues_of(self.terms.id, current_actor().link_id))


class TakesStatement(TournamentViewSet):
    """Addresses that take a statement; its pictures are redrawn before the transaction begins."""

    def prepare(self) -> None:
        """Read the statement and redraw its pictures. Raises UserError and ValidationError."""
        if self.get_body_class() is not StatementSent:
            return
        body, player_id = self.body, self.caller.visitor.player_id
        sender = self.caller.name if player_id is None else f"player-{player_id}"
        self.statement = {
            "text": body["text"],
            "record_bytes": record_of(body),
            "filename": body["filename"],
            "pictures": redraw_pictures(pictures_of(body), sender=sender),
        }


class CaseViewSet(TakesStatement, CaseAddresses):
    """The cases of a tournament, and the actions on each."""

    tag = "cases"
    permission_classes = (RefereesRead | RefereesSettleCases,)
    serializer_class = CaseDetails
    serializer_classes = {"list": CaseInList}
    body_classes = {"create": CaseOpened}
    query_classes = {"list": CasesAsked}
    pagination_key = "number"

    def get_permissions(self) -> Sequence[BasePermission]:
        """Return the permissions; a single case may also be read by the committee of its appeal."""
        return [CommitteeReads()] if self.action == "retrieve" else super().get_permissions()

    def list(self, request: Request, slug: str) -> Response:
        """List cases.

        Return cases by number. A case that waits for a referee is `open`; `severity` says how
        urgent it is.
        """
        asked, window = self.query, self.window
        filters = {name: asked[name] for name in ("state", "cause", "game") if name in asked}
        found = cases_after(self.terms.id, window.after or 0, most=window.limit + 1, **filters)
        if "expand" not in asked:
            return self.answer_list(found)
        games = games_by_id(self.terms.id, {case.game_id for case in found if case.game_id})
        return self.answer_list(
            WithMore(case, whole_game=games.get(case.game_id or 0)) for case in found
        )

    def create(self, request: Request, slug: str) -> Response:
        """Open a case.

        Open a case about something that no record shows, or add it to the case the game already
        has.
        """
        body = self.body
        case = open_by_staff(
            tournament_id=self.terms.id,
            cause=body["cause"],
            game_id=body["game"],
            round_number=body["round"],
            player_ids=player_keys(self.terms.id, body["players"], "players"),
            minutes=body["minutes"],
            clock=body["clock"],
            note=body["note"],
        )
        self.kwargs["number"] = case.number
        return self.shown(location=f"{request.path}{case.number}/")

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Show a case.

        Return a case with its grounds, reports, questions and statements, and what is proposed.
        """
        return self.shown()

    @action(detail=True, methods=["post"], url_path="take")
    def case_taking(self, request: Request, slug: str, number: int) -> Response:
        """Take a case.

        Take a case in order to settle it, for as long as the tournament allows.
        """
        return self.do(take_case)

    @action(detail=True, methods=["post"], url_path="keep")
    def case_keeping(self, request: Request, slug: str, number: int) -> Response:
        """Keep a case.

        Restart the time for one's own case.
        """
        return self.do(keep_case)

    @action(detail=True, methods=["post"], url_path="return", body_class=NoteSent)
    def case_return(self, request: Request, slug: str, number: int) -> Response:
        """Give a case back.

        Give one's own case back, so that any referee can take it.
        """
        return self.do(return_case, **self.body)

    @action(detail=True, methods=["post"], url_path="handover", body_class=HandedTo)
    def case_handover(self, request: Request, slug: str, number: int) -> Response:
        """Hand a case over.

        Hand one's own case to another referee, whose time starts now.
        """
        body = self.body
        return self.do(hand_over, link_id=body["referee"], note=body["note"])

    @action(detail=True, methods=["post"], url_path="settlement", body_class=WhySettled)
    def case_settlement(self, request: Request, slug: str, number: int) -> Response:
        """Settle a case.

        End one's own case without a ruling, because there is nothing to decide.
        """
        return self.do(settle_case, **self.body)

    @action(detail=True, methods=["post"], url_path="questions", body_class=Asking)
    def case_questions(self, request: Request, slug: str, number: int) -> Response:
        """Ask the players.

        Put one of the rules' questions to both players; the case is with them until they answer.
        """
        return self.do(ask_players, **self.body)

    @action(detail=True, methods=["post"], url_path="stones", body_class=StonesStay)
    def case_stones(self, request: Request, slug: str, number: int) -> Response:
        """Say whether stones stay.

        Establish whether play was resumed over dead stones, so that no stone is removed any more.
        """
        return self.do(say_stones_stay, **self.body)

    @action(detail=True, methods=["post"], url_path="reading", body_class=ReadingSent)
    def case_reading(self, request: Request, slug: str, number: int) -> Response:
        """Say how a record is read.

        Say what was played where a record is unclear; the record is judged again on that basis.
        """
        return self.do(decide_reading, **self.body)

    @action(detail=True, methods=["post"], url_path="right-record", body_class=RightRecord)
    def case_right_record(self, request: Request, slug: str, number: int) -> Response:
        """Say which record is right.

        Say which record of the game is right, that of a report or of a statement: it replaces the
        others that the players sent. Their results stay as they were reported.
        """
        return self.do(decide_record, **self.body)

    @action(
        detail=True,
        methods=["post"],
        url_path="statements",
        body_class=StatementSent,
        most_bytes=STATEMENT_BYTES,
        success_status=201,
    )
    def case_statements(self, request: Request, slug: str, number: int) -> Response:
        """Write a statement.

        Write down what a witness says, optionally with a record or pictures.
        """
        write_statement(
            case_id=self.case_id,
            **self.statement,
            idempotency_key=self.derived(16).hex(),
        )
        return self.shown(location=f"/api/v1/tournaments/{self.terms.slug}/cases/{number}/")

    @action(
        detail=True,
        url_path="statements/<int:statement_id>/record",
        permission_classes=(CommitteeReads,),
        media_types=[SGF],
    )
    def case_record(
        self, request: Request, slug: str, number: int, statement_id: int
    ) -> HttpResponse:
        """Read a statement's record.

        Return the record of a statement as it was sent.
        """
        return self.attached(statement_record(statement_id), SGF, f"{statement_id}.sgf")

    @action(
        detail=True,
        url_path="pictures/<int:picture_id>",
        permission_classes=(CommitteeReads,),
        media_types=[JPEG],
    )
    def case_picture(
        self, request: Request, slug: str, number: int, picture_id: int
    ) -> HttpResponse:
        """Read a picture.

        Return a picture of a statement.
        """
        return self.attached(picture(picture_id), JPEG, f"{picture_id}.jpg")

    seen: CasePage

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the game's players; 0 for anybody else."""
        return self.seen.game.number_of(player_id) if self.seen.game else 0

    def asking(self) -> tuple[str, EventPolicy, str]:
        """Return the context in which questions are shown: the staff see all answers."""
        return self.terms.rules, self.seen.policy, ""

    def shown(self, *, location: str = "") -> Response:
        """Return the case as it is now."""
        desk = self.at_desk()
        desk = replace(desk, page=with_evidence(desk.page))
        self.seen, line = desk.page, desk.page.line
        guided = guided_kind(desk.page) if desk.page.game else None
        case = case_data(
            desk,
            details_of(report.id for report in desk.page.submissions),
            inquiries_of(line.game_id) if line.game_id else (),
            guided and guided.value,
        )
        return self.answer(case, location=location)

    def do(self, service: Callable[..., object], **told: Any) -> Response:
        """Call the service for the case, and return the case as it is afterwards."""
        with rename_errors(FIELDS):
            service(case_id=self.case_id, **told)
        return self.shown()

    def attached(self, found: Attachment | None, media: str, name: str) -> HttpResponse:
        """Return the file, if it belongs to this case. Raises a 404."""
        if found is None or found.case_id != self.case_id:
            raise no_such_thing()
        return file_of(found, media, name)


def file_of(found: Attachment, media: str, name: str) -> HttpResponse:
    """Return a file as a download."""
    answer = HttpResponse(found.data, content_type=media)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
