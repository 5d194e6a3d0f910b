"""Looking players up in the imported rating lists."""

from dataclasses import dataclass
from datetime import datetime

from tournament.formats.countries import known_code
from tournament.formats.folding import folded
from tournament.models import ListedPlayer, ListSource, RatingList
from tournament.standings.ratings import FFG_SHIFT
from tournament.state.ranks import RankError, parse_rank, rank_of_rating, rank_text

MOST_FOUND = 30
MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player of a rating list. ``number`` is the federation's, ``rating`` on the EGF's scale."""

    source: str
    surname: str
    first_name: str
    country: str
    club: str
    grade: str
    rating: int | None
    number: str
    licence_status: str
    id: int

    @property
    def shown_grade(self) -> str:
        """Return the grade or, if the list has none, the rank that matches the rating."""
        if self.grade or self.rating is None:
            return self.grade
        return rank_text(rank_of_rating(self.rating))


@dataclass(frozen=True, slots=True)
class ListCard:
    """An imported list: its federation, how many players it has, and when it was imported."""

    source: str
    entries: int
    imported_at: datetime


_COLUMNS = (
    "rating_list__source",
    "surname",
    "first_name",
    "country",
    "club",
    "grade",
    "rating",
    "number",
    "licence_status",
    "pk",
)


def search_players(text: str, *, source: str = "", country: str = "") -> tuple[RatedPlayer, ...]:
    """Return players whose name contains every word of ``text``, ignoring accents, best first.

    Names that begin with the text come first, then stronger players before weaker. At most 30; an
    empty text finds nobody.
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
        rows = rows.filter(country__iexact=known_code(country))
    whole = " ".join(words)
    first = rows.filter(folded__startswith=whole).order_by("-rating", "pk")
    found = list(first.values_list(*_COLUMNS)[:MOST_FOUND])
    if len(found) < MOST_FOUND:
        others = rows.exclude(folded__startswith=whole).order_by("-rating", "pk")
        found += others.values_list(*_COLUMNS)[: MOST_FOUND - len(found)]
    return tuple(RatedPlayer(*row) for row in found)


def listed_player(key: int) -> RatedPlayer | None:
    """Return one player of the lists, or None if a newer list has replaced theirs."""
    row = ListedPlayer.objects.filter(pk=key).values_list(*_COLUMNS).first()
    return RatedPlayer(*row) if row else None


def rank_of(found: RatedPlayer) -> str:
    """Return the grade as a rank such as ``3d``, or an empty string if the list gives none."""
    try:
        parse_rank(found.grade)
    except RankError:
        return ""
    return found.grade.replace(" ", "").lower()


def rating_origin(found: RatedPlayer) -> str:
    """Return where a rating comes from, as result files write it."""
    if found.source == ListSource.FFG and found.rating is not None:
        return f"FFG : {found.rating - FFG_SHIFT}"
    return found.source.upper() if found.rating is not None else ""


def list_cards() -> tuple[ListCard, ...]:
    """Return the imported lists."""
    rows = RatingList.objects.order_by("source").values_list("source", "entries", "imported_at")
    return tuple(ListCard(*row) for row in rows)
