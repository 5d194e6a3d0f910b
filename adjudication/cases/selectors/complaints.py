"""Complaints about somebody's behaviour: who reads them, and who could answer them.

A complaint may be mistaken, and the accused knows who wrote it. Only those who may rule on it
(:func:`tournament.staff.visitors.may_referee`, and the members of an appeals committee; every form
says so with ``inquiries/readers.html``) and its author read it. The other players read what the
referee writes about it, and answer that. What the staff brings up is in the staff's own words, and
everybody reads it. Those whom a complaint concerns have :data:`REPLY_TIME` to reply, counted from
the last thing the staff writes in the case: no program can tell which of it accuses somebody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from adjudication.cases.selectors.appeals import AppealView
from adjudication.cases.selectors.cases import Ground, OwnCaseLine, QueueLine
from adjudication.cases.selectors.statements import StatementView
from adjudication.policy.causes import sole_complainant

REPLY_TIME: Final = timedelta(minutes=30)
"""How long those concerned have to reply; a referee who hears them in person need not wait."""


class Said(Protocol):
    """A statement in a case; ``player_id`` is None for what the staff wrote."""

    @property
    def player_id(self) -> int | None:
        """Return the id of the player who says it."""

    @property
    def text(self) -> str:
        """Return what is said; empty if only a record or pictures were sent."""

    @property
    def created_at(self) -> datetime:
        """Return when it was said."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """How far a complaint is answered. ``replied`` has the ids of players who wrote since then."""

    written_at: datetime | None
    """When the staff last wrote about it; None if they have not yet."""
    replied: frozenset[int] = frozenset()

    @property
    def reply_until(self) -> datetime | None:
        """Return the deadline for those concerned to reply; None before they can read about it."""
        return None if self.written_at is None else self.written_at + REPLY_TIME

    def waits_for(self, player_id: int, now: datetime) -> bool:
        """Whether a player has not replied and still has time to, or cannot know about it yet."""
        if player_id in self.replied:
            return False
        return self.reply_until is None or now < self.reply_until


def hearing_since(complained_at: datetime, said: Iterable[Said]) -> Hearing:
    """Return how far a case's complaints are answered; the latest was made at the moment given.

    ``said`` are the statements of the case, oldest first.
    """
    written_at: datetime | None = None
    replied: set[int] = set()
    for statement in said:
        if statement.created_at < complained_at:
            continue
        if statement.player_id is None and statement.text:
            written_at = statement.created_at
            replied.clear()
        elif statement.player_id is not None and written_at is not None:
            replied.add(statement.player_id)
    return Hearing(written_at, frozenset(replied))


def is_accused(line: QueueLine | OwnCaseLine, number: int | None) -> bool:
    """Whether a player (by number) may be ruled against over the complaints in their case.

    Not if they are the only one who complains.
    """
    return sole_complainant(ground.complainant for ground in line.grounds) != number


def hearing_of(line: QueueLine | OwnCaseLine, said: Iterable[Said]) -> Hearing | None:
    """Return how far the complaints of a case are answered; None if nobody complains."""
    complained = [ground.at for ground in line.grounds if ground.complainant is not None]
    return hearing_since(complained[-1], said) if complained else None


def is_confidential(line: QueueLine | OwnCaseLine) -> bool:
    """Whether a player complains about somebody's behaviour in a case."""
    return any(ground.complainant is not None for ground in line.grounds)


def grounds_written(line: QueueLine, player_id: int | None) -> list[Ground]:
    """Return what was written when a case was brought up; the staff (None) read all of it.

    What a player claims about the game or contests about a clock is included even without a note. A
    player reads no complaints but their own.
    """
    number = line.number_of(player_id)
    return [
        ground
        for ground in line.grounds
        if (ground.note or ground.clock or (ground.by is not None and ground.complainant is None))
        and (player_id is None or ground.complainant in (None, number))
    ]


def readable_statements(
    line: QueueLine, said: Iterable[StatementView], player_id: int | None
) -> tuple[StatementView, ...]:
    """Return the statements that a player may read; the staff (None) read all of them.

    If somebody complains, those are the player's own and the staff's.
    """
    if player_id is None or not is_confidential(line):
        return tuple(said)
    return tuple(statement for statement in said if statement.player_id in (None, player_id))


def hides_appeal(appeal: AppealView, line: QueueLine, player_id: int | None) -> bool:
    """Whether an appeal's text and author are hidden from a player, never from the staff (None).

    They are if somebody complains in the case, unless the appeal is the player's own.
    """
    return player_id is not None and is_confidential(line) and appeal.player_id != player_id
