"""The players' own cases: what is told of them, and what they say in them."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.models import CaseState
from adjudication.selectors.appeals import appealable_until, appeals_of
from adjudication.selectors.cases import CasePage, OwnCase, QueueLine, case_page, cases_of_player
from adjudication.selectors.complaints import notes_for_players, readable
from adjudication.selectors.rulings import rulings_of
from adjudication.selectors.statements import Attachment, picture, statement_record, statements_of
from adjudication.services.cases.statements import write_statement
from api.appeals.shapes import AppealTold
from api.cases.bodies import StatementSent
from api.cases.located import IN_OWN_CASE, OWN_CASE, OwnCaseView
from api.cases.serializers import STATES, StatementShown, moment
from api.cases.views import JPEG, SGF, TakesStatement, file_of
from api.http.operations import Door, operation
from api.http.problems import no_such_thing
from api.http.views import ApiView
from api.models import Scope
from api.players.serializers import PlayerNamed
from api.rulings.serializers import RulingShown

RULED = (CaseState.RULED, CaseState.APPEALED, CaseState.FINAL)
"""The states of a case that has a ruling."""
ANY_TOKEN = Door(Scope.READ)


class OwnCaseListed(serializers.Serializer):
    """A case of a player, as he is told of it."""

    id = serializers.IntegerField(help_text="It stands in addresses.")
    number = serializers.IntegerField()
    state = serializers.CharField(help_text=STATES)
    cause = serializers.CharField(help_text="The gravest.")
    causes = serializers.ListField(child=serializers.CharField())
    round = serializers.IntegerField(allow_null=True)
    board = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True, help_text="The id of the game.")
    players = PlayerNamed(many=True, help_text="Whom it is about.")
    opened_at = serializers.DateTimeField()
    appeal_until = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    settled_note = serializers.CharField()

    def to_representation(self, instance: QueueLine) -> dict[str, Any]:
        """Return a line."""
        name = PlayerNamed().to_representation
        return {
            "id": instance.id,
            "number": instance.number,
            "state": instance.state.value,
            "cause": instance.cause.value,
            "causes": [one.value for one in instance.causes],
            "round": instance.round_number,
            "board": instance.table,
            "game": instance.game_id,
            "players": [name(one) for one in instance.parties],
            "opened_at": instance.opened_at.isoformat(),
            "appeal_until": moment(instance.appeal_until),
            "settled_at": moment(instance.settled_at),
            "settled_note": instance.settled_note,
        }


class OwnCaseDetails(OwnCaseListed):
    """A case of a player with what was said and decided in it."""

    notes = serializers.ListField(child=serializers.CharField(), help_text="Said with it.")
    statements = StatementShown(many=True)
    rulings = RulingShown(many=True, help_text="The newest first.")
    appeal = AppealTold(allow_null=True, help_text="The latest.")
    may_write = serializers.BooleanField()
    may_appeal_until = serializers.DateTimeField(
        allow_null=True, help_text="Null: the caller cannot appeal."
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a case and the page of its tournament's desk, which tells of its rulings."""
        own: OwnCase = instance[0]
        page: CasePage = instance[1]
        player_id: int = instance[2]
        line = own.line
        told = line.state in RULED
        rulings = rulings_of(line.id) if told else ()
        appeals = appeals_of(line.id) if told else ()
        said = readable(line, statements_of([line.id]).get(line.id, ()), player_id)
        return {
            **super().to_representation(line),
            "notes": notes_for_players(line, player_id),
            "statements": [StatementShown().to_representation((one, line)) for one in said],
            "rulings": [RulingShown().to_representation((one, page)) for one in rulings],
            "appeal": AppealTold().to_representation((appeals[0], line, player_id))
            if appeals
            else None,
            "may_write": not line.over and not own.closed,
            "may_appeal_until": None
            if own.closed
            else moment(appealable_until(line.id, player_id, timezone.now())),
        }


class OwnCases(ApiView):
    """The cases of whoever calls."""

    @operation("List own cases", door=ANY_TOKEN, gives=OwnCaseListed, paged=True)
    def get(self, request: Request) -> Response:
        """Return the cases that are about the player who calls, the latest first."""
        player_id = self.caller.visitor.player_id
        lines = () if player_id is None else cases_of_player(player_id)
        return self.page(
            self.window().of(lines, lambda one: one.id, falling=True), lambda one: one.id
        )


class ShowsOwnCase(OwnCaseView):
    """An address that answers with its case as it is now."""

    def shown(self, *, location: str = "") -> Response:
        """Return the case as it is now."""
        own = self.own()
        page = case_page(self.terms.id, own.line.number)
        return self.given((own, page, self.caller.visitor.player_id), location=location)


class TheOwnCase(ShowsOwnCase):
    """One case."""

    @operation("Show one's own case", door=OWN_CASE, gives=OwnCaseDetails)
    def get(self, request: Request, case_id: int) -> Response:
        """Return a case to a player whom it is about."""
        return self.shown()


class OwnStatements(TakesStatement, ShowsOwnCase):
    """What players say in their case."""

    @operation(
        "Write a statement in one's own case",
        door=IN_OWN_CASE,
        takes=StatementSent,
        gives=OwnCaseDetails,
        status=201,
    )
    def post(self, request: Request, case_id: int) -> Response:
        """Say what happened, in words, with another record or pictures of the board."""
        write_statement(
            case_id=case_id,
            player_id=self.caller.visitor.player_id,
            **self.statement,
            idempotency_key=self.derived(16).hex(),
        )
        return self.shown(location=f"/api/v1/cases/{case_id}/")


class OwnAttachment(OwnCaseView):
    """A file that came with a statement."""

    def answer(self, found: Attachment | None, media: str, name: str) -> HttpResponse:
        """Return the file, if it is of this case. Raises a 404."""
        reader = self.caller.visitor.player_id
        if found is None or found.case_id != self.kwargs["case_id"] or not found.for_player(reader):
            raise no_such_thing()
        return file_of(found, media, name)


class OwnPicture(OwnAttachment):
    """A picture that came with a statement."""

    @operation("Read a picture of one's own case", door=OWN_CASE, files=[JPEG])
    def get(self, request: Request, case_id: int, picture_id: int) -> HttpResponse:
        """Return a picture of a statement."""
        return self.answer(picture(picture_id), JPEG, f"{picture_id}.jpg")


class OwnRecord(OwnAttachment):
    """The record that came with a statement."""

    @operation("Read a record of one's own case", door=OWN_CASE, files=[SGF])
    def get(self, request: Request, case_id: int, statement_id: int) -> HttpResponse:
        """Return the record of a statement as it was sent."""
        return self.answer(statement_record(statement_id), SGF, f"{statement_id}.sgf")
