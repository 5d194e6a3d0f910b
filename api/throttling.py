"""Throttles: how many calls somebody may make in a minute, counted across all processes.

DRF's throttles keep a list of times in the cache, which two processes may overwrite for each other.
These increment one number instead, which the cache does atomically.
"""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from tournament.common.rate_limit import increment_counter, window_of


class SharedThrottle(SimpleRateThrottle):
    """DRF's rate throttle with fixed windows: each begins with a minute of the clock."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Return the name under which the caller is counted."""
        return f"{self.scope}:{request.user.name}"

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count one more call and return whether it may be made."""
        return self.count(self.get_cache_key(request, view))

    def count(self, key: str) -> bool:
        """Count one more call under a key and return whether it is still within the rate."""
        window, self.left_seconds = window_of(self.duration)
        count = increment_counter(f"api:{key}:{window}", 2 * self.duration)
        self.left = max(0, self.num_requests - count)
        return bool(count <= self.num_requests)

    def wait(self) -> float:
        """Return the number of seconds until calls are allowed again."""
        return float(self.left_seconds)


class CallThrottle(SharedThrottle):
    """The calls of a token, or of an address that calls without one."""

    def __init__(self) -> None:
        """Set no rate yet: it depends on who makes the call."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call, and put what is left into the answer's headers."""
        allowed = self.allow(request.user)
        view.rate_headers = {
            "RateLimit-Policy": f'"calls";q={self.num_requests};w={self.duration}',
            "RateLimit": f'"calls";r={self.left};t={self.left_seconds}',
        }
        return allowed

    def allow(self, caller: Any) -> bool:
        """Count a call and return whether the caller may make it."""
        known = caller.is_authenticated
        calls = settings.SHINPAN_API_CALLS if known else settings.SHINPAN_API_ANONYMOUS_CALLS
        self.num_requests, self.duration = self.parse_rate(f"{calls}/min")
        return self.count(caller.name)
