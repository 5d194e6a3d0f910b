"""A real HTTP server on loopback that takes webhooks, and says what it got."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Got:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What came in. ``answer`` decides about each: a status, or writing to the handler itself."""

    url: str
    got: list[Got] = field(default_factory=list)
    status: int = 200
    location: str = ""
    act: Callable[[BaseHTTPRequestHandler], None] | None = None


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Serve for the length of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            body = self.rfile.read(length)
            receiver.got.append(
                Got(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            )
            if receiver.act is not None:
                receiver.act(self)
                return
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(f"http://127.0.0.1:{server.server_address[1]}/hook?a=1")
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
