"""Dates of games that an undoing did not bring back, for they are over by now."""

from datetime import datetime

from tournament.audit.selectors.snapshots import OWN_DATES, boards_in
from tournament.models import AuditEvent, Game


def dates_not_back(made: AuditEvent) -> tuple[int, ...]:
    """Return the tables of games that had a date before what ``made`` undoes, and lack it now.

    One query, or two.
    """
    wanted = {
        board["table"]: {name: board[name] for name in OWN_DATES if name in board}
        for board in boards_in(made.undoes.before if made.undoes else None)
    }
    if not any(wanted.values()):
        return ()
    games = Game.objects.filter(
        round__tournament=made.tournament_id,
        round__number=made.round_number or 0,
        board_number__in=wanted,
    )
    now = {table: dates for table, *dates in games.values_list("board_number", *OWN_DATES)}
    return tuple(
        table
        for table, dates in sorted(wanted.items())
        if any(datetime.fromisoformat(date) not in now.get(table, ()) for date in dates.values())
    )
