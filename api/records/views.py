"""Many game records at once."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.services.bulk_records import import_records
from adjudication.services.record_files import RecordFile
from api.http.doors import RECORDS
from api.http.fields import bytes_of
from api.http.operations import operation
from api.http.views import TournamentView
from api.records.serializers import OutcomeShown, RecordsSent


class BulkRecords(TournamentView):
    """Game records for results that stand."""

    most_bytes = settings.SHINPAN_MAX_BODY_BYTES

    @operation("Import records", door=RECORDS, takes=RecordsSent, gives=OutcomeShown, many=True)
    def post(self, request: Request, slug: str) -> Response:
        """Keep records with their games; they are judged when no player waits.

        One outcome a file, in their order; what one file is refused for keeps no other out.
        """
        body = self.taken()
        files = [_file(index, sent) for index, sent in enumerate(body["files"])]
        outcomes = import_records(
            tournament_id=self.terms.id, files=files, enter_results=body["enter_results"]
        )
        return self.all_given(outcomes)


def _file(index: int, sent: dict[str, Any]) -> RecordFile:
    data = bytes_of(sent["data"], f"files.{index}.data")
    return RecordFile(sent["name"], data, sent.get("round"), sent.get("board"))
