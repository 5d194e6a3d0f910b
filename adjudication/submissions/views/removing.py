"""The page on which a referee or the director removes a record of a game, giving a reason."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import live_case_of
from adjudication.submissions.forms import RemovalAskedForm, RemoveRecordForm
from adjudication.submissions.services.removing import SET_ASIDE, remove_record
from adjudication.submissions.views.games import shown_game
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import plain_sentence
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.staff.permissions import require_referee
from tournament.staff.visitors import frame, personal


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, game_id: int, submission_id: int) -> HttpResponse:
    """Ask why a record is removed, and remove it."""
    page = shown_game(game_id)
    require_referee(request, page.terms.slug)
    report = _removable(page, submission_id)
    asked = RemovalAskedForm(request.GET)
    asked.full_clean()
    form = RemoveRecordForm(
        posted(request),
        initial={"why": asked.cleaned_data["why"]},
        unwanted=report.removable_beside(page.game),
    )
    if form.is_valid():
        try:
            remove_record(game_id=game_id, submission_id=submission_id, **form.cleaned_data)
        except UserError as error:
            form.refuse(error)
        else:
            return _done(request, page, form.cleaned_data["why"])
    context = {
        "page": page,
        "game": page.game,
        "report": report,
        "sentence": plain_sentence(
            page.game, Result(report.winner, report.reason, report.margin_half)
        ),
        "form": form,
    }
    return render(
        request,
        "submissions/remove_record.html",
        {**frame(request), **context},
        status=form.status,
    )


def _done(request: HttpRequest, page: GamePage, why: str) -> HttpResponse:
    """Redirect to what is still to be decided: the case of the game, if it has one."""
    case = live_case_of(page.game.id)
    if why not in SET_ASIDE or case is None:
        messages.success(request, _("The record is removed. The history says why."))
        return redirect("adjudication:game", page.game.id)
    text = _("The record is set aside. What remains to be decided is decided in this case.")
    messages.success(request, text)
    return redirect("adjudication:case", page.terms.slug, case.number)


def _removable(page: GamePage, submission_id: int) -> SubmissionView:
    found = page.submission(submission_id)
    if found is None or page.closed or found.record is None or not found.is_evidence:
        raise Http404
    return found
