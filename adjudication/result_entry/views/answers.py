"""What the result line says to what was typed, in words."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.result_entry.views.result_line import Enter, Problem, sure_line
from tournament.games import words
from tournament.models import Reason, Winner
from tournament.results.services.results import doubt_about
from tournament.rounds.selectors.running import RunningGame, RunningPage
from tournament.spoken import spoken
from tournament.tournaments.selectors.public import TournamentTerms


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
        Reason.TIE: (_("Black wins by equal scores"), _("White wins by equal scores")),
        Reason.RULING: (_("Black wins by ruling"), _("White wins by ruling")),
    }
    return how.get(reason, (_("Black wins"), _("White wins")))[not black]


def problem_words(problem: Problem) -> str:
    """Return why something typed was not understood, and what to type instead."""
    return {
        Problem.UNKNOWN: _("not understood. Write a board and its result, such as 12 w 3.5"),
        Problem.NO_RESULT: _("the result is missing. Who won, such as 12 w"),
        Problem.WHICH_COLOUR: _("b may be Black or “blanc”: write n for Black, bl for White"),
        Problem.TWO_COLOURS: _("two colours. Write only the one that won, such as 12 w"),
        Problem.HALF_POINTS: _("a margin has whole or half points, such as 3.5"),
        Problem.NO_MARGIN: _("this is not a margin. A jigo is written ="),
        Problem.TOO_LONG: _("this is too long for one line: enter it in parts"),
    }[problem]


def left_words(page: RunningPage) -> str:
    """Return how many games of a round have no result yet, and what waits where all have."""
    counts = page.counts
    if counts.open:
        return ngettext("%(count)d left.", "%(count)d left.", counts.open) % {"count": counts.open}
    if not counts.unsettled:
        return _("All results are in.")
    return _("Nothing more to enter: %(left)s.") % {"left": counts.left}


@dataclass(frozen=True, slots=True)
class Question:
    """A result that waits for a yes or a no."""

    board: int
    label: str
    text: str
    line: str
    """What the result line understands as the yes."""


class Questions:
    """What a session is asked about the results of a round."""

    def __init__(self, session: MutableMapping[str, Any], page: RunningPage) -> None:
        self._session = session
        self._key = f"asked-{page.round_id}"
        self._page = page

    @property
    def _kept(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = self._session.get(self._key, {})
        return found

    def ask(self, command: Enter) -> None:
        """Keep a result to be answered; it replaces what was asked about its board before."""
        kept = {**self._kept, str(command.board): [command.winner, command.margin_half]}
        self._session[self._key] = kept

    def answered(self, board: int) -> None:
        """Forget what was asked about a board."""
        kept = dict(self._kept)
        if kept.pop(str(board), None) is not None:
            self._session[self._key] = kept

    def shown(self, terms: TournamentTerms) -> list[Question]:
        """Return what is still to be answered, the oldest first.

        What the terms of a game have come to allow since is asked about all the same: its result
        has not been entered.
        """
        games = {str(game.table): game for game in self._page.games}
        return [
            _question(games[board], winner, margin_half, terms)
            for board, (winner, margin_half) in self._kept.items()
            if board in games
        ]


def _question(
    game: RunningGame, winner: str, margin_half: int | None, terms: TournamentTerms
) -> Question:
    why = doubt_about(
        winner,
        Reason.SCORE,
        margin_half,
        ruleset=terms.ruleset,
        board_size=terms.board_size,
        komi_half=game.komi_half,
        handicap=game.handicap,
    )
    text = _("Board %(board)d: %(result)s (%(black)s – %(white)s)?") % {
        "board": game.table,
        "result": result_words(winner, Reason.SCORE, margin_half),
        "black": game.black,
        "white": game.white,
    }
    if why is not None:
        text = f"{text} {spoken(why)}"
    if game.winner:
        noted = result_words(game.winner, game.reason, game.margin_half)
        at_present = _("Noted at present: %(result)s.") % {"result": noted}
        text = f"{text} {at_present}"
    return Question(
        board=game.table,
        label=_("Board %(board)d") % {"board": game.table},
        text=text,
        line=sure_line(Enter(game.table, winner, Reason.SCORE, margin_half)),
    )
