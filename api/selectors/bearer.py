"""Whom a token lets in, looked up with every call."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from api import queries
from tournament.staff.selectors import Identity, Visitor

NOTED_EVERY = timedelta(hours=1)
"""How often a token's use is recorded, so that not every call writes to the database."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A usable token, and who its bearer is."""

    token_id: int
    scopes: frozenset[str]
    visitor: Visitor
    to_note: bool
    """Whether it is time to record that the token is used."""


def bearer_of(digest: str, now: datetime) -> Bearer | None:
    """Return whom the token with this digest lets in; None if it lets nobody in.

    Unlike the access checks of pages, this does not look up how many cases wait.
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
