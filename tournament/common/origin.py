"""Where a request comes from, to count what comes from one place."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

# Whoever has IPv6 has a whole network of this size, and an address a second if he likes.
ONE_PLACE = 64


def address_of(request: HttpRequest) -> str:
    """Return the address that a request comes from; a proxy in front of us says it last."""
    direct = str(request.META.get("REMOTE_ADDR", ""))
    if settings.SHINPAN_BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or direct
    return direct


def place_of(request: HttpRequest) -> str | None:
    """Return what counts as one place: an IPv4 address, or the network of an IPv6 address.

    None for what is no address, as of a server on a socket.
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
