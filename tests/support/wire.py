"""A lean HTTP client that costs little beside the server it loads: prepared bytes over a socket."""

import socket
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; names of headers are in lower case, cookies by their names."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes


class BrokenError(OSError):
    """The connection ended before the answer was there: whether it was done is not known."""


class Wire:
    """One connection that is kept, and opened again where the server has closed it."""

    def __init__(self, url: str, *, timeout: float = 30.0) -> None:
        """Connect at the first request to the host and port of ``url``."""
        parts = urlsplit(url)
        self._place = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._timeout = timeout
        self._socket: socket.socket | None = None

    def ask(self, request: bytes) -> Answer:
        """Send a request and return the answer. Raises :class:`BrokenError`, and OSError."""
        if self._socket is not None and self._closed():
            self.close()
        if self._socket is None:
            self._socket = socket.create_connection(self._place, self._timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self._socket.sendall(request)
            return self._read(self._socket)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _closed(self) -> bool:
        """Say whether the server has ended the connection while nothing was asked."""
        assert self._socket is not None
        self._socket.setblocking(False)
        try:
            return self._socket.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self._socket.settimeout(self._timeout)

    def _read(self, connection: socket.socket) -> Answer:
        held = b""
        while b"\r\n\r\n" not in held:
            held += self._more(connection)
        head, _, body = held.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        cookies: dict[str, str] = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            if name.lower() == "set-cookie":
                cookie, _, rest = value.strip().partition("=")
                cookies[cookie] = rest.partition(";")[0]
            headers[name.lower()] = value.strip()
        status = int(lines[0].split(" ", 2)[1])
        if status not in (204, 304):
            if "content-length" in headers:
                while len(body) < int(headers["content-length"]):
                    body += self._more(connection)
            elif headers.get("transfer-encoding") == "chunked":
                while not body.endswith(b"0\r\n\r\n"):
                    body += self._more(connection)
                body = _joined(body)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, cookies, body)

    def _more(self, connection: socket.socket) -> bytes:
        try:
            data = connection.recv(65536)
        except (ConnectionError, TimeoutError) as error:
            raise BrokenError(str(error)) from error
        if not data:
            raise BrokenError("closed before the answer was there")
        return data


def request(
    method: str,
    path: str,
    *,
    body: bytes = b"",
    kind: str = "",
    cookies: dict[str, str] | None = None,
    **headers: str,
) -> bytes:
    """Return the bytes of a request; ``If_None_Match="..."`` and the like are further headers."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: en"]
    if cookies:
        lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    if method != "GET":
        lines += [f"Content-Length: {len(body)}", f"Content-Type: {kind}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def form(path: str, fields: dict[str, str], cookies: dict[str, str]) -> bytes:
    """Return the bytes of a form that is sent."""
    return request("POST", path, body=urlencode(fields).encode(), kind=_FORM, cookies=cookies)


def _joined(body: bytes) -> bytes:
    """Return the content of a chunked body."""
    parts = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        if not length:
            break
        parts.append(rest[:length])
        body = rest[length + 2 :]
    return b"".join(parts)
