"""The page where a player proposes a date for their game and answers the opponent's."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.audit.services.current_actor import set_current_actor
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.games import words
from tournament.models import Reschedule, Role
from tournament.scheduling.forms import DateAnswerForm, DateProposalForm
from tournament.scheduling.selectors import GameDates, game_dates
from tournament.scheduling.services.rescheduling import (
    agree_date,
    counter_date,
    propose_date,
    refuse_date,
    withdraw_date,
)
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.visitors import (
    actor_of,
    cached_for_back_button,
    frame,
    is_player_of,
    require,
    visitor_of,
)

ANSWERS: dict[str, Callable[..., None]] = {
    "agree": agree_date,
    "refuse": refuse_date,
    "withdraw": withdraw_date,
}


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def game_date(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a player when a game must be played by; let them propose a date, answer or withdraw."""
    dates, player_id = _dates_of_player(request, game_id)
    answer = DateAnswerForm(posted(request))
    if answer.is_valid():
        return _answer(request, dates, player_id, answer)
    form = DateProposalForm(posted(request), instance=Reschedule())
    if form.is_valid():
        try:
            _propose(dates, player_id, form)
        except UserError as error:
            form.refuse(error)
            dates = game_dates(game_id) or dates
        else:
            text = _("Sent. %(name)s is asked to agree.")
            messages.success(request, text % {"name": dates.opponent_of(player_id).name})
            return redirect("tournament:game_date", game_id)
    return _game_page(request, dates, player_id, form)


def _dates_of_player(request: HttpRequest, game_id: int) -> tuple[GameDates, int]:
    """Return a game with its dates, and which of its players is visiting."""
    dates = game_dates(game_id)
    if dates is None:
        raise Http404
    visitor = visitor_of(request)
    require(is_player_of(visitor, dates.game))
    assert visitor.player_id is not None
    set_current_actor(actor_of(visitor, dates.terms.id, {Role.PLAYER}))
    return dates, visitor.player_id


def _answer(
    request: HttpRequest, dates: GameDates, player_id: int, form: DateAnswerForm
) -> HttpResponse:
    done = {
        "agree": _("Agreed: your game has its date."),
        "refuse": _("Refused: everything stays as it was."),
        "withdraw": _("Your proposal is taken back."),
    }
    step, proposal = form.cleaned_data["step"], form.cleaned_data["proposal"]
    try:
        if proposal not in {known.id for known in dates.proposals}:
            raise UserError("no_proposal", text=_("Please look at the proposal again."))
        ANSWERS[step](reschedule_id=proposal, player_id=player_id)
    except UserError as error:
        messages.warning(request, str(error.text))
        return mark_refused(redirect("tournament:game_date", dates.game.id))
    messages.success(request, done[step])
    return redirect("tournament:game_date", dates.game.id)


def _propose(dates: GameDates, player_id: int, form: DateProposalForm) -> None:
    """Propose the typed date, as an answer to the proposal that the form showed, if any."""
    values = form.cleaned_data
    proposed = {"player_id": player_id, "plays_at": values["date"], "note": values["note"]}
    if values["proposal"] in {known.id for known in dates.proposals}:
        counter_date(reschedule_id=values["proposal"], **proposed)
    else:
        propose_date(game_id=dates.game.id, **proposed)


def _game_page(
    request: HttpRequest, dates: GameDates, player_id: int, form: DateProposalForm
) -> HttpResponse:
    waiting = dates.waiting
    context: dict[str, Any] = {
        "terms": dates.terms,
        "dates": dates,
        "game": dates.game,
        "form": form,
        "opponent": dates.opponent_of(player_id),
        "colour": words.colour(dates.game.colour_of(player_id)),
        "waiting": waiting,
        "mine": waiting is not None and waiting.proposer_id == player_id,
        "settled": [(known, known.proposer_id == player_id) for known in dates.settled],
        "zone": timezone.get_current_timezone_name(),
    }
    return render(
        request, "scheduling/game_date.html", {**frame(request), **context}, status=form.status
    )
