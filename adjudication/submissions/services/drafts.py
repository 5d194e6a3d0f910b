"""The record of a report that is not sent yet, kept between the report's pages."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256

from django.utils import timezone

from adjudication.models import Submission
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.sgf import read_record
from adjudication.submissions.models import ReportDraft
from adjudication.verdicts.selectors.submissions import record_bytes

KEPT = timedelta(days=2)
SENT = "report-"
"""The prefix of the name of a sent report's record; the report's id follows."""


@lru_cache(maxsize=16)
def read_and_replayed(data: bytes) -> tuple[GameRecord, Replay]:
    """Return a record and its replay, cached: the pages of one report ask for it again and again.

    Raises RecordError for something that is not a record.
    """
    record = read_record(data)
    return record, replay_record(record)


@dataclass(frozen=True, slots=True)
class Drafts:
    """The records that the pages of a player's report can name: their draft, and sent ones."""

    game_id: int
    player_id: int

    def keep(self, data: bytes) -> str:
        """Store a record as the player's draft, replacing an earlier one; return its name."""
        name = sha256(data).hexdigest()
        values = {"sha256": name, "data": data, "size": len(data), "updated_at": timezone.now()}
        own = ReportDraft.objects.filter(game=self.game_id, player=self.player_id)
        if not own.filter(sha256=name).update(updated_at=values["updated_at"]):
            ReportDraft.objects.update_or_create(
                game_id=self.game_id, player_id=self.player_id, defaults=values
            )
        return name

    def find(self, name: str) -> bytes | None:
        """Return the record with this name; None if it is gone or has been replaced."""
        sent = name.removeprefix(SENT)
        if sent != name:
            own = Submission.objects.filter(game=self.game_id, pk=sent if sent.isdecimal() else 0)
            return record_bytes(int(sent)) if own.exists() else None
        drafts = ReportDraft.objects.filter(game=self.game_id, player=self.player_id, sha256=name)
        data = drafts.values_list("data", flat=True).first()
        return None if data is None else bytes(data)


def tidy_drafts(now: datetime) -> int:
    """Remove the drafts that nobody has looked at for two days; return their number."""
    return ReportDraft.objects.filter(updated_at__lt=now - KEPT).delete()[0]
