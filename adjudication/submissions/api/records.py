"""Many game records at once, as JSON."""

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.records.services import RecordFile
from adjudication.submissions.services.bulk_records import Outcome as Words
from adjudication.submissions.services.bulk_records import import_records
from api.pagination import WholeList
from api.permissions import (
    DirectorsImportRecords,
)
from api.serializers import Body, SpokenField, bytes_of, choices
from api.viewsets import TournamentViewSet

LONGEST_NAME = 300


class RecordFileSent(Body):
    """One game record."""

    name = serializers.CharField(max_length=LONGEST_NAME, help_text="Its file name.")
    data = serializers.CharField(help_text="Its bytes in base64.")
    round = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        help_text="Otherwise taken from its name or its players.",
    )
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)


class RecordsSent(Body):
    """Many game records."""

    files = RecordFileSent(
        many=True, min_length=1, max_length=settings.DATA_UPLOAD_MAX_NUMBER_FILES
    )
    enter_results = serializers.BooleanField(
        default=False,
        help_text=(
            "Enter what a record says, for a game that has no result yet. One that breaks off, "
            "counts to another result, names other players, has the colours the other way round or "
            "the moves of another board is refused."
        ),
    )


class OutcomeShown(serializers.Serializer):
    """What became of one file."""

    name = serializers.CharField()
    outcome = serializers.ChoiceField(choices=choices(Words))
    detail = SpokenField(source="text", help_text="The same in words.")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    board = serializers.IntegerField(source="board_number", allow_null=True)
    game = serializers.IntegerField(source="game_id", allow_null=True, help_text="Its id.")
    submission = serializers.IntegerField(
        source="submission_id",
        allow_null=True,
        help_text="The id of the report that holds it: ask it for the verdict.",
    )


# --- Many game records at once ---


class BulkRecordViewSet(TournamentViewSet):
    """Game records for results that stand."""

    tag = "records"
    permission_classes = (DirectorsImportRecords,)
    serializer_class = OutcomeShown
    list_actions = ("list", "bulk_records")

    @action(
        detail=True,
        methods=["post"],
        url_path="records",
        body_class=RecordsSent,
        pagination_class=WholeList,
        most_bytes=settings.SHINPAN_MAX_BODY_BYTES,
    )
    def bulk_records(self, request: Request, slug: str) -> Response:
        """Import records.

        Store records with their games; they are judged once no player's report is waiting.

        There is one outcome per file, in order; a file that is refused keeps no other out.
        """
        body = self.body
        files = [_file(index, sent) for index, sent in enumerate(body["files"])]
        outcomes = import_records(
            tournament_id=self.terms.id, files=files, enter_results=body["enter_results"]
        )
        return self.answer_list(outcomes)


def _file(index: int, sent: dict[str, Any]) -> RecordFile:
    data = bytes_of(sent["data"], f"files.{index}.data")
    return RecordFile(sent["name"], data, sent.get("round"), sent.get("board"))
