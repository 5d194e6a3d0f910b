"""The director's list of players: finding, entering and mending them, and who plays when."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import UserError
from tournament.models import Player
from tournament.selectors.drafts import next_round_number
from tournament.selectors.late_entry import score_before, sits_out
from tournament.selectors.participation import players_grid
from tournament.selectors.players import PlayerEntry, player_entry, stamp_of
from tournament.selectors.public import TournamentTerms
from tournament.services.entering import Newcomer, enter_players, rounds_before
from tournament.services.players import Entry, change_player, set_participation, withdraw_player
from tournament.services.removing import confirm_preliminary, remove_player
from tournament.web.access import frame, personal
from tournament.web.form_values import first_round, key, keys, whole_number
from tournament.web.guards import directed
from tournament.web.once import once
from tournament.web.registration.entry_form import EntryForm
from tournament.web.words import half_points

SEARCHED = "players-list"
"""The part of the page that a search or a press on a round asks for anew."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with the rounds they play, and enter another."""
    terms = directed(request, slug)
    form = EntryForm()
    if request.method == "POST":
        form = EntryForm.read(request.POST)
        try:
            from_round = first_round(request.POST.get("from_round", "")) or 1
            form.values["from_round"] = from_round
            enter(request, terms, Entry(**form.entry()), from_round)
        except UserError as error:
            form.refuse(error)
        else:
            return redirect("tournament:players", slug)
    return players_page(request, terms, form)


def enter(request: HttpRequest, terms: TournamentTerms, entry: Entry, from_round: int) -> Player:
    """Enter one player and say so, with the score a late one starts with.

    Raises UserError, KnownAlready where the press was not ``anyway``.
    """
    newcomer = Newcomer(entry, rounds_before(from_round))
    (added,) = enter_players(
        tournament_id=terms.id,
        newcomers=[newcomer],
        knowingly={0} if "anyway" in request.POST else (),
    )
    if sits_out(added.tournament):
        text = _(
            "%(player)s is entered, but the groups or the bracket are settled: only by hand can "
            "you give %(player)s a board."
        )
        messages.warning(request, text % {"player": added.name})
        return added
    text = _("%(player)s is entered.") % {"player": added.name}
    if from_round > 1:
        score = score_before(terms.id, added.number, from_round)
        text = _("%(player)s is entered from round %(number)d on, with a score of %(score)s.") % {
            "player": added.name,
            "number": from_round,
            "score": half_points(score),
        }
    messages.success(request, text)
    return added


def players_page(request: HttpRequest, terms: TournamentTerms, form: EntryForm) -> HttpResponse:
    """Return the page, with a form in it as it was sent, or the part of it that was asked for."""
    told = request.POST if request.method == "POST" else request.GET
    text = told.get("q", "")[:80]
    grid = players_grid(terms.id, text=text, page=whole_number(told.get("page", "")) or 1)
    form.values.setdefault("from_round", grid.next_round)
    context = {"terms": terms, "grid": grid, "q": text, "form": form, **frame(request)}
    if part_asked(request, SEARCHED):
        return render(request, "registration/players_list.html", {**context, "part": True})
    return render(request, "registration/players.html", context, status=400 if form.errors else 200)


def part_asked(request: HttpRequest, part: str) -> bool:
    """Whether htmx asks for one part of a page only."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx) and part in (request.headers.get("HX-Target") or "")


@personal
@require_POST
def participation(request: HttpRequest, slug: str) -> HttpResponse:
    """Say of one player whether he plays in one round.

    The button says what shall be and not that it shall change, so that two directors who press it
    do not undo each other.
    """
    terms = directed(request, slug)
    numbers = keys(request.POST.get("part", "").split("-"))
    if len(numbers) == 3 and player_entry(terms.id, numbers[0]) is not None:
        player_id, number, plays = numbers
        try:
            set_participation(player_id=player_id, round_number=number, plays=bool(plays))
        except UserError as error:
            messages.error(request, str(error.text))
    if part_asked(request, SEARCHED):
        return players_page(request, terms, EntryForm())
    return _back(request, slug)


def _entry(terms: TournamentTerms, player_id: int) -> PlayerEntry:
    entry = player_entry(terms.id, player_id)
    if entry is None:
        raise Http404
    return entry


def _back(request: HttpRequest, slug: str) -> HttpResponse:
    kept = {name: request.POST[name] for name in ("q", "page") if request.POST.get(name)}
    address = reverse("tournament:players", args=[slug])
    return redirect(f"{address}?{urlencode(kept)}" if kept else address)


@personal
@require_POST
def make_final(request: HttpRequest, slug: str) -> HttpResponse:
    """Make one preliminary registration final, or all of them."""
    terms = directed(request, slug)
    try:
        if "player" in request.POST:
            entry = _entry(terms, key(request.POST["player"]))
            change_player(player_id=entry.id, registration="final")
            messages.success(request, _("%(player)s is registered.") % {"player": entry.name})
        else:
            count = confirm_preliminary(tournament_id=terms.id)
            text = ngettext(
                "%(count)d registration is final now.",
                "%(count)d registrations are final now.",
                count,
            )
            messages.success(request, text % {"count": count})
    except UserError as error:
        messages.error(request, str(error.text))
    return _back(request, slug)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Mend what is entered of a player."""
    terms = directed(request, slug)
    entry = _entry(terms, player_id)
    form = now = EntryForm.of(entry)
    if request.method == "POST":
        form = EntryForm.read(request.POST)
        try:
            if form.merge(request.POST, now):
                change_player(player_id=entry.id, seen=stamp_of(entry), **form.changes(entry))
                messages.success(request, _("The entry is changed."))
                return redirect("tournament:players", slug)
        except UserError as error:
            form.refuse(error)
    context = {"terms": terms, "entry": entry, "form": form}
    return render(
        request,
        "registration/player.html",
        {**frame(request), **context},
        status=form.status,
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then take a player out of the rounds from the next on."""
    terms = directed(request, slug)
    entry = _entry(terms, player_id)
    number = next_round_number(terms.id)
    if request.method == "POST":
        try:
            withdraw_player(player_id=entry.id, from_round=number)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, _("%(player)s has left.") % {"player": entry.name})
        return redirect("tournament:players", slug)
    context = {"terms": terms, "entry": entry, "number": number}
    return render(request, "registration/player_withdraw.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then remove the entry of a player who was never paired."""
    terms = directed(request, slug)
    entry = _entry(terms, player_id)
    if request.method == "POST":
        try:
            remove_player(player_id=entry.id)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, _("%(player)s is removed.") % {"player": entry.name})
        return redirect("tournament:players", slug)
    context = {"terms": terms, "entry": entry}
    return render(request, "registration/player_remove.html", {**frame(request), **context})
