"""Reporting a result in three taps: who won, how, and sending the sentence that is shown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.submissions.forms import RecordForm, ReportForm
from adjudication.submissions.queries import Fate, fate_of, table_of
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.services.reports import submit_result
from adjudication.submissions.views.answers import locked_sentence, redirect_changed_report
from adjudication.submissions.views.chains import none_dead_text
from adjudication.submissions.views.games import played_game, report_to_recount, shown_game
from adjudication.submissions.views.marking import (
    marks_on_board,
    reread,
    take_counted,
    toggle,
    with_record_of,
)
from adjudication.submissions.views.preview import calls_referee, chooser
from adjudication.submissions.views.proposing import do_step, mark_apart
from adjudication.submissions.views.report_form import (
    Choice,
    FilledReport,
    form_content,
    read_marks,
    read_report,
    set_result,
)
from adjudication.submissions.views.report_pages import (
    form_page,
    how_page,
    is_unchanged,
    marking_context,
    review_page,
    seats_of,
    sending_context,
    who_page,
)
from adjudication.submissions.views.server_report import read_server_report
from adjudication.triage.selectors import has_to_mark_again
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import stones_sent_with
from adjudication.verdicts.services.claims import claim_of, loss_on_time
from tournament.common.body_sizes import handles_unread_form
from tournament.common.language_switch import accepts_language_switch
from tournament.errors import Conflict, UserError
from tournament.games.selectors import SETTLED
from tournament.models import GameState, Reason, Winner
from tournament.results.services.results import CANNOT_BE
from tournament.staff.visitors import cached_for_back_button, frame, personal, visitor_of

# The names of the fields that the service finds fault with, and those of the form.
_FIELDS = {
    "claim": "winner",
    "margin": "margin",
    "record": "record",
    "dead_stones": "dead",
    "seki_stones": "seki",
}

PAST_REPORTING = (*SETTLED, GameState.DISPUTED)
"""The states in which players can no longer report."""


@cached_for_back_button
def _unread(request: HttpRequest, problem: Exception, game_id: int) -> HttpResponse:
    """Answer a form that is too large to read."""
    page, _player_id = played_game(request, game_id)
    if isinstance(problem, TooManyFilesSent):
        where, text = "record", _("At most 5 files can be sent at once. Go back and choose fewer.")
    else:
        where = "paste"
        text = _(
            "This is longer than a game record may be (512 kB). Go back: what you wrote is still "
            "there."
        )
    return form_page(request, page, FilledReport(errors={where: text}))


@handles_unread_form(_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@accepts_language_switch
def report(request: HttpRequest, game_id: int) -> HttpResponse:
    """Lead a player through the questions and the sentence to the report."""
    form = ReportForm(request.POST, request.FILES)
    form.is_valid()
    sent = _send(request, game_id, form)
    if sent is not None:
        return sent
    page, player_id = played_game(request, game_id)
    drafts = Drafts(game_id, player_id)
    step = form.cleaned_data["step"] or "review"
    # The service judges a report that is sent: a form sent twice is no error there.
    if step != "send" and (page.game.state in PAST_REPORTING or page.staff_only or page.closed):
        text = _("The result of this game can no longer be reported.")
        if page.game.state == GameState.DISPUTED:
            text = _(
                "The result is being settled: nothing is reported meanwhile. What you can do now "
                "stands on this page."
            )
        if page.staff_only:
            text = _("The organisers enter the results: tell them who won.")
        if page.closed:
            text = _("The tournament is closed.")
        messages.warning(request, text)
        return redirect("adjudication:game", game_id)
    if request.method != "POST":
        return _begin(request, page)
    if form.cleaned_data["seats"] not in ("", seats_of(page)):
        return who_page(request, page, FilledReport(), changed=True)
    earlier = _earlier_page(request, page, form, drafts)
    if earlier is not None:
        return earlier
    choose = chooser(page.game, page.terms)
    read = read_report(form, size=page.terms.board_size, choose=choose, drafts=drafts)
    do_step(request, read, page.game, page.terms, step)
    if step == "who" and read.winner in (Winner.BLACK, Winner.WHITE):
        return how_page(request, page, replace(read, errors={}))
    if read.errors:
        return _mend(request, page, read, step)
    if step in ("counted", "seki"):
        take_counted(read, page.game, page.terms, in_seki=step == "seki")
    return _review(request, page, read)


def _earlier_page(
    request: HttpRequest, page: GamePage, form: ReportForm, drafts: Drafts
) -> HttpResponse | None:
    """Return a page before the last one, as it was filled in; None if the step is a later one."""
    step = form.cleaned_data["step"]
    if step == "begin":
        return who_page(request, page, replace(form_content(form), errors={}))
    if step == "server":
        return _from_server(request, page, form, drafts)
    if step != "edit":
        return None
    read = form_content(form)
    if form.files:
        choose = chooser(page.game, page.terms)
        read = read_report(form, size=page.terms.board_size, choose=choose, drafts=drafts)
    read = replace(read, errors={})
    _show_pasted(read, drafts)
    return form_page(request, page, read)


def _show_pasted(read: FilledReport, drafts: Drafts) -> None:
    """Put a record that was pasted back into its field, so that it can be changed there."""
    if read.carried and not read.filename:
        data = drafts.find(read.carried)
        try:
            read.paste = data.decode() if data else ""
        except UnicodeDecodeError:
            return
        read.carried = ""


def _review(request: HttpRequest, page: GamePage, read: FilledReport) -> HttpResponse:
    read.key = uuid4().hex
    return review_page(request, page, read)


def _mend(request: HttpRequest, page: GamePage, read: FilledReport, step: str) -> HttpResponse:
    """Show what is wrong on the page that asked for it, or else in the form with everything."""
    wrong = set(read.errors)
    if step == "who" and "winner" in wrong:
        return who_page(request, page, replace(read, errors={"winner": read.errors["winner"]}))
    if step == "how" and wrong <= {"reason", "margin"}:
        return how_page(request, page, read)
    if wrong <= {"record", "paste"} or (wrong <= {"dead", "seki"} and read.record is not None):
        return _review(request, page, read)
    return form_page(request, page, read)


def _begin(request: HttpRequest, page: GamePage) -> HttpResponse:
    """Ask who won, or start from the opponent's report if something in it is wrong."""
    opened = RecordForm(request.GET)
    opened.is_valid()
    if opened.cleaned_data["marks"]:
        return _mark_theirs(request, page, opened.cleaned_data["marks"])
    if opened.cleaned_data["points"]:
        return _recount_theirs(request, page, opened.cleaned_data["points"])
    if opened.cleaned_data["lost"] == Reason.TIME:
        read = FilledReport()
        set_result(read, loss_on_time(page.game.colour_of(visitor_of(request).player_id)))
        return _review(request, page, read)
    if page.game.state == GameState.OPEN and has_to_mark_again(page.game.id):
        return _mark_again(request, page)
    return who_page(request, page, FilledReport())


def _mark_again(request: HttpRequest, page: GamePage) -> HttpResponse:
    """Start from the player's earlier report, or from the opponent's record alone.

    Only what both had marked alike is marked: the result follows from the rest.
    """
    sent = [report for report in page.submissions if report.record and not report.removed]
    player_id = visitor_of(request).player_id
    own = [report for report in sent if report.player_id == player_id]
    if own:
        theirs = [report for report in sent if report.player_id != player_id]
        read = reread(page, own[-1])
        if theirs and not page.game.stones_stay:
            mark_apart(read, marks_on_board(page, theirs[-1]))
        return _review(request, page, read)
    if not sent:
        return who_page(request, page, FilledReport())
    return form_page(request, page, replace(with_record_of(page, sent[-1]), errors={}))


def _from_server(
    request: HttpRequest, page: GamePage, form: ReportForm, drafts: Drafts
) -> HttpResponse:
    """Fill in a report from a server's record, for its player to look at."""
    read = read_server_report(page, visitor_of(request).player_id, form, drafts)
    if read.errors:
        return who_page(request, page, read)
    if not read.reason:
        return how_page(request, page, read)
    return _review(request, page, read)


def _mark_theirs(request: HttpRequest, page: GamePage, text: str) -> HttpResponse:
    """Start from the opponent's report and record, to mark its dead stones differently."""
    waiting = page.waiting
    if waiting is None or str(waiting.id) != text or waiting.record is None:
        raise Http404
    return _review(request, page, reread(page, waiting, marks=text))


def _recount_theirs(request: HttpRequest, page: GamePage, text: str) -> HttpResponse:
    """Start from the opponent's report, to send its winner with other points."""
    waiting = report_to_recount(page, visitor_of(request).player_id)
    if waiting is None or str(waiting.id) != text:
        return redirect_changed_report(request, page.game.id)
    return how_page(request, page, FilledReport(winner=waiting.winner, points=text))


@personal
@require_POST
def dead(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the board and the count with one more group marked, or with a proposal.

    Nothing is stored: the marks come with the form and go back into it.
    """
    page, player_id = played_game(request, game_id)
    form = ReportForm(request.POST, request.FILES)
    read = read_report(
        form,
        size=page.terms.board_size,
        choose=chooser(page.game, page.terms),
        drafts=Drafts(game_id, player_id),
    )
    if form.cleaned_data["point"]:
        toggle(read, page.terms, form.cleaned_data["point"])
    do_step(request, read, page.game, page.terms, form.cleaned_data["step"])
    template, context = "submissions/marked.html", sending_context(request, page, read)
    if form.cleaned_data["adding"]:
        template, context = "submissions/dead_stones.html", marking_context(page, read)
        context["adding"] = True
    return render(request, template, {**frame(request), **context})


def _send(request: HttpRequest, game_id: int, form: ReportForm) -> HttpResponse | None:
    """Send the form if it is the last step's; None if pages have to show what is wrong with it.

    The service decides whether it can be sent, and whether it was sent before.
    """
    cleaned = form.cleaned_data
    if cleaned["step"] != "send" or form.files:
        return None
    table, player_id = table_of(game_id), visitor_of(request).player_id
    if table is None or player_id is None or player_id not in table.players:
        return None
    drafts = Drafts(game_id, player_id)
    read = read_report(form, size=table.board_size, choose=_no_file, drafts=drafts)
    if read.errors or not read.key or read.fresh:
        return None
    if read.marks or read.points:
        shown = shown_game(game_id)
        if is_unchanged(request, shown, read):
            return review_page(request, shown, read)
    try:
        sent = _submitted(game_id, player_id, read, cleaned)
    except Conflict as problem:
        page = _looked_at_again(request, game_id, read, problem)
        if page is not None:
            return page
        messages.warning(request, str(problem.text))
    except UserError as problem:
        if problem.code == CANNOT_BE:
            return review_page(request, shown_game(game_id), read)
        read.errors[_FIELDS.get(problem.field or "", "form")] = str(problem.text)
        return form_page(request, shown_game(game_id), read)
    else:
        messages.success(request, _sent(game_id, fate_of(sent), read))
    return redirect("adjudication:game", game_id)


def _submitted(game_id: int, player_id: int, read: FilledReport, cleaned: dict[str, Any]) -> int:
    """Send a report as its last form has it; return the submission's id. Raises UserError.

    A page that was sent before and has since lost its marks sends the ones it was sent with, since
    it may be a repetition.
    """

    def submit() -> int:
        return submit_result(
            game_id=game_id,
            player_id=player_id,
            claim=claim_of(read.result),
            record_bytes=read.data,
            filename=read.filename,
            dead_stones=read.dead_stones,
            seki_stones=read.seki_stones,
            idempotency_key=read.key,
            expects=cleaned["expects"],
            version=-1 if cleaned.get("version") is None else cleaned["version"],
            seats=cleaned["seats"] or None,
            sure=cleaned["sure"] == read.result_text,
        )

    try:
        return submit()
    except Conflict as problem:
        lost = read.dead_stones is None and read.replay is not None
        if problem.code != "idempotency_conflict" or not lost:
            raise
        if not _with_marks_sent(read, game_id, player_id):
            raise
        return submit()


def _looked_at_again(
    request: HttpRequest, game_id: int, read: FilledReport, problem: Conflict
) -> HttpResponse | None:
    """Return a page to look at again if something else came first; None if that does not help."""
    if problem.code in ("report_changed", "dead_stones_differ"):
        # Locking a game, or making a result final, unawares cannot be undone.
        changed = problem.code == "report_changed"
        return review_page(request, shown_game(game_id), read, changed=changed)
    if problem.code == "seats_changed":
        # The answers were for other colours or another opponent.
        return who_page(request, shown_game(game_id), FilledReport(), changed=True)
    if problem.code == "idempotency_conflict":
        page = shown_game(game_id)
        if page.game.state in PAST_REPORTING or page.staff_only or page.closed:
            return None
        # The player went back and changed what they had sent: they look at it and send it anew.
        read.key = uuid4().hex
        text = _("You have sent another report from this page already: look at this one again.")
        return review_page(request, page, read, meanwhile=text)
    return None


def _with_marks_sent(read: FilledReport, game_id: int, player_id: int) -> bool:
    """Mark the dead stones that this page was sent with and has lost; return whether any were.

    A browser that goes back may show a page as it was before anything was marked.
    """
    assert read.record is not None
    marks = stones_sent_with(game_id, player_id, read.key, read.data)
    if marks is None:
        return False
    read.dead = " ".join(marks.dead or ()) or none_dead_text()
    read.seki = " ".join(marks.seki or ())
    read_marks(read, read.record.size)
    return True


def _no_file(_read: FilledReport, _files: Sequence[tuple[str, bytes]]) -> Choice:
    raise AssertionError("a form with files is not the last step")


def _sent(game_id: int, fate: Fate, read: FilledReport) -> str:
    """Return what became of a report that may have been sent long ago.

    The game is read again only if the sentence depends on it, which for nearly all reports it does
    not.
    """
    if fate.waits:
        if _goes_to_referee(game_id, read):
            return _(
                "Sent. The record shows an illegal move, so a referee decides about the result."
            )
        return _("Sent. Your opponent can confirm it now.")
    if fate.final:
        return _("Sent. You both report the same: the result is final.")
    if fate.disputed:
        return _("Sent. %(locked)s") % {"locked": locked_sentence(shown_game(game_id))}
    return _("Your report had arrived. The result was decided after that: it is on this page.")


def _goes_to_referee(game_id: int, read: FilledReport) -> bool:
    """Whether the record that was sent brings its game before a referee."""
    if read.replay is None or read.replay.is_faultless:
        return False
    page = shown_game(game_id)
    return calls_referee(read, page.game, page.terms)
