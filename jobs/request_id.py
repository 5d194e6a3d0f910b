"""The number of a request, which its log lines, its jobs and their log lines share.

It is set where a request comes in and where a job is done; nobody has to pass it on. It says
nothing about anybody.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LONGEST = 64
_GOOD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def request_id() -> str | None:
    """Return the number of the request that is served, or that asked for the job; else None."""
    return _current.get()


def new_request_id() -> str:
    """Return a number that no other request has."""
    return secrets.token_hex(8)


def valid(given: object) -> str | None:
    """Return a number that somebody else gave, when it is one that a log line can hold."""
    return given if isinstance(given, str) and _GOOD.fullmatch(given) else None


@contextmanager
def serving(number: str | None) -> Iterator[None]:
    """Let everything inside be known under this number; without one, as whatever it is outside."""
    if number is None:
        yield
        return
    token = _current.set(number)
    try:
        yield
    finally:
        _current.reset(token)
