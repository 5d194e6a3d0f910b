"""The page on which a player withdraws what they raised about their game."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.views.words import ground_words
from adjudication.inquiries.forms import TakeBackForm
from adjudication.inquiries.services import raising
from adjudication.inquiries.views.case_pages import Room, at_game
from adjudication.submissions.views.games import played_game
from adjudication.triage.selectors import InquiryView, Stays, inquiries_of, why_it_stays
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.visitors import cached_for_back_button, frame


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def take_back(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask whether to withdraw what a player raised, and do so: the game is then as before."""
    _page, player_id = played_game(request, game_id)
    room = at_game(request, game_id)
    form = TakeBackForm(posted(request))
    if not form.is_valid():
        return _ask(request, room)
    try:
        raising.take_back(game_id=game_id, case_id=form.cleaned_data["case"], player_id=player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
        return mark_refused(redirect("adjudication:player_case", game_id))
    messages.success(request, _("Taken back. The game is as it was before."))
    return redirect("adjudication:game", game_id)


def _ask(request: HttpRequest, room: Room) -> HttpResponse:
    stays = _stays(room, inquiries_of(room.key))
    if stays is not None:
        messages.warning(request, str(raising.STAYS[stays]))
        return mark_refused(redirect("adjudication:player_case", room.key))
    raised = [(ground_words(ground, room.line), ground.note) for ground in room.line.grounds]
    context = {"room": room, "terms": room.terms, "game": room.game, "raised": raised}
    return render(request, "inquiries/take_back.html", {**frame(request), **context})


def may_take_back(room: Room, asked: Iterable[InquiryView]) -> bool:
    """Whether the visitor alone raised a game's case and may withdraw it.

    ``asked`` is everything the players of the game were ever asked.
    """
    mine = room.player_id is not None and room.game is not None and not room.closed
    raised = mine and room.line.raised_by == room.line.number_of(room.player_id)
    return raised and _stays(room, asked) is None


def _stays(room: Room, asked: Iterable[InquiryView]) -> Stays | None:
    """Return why the case of one's game cannot be withdrawn, or None."""
    if room.closed or room.game is None or room.player_id is None:
        return Stays.OVER
    game, player_id = room.game, room.player_id
    return why_it_stays(
        room.line,
        asked,
        number=game.number_of(player_id),
        colour=game.colour_of(player_id),
    )
