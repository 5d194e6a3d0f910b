"""Events of the audit trail made of what is there before and after a change.

Make one before anything is changed, record it afterwards: where nothing changed there is no event.
"""

from tournament.models import AuditEvent, Game, Round
from tournament.selectors.snapshots import Board, board_now, rounds_now, told
from tournament.services.acting import Actor
from tournament.services.audit import record


class RoundChange:
    """A change of a round's boards or byes, whatever it is."""

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._before = rounds_now([round_.pk])[round_.pk]

    def record(
        self, verb: str, *, reason: str = "", undoes: AuditEvent | None = None
    ) -> AuditEvent | None:
        """Write down what changed since; None where nothing did."""
        before, after = self._before, rounds_now([self._round.pk])[self._round.pk]
        was = [board for key, board in before.boards.items() if after.boards.get(key) != board]
        now = [board for key, board in after.boards.items() if before.boards.get(key) != board]
        left, came = before.byes - after.byes, after.byes - before.byes
        if not (was or now or left or came):
            return None
        tables = {board["table"] for board in (*was, *now)}
        return record(
            verb,
            tournament_id=self._round.tournament_id,
            round_number=self._round.number,
            table=tables.pop() if len(tables) == 1 else None,
            players=sorted(_players(was) | _players(now) | left | came),
            before=told(was, left),
            after=told(now, came),
            reason=reason,
            undoes=undoes,
        )


class GameChange:
    """A change of one game: its result, mostly. ``game`` comes with its round."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._before = board_now(game.pk)

    def record(self, verb: str, *, reason: str = "", by: Actor | None = None) -> AuditEvent | None:
        """Write down what changed since; None where nothing did."""
        after = board_now(self._game.pk)
        if after == self._before:
            return None
        return record(
            verb,
            tournament_id=self._game.round.tournament_id,
            round_number=self._game.round.number,
            table=after["table"],
            players=sorted(_players([after])),
            before=self._before,
            after=after,
            reason=reason,
            by=by,
        )


def _players(boards: list[Board]) -> set[int]:
    return {board[colour] for board in boards for colour in ("black", "white")}
