"""The current actor: set where a request comes in, read where an event is recorded.

A use case can be called by a page, a command or a job; passing the actor through every signature
would only repeat what is the same for the whole request. So it is set once, with the permissions
(:mod:`tournament.staff.permissions`), and read by
:func:`tournament.audit.services.recording.record`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

SYSTEM, SUPERUSER = "system", "superuser"
"""Actors without a role in a tournament: commands and jobs, and the installation's operator."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts, and the link they use.

    ``role`` is a :class:`tournament.models.Role`, ``system`` or ``superuser``; ``name`` says whom
    the link was made for; ``player_id`` is the player if the role is theirs, ``user_id`` the
    operator's login.
    """

    role: str
    name: str = ""
    link_id: int | None = None
    player_id: int | None = None
    user_id: int | None = None


NOBODY = Actor(role=SYSTEM)
_current: ContextVar[Actor] = ContextVar("actor", default=NOBODY)


def current_actor() -> Actor:
    """Return the current actor; outside a request it is the system."""
    return _current.get()


def set_current_actor(who: Actor) -> None:
    """Set the actor until the surrounding :func:`acting_as` ends."""
    _current.set(who)


@contextmanager
def acting_as(who: Actor) -> Iterator[None]:
    """Set the current actor inside the block; afterwards the previous one is restored."""
    token = _current.set(who)
    try:
        yield
    finally:
        _current.reset(token)
