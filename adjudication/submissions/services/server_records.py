"""Records of games on servers: brought by the staff to look at, and recorded by one press.

Looking changes nothing. What is chosen is kept and entered by
:mod:`adjudication.submissions.services.bulk_records`, as any record that the staff brings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, Sum
from django.utils.translation import gettext_lazy as _

from adjudication.models import ServerRecord
from adjudication.records.services import RecordFile, check_record, clean_filename, sha256
from adjudication.submissions.selectors.server_games import LookedAt, waiting_records
from adjudication.submissions.services.bulk_records import KEPT, FileOutcome, import_records
from tournament.common.locks import open_tournament
from tournament.errors import UserError
from tournament.games.selectors import SETTLED

MOST_WAITING = 300
"""Of one tournament: each is read again whenever the page is opened."""
MOST_BYTES = 16 * 1024 * 1024
STAFF_KEEPS = timedelta(days=2)
PLAYERS_KEEP = timedelta(days=60)


@transaction.atomic
def bring_records(*, tournament_id: int, files: Sequence[RecordFile]) -> int:
    """Keep records to look at; return how many are new. The same one twice is one.

    Raises UserError (field ``files``) for one that is empty or too large, and for more than a
    page can show, NotFound, and Conflict for a closed tournament.
    """
    tournament = open_tournament(tournament_id)
    for file in files:
        try:
            check_record(file.data)
        except UserError as error:
            text = f"{file.name}: {error.text}"
            raise UserError(error.code, field="files", text=text) from None
    rows = ServerRecord.objects.filter(tournament=tournament)
    there = set(rows.filter(game=None).values_list("sha256", flat=True))
    new = {digest: file for file in files if (digest := sha256(file.data)) not in there}
    size = sum(len(file.data) for file in new.values())
    before = rows.aggregate(size=Sum("size", default=0))["size"]
    if rows.count() + len(new) > MOST_WAITING or before + size > MOST_BYTES:
        raise UserError(
            "too_many_files",
            field="files",
            text=_("At most %(most)d records can be looked at: record or remove some first.")
            % {"most": MOST_WAITING},
        )
    ServerRecord.objects.bulk_create(
        ServerRecord(
            tournament=tournament,
            filename=_name(file),
            sha256=digest,
            data=file.data,
            size=len(file.data),
        )
        for digest, file in new.items()
    )
    return len(new)


def _name(file: RecordFile) -> str:
    return clean_filename(file.name)


@dataclass(frozen=True, slots=True)
class Choice:
    """A record that is chosen, with the game and the version that stood beside it."""

    record_id: int
    game_id: int
    version: int


def record_chosen(*, tournament_id: int, chosen: Collection[Choice]) -> tuple[FileOutcome, ...]:
    """Keep the records that are chosen and enter their results for games without one.

    Each is looked at again. What is of another game than the one that was shown, or whose game
    has changed since, is left as it is, as is a record from which nothing can be recorded. What was
    recorded waits no longer. One outcome a record; those that changed have none.
    """
    seen = {choice.record_id: (choice.game_id, choice.version) for choice in chosen}
    files: list[RecordFile] = []
    keys: list[int] = []
    for waiting, data in waiting_records(tournament_id, seen):
        looked = waiting.looked
        if not _is_as_seen(looked, seen[waiting.id]):
            continue
        assert looked.game is not None
        keys.append(waiting.id)
        files.append(
            RecordFile(looked.name, data, looked.game.round_number, looked.game.board_number)
        )
    outcomes = import_records(tournament_id=tournament_id, files=files, enter_results=True)
    done = [key for key, told in zip(keys, outcomes, strict=True) if told.outcome in KEPT]
    ServerRecord.objects.filter(tournament=tournament_id, pk__in=done).delete()
    return outcomes


def _is_as_seen(looked: LookedAt, seen: tuple[int, int]) -> bool:
    game = looked.game
    return game is not None and (game.id, game.version) == seen and (looked.enters or looked.adds)


def remove_records(*, tournament_id: int, record_ids: Collection[int] | None) -> int:
    """Remove records that the staff brought, or all of them for None; return how many.

    Those that a program sent for players stay.
    """
    rows = ServerRecord.objects.filter(tournament=tournament_id, game=None)
    if record_ids is not None:
        rows = rows.filter(pk__in=record_ids)
    return rows.delete()[0]


def tidy_server_records(now: datetime) -> int:
    """Remove what nobody used; return how many.

    What the staff brought goes after two days, what a program sent for players once their game has
    its result, or after sixty.
    """
    staff = Q(game=None, brought_at__lt=now - STAFF_KEEPS)
    players = Q(brought_at__lt=now - PLAYERS_KEEP) | Q(game__state__in=SETTLED)
    return ServerRecord.objects.filter(staff | (Q(game__isnull=False) & players)).delete()[0]
