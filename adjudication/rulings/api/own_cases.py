"""The players' own cases: what they may read of them, and what they say in them."""

from dataclasses import replace

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.selectors.appeals import appealable_until, appeals_of
from adjudication.cases.selectors.cases import (
    CasePage,
    OwnCase,
    case_page,
    cases_of_player,
)
from adjudication.cases.selectors.complaints import grounds_written, readable_statements
from adjudication.cases.selectors.rulings import rulings_of
from adjudication.cases.selectors.statements import (
    Attachment,
    picture,
    statement_record,
    statements_of,
)
from adjudication.cases.services.statements import write_statement
from adjudication.models import CaseState
from adjudication.referee.api.addresses import (
    OwnCaseAddresses,
    PlayersReadOwnCase,
    PlayersSpeakInOwnCase,
)
from adjudication.referee.api.serializers import (
    STATEMENT_BYTES,
    STATES,
    StatementSent,
    StatementShown,
    statements_data,
)
from adjudication.referee.api.views import JPEG, SGF, TakesStatement, file_of
from adjudication.rulings.api.appeals import AppealTold, appeal_data
from adjudication.rulings.api.serializers import RulingShown, ruling_data
from api.permissions import AnyTokenReads
from api.problems import no_such_thing
from api.serializers import MomentField, WithMore
from api.viewsets import ApiViewSet
from tournament.games.api import PlayerNamed


class OwnCaseListed(serializers.Serializer):
    """A player's case, as far as they may know about it."""

    id = serializers.IntegerField(help_text="Used in addresses.")
    number = serializers.IntegerField()
    state = serializers.CharField(source="state.value", help_text=STATES)
    cause = serializers.CharField(source="cause.value", help_text="The gravest.")
    causes = serializers.ListField(child=serializers.CharField())
    round = serializers.IntegerField(source="round_number", allow_null=True)
    board = serializers.IntegerField(source="table", allow_null=True)
    game = serializers.IntegerField(
        source="game_id", allow_null=True, help_text="The id of the game."
    )
    players = PlayerNamed(source="parties", many=True, help_text="Whom it is about.")
    opened_at = MomentField()
    appeal_until = MomentField(allow_null=True)
    settled_at = MomentField(allow_null=True)
    settled_note = serializers.CharField()


class OwnCaseDetails(OwnCaseListed):
    """A player's case, with what was said and decided in it."""

    notes = serializers.ListField(child=serializers.CharField(), help_text="Said with it.")
    statements = StatementShown(many=True)
    rulings = RulingShown(many=True, help_text="The newest first.")
    appeal = AppealTold(allow_null=True, help_text="The latest.")
    may_write = serializers.BooleanField()
    may_appeal_until = MomentField(allow_null=True, help_text="Null: the caller cannot appeal.")


def own_case_data(own: OwnCase, page: CasePage, player_id: int) -> WithMore:
    """Return a case as one of its players may read it; ``page`` has its rulings."""
    line = own.line
    ruled = line.state in CaseState.ruled()
    rulings = rulings_of(line.id) if ruled else ()
    appeals = appeals_of(line.id) if ruled else ()
    said = [
        one if one.detail is None else replace(one, detail=one.detail.for_players)
        for one in readable_statements(line, statements_of([line.id]).get(line.id, ()), player_id)
    ]
    return WithMore(
        line,
        notes=[ground.note for ground in grounds_written(line, player_id) if ground.note],
        statements=statements_data(line, said),
        rulings=[ruling_data(ruling, page) for ruling in rulings],
        appeal=appeal_data(appeals[0], line, player_id) if appeals else None,
        may_write=not line.over and not own.closed,
        may_appeal_until=None
        if own.closed
        else appealable_until(line.id, player_id, timezone.now()),
    )


class OwnCasesViewSet(ApiViewSet):
    """The caller's own cases."""

    tag = "cases"
    permission_classes = (AnyTokenReads,)
    pagination_key = "-id"
    serializer_class = OwnCaseListed

    def list(self, request: Request) -> Response:
        """List own cases.

        Return the cases that are about the calling player, the latest first.
        """
        player_id = self.caller.visitor.player_id
        return self.answer_list(() if player_id is None else cases_of_player(player_id))


class OwnCaseViewSet(TakesStatement, OwnCaseAddresses):
    """One case, for the players it is about."""

    tag = "cases"
    permission_classes = (PlayersReadOwnCase | PlayersSpeakInOwnCase,)
    serializer_class = OwnCaseDetails

    def retrieve(self, request: Request, case_id: int) -> Response:
        """Show one's own case.

        Return a case to a player it is about.
        """
        return self.shown()

    @action(
        detail=True,
        methods=["post"],
        url_path="statements",
        body_class=StatementSent,
        most_bytes=STATEMENT_BYTES,
        success_status=201,
    )
    def own_statements(self, request: Request, case_id: int) -> Response:
        """Write a statement in one's own case.

        Say what happened, in words, with another record or with pictures of the board.
        """
        write_statement(
            case_id=case_id,
            player_id=self.caller.visitor.player_id,
            **self.statement,
            idempotency_key=self.derived(16).hex(),
        )
        return self.shown(location=f"/api/v1/cases/{case_id}/")

    @action(detail=True, url_path="statements/<int:statement_id>/record", media_types=[SGF])
    def own_record(self, request: Request, case_id: int, statement_id: int) -> HttpResponse:
        """Read a record of one's own case.

        Return the record of a statement as it was sent.
        """
        return self.attached(statement_record(statement_id), SGF, f"{statement_id}.sgf")

    @action(detail=True, url_path="pictures/<int:picture_id>", media_types=[JPEG])
    def own_picture(self, request: Request, case_id: int, picture_id: int) -> HttpResponse:
        """Read a picture of one's own case.

        Return a picture of a statement.
        """
        return self.attached(picture(picture_id), JPEG, f"{picture_id}.jpg")

    def shown(self, *, location: str = "") -> Response:
        """Return the case as it is now."""
        own = self.own()
        page = case_page(self.terms.id, own.line.number)
        player_id = self.caller.visitor.player_id
        assert page is not None  # it exists as long as the case does
        assert player_id is not None
        case = own_case_data(own, page, player_id)
        self.changes_at = [case.may_appeal_until]
        return self.answer(case, location=location)

    def attached(self, found: Attachment | None, media: str, name: str) -> HttpResponse:
        """Return the file, if it belongs to this case. Raises a 404."""
        reader = self.caller.visitor.player_id
        if found is None or found.case_id != self.kwargs["case_id"] or not found.for_player(reader):
            raise no_such_thing()
        return file_of(found, media, name)
