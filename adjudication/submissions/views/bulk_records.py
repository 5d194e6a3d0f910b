"""Many game records at once, brought by the staff of a tournament."""

from dataclasses import astuple, dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import LARGEST_ZIP, RecordFile, files_in_zip
from adjudication.result_entry.services import enter_result
from adjudication.result_entry.views.answers import result_words
from adjudication.submissions.forms import WON, BringForm, BroughtResultForm
from adjudication.submissions.selectors.bulk_records import boards_by_id, imported_records
from adjudication.submissions.services.bulk_records import (
    KEPT,
    FileOutcome,
    Outcome,
    import_records,
    outcome_words,
)
from adjudication.verdicts.selectors.verdicts import CHECKING
from adjudication.verdicts.views import verdict_badge
from language.messages import Message, message_from
from tournament.audit.selectors.freshness import freshness_of
from tournament.common.body_sizes import accepts_body_up_to, handles_unread_form
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_changed
from tournament.errors import UserError
from tournament.games import words
from tournament.games.models.result import Result
from tournament.games.selectors import SETTLED, GameRow
from tournament.models import GameState
from tournament.spoken import translated
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms

FORM_BYTES = 64 * 1024
TOLD = 100
"""The most files that are named for each reason why they were not stored."""
LEFT = "records left out"
"""The session key for records left out, until the page is next opened."""


@personal
def _unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer a form with too many files to read."""
    form = BringForm({})
    text = _("Send at most 200 files at once, or put the records into a zip.")
    form.refuse(UserError("too_many_files", field="files", text=text))
    return _page(request, require_director(request, slug), form)


@accepts_body_up_to(
    LARGEST_ZIP + FORM_BYTES,
    admits=require_director,
    most_files=settings.DATA_UPLOAD_MAX_NUMBER_FILES,
)
@handles_unread_form(_unread)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for records and store each with its game; say what became of them."""
    terms = require_director(request, slug)
    form = BringForm(posted(request), request.FILES or None)
    if form.is_valid():
        try:
            outcomes = import_records(
                tournament_id=terms.id,
                files=files_of(form.cleaned_data["files"]),
                enter_results=form.cleaned_data["enter"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            _tell(request, terms, outcomes)
            return redirect("adjudication:bring", terms.slug)
    return _page(request, terms, form)


@personal
@require_POST
def enter_by_hand(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the result of a game whose record is in doubt, and return to the others."""
    terms = require_director(request, slug)
    key = BroughtResultForm(posted(request)).key
    found = [each for each in _by_hand(request, terms) if str(each["game"]) == key]
    form = BroughtResultForm(posted(request), said=[said for each in found for said in _said(each)])
    boards = boards_by_id(terms.id, {each["game"] for each in found})
    try:
        if not boards:
            raise UserError("no_game", field="game", text=_("Choose one board."))
        (board,) = boards.values()
        form.require_valid()
        enter_result(game_id=board.id, **form.chosen.columns(), seen=form.version, sure=False)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        where = words.round_and_board(board.round_number, board.board_number)
        text = _("%(where)s: the result is noted.") % {"where": where}
        messages.success(request, text)
    return redirect("adjudication:bring", slug)


@personal
@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list of records brought so far, or 304 while it has not changed."""
    terms = require_director(request, slug)
    return if_changed(
        request,
        etag_of(freshness_of(terms.id)),
        lambda: render(request, "submissions/bring_live.html", {**frame(request), **_kept(terms)}),
    )


def files_of(uploads: list[UploadedFile]) -> list[RecordFile]:
    """Return the records in an upload. Raises UserError (field ``files``)."""
    found: list[RecordFile] = []
    for upload in uploads:
        name = upload.name or ""
        if name.lower().endswith(".zip"):
            found += files_in_zip(upload.read(LARGEST_ZIP + 1))
        else:
            found.append(RecordFile(name, upload.read(MAX_RECORD_BYTES + 1)))
    if not found:
        raise UserError("no_files", field="files", text=_("There is no record in this archive."))
    return found


def _tell(request: HttpRequest, terms: TournamentTerms, outcomes: tuple[FileOutcome, ...]) -> None:
    """Store what the next page should say."""
    kept = sum(outcome.outcome in KEPT for outcome in outcomes)
    if kept:
        text = ngettext("%(count)d record is kept.", "%(count)d records are kept.", kept)
        entered = sum(outcome.outcome is Outcome.ENTERED for outcome in outcomes)
        told = text % {"count": kept}
        there = sum(outcome.outcome is Outcome.DUPLICATE for outcome in outcomes)
        if there:
            more = ngettext(
                "%(count)d of them was there already.",
                "%(count)d of them were there already.",
                there,
            )
            told = f"{told} {more % {'count': there}}"
        if entered:
            more = ngettext(
                "%(count)d result was entered.", "%(count)d results were entered.", entered
            )
            told = f"{told} {more % {'count': entered}}"
        messages.success(request, told)
    left = [outcome for outcome in outcomes if outcome.outcome not in KEPT]
    others = [outcome for outcome in left if outcome.by_hand is None]
    request.session[LEFT] = {
        "tournament": terms.id,
        "count": len(others),
        "reasons": _reasons(others),
        "by_hand": [
            {
                "game": outcome.game_id,
                "name": outcome.name,
                "doubt": outcome.by_hand.doubt.as_json(),
                "said": outcome.by_hand.said and astuple(outcome.by_hand.said),
                "may_be": outcome.by_hand.may_be,
            }
            for outcome in left
            if outcome.by_hand is not None
        ],
        "others": [
            {"game": outcome.game_id, "name": outcome.name, "said": astuple(outcome.other)}
            for outcome in outcomes
            if outcome.other is not None
        ],
    }


def _by_hand(request: HttpRequest, terms: TournamentTerms) -> list[dict[str, Any]]:
    """Return the records whose results are left to the director, as the session stores them."""
    left = request.session.get(LEFT) or {}
    found: list[dict[str, Any]] = left.get("by_hand", [])
    return found if left.get("tournament") == terms.id else []


def _said(left: dict[str, Any]) -> list[Result]:
    """Return the result that such a record gives, if it can be chosen; otherwise none."""
    return [Result(*left["said"])] if left["may_be"] else []


@dataclass(frozen=True, slots=True)
class OtherWinner:
    """A stored record that names another winner than the result that stands.

    ``said`` and ``stands`` are the two results in words.
    """

    name: str
    board: GameRow
    said: str
    stands: str


def _others(terms: TournamentTerms, left: dict[str, Any]) -> list[OtherWinner]:
    """Return the records of the last import that still name another winner."""
    found = left.get("others", ())
    boards = boards_by_id(terms.id, {each["game"] for each in found})
    return [
        OtherWinner(
            each["name"],
            board,
            result_words(*each["said"]),
            result_words(board.winner, board.reason, board.margin_half),
        )
        for each in found
        if (board := boards.get(each["game"])) is not None
        and board.state in SETTLED
        and board.winner != each["said"][0]
    ]


@dataclass(frozen=True, slots=True)
class DoubtfulRecord:
    """A record whose result is left to the director, and its board as it is now.

    ``said`` is the record's result in words. ``buttons`` are the results to choose from, by the
    value they send; once there is a result there are none, and ``noted`` gives the result instead.
    """

    name: str
    board: GameRow
    doubt: str
    said: str
    buttons: tuple[tuple[str, str], ...]
    noted: str


def _doubtful(request: HttpRequest, terms: TournamentTerms) -> list[DoubtfulRecord]:
    found = _by_hand(request, terms)
    boards = boards_by_id(terms.id, {each["game"] for each in found})
    return [
        DoubtfulRecord(
            each["name"],
            board,
            translated(message_from(each["doubt"])),
            result_words(*each["said"]) if each["said"] else "",
            _buttons(board, _said(each)) if board.state == GameState.OPEN else (),
            _noted(board),
        )
        for each in found
        if (board := boards.get(each["game"])) is not None
    ]


def _buttons(board: GameRow, said: list[Result]) -> tuple[tuple[str, str], ...]:
    """Return the results to choose, with the value each sends: the record's and either winner."""
    black, white = WON
    as_said = _("As the record says: %(result)s")
    return (
        *((str(result), as_said % {"result": result_words(*astuple(result))}) for result in said),
        (str(black), _("%(player)s won (Black)") % {"player": board.black.distinct_name}),
        (str(white), _("%(player)s won (White)") % {"player": board.white.distinct_name}),
    )


def _noted(board: GameRow) -> str:
    """Return what became of a board's result; empty as long as there is none."""
    if board.state in SETTLED:
        result = result_words(board.winner, board.reason, board.margin_half)
        return _("The game has this result: %(result)s.") % {"result": result}
    return "" if board.state == GameState.OPEN else translated(outcome_words(Outcome.WAITS))


def _reasons(left: list[FileOutcome]) -> list[tuple[dict[str, Any], int, list[str]]]:
    """Return why files were not stored, the most frequent first, each with how many and which.

    The session stores the reason as a message, which each page gives in its own language.
    """
    names: dict[Message, list[str]] = {}
    for outcome in left:
        names.setdefault(outcome.text, []).append(outcome.name)
    told = [(text.as_json(), len(files), files[:TOLD]) for text, files in names.items()]
    return sorted(told, key=lambda reason: -reason[1])


def _page(request: HttpRequest, terms: TournamentTerms, form: BringForm) -> HttpResponse:
    left = request.session.get(LEFT) or {}
    context: dict[str, Any] = {"form": form, **_kept(terms)}
    if not form.errors and left.get("tournament") == terms.id:
        doubtful = _doubtful(request, terms)
        context |= {
            "left": [
                (translated(message_from(text)), count, names)
                for text, count, names in left.get("reasons", ())
            ],
            "left_count": left["count"],
            "doubtful": doubtful,
            "others": _others(terms, left),
            "all_noted": bool(doubtful) and not any(record.buttons for record in doubtful),
        }
    return render(
        request, "submissions/bring.html", {**frame(request), **context}, status=form.status
    )


def _kept(terms: TournamentTerms) -> dict[str, Any]:
    """Return what was brought so far, and how many of the records are still being checked."""
    tag = etag_of(freshness_of(terms.id))
    records = imported_records(terms.id)
    return {
        "terms": terms,
        "records": [(record, verdict_badge(record.badge)) for record in records],
        "checking": sum(record.badge == CHECKING for record in records),
        "live_tag": tag,
    }
