"""How many calls somebody may make in a minute, counted for all processes together.

The counters are in Django's cache: in the broker's server where there is one, else in the one
process that there is. Nobody is refused because that server is away (config/shared_cache.py).
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from api.http.problems import Problem
from tournament.services.counting import counted

SECONDS = 60
ANONYMOUS, TOKEN = "anonymous", "token"


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of the calls of this minute; ``renewed`` in seconds."""

    most: int
    left: int
    renewed: int

    @property
    def headers(self) -> dict[str, str]:
        """Return what an answer says of it."""
        return {
            "RateLimit-Policy": f'"calls";q={self.most};w={SECONDS}',
            "RateLimit": f'"calls";r={self.left};t={self.renewed}',
        }


def spend(who: str, kind: str) -> Allowance:
    """Count one more call and return what is left. Raises a 429 where nothing is."""
    most = settings.SHINPAN_API_CALLS if kind == TOKEN else settings.SHINPAN_API_ANONYMOUS_CALLS
    window, passed = divmod(int(time.time()), SECONDS)
    calls = counted(f"api:{who}:{window}", 2 * SECONDS)
    allowance = Allowance(most, max(0, most - calls), SECONDS - passed)
    if calls > most:
        raise _too_many(allowance.renewed, allowance.headers)
    return allowance


def spend_on(what: str, who: str, *, most: int) -> None:
    """Count one more call that takes long. Raises a 429 where there were ``most`` this minute."""
    window, passed = divmod(int(time.time()), SECONDS)
    if counted(f"api:{what}:{who}:{window}", 2 * SECONDS) > most:
        raise _too_many(SECONDS - passed, {})


def _too_many(seconds: int, headers: Mapping[str, str]) -> Problem:
    return Problem(
        429,
        "too_many_calls",
        _("Too many calls in a minute: wait until the next one."),
        headers={**headers, "Retry-After": str(seconds)},
    )
