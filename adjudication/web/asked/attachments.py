"""Pictures and records that came with statements, to the players of the game and the referees."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from adjudication.selectors import statements
from adjudication.selectors.statements import Attachment
from adjudication.web.games import shown_game
from tournament.web.access import may_see_evidence, personal, require, visitor_of


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


def _of_game(request: HttpRequest, game_id: int, found: Attachment | None) -> Attachment:
    page = shown_game(game_id)
    require(may_see_evidence(visitor_of(request), page.game, page.terms.id))
    if found is None or found.game_id != game_id:
        raise Http404
    return found


def _sent(found: Attachment, kind: str, name: str, *, attachment: bool) -> HttpResponse:
    response = HttpResponse(found.data, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(attachment, name) or "inline"
    response["X-Content-Type-Options"] = "nosniff"
    return response
