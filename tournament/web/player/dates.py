"""When a player's game is played: he proposes a date, or answers the one of his opponent."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.models import Role
from tournament.selectors.game_dates import GameDates, game_dates
from tournament.services.acting import act_as
from tournament.services.rescheduling import (
    agree_date,
    counter_date,
    propose_date,
    refuse_date,
    withdraw_date,
)
from tournament.web import words
from tournament.web.access import (
    actor_of,
    frame,
    kept_for_back,
    plays,
    require,
    visitor_of,
)
from tournament.web.corrections.typed import Typed, number
from tournament.web.moments import read_moment, typed_parts, zone_name
from tournament.web.once import once, refused

NAMES = ("date_day", "date_time", "note")
ANSWERS: dict[str, Callable[..., None]] = {
    "agree": agree_date,
    "refuse": refuse_date,
    "withdraw": withdraw_date,
}


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def game_date(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show until when a game is played and what is proposed; propose, answer, take back."""
    dates, player_id = _door(request, game_id)
    if request.method != "POST":
        return _page(request, dates, player_id, Typed(dict.fromkeys(NAMES, "")))
    step = request.POST.get("step", "")
    if step in ANSWERS:
        return _answer(request, game_id, player_id, step)
    typed = Typed.read(request.POST, NAMES)
    try:
        _send(request, dates, player_id, typed)
    except UserError as error:
        typed.refuse(error, {"date": "date_day"}, "form")
        return _page(request, game_dates(game_id) or dates, player_id, typed, status=400)
    return redirect("tournament:game_date", game_id)


def _door(request: HttpRequest, game_id: int) -> tuple[GameDates, int]:
    """Return a game with its dates to its players, and which of them is visiting."""
    dates = game_dates(game_id)
    if dates is None:
        raise Http404
    visitor = visitor_of(request)
    require(plays(visitor, dates.game))
    assert visitor.player_id is not None
    act_as(actor_of(visitor, dates.terms.id, {Role.PLAYER}))
    return dates, visitor.player_id


def _answer(request: HttpRequest, game_id: int, player_id: int, step: str) -> HttpResponse:
    done = {
        "agree": _("Agreed: your game has its date."),
        "refuse": _("Refused: everything stays as it was."),
        "withdraw": _("Your proposal is taken back."),
    }
    key = number(request.POST.get("proposal", "")) or 0
    dates = game_dates(game_id)
    known = dates is not None and key in {one.id for one in dates.proposals}
    try:
        if not known:
            raise UserError("no_proposal", text=_("Please look at the proposal again."))
        ANSWERS[step](reschedule_id=key, player_id=player_id)
    except UserError as error:
        messages.warning(request, str(error.text))
        return refused(redirect("tournament:game_date", game_id))
    messages.success(request, done[step])
    return redirect("tournament:game_date", game_id)


def _send(request: HttpRequest, dates: GameDates, player_id: int, typed: Typed) -> None:
    """Propose what was typed: as an answer to the proposal that the form showed, or anew."""
    moment = read_moment(typed.values, "date", usual=None)
    if moment is None:
        raise UserError("missing", field="date", text=_("Choose a day and a time."))
    asked = number(request.POST.get("proposal", ""))
    note = typed.values["note"]
    if asked is not None and asked in {one.id for one in dates.proposals}:
        counter_date(reschedule_id=asked, player_id=player_id, plays_at=moment, note=note)
    else:
        propose_date(game_id=dates.game.id, player_id=player_id, plays_at=moment, note=note)
    messages.success(
        request,
        _("Sent. %(name)s is asked to agree.") % {"name": dates.opponent_of(player_id).name},
    )


def _page(
    request: HttpRequest, dates: GameDates, player_id: int, typed: Typed, *, status: int = 200
) -> HttpResponse:
    waiting = dates.waiting
    mine = waiting is not None and waiting.proposer_id == player_id
    colour = dates.game.colour_of(player_id)
    context: dict[str, Any] = {
        "terms": dates.terms,
        "dates": dates,
        "game": dates.game,
        "typed": typed,
        "opponent": dates.opponent_of(player_id),
        "colour": words.colour(colour),
        "waiting": waiting,
        "mine": mine,
        "settled": [(one, one.proposer_id == player_id) for one in dates.settled],
        "zone": zone_name(),
        "last_day": typed_parts(dates.latest)[0],
    }
    return render(request, "player/game_date.html", {**frame(request), **context}, status=status)
