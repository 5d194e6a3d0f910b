"""The director's list of players: finding, entering and correcting them, and who plays when."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.common.forms import posted
from tournament.common.tables import Column, Table, remember_columns, table_query
from tournament.errors import UserError
from tournament.games.words import half_points
from tournament.models import Player
from tournament.players.forms import (
    EnteredForm,
    FinalForm,
    MendPlayerForm,
    NewPlayerForm,
    ParticipationForm,
    PlayersForm,
    WithdrawForm,
)
from tournament.players.selectors.players import (
    COLUMNS,
    STRONGEST_FIRST,
    Grid,
    newcomers_sit_out,
    participation_key,
    player_entry,
    players_grid,
    score_before,
)
from tournament.players.services.players import (
    Newcomer,
    change_player,
    change_unless_duplicate,
    confirm_preliminary,
    enter_players,
    refuse_removal,
    remove_player,
    rounds_before,
    set_participation,
    withdraw_player,
)
from tournament.rounds.selectors.drafts import (
    gains_of_withdrawal,
    left_out_of_draft,
    next_round_number,
    place_in_draft,
)
from tournament.rounds.selectors.running import open_games_of
from tournament.settings.histogram import histogram_of
from tournament.spoken import shorten_list
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms
from tournament.tournaments.selectors.settings import absence_halves, absences_rounded

SEARCHED = "players-list"
"""The part of the page that a search or a press on a round reloads."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with the rounds they play, and enter another."""
    terms = require_director(request, slug)
    form = NewPlayerForm(posted(request), register=terms.register)
    if form.is_valid():
        try:
            first = form.cleaned_data["from_round"] or 1
            anyway = form.cleaned_data["anyway"]
            enter(request, terms, form.instance, first, knowingly=anyway)
        except UserError as error:
            form.refuse(error)
        else:
            return next_follows(slug, EnteredForm.BY_HAND)
    return players_page(request, terms, form)


def next_follows(slug: str, how: str) -> HttpResponse:
    """Redirect to the list, ready to enter the next player in the same way."""
    return redirect(f"{reverse('tournament:players', args=[slug])}?entered={how}")


def enter(
    request: HttpRequest,
    terms: TournamentTerms,
    entry: Player,
    from_round: int,
    *,
    knowingly: bool = False,
) -> Player:
    """Enter one player and say so, with a late player's starting score.

    Raises UserError, and KnownAlready unless ``knowingly`` is set.
    """
    (added,) = enter_players(
        tournament_id=terms.id,
        newcomers=[Newcomer(entry, rounds_before(from_round))],
        knowingly={0} if knowingly else (),
    )
    if newcomers_sit_out(added.tournament):
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
    if terms.register and not getattr(added, terms.register):
        column: Any = Player._meta.get_field(terms.register)
        told = _("The %(number)s of %(player)s is missing: ask them for it.")
        messages.warning(request, told % {"number": column.verbose_name, "player": added.name})
    return added


def players_page(request: HttpRequest, terms: TournamentTerms, form: NewPlayerForm) -> HttpResponse:
    """Return the page with the form as it was sent, or the part of the page that was asked for."""
    find = PlayersForm(posted(request) or request.GET)
    grid = players_grid(terms.id, text=find.text, page=find.number, order=find.order)
    table = _table(request, grid, find)
    form.offer_rounds(grid)
    goes_on = "" if form.is_bound else EnteredForm(request.GET).goes_on
    if goes_on == EnteredForm.BY_HAND:
        form.fields["surname"].widget.attrs["autofocus"] = True
    context = {
        "terms": terms,
        "grid": grid,
        "table": table,
        "form": form,
        "goes_on": goes_on,
        "left_out": left_out_notice(terms),
        **frame(request),
    }
    if part_asked(request, SEARCHED):
        return render(request, "players/players_list.html", {**context, "part": True})
    context["strength"] = histogram_of(grid.levels, grid.parameters)
    page = render(request, "players/players.html", context, status=form.status)
    return remember_columns(request, page, table)


MOST_LEFT_OUT = 5
"""How many of the players that a draft leaves out are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class LeftOutNotice:
    """The notice on a players' page about those whom a round's draft leaves out."""

    number: int
    count: int
    names: str


def left_out_notice(terms: TournamentTerms) -> LeftOutNotice | None:
    """Return the notice about players who came after the next round was paired, or None."""
    found = None if terms.closed else left_out_of_draft(terms.id)
    if found is None:
        return None
    return LeftOutNotice(found.number, len(found.names), shorten_list(found.names, MOST_LEFT_OUT))


def _table(request: HttpRequest, grid: Grid, find: PlayersForm) -> Table:
    """Return the table, with the columns of the players and of the rounds."""
    asked = table_query(request, "players")
    asked.setdefault("q", find.text)  # a submitted form carries it in its body
    asked["sort"] = find.order
    rounds = (
        Column(
            one.column,
            format_html(
                '<abbr title="{}">{}</abbr><span class="meta">{}'
                '<span class="screen-reader"> {}</span></span>',
                _("Round %(number)s") % {"number": one.number},
                one.number,
                one.present,
                _("present"),
            ),
            participation_key(one.number),
            kind=one.kind,
        )
        for one in grid.rounds
    )
    columns = (replace(one, extra=True) if one.name in grid.empty else one for one in COLUMNS)
    return Table("players", (*columns, *rounds), asked, usual=STRONGEST_FIRST)


def part_asked(request: HttpRequest, part: str) -> bool:
    """Whether htmx asks for one part of a page only."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx) and part in (request.headers.get("HX-Target") or "")


@personal
@require_POST
def participation(request: HttpRequest, slug: str) -> HttpResponse:
    """Set whether one player plays in one round.

    The button states the new value instead of toggling it, so two directors who press it do not
    undo each other.
    """
    terms = require_director(request, slug)
    form = ParticipationForm(posted(request))
    if form.is_valid():
        player_id, number, plays = form.cleaned_data["part"]
        try:
            if player_entry(terms.id, player_id) is not None:
                set_participation(player_id=player_id, round_number=number, plays=plays)
        except UserError as error:
            messages.error(request, str(error.text))
    if part_asked(request, SEARCHED):
        return players_page(request, terms, NewPlayerForm(register=terms.register))
    return _back(request, slug)


def _entry(terms: TournamentTerms, player_id: int) -> Player:
    entry = player_entry(terms.id, player_id)
    if entry is None:
        raise Http404
    return entry


def _back(request: HttpRequest, slug: str) -> HttpResponse:
    address, query = (
        reverse("tournament:players", args=[slug]),
        PlayersForm(posted(request)).query,
    )
    return redirect(f"{address}?{query}" if query else address)


@personal
@require_POST
def make_final(request: HttpRequest, slug: str) -> HttpResponse:
    """Make one preliminary registration final, or all of them."""
    terms = require_director(request, slug)
    form = FinalForm(posted(request))
    if not form.is_valid():
        raise Http404
    try:
        if form.cleaned_data["player"]:
            entry = _entry(terms, form.cleaned_data["player"])
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
    """Change a player's entry."""
    terms = require_director(request, slug)
    entry = _entry(terms, player_id)
    form = MendPlayerForm(posted(request), instance=entry, register=terms.register)
    if form.is_valid():
        anyway = form.cleaned_data["anyway"]
        try:
            change_unless_duplicate(
                player_id=entry.pk, seen=entry.version, knowingly=anyway, **form.changes
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The entry is changed."))
            return redirect("tournament:players", slug)
    context = {"terms": terms, "entry": entry, "form": form, "removable": not _why_stays(entry)}
    return render(
        request,
        "players/player.html",
        {**frame(request), **context},
        status=form.status,
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then withdraw a player from the next round on."""
    terms = require_director(request, slug)
    entry = _entry(terms, player_id)
    number, place = next_round_number(terms.id), place_in_draft(entry.id)
    form = WithdrawForm(posted(request))
    if form.is_valid():
        try:
            withdraw_player(player_id=entry.id, from_round=number, counts=form.counts, unseat=True)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            text = _("%(player)s has withdrawn.")
            if not form.counts:
                text = _("%(player)s has withdrawn: rounds without them count nothing.")
            messages.success(request, text % {"player": entry.name})
            if place is not None:
                return redirect("tournament:draft", slug, place.number)
        return redirect("tournament:players", slug)
    context = {
        "terms": terms,
        "entry": entry,
        "form": form,
        "number": number,
        "absence_halves": absence_halves(entry.tournament),
        "absences_rounded": absences_rounded(entry.tournament),
        "place": place,
        "open": open_games_of(entry.id),
        "by_teams": entry.tournament.by_teams,
        "gains": gains_of_withdrawal(entry.tournament, entry.number, number),
    }
    return render(
        request,
        "players/player_withdraw.html",
        {**frame(request), **context},
        status=form.status,
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then remove the entry of a player who was never paired; others can only withdraw."""
    terms = require_director(request, slug)
    entry = _entry(terms, player_id)
    if request.method == "POST":
        try:
            remove_player(player_id=entry.id)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, _("%(player)s is removed.") % {"player": entry.name})
        return redirect("tournament:players", slug)
    context = {"terms": terms, "entry": entry, "refusal": _why_stays(entry)}
    return render(request, "players/player_remove.html", {**frame(request), **context})


def _why_stays(entry: Player) -> str:
    """Return why a player can only be withdrawn; empty for an entry that can be removed."""
    try:
        refuse_removal(entry)
    except UserError as error:
        return str(error.text)
    return ""
