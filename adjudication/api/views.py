"""Games for programs: what the public page of a game shows, from the same selector."""

from typing import Any

from django.http import Http404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from adjudication.selectors.games import game_page
from adjudication.selectors.submissions import SubmissionView
from tournament.api.shapes import game_shape, terms_shape


class GameDetail(APIView):
    """One published game with the verdicts on its records, oldest first."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: int) -> Response:
        """Return the game. 404 where there is none, or its round is not published."""
        page = game_page(game_id)
        if page is None or not page.published:
            raise Http404
        return Response(
            {
                **game_shape(page.game),
                "tournament": terms_shape(page.terms),
                "verdicts": [_verdict(report) for report in page.standing if report.record],
            }
        )


def _verdict(report: SubmissionView) -> dict[str, Any]:
    """Return what the public sees of a verdict: not who claimed what, nor the evidence."""
    verdict = report.verdict
    return {
        "state": report.badge,
        "rules": verdict.rules if verdict else None,
        "engine_version": verdict.engine_version if verdict else None,
        "judged_at": verdict.created_at.isoformat() if verdict else None,
    }
