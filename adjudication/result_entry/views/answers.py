"""What the result line says to what was typed, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.result_entry.views.result_line import Problem
from tournament.games import words
from tournament.models import Reason, Winner
from tournament.rounds.selectors.running import RunningPage


@dataclass(frozen=True, slots=True)
class Answer:
    """One sentence; ``good`` where something was done, ``typed`` what it is about if it was not."""

    text: str
    good: bool
    typed: str = ""


def result_words(winner: str, reason: str, margin_half: int | None) -> str:
    """Return a result as a clause: ``Black wins by 3.5 points``; without one ``no result``."""
    if winner in (Winner.BLACK, Winner.WHITE):
        return _win(winner, reason, margin_half)
    if winner == Winner.BOTH:
        return _("nobody came") if reason == Reason.ABSENCE else _("both lose")
    return {
        Winner.DRAW: _("jigo"),
        Winner.BOTH_WIN: _("both win"),
        Winner.NONE: _("without result"),
        Winner.VOID: _("the game does not count"),
        "": _("no result yet"),
    }[winner]


def _win(winner: str, reason: str, margin_half: int | None) -> str:
    black = winner == Winner.BLACK
    if margin_half is not None:
        text = _("Black wins by %(points)s") if black else _("White wins by %(points)s")
        return text % {"points": words.points_word(margin_half)}
    how: dict[str, tuple[str, str]] = {
        Reason.RESIGNATION: (_("Black wins by resignation"), _("White wins by resignation")),
        Reason.TIME: (_("Black wins on time"), _("White wins on time")),
        Reason.FORFEIT: (_("Black wins by forfeit"), _("White wins by forfeit")),
        Reason.ABSENCE: (
            _("Black wins, White did not come"),
            _("White wins, Black did not come"),
        ),
        Reason.RULING: (_("Black wins by ruling"), _("White wins by ruling")),
    }
    return how.get(reason, (_("Black wins"), _("White wins")))[not black]


def problem_words(problem: Problem) -> str:
    """Return why something typed was not understood, and what to type instead."""
    return {
        Problem.UNKNOWN: _("not understood. Write a board and its result, such as 12 w 3.5"),
        Problem.NO_RESULT: _("the result is missing. Who won, such as 12 w"),
        Problem.WHICH_COLOUR: _("b may be Black or “blanc”: write n for Black, w for White"),
        Problem.TWO_COLOURS: _("two colours. Write only the one that won, such as 12 w"),
        Problem.HALF_POINTS: _("a margin has whole or half points, such as 3.5"),
        Problem.NO_MARGIN: _("this is not a margin. A jigo is written ="),
        Problem.TOO_LONG: _("this is too long for one line: enter it in parts"),
    }[problem]


def left_words(page: RunningPage) -> str:
    """Return how many games of a round have no result yet, and what waits where all have."""
    left = len(page.games) - page.known
    if left:
        return ngettext("%(count)d left.", "%(count)d left.", left) % {"count": left}
    if not page.missing:
        return _("All results are in.")
    return ngettext(
        "Every board has a result; %(count)d waits for its confirmation.",
        "Every board has a result; %(count)d wait for their confirmation.",
        page.missing,
    ) % {"count": page.missing}
