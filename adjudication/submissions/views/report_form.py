"""Reading the report form: what a player typed becomes a claim, a record and dead stones.

The form goes round three times (fill in, look at the sentence, send). What is typed travels along;
a record that was attached is kept as a draft, which the form names. Whatever is wrong is said
beside its field, and everything typed comes back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import LONGEST_FILENAME
from adjudication.rules.points import parse_any_point, point_name
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import Replay
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.turns import ends_in_two_passes
from adjudication.submissions.forms import (
    DEAD_TOO_LONG,
    LONGEST_DEAD,
    RecordForm,
    ReportForm,
    ReportInput,
)
from adjudication.submissions.services.drafts import Drafts, read_and_replayed
from adjudication.submissions.views.chains import NONE_DEAD, first_stones, says_none
from adjudication.verdicts.services.claims import Result
from tournament.common.forms import Form
from tournament.models import Reason
from tournament.spoken import spoken
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(slots=True)
class Choice:
    """The one of several files that is sent, or why none is; ``notes`` tell of the others."""

    name: str = ""
    data: bytes = b""
    error: str = ""
    notes: list[str] = field(default_factory=list)


Chooser = Callable[["Report", Sequence[tuple[str, bytes]]], Choice]


@dataclass(slots=True)
class Report:
    """A report ready to send, or the errors by field that keep it from being sent.

    ``margin_half`` is in half-points; ``dead`` None means that nobody said which stones are dead.
    ``fresh`` tells that the record came with this very form, ``notes`` what became of files that
    are not the record. ``refusal`` says why no dead stones were proposed to who asked for it.
    """

    values: ReportInput
    errors: dict[str, str] = field(default_factory=dict)
    margin_half: int | None = None
    data: bytes | None = None
    record: GameRecord | None = None
    replay: Replay | None = None
    dead: list[str] | None = None
    fresh: bool = False
    notes: list[str] = field(default_factory=list)
    refusal: str = ""

    @property
    def valid(self) -> bool:
        """Whether the report can be sent as it is."""
        return not self.errors


def read_report(form: ReportForm, *, size: int, choose: Chooser, drafts: Drafts) -> Report:
    """Read a form that was sent for a game on a board of ``size``.

    Of several files ``choose`` takes the one that is of this game.
    """
    report = _result(form, size)
    _read_record(report, form, choose, drafts)
    read_dead(report, size)
    return report


def read_added(
    form: RecordForm, *, result: Result, size: int, choose: Chooser, drafts: Drafts
) -> Report:
    """Read a form that adds a record to a ``result``."""
    form.is_valid()
    values = form.values()
    values.winner, values.reason = result.winner, result.reason
    values.margin = "" if result.margin_half is None else f"{result.margin_half / 2:g}"
    report = Report(values, errors_of(form), margin_half=result.margin_half)
    _read_record(report, form, choose, drafts)
    read_dead(report, size)
    return report


def errors_of(form: Form) -> dict[str, str]:
    """Return the first error of each field."""
    return {name: str(errors[0]) for name, errors in form.errors.items()}


def wants_marks(report: Report, terms: TournamentTerms, *, stay: bool = False) -> bool:
    """Say whether the board of a report is counted, with dead stones marked unless they ``stay``.

    It is where the result was counted and the record, one of this board, goes to the end.
    """
    record = report.record
    return (
        record is not None
        and record.size == terms.board_size
        and report.values.reason == Reason.SCORE
        and (ends_in_two_passes(record.points) or bool(not stay and report.values.dead.strip()))
    )


def mark_dead(report: Report, points: Collection[int]) -> None:
    """Write dead stones into a form, whole chains of its record's last position."""
    replay = report.replay
    assert replay is not None
    report.values.dead = first_stones(replay.position, replay.size, points) or NONE_DEAD
    report.dead = [point_name(point, replay.size) for point in sorted(points)]
    report.errors.pop("dead", None)


def again(values: ReportInput, data: bytes, *, size: int) -> Report:
    """Return a report made of what was sent before: its fields and its record."""
    report = _result(ReportForm(asdict(values)), size)
    _take_record(report, data, "record")
    read_dead(report, size)
    return report


def _result(form: ReportForm, size: int) -> Report:
    """Return a report with its result."""
    form.is_valid()
    report = Report(form.values(), errors_of(form), margin_half=form.cleaned_data.get("margin"))
    if (report.margin_half or 0) > 2 * size * size + 800:
        report.errors["margin"] = _("This is more than there are points on the board.")
        report.margin_half = None
    return report


def _read_record(report: Report, form: RecordForm, choose: Chooser, drafts: Drafts) -> None:
    values = report.values
    uploads = form.cleaned_data.get("record", [])
    if form.cleaned_data["drop"]:
        values.carried = values.filename = ""
    if "record" in report.errors or "paste" in report.errors:
        return
    if uploads and values.paste.strip():
        report.errors["record"] = _(
            "There is a file and a pasted record. Send one of them: empty the other field."
        )
        return
    report.fresh = bool(uploads or values.paste.strip())
    if uploads:
        data = _uploaded(report, uploads, choose)
        if data is None:
            return
        where = "record"
    elif values.paste.strip():
        data, where = values.paste.encode(), "paste"
        values.filename = ""
    elif values.carried:
        kept = drafts.find(values.carried)
        if kept is None:
            values.carried = values.filename = ""
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
        values.carried = drafts.keep(data)


def _uploaded(report: Report, uploads: list[UploadedFile], choose: Chooser) -> bytes | None:
    """Return the file to send, of several the one of this game; None where something is wrong."""
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
    report.values.filename = name
    return data


def _take_record(report: Report, data: bytes, where: str) -> None:
    """Read and replay a record; what is wrong with it is said beside the field it came from."""
    values = report.values
    if len(data) > MAX_RECORD_BYTES:
        report.errors[where] = _("The file is larger than a game record may be (512 kB).")
        return
    try:
        report.record, report.replay = read_and_replayed(data)
    except RecordError as problem:
        report.errors[where] = spoken(problem.text)
        values.carried = ""
        return
    report.data = data
    if where == "paste":
        values.filename = ""


def read_dead(report: Report, size: int) -> None:
    """Read the field with the points of dead stones; one stone of a chain stands for the chain."""
    text = report.values.dead.strip()
    if not text or "dead" in report.errors:
        return
    if len(text) > LONGEST_DEAD:  # of a proposal that was tampered with
        report.errors["dead"] = str(DEAD_TOO_LONG)
        return
    if says_none(text):
        report.dead = []
        return
    board = report.replay
    if board is None:
        if "record" not in report.errors and "paste" not in report.errors:
            report.errors["dead"] = _("Dead stones are marked in a game record: attach it too.")
        return
    points: set[int] = set()
    for word in re.split(r"[\s,;]+", text):
        if not word:
            continue
        try:
            point = parse_any_point(word, board.size)
        except ValueError:
            report.errors["dead"] = _(
                "“%(word)s” is not a point on a %(size)s×%(size)s board. Write points such as Q16."
            ) % {"word": word[:20], "size": board.size}
            return
        if not board.position[point]:
            report.errors["dead"] = _("There is no stone on %(point)s at the end.") % {
                "point": point_name(point, board.size)
            }
            return
        points |= chain_at(board.position, board.size, point)
    report.dead = [point_name(point, board.size) for point in sorted(points)]
