"""What of a case its players do not read word for word: complaints about somebody's behaviour.

A complaint may be mistaken, and the accused knows who wrote it. It is read by whoever may rule on
it; the players read what the referee writes about it, and answer that. What the staff brought up
is in the staff's own words, and read by all.
"""

from collections.abc import Iterable

from adjudication.policy.causes import complaints
from adjudication.selectors.appeals import AppealView
from adjudication.selectors.cases import QueueLine
from adjudication.selectors.statements import StatementView


def confidential(line: QueueLine) -> bool:
    """Whether a player complains in a case of somebody's behaviour."""
    return any(_of_line(line))


def notes_for_players(line: QueueLine) -> list[str]:
    """Return what was said with a case as far as its players read it."""
    hidden = _of_line(line)
    return [
        one.note for one, kept in zip(line.grounds, hidden, strict=True) if one.note and not kept
    ]


def readable(
    line: QueueLine, said: Iterable[StatementView], player_id: int | None
) -> tuple[StatementView, ...]:
    """Return the statements that a player reads, all of them for the staff (None).

    Where somebody complains these are the player's own and the staff's.
    """
    if player_id is None or not confidential(line):
        return tuple(said)
    return tuple(one for one in said if one.player_id in (None, player_id))


def appeal_text(one: AppealView, line: QueueLine, player_id: int | None) -> str:
    """Return what an appeal says as a player reads it, all of it for the staff (None).

    Where somebody complains that is nothing but their own words.
    """
    hidden = player_id is not None and confidential(line) and one.player_id != player_id
    return "" if hidden else one.text


def _of_line(line: QueueLine) -> tuple[bool, ...]:
    by_player = line.opened_by is not None and line.opened_by.player_id is not None
    return complaints([one.cause for one in line.grounds], by_player=by_player)
