"""Results that the staff enters, corrections of what was published, and the audit trail."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.corrections.selectors.history import KINDS, HistoryFilter, trail_part
from adjudication.corrections.services import corrections
from adjudication.result_entry.services import clear_result, enter_result
from api.permissions import (
    DirectorsCorrect,
    StaffEntersResults,
    StaffLooksBack,
)
from api.problems import no_such_thing, rules_departure
from api.serializers import MomentField, PageQuery, choices, rename_errors
from api.viewsets import TournamentViewSet
from tournament.common.locks import held_game, played_game
from tournament.common.versions import Version, version_of
from tournament.games.api import NUMBER, player_keys
from tournament.games.selectors import GameRow, game_in
from tournament.models import AuditEvent, Game, Tournament
from tournament.rounds.api.results import RESULT_FIELDS, columns_in
from tournament.rounds.api.serializers import (
    ColoursCorrected,
    GameShown,
    Noted,
    PlayersCorrected,
    ResultCorrected,
    ResultEntered,
    TermsCorrected,
)
from tournament.rounds.selectors.rated import departing_newly, federation_of
from tournament.rounds.selectors.state import state_of
from tournament.staff.visitors import may_referee


class EventShown(serializers.Serializer):
    """One thing that somebody did."""

    id = serializers.IntegerField()
    at = MomentField()
    verb = serializers.CharField(help_text="Such as `result.entered`.")
    role = serializers.CharField(help_text="A role, `system` or `superuser`.")
    name = serializers.CharField(help_text="Who did it; nothing where the name was erased.")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    board = serializers.IntegerField(source="table", allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField())
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField()
    undoes = serializers.IntegerField(allow_null=True)
    undone_by = serializers.IntegerField(allow_null=True)


class HistoryAsked(PageQuery):
    """Which events."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=99)
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)
    player = serializers.IntegerField(required=False, **NUMBER)
    kind = serializers.ChoiceField(required=False, choices=choices(KINDS))


class Corrected(serializers.Serializer):
    """What was recorded of a correction."""

    event = serializers.IntegerField(source="event.pk", help_text="Its `id` in the history.")
    game = GameShown()


class ResultViewSet(TournamentViewSet):
    """Results that the staff enters, and corrections of what was published."""

    tag = "rounds"
    permission_classes = (DirectorsCorrect,)
    lookup_url_kwarg, lookup_value_converter = "game_id", "int"
    versioned = "game_id"
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

        Enter the result of a game that no player has reported, or replace it.
        """
        taken = self.body
        with rename_errors(RESULT_FIELDS):
            enter_result(game_id=self.row().id, seen=taken.get("version"), **_result(taken))
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

        Enter the right result, whatever is known of the game so far.
        """
        taken = self.body
        return self.corrected(corrections.correct_result, note=taken["note"], **_result(taken))

    @action(detail=True, methods=["post"], url_path="correction/none", body_class=Noted)
    def correction_to_none(self, request: Request, slug: str, game_id: int) -> Response:
        """Take any result back.

        Take back a result, entered or reported, or a dispute: the game is open again.
        """
        return self.corrected(corrections.withdraw_result, **self.body)

    @action(
        detail=True, methods=["post"], url_path="correction/colours", body_class=ColoursCorrected
    )
    def correction_of_colours(self, request: Request, slug: str, game_id: int) -> Response:
        """Correct the colours.

        Swap the colours of a game; the winner stays the same person.
        """
        return self.corrected(corrections.correct_colours, **self.body)

    @action(detail=True, methods=["post"], url_path="correction/terms", body_class=TermsCorrected)
    def correction_of_terms(self, request: Request, slug: str, game_id: int) -> Response:
        """Correct the terms.

        Enter the terms that the game was really played on.
        """
        taken = self.body
        return self.corrected(
            corrections.correct_terms,
            sure=taken["sure"],
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
            corrections.correct_players,
            sure=taken["sure"],
            black_id=black,
            white_id=white,
            note=taken["note"],
        )

    def hold(self) -> None:
        """Lock the game; for a correction, lock the tournament and the round first."""
        lock = held_game if self.action in ("result", "delete_result") else played_game
        lock(self.row().id)

    def version(self) -> Version | None:
        """Return the version of the game."""
        return version_of(Game, pk=self.row().id)

    def row(self) -> GameRow:
        """Return the game as it is now. Raises a 404."""
        found = game_in(self.terms.id, self.kwargs["game_id"])
        if found is None:
            raise no_such_thing()
        return found

    def corrected(
        self, correct: Callable[..., AuditEvent], *, sure: bool = True, **told: Any
    ) -> Response:
        """Make the correction and return what was recorded.

        Raises a problem, which rolls it back, if it makes its round depart from the engine's
        pairing in the rated mode and the sender is not ``sure``.
        """
        row, tournament = self.row(), Tournament.objects.get(pk=self.terms.id)
        asks = not sure and federation_of(tournament) is not None
        before = state_of(tournament) if asks else None
        with rename_errors({"board_number": "board", **RESULT_FIELDS}):
            event = correct(game_id=row.id, **told)
        if before is not None:
            after = state_of(tournament)
            found = departing_newly(tournament, before, after, row.round_number)
            if found:
                raise rules_departure(("otherwise_paired", text) for text in found)
        return self.answer({"event": event, "game": self.row()})


def _result(taken: dict[str, Any]) -> dict[str, Any]:
    return {**columns_in(taken["result"]), "sure": taken["sure"]}


class HistoryViewSet(TournamentViewSet):
    """What everybody did."""

    tag = "history"
    permission_classes = (StaffLooksBack,)
    serializer_class = EventShown
    list_actions = ("list", "history")

    @action(detail=True, pagination_key="-id", query_class=HistoryAsked)
    def history(self, request: Request, slug: str) -> Response:
        """Read the audit trail.

        Return events, newest first.
        """
        asked, window = self.query, self.window
        wanted = HistoryFilter(
            round_number=asked.get("round"),
            table=asked.get("board"),
            player=asked.get("player"),
            kind=asked.get("kind", ""),
        )
        events = trail_part(self.terms.id, wanted, before=window.after, limit=window.limit + 1)
        referee = may_referee(self.caller.visitor, self.terms.id)
        events = tuple(event.as_read(referee=referee) for event in events)
        return self.answer_list(events)
