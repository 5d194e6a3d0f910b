"""The list of players, and the page of each."""

from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournament.common.tables import Column, Table, remember_columns, table_query
from tournament.formats.folding import folded
from tournament.games import words
from tournament.games.selectors import PlayerName
from tournament.models import GameState
from tournament.public.selectors.player_card import CardRound, PlayerCard, player_card
from tournament.public.selectors.published import event_head
from tournament.public.views.path import path_of
from tournament.public.views.ratings import rating_of
from tournament.public.views.standings import CellText, cell_text
from tournament.staff.visitors import frame, not_found
from tournament.standings.crosstable import RoundRole
from tournament.standings.writing import value_text
from tournament.state.people import name_with_mark, without_partner
from tournament.state.ranks import RankError, parse_rank
from tournament.tournaments.selectors.public import members_of, players_of

FEWEST_POINTS = 2
"""A path of fewer rounds is not drawn."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the list, with the text that searches look in.

    ``first`` is the name of the first player of a pair, ``partner`` that of the second; for a
    single player they are the name and empty. ``member_ranks`` are those of both, or of all of a
    rengo team.
    """

    name: str
    first: str
    partner: str
    rank: str
    club: str
    number: int
    find: str
    member_ranks: str


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A player's round in words, with the score and the place after it."""

    number: int
    words: str
    cell: CellText
    unconfirmed: bool
    opponent: PlayerName | None
    game_id: int | None
    result: str
    score: str
    place: int | None
    play_by: datetime | None
    """When the game must be played by, and when its players meet, while it has no result."""
    plays_at: datetime | None


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List everybody who takes part, by name."""
    head = event_head(slug)
    if head is None:
        return not_found(request)
    terms = head.terms
    members = members_of(terms.id)
    found = []
    for player in players_of(terms.id, public=True):
        partner, ranks = members.get(player.number, ("", ""))
        found.append(
            PlayerRow(
                name=player.distinct_name,
                first=name_with_mark(without_partner(player.name, partner), player.mark),
                partner=partner,
                rank=player.rank,
                club=player.club,
                number=player.number,
                find=folded(player.name),
                member_ranks=ranks,
            )
        )
    found.sort(key=lambda player: (player.find, player.name, player.number))
    pairs = any(player.partner for player in found)
    columns = (NAMES, *((PARTNERS,) if pairs else ()), *ENTRANTS)
    table = Table("entrants", columns, table_query(request, "entrants"), usual="name")
    context = {
        "page": {"terms": terms},
        "head": head,
        "terms": terms,
        "table": table,
        "pairs": pairs,
        "players": [(one, not table.finds(one.find)) for one in table.sorted(found)],
    }
    shown = render(request, "public/players.html", {**frame(request), **context})
    return remember_columns(request, shown, table)


NAMES = Column("name", gettext_lazy("Name"), attrgetter("find"))
PARTNERS = Column("partner", gettext_lazy("Partner"), lambda one: folded(one.partner) or None)
"""With pairs, the list can be sorted by either player."""
ENTRANTS = (
    Column(
        "rank",
        gettext_lazy("Rank"),
        lambda one: rank_level(one.rank),
        descending=True,
        optional=True,
    ),
    Column("club", gettext_lazy("Club"), lambda one: folded(one.club) or None, optional=True),
)
"""The columns of the list of players, besides the names."""


def rank_level(rank: str) -> int | None:
    """Return the sort key of a rank, or None without one."""
    try:
        return parse_rank(rank)
    except RankError:
        return None


@require_safe
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a player's games, and where they stood after each round."""
    page = player_card(slug, number)
    if page is None:
        return not_found(request)
    context = {
        "page": page,
        "terms": page.terms,
        "rounds": [_line(page, line) for line in page.rounds],
        "score_now": _score(page, page.latest),
        "path": path_of(page) if len(page.placed) >= FEWEST_POINTS else None,
        "score": page.criterion.value if page.criterion else "",
        "rating": rating_of(page.rating, page.names) if page.rating else None,
    }
    return render(request, "public/player_card.html", {**frame(request), **context})


def _line(page: PlayerCard, line: CardRound) -> RoundLine:
    open_game = line.game is not None and line.game.state == GameState.OPEN
    return RoundLine(
        number=line.number,
        words=_words(line),
        cell=cell_text(line.cell, ""),
        unconfirmed=line.game is not None and line.game.state == GameState.REPORTED,
        opponent=line.opponent,
        game_id=line.game.id if line.game else None,
        result=words.game_result(line.game) if line.game else "",
        score=_score(page, line),
        place=line.place,
        play_by=line.game.play_by if open_game and line.game else None,
        plays_at=line.game.plays_at if open_game and line.game else None,
    )


def _score(page: PlayerCard, line: CardRound | None) -> str:
    """Return the score after a round, or an empty string if there is none."""
    if page.criterion is None or line is None or line.score is None:
        return ""
    return value_text(page.criterion, line.score)


def _words(line: CardRound) -> str:
    """Return the colour and the outcome or, without a game, what the round was."""
    if line.cell.seat is RoundRole.WALK_OVER:
        return _("won by walk-over")
    if line.cell.seat is RoundRole.WALK_OVER_LOST:
        return _("lost by walk-over")
    if line.absent is not None:
        return _("goes through without a game: %(away)s does not play; not counted yet") % {
            "away": line.absent.name
        }
    if line.opponent is None:
        return cell_text(line.cell, "").words
    came = {"+": _("won"), "-": _("lost"), "=": _("drew")}.get(line.cell.sign, "")
    stones = ""
    if line.cell.handicap > 1:
        stones = ngettext(
            "%(count)d handicap stone", "%(count)d handicap stones", line.cell.handicap
        ) % {"count": line.cell.handicap}
    return " · ".join(part for part in (words.colour(line.cell.seat.value), came, stones) if part)
