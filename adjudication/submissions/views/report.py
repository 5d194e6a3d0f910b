"""Reporting a result in three taps: who won, how, and yes to the sentence that is sent."""

from collections.abc import Sequence
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.submissions.forms import RecordForm, ReportForm, ReportInput
from adjudication.submissions.queries import Fate, fate_of, table_of
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.services.reports import submit_result
from adjudication.submissions.views.games import played_game, shown_game
from adjudication.submissions.views.marking import reread, take_counted, toggle
from adjudication.submissions.views.preview import chooser
from adjudication.submissions.views.proposing import do_step
from adjudication.submissions.views.report_form import Choice, Report, read_report
from adjudication.submissions.views.report_pages import (
    form_page,
    how_page,
    marking_context,
    result_of_report,
    review_page,
    said_result,
    seats_of,
    sending_context,
    who_page,
)
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.claims import claim_of
from tournament.common.body_sizes import answers_unread
from tournament.common.forms import posted
from tournament.errors import Conflict, UserError
from tournament.games.selectors import SETTLED
from tournament.models import GameState, Winner
from tournament.results.services.results import CANNOT_BE
from tournament.staff.access import frame, kept_for_back, personal, visitor_of

# The service's names of what it finds fault with, and the form's.
_FIELDS = {"claim": "winner", "margin": "margin", "record": "record", "dead_stones": "dead"}

PAST_REPORTING = (*SETTLED, GameState.DISPUTED)
"""The states in which players cannot report any more."""


@kept_for_back
def _unread(request: HttpRequest, problem: Exception, game_id: int) -> HttpResponse:
    """Answer a form that is too large to be read."""
    page, _player_id = played_game(request, game_id)
    if isinstance(problem, TooManyFilesSent):
        where, text = "record", _("At most 5 files can be sent at once. Go back and choose fewer.")
    else:
        where = "paste"
        text = _(
            "This is longer than a game record may be (512 kB). Go back: what you wrote is still "
            "there."
        )
    return form_page(request, page, Report(ReportInput(), {where: text}))


@answers_unread(_unread)
@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, game_id: int) -> HttpResponse:
    """Lead a player over the questions and the sentence to the report."""
    form = ReportForm(posted(request), request.FILES or None)
    sent = _send(request, game_id, form)
    if sent is not None:
        return sent
    page, player_id = played_game(request, game_id)
    drafts = Drafts(game_id, player_id)
    step = form.text("step") or "review"
    # Sending is for the service to judge: a form sent twice is no error there.
    if step != "send" and (page.game.state in PAST_REPORTING or page.staff_only or page.closed):
        text = _("The result of this game can no longer be reported.")
        if page.staff_only:
            text = _("The organisers enter the results: tell them who won.")
        if page.closed:
            text = _("The tournament is closed.")
        messages.warning(request, text)
        return redirect("adjudication:game", game_id)
    if request.method != "POST":
        theirs = RecordForm(request.GET).text("marks")
        if theirs:
            return _mark_theirs(request, page, theirs)
        return who_page(request, page, Report(ReportInput()))
    if form.text("seats") not in ("", seats_of(page)):
        return who_page(request, page, Report(ReportInput()), changed=True)
    if step == "edit":
        read = Report(form.values())
        _show_pasted(read, drafts)
        return form_page(request, page, read)
    choose = chooser(page.game, page.terms)
    read = read_report(form, size=page.terms.board_size, choose=choose, drafts=drafts)
    do_step(request, read, page.game, page.terms, step)
    if step == "who" and read.values.winner in (Winner.BLACK, Winner.WHITE):
        return how_page(request, page, Report(read.values))
    if not read.valid:
        return _mend(request, page, read, step)
    if step == "counted":
        take_counted(read, page.game, page.terms)
    return _review(request, page, read)


def _show_pasted(read: Report, drafts: Drafts) -> None:
    """Put a record that was pasted back into its field, to be changed there."""
    if read.values.carried and not read.values.filename:
        data = drafts.find(read.values.carried)
        try:
            read.values.paste = data.decode() if data else ""
        except UnicodeDecodeError:
            return
        read.values.carried = ""


def _review(request: HttpRequest, page: GamePage, read: Report) -> HttpResponse:
    read.values.key = uuid4().hex
    return review_page(request, page, read)


def _mend(request: HttpRequest, page: GamePage, read: Report, step: str) -> HttpResponse:
    """Show what is wrong on the page it was asked on, else in the form with everything."""
    wrong = set(read.errors)
    if step == "who" and "winner" in wrong:
        return who_page(request, page, Report(read.values, {"winner": read.errors["winner"]}))
    if step == "how" and wrong <= {"reason", "margin"}:
        return how_page(request, page, read)
    if wrong <= {"record", "paste"} or (wrong == {"dead"} and read.record is not None):
        return _review(request, page, read)
    return form_page(request, page, read)


def _mark_theirs(request: HttpRequest, page: GamePage, text: str) -> HttpResponse:
    """Start from the opponent's report and record, to mark its dead stones differently."""
    waiting = page.waiting
    if waiting is None or str(waiting.id) != text or waiting.record is None:
        raise Http404
    return _review(request, page, reread(page, waiting, marks=text))


@personal
@require_POST
def dead(request: HttpRequest, game_id: int) -> HttpResponse:
    """Answer the board and the count with one more group marked, or with what is proposed.

    Nothing is changed: the marks come with the form and go back into it.
    """
    page, player_id = played_game(request, game_id)
    form = ReportForm(request.POST, request.FILES)
    read = read_report(
        form,
        size=page.terms.board_size,
        choose=chooser(page.game, page.terms),
        drafts=Drafts(game_id, player_id),
    )
    point = form.text("point")
    if point:
        toggle(read, point)
    do_step(request, read, page.game, page.terms, form.text("step"))
    template, context = "submissions/marked.html", sending_context(request, page, read)
    if form.cleaned_data["adding"]:
        template, context = "submissions/dead_stones.html", marking_context(page, read)
        context["adding"] = True
    return render(request, template, {**frame(request), **context})


def _send(request: HttpRequest, game_id: int, form: ReportForm) -> HttpResponse | None:
    """Take the last step's form, if it is one; what is wrong with it is for the pages to show.

    Whether it can be sent, and whether it was sent before, is for the service to say.
    """
    if form.text("step") != "send" or form.files:
        return None
    table, player_id = table_of(game_id), visitor_of(request).player_id
    if table is None or player_id is None or player_id not in table.players:
        return None
    drafts = Drafts(game_id, player_id)
    read = read_report(form, size=table.board_size, choose=_no_file, drafts=drafts)
    if not read.valid or not read.values.key or read.fresh:
        return None
    values = read.values
    if values.marks:
        shown = shown_game(game_id)
        if sending_context(request, shown, read)["unchanged"]:
            return review_page(request, shown, read)
    try:
        sent = submit_result(
            game_id=game_id,
            player_id=player_id,
            claim=claim_of(result_of_report(read)),
            record_bytes=read.data,
            filename=values.filename,
            dead_stones=read.dead,
            idempotency_key=values.key,
            expects=form.text("expects"),
            version=-1 if form.cleaned_data["version"] is None else form.cleaned_data["version"],
            seats=form.text("seats") or None,
            sure=form.text("sure") == said_result(read),
        )
    except Conflict as problem:
        if problem.code in ("report_changed", "dead_stones_differ"):
            # Locking a game or making a result final unawares cannot be undone.
            changed = problem.code == "report_changed"
            return review_page(request, shown_game(game_id), read, changed=changed)
        if problem.code == "seats_changed":
            # The answers were about other colours or another opponent.
            now = shown_game(game_id)
            return who_page(request, now, Report(ReportInput()), changed=True)
        messages.warning(request, str(problem.text))
    except UserError as problem:
        if problem.code == CANNOT_BE:
            return review_page(request, shown_game(game_id), read)
        read.errors[_FIELDS.get(problem.field or "", "form")] = str(problem.text)
        return form_page(request, shown_game(game_id), read)
    else:
        messages.success(request, _sent(fate_of(sent)))
    return redirect("adjudication:game", game_id)


def _no_file(_read: Report, _files: Sequence[tuple[str, bytes]]) -> Choice:
    raise AssertionError("a form with files is not the last step")


def _sent(fate: Fate) -> str:
    """Return what became of a report; it may have been sent before, and much happened since."""
    if fate.waits:
        return _("Sent. Your opponent can confirm it now.")
    if fate.final:
        return _("Sent. You both report the same: the result is final.")
    if fate.disputed:
        return _("Sent. The game is locked. Please go and see the referee together.")
    return _("Your report had arrived. The result was decided after that: it is on this page.")
