"""Links and codes that a page shows once: kept in the session until the page is seen and left.

Several can wait at a time: somebody who made a tournament and never got the response may make the
next before looking. They are written in the transaction of what they belong to, to the session as
it is by then, so that concurrent requests do not lose each other's.
"""

import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import HttpRequest

KEPT = "unseen"
"""The session's key for them, newest first."""
MOST = 24
"""How many can wait; the oldest are forgotten beyond that."""
MARK = "made"
"""The query parameter that says which of several a page shows."""


@dataclass(frozen=True, slots=True)
class UnseenSecret:
    """A page with a secret that has not been seen yet, and what the secret belongs to."""

    address: str
    name: str


def address_of(path: str, key: str) -> str:
    """Return the URL of the page that shows what the form with this key made."""
    return f"{path}?{urlencode({MARK: _mark(key)})}"


def keep_to_show(request: HttpRequest, key: str, address: str, kept: dict[str, Any] | None) -> None:
    """Let a page show what a form made until it is left; call it in a transaction.

    ``kept`` is what the page needs besides, including ``name``; None keeps what was kept before.
    """
    session = request.session
    row = Session.objects.select_for_update().filter(pk=session.session_key).first()
    waiting = row.get_decoded().get(KEPT, []) if row else session.get(KEPT, [])
    if kept is None:
        kept = next((page["kept"] for page in waiting if page["key"] == key), {})
    made = {"key": key, "at": address, "seen": False, "kept": kept}
    session[KEPT] = [made, *(page for page in waiting if page["key"] != key)][:MOST]
    session.save()
    if request.COOKIES.get(settings.SESSION_COOKIE_NAME) == session.session_key:
        # Saved again at the end of the request, it would undo what others saved meanwhile.
        session.modified = False


def shown_at(request: HttpRequest) -> dict[str, Any] | None:
    """Return what the requested page shows, marking it as seen; None once it was left."""
    waiting = request.session.get(KEPT, [])
    found: dict[str, Any] | None = next((page for page in waiting if _is_here(page, request)), None)
    if found is not None and not found["seen"]:
        request.session[KEPT] = [
            {**page, "seen": page["seen"] or page is found} for page in waiting
        ]
    return found


def unseen_secrets(request: HttpRequest) -> list[UnseenSecret]:
    """Return what the visitor has made and not seen yet, newest first."""
    return [
        UnseenSecret(page["at"], str(page["kept"].get("name", "")))
        for page in request.session.get(KEPT, [])
        if not page["seen"] and not _is_here(page, request)
    ]


def forget_left(request: HttpRequest) -> None:
    """Forget what was seen on pages that the visitor leaves for this one."""
    waiting = request.session.get(KEPT, [])
    left = [page for page in waiting if not page["seen"] or _is_here(page, request)]
    if left != waiting:
        request.session[KEPT] = left


def _is_here(page: dict[str, Any], request: HttpRequest) -> bool:
    path, _question_mark, query = page["at"].partition("?")
    return bool(path == request.path and urlencode({MARK: request.GET.get(MARK, "")}) == query)


def _mark(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:12]
