"""A whole tournament as one file that restores on another machine.

The file is a ZIP archive: ``manifest.json`` says what it is and gives the SHA-256 of every other
part; ``<table>.json`` (and ``<table>.2.json`` and so on for large tables) has the rows of a table
as they are; ``records/<sha256>`` and ``pictures/<sha256>`` hold the bytes that players sent in,
``certificates/<sha256>`` proofs. Everything read is checked, as a file may come from anywhere.
Private links are left out: their secrets are signed with the key of the machine that made them and
would open nothing elsewhere; issue new ones. Webhooks are left out, because a copy would tell
somebody's program about another tournament, and so are the staff's addresses, which belong to their
links. Which mails are sent, and which ones a player wants, is included. A job rebuilds what is
derived from records to find those that were sent for two games.
"""

from collections.abc import Iterator
from secrets import token_hex
from typing import IO, Any

from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.archive.services.checks import check_rows
from adjudication.archive.services.confirmations import ProofAllowance
from adjudication.archive.services.parts import Reader, Writer, open_archive
from adjudication.archive.services.rows import (
    DamagedError,
    Keys,
    create_rows,
    damaged_archive,
    file_part,
    row_from,
    row_values,
    table_name,
)
from adjudication.archive.services.tables import BATCH, TABLES, Rows
from adjudication.life_and_death.services.jobs import confirmation_job
from adjudication.models import Confirmation, ConfirmationState, Submission
from adjudication.verdicts.models import fingerprinting_job, judging_job
from jobs.models import Urgency
from jobs.table import enqueue
from notices.models import MailRules
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.recording import record
from tournament.common.queries import consistent_snapshot
from tournament.errors import Conflict, NotFound
from tournament.exchange.selectors import export
from tournament.formats.recognise import Format
from tournament.models import AuditEvent, Status, Tournament, TrailHead, Verb
from tournament.scheduling.services.planned_dates import hold_schedule
from tournament.tournaments.services import LONGEST_SLUG


def write_archive(*, tournament_id: int, stream: IO[bytes]) -> dict[str, int]:
    """Write a tournament to ``stream`` and return how many rows of each table went in.

    Everything is read from one snapshot, so that nothing in the file contradicts the rest, whatever
    is drawn or reported meanwhile. Call this outside transactions. Raises NotFound, and UserError
    for a tournament whose archive could not be restored: ``stream`` then holds no archive.
    """
    with consistent_snapshot():
        return _write(tournament_id, stream)


def _write(tournament_id: int, stream: IO[bytes]) -> dict[str, int]:
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    rows = Rows(tournament.pk)
    with Writer(stream) as archive:

        def values(model: type[models.Model]) -> Iterator[dict[str, Any]]:
            for row in rows[model]:
                part = file_part(row)
                if part is not None:
                    archive.put(*part)
                yield row_values(row)

        counts = {
            table_name(model): archive.put_rows(table_name(model), values(model))
            for model, _path in TABLES
        }
        archive.finish(
            tournament=tournament.name, written_at=timezone.now().isoformat(), rows=counts
        )
    return counts


@transaction.atomic
def restore_archive(
    *,
    stream: IO[bytes],
    slug: str = "",
    most_proving: int | None = None,
    filled: set[str] | None = None,
) -> Tournament:
    """Create the tournament that :func:`write_archive` wrote, all of it or nothing.

    It gets the address it had, or ``slug``; its history says who restored it. Records not checked
    yet are queued, and searches go on. It sends no mails until its owner switches them on: the
    original may still be running, and players must not be written to twice. Its rounds open and
    close at their dates only once its staff says so. Raises UserError for a file that is not an
    archive, is damaged or does not fit this version, and Conflict if the address is taken.
    ``most_proving`` limits the work of checking all its life-and-death proofs again (in the
    checker's unit, a million of which take a second or less); UserError if they take more.

    Tables and columns that an earlier version did not have are filled in with the values of a new
    tournament; their names are added to ``filled`` and to the history.
    """
    filled = set() if filled is None else filled
    try:
        with open_archive(stream) as archive:
            return _restore(archive, slug, ProofAllowance(most_proving), filled)
    except DamagedError as error:
        raise damaged_archive(str(error)) from error
    except (IntegrityError, DataError, OverflowError, RecursionError) as error:
        raise damaged_archive((str(error).splitlines() or [""])[0]) from error


@transaction.atomic
def tournament_in(stream: IO[bytes]) -> bytes:
    """Return the tournament of an archive as our JSON, as *Files* writes it, without keeping it.

    All of it is checked as for restoring. Raises UserError as :func:`restore_archive` does.
    """
    tournament = restore_archive(stream=stream, slug=f"verified-{token_hex(8)}")
    data = export(tournament.pk, Format.JSON).data
    transaction.set_rollback(True)
    return data


def filled_in_message(filled: set[str]) -> str:
    """Return the message for somebody who restored an archive of an earlier version."""
    text = _(
        "An earlier version of this program wrote the archive. What it did not have yet begins as "
        "in a new tournament: %(names)s."
    )
    return text % {"names": ", ".join(sorted(filled))}


def _restore(archive: Reader, slug: str, allowance: ProofAllowance, filled: set[str]) -> Tournament:
    keys: Keys = {}
    for model, _path in TABLES:
        keys[model] = {}
        if archive.has_table(table_name(model)):
            _restore_table(archive, model, keys, slug, filled)
        else:
            filled.add(table_name(model))
        if len(keys[Tournament]) != 1:
            raise DamagedError("not one tournament")
    tournament = Tournament.objects.get(pk=next(iter(keys[Tournament].values())))
    check_rows(Rows(tournament.pk), allowance)
    if keys[AuditEvent] or keys[TrailHead]:
        trail = check_trail(tournament.pk)
        if trail.wrong is not None:
            raise DamagedError(f"event {trail.sequence}: {trail.wrong}")
    told = {"filled": sorted(filled)} if filled else None
    record(Verb.TOURNAMENT_RESTORED, tournament_id=tournament.pk, after=told)
    MailRules.objects.update_or_create(tournament=tournament, defaults={"enabled": False})
    hold_schedule(tournament)
    unjudged = Submission.objects.filter(
        game__round__tournament=tournament, record__isnull=False, verdict=None
    )
    for submission in unjudged.values_list("pk", flat=True):
        enqueue(**judging_job(submission, tournament.pk, Urgency.BULK))
    enqueue(**fingerprinting_job(tournament.pk))
    searched = Confirmation.objects.filter(
        case__tournament=tournament, state__in=ConfirmationState.live()
    )
    for asked in searched.values_list("pk", flat=True):
        enqueue(**confirmation_job(asked))
    return tournament


def _restore_table(
    archive: Reader, model: type[models.Model], keys: Keys, slug: str, filled: set[str]
) -> None:
    """Create the rows of a table in batches, and add their new keys to ``keys``."""
    for name, values in archive.rows(table_name(model)):
        for first in range(0, len(values), BATCH):
            rows = _rows(archive, model, name, first, values[first : first + BATCH], keys, filled)
            if model is Tournament:
                for row in rows.values():
                    _give_address(row, slug)
                    if row.status == Status.DELETED:
                        row.status = Status.DRAFT
            create_rows(model, rows, keys[model])


def _give_address(tournament: Any, slug: str) -> None:
    tournament.slug = slugify(slug)[:LONGEST_SLUG] or tournament.slug
    if Tournament.objects.filter(slug=tournament.slug).exists():
        raise Conflict(
            "slug_taken",
            field="slug",
            text=_("Another tournament has this address already."),
        )


def _rows(
    archive: Reader,
    model: type[models.Model],
    name: str,
    first: int,
    values: list[Any],
    keys: Keys,
    filled: set[str],
) -> dict[int, Any]:
    """Return rows to create, by their old keys; part ``name`` has ``first`` rows before them."""
    rows: dict[int, Any] = {}
    for number, value in enumerate(values, first + 1):
        try:
            old, row = row_from(model, value, keys, archive.part, filled)
            if old in rows or old in keys[model]:
                raise DamagedError("it is there twice")
        except DamagedError as error:
            raise DamagedError(f"{name}, {number}: {error}") from error
        rows[old] = row
    return rows
