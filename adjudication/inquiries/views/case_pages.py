"""Where the players of a case read and write, and the pictures and records of its statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from adjudication.cases.selectors import statements
from adjudication.cases.selectors.cases import QueueLine, cases_of_game, own_case
from adjudication.cases.selectors.statements import Attachment
from adjudication.models import CaseState
from adjudication.submissions.views.games import shown_game
from adjudication.verdicts.selectors.games import GamePage
from tournament.games.selectors import GameRow
from tournament.staff.visitors import (
    is_player_of,
    may_referee,
    may_see_evidence,
    personal,
    require,
    visitor_of,
)
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class CaseUrlNames:
    """The URL names of a case's page and of the actions on it."""

    page: str
    appeal: str
    withdraw: str
    picture: str
    record: str


AT_GAME: Final = CaseUrlNames(
    "adjudication:player_case",
    "adjudication:player_appeal",
    "adjudication:player_appeal_withdraw",
    "adjudication:player_picture",
    "adjudication:player_record",
)
ALONE: Final = CaseUrlNames(
    "adjudication:own_case",
    "adjudication:own_appeal",
    "adjudication:own_appeal_withdraw",
    "adjudication:own_picture",
    "adjudication:own_record",
)


@dataclass(frozen=True, slots=True)
class Room:
    """A case as a visitor may read it, and where; ``key`` goes into its addresses.

    ``player_id`` is the visitor if the case is about them: then they may write and appeal.
    ``closed`` says that nothing about the tournament can change any more. ``others`` are further
    cases of the game: one that was ruled can be appealed, whatever has come up since.
    """

    line: QueueLine
    closed: bool
    game: GameRow | None
    player_id: int | None
    names: CaseUrlNames
    key: int
    terms: TournamentTerms
    others: tuple[QueueLine, ...] = ()
    page: GamePage | None = None
    """The game with its reports; None for a case that is not read on its game's page."""
    ruled: bool = True
    """Whether any case of the game has a ruling, as far as is known here."""


def case_of_game(request: HttpRequest, game_id: int) -> Room:
    """Return the case of a game, for its players and the referees."""
    page = shown_game(game_id)
    visitor = visitor_of(request)
    require(may_see_evidence(visitor, page.game, page.terms.id))
    cases = cases_of_game(game_id)
    if not cases:
        raise Http404
    player_id = visitor.player_id if is_player_of(visitor, page.game) else None
    return Room(
        cases[0],
        page.closed,
        page.game,
        player_id,
        AT_GAME,
        game_id,
        page.terms,
        cases[1:] if player_id else (),
        page,
        any(case.state in CaseState.ruled() for case in cases),
    )


def case_without_game(request: HttpRequest, case_id: int) -> Room:
    """Return a case to those it is about; for anybody else there is no such page.

    Others are not even told that there is a case: it may be about a suspicion.
    """
    player_id = visitor_of(request).player_id
    found = None if player_id is None else own_case(case_id, player_id)
    if found is None:
        raise Http404
    return Room(found.line, found.closed, None, player_id, ALONE, case_id, found.terms)


# --- Pictures and records that came with statements, for those who may read the case ---


@personal
@require_safe
def picture(request: HttpRequest, game_id: int, picture_id: int) -> HttpResponse:
    """Return a picture of a statement: a JPEG that was redrawn when it arrived."""
    found = _of_game(request, game_id, statements.picture(picture_id))
    return _sent(found, "image/jpeg", f"{picture_id}.jpg", attachment=False)


@personal
@require_safe
def record(request: HttpRequest, game_id: int, statement_id: int) -> HttpResponse:
    """Return the record that came with a statement, as it was sent."""
    found = _of_game(request, game_id, statements.statement_record(statement_id))
    return _sent(found, "application/x-go-sgf", f"{statement_id}.sgf", attachment=True)


@personal
@require_safe
def own_picture(request: HttpRequest, case_id: int, picture_id: int) -> HttpResponse:
    """Return a picture of a statement in a case without a game."""
    found = _of_case(request, case_id, statements.picture(picture_id))
    return _sent(found, "image/jpeg", f"{picture_id}.jpg", attachment=False)


@personal
@require_safe
def own_record(request: HttpRequest, case_id: int, statement_id: int) -> HttpResponse:
    """Return the record that came with a statement in a case without a game."""
    found = _of_case(request, case_id, statements.statement_record(statement_id))
    return _sent(found, "application/x-go-sgf", f"{statement_id}.sgf", attachment=True)


def _of_case(request: HttpRequest, case_id: int, found: Attachment | None) -> Attachment:
    room = case_without_game(request, case_id)
    if found is None or found.case_id != room.line.id or not found.for_player(room.player_id):
        raise Http404
    return found


def _of_game(request: HttpRequest, game_id: int, found: Attachment | None) -> Attachment:
    page = shown_game(game_id)
    visitor = visitor_of(request)
    require(may_see_evidence(visitor, page.game, page.terms.id))
    if found is None or found.game_id != game_id:
        raise Http404
    if not (may_referee(visitor, page.terms.id) or found.for_player(visitor.player_id)):
        raise Http404
    return found


def _sent(found: Attachment, kind: str, name: str, *, attachment: bool) -> HttpResponse:
    response = HttpResponse(found.data, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(attachment, name) or "inline"
    response["X-Content-Type-Options"] = "nosniff"
    return response
