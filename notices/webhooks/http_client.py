"""HTTP client of webhooks: one POST to a checked address, no redirects, hard time limits.

The name is resolved once and the connection made to the address that was checked, under the name
that was asked for (see :mod:`notices.webhooks.safe_addresses`). No library offers that together
with a limit on the whole exchange: requests and httpx limit the time between two reads only.
"""

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from notices.webhooks.safe_addresses import Target, resolve, target_of
from tournament.errors import UserError

CONNECT_SECONDS = 5.0
RESPONSE_SECONDS = 10.0
WHOLE_SECONDS = 15.0
"""How long the whole exchange may take, however slowly a response drips."""
LARGEST_RESPONSE = 64 * 1024
REFUSED = gettext_noop("It did not accept the message.")
REDIRECTED = gettext_noop("It redirected the message; redirects are not followed.")
NOT_ALLOWED = gettext_noop("The address is not allowed.")
LATE = gettext_noop("It did not answer in time.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attempt went: the status of the response, if any, and what failed, in English."""

    status: int | None
    duration_ms: int
    error: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the message has arrived."""
        return not self.error


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to the IP address that was checked; TLS verifies the host name."""

    def __init__(self, target: Target, ip_address: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_SECONDS)
        self._target, self._ip_address = target, ip_address

    def connect(self) -> None:
        sock = socket.create_connection((self._ip_address, self._target.port), CONNECT_SECONDS)
        try:
            if self._target.secure:
                context = ssl.create_default_context()
                sock = context.wrap_socket(sock, server_hostname=self._target.host)
            sock.settimeout(RESPONSE_SECONDS)
        except BaseException:
            sock.close()
            raise
        self.sock = sock


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """POST a body and return how it went; network errors are reported, not raised."""
    started = time.perf_counter()
    status: int | None = None
    try:
        status = _post(url, body, headers)
        error = "" if 200 <= status < 300 else REDIRECTED if 300 <= status < 400 else REFUSED
    except UserError:
        error = NOT_ALLOWED
    except TimeoutError:
        error = LATE
    except ssl.SSLError as exception:
        error = _one_line(f"TLS: {exception.reason or exception}")
    except (OSError, http.client.HTTPException) as exception:
        error = _one_line(str(exception)) or type(exception).__name__
    duration = round(1000 * (time.perf_counter() - started))
    return Outcome(status, duration, error[:200])


def _one_line(error: str) -> str:
    """Return an error that may quote the other side in one line, without control characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in error).split())


def _post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    target = target_of(url)
    connection = _PinnedConnection(target, resolve(target))
    late = threading.Event()

    def give_up() -> None:
        late.set()
        if connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(WHOLE_SECONDS, give_up)
    timer.daemon = True
    timer.start()
    try:
        connection.connect()
        connection.request("POST", target.path, body, {"Host": target.authority, **headers})
        response = connection.getresponse()
        response.read(LARGEST_RESPONSE)
        if late.is_set():  # a connection that was shut down reads like the end of a response
            raise TimeoutError
        return response.status
    except (OSError, http.client.HTTPException) as error:
        raise TimeoutError if late.is_set() else error from None
    finally:
        timer.cancel()
        connection.close()
