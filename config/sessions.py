"""Sessions whose key is renewed in two steps (a ``SESSION_ENGINE``).

Django's own store deletes the old session in the request that makes the new one. When the browser
never gets that answer (a second press, a reload, a phone between two cells), it comes back with a
key that opens nothing, and everything it was let into is lost. Here the old session stays as it
was, without what the visitor gained, until the browser has shown that it has the new key.
"""

from typing import Any

from django.contrib.sessions.backends import db

REPLACED = "_replaced"
"""Under which name a new session keeps the key of the one it takes the place of."""


class SessionStore(db.SessionStore):
    """Django's sessions in the database, renewed without risk."""

    def cycle_key(self) -> None:
        """Go on with the same data under a new key; the old one ends when this one comes in."""
        data = dict(self.items())
        old = self.session_key
        self.create()
        self._session_cache = data
        if old:
            self[REPLACED] = old

    def load(self) -> dict[str, Any]:
        """Read the session; the one it took the place of ends now."""
        data: dict[str, Any] = super().load()
        replaced = data.pop(REPLACED, None)
        if replaced is not None:
            self.delete(replaced)
            self.modified = True
        return data

    def flush(self) -> None:
        """Forget everything, also the session that this one took the place of."""
        self.keys()  # reads it, which ends the other one
        super().flush()
