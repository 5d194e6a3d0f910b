"""Tables on pages: their columns, and how the query string sorts, filters and hides them.

A table is declared once, by its columns. Its heading, order (``?sort=``), search (``?q=``) and
chosen columns (``?columns=``) follow from them. A browser cookie remembers the columns.
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
"""How long a browser remembers the columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in URLs, its heading, and the value of a row to sort by.

    ``title`` is the heading and may be markup; ``word`` is used where the title is too short.
    ``about`` explains it on request. ``value`` is None if the column cannot be sorted; rows whose
    value is None come last. ``descending``: it is sorted descending first. ``optional``: it may be
    hidden; an ``extra`` one is hidden until somebody wants it.
    """

    name: str
    title: Words
    value: Callable[[Any], Any] | None = None
    word: Words = ""
    kind: str = ""
    descending: bool = False
    optional: bool = False
    extra: bool = False
    about: Words = ""

    @property
    def first(self) -> str:
        """Return the order that a press on its heading gives."""
        return f"-{self.name}" if self.descending else self.name


class _NamesField(forms.Field):
    """The names of columns; an empty one is always sent, so that choosing none is possible too."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[str]:
        """Return the names."""
        return list(value or ())


class TableForm(SearchForm):
    """What a query string asks of a table: rows with the words ``q``, an order, some columns."""

    sort = CutField(20)
    columns = _NamesField(required=False)

    @property
    def order(self) -> str:
        """Return the order of the table; empty for the usual one."""
        self.full_clean()
        return str(self.cleaned_data.get("sort", ""))


class Table:
    """A table as a query string asks for it, with its chosen or remembered columns.

    ``usual`` is its order if none is asked for, ``keeps`` are the other query parameters to keep.
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
        """Return the hidden fields of the form that chooses columns."""
        return self._without(REMEMBERED)

    def kept_by_search(self) -> list[tuple[str, str]]:
        """Return the hidden fields of the search form."""
        return self._without("q")

    def _without(self, name: str) -> list[tuple[str, str]]:
        lists = self.asked.lists()
        return [(key, value) for key, values in lists if key != name for value in values]

    def sorted(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows in the order that was asked for; ties keep their order."""
        name, falling = self.sort.removeprefix("-"), self.sort.startswith("-")
        value = next((one.value for one in self.columns if one.name == name), None)
        return list(rows) if value is None else sort_rows(rows, value, falling=falling)

    def finds(self, text: str) -> bool:
        """Whether this text of a row, folded, contains every word of the search."""
        return has_words(text, self.q)


def sort_rows(
    rows: Iterable[Row], value: Callable[[Row], Any], *, falling: bool = False
) -> list[Row]:
    """Return rows sorted by a value, those without one last."""
    valued = [(value(row), row) for row in rows]
    known = [one for one in valued if one[0] is not None]
    known.sort(key=itemgetter(0), reverse=falling)
    return [row for _, row in (*known, *(one for one in valued if one[0] is None))]


def has_words(text: str, looked_for: str) -> bool:
    """Whether a folded text contains every word of a search."""
    return all(word in text for word in folded(looked_for).split())


def table_query(request: HttpRequest, name: str) -> QueryDict:
    """Return a table's query parameters, with the columns that the browser remembers."""
    asked = request.GET.copy()
    known = request.COOKIES.get(_cookie(name))
    if known is not None and REMEMBERED not in asked:
        asked.setlist(REMEMBERED, known.split(".")[:MOST_NAMES])
    return asked


def query_of_columns(request: HttpRequest, asked: QueryDict) -> str:
    """Return the query string that a part of the page needs beyond the page's own."""
    if REMEMBERED in request.GET or REMEMBERED not in asked:
        return ""
    return f"?{urlencode({REMEMBERED: asked.getlist(REMEMBERED)}, doseq=True)}"


MOST_NAMES = 60
"""More columns than any table has."""


def remember_columns(request: HttpRequest, response: HttpResponse, table: Table) -> HttpResponse:
    """Let the browser remember the columns that the query string asks for."""
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
