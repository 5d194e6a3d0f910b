"""Pictures and records that came with statements, to whoever may read the case."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from adjudication.cases.selectors import statements
from adjudication.cases.selectors.statements import Attachment
from adjudication.inquiries.views.rooms import alone
from adjudication.submissions.views.games import shown_game
from tournament.staff.access import may_referee, may_see_evidence, personal, require, visitor_of


@personal
@require_safe
def picture(request: HttpRequest, game_id: int, picture_id: int) -> HttpResponse:
    """Give a picture of a statement: a JPEG that was drawn anew when it came."""
    found = _of_game(request, game_id, statements.picture(picture_id))
    return _sent(found, "image/jpeg", f"{picture_id}.jpg", attachment=False)


@personal
@require_safe
def record(request: HttpRequest, game_id: int, statement_id: int) -> HttpResponse:
    """Give the record that came with a statement, as it was sent."""
    found = _of_game(request, game_id, statements.statement_record(statement_id))
    return _sent(found, "application/x-go-sgf", f"{statement_id}.sgf", attachment=True)


@personal
@require_safe
def own_picture(request: HttpRequest, case_id: int, picture_id: int) -> HttpResponse:
    """Give a picture of a statement in a case without a game."""
    found = _of_case(request, case_id, statements.picture(picture_id))
    return _sent(found, "image/jpeg", f"{picture_id}.jpg", attachment=False)


@personal
@require_safe
def own_record(request: HttpRequest, case_id: int, statement_id: int) -> HttpResponse:
    """Give the record that came with a statement in a case without a game."""
    found = _of_case(request, case_id, statements.statement_record(statement_id))
    return _sent(found, "application/x-go-sgf", f"{statement_id}.sgf", attachment=True)


def _of_case(request: HttpRequest, case_id: int, found: Attachment | None) -> Attachment:
    room = alone(request, case_id)
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
