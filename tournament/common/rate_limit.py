"""Rate limits of pages, by IP address or key, counted in the cache that all processes share.

Each caller has its own limits: private links, registration, proposals, pictures. For programs there
are throttles (``api/throttling.py``).
"""

import ipaddress
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

clock = time.time

# An IPv6 user has a whole network of this size, and could use a new address every second.
ONE_PLACE = 64


def address_of(request: HttpRequest) -> str:
    """Return the IP address that a request comes from; a proxy in front of us puts it last."""
    direct = str(request.META.get("REMOTE_ADDR", ""))
    if settings.SHINPAN_BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or direct
    return direct


def client_network(request: HttpRequest) -> str | None:
    """Return what counts as one place: an IPv4 address, or the network of an IPv6 address.

    None if there is no IP address, for example for a server on a socket.
    """
    try:
        address = ipaddress.ip_address(address_of(request))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        if mapped is not None:
            return str(mapped)
        return str(ipaddress.ip_network((address.packed, ONE_PLACE), strict=False).network_address)
    return str(address)


def window_of(seconds: int) -> tuple[int, int]:
    """Return the number of the current window of so many seconds, and how many of them are left.

    Windows are aligned with the clock, so that all processes agree on them.
    """
    number, passed = divmod(int(clock()), seconds)
    return number, seconds - passed


def increment_counter(key: str, seconds: int) -> int:
    """Add one to a counter, which is kept for ``seconds``, and return it."""
    for _attempt in range(2):
        try:
            return int(cache.incr(key))
        except ValueError:  # the first, or the shared cache has just gone or come back
            if cache.add(key, 1, seconds):
                return 1
    return 1


def too_many(what: str, request: HttpRequest, *, most: int, seconds: int) -> bool:
    """Count one more ``what`` from where the request comes; return whether it is one too many.

    At most ``most`` in every ``seconds``. No IP address is kept, only a hash that nobody can trace
    back.
    """
    window, _left = window_of(seconds)
    place = salted_hmac(f"shinpan.{what}", f"{client_network(request)} {window}").hexdigest()
    key = f"{what}:{place}"
    return increment_counter(key, seconds) > most
