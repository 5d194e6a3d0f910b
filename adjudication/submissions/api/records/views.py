"""Many game records at once."""

from typing import Any

from django.conf import settings
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.records.services import RecordFile
from adjudication.submissions.api.records.serializers import OutcomeShown, RecordsSent
from adjudication.submissions.services.bulk_records import import_records
from api.pagination import WholeList
from api.permissions import (
    DirectorsImportRecords,
)
from api.serializers import bytes_of
from api.viewsets import TournamentViewSet


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

        Keep records with their games; they are judged when no player waits.

        One outcome a file, in their order; what one file is refused for keeps no other out.
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
