"""A network between browser and server on which answers take their time, or get lost."""

import contextlib
import http.client
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

# Headers that are about one connection and not about the message.
_OF_CONNECTION = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length"})


class SlowNetwork:
    """Passes everything on to a server, and its answers to forms and its files back only after a
    while.

    The server gets a request and works on it whether or not the browser still waits.
    """

    def __init__(self, url: str) -> None:
        self._to = urlsplit(url).netloc
        self.seconds = 0.0
        """How long the answer to a form, or a file, takes on its way back."""
        self.forms = 0
        """How many forms the server has answered."""
        handler = type("Handler", (_Handler,), {"network": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def pass_on(self, method: str, path: str, headers: Any, body: bytes) -> tuple[Any, bytes]:
        """Return the server's answer, with its body; that to a form, or a file, after a while."""
        connection = http.client.HTTPConnection(self._to, timeout=60)
        with contextlib.closing(connection):
            kept = {k: v for k, v in headers.items() if k.lower() not in _OF_CONNECTION}
            connection.request(method, path, body or None, kept)
            answer = connection.getresponse()
            read = answer.read()
        self.forms += method == "POST"
        if method == "POST" or "attachment" in (answer.getheader("Content-Disposition") or ""):
            time.sleep(self.seconds)
        return answer, read

    @contextlib.contextmanager
    def running(self) -> Iterator["SlowNetwork"]:
        """Serve for the length of the block."""
        thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    network: SlowNetwork

    def _pass_on(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        answer, read = self.network.pass_on(self.command, self.path, self.headers, body)
        # A browser that went on to something else does not take the answer any more.
        with contextlib.suppress(ConnectionError):
            self.send_response_only(answer.status, answer.reason)
            for name, value in answer.getheaders():
                if name.lower() not in _OF_CONNECTION:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(read)))
            self.end_headers()
            self.wfile.write(read)

    do_GET = do_POST = do_HEAD = _pass_on  # noqa: N815 - the names are those of http.server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
