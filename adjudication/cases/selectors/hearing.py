"""Whether those whom a complaint concerns could answer it before anything is ruled against them.

The complaint itself is kept from them (:mod:`adjudication.cases.selectors.complaints`). What the
staff writes in the case afterwards is its substance in the staff's words, and they have
:data:`REPLY_TIME` from the last of it on: no program can tell which of it accuses somebody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from adjudication.cases.selectors.cases import QueueLine
from adjudication.cases.selectors.own_cases import OwnCaseLine
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
        """Return what is said; empty where only a record or pictures were sent."""

    @property
    def created_at(self) -> datetime:
        """Return when it was said."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """How far a complaint is answered. ``replied`` are the ids of the players who wrote since."""

    written_at: datetime | None
    """When the staff last wrote of it; None: it did not yet."""
    replied: frozenset[int] = frozenset()

    @property
    def reply_until(self) -> datetime | None:
        """Return until when those concerned can reply, None before they can read of it."""
        return None if self.written_at is None else self.written_at + REPLY_TIME

    def waits_for(self, player_id: int, now: datetime) -> bool:
        """Whether a player has not replied and still has the time, or cannot know of what."""
        if player_id in self.replied:
            return False
        return self.reply_until is None or now < self.reply_until


def hearing_since(complained_at: datetime, said: Iterable[Said]) -> Hearing:
    """Return how far the complaints of a case are answered, the latest of them from that moment.

    ``said`` are the statements of the case, oldest first.
    """
    written_at: datetime | None = None
    replied: set[int] = set()
    for one in said:
        if one.created_at < complained_at:
            continue
        if one.player_id is None and one.text:
            written_at = one.created_at
            replied.clear()
        elif one.player_id is not None and written_at is not None:
            replied.add(one.player_id)
    return Hearing(written_at, frozenset(replied))


def is_accused(line: QueueLine | OwnCaseLine, number: int | None) -> bool:
    """Whether a player of a case with a complaint, by their number, may be ruled against over it.

    Whoever alone complains is not.
    """
    return sole_complainant(ground.complainant for ground in line.grounds) != number


def hearing_of(line: QueueLine | OwnCaseLine, said: Iterable[Said]) -> Hearing | None:
    """Return how far the complaints of a case are answered; None where nobody complains."""
    complained = [ground.at for ground in line.grounds if ground.complainant is not None]
    return hearing_since(complained[-1], said) if complained else None
