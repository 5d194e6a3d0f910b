"""Finished games that a server's program sends for the players, as JSON."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.rules.accounts import LONGEST_NAME, Account
from adjudication.rules.server_games import GameRequirement
from adjudication.rules.servers import SERVERS
from adjudication.submissions.api.serializers import (
    ClaimBody,
    EveryLanguageField,
    RecordFields,
    claim_in,
    record_of,
)
from adjudication.submissions.services.server_records import (
    DoesNotCount,
    SentSide,
    send_server_game,
)
from api.models import Token
from api.permissions import ServersSendGames
from api.problems import ProblemDetails
from api.serializers import LARGEST_KEY
from api.viewsets import TournamentViewSet
from tournament.errors import UserError
from tournament.games.api import NUMBER
from tournament.rounds.api.results import ResultShown
from tournament.spoken import translated

KEYS = [(server.key, server.name) for server in SERVERS]


class ServerGameBody(RecordFields):
    """A finished game, with its two players given by number or by account."""

    server = serializers.ChoiceField(
        choices=KEYS, required=False, help_text="Where the two accounts are."
    )
    black_account = serializers.CharField(required=False, max_length=LONGEST_NAME)
    white_account = serializers.CharField(required=False, max_length=LONGEST_NAME)
    black = serializers.IntegerField(required=False, help_text="Or the player's number.", **NUMBER)
    white = serializers.IntegerField(required=False, **NUMBER)
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=999, help_text="Where they play more than once."
    )
    result = ClaimBody(
        required=False, help_text="To be checked against the record, which has to say it."
    )


class ReasonShown(serializers.Serializer):
    """Something that a record cannot tell."""

    demand = serializers.ChoiceField(
        choices=[(demand.value, demand.value) for demand in GameRequirement]
    )
    message = EveryLanguageField(source="text", child=serializers.CharField())


class ServerGameShown(serializers.Serializer):
    """A game that waits for its players to report it."""

    id = serializers.IntegerField(max_value=LARGEST_KEY)
    game = serializers.IntegerField(source="game.id")
    round = serializers.IntegerField(source="game.round_number")
    board = serializers.IntegerField(source="game.board_number")
    server = serializers.CharField(help_text="Its key, or empty where the record does not say it.")
    result = ResultShown(help_text="What its players are asked to report.")
    undecided = ReasonShown(
        many=True,
        help_text="What the record does not show; none of it says that anything is wrong.",
    )


class ServerGameViewSet(TournamentViewSet):
    """Finished games of servers."""

    tag = "records"
    permission_classes = (ServersSendGames,)
    serializer_class = ServerGameShown

    @action(
        detail=True,
        methods=["post"],
        url_path="server-games",
        body_class=ServerGameBody,
        success_status=201,
        most_bytes=2 * MAX_RECORD_BYTES,
    )
    def server_games(self, request: Request, slug: str) -> Response:
        """Send a finished game for its players.

        The game waits for its two players: each finds its result and record in their report form,
        and sends the report themselves. Nothing is claimed in their names, and no result becomes
        final before both have said the same. 409 `does_not_count` lists every reason in `errors`,
        by the demand of the tournament that is not met.
        """
        body = self.body
        data = record_of(body)
        if data is None:
            raise UserError(
                "record_missing", field="record", text=_("Send the game record with it.")
            )
        try:
            sent = send_server_game(
                tournament_id=self.terms.id,
                data=data,
                filename=body["filename"],
                program=self.program,
                black=_side(body, "black"),
                white=_side(body, "white"),
                result=claim_in(body) if "result" in body else None,
                round_number=body.get("round"),
            )
        except DoesNotCount as error:
            raise ProblemDetails(
                409,
                error.code,
                str(error.text),
                errors=[
                    {
                        "field": reason.demand.value,
                        "code": "differs" if reason.decided else "not_shown",
                        "detail": translated(reason.text),
                    }
                    for reason in error.reasons
                ],
            ) from None
        return self.answer(sent)

    @property
    def program(self) -> str:
        """Return the label of the token."""
        token_id = self.caller.token_id
        assert token_id is not None
        return Token.objects.values_list("label", flat=True).get(pk=token_id)


def _side(body: dict[str, Any], colour: str) -> SentSide:
    """Return how a body names a player. Raises UserError if it does not, or does so in two ways."""
    number, name = body.get(colour), body.get(f"{colour}_account")
    if name is not None and number is None and "server" not in body:
        text = _("Say on which server the account is.")
        raise UserError("player_unnamed", field="server", text=text)
    if (number is None) == (name is None):
        raise UserError(
            "player_unnamed",
            field=colour,
            text=_("Name each player by a number, or by an account with its server."),
        )
    return SentSide(number, None if name is None else Account(body["server"], name))
