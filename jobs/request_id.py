"""The request id, shared by the log lines of a request, of its jobs and of their follow-ups.

It is set when a request comes in and when a job runs, so nobody has to pass it on. It identifies
nobody.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def request_id() -> str | None:
    """Return the id of the current request, or of the one that caused the current job."""
    return _current.get()


def new_request_id() -> str:
    """Return a new, random id."""
    return secrets.token_hex(8)


def valid_request_id(value: object) -> str | None:
    """Return an id that was received from outside if a log line can hold it, else None."""
    return value if isinstance(value, str) and _VALID.fullmatch(value) else None


@contextmanager
def use_request_id(value: str | None) -> Iterator[None]:
    """Run the block under this id; None keeps the current one."""
    if value is None:
        yield
        return
    token = _current.set(value)
    try:
        yield
    finally:
        _current.reset(token)
