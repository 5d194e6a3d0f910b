"""Reading the file of a tournament to be continued, with the criteria that its columns name."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.formats.recognise import Format, RecognisedFile
from tournament.formats.wall_tokens import absent_value
from tournament.standings.stated import StatedTable
from tournament.standings.stated_scoring import (
    OutOfTimeError,
    StatedScoring,
    no_time_limit,
    reached_column,
    scoring_of,
    unfilled_criteria,
)
from tournament.state.event import Event
from tournament.state.state import TournamentState

MOST_PLAYERS: Final = 400
"""With more players, working out columns without a clear name takes too long."""
_ALIKE: Final = frozenset({Format.OPENGOTHA, Format.MACMAHON})
"""Formats whose absences cannot be marked as earning nothing."""
_MOST_COLUMNS, _LONGEST_NAME = 12, 20
_TAKEN: Final = _("Places go by the columns of the file, from left to right: %(criteria)s.")
_NOT_TAKEN: Final = _(
    "Not all columns of the file could be identified (%(columns)s). Places go by %(criteria)s here "
    "and may differ from those in the file: choose what they go by in the settings."
)
_ABSENCES_ALIKE: Final = _(
    "Such a file cannot say that an absence brings nothing: each of them counts as the settings "
    "say."
)


def event_to_import(found: RecognisedFile, in_time: Callable[[], bool] = no_time_limit) -> Event:
    """Return the tournament in a file, with the placement criteria that its columns name.

    If they cannot all be identified, for instance once ``in_time`` returns False, the criteria are
    the usual ones; the notes say which. Raises FormatError.
    """
    event, table = found.with_places()
    if table is not None:
        event = _in_order(event, table, in_time)
    if found.format in _ALIKE and _absences_count(event.state):
        event = _with_note(event, _ABSENCES_ALIKE)
    return event


def _in_order(event: Event, table: StatedTable, in_time: Callable[[], bool]) -> Event:
    """Return a result list's event with the criteria of its columns; unchanged without columns."""
    if not any(row.columns for row in table.rows):
        return event
    scoring = _scoring(event.state, table, in_time)
    usual = event.state.parameters.criteria
    if scoring is not None:
        known = [
            column.criterion
            for column in scoring.columns
            if column.criterion and (column.title or not column.wrong.any())
        ]
        criteria = tuple(dict.fromkeys((*known, *unfilled_criteria(table))))
        if len(known) == len(scoring.columns) and criteria[0] == usual[0]:
            parameters = replace(event.state.parameters, criteria=criteria)
            event = replace(event, state=replace(event.state, parameters=parameters))
            return _with_note(event, _TAKEN % {"criteria": comma_list(criteria)})
        names = [column.name for column in scoring.columns]
    else:
        names = table.heading.split()
    columns = comma_list(name[:_LONGEST_NAME] for name in names[:_MOST_COLUMNS] or ["?"])
    return _with_note(event, _NOT_TAKEN % {"columns": columns, "criteria": comma_list(usual)})


def _scoring(
    state: TournamentState, table: StatedTable, in_time: Callable[[], bool]
) -> StatedScoring | None:
    """Return what the columns are; None for places in a bracket and if there is no time."""
    if len(state.players) > MOST_PLAYERS or reached_column(table) is not None:
        return None
    try:
        return scoring_of(state, table, in_time)
    except OutOfTimeError:
        return None


def _absences_count(state: TournamentState) -> bool:
    """Whether somebody has missed a round and absences earn points."""
    parameters = state.parameters
    worth = absent_value(parameters.scoring, parameters.system)
    played = frozenset(range(1, state.played_rounds + 1))
    return bool(worth) and any(player.absent & played for player in state.players)


def _with_note(event: Event, note: Message) -> Event:
    return replace(event, notes=(*event.notes, note))
