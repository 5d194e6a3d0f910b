"""Players found in the rating lists, and entered with one press."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.models import ListSource
from tournament.selectors.participation import players_grid
from tournament.selectors.rating_lists import (
    Found,
    list_cards,
    listed_player,
    rank_of,
    rating_origin,
    search_players,
)
from tournament.services.players import Entry
from tournament.web.access import frame, personal
from tournament.web.form_values import first_round, key, whole_number
from tournament.web.guards import directed
from tournament.web.once import once
from tournament.web.registration.entry_form import EntryForm
from tournament.web.registration.players import enter, part_asked

HITS = "hits"
_REGISTERS = {
    ListSource.EGF: "egf_pin",
    ListSource.FFG: "ffg_licence",
    ListSource.AGA: "aga_id",
}


def entry_of(found: Found) -> Entry:
    """Return what a rating list knows of a player as an entry."""
    entry = Entry(
        surname=found.surname,
        first_name=found.first_name,
        club=found.club,
        country=found.country,
        rank=rank_of(found),
        rating=found.rating,
        ffg_licence_status=found.licence_status if found.source == ListSource.FFG else "",
        rating_origin=rating_origin(found),
    )
    register = _REGISTERS[ListSource(found.source)]
    return replace(entry, **{register: found.number})  # type: ignore[arg-type]


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def found(request: HttpRequest, slug: str) -> HttpResponse:
    """Search the rating lists, and enter whom the director presses."""
    terms = directed(request, slug)
    told = request.POST if request.method == "POST" else request.GET
    text = told.get("name", "")[:80]
    from_round = whole_number(told.get("from_round", ""))
    context = {**frame(request), "terms": terms, "text": text, "form": EntryForm()}
    status = 200
    if request.method == "POST":
        try:
            first = first_round(request.POST.get("from_round", "")) or 1
            enter(request, terms, _entry(request.POST.get("listed", "")), first)
        except UserError as error:
            context["form"].refuse(error)
            context["listed"] = request.POST.get("listed", "")
            status = 400
        else:
            return redirect("tournament:players", slug)
    context["hits"] = search_players(text)
    context["from_round"] = from_round or 1
    if part_asked(request, HITS):
        return render(request, "registration/hits.html", context, status=status)
    grid = players_grid(terms.id)
    context["grid"] = grid
    context["from_round"] = from_round or grid.next_round
    context["lists"] = list_cards()
    return render(request, "registration/found.html", context, status=status)


def _entry(text: str) -> Entry:
    """Return the entry of the player whose button was pressed. Raises UserError."""
    player = listed_player(key(text))
    if player is None:
        raise UserError(
            "not_listed",
            field="listed",
            text=_("This player is not in the list any more: search again."),
        )
    return entry_of(player)
