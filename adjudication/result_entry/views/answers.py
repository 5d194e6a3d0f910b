"""How the result line answers what was typed, in words."""

from collections.abc import MutableMapping
from dataclasses import astuple, dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.result_entry.selectors import reporters
from adjudication.result_entry.views.result_line import Enter, Problem, sure_line
from tournament.games import words
from tournament.games.models.result import Result
from tournament.models import Reason, Winner
from tournament.results.services.results import reason_to_doubt, result_of
from tournament.rounds.selectors.running import RunningGame, RunningPage
from tournament.spoken import translated
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Answer:
    """One sentence; ``good`` if something was done, otherwise ``typed`` is what it is about.

    ``case`` is the number of the case that decides the result instead, 0 for none.
    """

    text: str
    good: bool
    typed: str = ""
    case: int = 0


def result_words(winner: str, reason: str, margin_half: int | None) -> str:
    """Return a result as a clause: ``Black wins by 3.5 points``, or ``no result``."""
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
    """Return how many games of a round have no result yet, or what waits once all have one."""
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
    """What the result line accepts as the yes; empty if the yes settles a report."""
    game_id: int = 0
    version: int = 0
    result: Result | None = None
    """The result that would settle a report, and its game as it was shown."""

    @property
    def margin(self) -> str:
        """Return the margin of a result that would settle a report, as one would type it."""
        half = self.result.margin_half if self.result else None
        return "" if half is None else words.half_points(half)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was typed, as the session keeps it; ``version`` is that of a game with a report."""

    winner: str
    reason: str
    margin_half: int | None
    version: int = 0


class Questions:
    """The questions put to a session about the results of a round."""

    def __init__(self, session: MutableMapping[str, Any], page: RunningPage) -> None:
        self._session = session
        self._key = f"questions-{page.round_id}"
        self._page = page

    @property
    def _kept(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = self._session.get(self._key, {})
        return found

    def ask(self, command: Enter) -> None:
        """Store a question about a result; it replaces any earlier one about the board."""
        self._ask(command.board, _Asked(command.winner, Reason.SCORE, command.margin_half))

    def ask_of_report(self, command: Enter, game: RunningGame) -> None:
        """Store a question about a result that would settle a report, valid until the game changes.

        Typing only who won, if the report says the same, means the result that the report gives.
        """
        typed = Result(command.winner, command.reason, command.margin_half)
        if typed == Result(game.winner):
            typed = Result(game.winner, game.reason, game.margin_half)
        reason = str(result_of(**typed.columns())["reason"])
        asked = _Asked(typed.winner, reason, typed.margin_half, game.version)
        self._ask(command.board, asked)

    def _ask(self, board: int, asked: _Asked) -> None:
        self._session[self._key] = {**self._kept, str(board): list(astuple(asked))}

    def forget(self, board: int) -> None:
        """Forget what was asked about a board."""
        kept = dict(self._kept)
        if kept.pop(str(board), None) is not None:
            self._session[self._key] = kept

    def open_questions(self, terms: TournamentTerms) -> list[Question]:
        """Return the questions still open, the oldest first.

        A result that the game's terms have come to allow since is still asked about: it has not
        been entered.
        """
        games = {str(game.table): game for game in self._page.games}
        kept = [(games.get(board), _Asked(*asked)) for board, asked in self._kept.items()]
        found = [
            (game, asked)
            for game, asked in kept
            if game is not None and asked.version in (0, game.version)
        ]
        reported = reporters([game.id for game, asked in found if asked.version])
        return [_question(game, asked, reported.get(game.id), terms) for game, asked in found]


def _question(
    game: RunningGame, asked: _Asked, reporter: int | None, terms: TournamentTerms
) -> Question:
    why = reason_to_doubt(
        asked.winner,
        asked.reason,
        asked.margin_half,
        ruleset=terms.ruleset,
        board_size=terms.board_size,
        komi_half=game.komi_half,
        handicap=game.handicap,
    )
    texts = [
        _("Board %(board)d: %(result)s (%(black)s – %(white)s)?")
        % {
            "board": game.table,
            "result": result_words(asked.winner, asked.reason, asked.margin_half),
            "black": game.black,
            "white": game.white,
        }
    ]
    if why is not None:
        texts.append(translated(why))
    if asked.version:
        texts.append(_reported(game, reporter))
    elif game.winner:
        noted = result_words(game.winner, game.reason, game.margin_half)
        texts.append(_("Noted at present: %(result)s.") % {"result": noted})
    label = _("Board %(board)d") % {"board": game.table}
    if asked.version:
        result = Result(asked.winner, asked.reason, asked.margin_half)
        return Question(game.table, label, " ".join(texts), "", game.id, asked.version, result)
    enter = Enter(game.table, asked.winner, asked.reason, asked.margin_half)
    return Question(game.table, label, " ".join(texts), sure_line(enter))


def _reported(game: RunningGame, reporter: int | None) -> str:
    """Return what a report waiting for the opponent says, and what settling it means."""
    told = {"result": result_words(game.winner, game.reason, game.margin_half)}
    if reporter is None:
        text = _("One player has reported: %(result)s. The opponent has not confirmed it.") % told
    else:
        names = {game.black_id: game.black, game.white_id: game.white}
        other = game.white_id if reporter == game.black_id else game.black_id
        told |= {"player": names.get(reporter, ""), "opponent": names[other]}
        text = _("%(player)s has reported: %(result)s. %(opponent)s has not confirmed it.") % told
    settling = _("If you settle it, the report is set aside, and its record stays with the game.")
    return f"{text} {settling}"
