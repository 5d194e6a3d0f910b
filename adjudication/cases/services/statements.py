"""What players say in their case, and what the staff writes down from witnesses."""

from collections.abc import Sequence
from unicodedata import category
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import OVER, acting_person, locked_case, record_case_event
from adjudication.models import Case, CaseState, Picture, Statement
from adjudication.records.models import file_columns, uploaded_first
from adjudication.records.services import check_record, keep_record, sha256
from adjudication.verdicts.models import statement_judging_job
from adjudication.verdicts.services.refusals import check_key
from jobs.table import enqueue
from tournament.audit.models import Topic
from tournament.audit.services.outbox import announce
from tournament.audit.services.persons import player_person
from tournament.common.cleaning import check_length
from tournament.common.pictures import StoredPicture
from tournament.errors import Conflict, IdempotencyConflict, NotFound, UserError
from tournament.fields.models import max_length_of
from tournament.fields.validators import REFUSED, TURNING
from tournament.games.services import acting_player
from tournament.models import Verb

MOST_STATEMENTS = 20
"""Per person and case: each may bring half a megabyte of record and three pictures."""
WRITTEN_IN = (*CaseState.waiting(), CaseState.APPEALED)
"""The states of a case in which somebody still reads what a player writes, and decides."""
LONGEST_TEXT = max_length_of(Statement, "text")


def write_statement(
    *,
    case_id: int,
    player_id: int | None = None,
    text: str,
    record_bytes: bytes | None = None,
    filename: str = "",
    pictures: Sequence[StoredPicture] = (),
    idempotency_key: str,
) -> int:
    """Write a statement in a case and return its id; repeating it changes nothing.

    ``player_id`` is the player who says it; None for the staff, as the current actor. A record and
    pictures may come with it, with or without words; the pictures must have been redrawn before
    (:func:`~tournament.common.pictures.redraw_pictures`), outside any transaction.

    Raises UserError for input to mend (fields ``text`` and ``record``), NotFound for a case that is
    not the player's, and IdempotencyConflict if the key was used for something else. Raises
    Conflict for a case that is over, if a player answers a ruling (that takes an appeal), and if
    the same person has already written MOST_STATEMENTS.
    """
    check_key(idempotency_key)
    text = _clean(text)
    if record_bytes is not None:
        check_record(record_bytes)
    if not text and record_bytes is None and not pictures:
        raise UserError("text", field="text", text=_("Write what happened in your own words."))
    sent = [] if record_bytes is None else [record_bytes]
    with uploaded_first([*sent, *(picture.data for picture in pictures)]):
        return _written(case_id, player_id, text, record_bytes, filename, pictures, idempotency_key)


def bring_record(case: Case, *, player_id: int, record_bytes: bytes, filename: str) -> None:
    """Put a checked record that came with a player's matter into the case that takes it up.

    Bringing a record that their case already has changes nothing.
    """
    said = case.statements.filter(player_id=player_id, record__sha256=sha256(record_bytes))
    if not said.exists():
        _written(case.pk, player_id, "", record_bytes, filename, (), uuid4().hex)


@transaction.atomic
def _written(
    case_id: int,
    player_id: int | None,
    text: str,
    record_bytes: bytes | None,
    filename: str,
    drawn: Sequence[StoredPicture],
    idempotency_key: str,
) -> int:
    """Write the checked statement into a case, which is locked from here on."""
    case = locked_case(case_id)
    if player_id is not None and not case.parties.filter(pk=player_id).exists():
        raise NotFound("not_your_case", text=_("This is not your case."))
    person = (
        acting_person(case.tournament_id)
        if player_id is None
        else player_person(case.tournament_id, player_id)
    )
    earlier = case.statements.filter(idempotency_key=idempotency_key).first()
    if earlier is not None:
        return _same(earlier, person.pk, text, record_bytes, drawn)
    _refuse(case, person.pk, by_player=player_id is not None)
    statement = Statement.objects.create(
        case=case,
        person=person,
        player_id=player_id,
        text=text,
        record=None
        if record_bytes is None
        else keep_record(data=record_bytes, filename=filename, player_id=player_id),
        idempotency_key=idempotency_key,
    )
    if statement.record is not None and case.game is not None:
        enqueue(**statement_judging_job(statement.pk, case.tournament_id))
    Picture.objects.bulk_create(
        Picture(
            statement=statement,
            **file_columns(picture.data, picture.sha256),
            sha256=picture.sha256,
            width=picture.width,
            height=picture.height,
        )
        for picture in drawn
    )
    Case.objects.filter(pk=case.pk).raise_version()
    by = None if player_id is None else acting_player(player_id)
    game = case.game
    event = record_case_event(
        Verb.STATEMENT_WRITTEN,
        case,
        by=by,
        numbers=None if game is None else (game.black.number, game.white.number),
        record="" if record_bytes is None else sha256(record_bytes),
        pictures=[picture.sha256 for picture in drawn],
    )
    if player_id is None and text and any(number is not None for number in case.complainants):
        announce(Topic.REPLY_ASKED, tournament_id=case.tournament_id, event=event.pk)
    return statement.pk


def _clean(text: str) -> str:
    """Return the text, which may have several lines. Raises UserError (field ``text``)."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").strip()
    check_length(plain, LONGEST_TEXT, field="text")
    return "".join(
        sign for sign in plain if sign == "\n" or not (category(sign) in REFUSED or sign in TURNING)
    )


def _refuse(case: Case, person_id: int, *, by_player: bool) -> None:
    if case.state in OVER:
        raise Conflict("case_over", text=_("This case is over and can no longer change."))
    if by_player and case.state not in WRITTEN_IN:
        in_time = case.appeal_until is not None and case.appeal_until > timezone.now()
        raise Conflict(
            "case_ruled",
            text=_("There is already a ruling in this case: appeal, if you do not agree with it.")
            if in_time
            else _("There is already a ruling in this case, and the time to appeal is over."),
        )
    if case.statements.filter(person=person_id).count() >= MOST_STATEMENTS:
        raise Conflict(
            "too_many_statements",
            text=_("You have written in this case too often: tell the referee."),
        )


def _same(
    earlier: Statement,
    person_id: int,
    text: str,
    record_bytes: bytes | None,
    drawn: Sequence[StoredPicture],
) -> int:
    digest = None if record_bytes is None else sha256(record_bytes)
    kept = [picture.sha256 for picture in earlier.pictures.order_by("pk")]
    if (
        earlier.person_id == person_id
        and earlier.text == text
        and (earlier.record.sha256 if earlier.record else None) == digest
        and kept == [picture.sha256 for picture in drawn]
    ):
        return earlier.pk
    raise IdempotencyConflict(
        "idempotency_conflict",
        text=_("This form was already sent with other content: reload the page."),
    )
