"""Boards of a draft, ready to show."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.selectors.drafts import DraftBoard, DraftPage
from tournament.selectors.preparation import DoorCount
from tournament.web import words


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A board as the draft shows it: komi in points, and what is wrong with it."""

    board: DraftBoard
    komi: str
    warnings: tuple[str, ...]
    black_score: str
    white_score: str


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
        )
        for board in page.boards
    )


def publish_warnings(page: DraftPage, door: DoorCount) -> list[str]:
    """Return what speaks against publishing a draft as it is, each in a sentence."""
    unhappy = sum(bool(board.violated) for board in page.boards)
    counts = (
        (
            unhappy,
            ngettext(
                "%(count)d board goes against a wish or seats players who have met before.",
                "%(count)d boards go against a wish or seat players who have met before.",
                unhappy,
            ),
        ),
        (
            len(page.unpaired),
            ngettext(
                "%(count)d player takes part and has neither a board nor the bye.",
                "%(count)d players take part and have neither a board nor the bye.",
                len(page.unpaired),
            ),
        ),
        (
            len(door.missing) if door.used else 0,
            ngettext(
                "%(count)d player has not been checked in.",
                "%(count)d players have not been checked in.",
                len(door.missing),
            ),
        ),
        (
            len(page.earlier),
            ngettext(
                "%(count)d game of an earlier round is still without a result that stands.",
                "%(count)d games of earlier rounds are still without a result that stands.",
                len(page.earlier),
            ),
        ),
    )
    return [text % {"count": count} for count, text in counts if count]
