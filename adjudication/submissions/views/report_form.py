"""Reading the report form: what a player typed becomes a claim, a record and dead stones.

The form goes round three times (fill in, check the sentence, send). What is typed travels along;
an attached record is stored as a draft that the form names. Errors are shown beside their field,
and everything typed comes back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import LONGEST_FILENAME
from adjudication.rules.marks import NamedStones, whole_chains
from adjudication.rules.points import example_point, parse_any_point, parse_point, point_name
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import Replay
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.turns import ends_in_two_passes
from adjudication.submissions.forms import (
    DEAD_TOO_LONG,
    LONGEST_DEAD,
    RecordForm,
    ReportForm,
)
from adjudication.submissions.services.drafts import Drafts, read_and_replayed
from adjudication.submissions.views.chains import first_stones, none_dead_text, says_none
from adjudication.verdicts.services.claims import Result
from tournament.games import words
from tournament.models import Reason
from tournament.spoken import translated
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(slots=True)
class Choice:
    """The one of several files that is sent, or why none is; ``notes`` are about the others."""

    name: str = ""
    data: bytes = b""
    error: str = ""
    notes: list[str] = field(default_factory=list)


Chooser = Callable[["FilledReport", Sequence[tuple[str, bytes]]], Choice]


@dataclass(slots=True)
class FilledReport:
    """A report as a player filled it in: the content of its fields, its meaning, and its errors.

    Attributes that are empty by default are the form's fields as texts. ``margin_half`` is in
    half-points. ``dead_stones`` is None if nobody said which stones are dead; ``seki_stones`` goes
    with it. ``fresh`` says that the record came with this very form; ``notes`` say what became of
    files that are not the record. ``refusal`` says why no dead stones were proposed when asked for.
    """

    winner: str = ""
    reason: str = ""
    margin: str = ""
    paste: str = ""
    dead: str = ""
    seki: str = ""
    carried: str = ""
    filename: str = ""
    key: str = ""
    proposal: str = ""
    marks: str = ""
    points: str = ""
    tap: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    margin_half: int | None = None
    data: bytes | None = None
    record: GameRecord | None = None
    replay: Replay | None = None
    dead_stones: list[str] | None = None
    seki_stones: list[str] | None = None
    fresh: bool = False
    notes: list[str] = field(default_factory=list)
    refusal: str = ""

    @property
    def named(self) -> NamedStones:
        """Return the stones that are named as dead and in seki."""
        return NamedStones(self.dead_stones, self.seki_stones)

    @property
    def result(self) -> Result:
        """Return the result that is claimed."""
        return Result(self.winner, self.reason, self.margin_half)

    @property
    def result_text(self) -> str:
        """Return the result as a hidden field has it, which says what result the form asked about.

        If the result has been changed since, the player has not been asked about it.
        """
        return f"{self.winner} {self.reason} {self.margin_half or ''}"


_FIELDS = {column.name for column in dataclass_fields(FilledReport) if column.default == ""}


def form_content(form: RecordForm) -> FilledReport:
    """Return the content of a form that was sent, and its errors.

    A field is replaced by what the form makes of it; a margin is kept only for a count.
    """
    form.is_valid()
    cleaned = form.cleaned_data
    texts: dict[str, Any] = {}
    for name in form.fields.keys() & _FIELDS:
        value = cleaned.get(name)
        texts[name] = value if isinstance(value, str) else form[name].data or ""
    if "margin" in cleaned and cleaned["margin"] is None:
        texts["margin"] = ""
    errors = {name: str(found[0]) for name, found in form.errors.items()}
    return FilledReport(**texts, errors=errors, margin_half=cleaned.get("margin"))


def read_report(form: ReportForm, *, size: int, choose: Chooser, drafts: Drafts) -> FilledReport:
    """Read a form that was sent for a game on a board of ``size``.

    If there are several files, ``choose`` takes the one of this game.
    """
    report = _with_result(form, size)
    _read_record(report, form, choose, drafts)
    _require_record(report, form)
    read_marks(report, size)
    return report


def read_added(
    form: RecordForm, *, result: Result, size: int, choose: Chooser, drafts: Drafts
) -> FilledReport:
    """Read a form that adds a record to a ``result``."""
    report = form_content(form)
    set_result(report, result)
    _read_record(report, form, choose, drafts)
    _require_record(report, form)
    read_marks(report, size)
    return report


def _require_record(report: FilledReport, form: RecordForm) -> None:
    """Record an error if the button for a record was pressed and none came."""
    pressed = form.cleaned_data["step"] == "attach"
    if pressed and not report.fresh and not report.errors.keys() & {"record", "paste"}:
        report.errors["record"] = _("Choose a file, or paste the record.")
    elif pressed and report.fresh and report.dead.strip():
        if report.marks:
            _leave_out_missing(report)
        report.notes.append(
            _("The dead stones that were marked before are kept: do they fit this record?")
        )


def _leave_out_missing(report: FilledReport) -> None:
    """Leave out of the opponent's marks what holds no stone in a record with other moves.

    The player has not typed these: nothing is wrong with what they sent.
    """
    board = report.replay
    if board is None:
        return

    def stands(word: str) -> bool:
        try:
            return bool(board.position[parse_any_point(word, board.size)])
        except ValueError:
            return True  # what is wrong with it is said where marks are read

    for name in ("dead", "seki"):
        text = getattr(report, name)
        if not says_none(text):
            setattr(report, name, " ".join(filter(stands, text.split())))


def set_result(report: FilledReport, result: Result) -> None:
    """Write a result into a report."""
    report.winner, report.reason, report.margin = result_fields(result).values()
    report.margin_half = result.margin_half


def result_fields(result: Result) -> dict[str, str]:
    """Return a result as the fields of a report: winner, reason and margin."""
    half = result.margin_half
    margin = "" if half is None else words.half_points(half)
    return {"winner": result.winner, "reason": result.reason, "margin": margin}


def wants_marks(report: FilledReport, terms: TournamentTerms, *, stay: bool = False) -> bool:
    """Return whether a report's board is counted, with dead stones marked unless stones ``stay``.

    It is if the result was counted and the record, of a board of this size, goes to the end.
    """
    record = report.record
    return (
        record is not None
        and record.size == terms.board_size
        and report.reason == Reason.SCORE
        and (ends_in_two_passes(record.points) or bool(not stay and report.dead.strip()))
    )


def write_marks(
    report: FilledReport, dead: Collection[int], seki: Collection[int] | None = None
) -> None:
    """Write marks into a form, as whole chains of its record's final position.

    Without ``seki``, stones in seki stay so unless they are now dead.
    """
    replay = report.replay
    assert replay is not None
    position, size = replay.position, replay.size
    if seki is None:
        seki = chains_named(report.seki_stones or (), position, size) - frozenset(dead)
    report.dead = first_stones(position, size, dead) or none_dead_text()
    report.dead_stones = [point_name(point, size) for point in sorted(dead)]
    report.seki = first_stones(position, size, seki)
    report.seki_stones = [point_name(point, size) for point in sorted(seki)]
    report.errors.pop("dead", None)
    report.errors.pop("seki", None)


def chains_named(names: Iterable[str], position: Sequence[int], size: int) -> frozenset[int]:
    """Return the stones of the chains on the named points (such as ``Q16``)."""
    return whole_chains(position, size, [parse_point(name, size) for name in names])[0]


def report_from_sent(data: bytes, *, size: int, **fields: str) -> FilledReport:
    """Return a report made from what was sent before: its fields and its record."""
    report = _with_result(ReportForm(fields), size)
    _take_record(report, data, "record")
    read_marks(report, size)
    return report


def _with_result(form: ReportForm, size: int) -> FilledReport:
    report = form_content(form)
    if (report.margin_half or 0) > 2 * size * size + 800:
        report.errors["margin"] = _("This is more than there are points on the board.")
        report.margin_half = None
    return report


def _read_record(report: FilledReport, form: RecordForm, choose: Chooser, drafts: Drafts) -> None:
    uploads = form.cleaned_data.get("record", [])
    if form.cleaned_data["drop"]:
        report.carried = report.filename = ""
    if "record" in report.errors or "paste" in report.errors:
        return
    if uploads and report.paste.strip():
        report.errors["record"] = _(
            "There is a file and a pasted record. Send one of them: empty the other field."
        )
        return
    report.fresh = bool(uploads or report.paste.strip())
    if uploads:
        data = _uploaded(report, uploads, choose)
        if data is None:
            return
        where = "record"
    elif report.paste.strip():
        data, where = report.paste.encode(), "paste"
        report.filename = ""
    elif report.carried:
        kept = drafts.find(report.carried)
        if kept is None:
            report.carried = report.filename = ""
            report.errors["record"] = _(
                "The record is no longer here: another one may have been attached on another page. "
                "Attach it again."
            )
            return
        _take_record(report, kept, "record")
        return
    else:
        return
    _take_record(report, data, where)
    if report.record is not None:
        report.carried = drafts.keep(data)


def _uploaded(report: FilledReport, uploads: list[UploadedFile], choose: Chooser) -> bytes | None:
    """Return the file to send, out of several the one of this game; None if something is wrong."""
    kept = [((upload.name or "")[:LONGEST_FILENAME], upload.read()) for upload in uploads]
    if len(kept) == 1:
        name, data = kept[0]
    else:
        choice = choose(report, kept)
        report.notes = choice.notes
        if choice.error:
            report.errors["record"] = choice.error
            return None
        name, data = choice.name, choice.data
    if not data:
        report.errors["record"] = _("The file is empty. Choose the game record again.")
        return None
    report.filename = name
    return data


def _take_record(report: FilledReport, data: bytes, where: str) -> None:
    """Read and replay a record; errors go to the field it came from."""
    if len(data) > MAX_RECORD_BYTES:
        report.errors[where] = _("The file is larger than a game record may be (512 kB).")
        return
    try:
        report.record, report.replay = read_and_replayed(data)
    except RecordError as problem:
        report.errors[where] = translated(problem.text)
        report.carried = ""
        return
    report.data = data
    if where == "paste":
        report.filename = ""


def read_marks(report: FilledReport, size: int) -> None:
    """Read the fields with dead stones and stones in seki; one stone stands for its chain."""
    text = report.dead.strip()
    if not text or "dead" in report.errors:
        return
    if len(text) > LONGEST_DEAD:  # from a proposal that was tampered with
        report.errors["dead"] = str(DEAD_TOO_LONG)
        return
    report.dead_stones = [] if says_none(text) else _chains_written(report, "dead", text)
    if report.dead_stones is None or "seki" in report.errors:
        return
    written = report.seki.strip()
    none = not written or says_none(written)
    report.seki_stones = [] if none else _chains_written(report, "seki", written)
    both = {*report.dead_stones} & {*(report.seki_stones or ())}
    if both:
        report.errors["seki"] = _("%(point)s cannot be both dead and in seki.") % {
            "point": min(both)
        }


def _chains_written(report: FilledReport, name: str, text: str) -> list[str] | None:
    """Return the stones of the chains that a field names; None, with an error, if invalid."""
    board = report.replay
    if board is None:
        if "record" not in report.errors and "paste" not in report.errors:
            report.errors[name] = _("Dead stones are marked in a game record: attach it too.")
        return None
    points: set[int] = set()
    for word in re.split(r"[\s,;]+", text):
        if not word:
            continue
        try:
            point = parse_any_point(word, board.size)
        except ValueError:
            report.errors[name] = _(
                "“%(word)s” is not a point on a %(size)s×%(size)s board. Write points such as "
                "%(example)s."
            ) % {
                "word": word[:20],
                "size": board.size,
                "example": example_point(board.size),
            }
            return None
        if not board.position[point]:
            report.errors[name] = _("There is no stone on %(point)s at the end.") % {
                "point": point_name(point, board.size)
            }
            return None
        points |= chain_at(board.position, board.size, point)
    return [point_name(point, board.size) for point in sorted(points)]
