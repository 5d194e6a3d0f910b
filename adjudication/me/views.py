"""A player's own page: what is going on, what comes next, and what has been."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.cases.selectors.referees import pending_cases
from adjudication.cases.views.access import seats_of_visitor
from adjudication.cases.views.words import beside_result
from adjudication.corrections.selectors.correcting import consents_awaited
from adjudication.inquiries.views.mine import OwnStep, own_steps
from adjudication.me.selectors import PlayerPage, place_of, player_page
from adjudication.rules.verdicts import Verdict
from adjudication.submissions.selectors.server_games import server_offers
from adjudication.submissions.views.evidence import agrees_in_question
from adjudication.triage.selectors import games_with_questions
from adjudication.triage.views import appeal_outcome_line, mark_again_line, resumption_line
from adjudication.verdicts.selectors.submissions import SubmissionView, game_badge, submissions_of
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import GameLine, game_line, own_sentence
from tournament.audit.selectors.freshness import freshness_of
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_changed, tag_until_next
from tournament.errors import UserError
from tournament.games import words
from tournament.games.selectors import GameRow, PlayerName
from tournament.models import GameState, Player
from tournament.players.forms import OwnAccountsForm
from tournament.players.services.players import set_own_accounts
from tournament.public.views.standings import appealed_line
from tournament.scheduling.selectors import DateProposal, proposals_waiting
from tournament.staff.selectors import Identity
from tournament.staff.visitors import frame, personal, require, visitor_of
from tournament.tournaments.selectors.public import terms_of

_PLAYED = (GameState.OPEN, GameState.REPORTED)
# What a record leaves open is told until both players have confirmed the result.
_LEFT_OPEN = (Verdict.NEEDS_DEAD_STONES, Verdict.UNDETERMINED)
Reports = Mapping[int, tuple[SubmissionView, ...]]


@personal
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Show the player's current game with what there is to do, and their past games."""
    identity, player_id = _identity(request)
    tag = _tag(identity)
    changing = _context(request, identity, player_id)
    context = {
        **changing,
        "live_tag": tag_until_next(tag, changing["changes_at"]),
        "sends": settings.SHINPAN_EMAIL,
    }
    return render(request, "me/me.html", {**frame(request), **context})


@personal
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Return the changing part of the page, or 304 while nothing has changed."""
    identity, player_id = _identity(request)
    tag = _tag(identity)

    context: dict[str, Any] = {}

    def answer() -> HttpResponse:
        context.update(_context(request, identity, player_id))
        return render(request, "me/me_live.html", context)

    return if_changed(request, tag, answer, lambda: context["changes_at"])


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def accounts(request: HttpRequest) -> HttpResponse:
    """Let the player enter their accounts on servers."""
    identity, player_id = _identity(request)
    player = Player.objects.select_related("tournament").get(pk=player_id)
    form = OwnAccountsForm(posted(request), instance=player)
    if form.is_valid():
        try:
            text = form.cleaned_data["accounts"]
            set_own_accounts(player_id=player_id, accounts=text, seen=form.cleaned_data["version"])
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Your accounts are saved."))
            return redirect("tournament:own_accounts")
    context = {"form": form, "terms": terms_of(player.tournament), "identity": identity}
    return render(request, "me/accounts.html", {**frame(request), **context}, status=form.status)


def _identity(request: HttpRequest) -> tuple[Identity, int]:
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    assert identity.player_id is not None
    return identity, identity.player_id


def _tag(identity: Identity) -> str:
    """Return an ETag for everything the page shows, without reading or rendering it.

    The clock runs in the browser by itself.
    """
    return etag_of(identity.link_id, freshness_of(identity.tournament_id))


def _minutes_left(until: datetime | None) -> int | None:
    """Return the minutes until a time, 0 once it is past, or None if there is none."""
    if until is None:
        return None
    return max(0, int((until - timezone.now()).total_seconds() + 59) // 60)


def _context(request: HttpRequest, identity: Identity, player_id: int) -> dict[str, Any]:
    page = player_page(tournament_id=identity.tournament_id, player_id=player_id)
    dates = _dates(page, player_id)
    own = dates.pop(page.current.id, None) if page.current else None
    games = [game for game in (page.current, *page.past) if game]
    reports = submissions_of([game.id for game in games])
    in_question = _in_question(page, games, reports, player_id)
    asked = games_with_questions(player_id)
    cases = own_steps(
        player_id, page.number, closed=page.closed, asked={one.game.id for one in asked}
    )
    left = _minutes_left(page.report_until)
    context: dict[str, Any] = {
        "identity": identity,
        "page": page,
        # The game being played comes before anything else that waits for the player.
        "plays": page.current is not None and page.current.state in _PLAYED,
        "offers": server_offers(page.current) if page.current else (),
        "seats": seats_of_visitor(visitor_of(request)),
        "awaited": consents_awaited(player_id),
        "asked": asked,
        "cases": cases,
        "clock": None if own else page.clock,
        "dates": own,
        "other_dates": list(dates.values()),
        "minutes_left": left,
        "past": [
            _line(game, reports, page.terms.board_size, in_question)
            for game in page.past
            if game.id not in dates
        ],
        "rules_title": words.rules_title(page.terms.rules),
        "time": words.time_sentence(page.time) if page.time else "",
        "rules_summary": words.rules_summary(page.terms.rules),
        "upcoming": (page.round_number or 0) + 1,
        "changes_at": [
            *_moments(page, [own, *dates.values()], left),
            *(one.until for one in asked if one.until is not None),
            *(step.until for step in cases if step.until is not None),
        ],
    }
    if page.finished:
        context |= _at_the_end(page, player_id)
    if page.current:
        context |= _game(player_id, page, page.current, reports, in_question)
        of_game = [step for step in cases if step.game_id == page.current.id]
        context |= _after_cases(page, page.current, of_game, player_id)
    return context


def _at_the_end(page: PlayerPage, player_id: int) -> dict[str, Any]:
    """Return the player's place after the last round and, if it may still change, why.

    Whose case is open, and what it is about, is not said.
    """
    stands = place_of(slug=page.terms.slug, player_id=player_id)
    appealed = stands.appealed if stands else ()
    pending = [appealed_line(appealed, closed=page.closed)]
    if not page.closed and pending_cases(page.terms.id).open:
        pending.append(_("A referee has still to decide a case that may change a result."))
    pending = [text for text in pending if text]
    return {"stands": stands, "pending": pending, "provisional": bool(pending) and not page.closed}


def _after_cases(
    page: PlayerPage, game: GameRow, cases: Sequence[OwnStep], player_id: int
) -> dict[str, Any]:
    """Return how play goes on by a ruling, or by the players' agreement, in a game's cases."""
    ruled = cases and game.state == GameState.OPEN
    return {
        "ruled": (
            (
                *beside_result(game, concerned=True, closed=page.closed, reader=player_id),
                *mark_again_line(game),
            )
            if ruled
            else ()
        ),
        "on_appeal": appeal_outcome_line(game.id) if game.state == GameState.RULED else "",
        "plays_on": resumption_line(game) if any(case.asked for case in cases) else "",
    }


def _moments(
    page: PlayerPage, dates: Iterable["OwnDate | None"], minutes_left: int | None
) -> list[datetime]:
    """Return the moments at which the page changes by itself, including past ones."""
    proposed = [
        game_dates.waiting.plays_at for game_dates in dates if game_dates and game_dates.waiting
    ]
    if page.report_until is None or not minutes_left:
        return [*page.dates, *proposed]
    next_minute = page.report_until - timedelta(minutes=minutes_left - 1)
    return [*page.dates, *proposed, next_minute]


def _waiting(game: GameRow, reports: Reports) -> SubmissionView | None:
    """Return the report that is waiting for an answer, or None."""
    if game.state == GameState.DISPUTED:
        return None
    return next((report for report in reports.get(game.id, ()) if report.waits), None)


def _in_question(
    page: PlayerPage, games: Iterable[GameRow], reports: Reports, player_id: int
) -> dict[int, str]:
    """Return a sentence for each game whose record agrees only if points in question are counted.

    These are games whose result the player is to confirm. The game's own page has the sentence too:
    nobody should confirm a result because of the word beside it here.
    """
    found = ((game, _waiting(game, reports)) for game in games)
    waiting = [
        (game, report)
        for game, report in found
        if report is not None and report.player_id != player_id
    ]
    return agrees_in_question(waiting, page.terms.ruleset)


def _game(
    player_id: int,
    page: PlayerPage,
    game: GameRow,
    reports: Reports,
    in_question: Mapping[int, str],
) -> dict[str, Any]:
    colour = game.colour_of(player_id)
    waiting = _waiting(game, reports)
    return {
        "line": _line(game, reports, page.terms.board_size, in_question),
        "colour": words.colour(colour),
        "black": colour == "black",
        "opponent": game.white if colour == "black" else game.black,
        "waiting": waiting,
        "mine": waiting is not None and waiting.player_id == player_id,
        "sentence": _sentence(game, colour, waiting),
    }


@dataclass(frozen=True, slots=True)
class OwnDate:
    """A game without a result that has a date to be played by, as its player sees it.

    ``waiting`` is the proposed date that waits for an answer; ``shut`` says that the game can no
    longer be reported.
    """

    game: GameRow
    colour: str
    opponent: PlayerName
    waiting: DateProposal | None
    shut: bool

    @property
    def over(self) -> bool:
        """Whether the time to play has run out."""
        return self.game.play_by is not None and self.game.play_by <= timezone.now()


def _dates(page: PlayerPage, player_id: int) -> dict[int, OwnDate]:
    """Return the player's games without a result that have a date to be played by, by their ids."""
    games = [
        game
        for game in (page.current, *page.past)
        if game and game.state == GameState.OPEN and game.play_by and not page.closed
    ]
    waiting = proposals_waiting(game.id for game in games)
    found = {}
    for game in games:
        colour = game.colour_of(player_id)
        found[game.id] = OwnDate(
            game=game,
            colour=words.colour(colour),
            opponent=game.white if colour == "black" else game.black,
            waiting=waiting.get(game.id),
            shut=game.id in page.shut,
        )
    return found


def _sentence(game: GameRow, colour: str, waiting: SubmissionView | None) -> str:
    """Return the reported result, or else the one that stands, in words for the player."""
    if waiting:
        result = Result(waiting.winner, waiting.reason, waiting.margin_half)
    elif game.winner:
        result = Result(game.winner, game.reason, game.margin_half)
    else:
        return ""
    return own_sentence(game, colour, result)


def _line(
    game: GameRow, reports: Reports, board_size: int, in_question: Mapping[int, str]
) -> GameLine:
    verdict = game_badge(game, reports.get(game.id, ()))
    line = game_line(game, verdict, board_size)
    if game.state == GameState.CONFIRMED and verdict in _LEFT_OPEN:
        return replace(line, record="")
    if game.id not in in_question:
        return line
    text = _("The record agrees only if points count that are in question.")
    return replace(line, record=f"{text} {in_question[game.id]}")
