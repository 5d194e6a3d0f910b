"""A whole tournament as one file that restores on another machine.

The file is a ZIP archive: ``manifest.json`` says what it is and the SHA-256 of every other part,
``<table>.json`` has the rows of a table as they are, ``records/<sha256>`` and
``pictures/<sha256>`` the bytes that players sent in, ``certificates/<sha256>`` proofs. Whatever is
read is checked, for nobody knows where a file comes from. Private links are not in it: their
secrets are signed with the key of the machine that made them, so they would open nothing
elsewhere; issue new ones. Neither are webhooks, for a copy would tell somebody else's program of
another tournament; nor the staff's addresses, which go with their links. Which mails are sent, and
which a player wants, is in it.
"""

import contextlib
import hashlib
import json
import math
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, cast

from django.db import DataError, IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.models import (
    Appeal,
    Case,
    CommitteeMember,
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
    GameRecordFile,
    Inquiry,
    Motion,
    Penalty,
    Picture,
    Ruling,
    Statement,
    Submission,
    Verdict,
    Vote,
)
from adjudication.models.judging import judging
from adjudication.policy.causes import Cause
from adjudication.services.archive_checks import check_rows
from adjudication.services.archive_confirmations import Patience
from adjudication.services.archive_rows import (
    DamagedError,
    Keys,
    create_rows,
    damaged,
    name_of,
    part_of,
    row_from,
    values_of,
)
from adjudication.services.cases.opening import open_case
from adjudication.services.confirmations.jobs import confirming
from jobs.models import Urgency
from jobs.table import enqueue
from notices.models import MailRules, PlayerMail
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import (
    Absence,
    Apart,
    AuditEvent,
    CheckIn,
    Draw,
    Game,
    GameState,
    Person,
    PlannedRound,
    Player,
    RecordingError,
    Reschedule,
    Round,
    Seat,
    Team,
    TeamSeat,
    Tournament,
    TrailHead,
    Verb,
)
from tournament.selectors.chain import check_trail
from tournament.selectors.moment import one_moment
from tournament.services.acting import NOBODY
from tournament.services.audit import record
from tournament.services.round_dates import hold_schedule
from tournament.services.sealing import seal_old, take_over
from tournament.services.tournaments import LONGEST_SLUG

FORMAT, VERSION, OLDEST = "shinpan-archive", 5, 1
MANIFEST = "manifest.json"
BATCH = 500
MOST_PARTS = 200_000
LARGEST_PART = 64 * 1024 * 1024
LARGEST_ARCHIVE = 4 * 1024 * 1024 * 1024
PARTY = Case.parties.through
"""The table of who a case is about."""

# In the order in which rows can be written: what a row refers to comes before it. The path leads
# from a row to its tournament; of several, parted by spaces, one at least does.
TABLES: tuple[tuple[type[models.Model], str], ...] = (
    (Tournament, "pk"),
    (Player, "tournament"),
    (Person, "tournament"),
    (Absence, "player__tournament"),
    (CheckIn, "player__tournament"),
    (Apart, "first__tournament"),
    (MailRules, "tournament"),
    (PlayerMail, "player__tournament"),
    (Team, "tournament"),
    (TeamSeat, "team__tournament"),
    (Round, "tournament"),
    (PlannedRound, "tournament"),
    (Draw, "round__tournament"),
    (Game, "round__tournament"),
    (Seat, "round__tournament"),
    (GameRecordFile, "submissions__game__round__tournament statements__case__tournament"),
    (Submission, "game__round__tournament"),
    (Verdict, "submission__game__round__tournament"),
    (RecordingError, "game__round__tournament"),
    (Reschedule, "game__round__tournament"),
    (Case, "tournament"),
    (PARTY, "case__tournament"),
    (Inquiry, "game__round__tournament"),
    (Statement, "case__tournament"),
    (Picture, "statement__case__tournament"),
    (Ruling, "case__tournament"),
    (Penalty, "ruling__case__tournament"),
    (Appeal, "case__tournament"),
    (CommitteeMember, "appeal__case__tournament"),
    (Motion, "appeal__case__tournament"),
    (Vote, "member__appeal__case__tournament"),
    (Confirmation, "case__tournament"),
    (ConfirmationAnswer, "confirmation__case__tournament"),
    (ConfirmedChain, "confirmation__case__tournament"),
    (AuditEvent, "tournament"),
    (TrailHead, "tournament"),
)
NOT_IN_1: frozenset[type[models.Model]] = frozenset({CheckIn, RecordingError, AuditEvent})
"""The tables that archives of version 1 do not have."""
NOT_IN_2: frozenset[type[models.Model]] = frozenset(
    {
        *(Person, Case, PARTY, Inquiry, Statement, Picture, Ruling, Penalty),
        *(Appeal, CommitteeMember, Motion, Vote, TrailHead),
    }
)
"""The tables that archives of versions 1 and 2 do not have."""
NOT_IN_3: frozenset[type[models.Model]] = frozenset(
    {PlannedRound, Reschedule, MailRules, PlayerMail}
)
"""The tables that archives before version 4 do not have."""
NOT_IN_4: frozenset[type[models.Model]] = frozenset(
    {Confirmation, ConfirmationAnswer, ConfirmedChain}
)
"""The tables that archives before version 5 do not have."""


def write_archive(*, tournament_id: int, stream: IO[bytes]) -> dict[str, int]:
    """Write a tournament to ``stream`` and return how many rows of each table went in.

    Everything is read as it was at one moment, so that nothing in the file contradicts the rest,
    whatever is drawn or reported meanwhile. Call it outside transactions. Raises NotFound.
    """
    with one_moment():
        return _write(tournament_id, stream)


def _write(tournament_id: int, stream: IO[bytes]) -> dict[str, int]:
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    counts: dict[str, int] = {}
    hashes: dict[str, str] = {}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, data: bytes) -> None:
            if name not in hashes:
                hashes[name] = hashlib.sha256(data).hexdigest()
                archive.writestr(name, data)

        for model, path in TABLES:
            # Everybody, also who waits for the approval of the director.
            ways = Q(*((way, tournament.pk) for way in path.split()), _connector=Q.OR)
            found = model._base_manager.filter(ways).distinct()
            rows = []
            for row in found.order_by("pk").iterator(chunk_size=BATCH):
                part = part_of(row)
                if part is not None:
                    put(*part)
                rows.append(values_of(row))
            counts[name_of(model)] = len(rows)
            put(f"{name_of(model)}.json", json.dumps(rows).encode())
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "tournament": tournament.name,
            "written_at": timezone.now().isoformat(),
            "rows": counts,
            "parts": hashes,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    return counts


@transaction.atomic
def restore_archive(
    *, stream: IO[bytes], slug: str = "", most_proving: int | None = None
) -> Tournament:
    """Create the tournament that :func:`write_archive` wrote, all of it or nothing.

    It gets the address it had, or ``slug``; its history says who restored it. Records that were
    not checked yet are queued, and searches go on. It sends no mails until its owner switches them
    on: what it was copied from may still be running, and players are not to be written to twice;
    its rounds open and close at their dates once its staff says so. Raises UserError for a file
    that is no archive, is damaged or does not fit this version, and Conflict when the address is
    taken. ``most_proving`` is what all proofs of life and death in it may take to be checked again
    (in the checker's unit, a million in a second or less); a UserError where they take more.
    """
    try:
        with _opened(stream) as archive:
            read, version = _reader(archive)
            return _restore(read, version, slug, Patience(most_proving))
    except DamagedError as error:
        raise damaged(str(error)) from error
    except (IntegrityError, DataError, OverflowError, RecursionError) as error:
        raise damaged((str(error).splitlines() or [""])[0]) from error


def _restore(
    read: Callable[[str], bytes], version: int, slug: str, patience: Patience
) -> Tournament:
    keys: Keys = {}
    made: dict[type[models.Model], list[Any]] = {}
    for model, _path in TABLES:
        rows = {} if _lacks(version, model) else _rows(read, version, model, keys)
        if model is Tournament:
            if len(rows) != 1:
                raise DamagedError("not one tournament")
            _give_address(rows[next(iter(rows))], slug)
        if model is AuditEvent and version < 3:
            names = {old: row.told_by for old, row in rows.items()}  # type: ignore[attr-defined]
            seal_old(made[Tournament][0].pk, cast(dict[int, AuditEvent], rows), names)
        made[model] = create_rows(model, rows)
        keys[model] = {old: row.pk for old, row in zip(rows, made[model], strict=True)}
    check_rows(made, patience)
    tournament: Tournament = made[Tournament][0]
    told = version >= 3 and (made[AuditEvent] or made[TrailHead])
    trail = check_trail(tournament.pk) if told else take_over(tournament.pk)
    if trail.wrong is not None:
        raise DamagedError(f"event {trail.sequence}: {trail.wrong}")
    if version < 3:
        _open_cases(made[Game])
    record(Verb.TOURNAMENT_RESTORED, tournament_id=tournament.pk)
    MailRules.objects.update_or_create(tournament=tournament, defaults={"enabled": False})
    hold_schedule(tournament)
    unjudged = Submission.objects.filter(
        game__round__tournament=tournament, record__isnull=False, verdict=None
    )
    for submission in unjudged.values_list("pk", flat=True):
        enqueue(**judging(submission, Urgency.BULK))
    for asked in made[Confirmation]:
        if asked.state in ConfirmationState.live():
            enqueue(**confirming(asked.pk))
    return tournament


def _open_cases(games: Iterable[Game]) -> None:
    """Open the cases that disputed games of older archives did not have yet."""
    for game in games:
        if game.state == GameState.DISPUTED:
            open_case(cause=Cause.CONTESTED, game=game, by=NOBODY)


def _lacks(version: int, model: type[models.Model]) -> bool:
    """Say whether archives of this version do not have the table."""
    lacking = {2: NOT_IN_1, 3: NOT_IN_2, 4: NOT_IN_3, 5: NOT_IN_4}
    return any(version < since and model in tables for since, tables in lacking.items())


def _give_address(tournament: Any, slug: str) -> None:
    tournament.slug = slugify(slug)[:LONGEST_SLUG] or tournament.slug
    if Tournament.objects.filter(slug=tournament.slug).exists():
        raise Conflict(
            "slug_taken",
            field="slug",
            text=_("Another tournament has this address already."),
        )


def _rows(
    read: Callable[[str], bytes], version: int, model: type[models.Model], keys: Keys
) -> dict[int, models.Model]:
    """Return the rows of a table to create, by the keys they had."""
    name = f"{name_of(model)}.json"
    values = _json(read(name), name)
    if not isinstance(values, list):
        raise DamagedError(f"{name} is not a list of rows")
    rows: dict[int, models.Model] = {}
    for number, value in enumerate(values, 1):
        try:
            old, row = row_from(model, value, keys, read, version)
            if old in rows:
                raise DamagedError("it is there twice")
        except DamagedError as error:
            raise DamagedError(f"{name}, {number}: {error}") from error
        rows[old] = row
    return rows


@contextlib.contextmanager
def _opened(stream: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """Give the ZIP archive; what its directory gets wrong is a DamagedError."""
    with _zip_errors():
        archive = zipfile.ZipFile(stream)
    with archive:
        yield archive


@contextlib.contextmanager
def _zip_errors() -> Iterator[None]:
    """Turn what reading a broken ZIP archive raises into a DamagedError."""
    try:
        yield
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        struct.error,
        EOFError,
        OSError,
        RuntimeError,  # NotImplementedError, and a part with a password
        ValueError,
        OverflowError,
    ) as error:
        raise DamagedError(str(error)) from error


def _reader(archive: zipfile.ZipFile) -> tuple[Callable[[str], bytes], int]:
    """Return what reads a part and checks it against the manifest, and the archive's version."""
    infos = {info.filename: info for info in archive.infolist()}
    if len(infos) > MOST_PARTS or sum(info.file_size for info in infos.values()) > LARGEST_ARCHIVE:
        raise DamagedError("too large")

    def raw(name: str) -> bytes:
        if name not in infos:
            raise DamagedError(f"{name} is missing")
        if infos[name].file_size > LARGEST_PART:
            raise DamagedError(f"{name} is too large")
        if infos[name].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise DamagedError(f"{name} is not compressed as we do it")
        with _zip_errors(), archive.open(name) as part:
            # The size in the directory may lie: never read more than it says.
            return part.read(LARGEST_PART + 1)

    manifest = _json(raw(MANIFEST), MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise DamagedError("not an archive of a tournament")
    version = manifest.get("version")
    if type(version) is not int or not OLDEST <= version <= VERSION:
        raise UserError(
            "archive_version",
            field="file",
            text=_("The archive was written by another version of this program: use that one."),
        )
    parts = manifest.get("parts")
    hashes = parts if isinstance(parts, dict) else {}

    def checked(name: str) -> bytes:
        data = raw(name)
        if hashlib.sha256(data).hexdigest() != hashes.get(name):
            raise DamagedError(f"{name} has been changed")
        return data

    return checked, version


def _json(data: bytes, name: str) -> Any:
    try:
        return json.loads(data, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as error:
        raise DamagedError(f"{name} is no JSON") from error


def _finite(text: str) -> float:
    """Return a number; raises ValueError for one beyond all bounds, which JSON does not have."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
