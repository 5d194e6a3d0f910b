"""Links to a move of a game: which board of the page a link opens, or that it is not shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.submissions.views.evidence import RULED_BOARD, move_parameter
from adjudication.verdicts.selectors.games import GamePage


@dataclass(frozen=True, slots=True)
class LinkedMoves:
    """The query parameters of a page of a game, for the boards that it has.

    ``named`` are the parameters of the boards that the address names. ``missing`` says that it
    leads to a move in a record that the page does not show, empty if it does not.
    """

    moves: Mapping[str, str]
    named: frozenset[str]
    missing: str = ""


def linked_moves(
    page: GamePage, moves: Mapping[str, str], shown: Mapping[str, str], *, trusted: bool
) -> LinkedMoves:
    """Return what an address names of a page whose boards ``shown`` gives: parameter to digest.

    A report that took the place of another one, or came with the same file, has the same board.
    ``trusted`` says that the reader may see the evidence.
    """
    files = {
        move_parameter(report): report.record.sha256 for report in page.submissions if report.record
    }
    names = {name for name in (*files, RULED_BOARD) if name in moves}
    of_file = {files[name]: moves[name] for name in names if name in files}
    found = {
        board: moves.get(board, of_file.get(digest, ""))
        for board, digest in shown.items()
        if board in moves or digest in of_file
    }
    missing = ""
    if names and not found:
        missing = (
            _("The link leads to a move in a record of this game that this page does not show.")
            if trusted
            else _(
                "The link leads to a move in a record of this game that is not shown to everybody."
            )
        )
    return LinkedMoves({**moves, **found}, frozenset(found), missing)
