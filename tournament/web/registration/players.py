"""The director's list of players: entering them, mending entries, who takes part in a round."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import UserError
from tournament.models import Registration
from tournament.selectors.drafts import next_round_number
from tournament.selectors.players import PlayerEntry, player_entry, players_page
from tournament.services.players import (
    Entry,
    add_players,
    change_player,
    set_absent,
    withdraw_player,
)
from tournament.web.access import frame, personal
from tournament.web.guards import directed

TEXTS = (
    "surname",
    "first_name",
    "partner",
    "rank",
    "club",
    "country",
    "egf_pin",
    "ffg_licence",
    "aga_id",
)
NUMBERS = ("rating", "smms_correction")
CHOICES = ("no_handicap", "local")


@dataclass
class EntryForm:
    """What was typed, and what is wrong with it, by field; nothing typed is lost."""

    values: dict[str, object] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: QueryDict) -> "EntryForm":
        """Return the form as it was sent."""
        form = cls()
        for name in TEXTS + NUMBERS:
            form.values[name] = data.get(name, "").strip()
        for name in CHOICES:
            form.values[name] = name in data
        form.values["registration"] = (
            Registration.PRELIMINARY if "preliminary" in data else Registration.FINAL
        )
        return form

    @classmethod
    def of(cls, entry: PlayerEntry) -> "EntryForm":
        """Return the form of what is entered already."""
        names = (*TEXTS, *NUMBERS, *CHOICES, "registration")
        values = {name: getattr(entry, name) for name in names}
        values["rating"] = "" if entry.rating is None else entry.rating
        values["smms_correction"] = entry.smms_correction or ""
        return cls(values)

    def changes(self, current: PlayerEntry) -> dict[str, object]:
        """Return the fields that are not as they were. Raises UserError as :meth:`entry` does."""
        return {
            name: value for name, value in self.entry().items() if value != getattr(current, name)
        }

    def entry(self) -> dict[str, object]:
        """Return the fields of the entry. Raises UserError for a number that is none."""
        entry = dict(self.values)
        for name in NUMBERS:
            text = str(entry[name])
            try:
                entry[name] = int(text) if text else None
            except ValueError:
                raise UserError(name, field=name, text=_("Write a whole number.")) from None
        entry["smms_correction"] = entry["smms_correction"] or 0
        return entry


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with who takes part in a round, and enter another."""
    terms = directed(request, slug)
    form = EntryForm()
    if request.method == "POST":
        form = EntryForm.read(request.POST)
        try:
            entry = Entry(**form.entry())  # type: ignore[arg-type]
            (added,) = add_players(tournament_id=terms.id, entries=[entry])
        except UserError as error:
            form.errors[error.field or "surname"] = str(error.text)
        else:
            messages.success(request, _("%(player)s is entered.") % {"player": added.name})
            return redirect("tournament:players", slug)
    page = players_page(terms.id, _round(request.GET))
    rounds = range(1, max(page.next_round, page.round_number) + 1)
    context = {"terms": terms, "page": page, "form": form, "rounds": rounds}
    return render(request, "registration/players.html", {**frame(request), **context})


@personal
@require_POST
def absent(request: HttpRequest, slug: str) -> HttpResponse:
    """Note who does not take part in a round."""
    terms = directed(request, slug)
    number = _round(request.POST) or next_round_number(terms.id)
    try:
        set_absent(
            tournament_id=terms.id,
            round_number=number,
            player_ids=_ids(request.POST.getlist("absent")),
            seen=_ids(request.POST["seen"].split()) if "seen" in request.POST else None,
        )
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(
            request, _("Who takes part in round %(number)d is noted.") % {"number": number}
        )
    address = redirect("tournament:players", slug)
    address["Location"] += f"?round={number}"
    return address


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Mend what is entered of a player."""
    terms = directed(request, slug)
    entry = player_entry(terms.id, player_id)
    if entry is None:
        raise Http404
    form = EntryForm.of(entry)
    if request.method == "POST":
        form = EntryForm.read(request.POST)
        try:
            change_player(player_id=entry.id, **form.changes(entry))
        except UserError as error:
            form.errors[error.field or "surname"] = str(error.text)
        else:
            messages.success(request, _("The entry is changed."))
            return redirect("tournament:players", slug)
    context = {"terms": terms, "entry": entry, "form": form}
    return render(request, "registration/player.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then take a player out of the rounds from the next on."""
    terms = directed(request, slug)
    entry = player_entry(terms.id, player_id)
    if entry is None:
        raise Http404
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


def _ids(texts: list[str]) -> list[int]:
    return [int(text) for text in texts if text.isdecimal() and len(text) < 19]


def _round(data: QueryDict) -> int | None:
    text = data.get("round", "")
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) else None
