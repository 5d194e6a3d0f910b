"""The page on which a player withdraws what they raised about their game."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import Ground, own_part
from adjudication.cases.views.words import ground_words
from adjudication.inquiries.forms import TakeBackForm
from adjudication.inquiries.services import raising
from adjudication.inquiries.views.case_pages import Room, case_of_game
from adjudication.submissions.views.games import played_game
from adjudication.triage.selectors import (
    InquiryView,
    WithdrawalRefusal,
    inquiries_of,
    why_not_withdrawable,
)
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.visitors import cached_for_back_button, frame


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def take_back(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask whether to withdraw what a player raised, and do so.

    The game is then as before, or the case goes on with what the opponent raised.
    """
    _page, player_id = played_game(request, game_id)
    room = case_of_game(request, game_id)
    form = TakeBackForm(posted(request))
    part = _part(room)
    if not form.is_valid():
        return _ask(request, room)
    try:
        raising.withdraw_matter(
            game_id=game_id, case_id=form.cleaned_data["case"], player_id=player_id
        )
    except UserError as problem:
        messages.warning(request, str(problem.text))
        return mark_refused(redirect("adjudication:player_case", game_id))
    if part:
        messages.success(request, _("Taken back. The case goes on with what your opponent raised."))
        return redirect("adjudication:player_case", game_id)
    messages.success(request, _("Taken back. The game is as it was before."))
    return redirect("adjudication:game", game_id)


def _part(room: Room) -> tuple[Ground, ...]:
    """Return what the visitor raised in a case that their opponent raised, too."""
    number = room.line.number_of(room.player_id)
    return () if number is None else own_part(room.line.grounds, number)


def _ask(request: HttpRequest, room: Room) -> HttpResponse:
    stays = _stays(room, inquiries_of(room.key))
    if stays is not None:
        messages.warning(request, str(raising.STAYS[stays]))
        return mark_refused(redirect("adjudication:player_case", room.key))
    part = _part(room)
    context = {
        "room": room,
        "terms": room.terms,
        "game": room.game,
        "raised": [
            (ground_words(ground, room.line), ground.note) for ground in part or room.line.grounds
        ],
        "goes_on": bool(part),
    }
    return render(request, "inquiries/take_back.html", {**frame(request), **context})


def may_take_back(room: Room, asked: Iterable[InquiryView]) -> bool:
    """Whether the visitor may withdraw what they raised in a game's case.

    ``asked`` is everything the players of the game were ever asked.
    """
    return _stays(room, asked) is None


def _stays(room: Room, asked: Iterable[InquiryView]) -> WithdrawalRefusal | None:
    """Return why the case of one's game cannot be withdrawn, or None."""
    if room.closed or room.game is None or room.player_id is None:
        return WithdrawalRefusal.OVER
    game, player_id = room.game, room.player_id
    return why_not_withdrawable(
        room.line,
        asked,
        number=game.number_of(player_id),
        colour=game.colour_of(player_id),
    )
