"""What of a case its players do not read word for word: complaints about somebody's behaviour.

A complaint may be mistaken, and the accused knows who wrote it. It is read by those who may rule on
it (:func:`tournament.staff.visitors.may_referee`, and the members of an appeals committee; every
form says so with ``inquiries/readers.html``) and by its author. The other players read what the
referee writes about it, and answer that. What the staff brought up is in the staff's own words, and
read by all.
"""

from collections.abc import Iterable

from adjudication.cases.selectors.appeals import AppealView
from adjudication.cases.selectors.cases import QueueLine
from adjudication.cases.selectors.own_cases import OwnCaseLine
from adjudication.cases.selectors.statements import StatementView


def confidential(line: QueueLine | OwnCaseLine) -> bool:
    """Whether a player complains in a case of somebody's behaviour."""
    return any(ground.complainant is not None for ground in line.grounds)


def notes_for_players(line: QueueLine, player_id: int | None) -> list[str]:
    """Return what was said with a case as far as a player of it reads it.

    Of the complaints that is their own alone.
    """
    number = line.number_of(player_id)
    return [
        ground.note
        for ground in line.grounds
        if ground.note and ground.complainant in (None, number)
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
