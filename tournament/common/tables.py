"""Tables on pages: their columns, and how the query string sorts, filters and hides them.

A table is declared once, as its columns. Its head, its order (``?sort=``), what is looked for in
it (``?q=``) and the columns that somebody wants to see (``?columns=``) come from there. A cookie of
the browser remembers the columns.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeVar

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.functional import Promise
from django.utils.http import urlencode

from tournament.common.forms import SearchForm
from tournament.fields.forms import CutField
from tournament.formats.folding import folded

Row = TypeVar("Row")
Words = str | Promise
REMEMBERED = "columns"
SECONDS = 365 * 24 * 3600
"""So long a browser remembers the columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in addresses, its head, and what of a row it is sorted by.

    ``title`` stands in the head and may be markup; ``word`` says it where the title is too short.
    ``about`` explains it to whoever asks. ``value`` is None where nothing is to be sorted; rows
    whose value is None stand last. ``falling``: it is sorted falling first. ``optional``: it may be
    hidden, and is until it is wanted where it is ``extra``.
    """

    name: str
    title: Words
    value: Callable[[Any], Any] | None = None
    word: Words = ""
    kind: str = ""
    falling: bool = False
    optional: bool = False
    extra: bool = False
    about: Words = ""

    @property
    def first(self) -> str:
        """Return the order that somebody wants who presses its head."""
        return f"-{self.name}" if self.falling else self.name


class _NamesField(forms.Field):
    """The names of columns, one of them empty, so that none at all can be chosen, too."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[str]:
        """Return the names."""
        return list(value or ())


class TableForm(SearchForm):
    """What an address asks of a table: rows with the words ``q``, an order, and some columns."""

    sort = CutField(20)
    columns = _NamesField(required=False)

    @property
    def order(self) -> str:
        """Return by what the table is to be sorted; empty for the usual order."""
        self.full_clean()
        return str(self.cleaned_data.get("sort", ""))


class Table:
    """A table as an address asks for it, with the columns that it has or that are remembered.

    ``usual`` is its order where none is asked for, ``keeps`` what else of the address stays.
    """

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        asked: QueryDict,
        *,
        usual: str = "",
        keeps: Sequence[str] = (),
    ) -> None:
        form = TableForm(asked)
        self.name, self.columns, self.q = name, tuple(columns), form.text
        self.sort = usual
        if any(one.name == form.order.removeprefix("-") and one.value for one in columns):
            self.sort = form.order
        wanted = form.cleaned_data["columns"] if REMEMBERED in asked else None
        self.shown = frozenset(
            one.name
            for one in columns
            if not one.optional or (not one.extra if wanted is None else one.name in wanted)
        )
        self.asked = QueryDict(mutable=True)
        for kept in (*keeps, *(["q"] if self.q else []), REMEMBERED):
            if kept in asked:
                self.asked.setlist(kept, asked.getlist(kept))
        self.asked["sort"] = self.sort

    @property
    def heads(self) -> list[Column]:
        """Return the columns that are shown."""
        return [one for one in self.columns if one.name in self.shown]

    @property
    def choices(self) -> list[Column]:
        """Return the columns that may be hidden."""
        return [one for one in self.columns if one.optional]

    def kept(self) -> list[tuple[str, str]]:
        """Return what a form carries along that asks for other columns."""
        return self._without(REMEMBERED)

    def kept_by_search(self) -> list[tuple[str, str]]:
        """Return what a form carries along that looks for other rows."""
        return self._without("q")

    def _without(self, name: str) -> list[tuple[str, str]]:
        lists = self.asked.lists()
        return [(key, value) for key, values in lists if key != name for value in values]

    def sorted(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows in the order that is asked for; equal ones stay as they are."""
        name, falling = self.sort.removeprefix("-"), self.sort.startswith("-")
        value = next((one.value for one in self.columns if one.name == name), None)
        return list(rows) if value is None else sort_rows(rows, value, falling=falling)

    def finds(self, text: str) -> bool:
        """Whether a row with this text, folded, has every word that is looked for."""
        return has_words(text, self.q)


def sort_rows(
    rows: Iterable[Row], value: Callable[[Row], Any], *, falling: bool = False
) -> list[Row]:
    """Return rows by a value, those without one last."""
    valued = [(value(row), row) for row in rows]
    known = [one for one in valued if one[0] is not None]
    known.sort(key=itemgetter(0), reverse=falling)
    return [row for _, row in (*known, *(one for one in valued if one[0] is None))]


def has_words(text: str, looked_for: str) -> bool:
    """Whether every word that somebody looks for is in a folded text."""
    return all(word in text for word in folded(looked_for).split())


def asked_of(request: HttpRequest, name: str) -> QueryDict:
    """Return what an address asks of a table, with the columns that the browser remembers."""
    asked = request.GET.copy()
    known = request.COOKIES.get(_cookie(name))
    if known is not None and REMEMBERED not in asked:
        asked.setlist(REMEMBERED, known.split(".")[:MOST_NAMES])
    return asked


def query_of_columns(request: HttpRequest, asked: QueryDict) -> str:
    """Return what a part of the page asks for beside what the page's address says."""
    if REMEMBERED in request.GET or REMEMBERED not in asked:
        return ""
    return f"?{urlencode({REMEMBERED: asked.getlist(REMEMBERED)}, doseq=True)}"


MOST_NAMES = 60
"""No table has so many columns."""


def remember(request: HttpRequest, response: HttpResponse, table: Table) -> HttpResponse:
    """Let the browser remember the columns that an address asks for."""
    if REMEMBERED in request.GET:
        chosen = [one.name for one in table.choices if one.name in table.shown]
        response.set_cookie(
            _cookie(table.name),
            ".".join(chosen),
            max_age=SECONDS,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _cookie(name: str) -> str:
    return f"{REMEMBERED}-{name}"
