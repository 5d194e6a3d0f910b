"""Sending one message to an address: one connection, no redirects, little patience."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from notices.services.addresses import Target, machine_of, target_of
from tournament.errors import UserError

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
WHOLE_SECONDS = 15.0
"""However slowly an answer drips, then it is over."""
LARGEST_ANSWER = 64 * 1024
REFUSED = gettext_noop("It did not take the message.")
REDIRECTED = gettext_noop("It sent the message elsewhere: redirects are not followed.")
NOT_ALLOWED = gettext_noop("The address is not allowed.")
LATE = gettext_noop("It did not answer in time.")


@dataclass(frozen=True, slots=True)
class Answer:
    """How it went: the status of the answer, if there was one, and what failed, in English."""

    status: int | None
    duration_ms: int
    error: str = ""

    @property
    def well(self) -> bool:
        """Whether the message has arrived."""
        return not self.error


class _Connection(http.client.HTTPConnection):
    """A connection to the machine that was checked, under the name that was asked for."""

    def __init__(self, target: Target, machine: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_SECONDS)
        self._target, self._machine = target, machine

    def connect(self) -> None:
        sock = socket.create_connection((self._machine, self._target.port), CONNECT_SECONDS)
        try:
            if self._target.secure:
                context = ssl.create_default_context()
                sock = context.wrap_socket(sock, server_hostname=self._target.host)
            sock.settimeout(ANSWER_SECONDS)
        except BaseException:
            sock.close()
            raise
        self.sock = sock


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a body to an address and say how it went; a network that fails is no error here."""
    started = time.perf_counter()
    status: int | None = None
    try:
        status = _post(url, body, headers)
        error = "" if 200 <= status < 300 else REDIRECTED if 300 <= status < 400 else REFUSED
    except UserError:
        error = NOT_ALLOWED
    except TimeoutError:
        error = LATE
    except ssl.SSLError as wrong:
        error = _one_line(f"TLS: {wrong.reason or wrong}")
    except (OSError, http.client.HTTPException) as wrong:
        error = _one_line(str(wrong)) or type(wrong).__name__
    duration = round(1000 * (time.perf_counter() - started))
    return Answer(status, duration, error[:200])


def _one_line(error: str) -> str:
    """Return an error that may repeat what the other side sent: PostgreSQL keeps no NUL."""
    return " ".join("".join(one if one.isprintable() else " " for one in error).split())


def _post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    target = target_of(url)
    connection = _Connection(target, machine_of(target))
    late = threading.Event()

    def give_up() -> None:
        late.set()
        if connection.sock is not None:
            _hang_up(connection.sock)

    clock = threading.Timer(WHOLE_SECONDS, give_up)
    clock.daemon = True
    clock.start()
    try:
        connection.connect()
        connection.request("POST", target.path, body, {"Host": target.authority, **headers})
        answer = connection.getresponse()
        answer.read(LARGEST_ANSWER)
        if late.is_set():  # a hung-up line reads like the end of an answer
            raise TimeoutError
        return answer.status
    except (OSError, http.client.HTTPException) as error:
        raise TimeoutError if late.is_set() else error from None
    finally:
        clock.cancel()
        connection.close()


def _hang_up(sock: socket.socket) -> None:
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
