"""Boards of a draft, ready to show."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.web.badges import Badge, state_badge
from tournament.models import GameState
from tournament.selectors.drafts import DraftBoard, DraftPage
from tournament.web import words


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A board as the draft shows it: komi in points, and what is wrong with it.

    ``open`` says that the director may enter its result.
    """

    board: DraftBoard
    komi: str
    warnings: tuple[str, ...]
    black_score: str
    white_score: str
    result: str
    state: Badge
    open: bool


def draft_lines(page: DraftPage) -> tuple[DraftLine, ...]:
    """Return the lines of a draft's boards, by table."""
    violations = {
        "rematch": _("they have met before"),
        "forbidden": _("they are not to meet"),
        "family": _("they are of one family"),
        "team": _("they are of one team"),
    }
    return tuple(
        DraftLine(
            board=board,
            komi=words.half_points(board.komi_half),
            warnings=tuple(violations[name] for name in board.violated),
            black_score=words.half_points(board.black.score_x2),
            white_score=words.half_points(board.white.score_x2),
            result=words.short_result(board.winner, board.reason, board.margin_half),
            state=state_badge(board.state),
            open=board.state in (GameState.OPEN, GameState.ENTERED),
        )
        for board in page.boards
    )
