"""Whom a token lets in, asked with every call."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from api import queries
from tournament.staff.selectors import Identity, Visitor

NOTED_EVERY = timedelta(hours=1)
"""So often it is noted that a token is used: a call is no reason to write."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A usable token, and whom it makes of its bearer."""

    token_id: int
    scopes: frozenset[str]
    visitor: Visitor
    to_note: bool
    """Whether it is time to note that the token is used."""


def bearer_of(digest: str, now: datetime) -> Bearer | None:
    """Return whom the token with this digest lets in; None where it lets nobody in.

    What of the cases waits, which the doors of pages tell, is not asked for.
    """
    row = queries.bearer(digest, now, noted_before=now - NOTED_EVERY)
    if row is None:
        return None
    token_id, scopes, to_note, user_id, operates, *linked = row
    if linked[0] is not None:
        visitor = Visitor((Identity(*linked),))
    elif operates:
        visitor = Visitor(superuser=True, user_id=user_id)
    else:
        return None
    return Bearer(token_id, frozenset(json.loads(scopes)), visitor, bool(to_note))
