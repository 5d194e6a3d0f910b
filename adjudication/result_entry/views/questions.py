"""Results typed into the line that no count gives: each is asked about until it is answered.

The session keeps what is asked, by board: results are typed faster than they are answered, so a
question must outlive the lines behind it, a reload, and a visit to another page.
"""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from adjudication.result_entry.views.answers import result_words
from adjudication.result_entry.views.result_line import Enter, sure_line
from tournament.models import Reason
from tournament.results.services.doubts import doubt_about
from tournament.rounds.selectors.running import RunningGame, RunningPage
from tournament.spoken import spoken
from tournament.tournaments.selectors.public import TournamentTerms


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
        rules=terms.rules,
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
