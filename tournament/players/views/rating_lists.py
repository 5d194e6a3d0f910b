"""Rating lists: finding a player in them, and loading a new list."""

import logging
from itertools import islice

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.audit.services.current_actor import current_actor
from tournament.common.body_sizes import accepts_body_up_to
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.formats.limits import MAX_BYTES
from tournament.models import ListSource, Player
from tournament.players.forms import EnteredForm, ListedForm, ListForm
from tournament.players.selectors.players import players_grid
from tournament.players.selectors.rating_lists import (
    RatedPlayer,
    list_cards,
    listed_player,
    rank_of,
    rating_origin,
    search_players,
)
from tournament.players.services.rating_lists import ImportOutcome, import_rating_list
from tournament.players.views.players import enter, next_follows, part_asked
from tournament.spoken import join_clauses, translated
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director, require_list_keeper
from tournament.staff.visitors import frame, personal

HITS = "hits"
_REGISTERS = {
    ListSource.EGF: "egf_pin",
    ListSource.FFG: "ffg_licence",
    ListSource.AGA: "aga_id",
}


def entry_of(found: RatedPlayer) -> Player:
    """Return a player of a rating list as an entry."""
    entry = Player(
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
    setattr(entry, register, found.number)
    return entry


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def found(request: HttpRequest, slug: str) -> HttpResponse:
    """Search the rating lists, and enter the player whose button the director presses."""
    terms = require_director(request, slug)
    form = ListedForm(posted(request) or request.GET)
    valid = form.is_valid()
    text, from_round = form.cleaned_data.get("name", ""), form.cleaned_data.get("from_round")
    context = {**frame(request), "terms": terms, "text": text, "form": form}
    if request.method == "POST" and valid:
        try:
            entry, anyway = _entry(form.cleaned_data["listed"]), form.cleaned_data["anyway"]
            enter(request, terms, entry, from_round or 1, knowingly=anyway)
        except UserError as error:
            form.refuse(error)
        else:
            return next_follows(slug, EnteredForm.LISTED)
    status = form.status if request.method == "POST" else 200
    context["hits"] = search_players(text)
    context["from_round"] = from_round or 1
    if part_asked(request, HITS):
        return render(request, "players/hits.html", context, status=status)
    grid = players_grid(terms.id)
    context["grid"] = grid
    context["from_round"] = from_round or grid.next_round
    context["lists"] = list_cards()
    return render(request, "players/found.html", context, status=status)


def _entry(listed_id: int | None) -> Player:
    """Return the entry of the player whose button was pressed. Raises UserError."""
    player = listed_player(listed_id or 0)
    if player is None:
        raise UserError(
            "not_listed",
            field="listed",
            text=_("This player is no longer in the list. Search again."),
        )
    return entry_of(player)


logger = logging.getLogger(__name__)
FORM_BYTES = 64 * 1024
"""The size of the form without the file."""
BAD_SHOWN = 5


@accepts_body_up_to(MAX_BYTES + FORM_BYTES, admits=require_list_keeper)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def rating_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the imported lists, and import a new one.

    The lists belong to the whole installation, so not every owner may.
    """
    terms = require_list_keeper(request, slug)
    form = ListForm(posted(request), request.FILES or None)
    if form.is_valid():
        try:
            done = import_rating_list(data=form.cleaned_data["file"].read())
        except UserError as error:
            form.refuse(error)
        else:
            who = current_actor()
            logger.info(
                "Rating list replaced: %s, %d entries, through tournament %s, by %s %s",
                done.source,
                done.entries,
                terms.slug,
                who.role,
                who.name or who.link_id or "",
            )
            _report_import(request, done)
            return redirect("tournament:rating_lists", terms.slug)
    context = {"terms": terms, "lists": list_cards(), "form": form}
    return render(
        request, "players/rating_lists.html", {**frame(request), **context}, status=form.status
    )


def _report_import(request: HttpRequest, done: ImportOutcome) -> None:
    text = ngettext(
        "%(source)s: the list with %(count)d player is here.",
        "%(source)s: the list with %(count)d players is here.",
        done.entries,
    )
    messages.success(request, text % {"source": done.source.upper(), "count": done.entries})
    if done.bad_count:
        text = ngettext(
            "%(count)d line could not be read as a player and is left out:",
            "%(count)d lines could not be read as players and are left out:",
            done.bad_count,
        )
        shown = join_clauses(
            _("line %(line)d: %(why)s") % {"line": line.line, "why": translated(line.why)}
            for line in islice(done.bad_lines, BAD_SHOWN)
        )
        messages.warning(request, f"{text % {'count': done.bad_count}} {shown}")
