"""A game's proof as a file."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from adjudication.archive.selectors.proofs import proof_of
from adjudication.submissions.views.games import shown_game
from tournament.common.responses import download
from tournament.staff.visitors import may_see_evidence, personal, require, visitor_of


@personal
@require_safe
def proof(request: HttpRequest, game_id: int) -> HttpResponse:
    """Send everything that a game's result rests on, to its players, the owner and the referees."""
    page = shown_game(game_id)
    require(may_see_evidence(visitor_of(request), page.game, page.terms.id))
    found = proof_of(game_id, timezone.now())
    if found is None:
        raise Http404
    name = f"{page.terms.slug}-{page.game.round_number}-{page.game.board_number}-proof.json"
    data = json.dumps(found, ensure_ascii=False, indent=1).encode()
    return download(data, name, "application/json")
