"""Where a request comes from, to count what comes from one place."""

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Return the address that a request comes from; a proxy in front of us says it last."""
    if settings.SHINPAN_BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
