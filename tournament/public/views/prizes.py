"""The director's form of the prizes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.common.merging import BEGAN, Beside, began_with, merge
from tournament.errors import UserError
from tournament.public.selectors.prizes import PrizesPage, prizes_page
from tournament.public.services import set_prizes
from tournament.public.views.prize_words import purpose
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.staff.once import once
from tournament.standings.prizes import (
    LONGEST_NAME,
    MOST_PLACES,
    MOST_PRIZES,
    Prize,
    PrizeKind,
)
from tournament.state.codec import from_json, to_json
from tournament.state.ranks import STRONGEST, WEAKEST, RankError, parse_rank, rank_text

EMPTY_ROWS = 2
FIELDS = ("name", "kind", "number", "category", "weakest", "strongest")


@dataclass
class PrizeRow:
    """A line of the form: what was typed, and what is wrong with it, by field."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def prize(self) -> Prize | None:
        """Return the prize, None for a line without a name; what is wrong goes to the errors."""
        name = " ".join(self.values["name"].split())
        if not name:
            return None
        if len(name) > LONGEST_NAME:
            self.errors["name"] = _("A name has at most %(most)d characters.") % {
                "most": LONGEST_NAME
            }
        kind = self.values["kind"]
        if kind not in list(PrizeKind):
            self.errors["kind"] = _("Choose what the prize is for.")
        number, category = self._number("number"), self._number("category")
        weakest, strongest = self._rank("weakest", WEAKEST), self._rank("strongest", STRONGEST)
        if weakest > strongest:
            self.errors["weakest"] = _("The first rank is the weaker one.")
        if self.errors:
            return None
        return Prize(name, PrizeKind(kind), number, category, weakest, strongest)

    def _number(self, name: str) -> int:
        text = self.values[name].strip() or "1"
        if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= MOST_PLACES:
            return int(text)
        self.errors[name] = _("Write a number from 1 to %(most)d.") % {"most": MOST_PLACES}
        return 1

    def _rank(self, name: str, default: int) -> int:
        text = self.values[name].strip()
        try:
            return parse_rank(text) if text else default
        except RankError:
            self.errors[name] = _("Write a rank like 12k or 3d.")
            return default


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the prizes, and put others in their place."""
    terms = directed(request, slug)
    page = prizes_page(terms.id)
    rows, problem = [_row(prize) for prize in page.prizes], ""
    now = {"prizes": page.stored}
    began = began_with(now)
    beside: list[Beside] = []
    if request.method == "POST":
        rows = _rows(request.POST)
        wanted = [prize for prize in (row.prize() for row in rows) if prize is not None]
        preset = request.POST.get("preset", "")
        if any(row.errors for row in rows):
            problem = _("Mend what is marked below.")
            began = request.POST.get(BEGAN, began)
        elif preset:
            began = request.POST.get(BEGAN, began)
            rows = [_row(prize) for prize in (*wanted, *_presets(page).get(preset, ()))]
        else:
            merged = merge(request.POST, {"prizes": [to_json(prize) for prize in wanted]}, now)
            beside = merged.beside(now, _worded)
            try:
                if not beside:
                    prizes = _read(merged.values["prizes"])
                    set_prizes(tournament_id=terms.id, prizes=prizes, seen=page.stored)
                    messages.success(request, _("The prizes are set."))
                    return redirect("tournament:prizes", slug)
            except UserError as error:
                problem = str(error.text)
    filled = [row for row in rows if row.values["name"]]
    empty = min(EMPTY_ROWS, max(0, MOST_PRIZES - len(filled)))
    context = {
        "terms": terms,
        "rows": [*filled, *[PrizeRow({"kind": PrizeKind.PLACE, "number": ""})] * empty],
        "kinds": _kinds(),
        "problem": problem,
        "began": began,
        "beside": beside,
        "presets": _preset_titles(page),
    }
    return render(
        request,
        "public/prizes.html",
        {**frame(request), **context},
        status=400 if problem or beside else 200,
    )


def _worded(name: str, stored: list[Any]) -> tuple[str, str]:
    """Return a list of prizes in words, for the choice of the director whose form is stale."""
    texts = (f"{prize.name} ({purpose(prize)})" for prize in _read(stored))
    return _("Prizes"), "; ".join(texts) or _("none")


def _read(stored: list[Any]) -> list[Prize]:
    return [from_json(Prize, item, f"prizes[{n}]") for n, item in enumerate(stored)]


def _row(prize: Prize) -> PrizeRow:
    ranks = prize.kind is PrizeKind.RANKS
    return PrizeRow(
        {
            "name": prize.name,
            "kind": prize.kind.value,
            "number": str(prize.number),
            "category": str(prize.category) if prize.kind is PrizeKind.CATEGORY else "",
            "weakest": rank_text(prize.weakest).lower()
            if ranks and prize.weakest != WEAKEST
            else "",
            "strongest": rank_text(prize.strongest).lower()
            if ranks and prize.strongest != STRONGEST
            else "",
        }
    )


def _rows(data: QueryDict) -> list[PrizeRow]:
    """Return the lines as they were sent; a field that is missing is empty."""
    columns = {name: data.getlist(name)[: MOST_PRIZES + EMPTY_ROWS] for name in FIELDS}
    return [
        PrizeRow({name: _at(column, place) for name, column in columns.items()})
        for place in range(len(columns["name"]))
    ]


def _at(column: list[str], place: int) -> str:
    return column[place] if place < len(column) else ""


def _kinds() -> list[tuple[str, str]]:
    return [
        (PrizeKind.PLACE.value, _("place overall")),
        (PrizeKind.CATEGORY.value, _("place in a category")),
        (PrizeKind.RANKS.value, _("place between ranks")),
        (PrizeKind.WINS.value, _("number of wins (byes count)")),
    ]


def _preset_titles(page: PrizesPage) -> list[tuple[str, str]]:
    """Return the presets that make sense: of one category the best is the best of all."""
    titles = {
        "podium": _("First to third"),
        "top_five": _("First to fifth"),
        "categories": _("Best of every category"),
        "kyu": _("Best kyu player"),
        "wins": _("Everybody with four wins"),
    }
    if page.categories == 1:
        del titles["categories"]
    return list(titles.items())


def _presets(page: PrizesPage) -> dict[str, Iterable[Prize]]:
    places = [_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth")]
    podium = [Prize(name, number=place) for place, name in enumerate(places, 1)]
    four = 4
    return {
        "podium": podium[:3],
        "top_five": podium,
        "categories": [
            Prize(
                _("Best of category %(number)d") % {"number": number},
                PrizeKind.CATEGORY,
                category=number,
            )
            for number in range(1, page.categories + 1)
        ],
        "kyu": [Prize(_("Best kyu player"), PrizeKind.RANKS, strongest=-1)],
        "wins": [
            Prize(
                ngettext("%(count)d win", "%(count)d wins", four) % {"count": four},
                PrizeKind.WINS,
                four,
            )
        ],
    }
