"""Asking whether a group is alive: the confirmations of a case, and the form for another one."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import with_evidence
from adjudication.life_and_death.boards import Standing, named, standings
from adjudication.life_and_death.forms import ConfirmationForm
from adjudication.life_and_death.selectors import confirmations_of
from adjudication.life_and_death.services.asking import ask_confirmation
from adjudication.life_and_death.views.lines import life_line
from adjudication.life_and_death.views.permissions import acting_at_desk, life_desk, may_ask
from adjudication.referee.views.case import heading_of
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.staff.visitors import frame, personal


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def life(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what was asked in a case and the form to ask; POST asks."""
    entered = acting_at_desk if request.method == "POST" else life_desk
    desk = entered(request, slug, number)
    desk = replace(desk, page=with_evidence(desk.page))
    boards = standings(desk.page)
    form = ConfirmationForm(posted(request), initial=request.GET.dict(), boards=boards)
    shown = form.shown
    if form.is_valid():
        values = form.cleaned_data
        try:
            asked = ask_confirmation(
                case_id=desk.page.line.id,
                submission_id=values["submission"],
                move=values["move"],
                points=values["points"],
                agreed_dead=values["agreed_dead"],
                assume=values["assume"],
                budget=values["budget"],
                idempotency_key=values["key"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            return redirect("adjudication:confirmation", slug, number, asked.number)
    lines = confirmations_of(desk.page.line.id)
    context = {
        **heading_of(desk),
        "lines": tuple(map(life_line, lines)),
        "live": next((view for view in lines if view.live), None),
        "form": form,
        "may_ask": may_ask(desk),
        "from_post": request.method == "POST",
    }
    if shown is not None:
        context |= {
            **form.board(shown),
            "shown": shown,
            "boards": tuple((board.report.id, _who(board)) for board in boards),
            "marked": tuple(
                (mark.who, named(mark.points, shown.position, shown.size) if mark.points else "")
                for mark in shown.marked
            ),
            "move": form.text("move") or str(shown.move),
            "last": len(shown.replay),
        }
    return render(
        request, "life_and_death/life.html", {**frame(request), **context}, status=form.status
    )


def _who(board: Standing) -> str:
    return _("the staff") if board.report.imported else board.report.player_name
