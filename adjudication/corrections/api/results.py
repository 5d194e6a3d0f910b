"""Results as the staff enters them, and corrections of what was published."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.corrections.services import corrections
from adjudication.result_entry.services.result_entry import clear_result, enter_result
from api.permissions import (
    DirectorsCorrect,
    StaffEntersResults,
)
from api.problems import no_such_thing
from api.serializers import called
from api.viewsets import TournamentViewSet
from tournament.games.selectors.games import GameRow, game_in
from tournament.models import AuditEvent
from tournament.players.api.views import player_keys
from tournament.rounds.api.bodies import (
    Noted,
    PlayersCorrected,
    ResultCorrected,
    ResultEntered,
    TermsCorrected,
)
from tournament.rounds.api.serializers import GameShown
from tournament.rounds.selectors.running import seen_as


class Corrected(serializers.Serializer):
    """What was written down of a correction."""

    event = serializers.IntegerField(source="event.pk", help_text="Its `id` in the history.")
    game = GameShown()


class ResultViewSet(TournamentViewSet):
    """Results that the staff enters, and corrections of what was published."""

    tag = "rounds"
    permission_classes = (DirectorsCorrect,)
    lookup_url_kwarg, lookup_value_converter = "game_id", "int"
    serializer_class = Corrected
    serializer_classes = {"delete_result": GameShown}

    @action(
        detail=True,
        methods=["put"],
        permission_classes=(StaffEntersResults,),
        serializer_class=GameShown,
        body_class=ResultEntered,
    )
    def result(self, request: Request, slug: str, game_id: int) -> Response:
        """Enter a result.

        Enter the result of a game that no player has reported, or another in its place.
        """
        taken, row = self.body, self.row()
        version = taken.get("version")
        seen = None if version is None else seen_as(version, row.black.id, row.white.id)
        enter_result(game_id=row.id, seen=seen, **_result(taken))
        return self.answer(self.row())

    @result.mapping.delete
    def delete_result(self, request: Request, slug: str, game_id: int) -> Response:
        """Take a result back.

        Take back a result that the staff entered.
        """
        clear_result(game_id=self.row().id)
        return self.answer(self.row())

    @action(detail=True, methods=["post"], url_path="correction", body_class=ResultCorrected)
    def correction_of_result(self, request: Request, slug: str, game_id: int) -> Response:
        """Correct a result.

        Write down the right result, whatever is known of the game so far.
        """
        taken = self.body
        return self.corrected(corrections.correct_result, note=taken["note"], **_result(taken))

    @action(detail=True, methods=["post"], url_path="correction/none", body_class=Noted)
    def correction_to_none(self, request: Request, slug: str, game_id: int) -> Response:
        """Take any result back.

        Take a result back, entered or reported, or a dispute: the game is open again.
        """
        return self.corrected(corrections.withdraw_result, **self.body)

    @action(detail=True, methods=["post"], url_path="correction/colours", body_class=Noted)
    def correction_of_colours(self, request: Request, slug: str, game_id: int) -> Response:
        """Correct the colours.

        Exchange the colours of a game; the winner stays who he is.
        """
        return self.corrected(corrections.correct_colours, **self.body)

    @action(detail=True, methods=["post"], url_path="correction/terms", body_class=TermsCorrected)
    def correction_of_terms(self, request: Request, slug: str, game_id: int) -> Response:
        """Correct the terms.

        Write down the terms that the game was really played on.
        """
        taken = self.body
        return self.corrected(
            corrections.correct_terms,
            note=taken["note"],
            handicap=taken.get("handicap"),
            komi_half=taken.get("komi"),
            board_number=taken.get("board"),
        )

    @action(
        detail=True, methods=["post"], url_path="correction/players", body_class=PlayersCorrected
    )
    def correction_of_players(self, request: Request, slug: str, game_id: int) -> Response:
        """Correct who played.

        Say who really sat at a board.
        """
        taken = self.body
        (black,) = player_keys(self.terms.id, [taken["black"]], "black")
        (white,) = player_keys(self.terms.id, [taken["white"]], "white")
        return self.corrected(
            corrections.correct_players, black_id=black, white_id=white, note=taken["note"]
        )

    def row(self) -> GameRow:
        """Return the game as it is now. Raises a 404."""
        found = game_in(self.terms.id, self.kwargs["game_id"])
        if found is None:
            raise no_such_thing()
        return found

    def corrected(self, correct: Callable[..., AuditEvent], **told: Any) -> Response:
        """Correct, and return what was written down."""
        with called({"board_number": "board"}):
            event = correct(game_id=self.row().id, **told)
        return self.answer({"event": event, "game": self.row()})


def _result(taken: dict[str, Any]) -> dict[str, Any]:
    return {
        "winner": taken["winner"],
        "reason": taken.get("reason", ""),
        "margin_half": taken.get("margin"),
        "sure": taken["sure"],
    }
