"""Protection against SSRF: which URLs a webhook may have, and which IP addresses it may reach.

The owner of a tournament chooses the URL, so it must not lead into the network of the server: the
name is resolved once, every IP address it has must be public, and the connection is made to one of
those that were checked, not to the name again.
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

from notices.models import Webhook
from tournament.errors import UserError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
MAX_LENGTH = Webhook._meta.get_field("url").max_length
UNKNOWN = gettext_noop("The name of the host is not known.")
SLOW = gettext_noop("The name of the host was not found in time.")
PRIVATE = gettext_noop("The host is in a private network.")
NAME_SECONDS = 5.0
"""How long resolving may take; the owner of the name may own its name server as well."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
PUBLIC6 = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that is allocated; ``is_global`` does not cover every deprecated transition range."""


class RefusedAddress(OSError):  # noqa: N818
    """A host name that resolves to an address no webhook may reach, or to none at all."""


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a webhook's URL. ``host`` is ASCII, ``path`` includes the query."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return the value of the ``Host`` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def target_of(url: str) -> Target:
    """Return the parts of a URL. Raises UserError (field ``url``) if it is not allowed."""
    url = url.strip()
    wrong = UserError(
        "webhook_address",
        field="url",
        text=_("Write a whole address that begins with https://, without a user or a password."),
    )
    if len(url) > (MAX_LENGTH or 0) or not url.isascii() or any(ord(char) <= 32 for char in url):
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
    if "\\" in url or any(char in host for char in "%_ "):
        raise wrong
    literal = _literal(host)
    if literal is not None and not is_allowed(literal):
        raise _private()
    if literal is None and not settings.SHINPAN_WEBHOOK_PRIVATE and "." not in host:
        raise _private()
    secure = parts.scheme == "https"
    port = port or (443 if secure else 80)
    if not settings.SHINPAN_WEBHOOK_PRIVATE and port not in settings.SHINPAN_WEBHOOK_PORTS:
        ports = ", ".join(map(str, sorted(settings.SHINPAN_WEBHOOK_PORTS)))
        text = _("Port %(port)d is not allowed; these are: %(ports)s.")
        raise UserError("webhook_port", field="url", text=text % {"port": port, "ports": ports})
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port, path)


def host_of(url: str) -> str:
    """Return host and port of a stored URL: the only part of it that may be shown in public."""
    return url.partition("://")[2].partition("/")[0].partition("?")[0]


def resolve(target: Target) -> str:
    """Return the IP address to connect to.

    Raises RefusedAddress if the name has none, none was found in time, or any of them is not
    allowed.
    """
    found = _lookup(target)
    for address in found:
        if not is_allowed(ipaddress.ip_address(address.partition("%")[0])):
            raise RefusedAddress(PRIVATE)
    if not found:
        raise RefusedAddress(UNKNOWN)
    return found[0]


def _lookup(target: Target) -> list[str]:
    """Resolve the name on a thread of its own, because `getaddrinfo` has no time limit.

    The thread ends when the system gives up, after half a minute or so. A process delivers one
    message at a time, so there are never more than a few.
    """
    results: SimpleQueue[list[str] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            results.put([str(address[0]) for *_, address in rows])
        except Exception as error:
            results.put(error)

    threading.Thread(target=ask, name="webhook-name", daemon=True).start()
    try:
        answer = results.get(timeout=NAME_SECONDS)
    except Empty:
        raise RefusedAddress(SLOW) from None
    if isinstance(answer, OSError | UnicodeError):
        raise RefusedAddress(UNKNOWN) from answer
    if isinstance(answer, Exception):
        raise answer
    return answer


def is_allowed(address: Address) -> bool:
    """Return whether an address may be reached: any if the installation allows it, else public."""
    if settings.SHINPAN_WEBHOOK_PRIVATE:
        return True
    return all(
        variant.is_global and not variant.is_multicast and _allocated(variant)
        for variant in _variants(address)
    )


def _allocated(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return True
    return address in PUBLIC6 or address in NAT64


def _variants(address: Address) -> list[Address]:
    """Return an address and the IPv4 addresses that are embedded in it."""
    variants: list[Address] = [address]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return [address.ipv4_mapped]
        embedded = (address.sixtofour, *(address.teredo or ()))
        variants += [inner for inner in embedded if inner is not None]
        if address in NAT64:
            variants.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return variants


def _literal(host: str) -> Address | None:
    """Return the IP address that a host is, also in old notations (``127.1``, ``0x7f1``)."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _private() -> UserError:
    return UserError(
        "webhook_private",
        field="url",
        text=_("This address is inside of a private network: use one that is public."),
    )
