"""Results as the staff enters them, and corrections of what was published."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.games.serializers import GameShown
from api.http.doors import CORRECTING, ENTERING
from api.http.fields import called
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.http.views import TournamentView
from api.players.finding import player_keys
from api.rounds.bodies import (
    Noted,
    PlayersCorrected,
    ResultCorrected,
    ResultEntered,
    TermsCorrected,
)
from tournament.models import AuditEvent
from tournament.selectors.games import GameRow, game_in
from tournament.selectors.running import seen_as
from tournament.services import corrections
from tournament.services.results import clear_result, enter_result


class GameOfView(TournamentView):
    """An address of one game of a tournament, ``game_id``."""

    def row(self) -> GameRow:
        """Return the game as it is now. Raises a 404."""
        found = game_in(self.terms.id, self.kwargs["game_id"])
        if found is None:
            raise no_such_thing()
        return found


class Result(GameOfView):
    """The result that the staff enters."""

    @operation("Enter a result", door=ENTERING, takes=ResultEntered, gives=GameShown)
    def put(self, request: Request, slug: str, game_id: int) -> Response:
        """Enter the result of a game that no player has reported, or another in its place."""
        taken, row = self.taken(), self.row()
        version = taken.get("version")
        seen = None if version is None else seen_as(version, row.black.id, row.white.id)
        enter_result(game_id=row.id, seen=seen, **_result(taken))
        return self.given(self.row())

    @operation("Take a result back", door=ENTERING, gives=GameShown)
    def delete(self, request: Request, slug: str, game_id: int) -> Response:
        """Take back a result that the staff entered."""
        clear_result(game_id=self.row().id)
        return self.given(self.row())


class Corrected(serializers.Serializer):
    """What was written down of a correction."""

    event = serializers.IntegerField(help_text="Its `id` in the history.")
    game = GameShown()

    def to_representation(self, instance: tuple[AuditEvent, GameRow]) -> dict[str, Any]:
        """Return an event and the game after it."""
        event, game = instance
        return {"event": event.pk, "game": GameShown().to_representation(game)}


class CorrectionView(GameOfView):
    """An address that corrects a game of a published round; every one wants a reason."""

    def corrected(self, correct: Callable[..., AuditEvent], **told: Any) -> Response:
        """Correct, and return what was written down."""
        with called({"board_number": "board"}):
            event = correct(game_id=self.row().id, **told)
        return self.given((event, self.row()))


class CorrectionOfResult(CorrectionView):
    """A result that is corrected."""

    @operation("Correct a result", door=CORRECTING, takes=ResultCorrected, gives=Corrected)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Write down the right result, whatever is known of the game so far."""
        taken = self.taken()
        return self.corrected(corrections.correct_result, note=taken["note"], **_result(taken))


class CorrectionToNone(CorrectionView):
    """A result that is taken back."""

    @operation("Take any result back", door=CORRECTING, takes=Noted, gives=Corrected)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Take a result back, entered or reported, or a dispute: the game is open again."""
        return self.corrected(corrections.withdraw_result, **self.taken())


class CorrectionOfColours(CorrectionView):
    """Colours that were the other way round."""

    @operation("Correct the colours", door=CORRECTING, takes=Noted, gives=Corrected)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Exchange the colours of a game; the winner stays who he is."""
        return self.corrected(corrections.correct_colours, **self.taken())


class CorrectionOfTerms(CorrectionView):
    """Handicap, komi or board that were others."""

    @operation("Correct the terms", door=CORRECTING, takes=TermsCorrected, gives=Corrected)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Write down the terms that the game was really played on."""
        taken = self.taken()
        return self.corrected(
            corrections.correct_terms,
            note=taken["note"],
            handicap=taken.get("handicap"),
            komi_half=taken.get("komi"),
            board_number=taken.get("board"),
        )


class CorrectionOfPlayers(CorrectionView):
    """Players who were others."""

    @operation("Correct who played", door=CORRECTING, takes=PlayersCorrected, gives=Corrected)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Say who really sat at a board."""
        taken = self.taken()
        (black,) = player_keys(self.terms.id, [taken["black"]], "black")
        (white,) = player_keys(self.terms.id, [taken["white"]], "white")
        return self.corrected(
            corrections.correct_players, black_id=black, white_id=white, note=taken["note"]
        )


def _result(taken: dict[str, Any]) -> dict[str, Any]:
    return {
        "winner": taken["winner"],
        "reason": taken.get("reason", ""),
        "margin_half": taken.get("margin"),
        "sure": taken["sure"],
    }
