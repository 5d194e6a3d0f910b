"""Which addresses a webhook may have, and which machines it may reach.

Whoever owns a tournament chooses the address, so it must not lead into the network of the server:
a name is resolved once, every address it has must be public, and the connection is made to one of
those checked, not to the name again.
"""

import ipaddress
import socket
import threading
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from notices.models.webhook import LONGEST_ADDRESS
from tournament.errors import UserError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
UNKNOWN = gettext_noop("The name of the host is not known.")
SLOW = gettext_noop("The name of the host was not found in time.")
PRIVATE = gettext_noop("The host is in a private network.")
NAME_SECONDS = 5.0
"""So long a name server may take; who owns the name may own that, too."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
PUBLIC6 = ipaddress.IPv6Network("2000::/3")
"""All of version 6 that is given out; ``is_global`` is silent about old ways into a network."""


class RefusedAddress(OSError):  # noqa: N818
    """A name that leads to a machine that no webhook may reach, or to none at all."""


@dataclass(frozen=True, slots=True)
class Target:
    """A webhook's address, taken apart. ``host`` is in ASCII, ``path`` with its query."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return host and port as the ``Host`` header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def target_of(url: str) -> Target:
    """Return an address taken apart. Raises UserError (field ``url``) for one not allowed."""
    url = url.strip()
    wrong = UserError(
        "webhook_address",
        field="url",
        text=_("Write a whole address that begins with https://, without a user or a password."),
    )
    if len(url) > LONGEST_ADDRESS or not url.isascii() or any(ord(one) <= 32 for one in url):
        raise wrong
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise wrong from None
    schemes = {"https", "http"} if settings.SHINPAN_WEBHOOK_PRIVATE else {"https"}
    if (
        parts.scheme not in schemes
        or not host
        or "@" in parts.netloc
        or parts.fragment
        or port == 0
    ):
        raise wrong
    if "\\" in url or any(one in host for one in "%_ "):
        raise wrong
    literal = _literal(host)
    if literal is not None and not allowed(literal):
        raise _inside()
    if literal is None and not settings.SHINPAN_WEBHOOK_PRIVATE and "." not in host:
        raise _inside()
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port or (443 if secure else 80), path)


def host_of(url: str) -> str:
    """Return the host of a kept address, with its port: all that is told of it in public."""
    return url.partition("://")[2].partition("/")[0].partition("?")[0]


def machine_of(target: Target) -> str:
    """Return the number of the machine to connect to.

    Raises RefusedAddress where the name has none, none in time, or one of its numbers is not
    allowed.
    """
    numbers = _numbers(target)
    for number in numbers:
        if not allowed(ipaddress.ip_address(number.partition("%")[0])):
            raise RefusedAddress(PRIVATE)
    if not numbers:
        raise RefusedAddress(UNKNOWN)
    return numbers[0]


def _numbers(target: Target) -> list[str]:
    """Ask the name server, which knows no time limit of its own, on a thread that is left behind.

    It ends when the system gives up, after half a minute or so. A process delivers one message at
    a time, so that there are never more than a few of them.
    """
    found: SimpleQueue[list[str] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            found.put([str(one[4][0]) for one in rows])
        except Exception as error:
            found.put(error)

    threading.Thread(target=ask, name="webhook-name", daemon=True).start()
    try:
        answer = found.get(timeout=NAME_SECONDS)
    except Empty:
        raise RefusedAddress(SLOW) from None
    if isinstance(answer, OSError | UnicodeError):
        raise RefusedAddress(UNKNOWN) from answer
    if isinstance(answer, Exception):
        raise answer
    return answer


def allowed(address: Address) -> bool:
    """Say whether a machine may be reached: a public one, unless the installation allows all."""
    if settings.SHINPAN_WEBHOOK_PRIVATE:
        return True
    return all(one.is_global and not one.is_multicast and _known(one) for one in _meant(address))


def _known(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return True
    return address in PUBLIC6 or address in NAT64


def _meant(address: Address) -> list[Address]:
    """Return an address and those of version 4 that it stands for."""
    meant: list[Address] = [address]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return [address.ipv4_mapped]
        meant += [one for one in (address.sixtofour, *(address.teredo or ())) if one is not None]
        if address in NAT64:
            meant.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return meant


def _literal(host: str) -> Address | None:
    """Return the address that a host is written as, also in the old ways (``127.1``, ``0x7f1``)."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _inside() -> UserError:
    return UserError(
        "webhook_private",
        field="url",
        text=_("This address is inside of a private network: use one that is public."),
    )
