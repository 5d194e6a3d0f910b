"""Cases of a tournament: for its referees, and for the committee of an appeal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.policy.policy import EventPolicy
from adjudication.selectors.cases import CasePage, cases_after, with_evidence
from adjudication.selectors.deskmates import Colleague, colleagues_of
from adjudication.selectors.inquiries import InquiryView, inquiries_of
from adjudication.selectors.statements import Attachment, picture, statement_record
from adjudication.selectors.verdicts import ReportDetail, details_of
from adjudication.services.cases.asking import ask_players
from adjudication.services.cases.desk import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.services.cases.pictures import drawn_anew
from adjudication.services.cases.reading import decide_reading
from adjudication.services.cases.staff import open_by_staff
from adjudication.services.cases.statements import write_statement
from adjudication.services.resumption import say_stones_stay
from adjudication.web.desk.case import guided_kind
from adjudication.web.desk.doors import Desk
from api.cases.bodies import (
    STATEMENT_BYTES,
    Asking,
    CaseOpened,
    HandedTo,
    NoteSent,
    ReadingSent,
    StatementSent,
    StonesStay,
    WhySettled,
    pictures_of,
)
from api.cases.located import COMMITTEE, READS_CASES, CaseView, CommitteeView
from api.cases.serializers import CaseDetails, CaseListed, CasesAsked
from api.http.doors import CASES
from api.http.fields import Nothing, called
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.http.views import ApiView, TournamentView
from api.players.finding import player_keys
from api.submissions.serializers import record_of
from tournament.services.acting import actor

FIELDS = {"person": "referee"}
JPEG, SGF = "image/jpeg", "application/x-go-sgf"


@dataclass(frozen=True, slots=True)
class Gathered:
    """A case with all that its referee reads."""

    desk: Desk
    details: Mapping[int, ReportDetail]
    inquiries: tuple[InquiryView, ...]
    guided: str | None


class RefereeShown(serializers.Serializer):
    """Somebody who may settle cases here."""

    id = serializers.IntegerField(help_text="To hand a case over to.")
    role = serializers.CharField()
    name = serializers.CharField()

    def to_representation(self, instance: Colleague) -> dict[str, Any]:
        """Return a colleague."""
        return {"id": instance.link_id, "role": instance.role, "name": instance.name}


class Referees(TournamentView):
    """Who else may settle cases."""

    @operation("List referees", door=READS_CASES, gives=RefereeShown, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the other referees and owners, to whom a case may be handed over."""
        return self.all_given(colleagues_of(self.terms.id, actor().link_id))


class ShowsCase(CaseView):
    """An address that answers with its case as it is now."""

    seen: CasePage

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the game's players; 0 for somebody else."""
        return self.seen.game.number_of(player_id) if self.seen.game else 0

    def asking(self) -> tuple[str, EventPolicy, str]:
        """Return by what questions to players are shown: all answers, to the staff."""
        return self.terms.rules, self.seen.policy, ""

    def shown(self, *, location: str = "") -> Response:
        """Return the case as it is now."""
        desk = self.at_desk()
        desk = replace(desk, page=with_evidence(desk.page))
        self.seen, line = desk.page, desk.page.line
        guided = guided_kind(desk.page) if desk.page.game else None
        gathered = Gathered(
            desk=desk,
            details=details_of(one.id for one in desk.page.submissions),
            inquiries=inquiries_of(line.game_id) if line.game_id else (),
            guided=guided and guided.value,
        )
        return self.given(gathered, location=location)


class Cases(ShowsCase):
    """The cases of a tournament."""

    @operation("List cases", door=READS_CASES, gives=CaseListed, asks=CasesAsked, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return cases by number. What waits for a referee is `open`; `severity` says how much."""
        asked, window = self.asked(), self.window()
        filters = {name: asked[name] for name in ("state", "cause", "game") if name in asked}
        found = cases_after(self.terms.id, window.after or 0, most=window.limit + 1, **filters)
        return self.page(found, lambda one: one.number)

    @operation("Open a case", door=CASES, takes=CaseOpened, gives=CaseDetails, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Open a case for what no record shows, or add to the one that the game has."""
        body = self.taken()
        case = open_by_staff(
            tournament_id=self.terms.id,
            cause=body["cause"],
            game_id=body["game"],
            round_number=body["round"],
            player_ids=player_keys(self.terms.id, body["players"], "players"),
            minutes=body["minutes"],
            note=body["note"],
        )
        self.kwargs["number"] = case.number
        return self.shown(location=f"{request.path}{case.number}/")


class Case(CommitteeView, ShowsCase):
    """One case."""

    @operation("Show a case", door=COMMITTEE, gives=CaseDetails)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a case with grounds, reports, questions, statements and what is proposed."""
        return self.shown()


class DoingView(ShowsCase):
    """An address where something is done with a case."""

    def do(self, service: Callable[..., object], **told: Any) -> Response:
        """Do it, and return the case as it is then."""
        with called(FIELDS):
            service(case_id=self.case_id, **told)
        return self.shown()


class CaseTaking(DoingView):
    """Taking a case."""

    @operation("Take a case", door=CASES, takes=Nothing, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take a case, to settle it, for as long as the tournament lets one have it."""
        self.taken()
        return self.do(take_case)


class CaseKeeping(DoingView):
    """Keeping a case."""

    @operation("Keep a case", door=CASES, takes=Nothing, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let the time of one's own case begin anew."""
        self.taken()
        return self.do(keep_case)


class CaseReturn(DoingView):
    """Giving a case back."""

    @operation("Give a case back", door=CASES, takes=NoteSent, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give one's own case back, for any referee to take."""
        return self.do(return_case, **self.taken())


class CaseHandover(DoingView):
    """Handing a case over."""

    @operation("Hand a case over", door=CASES, takes=HandedTo, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give one's own case to another referee, whose time begins now."""
        body = self.taken()
        return self.do(hand_over, link_id=body["referee"], note=body["note"])


class CaseSettlement(DoingView):
    """Ending a case without a ruling."""

    @operation("Settle a case", door=CASES, takes=WhySettled, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """End one's own case without a ruling, because there is nothing to decide."""
        return self.do(settle_case, **self.taken())


class CaseQuestions(DoingView):
    """Asking the players of a case."""

    @operation("Ask the players", door=CASES, takes=Asking, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Put one of the rules' questions to both players: the case is with them meanwhile."""
        return self.do(ask_players, **self.taken())


class CaseStones(DoingView):
    """Whether stones are removed in the game of a case."""

    @operation("Say whether stones stay", door=CASES, takes=StonesStay, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Establish that play was resumed over dead stones, so that none is removed, or not."""
        return self.do(say_stones_stay, **self.taken())


class CaseReading(DoingView):
    """How the damaged record of a case is read."""

    @operation("Say how a record is read", door=CASES, takes=ReadingSent, gives=CaseDetails)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Say what was played at the unclear place of a record: it is judged again so."""
        return self.do(decide_reading, **self.taken())


class TakesStatement(ApiView):
    """An address that takes a statement; its pictures are drawn before the transaction begins."""

    most_bytes = STATEMENT_BYTES

    def prepare(self) -> None:
        """Read the statement and draw its pictures. Raises UserError and ValidationError."""
        body, player_id = self.taken(), self.caller.visitor.player_id
        sender = self.caller.name if player_id is None else f"player-{player_id}"
        self.statement = {
            "text": body["text"],
            "record_bytes": record_of(body),
            "filename": body["filename"],
            "pictures": drawn_anew(pictures_of(body), sender=sender),
        }


class CaseStatements(TakesStatement, DoingView):
    """What the staff writes down in a case."""

    @operation("Write a statement", door=CASES, takes=StatementSent, gives=CaseDetails, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Write down what a witness says, perhaps with a record or pictures."""
        write_statement(
            case_id=self.case_id,
            **self.statement,
            idempotency_key=self.derived(16).hex(),
        )
        return self.shown(location=f"/api/v1/tournaments/{self.terms.slug}/cases/{number}/")


class CaseAttachment(CommitteeView):
    """A file that came with a statement."""

    def answer(self, found: Attachment | None, media: str, name: str) -> HttpResponse:
        """Return the file, if it is of this case. Raises a 404."""
        if found is None or found.case_id != self.case_id:
            raise no_such_thing()
        return file_of(found, media, name)


class CasePicture(CaseAttachment):
    """A picture that came with a statement."""

    @operation("Read a picture", door=COMMITTEE, files=[JPEG])
    def get(self, request: Request, slug: str, number: int, picture_id: int) -> HttpResponse:
        """Return a picture of a statement."""
        return self.answer(picture(picture_id), JPEG, f"{picture_id}.jpg")


class CaseRecord(CaseAttachment):
    """The record that came with a statement."""

    @operation("Read a statement's record", door=COMMITTEE, files=[SGF])
    def get(self, request: Request, slug: str, number: int, statement_id: int) -> HttpResponse:
        """Return the record of a statement as it was sent."""
        return self.answer(statement_record(statement_id), SGF, f"{statement_id}.sgf")


def file_of(found: Attachment, media: str, name: str) -> HttpResponse:
    """Return a file to be kept, not shown."""
    answer = HttpResponse(found.data, content_type=media)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
