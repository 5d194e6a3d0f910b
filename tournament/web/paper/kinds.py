"""What can be printed of a round, and how each is found."""

from dataclasses import dataclass
from enum import Enum

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.selectors.paper import PrintedRound, printed_round
from tournament.selectors.public import TournamentTerms
from tournament.selectors.standings import StandingsPage, standings_page
from tournament.web.addresses import absolute
from tournament.web.paper import sheets


class Kind(Enum):
    """What is printed of a round; the value stands in the address."""

    BOARDS = "boards"
    NAMES = "names"
    SLIPS = "slips"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"


AFTER = (Kind.STANDINGS, Kind.CROSSTABLE)
"""What is printed once a round is over; the others are for its beginning."""


@dataclass(frozen=True, slots=True)
class KindText:
    """What a kind is called and what it is for."""

    kind: Kind
    title: str
    purpose: str


def kind_texts() -> tuple[KindText, ...]:
    """Return all kinds in the order in which a round needs them."""
    return (
        KindText(
            Kind.NAMES,
            _("Pairings by name"),
            _("To hang up: every player finds his name, then his board."),
        ),
        KindText(
            Kind.BOARDS,
            _("Pairings by board"),
            _("For the tables and the director’s desk, with a column for results."),
        ),
        KindText(
            Kind.SLIPS,
            _("Result slips"),
            _("Four a page, to cut and lay on the boards: boxes to tick, signatures, a QR code."),
        ),
        KindText(Kind.STANDINGS, _("Standings"), _("Place, score and tie-breaks after the round.")),
        KindText(
            Kind.CROSSTABLE,
            _("Cross table"),
            _("Every player’s opponents and results, round by round."),
        ),
    )


def kind_of(text: str) -> Kind:
    """Return the kind of an address. Raises Http404."""
    found = next((kind for kind in Kind if kind.value == text), None)
    if found is None:
        raise Http404
    return found


def round_of(terms: TournamentTerms, number: int) -> PrintedRound:
    """Return a round of the tournament. Raises Http404."""
    found = printed_round(terms.id, number)
    if found is None:
        raise Http404
    return found


def sheet_of(terms: TournamentTerms, kind: Kind, number: int) -> sheets.Sheet:
    """Return the table to print. Raises Http404 for a round that is not there (yet)."""
    if kind in AFTER:
        page = _standings(terms, number)
        return sheets.standings(page) if kind is Kind.STANDINGS else sheets.crosstable(page)
    one = round_of(terms, number)
    return sheets.by_board(terms, one) if kind is Kind.BOARDS else sheets.by_name(terms, one)


def slips_of(request: HttpRequest, terms: TournamentTerms, number: int) -> list[sheets.Slip]:
    """Return the slips of a round; their codes lead to the page where the game is reported.

    Nothing secret is on a slip: who scans it still needs his own link. Where only the staff enters
    results there is no code. Raises Http404.
    """
    one = round_of(terms, number)
    return [
        sheets.slip(
            terms,
            game,
            absolute(request, reverse("adjudication:report", args=[game.id]))
            if one.players_report
            else "",
        )
        for game in one.games
    ]


def _standings(terms: TournamentTerms, number: int) -> StandingsPage:
    page = standings_page(terms.slug, number)
    if page is None:
        raise Http404
    return page
