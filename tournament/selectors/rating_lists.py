"""Looking players up in the imported rating lists."""

from dataclasses import dataclass

from tournament.formats.folding import folded
from tournament.models import ListedPlayer

MOST_FOUND = 30
MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Found:
    """A player of a rating list. ``number`` is the federation's own, ``rating`` the EGF's scale."""

    source: str
    surname: str
    first_name: str
    country: str
    club: str
    grade: str
    rating: int | None
    number: str
    licence_status: str


def search_players(text: str, *, source: str = "", country: str = "") -> tuple[Found, ...]:
    """Return players whose name has every word of ``text`` in it, accents or not, the best first.

    Names that begin with the text come before the others, stronger players before weaker. At most
    30; an empty text finds nobody.
    """
    words = folded(text).split()[:MOST_WORDS]
    if not words:
        return ()
    rows = ListedPlayer.objects.all()
    for word in words:
        rows = rows.filter(folded__contains=word)
    if source:
        rows = rows.filter(rating_list__source=source)
    if country:
        rows = rows.filter(country__iexact=country)
    columns = (
        "rating_list__source",
        "surname",
        "first_name",
        "country",
        "club",
        "grade",
        "rating",
        "number",
        "licence_status",
    )
    whole = " ".join(words)
    first = rows.filter(folded__startswith=whole).order_by("-rating", "pk")
    found = list(first.values_list(*columns)[:MOST_FOUND])
    if len(found) < MOST_FOUND:
        others = rows.exclude(folded__startswith=whole).order_by("-rating", "pk")
        found += others.values_list(*columns)[: MOST_FOUND - len(found)]
    return tuple(Found(*row) for row in found)
