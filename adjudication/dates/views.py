"""The dates of rounds and of single games, as the staff sets them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from adjudication.dates.forms import (
    DatesButtonForm,
    GameDatesForm,
    RhythmForm,
    RoundDatesForm,
)
from adjudication.dates.services import set_dates, set_game_date
from tournament.common.forms import posted
from tournament.common.locks import locked_while_saving
from tournament.errors import UserError
from tournament.scheduling.selectors import Schedule, game_dates, schedule_of
from tournament.scheduling.sentences import refusal_text
from tournament.scheduling.services.planned_dates import resume_schedule
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director
from tournament.staff.visitors import cached_for_back_button, frame
from tournament.tournaments.selectors.public import TournamentTerms


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def round_dates(request: HttpRequest, slug: str) -> HttpResponse:
    """Show when the rounds open, are played and close; fill the form, save it."""
    terms = require_director(request, slug)
    pressed = DatesButtonForm(posted(request))
    step = pressed.cleaned_data["step"] if pressed.is_valid() else ""
    if step == "resume":
        if resume_schedule(tournament_id=terms.id):
            messages.success(request, _("Rounds open and close at their dates again."))
        return redirect("tournament:round_dates", slug)
    if step == "fill":
        schedule, rhythm = schedule_of(terms.id), RhythmForm(posted(request))
        form = RoundDatesForm(rhythm.filled(schedule), schedule=schedule)
        return _page(request, terms, schedule, form, rhythm, status=rhythm.status)
    with locked_while_saving(request, terms.id):
        schedule = schedule_of(terms.id)
        form = RoundDatesForm(posted(request), schedule=schedule)
        if form.is_valid():
            try:
                changed = set_dates(tournament_id=terms.id, wanted=form.wanted)
            except UserError as error:
                form.refuse(error)
            else:
                if changed:
                    text = ngettext(
                        "Saved: %(count)d round has other dates.",
                        "Saved: %(count)d rounds have other dates.",
                        changed,
                    )
                    messages.success(request, text % {"count": changed})
                return redirect("tournament:round_dates", slug)
    return _page(request, terms, schedule, form, RhythmForm(), status=form.status)


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    schedule: Schedule,
    form: RoundDatesForm,
    rhythm: RhythmForm,
    *,
    status: int,
) -> HttpResponse:
    rows: list[dict[str, Any]] = [
        {"round": row, "dates": dates, "refused": refusal_text(row.refused)}
        for row, dates in form.rows()
    ]
    past = [
        row
        for row in rows
        if row["round"].over and not any(date["field"].errors for date in row["dates"])
    ]
    context: dict[str, Any] = {
        "terms": terms,
        "schedule": schedule,
        "held": schedule.held_at is not None,
        "form": form,
        "rhythm": rhythm,
        "rows": [row for row in rows if row not in past],
        "past": past,
        "to_come": any(row.prepared for row in schedule.rounds),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "dates/round_dates.html", {**frame(request), **context}, status=status)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def set_date(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Set a game's deadline and when its players meet, and say why."""
    terms = require_director(request, slug)
    dates = game_dates(game_id)
    if dates is None or dates.terms.id != terms.id:
        raise Http404
    now = {"play_by": dates.own_play_by, "plays_at": dates.plays_at}
    form = GameDatesForm(posted(request), initial=now)
    if form.is_valid():
        try:
            set_game_date(game_id=game_id, note=form.cleaned_data["note"], **form.moments(now))
        except UserError as error:
            form.refuse(error)
            dates = game_dates(game_id) or dates
        else:
            messages.success(request, _("The game has its date; both players see it."))
            return redirect("tournament:draft", slug, dates.game.round_number)
    context = {
        "terms": terms,
        "dates": dates,
        "game": dates.game,
        "form": form,
        "zone": timezone.get_current_timezone_name(),
        "waiting": dates.waiting,
    }
    return render(
        request, "dates/set_game_date.html", {**frame(request), **context}, status=form.status
    )
