"""Sessions whose key is renewed in two steps, so that a lost response loses nothing.

Django's own store deletes the old session in the request that creates the new one. If the browser
never receives that response (a second press, a reload, a phone between two cells), it returns with
a key that no longer exists, and the visitor is signed out of everything. Here the old session stays
as it was, without what the visitor gained, until the browser has sent the new key.
"""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none

REPLACED = "_replaced"
"""The name under which a new session stores the key of the one that it replaces."""


class SessionStore(db.SessionStore):
    """Django's sessions in the database, with a safe `cycle_key`."""

    def cycle_key(self) -> None:
        """Continue with the same data under a new key; once that is sent, the old session ends."""
        data = dict(self.items())
        old = self.session_key
        self.create()
        self._session_cache = data
        if old:
            self[REPLACED] = old

    def load(self) -> dict[str, Any]:
        """Read the session, and delete the one that it replaced."""
        data: dict[str, Any] = super().load()
        replaced = data.pop(REPLACED, None)
        if replaced is not None:
            self.delete(replaced)
            self.modified = True
        return data

    def _get_session_from_db(self) -> Session | None:
        """Read the row as Django does, by a query that is composed once."""
        row = one_or_none(_row(self.session_key)) if self.session_key else None
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row

    def flush(self) -> None:
        """Delete the session, and the one that it replaced."""
        self.keys()  # reads the session, which deletes the other one
        super().flush()


@prepared
def _row(session_key: str) -> "QuerySet[Session]":
    return Session.objects.filter(session_key=session_key)
