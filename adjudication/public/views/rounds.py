"""The public page of a round: its games with their results, verdicts and penalties."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.rulings import PenaltyLine, penalties_in, provisional_of
from adjudication.cases.views.words import penalty_badges
from adjudication.public.forms import RoundOrderForm
from adjudication.public.selectors import PosterPage, RoundPage, round_page
from adjudication.rules.possible import tie_text
from adjudication.verdicts.selectors.submissions import verdict_badges
from adjudication.verdicts.views import Badge, provisional_badge, state_badge, verdict_badge
from tournament.common.addresses import PLACEHOLDER
from tournament.formats.folding import folded
from tournament.games import words
from tournament.games.selectors import SETTLED, GameRow, PlayerName
from tournament.models import GameState, Ties, Winner
from tournament.outlook.stored import Terms
from tournament.public.views.cached import cached_if_changed, polled_often, tag_of
from tournament.public.views.players import rank_level
from tournament.settings.histogram import Histogram, histogram_of
from tournament.spoken import translated
from tournament.staff.visitors import frame, not_found
from tournament.state.ranks import WEAKEST
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A game by its board. ``find`` is the text in which to search for a name."""

    board: int
    black: PlayerName
    white: PlayerName
    stones: str
    result: str
    href: str
    label: str
    badges: tuple[Badge, ...]
    black_won: bool
    white_won: bool
    find: str
    plays_at: datetime | None
    """When its players meet, while it has still to be played."""
    expected: str = ""
    """How even it was expected to be, if that is shown."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player of the round: where they sit, with which colour and against whom."""

    player: PlayerName
    board: int | None
    colour: str
    opponent: PlayerName | None
    stones: str
    result: str
    href: str
    badges: tuple[Badge, ...]
    find: str


NONE: Mapping[int, tuple[PenaltyLine, ...]] = {}
"""No penalties, for lists that do not show them."""
NO_STATES: Mapping[int, str] = {}
"""No rulings that may still change."""
NOT_SAID: Mapping[Terms, float] = {}
"""No expectations."""
_UNSAID = (GameState.OPEN, GameState.ENTERED, GameState.CONFIRMED)
"""States that need no word on every line: still being played, or with a result."""


def board_lines(
    games: Iterable[GameRow],
    verdicts: Mapping[int, str],
    penalties: Mapping[int, tuple[PenaltyLine, ...]] = NONE,
    provisional: Mapping[int, str] = NO_STATES,
    expected: Mapping[Terms, float] = NOT_SAID,
    *,
    closed: bool = False,
) -> list[BoardLine]:
    """Return the lines of games in their order.

    By game, ``verdicts`` are those of records, ``penalties`` those beside results, and
    ``provisional`` the states of the cases whose rulings may still change. ``expected`` is what was
    expected of games on their terms; ``closed`` says whether the tournament is.
    """
    address = reverse("adjudication:game", args=[PLACEHOLDER])
    label = _("Board %(number)s, %(black)s against %(white)s")
    return [
        BoardLine(
            board=game.board_number,
            black=game.black,
            white=game.white,
            stones=_stones(game),
            result=words.game_result(game),
            href=address.replace(str(PLACEHOLDER), str(game.id)),
            label=label
            % {
                "number": game.board_number,
                "black": game.black.distinct_name,
                "white": game.white.distinct_name,
            },
            badges=(
                *_badges(
                    game,
                    provisional_badge(provisional.get(game.id, ""), closed=closed),
                    verdicts.get(game.id, ""),
                ),
                *penalty_badges(penalties.get(game.id, ())),
            ),
            black_won=game.winner == Winner.BLACK,
            white_won=game.winner == Winner.WHITE,
            find=f"{folded(game.black.name)} {folded(game.white.name)}",
            plays_at=game.plays_at if game.state == GameState.OPEN else None,
            expected=words.expected_score(
                expected.get((game.black.number, game.white.number, game.handicap, game.komi_half))
            ),
        )
        for game in games
    ]


def name_lines(boards: Iterable[BoardLine], byes: Iterable[PlayerName]) -> list[NameLine]:
    """Return a line for everybody at a board or with the bye, sorted by name."""
    lines = [
        NameLine(
            player=player,
            board=line.board,
            colour=words.colour(colour),
            opponent=opponent,
            stones=line.stones,
            result=line.result,
            href=line.href,
            badges=line.badges,
            find=folded(player.name),
        )
        for line in boards
        for player, colour, opponent in (
            (line.black, "black", line.white),
            (line.white, "white", line.black),
        )
    ]
    lines.extend(
        NameLine(player, None, "", None, "", "", "", (), folded(player.name)) for player in byes
    )
    return sorted(lines, key=lambda line: (line.find, line.player.name, line.player.id))


def _badges(game: GameRow, provisional: Badge | None, verdict: str) -> Iterator[Badge]:
    if game.state not in _UNSAID:
        yield state_badge(game.state)
    if provisional is not None:
        yield provisional
    told = verdict_badge(verdict)
    # A mere doubt about the record is no news beside a final result.
    if told is not None and not (game.state in SETTLED and told.tone == "warn"):
        yield told


def _stones(game: GameRow) -> str:
    if game.handicap < 2:
        return ""
    return ngettext("%(count)d handicap stone", "%(count)d handicap stones", game.handicap) % {
        "count": game.handicap
    }


# --- The public page of a round: its games with their results, verdicts and penalties ---


@require_safe
def tournament(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show a tournament with its latest round, or another one."""
    tag = tag_of(request, slug, ("round", number))
    page = round_page(slug, number)
    if page is None or tag is None:
        return not_found(request)
    context = {
        **round_context(request, page),
        "live_tag": tag,
        "live": live_address(slug, number),
        "by_name": _by_name(request),
        **facts_context(page),
        "strength": _strength(page),
    }
    return render(request, "public/tournament.html", {**frame(request), **context})


@polled_often
@require_safe
def tournament_live(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Return the changing part of a round's page, or 304 if it has not changed."""

    def answer() -> HttpResponse:
        page = round_page(slug, number)
        if page is None:
            return not_found(request)
        return render(request, "public/round_live.html", round_context(request, page))

    return cached_if_changed(request, lambda: tag_of(request, slug, ("round", number)), answer)


def live_address(slug: str, number: int | None) -> str:
    """Return the address of the changing part of a round's page."""
    if number is None:
        return reverse("tournament:tournament_live", args=[slug])
    return reverse("tournament:published_round_live", args=[slug, number])


def round_context(request: HttpRequest, page: RoundPage) -> Mapping[str, Any]:
    """Return what the changing part of a round's page shows."""
    shown = page.round
    by_name = _by_name(request)
    games = shown.games if shown else ()
    boards = board_lines(
        games,
        verdict_badges([shown.id]) if shown and games else {},
        penalties_in(games),
        provisional_of(games),
        page.expected,
        closed=page.terms.closed,
    )
    return {
        "page": page,
        "clock": page.clock,
        "by_name": by_name,
        # Looked up once rather than for every row.
        "open_word": _("no result yet"),
        "bye_word": _("Without a game") if page.terms.bracketed else pgettext("of a round", "Bye"),
        "names": name_lines(boards, page.byes) if by_name else (),
        "boards": () if by_name else boards,
    }


def _by_name(request: HttpRequest) -> bool:
    form = RoundOrderForm(request.GET)
    return form.is_valid() and bool(form.cleaned_data["by"])


def _strength(page: RoundPage) -> Histogram | None:
    """Return how strong the players are, before the first round."""
    if page.round is not None:
        return None
    levels = (rank_level(player.rank) for player in page.entrants)
    found = (WEAKEST if rank is None else rank for rank in levels)
    return histogram_of(found, page.facts.parameters)


def facts_context(page: RoundPage | PosterPage) -> dict[str, Any]:
    """Return what a page says about how games are played."""
    return {
        "rules_title": words.rules_title(page.terms.rules),
        "rules_summary": " ".join(
            filter(None, [words.rules_summary(page.terms.rules), _ties(page.terms)])
        ),
        "komi": words.half_points(page.terms.komi_half),
        "time": words.time_sentence(page.facts.time) if page.facts.time else "",
    }


def _ties(terms: TournamentTerms) -> str:
    """Return who wins equal scores, if the tournament has settled that."""
    if terms.tie_winner == Ties.RULES:
        return ""
    why = tie_text(terms.ruleset)
    return "" if why is None else translated(why)
